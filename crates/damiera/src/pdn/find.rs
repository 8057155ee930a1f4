//! `damiera pdn find`: the games that reach a position.

use std::io::Write;

use clap::Args;
use damiera_notation::pdn::{GameRecord, ParsedGame, PdnChecker, PdnResult, replay};
use damiera_rules::{Position, Rules, Side, Variant, with_rules};
use serde::Serialize;

use super::source::Files;
use crate::failure::Failure;

/// Find the games that reach a position
#[derive(Args)]
#[command(after_help = "Examples:
  damiera pdn find --fen B:W17-32:B1-12 games.pdn
  damiera pdn find --variations --json --fen W:W31-50:B1-20 *.pdn")]
pub(crate) struct Find {
    /// The position
    #[arg(long)]
    fen: String,
    #[command(flatten)]
    files: Files,
    /// The game, whatever the files say: english, italian, brazilian or international
    #[arg(long)]
    variant: Option<Variant>,
    /// Look in variations too
    #[arg(long)]
    variations: bool,
    /// Write one JSON object a game found, on a line of its own
    #[arg(long)]
    json: bool,
}

/// A game that reaches the position.
#[derive(Serialize)]
struct Found<'a> {
    file: &'a str,
    game: u64,
    line: u32,
    /// After so many half-moves.
    ply: u32,
    variant: &'static str,
    white: &'a str,
    black: &'a str,
    result: &'static str,
}

impl Find {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        self.check_fen()?;
        let (mut seen, mut found) = (0u64, 0u64);
        let reading = self.files.each(|name, mut games| {
            let mut check = PdnChecker::new(self.variant);
            games.for_each(|record| {
                seen += 1;
                let Some(variant) = check.variant(record, &mut Vec::new()) else { return Ok(()) };
                let Some(ply) = with_rules!(variant, R => self.reached::<R>(&record.game)) else {
                    return Ok(());
                };
                found += 1;
                self.show(&Found::new(name, record, variant, ply), out)
            })
        })?;
        reading.into_result()?;
        if !self.json {
            writeln!(out, "{found} of {seen} games reach the position")?;
        }
        Ok(())
    }

    /// A FEN that is a position of no game at all is a slip of the person, not an empty result.
    fn check_fen(&self) -> Result<(), Failure> {
        let mut games = self.variant.map_or(Variant::ALL.to_vec(), |variant| vec![variant]).into_iter();
        let mut bad = None;
        let fits = games.any(|variant| {
            with_rules!(variant, R => match Position::<R>::from_fen(&self.fen) {
                Ok(_) => true,
                Err(error) => {
                    bad = Some(error.to_string());
                    false
                }
            })
        });
        if fits { Ok(()) } else { Err(Failure::input(bad.unwrap_or_default())) }
    }

    /// After how many half-moves a game stands in the position, if it does.
    fn reached<R: Rules>(&self, game: &GameRecord) -> Option<u32> {
        let wanted = Position::<R>::from_fen(&self.fen).ok()?;
        let mut reached = None;
        let replayed = replay::<R>(game, |step| {
            if reached.is_some() || (step.depth > 0 && !self.variations) {
                return;
            }
            if *step.before == wanted {
                reached = Some(step.ply - 1);
            } else if step.before.after(step.played) == wanted {
                reached = Some(step.ply);
            }
        });
        // A game without moves is all in its last position.
        reached.or_else(|| (replayed.last == Some(wanted)).then_some(replayed.plies))
    }

    fn show(&self, found: &Found<'_>, out: &mut dyn Write) -> Result<(), Failure> {
        if self.json {
            serde_json::to_writer(&mut *out, found)?;
            writeln!(out)?;
            return Ok(());
        }
        let Found { file, game, line, ply, white, black, result, .. } = found;
        writeln!(out, "{file}:{line}: game {game}, after {ply} half-moves: {white} - {black} {result}")?;
        Ok(())
    }
}

impl<'a> Found<'a> {
    fn new(file: &'a str, record: &'a ParsedGame, variant: Variant, ply: u32) -> Self {
        let game = &record.game;
        let outcome: PdnResult = game.result;
        Self {
            file,
            game: record.number,
            line: record.start.line,
            ply,
            variant: variant.name(),
            white: game.player(Side::White).unwrap_or("?"),
            black: game.player(Side::Black).unwrap_or("?"),
            result: outcome.text(with_rules!(variant, R => R::RESULT_FORM)),
        }
    }
}
