//! The request for a new game.

use std::time::Duration;

use damiera_engine::Level;
use damiera_game::{
    BadTerms, Bonus, ClockControl, IrregularPolicy, Occasion, Profile, Recording, RuleSet, Sight,
    StartPosition, Terms, odds, wire,
};
use damiera_messages::{Seat, Seats};
use damiera_notation::openings;
use damiera_rules::{Side, Square, Variant};
use serde::Deserialize;
use serde_json::json;

use super::strict::{JsonFields, ignored_field};
use crate::invalid_input::InvalidInput;
use crate::names::misleads;
use crate::rooms::RoomError;

/// The most men that may be given as odds.
const MOST_ODDS: u8 = odds::MOST_MEN_GIVEN;
/// The most pieces on a board, and so the most squares that can be named.
const MOST_SQUARES: usize = 50;
/// The longest FEN, in bytes.
const LONGEST_FEN: usize = 1_000;
/// The longest name of a player, in characters.
const LONGEST_NAME: usize = 40;
/// The most moves that may count as played; every snapshot of the game has them.
const MOST_OPENING_MOVES: usize = 200;
/// The longest move in notation, in bytes.
const LONGEST_MOVE: usize = 80;
/// The most stages of a clock.
const MOST_STAGES: usize = 16;

/// The request for a new game.
#[derive(Deserialize, Debug, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schema(as = Wish, example = json!({"variant": "italian", "white": {"kind": "person"}, "black": {"kind": "engine", "level": 4},
    "minutes": 15, "increment": 10}))]
pub(super) struct GameRequest {
    /// Which game: english, italian, brazilian or international.
    variant: String,
    white: Seat,
    black: Seat,
    /// White's and Black's names.
    #[serde(default)]
    names: [Option<String>; 2],
    /// How strictly the rules are kept: `table` for an arbiter beside a real board.
    #[serde(default)]
    profile: ProfileName,
    /// White's and Black's clocks; they may differ (FID-IT 15.1.10).
    clocks: Option<[wire::WireClockControl; 2]>,
    /// Instead of clocks: minutes for each side,
    minutes: Option<u32>,
    /// and seconds added for each move.
    #[serde(default)]
    increment: u32,
    /// The starting position as FEN.
    fen: Option<String>,
    /// Squares of pieces given as odds (15.1.9).
    #[serde(default)]
    odds: Vec<u8>,
    /// Instead of squares: how many men White and Black give.
    #[serde(default)]
    men_given: [u8; 2],
    /// Quiet moves that men have made before the game begins, given as odds, up to 3: from and to.
    #[serde(default)]
    moves_given: Vec<[u8; 2]>,
    /// The side that makes the first move, if it is not the one that the book says.
    first: Option<wire::WireSide>,
    /// How White and Black follow the game: `board` or `blindfold` (15.1.4, 15.1.6).
    sight: Option<[wire::WireSight; 2]>,
    /// What a blindfold player may use, and what illegal tries cost.
    blindfold: Option<wire::WireBlindfoldTerms>,
    /// Moves that count as played.
    #[serde(default)]
    opening: Vec<String>,
    /// The name of the table that the opening is drawn from.
    ballot: Option<String>,
    /// At a table: whether the players must record the game. If not, a man left unmarked remains a man (FID-IT 4.5).
    recording: Option<wire::WireRecording>,
    /// The pace, where no clock of the app tells it (CBD 100).
    pace: Option<wire::WirePace>,
    /// The kind of tournament (FID-IT 11).
    occasion: Option<wire::WireOccasion>,
    /// The count that the organiser of a promotional tournament sets: 10 to 39 moves by each side (FID-IT 11).
    count_limit: Option<u8>,
}

#[derive(Deserialize, Debug, Default, Clone, Copy, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
enum ProfileName {
    #[default]
    Casual,
    Table,
}

impl GameRequest {
    /// Reads a request; an error if something in it would be ignored.
    pub(super) fn read(body: &JsonFields) -> Result<Self, RoomError> {
        let read = Self::deserialize(body).map_err(RoomError::invalid)?;
        let nested = json!({ "white": read.white, "black": read.black, "clocks": read.clocks });
        match body.iter().find_map(|(name, sent)| ignored_field(sent, nested.get(name)?)) {
            Some(field) => Err(RoomError::Invalid(InvalidInput::UnknownField(field.to_owned()))),
            None => Ok(read),
        }
    }

    pub(super) fn seats(&self) -> Seats {
        Seats { white: self.white, black: self.black }
    }

    /// White's and Black's names, without needless spaces.
    pub(super) fn names(&self) -> [Option<String>; 2] {
        self.names.each_ref().map(|name| {
            let words = name.iter().flat_map(|name| name.split_whitespace()).collect::<Vec<_>>().join(" ");
            (!words.is_empty()).then_some(words)
        })
    }

    /// The terms. An opening is drawn with this random number.
    pub(super) fn terms(&self, random: u64) -> Result<Terms, RoomError> {
        self.check_size()?;
        self.check_parts()?;
        let variant: Variant = self.variant.parse().map_err(RoomError::invalid)?;
        let terms = Terms {
            start: self.start(variant)?,
            first: self.first.map(Side::from),
            moves_given: self.moves_given()?,
            opening: self.opening(variant, random)?,
            controls: self.controls()?,
            sight: self.sight()?,
            blindfold: self.blindfold.as_ref().map(Into::into).unwrap_or_default(),
            ..Terms::new(variant, self.profile()?)
        };
        terms.check().map_err(RoomError::invalid)?;
        self.check_pace(&terms)?;
        check_occasion(&terms)?;
        Ok(terms)
    }

    /// Refuses a level that the engine does not have, a name that would be cut, and parts of clocks that would be ignored.
    fn check_parts(&self) -> Result<(), RoomError> {
        let is_level = |seat| match seat {
            Seat::Person => true,
            Seat::Engine { level } => Level::new(level).is_some(),
        };
        let is_name = |name: &String| {
            name.chars().count() <= LONGEST_NAME && !name.contains(char::is_control) && !misleads(name)
        };
        if !self.names().iter().flatten().all(is_name) {
            return Err(RoomError::Invalid(InvalidInput::PlayerName { most: LONGEST_NAME }));
        }
        if ![self.white, self.black].into_iter().all(is_level) {
            return Err(RoomError::Invalid(InvalidInput::Level { most: Level::HIGHEST.number() }));
        }
        let is_whole = |control: &wire::WireClockControl| match control {
            wire::WireClockControl::Timed { stages, bonus, bonus_time, periods, period } => {
                let open = stages.iter().position(|(moves, _)| moves.is_none());
                (*bonus == wire::WireBonus::None) == (*bonus_time == 0)
                    && (*periods == 0) == (*period == 0)
                    && open.is_none_or(|open| open + 1 == stages.len())
                    && stages.iter().all(|(moves, _)| *moves != Some(0))
            }
            wire::WireClockControl::Untimed | wire::WireClockControl::PerMove { .. } => true,
        };
        if !self.clocks.iter().flatten().all(is_whole) {
            return Err(RoomError::Invalid(InvalidInput::ClockParts));
        }
        Ok(())
    }

    /// Refuses a pace that nothing depends on or that the clocks contradict.
    fn check_pace(&self, terms: &Terms) -> Result<(), RoomError> {
        let Some(pace) = self.pace else { return Ok(()) };
        match RuleSet::of(terms.variant).fast_limit {
            None => Err(RoomError::invalid(BadTerms::NoPace)),
            Some(limit) if terms.is_timed() && terms.clock_pace() != pace.into() => {
                Err(RoomError::invalid(BadTerms::PaceAgainstClocks { limit }))
            }
            Some(_) => Ok(()),
        }
    }

    /// Refuses terms that would make every snapshot of the game large.
    fn check_size(&self) -> Result<(), RoomError> {
        if self.fen.as_ref().is_some_and(|fen| fen.len() > LONGEST_FEN) || self.odds.len() > MOST_SQUARES {
            return Err(RoomError::Invalid(InvalidInput::PositionTooLong));
        }
        if self.opening.len() > MOST_OPENING_MOVES || self.opening.iter().any(|m| m.len() > LONGEST_MOVE) {
            return Err(RoomError::Invalid(InvalidInput::OpeningTooLong { most: MOST_OPENING_MOVES }));
        }
        let stages = |control: &wire::WireClockControl| match control {
            wire::WireClockControl::Timed { stages, .. } => stages.len(),
            _ => 0,
        };
        if self.clocks.iter().flatten().any(|control| stages(control) > MOST_STAGES) {
            return Err(RoomError::Invalid(InvalidInput::TooManyStages { most: MOST_STAGES }));
        }
        Ok(())
    }

    fn profile(&self) -> Result<Profile, RoomError> {
        let mut profile = match self.profile {
            ProfileName::Casual => Profile::CASUAL,
            ProfileName::Table => Profile::TABLE,
        };
        let has_engine = self.white.is_engine() || self.black.is_engine();
        if has_engine && matches!(self.profile, ProfileName::Table) {
            return Err(RoomError::Invalid(InvalidInput::EngineAtTable));
        }
        if let Some(recording) = self.recording {
            profile.recording = recording.into();
        }
        if profile.recording == Recording::NotPrescribed && profile.irregular != IrregularPolicy::Recorded {
            return Err(RoomError::Invalid(InvalidInput::RecordingOffTable));
        }
        if let Some(pace) = self.pace {
            profile.pace = pace.into();
        }
        if let Some(occasion) = self.occasion {
            profile.occasion = occasion.into();
        }
        profile.count_limit = self.count_limit;
        Ok(profile)
    }

    fn sight(&self) -> Result<[Sight; 2], RoomError> {
        let sight = self.sight.map_or([Sight::Board; 2], |sight| sight.map(Sight::from));
        let invalid = |(sight, seat): (&Sight, Seat)| match sight {
            Sight::Board => false,
            Sight::Blindfold => seat.is_engine() || matches!(self.profile, ProfileName::Table),
            Sight::ByTouch => true, // the board itself works by ear and by touch
        };
        let nobody = self.blindfold.is_some() && !sight.contains(&Sight::Blindfold);
        if nobody || sight.iter().zip([self.white, self.black]).any(invalid) {
            return Err(RoomError::Invalid(InvalidInput::Blindfold));
        }
        Ok(sight)
    }

    fn start(&self, variant: Variant) -> Result<StartPosition, RoomError> {
        if let Some(fen) = &self.fen {
            let has_odds = !self.odds.is_empty() || self.men_given != [0, 0] || !self.moves_given.is_empty();
            if has_odds || self.first.is_some() {
                return Err(RoomError::Invalid(InvalidInput::PositionAndOdds));
            }
            return Ok(StartPosition::Set(fen.parse().map_err(RoomError::invalid)?));
        }
        let squares: Option<Vec<_>> = self.odds.iter().map(|&number| Square::new(number)).collect();
        let mut squares = squares.ok_or_else(|| RoomError::Invalid(InvalidInput::UnknownSquare))?;
        if self.men_given.iter().any(|&men| men > MOST_ODDS) {
            return Err(RoomError::Invalid(InvalidInput::TooManyMenGiven { most: MOST_ODDS }));
        }
        if !squares.is_empty() && self.men_given != [0, 0] {
            return Err(RoomError::Invalid(InvalidInput::SquaresAndMenGiven));
        }
        let given = Side::BOTH.into_iter().zip(self.men_given);
        squares.extend(given.flat_map(|(side, men)| odds::men_given(variant, side, men)));
        Ok(if squares.is_empty() { StartPosition::Initial } else { StartPosition::Odds(squares) })
    }

    fn moves_given(&self) -> Result<Vec<(Square, Square)>, RoomError> {
        let most = odds::MOST_MOVES_GIVEN;
        let squares = |&[from, to]: &[u8; 2]| Some((Square::new(from)?, Square::new(to)?));
        let moves: Option<Vec<_>> = self.moves_given.iter().map(squares).collect();
        moves
            .filter(|moves| moves.len() <= most)
            .ok_or_else(|| RoomError::Invalid(InvalidInput::OddsMoves { most }))
    }

    fn opening(&self, variant: Variant, random: u64) -> Result<Vec<String>, RoomError> {
        let Some(name) = &self.ballot else { return Ok(self.opening.clone()) };
        if !self.opening.is_empty() {
            return Err(RoomError::Invalid(InvalidInput::OpeningAndDeck));
        }
        let table = openings::decks_of(variant).find(|deck| deck.name == *name);
        Ok(table
            .ok_or_else(|| RoomError::Invalid(InvalidInput::UnknownDeck(name.clone())))?
            .draw(random)
            .to_vec())
    }

    fn controls(&self) -> Result<[ClockControl; 2], RoomError> {
        match (&self.clocks, self.minutes, self.increment) {
            (Some([white, black]), None, 0) => Ok([white.into(), black.into()]),
            (Some(_), ..) => Err(RoomError::Invalid(InvalidInput::ClocksAndMinutes)),
            (None, None, 0) => Ok([ClockControl::Untimed, ClockControl::Untimed]),
            (None, None, _) => Err(RoomError::Invalid(InvalidInput::IncrementAlone)),
            (None, Some(minutes @ 1..=600), increment @ 0..=600) => {
                let bonus = match increment {
                    0 => Bonus::None,
                    seconds => Bonus::Increment(Duration::from_secs(u64::from(seconds))),
                };
                let control = ClockControl::with(Duration::from_secs(60 * u64::from(minutes)), bonus);
                Ok([control.clone(), control])
            }
            (None, Some(_), _) => Err(RoomError::Invalid(InvalidInput::TimeRange)),
        }
    }
}

/// Refuses a promotional tournament without its count where no arbiter could lower the count (FID-IT 11).
fn check_occasion(terms: &Terms) -> Result<(), RoomError> {
    let Profile { occasion, count_limit, irregular, .. } = terms.profile;
    let draw = RuleSet::of(terms.variant).king_moves;
    if occasion == Occasion::Promotional && count_limit.is_none() && irregular == IrregularPolicy::Refused {
        return Err(RoomError::invalid(BadTerms::CountLimit { least: Some(draw.least), most: draw.limit }));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use damiera_game::Game;

    fn wish(more: &str) -> GameRequest {
        let text = format!(
            r#"{{"variant":"italian","white":{{"kind":"person"}},"black":{{"kind":"person"}}{more}}}"#
        );
        serde_json::from_str(&text).expect("a wish")
    }

    #[test]
    fn men_given_are_missing_at_the_start() {
        for &variant in Variant::ALL {
            for side in Side::BOTH {
                for men in 0..=MOST_ODDS {
                    assert_eq!(
                        odds::men_given(variant, side, men).len(),
                        usize::from(men),
                        "{variant} {side:?}"
                    );
                }
            }
        }
        let game = Game::new(wish(r#","men-given":[0,2]"#).terms(0).expect("terms")).expect("a game");
        assert!(!game.fen().contains(":B1,2,3,4"), "{}", game.fen());
    }

    #[test]
    fn moves_given_are_made_at_the_start() {
        let terms = wish(r#","moves-given":[[22,18],[23,19]]"#).terms(0).expect("terms");
        let game = Game::new(terms).expect("a game");
        assert!(game.fen().starts_with("W:W18,19,21,24"), "{}", game.fen());
        for more in ["[[22,18],[23,19],[24,20],[25,22]]", "[[0,18]]"] {
            assert!(wish(&format!(r#","moves-given":{more}"#)).terms(0).is_err(), "{more}");
        }
        assert!(wish(r#","moves-given":[[22,18]],"fen":"W:W22:B1""#).terms(0).is_err());
    }

    #[test]
    fn an_opening_is_drawn_from_the_table_that_is_named() {
        let terms = wish(r#","ballot":"three-move""#).terms(7).expect("terms");
        assert_eq!(terms.opening.len(), 3);
        assert!(matches!(wish(r#","ballot":"none""#).terms(7), Err(RoomError::Invalid(_))));
    }

    #[test]
    fn a_term_that_cannot_be_kept_is_refused() {
        let refused = [
            r#","men-given":[9,0]"#,
            r#","names":["A name of more letters than fit on a scoresheet",null]"#,
            r#","names":[null,"Ann\u0007a"]"#,
            r#","minutes":0"#,
            r#","minutes":700"#,
            r#","minutes":5,"increment":700"#,
            r#","increment":5"#,
            r#","blindfold":{}"#,
            r#","sight":["by-touch","board"]"#,
            r#","sight":["blindfold","board"],"profile":"table""#,
            r#","sight":["blindfold","board"],"blindfold":{"tries":0}"#,
            r#","recording":"not-prescribed""#,
            r#","profile":"table","pace":"fast""#,
            r#","profile":"table","pace":"classical""#,
            r#","count-limit":20"#,
            r#","occasion":"promotional""#,
            r#","occasion":"promotional","count-limit":9"#,
            r#","opening":["22-18"],"ballot":"three-move""#,
            r#","fen":"W:W30:B3","men-given":[0,1]"#,
            r#","odds":[1],"men-given":[0,1]"#,
            r#","clocks":[{"kind":"per-move","time":18446744073709551615},{"kind":"untimed"}]"#,
            r#","clocks":[{"kind":"timed","stages":[[null,60000]],"bonus":"none","bonus-time":5000,"periods":0,"period":0},{"kind":"untimed"}]"#,
            r#","clocks":[{"kind":"timed","stages":[[null,60000]],"bonus":"delay","bonus-time":0,"periods":0,"period":0},{"kind":"untimed"}]"#,
            r#","clocks":[{"kind":"timed","stages":[[null,60000]],"bonus":"none","bonus-time":0,"periods":2,"period":0},{"kind":"untimed"}]"#,
            r#","clocks":[{"kind":"timed","stages":[[null,60000],[40,60000]],"bonus":"none","bonus-time":0,"periods":0,"period":0},{"kind":"untimed"}]"#,
        ];
        for more in refused {
            assert!(matches!(wish(more).terms(0), Err(RoomError::Invalid(_))), "{more}");
        }
        let kept = wish(
            r#","profile":"table","recording":"not-prescribed","occasion":"promotional","count-limit":20"#,
        );
        let profile = kept.terms(0).expect("terms").profile;
        assert_eq!((profile.recording, profile.count_limit), (Recording::NotPrescribed, Some(20)));
    }

    #[test]
    fn terms_that_would_make_snapshots_large_are_refused() {
        let stages = format!(
            r#","clocks":[{{"kind":"untimed"}},{{"kind":"timed","stages":[{}],"bonus":"none","bonus-time":0,"periods":0,"period":0}}]"#,
            ["[1,60000]"; 17].join(",")
        );
        let opening = format!(r#","opening":[{}]"#, [r#""22-18""#; 201].join(","));
        let (fen, odds) =
            (format!(r#","fen":"W:W{}""#, "1,".repeat(500)), format!(r#","odds":[{}]"#, ["1"; 51].join(",")));
        for more in [stages, opening, fen, odds] {
            let refused = wish(&more).terms(0).expect_err("too large").to_string();
            assert!(refused.contains("at most") || refused.contains("too long"), "{refused}");
        }
    }

    #[test]
    fn a_field_that_is_not_known_is_refused() {
        for more in ["simultaneous", "varient", "minuts", "touch"] {
            let text = format!(
                r#"{{"variant":"italian","white":{{"kind":"person"}},"black":{{"kind":"person"}},"{more}":null}}"#
            );
            let error = serde_json::from_str::<GameRequest>(&text).expect_err(more).to_string();
            assert!(error.contains(more), "{error}");
        }
    }

    #[test]
    fn sides_may_have_clocks_of_their_own() {
        let clocks = r#","clocks":[{"kind":"untimed"},{"kind":"timed","stages":[[null,60000]],"bonus":"delay","bonus-time":2000,"periods":0,"period":0}]"#;
        let terms = wish(clocks).terms(0).expect("terms");
        assert_eq!(terms.controls[0], ClockControl::Untimed);
        assert_eq!(
            terms.controls[1],
            ClockControl::with(Duration::from_secs(60), Bonus::Delay(Duration::from_secs(2)))
        );
    }
}
