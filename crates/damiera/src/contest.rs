//! `damiera match`: engines against each other.

use std::fs::{self, File};
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use damiera_engine::contest::{
    Bounds, Contestant, Fixture, Opening, Pairing, Tally, Verdict, balanced, ballots, hold, pdn,
    read_openings,
};
use damiera_engine::{Limits, TableFolder};
use damiera_rules::{Rules, Variant, with_rules};
use serde::Serialize;

use crate::analyse::seconds;
use crate::failure::Failure;
use crate::folder;

/// Play a match between two engines; show the score, Elo and whether it proves anything
#[derive(Args)]
#[command(after_help = "A player is one of
  own [weights=learned|material|FILE] [level=1..10] [nodes=N] [depth=N] [time=S] [threads=N] [hash=MIB]
      [tables=FOLDER]
  hub [set:NAME=VALUE ...] COMMAND ...     any program that speaks the Hub protocol

Each opening is played twice with colours exchanged. An opening file has one opening a line: moves from the
start, or a FEN. Without one the ballots of the game are used, or, where their table is not public, even
openings of random moves.

Examples:
  damiera match own \"own weights=material\" --variant italian --games 100 --time 0.1
  damiera match own \"hub ./scan hub\" --variant international --games 40 --time 0.1 --pdn games.pdn
  damiera match \"own level=5\" \"own level=4\" --variant english --games 200 --nodes 5000")]
pub(crate) struct Match {
    /// The first player
    first: Contestant,
    /// The second player
    second: Contestant,
    /// The game: english, italian, brazilian or international
    #[arg(long)]
    variant: Variant,
    /// Games to play, two from each opening
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    games: u32,
    /// Seconds a move
    #[arg(long, value_parser = seconds)]
    time: Option<Duration>,
    /// Positions to search a move
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Plies to look ahead
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=128))]
    depth: Option<u32>,
    /// A file of openings
    #[arg(long)]
    openings: Option<PathBuf>,
    /// Make openings of so many random moves
    #[arg(long, conflicts_with = "openings", value_parser = clap::value_parser!(u16).range(0..=20))]
    plies: Option<u16>,
    /// The number all chance comes from
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games at the same time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    boards: u16,
    /// End a game as soon as the endgame tables of this folder know its result
    #[arg(long, value_name = "FOLDER")]
    tables: Option<PathBuf>,
    /// Keep the games in this PDN file
    #[arg(long)]
    pdn: Option<PathBuf>,
    /// End as soon as the first player is shown to be at least HIGH Elo better, or not even LOW
    #[arg(long, value_names = ["LOW", "HIGH"], num_args = 2, allow_negative_numbers = true)]
    sprt: Option<Vec<f64>>,
    /// Write one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Shown {
    variant: &'static str,
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    score: f64,
    elo: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    elo_error: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    log_likelihood_ratio: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<&'static str>,
}

impl Match {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        with_rules!(self.variant, R => self.hold::<R>(out))
    }

    fn limits(&self) -> Limits {
        let limits = Limits { depth: self.depth, nodes: self.nodes, time: None };
        match self.time {
            None if limits == Limits::default() => Limits::move_time(Duration::from_millis(100)),
            None => limits,
            Some(time) => limits.within(Limits::move_time(time)),
        }
    }

    fn made_openings<R: Rules>(&self) -> Vec<Opening<R>> {
        const PLIES: u16 = 4;
        let drawn = if self.plies.is_none() { ballots(self.seed) } else { Vec::new() };
        if drawn.is_empty() {
            balanced((self.games / 2) as usize, self.plies.unwrap_or(PLIES).into(), self.seed)
        } else {
            drawn
        }
    }

    fn openings<R: Rules>(&self) -> Result<Vec<Opening<R>>, Failure> {
        let Some(path) = &self.openings else { return Ok(self.made_openings()) };
        let bad = |why: &dyn std::fmt::Display| Failure::input(format!("{}: {why}", path.display()));
        let text = fs::read_to_string(path).map_err(|error| bad(&error))?;
        let openings = read_openings(&text).map_err(|error| bad(&error))?;
        if openings.is_empty() { Err(bad(&"it has no openings")) } else { Ok(openings) }
    }

    fn hold<R: Rules>(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let bounds = self.sprt.as_ref().map(|pair| Bounds { low: pair[0], high: pair[1] });
        let fixture = Fixture {
            players: [self.first.clone(), self.second.clone()],
            openings: self.openings::<R>()?,
            pairs: (self.games / 2) as usize,
            limits: self.limits(),
            boards: self.boards.into(),
            seed: self.seed,
        };
        let mut record = self
            .pdn
            .as_ref()
            .map(|path| File::create(path).map_err(|e| Failure::input(format!("{}: {e}", path.display()))))
            .transpose()?;
        let judge = folder::open_tables::<R>(&TableFolder::named(self.tables.clone()))?;
        let (mut tally, mut written) = (Tally::default(), Ok(()));
        hold(&fixture, &*judge, |pairing: Pairing<R>| {
            tally.add(pairing.halves());
            if let Some(record) = &mut record
                && written.is_ok()
            {
                written = keep(record, &pairing);
            }
            for (game, side) in pairing.games.iter().zip(["first", "second"]) {
                if let damiera_engine::contest::Ending::Fault { why, .. } = &game.ending {
                    eprintln!("pair {}, {side} game: {why}", pairing.number + 1);
                }
            }
            eprintln!("{}", summary(&tally, bounds));
            written.is_ok() && bounds.is_none_or(|bounds| tally.verdict(bounds) == Verdict::Open)
        })
        .map_err(Failure::input)?;
        written?;
        if self.json {
            serde_json::to_writer(&mut *out, &self.shown(&tally, bounds))?;
            writeln!(out)?;
        } else {
            writeln!(out, "{}", summary(&tally, bounds))?;
        }
        Ok(())
    }

    fn shown(&self, tally: &Tally, bounds: Option<Bounds>) -> Shown {
        let [wins, draws, losses] = tally.games;
        let estimate = tally.estimate();
        Shown {
            variant: self.variant.name(),
            games: wins + draws + losses,
            wins,
            draws,
            losses,
            score: tally.share().0,
            elo: estimate.elo,
            elo_error: estimate.error.is_finite().then_some(estimate.error),
            log_likelihood_ratio: bounds.map(|bounds| tally.log_likelihood_ratio(bounds)),
            sprt: bounds.map(|bounds| named(tally.verdict(bounds))),
        }
    }
}

const fn named(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Better => "better",
        Verdict::NotBetter => "not better",
        Verdict::Open => "open",
    }
}

fn summary(tally: &Tally, bounds: Option<Bounds>) -> String {
    let [wins, draws, losses] = tally.games;
    let estimate = tally.estimate();
    let mut text = format!(
        "{} games: +{wins} ={draws} -{losses}, {:.1}%, {:+.0} Elo",
        wins + draws + losses,
        100.0 * tally.share().0,
        estimate.elo
    );
    if estimate.error.is_finite() {
        text += &format!(" (± {:.0})", estimate.error);
    }
    if let Some(bounds) = bounds {
        let ratio = tally.log_likelihood_ratio(bounds);
        text += &format!(
            ", SPRT {:+.2} [{}, {}]: {}",
            ratio,
            bounds.low,
            bounds.high,
            named(tally.verdict(bounds))
        );
    }
    text
}

fn keep<R: Rules>(record: &mut File, pairing: &Pairing<R>) -> Result<(), Failure> {
    for (i, game) in pairing.games.iter().enumerate() {
        let names = if i == 0 { ["first", "second"] } else { ["second", "first"] };
        let round = format!("{}.{}", pairing.number + 1, i + 1);
        record.write_all(pdn(game, names, &round).as_bytes())?;
    }
    Ok(())
}
