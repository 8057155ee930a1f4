//! Texts of the command line.

use damiera_notation::pdn::{PlyRef, Severity};
use damiera_rules::Variant;

use super::{Lang, TextValue};
use crate::classify::Classification;

impl Lang {
    /// Whether a verdict is legal, irregular or unknown, in one or two words.
    #[must_use]
    pub fn verdict_name(self, verdict: &Classification) -> String {
        let key = match verdict {
            Classification::Legal { .. } => "verdict-name-legal",
            Classification::Irregular(_) => "verdict-name-irregular",
            Classification::Unknown(_) => "verdict-name-unknown",
        };
        self.say(key, &[])
    }

    /// That a move is legal.
    #[must_use]
    pub fn explain_legal(self, notation: &str) -> String {
        self.say("explain-legal", &[("move", TextValue::Text(notation.to_owned()))])
    }

    /// That a move is not legal, and why.
    #[must_use]
    pub fn explain_illegal(self, notation: &str, why: &str) -> String {
        let text = |text: &str| TextValue::Text(text.to_owned());
        self.say("explain-illegal", &[("move", text(notation)), ("text", text(why))])
    }

    /// The compulsory moves.
    #[must_use]
    pub fn explain_due(self, moves: &[String]) -> String {
        self.say("explain-due", &[("moves", TextValue::Text(moves.join(", ")))])
    }

    /// The heading of a replayed game.
    #[must_use]
    pub fn replay_game(self, number: u64, game: Variant) -> String {
        let values = [("number", number.to_string().into()), ("game", self.game(game).into())];
        self.say("replay-game", &values)
    }

    /// That a draw may be claimed.
    #[must_use]
    pub fn replay_claim(self) -> String {
        self.say("replay-claim", &[])
    }

    /// That a replayed game has not ended.
    #[must_use]
    pub fn replay_open(self) -> String {
        self.say("replay-open", &[])
    }

    /// How many moves a record has after the end of the game.
    #[must_use]
    pub fn replay_more(self, count: usize) -> String {
        self.say("replay-more", &[("count", u32::try_from(count).unwrap_or(u32::MAX).into())])
    }

    /// How severe a problem of a record is.
    #[must_use]
    pub fn severity(self, severity: Severity) -> String {
        match severity {
            Severity::Warning => self.say("check-warning", &[]),
            Severity::Error => self.say("check-error", &[]),
        }
    }

    /// The number of a game in a file.
    #[must_use]
    pub fn game_number(self, number: u64) -> String {
        self.say("check-game", &[("number", number.to_string().into())])
    }

    /// The number of a ply in a game.
    #[must_use]
    pub fn ply_number(self, at: &PlyRef) -> String {
        let key = if at.depth == 0 { "check-ply" } else { "check-ply-variation" };
        self.say(key, &[("number", at.ply.into())])
    }

    /// How many warnings of a kind were not listed.
    #[must_use]
    pub fn more_warnings(self, count: u64, kind: &str) -> String {
        self.say("check-more-warnings", &[("count", counted(count)), ("kind", kind.into())])
    }

    /// The totals of a checked file: games, legal games, errors and warnings.
    #[must_use]
    pub fn check_summary(self, games: u64, legal: u64, errors: u64, warnings: u64) -> String {
        let part = |key: &str, count: u64| self.say(key, &[("count", counted(count))]);
        let parts = [
            part("check-games", games),
            part("check-legal", legal),
            part("check-errors", errors),
            part("check-warnings", warnings),
        ];
        parts.join(", ")
    }

    /// The name of standard input.
    #[must_use]
    pub fn standard_input(self) -> String {
        self.say("check-standard-input", &[])
    }

    /// That a file cannot be read.
    #[must_use]
    pub fn file_unread(self, file: &str, why: &str) -> String {
        self.say("check-unread", &[("file", file.into()), ("text", why.into())])
    }

    /// That a file contains no game.
    #[must_use]
    pub fn no_games(self, file: &str) -> String {
        self.say("check-no-games", &[("file", file.into())])
    }

    /// That a record is of a game that is not supported.
    #[must_use]
    pub fn unsupported_game(self) -> String {
        self.say("check-unknown-game", &[])
    }

    /// That the rulebooks, or those of a game, have no such article.
    #[must_use]
    pub fn no_article(self, article: &str, game: Option<Variant>) -> String {
        let article = ("article", article.into());
        match game {
            Some(game) => {
                self.say("rulebook-no-article-of-game", &[article, ("game", self.game(game).into())])
            }
            None => self.say("rulebook-no-article", &[article]),
        }
    }

    /// What an article without a printed number is called; `part` is its number or letter.
    pub(crate) fn article_name(self, key: &str, part: &str) -> String {
        self.say(key, &[("part", part.into())])
    }

    /// That the side to move has no legal move.
    #[must_use]
    pub fn no_legal_move(self) -> String {
        self.say("moves-none", &[])
    }

    /// The squares that a capture visits.
    #[must_use]
    pub fn move_route(self, squares: &str) -> String {
        self.say("moves-route", &[("squares", squares.into())])
    }

    /// The squares of the pieces that a move captures.
    #[must_use]
    pub fn move_takes(self, squares: &str) -> String {
        self.say("moves-takes", &[("squares", squares.into())])
    }

    /// That no file was named.
    #[must_use]
    pub fn name_a_file(self) -> String {
        self.say("check-name-a-file", &[])
    }

    /// That a move promotes a man.
    #[must_use]
    pub fn crowned(self) -> String {
        self.say("moves-crowned", &[])
    }
}

/// A number for the choice of a plural.
fn counted(count: u64) -> TextValue {
    u32::try_from(count).unwrap_or(u32::MAX).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_is_filled_in() {
        for lang in Lang::ALL {
            let texts = [
                lang.explain_legal("22-18"),
                lang.explain_illegal("22-18", "why"),
                lang.explain_due(&["22x13".to_owned()]),
                lang.replay_game(1, Variant::Italian),
                lang.replay_claim(),
                lang.replay_open(),
                lang.replay_more(1),
                lang.replay_more(2),
                lang.more_warnings(1, "no-result"),
                lang.check_summary(1, 0, 2, 1),
                lang.standard_input(),
                lang.file_unread("a.pdn", "why"),
                lang.no_games("a.pdn"),
                lang.unsupported_game(),
                lang.no_article("99", None),
                lang.no_article("99", Some(Variant::Brazilian)),
                lang.no_legal_move(),
                lang.move_route("1-10"),
                lang.move_takes("5, 6"),
                lang.name_a_file(),
                lang.game_number(3),
                lang.ply_number(&PlyRef { ply: 1, depth: 0, text: String::new() }),
                lang.ply_number(&PlyRef { ply: 1, depth: 2, text: String::new() }),
            ];
            for text in texts {
                assert!(!text.contains(['{', '$']) && text.contains(' '), "{lang:?}: {text}");
            }
        }
    }
}
