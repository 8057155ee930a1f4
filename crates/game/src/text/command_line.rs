//! Texts of the command line.

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
    pub fn replay_game(self, number: u64, game: &str) -> String {
        let values =
            [("number", TextValue::Text(number.to_string())), ("game", TextValue::Text(game.to_owned()))];
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
                lang.replay_game(1, "italian"),
                lang.replay_claim(),
                lang.replay_open(),
                lang.replay_more(1),
                lang.replay_more(2),
            ];
            for text in texts {
                assert!(!text.contains(['{', '$']) && text.contains(' '), "{lang:?}: {text}");
            }
        }
    }
}
