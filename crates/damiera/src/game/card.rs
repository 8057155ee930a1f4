//! `damiera game card`: a recorded game as a card for a letter.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use damiera_game::pdn::replay;
use damiera_game::{Lang, Moment, Profile};
use damiera_notation::pdn::{ParsedGame, PdnChecker, PdnReader};
use damiera_rules::Variant;
use damiera_server::text_card;

use super::replay::read;
use crate::failure::Failure;
use crate::values::{self, LangArg};

/// Write recorded games as plain text for a letter: players, moves, whose turn it is, and the board
#[derive(Args)]
#[command(after_help = "A game with an illegal move gets no card; standard error says why.

Exit code: 0 if every game has its card, 1 if not, 2 if the file cannot be read.

Examples:
  damiera game card game.pdn
  damiera game card game.pdn --lang it")]
pub(crate) struct CardCommand {
    /// PDN file; - for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Rules to use instead of those that the file names
    #[arg(long, value_name = "GAME", value_parser = values::variant())]
    variant: Option<Variant>,
    #[command(flatten)]
    language: LangArg,
}

impl CardCommand {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let lang = self.language.lang;
        let name = values::file_name(&self.file, lang);
        let unread = |error: io::Error| Failure::input(lang.file_unread(&name, &error.to_string()));
        let text = read(&self.file).map_err(unread)?;
        let mut reader = PdnReader::new(text.as_slice());
        let (mut check, mut record) = (PdnChecker::new(self.variant), ParsedGame::default());
        let (mut games, mut cards) = (0u64, Vec::new());
        while reader.read(&mut record).map_err(unread)? {
            games += 1;
            match card(&mut check, &record, lang) {
                Ok(card) => cards.push(card),
                Err(why) => eprintln!("damiera: {name}, {}: {why}", lang.game_number(record.number)),
            }
        }
        if games == 0 {
            return Err(Failure::input(lang.no_games(&name)));
        }
        write!(out, "{}", cards.join("\n"))?;
        out.flush()?;
        if (cards.len() as u64) < games { Err(Failure::Reported(1)) } else { Ok(()) }
    }
}

fn card(check: &mut PdnChecker, record: &ParsedGame, lang: Lang) -> Result<String, String> {
    let variant = check.variant(record, &mut Vec::new()).ok_or_else(|| lang.unsupported_game())?;
    let replayed =
        replay(&record.game, variant, Profile::CORRESPONDENCE).map_err(|error| lang.bad_record(&error))?;
    let names = ["White", "Black"].map(|tag| record.game.tags.get(tag).unwrap_or("?").to_owned());
    Ok(text_card(&replayed.game, &names, Moment(0), lang))
}
