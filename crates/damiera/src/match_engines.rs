//! `damiera match`: plays a match between two engines.

use std::fs::{self, File};
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use damiera_engine::SearchLimits;
use damiera_lab::matches::{
    MatchSettings, Openings, PairScore, PlayerSpec, SprtBounds, SprtVerdict, run_match,
};
use damiera_play::TableFolder;
use damiera_rules::Variant;
use serde::Serialize;

use crate::analyse::seconds;
use crate::failure::Failure;
use crate::values;

/// Play a match between two engines and show the score, Elo difference and SPRT result
#[derive(Args)]
#[command(after_help = "A player is one of
  own [weights=learned|material|FILE] [level=1..10] [nodes=N] [depth=N] [time=S] [threads=N]
      [hash=MIB] [tables=DIRECTORY] [book=own|FILE]
  hub [set:NAME=VALUE ...] COMMAND ...     any program that speaks the Hub protocol

Each opening is played twice with colours exchanged. An opening file has one opening per line: moves from the \
initial position, or a FEN. By default the openings are the game's official ballots or, where no ballots are \
published, balanced openings of random moves.

Examples:
  damiera match own \"own weights=material\" --variant italian --games 100 --time 0.1
  damiera match own \"hub ./scan hub\" --variant international --games 40 --time 0.1 --pdn games.pdn
  damiera match \"own level=5\" \"own level=4\" --variant english --games 200 --nodes 5000")]
pub(crate) struct MatchCommand {
    /// The first player
    first: PlayerSpec,
    /// The second player
    second: PlayerSpec,
    /// Rules to use
    #[arg(long, value_name = "GAME", value_parser = values::variant())]
    variant: Variant,
    /// Number of games, two from each opening
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    games: u32,
    /// Seconds per move
    #[arg(long, value_parser = seconds)]
    time: Option<Duration>,
    /// Nodes per move
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Depth in plies
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=128))]
    depth: Option<u32>,
    /// File of openings
    #[arg(long)]
    openings: Option<PathBuf>,
    /// Start from openings of this many random moves
    #[arg(long, conflicts_with = "openings", value_parser = clap::value_parser!(u16).range(0..=20))]
    plies: Option<u16>,
    /// Number of men that the first player gives as odds
    #[arg(long, default_value_t = 0, conflicts_with_all = ["openings", "plies"], value_parser = clap::value_parser!(u8).range(0..=6))]
    men: u8,
    /// Seed for the random number generator
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of games to play at the same time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    boards: u16,
    /// Adjudicate games with the endgame tables of this directory
    #[arg(long, value_name = "DIRECTORY")]
    tables: Option<PathBuf>,
    /// PDN file to write the games to
    #[arg(long)]
    pdn: Option<PathBuf>,
    /// Stop when a sequential test decides between "HIGH Elo better" and "only LOW Elo better"
    #[arg(long, value_names = ["LOW", "HIGH"], num_args = 2, allow_negative_numbers = true)]
    sprt: Option<Vec<f64>>,
    /// Write one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct MatchResultJson {
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

impl MatchCommand {
    fn limits(&self) -> SearchLimits {
        let limits = SearchLimits { depth: self.depth, nodes: self.nodes, time: None };
        match self.time {
            None if limits == SearchLimits::default() => SearchLimits::move_time(Duration::from_millis(100)),
            None => limits,
            Some(time) => limits.within(SearchLimits::move_time(time)),
        }
    }

    fn openings(&self) -> Result<Openings, Failure> {
        match (&self.openings, self.plies) {
            (Some(path), _) => match fs::read_to_string(path) {
                Ok(text) => Ok(Openings::Text(text)),
                Err(error) => Err(Failure::input(format!("{}: {error}", path.display()))),
            },
            (None, Some(plies)) => Ok(Openings::Random { plies: plies.into() }),
            (None, None) => Ok(Openings::Ballots),
        }
    }

    fn settings(&self) -> Result<MatchSettings, Failure> {
        Ok(MatchSettings {
            variant: self.variant,
            players: [self.first.clone(), self.second.clone()],
            openings: self.openings()?,
            men_given: self.men,
            pairs: (self.games / 2) as usize,
            limits: self.limits(),
            boards: self.boards.into(),
            seed: self.seed,
            adjudication: TableFolder::given(self.tables.clone()),
        })
    }

    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let bounds = self.sprt.as_ref().map(|pair| SprtBounds { low: pair[0], high: pair[1] });
        let settings = self.settings()?;
        let mut record = self
            .pdn
            .as_ref()
            .map(|path| File::create(path).map_err(|e| Failure::input(format!("{}: {e}", path.display()))))
            .transpose()?;
        let (mut score, mut written) = (PairScore::default(), Ok(()));
        run_match(&settings, &mut |pair| {
            score.add(pair.half_points);
            if let Some(record) = &mut record
                && written.is_ok()
            {
                written = pair.pdn.iter().try_for_each(|game| record.write_all(game.as_bytes()));
            }
            for (reason, game) in pair.forfeits.iter().zip(["first", "second"]) {
                if let Some(reason) = reason {
                    eprintln!("pair {}, {game} game: {reason}", pair.number + 1);
                }
            }
            eprintln!("{}", summary(&score, bounds));
            written.is_ok() && bounds.is_none_or(|bounds| score.verdict(bounds) == SprtVerdict::Undecided)
        })
        .map_err(Failure::input)?;
        written?;
        if self.json {
            serde_json::to_writer(&mut *out, &self.result(&score, bounds))?;
            writeln!(out)?;
        } else {
            writeln!(out, "{}", summary(&score, bounds))?;
        }
        Ok(())
    }

    fn result(&self, score: &PairScore, bounds: Option<SprtBounds>) -> MatchResultJson {
        let [wins, draws, losses] = score.games;
        let estimate = score.estimate();
        MatchResultJson {
            variant: self.variant.name(),
            games: wins + draws + losses,
            wins,
            draws,
            losses,
            score: score.share().0,
            elo: estimate.elo,
            elo_error: estimate.error.is_finite().then_some(estimate.error),
            log_likelihood_ratio: bounds.map(|bounds| score.log_likelihood_ratio(bounds)),
            sprt: bounds.map(|bounds| named(score.verdict(bounds))),
        }
    }
}

const fn named(verdict: SprtVerdict) -> &'static str {
    match verdict {
        SprtVerdict::Better => "better",
        SprtVerdict::NotBetter => "not better",
        SprtVerdict::Undecided => "open",
    }
}

fn summary(score: &PairScore, bounds: Option<SprtBounds>) -> String {
    let [wins, draws, losses] = score.games;
    let estimate = score.estimate();
    let mut text = format!(
        "{} games: +{wins} ={draws} -{losses}, {:.1}%, {:+.0} Elo",
        wins + draws + losses,
        100.0 * score.share().0,
        estimate.elo
    );
    if estimate.error.is_finite() {
        text += &format!(" (± {:.0})", estimate.error);
    }
    if let Some(bounds) = bounds {
        let ratio = score.log_likelihood_ratio(bounds);
        text += &format!(
            ", SPRT {:+.2} [{}, {}]: {}",
            ratio,
            bounds.low,
            bounds.high,
            named(score.verdict(bounds))
        );
    }
    text
}
