//! `damiera pdn find`: finds the games that reach a position.

use std::io::Write;

use clap::Args;
use damiera_notation::pdn::{GameRecord, ParsedGame, PdnChecker, PdnResult, replay};
use damiera_rules::{Position, Rules, Side, Variant, with_rules};
use serde::Serialize;

use super::source::PdnFiles;
use crate::failure::Failure;
use crate::texts::{plies, say};
use crate::values::{self, LangArg};

/// Find the games that reach a position
#[derive(Args)]
#[command(after_help = "Examples:
  damiera pdn find --fen B:W17-32:B1-12 games.pdn
  damiera pdn find --variations --json --fen W:W31-50:B1-20 *.pdn")]
pub(crate) struct PdnFindCommand {
    /// Position to look for
    #[arg(long)]
    fen: String,
    #[command(flatten)]
    files: PdnFiles,
    /// Rules to use instead of those that the files name
    #[arg(long, value_name = "GAME", value_parser = values::variant())]
    variant: Option<Variant>,
    /// Search variations too
    #[arg(long)]
    variations: bool,
    /// Write one JSON object per game found, each on its own line
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    language: LangArg,
}

/// A game that reaches the position.
#[derive(Serialize)]
struct FoundGameJson<'a> {
    file: &'a str,
    game: u64,
    line: u32,
    /// Number of plies after which the position is on the board.
    ply: u32,
    variant: &'static str,
    white: &'a str,
    black: &'a str,
    result: &'static str,
}

impl PdnFindCommand {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        self.check_fen()?;
        let (mut seen, mut found) = (0u64, 0u64);
        let reading = self.files.each(self.language.lang, |name, mut games| {
            let mut check = PdnChecker::new(self.variant);
            games.for_each(|record| {
                seen += 1;
                let Some(variant) = check.variant(record, &mut Vec::new()) else { return Ok(()) };
                let Some(ply) = with_rules!(variant, R => self.reached::<R>(&record.game)) else {
                    return Ok(());
                };
                found += 1;
                self.show(&FoundGameJson::new(name, record, variant, ply), out)
            })
        })?;
        reading.into_result()?;
        if !self.json {
            let values = [("found", found.into()), ("seen", seen.into())];
            writeln!(out, "{}", say(self.language.lang, "find-summary", &values))?;
        }
        Ok(())
    }

    /// Refuses a FEN that is not valid in any of the games: that is a mistake, not a search without results.
    fn check_fen(&self) -> Result<(), Failure> {
        let mut games = self.variant.map_or(Variant::ALL.to_vec(), |variant| vec![variant]).into_iter();
        let mut bad = None;
        let fits = games.any(|variant| {
            with_rules!(variant, R => match Position::<R>::from_fen(&self.fen) {
                Ok(_) => true,
                Err(error) => {
                    bad = Some(self.language.lang.position_error(&error));
                    false
                }
            })
        });
        if fits { Ok(()) } else { Err(Failure::input(bad.unwrap_or_default())) }
    }

    /// The number of plies after which a game reaches the position, if it does.
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
        // A game without moves has its only position at the end.
        reached.or_else(|| (replayed.last == Some(wanted)).then_some(replayed.plies))
    }

    fn show(&self, found: &FoundGameJson<'_>, out: &mut dyn Write) -> Result<(), Failure> {
        if self.json {
            serde_json::to_writer(&mut *out, found)?;
            writeln!(out)?;
            return Ok(());
        }
        let FoundGameJson { file, game, line, ply, white, black, result, .. } = found;
        let lang = self.language.lang;
        let found = say(lang, "find-game", &[("game", (*game).into()), ("plies", plies(lang, *ply).into())]);
        writeln!(out, "{file}:{line}: {found}: {white} - {black} {result}")?;
        Ok(())
    }
}

impl<'a> FoundGameJson<'a> {
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
