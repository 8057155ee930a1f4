//! What is wrong with a report file or with the terms of a tournament, as sentences.

use damiera_game::Lang;
use damiera_rules::Variant;

use super::say;
use crate::system::PairingSystem;
use crate::trf::{TrfFault, TrfField, TrfProblem};
use crate::wire::BadTournamentWire;

impl TrfFault {
    /// The fault as a sentence, with its line.
    #[must_use]
    pub fn text(&self, lang: Lang) -> String {
        say(lang, "trf-line", &[("line", self.line.to_string()), ("problem", self.problem.text(lang))])
    }
}

impl TrfProblem {
    /// The problem as a sentence.
    #[must_use]
    pub fn text(&self, lang: Lang) -> String {
        let say = |key: &str, values: &[(&str, String)]| say(lang, key, values);
        let number = |number: &dyn ToString| [("number", number.to_string())];
        match self {
            Self::UnknownRecord(code) => say("trf-unknown-record", &[("text", code.clone())]),
            Self::BadField { field, text } if text.is_empty() => {
                say("trf-missing-field", &[("field", field.text(lang))])
            }
            Self::BadField { field, text } => {
                say("trf-bad-field", &[("text", text.clone()), ("field", field.text(lang))])
            }
            Self::RepeatedNumber(repeated) => say("trf-repeated-number", &number(repeated)),
            Self::UnknownPlayer(unknown) => say("trf-unknown-player", &number(unknown)),
            Self::OwnOpponent(own) => say("trf-own-opponent", &number(own)),
            Self::Contradiction { round, number, opponent } => say(
                "trf-contradiction",
                &[
                    ("round", round.to_string()),
                    ("number", number.to_string()),
                    ("opponent", opponent.to_string()),
                ],
            ),
            Self::PointsDiffer { number, listed, computed } => say(
                "trf-points-differ",
                &[
                    ("number", number.to_string()),
                    ("listed", listed.text(lang)),
                    ("computed", computed.text(lang)),
                ],
            ),
            Self::UnknownSystem(name) => say("trf-unknown-system", &[("text", name.clone())]),
            Self::UnevenResults { round, number, opponent } => say(
                "trf-uneven-results",
                &[
                    ("round", round.to_string()),
                    ("number", number.to_string()),
                    ("opponent", opponent.to_string()),
                ],
            ),
            Self::RepeatedName { number, earlier } => {
                say("trf-repeated-name", &[("number", number.to_string()), ("opponent", earlier.to_string())])
            }
            Self::RecordChanged(code) => say("trf-record-changed", &[("text", code.clone())]),
            Self::PlayersDiffer { listed, found } => {
                say("trf-players-differ", &[("listed", listed.to_string()), ("found", found.to_string())])
            }
            Self::UnknownWord { record, word } => {
                say("trf-unknown-word", &[("text", word.clone()), ("record", record.clone())])
            }
            Self::WithoutEffect(record) => say("trf-without-effect", &[("record", record.clone())]),
            Self::NotCarried(record) => say("trf-not-carried", &[("record", record.clone())]),
            Self::OneSidedForfeit { round, number, opponent } => say(
                "trf-one-sided-forfeit",
                &[
                    ("round", round.to_string()),
                    ("number", number.to_string()),
                    ("opponent", opponent.to_string()),
                ],
            ),
            Self::NotUtf8 => say("trf-not-utf8", &[]),
            Self::TooLong => say("trf-too-long", &[]),
            Self::NoPlayers => say("trf-no-players", &[]),
        }
    }
}

impl TrfField {
    fn text(self, lang: Lang) -> String {
        let key = match self {
            Self::PairingNumber => "trf-field-pairing-number",
            Self::Rating => "trf-field-rating",
            Self::Points => "trf-field-points",
            Self::Rank => "trf-field-rank",
            Self::RoundResult => "trf-field-round-result",
            Self::Opponent => "trf-field-opponent",
            Self::Rounds => "trf-field-rounds",
            Self::ResultLetter => "trf-field-result-letter",
            Self::Round => "trf-field-round",
            Self::InitialColour => "trf-field-initial-colour",
            Self::ByeKind => "trf-field-bye-kind",
            Self::BoardColours => "trf-field-board-colours",
        };
        say(lang, key, &[])
    }
}

impl BadTournamentWire {
    /// The fault as a sentence.
    #[must_use]
    pub fn text(&self, lang: Lang) -> String {
        let plain = |key: &str| say(lang, key, &[]);
        let with = |key: &str, text: &str| say(lang, key, &[("text", text.to_owned())]);
        match self {
            Self::Version(version) => with("terms-version", &version.to_string()),
            Self::Name => plain("terms-name"),
            Self::Rounds => plain("terms-rounds"),
            Self::Scoring => plain("terms-scoring"),
            Self::Variant(name) => {
                let names: Vec<_> = Variant::ALL.iter().map(|variant| variant.name()).collect();
                say(lang, "terms-variant", &[("text", name.clone()), ("known", names.join(", "))])
            }
            Self::System(name) => {
                let names: Vec<_> = PairingSystem::ALL.iter().map(ToString::to_string).collect();
                say(lang, "terms-system", &[("text", name.clone()), ("known", names.join(", "))])
            }
            Self::TieBreak(code) => with("terms-tie-break", code),
            Self::TieBreakTwice(code) => with("terms-tie-break-twice", code),
            Self::TooManyTieBreaks(most) => with("terms-too-many-tie-breaks", &most.to_string()),
            Self::Acceleration => plain("terms-acceleration"),
            Self::Colour(name) => with("terms-colour", name),
            Self::Points(text) => with("terms-points", text),
            Self::Scope(name) => with("terms-scope", name),
            Self::Games(_) => plain("terms-games"),
            Self::DoubleNeedsTwoGames => plain("terms-double-needs-two-games"),
            Self::Cycles => plain("terms-cycles"),
            Self::Edges => plain("terms-edges"),
            Self::LastRounds => plain("terms-last-rounds"),
            Self::BarredOpening => plain("terms-barred-opening"),
            Self::TeamBoards => plain("terms-team-boards"),
            Self::Window => plain("terms-window"),
            Self::AtOnce => plain("terms-at-once"),
            Self::Correspondence => plain("terms-correspondence"),
            Self::Arena => plain("terms-arena"),
            Self::OnlineTime => plain("terms-online-time"),
        }
    }
}
