//! Input that cannot be used. The reason is data, so that each reader gets it in their own language.

use damiera_game::wire::BadWire;
use damiera_game::{BadTerms, Lang};
use damiera_rules::{AttemptError, FenError, SetupFaults, UnknownVariant, Variant};
use serde::Serialize;

use crate::texts::{say, text};

/// A part of a game's terms. A form shows at its field what is wrong with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum TermsPart {
    /// Odds as a whole.
    Odds,
    /// The men given as odds.
    OddsMen,
    /// The moves made beforehand.
    OddsMoves,
    /// The minutes of whoever gives odds.
    OddsMinutes,
    /// The clocks.
    Clock,
    /// The limit of the count.
    Count,
}

impl TermsPart {
    /// The name under which clients know it.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Odds => "odds",
            Self::OddsMen => "odds-men",
            Self::OddsMoves => "odds-moves",
            Self::OddsMinutes => "odds-minutes",
            Self::Clock => "clock",
            Self::Count => "count",
        }
    }
}

/// Why input cannot be used.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum InvalidInput {
    /// It is not the JSON that was expected; with what the parser says of it.
    Json(String),
    /// It is not sent as JSON.
    ContentType,
    /// It is no JSON at all from here on.
    Syntax {
        /// The line, from 1.
        line: String,
        /// The column.
        column: String,
    },
    /// A value is of another kind, or out of range.
    UnfitValue {
        /// The value.
        value: String,
        /// The text that says what is expected.
        expected: &'static str,
    },
    /// A field is missing.
    MissingField(String),
    /// A value is not one of those that are known.
    UnknownValue {
        /// The value.
        value: String,
        /// The known values.
        known: String,
    },
    /// It has a field that would be ignored.
    UnknownField(String),
    /// It has a field twice, and one of the two would be ignored.
    FieldTwice(String),
    /// There is no such game.
    UnknownVariant,
    /// A FEN cannot be read.
    Fen(FenError),
    /// A position is not one of the game.
    Position(SetupFaults),
    /// A move cannot be read.
    Move(AttemptError),
    /// No board has such a square.
    UnknownSquare,
    /// No rulebook has such an article.
    UnknownArticle(String),
    /// No game can be played on these terms.
    Terms(BadTerms),
    /// A command id has other characters than letters, digits, - and _, or too many.
    CommandId,
    /// The connection already follows a game or the lobby.
    AlreadyFollowing,
    /// Whether moves are recorded is a term of an arbiter's table.
    RecordingOffTable,
    /// A position and odds were given.
    PositionAndOdds,
    /// A position is described at too great a length.
    PositionTooLong,
    /// Too many men are given as odds.
    TooManyMenGiven {
        /// The most.
        most: u8,
    },
    /// No deck of openings has this name.
    UnknownDeck(String),
    /// An opening and a deck to draw it from were given.
    OpeningAndDeck,
    /// An opening has too many moves.
    OpeningTooLong {
        /// The most moves.
        most: usize,
    },
    /// A clock has too many stages.
    TooManyStages {
        /// The most.
        most: usize,
    },
    /// Clocks and minutes were given.
    ClocksAndMinutes,
    /// An increment without minutes.
    IncrementAlone,
    /// Minutes or increment out of range.
    TimeRange,
    /// A clock has a bonus without its time, periods without their length, or the reverse.
    ClockParts,
    /// The engine has no such level.
    Level {
        /// The highest.
        most: u8,
    },
    /// Odds are announced, but nothing is given.
    NoOdds,
    /// A man given as odds is not one of the giver's at the start, or is named twice.
    OddsSquare,
    /// Odds of moves are not quiet moves of the receiver's men, or too many.
    OddsMoves {
        /// The most moves.
        most: usize,
    },
    /// Whoever gives odds of time must have fewer minutes than the other player.
    OddsTime,
    /// Only a person at a screen plays blindfold.
    Blindfold,
    /// A seek has neither minutes nor days in range.
    SeekTime,
    /// The game is not played by correspondence, or its board is kept from the player.
    NoConditionalMoves,
    /// Nobody joins this side: one person holds it, the game is over, or a side plays blindfold.
    NoConsultation,
    /// Several people hold a side, and a side plays blindfold.
    ConsultationBlindfold,
    /// As many people hold the side as may.
    SideFull {
        /// The most.
        most: usize,
    },
    /// The side decides by a vote.
    VoteInstead,
    /// A time to vote, where a captain decides.
    VoteWithCaptain,
    /// Conditional moves are for the opponent's turn.
    ConditionalOnOwnTurn,
    /// A tree of conditional moves is too large.
    TooManyConditionalMoves {
        /// The most nodes.
        most: usize,
    },
    /// The parent of a conditional move does not come before it.
    ConditionalParent,
    /// The same move of the opponent has two replies.
    ConditionalTwice(String),
    /// A tournament has no such role.
    UnknownRole(String),
    /// The ratings that an opponent may have are out of range, or the game is not rated.
    RatingRange,
    /// The name of a collection is empty or too long.
    CollectionName {
        /// The most letters.
        most: usize,
    },
    /// The squares of the men given as odds, and also their number.
    SquaresAndMenGiven,
    /// An engine has a seat at an arbiter's table.
    EngineAtTable,
    /// A game is not in the person's library.
    NotInLibrary(String),
    /// Another collection of the person has the name.
    CollectionNameTaken(String),
    /// A player's name is too long, or has characters that cannot be written.
    PlayerName {
        /// The most letters.
        most: usize,
    },
    /// More lines of analysis than the engine shows, or none.
    AnalysisLines {
        /// The most.
        most: usize,
    },
    /// A pace or a limit of the count, without the count.
    NoCount,
    /// A number of a page that is none.
    PageNumber(String),
    /// An invitation names a player where it is for an official, or an official where it is for a player.
    Invitation,
    /// A person has as many collections as one may have.
    TooManyCollections {
        /// The most.
        most: u32,
    },
    /// More games were chosen than are changed at once.
    TooManyChosen {
        /// The most.
        most: usize,
    },
    /// A push subscription has no endpoint that messages may be sent to, or no keys that a browser could have.
    PushSubscription,
    /// A report names no player, or its description is empty or too long.
    Report,
}

impl InvalidInput {
    /// The reason in a language.
    pub(crate) fn text(&self, lang: Lang) -> String {
        let with = |key, value: &dyn ToString| say(lang, key, &[("text", &value.to_string())]);
        match self {
            Self::Json(reason) => with("invalid-json", reason),
            Self::ContentType => text(lang, "invalid-content-type"),
            Self::Syntax { line, column } => {
                say(lang, "invalid-syntax", &[("made", line), ("limit", column)])
            }
            Self::UnfitValue { value, expected } => {
                say(lang, "invalid-unfit", &[("text", value), ("move", &text(lang, expected))])
            }
            Self::MissingField(field) => with("invalid-missing-field", field),
            Self::UnknownValue { value, known } => {
                say(lang, "invalid-value", &[("text", value), ("move", known)])
            }
            Self::UnknownField(field) => with("invalid-field", field),
            Self::FieldTwice(field) => with("invalid-field-twice", field),
            Self::UnknownVariant => {
                let names: Vec<_> = Variant::ALL.iter().map(|variant| variant.name()).collect();
                with("invalid-game", &names.join(", "))
            }
            Self::Fen(error) => lang.fen_error(error),
            Self::Position(faults) => lang.setup_faults(faults),
            Self::Move(error) => lang.attempt_error(error),
            Self::UnknownSquare => text(lang, "invalid-square"),
            Self::UnknownArticle(article) => lang.no_article(article, None),
            Self::Terms(terms) => lang.bad_terms(terms),
            Self::CommandId => text(lang, "invalid-command-id"),
            Self::AlreadyFollowing => text(lang, "invalid-following"),
            Self::RecordingOffTable => text(lang, "invalid-recording"),
            Self::PositionAndOdds => text(lang, "invalid-position-and-odds"),
            Self::PositionTooLong => text(lang, "invalid-position-too-long"),
            Self::TooManyMenGiven { most } => with("invalid-men-given", most),
            Self::UnknownDeck(name) => with("invalid-deck", name),
            Self::OpeningAndDeck => text(lang, "invalid-opening-and-deck"),
            Self::OpeningTooLong { most } => with("invalid-opening-too-long", most),
            Self::TooManyStages { most } => with("invalid-stages", most),
            Self::ClocksAndMinutes => text(lang, "invalid-clocks-and-minutes"),
            Self::IncrementAlone => text(lang, "invalid-increment-alone"),
            Self::TimeRange => text(lang, "invalid-time"),
            Self::ClockParts => text(lang, "invalid-clock-parts"),
            Self::Level { most } => with("invalid-level", most),
            Self::NoOdds => text(lang, "invalid-no-odds"),
            Self::OddsSquare => text(lang, "invalid-odds-square"),
            Self::OddsMoves { most } => say(lang, "invalid-odds-moves", &[("limit", &most.to_string())]),
            Self::OddsTime => text(lang, "invalid-odds-time"),
            Self::Blindfold => text(lang, "invalid-blindfold"),
            Self::SeekTime => text(lang, "invalid-seek-time"),
            Self::NoConditionalMoves => text(lang, "invalid-conditional-here"),
            Self::NoConsultation => text(lang, "invalid-consultation"),
            Self::ConsultationBlindfold => text(lang, "invalid-consultation-blindfold"),
            Self::SideFull { most } => with("invalid-side-full", most),
            Self::VoteInstead => text(lang, "invalid-vote-instead"),
            Self::VoteWithCaptain => text(lang, "invalid-vote-with-captain"),
            Self::ConditionalOnOwnTurn => text(lang, "invalid-conditional-turn"),
            Self::TooManyConditionalMoves { most } => with("invalid-conditional-many", most),
            Self::ConditionalParent => text(lang, "invalid-conditional-parent"),
            Self::ConditionalTwice(notation) => with("invalid-conditional-twice", notation),
            Self::UnknownRole(role) => with("invalid-role", role),
            Self::RatingRange => text(lang, "invalid-rating-range"),
            Self::CollectionName { most } => with("invalid-collection-name", most),
            Self::SquaresAndMenGiven => text(lang, "invalid-squares-and-men"),
            Self::EngineAtTable => text(lang, "invalid-engine-at-table"),
            Self::CollectionNameTaken(name) => with("invalid-collection-name-taken", name),
            Self::NotInLibrary(game) => with("invalid-not-in-library", game),
            Self::PlayerName { most } => with("invalid-player-name", most),
            Self::AnalysisLines { most } => with("invalid-lines", most),
            Self::NoCount => text(lang, "invalid-no-count"),
            Self::PageNumber(number) => with("invalid-page", number),
            Self::Invitation => text(lang, "invalid-invitation"),
            Self::TooManyCollections { most } => with("invalid-collections", most),
            Self::TooManyChosen { most } => with("invalid-chosen", most),
            Self::PushSubscription => text(lang, "invalid-push"),
            Self::Report => text(lang, "invalid-report"),
        }
    }
}

impl InvalidInput {
    /// The part of a game's terms that it is about, if it is one.
    pub(crate) const fn about(&self) -> Option<TermsPart> {
        use TermsPart as P;
        Some(match self {
            Self::NoOdds | Self::PositionAndOdds => P::Odds,
            Self::TooManyMenGiven { .. } | Self::OddsSquare | Self::SquaresAndMenGiven => P::OddsMen,
            Self::OddsMoves { .. } => P::OddsMoves,
            Self::OddsTime => P::OddsMinutes,
            Self::TooManyStages { .. } | Self::ClockParts | Self::TimeRange | Self::SeekTime => P::Clock,
            Self::Terms(terms) => match terms {
                BadTerms::Odds(_) => P::OddsMen,
                BadTerms::MoveGiven(..) => P::OddsMoves,
                BadTerms::NoTime | BadTerms::TooMuchTime => P::Clock,
                BadTerms::CountLimit { .. } | BadTerms::NoPromotional => P::Count,
                _ => return None,
            },
            _ => return None,
        })
    }
}

impl std::fmt::Display for InvalidInput {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text(Lang::English))
    }
}

impl From<serde_json::Error> for InvalidInput {
    fn from(error: serde_json::Error) -> Self {
        Self::json(&error.to_string())
    }
}

impl InvalidInput {
    /// What a parser says of a body or a query. Serde has no other form of its errors than their English text.
    pub(crate) fn json(message: &str) -> Self {
        let quoted = |text: &str| text.split('`').nth(1).map(str::to_owned);
        let after = |start: &str| message.split_once(start).map(|(_, rest)| rest);
        let unknown = after("unknown variant ").and_then(|rest| {
            let known: Vec<_> = rest.split('`').skip(3).step_by(2).collect();
            Some(Self::UnknownValue { value: quoted(rest)?, known: known.join(", ") })
        });
        let field = || Some(Self::UnknownField(quoted(after("unknown field ")?)?));
        let twice = || Some(Self::FieldTwice(quoted(after("duplicate field ")?)?));
        let missing = || Some(Self::MissingField(quoted(after("missing field ")?)?));
        unknown
            .or_else(field)
            .or_else(twice)
            .or_else(missing)
            .or_else(|| Self::unfit(message))
            .or_else(|| Self::no_number(message))
            .or_else(|| message.contains("`Content-Type: application/json`").then_some(Self::ContentType))
            .or_else(|| Self::syntax(message))
            .unwrap_or_else(|| Self::Json(message.to_owned()))
    }

    /// "invalid type: string \"x\", expected u8", "invalid value: integer `300`, expected u8".
    fn unfit(message: &str) -> Option<Self> {
        let (_, rest) =
            message.split_once("invalid type: ").or_else(|| message.split_once("invalid value: "))?;
        let (found, expected) = rest.rsplit_once(", expected ")?;
        let quoted = |quote: char| Some(found.split_once(quote)?.1.rsplit_once(quote)?.0);
        let value = match found {
            "map" | "newtype variant" | "struct variant" => "{…}",
            "sequence" => "[…]",
            found => quoted('"').or_else(|| quoted('`')).unwrap_or(found),
        };
        let expected = match expected.split_whitespace().collect::<Vec<_>>()[..] {
            ["u8" | "u16" | "u32" | "u64" | "usize" | "i64", ..] => "invalid-unfit-number",
            ["a", "string", ..] | ["string", ..] => "invalid-unfit-text",
            // A name out of a list, as JSON an enum without fields.
            ["map", "with", "a", "single", "key", ..] | ["unit", "variant", ..] | ["variant", ..] => {
                "invalid-unfit-text"
            }
            ["a", "sequence", ..] => "invalid-unfit-list",
            ["a", "boolean", ..] => "invalid-unfit-boolean",
            ["a", "map", ..] | ["an", "object", ..] | ["struct" | "internally", ..] => "invalid-unfit-object",
            _ => return None,
        };
        Some(Self::UnfitValue { value: value.to_owned(), expected })
    }

    /// "Failed to deserialize query string: lines: invalid digit found in string".
    fn no_number(message: &str) -> Option<Self> {
        let (before, why) = message.rsplit_once(": ")?;
        let parsed = ["invalid digit found in string", "cannot parse integer from empty string"];
        if !parsed.contains(&why) && !why.starts_with("number too ") {
            return None;
        }
        let field = before.rsplit(": ").next()?;
        Some(Self::UnfitValue { value: field.to_owned(), expected: "invalid-unfit-number" })
    }

    /// "expected value at line 1 column 5": what the parser expected there helps nobody who does not know JSON.
    fn syntax(message: &str) -> Option<Self> {
        if message.contains("invalid type: ") || message.contains("invalid value: ") {
            return None;
        }
        let (_, at) = message.rsplit_once(" at line ")?;
        let (line, column) = at.split_once(" column ")?;
        let number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.to_owned());
        Some(Self::Syntax { line: number(line)?, column: number(column)? })
    }
}

impl From<UnknownVariant> for InvalidInput {
    fn from(_: UnknownVariant) -> Self {
        Self::UnknownVariant
    }
}

impl From<FenError> for InvalidInput {
    fn from(error: FenError) -> Self {
        Self::Fen(error)
    }
}

impl From<SetupFaults> for InvalidInput {
    fn from(faults: SetupFaults) -> Self {
        Self::Position(faults)
    }
}

impl From<AttemptError> for InvalidInput {
    fn from(error: AttemptError) -> Self {
        Self::Move(error)
    }
}

impl From<BadTerms> for InvalidInput {
    fn from(terms: BadTerms) -> Self {
        Self::Terms(terms)
    }
}

impl From<BadWire> for InvalidInput {
    fn from(bad: BadWire) -> Self {
        match bad {
            BadWire::Square(_) => Self::UnknownSquare,
            BadWire::Fen(error) => Self::Fen(error),
            BadWire::Move(error) => Self::Move(error),
            BadWire::Article(article) => Self::UnknownArticle(article),
            BadWire::Variant(_) => Self::UnknownVariant,
            BadWire::Missing { .. } | BadWire::Concealed => Self::Json(bad.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_serde_says_is_said_in_every_language() {
        for (message, part) in [
            ("unknown field `sight`, expected one of `variant`, `white`", "sight"),
            ("unknown variant `quick`, expected `classical` or `fast` at line 1 column 9", "classical, fast"),
            ("Failed to deserialize the JSON body: missing field `notation`", "notation"),
            ("Failed to deserialize query string: duplicate field `game`", "game"),
            ("invalid type: string \"a1\", expected u8 at line 1 column 9", "“a1”"),
            ("invalid value: integer `300`, expected u8", "“300”"),
            ("invalid value: map, expected map with a single key", "“{…}”"),
            ("invalid type: integer `3`, expected variant identifier", "“3”"),
            ("invalid type: newtype variant, expected unit variant", "“{…}”"),
            ("invalid type: null, expected a boolean", "true"),
            ("invalid type: map, expected a sequence at line 1 column 0", "“{…}”"),
            ("invalid type: sequence, expected an object at line 1 column 0", "“[…]”"),
            ("invalid type: string \"a, expected\", expected struct GameRequest", "“a, expected”"),
            ("Failed to parse the request body as JSON: expected value at line 3 column 17", "17"),
            ("Failed to deserialize query string: lines: invalid digit found in string", "“lines”"),
            ("Failed to deserialize query string: page: number too large to fit in target type", "“page”"),
            ("Expected request with `Content-Type: application/json`", "Content-Type"),
        ] {
            for lang in Lang::ALL {
                let text = InvalidInput::json(message).text(lang);
                assert!(text.contains(part), "{text}");
                for english in ["unknown", "expected ", "missing", "duplicate", "invalid", "column", "Failed"]
                {
                    assert!(lang == Lang::English || !text.contains(english), "{text}");
                }
            }
        }
    }
}
