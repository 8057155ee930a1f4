//! What is announced before anybody joins an exhibition, and the terms of each of its games.
//!
//! The book says that one player meets several at the same time (FID-IT 15.1.2, 15.1.5) and leaves the rest to further
//! rules (15.2). Those are the terms here. The host's clock is a clock of its own on every board, carried out by the
//! clocks of the games: the host comes to a board once in a round, so a bonus per round is a bonus for each move there.

use std::time::Duration;

use damiera_game::wire::{WireBlindfoldTerms, WireSide};
use damiera_game::{BadTerms, Bonus, ClockControl, Game, Profile, Sight, Simultaneity, Terms};
use damiera_rules::{Side, Variant};
use serde::{Deserialize, Serialize};

/// The most boards of an exhibition.
pub(crate) const MOST_BOARDS: u16 = 60;
/// The longest title, in characters.
pub(crate) const LONGEST_TITLE: usize = 80;

/// What is announced before anybody joins.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schema(as = ExhibitionTerms, example = json!({"title": "Club evening",
    "boards": [{"count": 12, "variant": "italian", "host": "alternating"}, {"count": 1, "variant": "english", "host": "black"}],
    "host-clock": {"minutes": 30, "extra": 60, "increment": 10}, "player-clock": {"minutes": 30, "increment": 0}, "start": "together"}))]
pub(crate) struct WireExhibitionTerms {
    /// Up to 80 characters.
    pub(crate) title: String,
    /// The boards, numbered from 1 in this order; 1 to 60 in all.
    pub(crate) boards: Vec<WireBoardGroup>,
    /// The host's clock on every board; none if absent.
    #[serde(default)]
    pub(crate) host_clock: Option<WireHostClock>,
    /// The clock of each player; none if absent.
    #[serde(default)]
    pub(crate) player_clock: Option<WirePlayerClock>,
    /// When games begin.
    #[serde(default)]
    pub(crate) start: WireExhibitionStart,
    /// The host plays without sight of the boards, on these terms; with sight of them if absent.
    #[serde(default)]
    pub(crate) blindfold: Option<WireBlindfoldTerms>,
}

/// Boards with the same game.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schema(as = ExhibitionBoards)]
pub(crate) struct WireBoardGroup {
    /// How many.
    pub(crate) count: u16,
    /// The game: english, italian, brazilian or international.
    pub(crate) variant: String,
    /// The host's colour.
    #[serde(default)]
    pub(crate) host: WireHostColour,
}

/// The host's colour on some boards.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug, Default, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = HostColour)]
pub(crate) enum WireHostColour {
    /// White on the first, Black on the second, and so on.
    #[default]
    Alternating,
    /// White on all of them.
    White,
    /// Black on all of them.
    Black,
}

/// The host's clock on every board.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schema(as = HostClock, example = json!({"minutes": 30, "extra": 60, "increment": 10}))]
pub(crate) struct WireHostClock {
    /// Minutes on each board, 1 to 180.
    pub(crate) minutes: u32,
    /// Seconds added to each board's time for every board of the exhibition, up to 600: of the boards that start
    /// together, or of all boards where they start as they fill.
    #[serde(default)]
    pub(crate) extra: u32,
    /// Seconds added in every round, that is, for each move on the board; up to 300.
    #[serde(default)]
    pub(crate) increment: u32,
}

/// The clock of each player.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schema(as = PlayerClock, example = json!({"minutes": 30, "increment": 5}))]
pub(crate) struct WirePlayerClock {
    /// Minutes for the game, 1 to 180.
    #[serde(default)]
    pub(crate) minutes: Option<u32>,
    /// Seconds added for each move, up to 60.
    #[serde(default)]
    pub(crate) increment: u32,
    /// Instead of minutes: seconds for each move, 10 to 3600.
    #[serde(default)]
    pub(crate) per_move: Option<u32>,
}

/// When the games of an exhibition begin.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug, Default, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = ExhibitionStart)]
pub(crate) enum WireExhibitionStart {
    /// All at once, when the host starts; nobody joins later.
    #[default]
    Together,
    /// From the host's start on, each when its board is taken.
    AsBoardsFill,
}

/// Why no exhibition can be held on some terms.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum ExhibitionFault {
    /// The title is empty or too long.
    #[error("the title is empty or too long")]
    Title,
    /// There are no boards, or too many.
    #[error("an exhibition has 1 to {MOST_BOARDS} boards")]
    BoardCount,
    /// There is no such game.
    #[error("there is no such game")]
    Variant,
    /// A time is out of range.
    #[error("a time is out of range")]
    Time,
    /// No game can be played on these terms.
    #[error(transparent)]
    Game(#[from] BadTerms),
}

/// A board before anybody has taken it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct BoardPlan {
    pub(crate) variant: Variant,
    /// The host's colour.
    pub(crate) host: Side,
}

/// Terms on which an exhibition can be held.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ExhibitionTerms {
    wire: WireExhibitionTerms,
    boards: Vec<BoardPlan>,
}

impl ExhibitionTerms {
    /// Checks terms.
    pub(crate) fn read(mut wire: WireExhibitionTerms) -> Result<Self, ExhibitionFault> {
        wire.title = wire.title.split_whitespace().collect::<Vec<_>>().join(" ");
        let length = wire.title.chars().count();
        if length == 0 || length > LONGEST_TITLE || wire.title.contains(char::is_control) {
            return Err(ExhibitionFault::Title);
        }
        let count = wire.boards.iter().map(|group| u32::from(group.count)).sum::<u32>();
        let empty = wire.boards.iter().any(|group| group.count == 0);
        if empty || !(1..=u32::from(MOST_BOARDS)).contains(&count) {
            return Err(ExhibitionFault::BoardCount);
        }
        let mut boards = Vec::new();
        for group in &wire.boards {
            boards.extend(plans(group)?);
        }
        check_times(&wire)?;
        let terms = Self { wire, boards };
        for number in 1..=terms.boards.len() as u16 {
            let game = terms.game_terms(number, terms.boards.len()).ok_or(ExhibitionFault::BoardCount)?;
            game.check()?;
            Game::new(game)?;
        }
        Ok(terms)
    }

    pub(crate) const fn wire(&self) -> &WireExhibitionTerms {
        &self.wire
    }

    /// The boards, from number 1.
    pub(crate) fn boards(&self) -> &[BoardPlan] {
        &self.boards
    }

    /// A board by its number.
    pub(crate) fn board(&self, number: u16) -> Option<&BoardPlan> {
        self.boards.get(usize::from(number).checked_sub(1)?)
    }

    /// For how many boards the host gets extra time, when so many begin.
    pub(crate) fn boards_that_count(&self, begin: usize) -> usize {
        match self.wire.start {
            WireExhibitionStart::Together => begin,
            WireExhibitionStart::AsBoardsFill => self.boards.len(),
        }
    }

    /// The terms of the game on a board, where the host gets extra time for so many boards.
    pub(crate) fn game_terms(&self, number: u16, boards: usize) -> Option<Terms> {
        let plan = self.board(number)?;
        let (host, player) = (plan.host as usize, !plan.host as usize);
        let mut terms = Terms::new(plan.variant, Profile::ONLINE);
        terms.controls[host] = self.host_control(boards);
        terms.controls[player] = self.player_control();
        terms.company = Simultaneity::Simultaneous(plan.host);
        if let Some(blindfold) = &self.wire.blindfold {
            terms.sight[host] = Sight::Blindfold; // 15.1.5
            terms.blindfold = blindfold.into();
        }
        Some(terms)
    }

    fn host_control(&self, boards: usize) -> ClockControl {
        let Some(WireHostClock { minutes, extra, increment }) = self.wire.host_clock else {
            return ClockControl::Untimed;
        };
        let time = 60 * u64::from(minutes) + u64::from(extra) * boards as u64;
        timed(time, increment)
    }

    fn player_control(&self) -> ClockControl {
        match self.wire.player_clock {
            None => ClockControl::Untimed,
            Some(WirePlayerClock { per_move: Some(seconds), .. }) => {
                ClockControl::PerMove(Duration::from_secs(seconds.into()))
            }
            Some(WirePlayerClock { minutes, increment, .. }) => {
                timed(60 * u64::from(minutes.unwrap_or_default()), increment)
            }
        }
    }
}

impl BoardPlan {
    /// The host's colour, as it is sent.
    pub(crate) fn host(&self) -> WireSide {
        self.host.into()
    }
}

fn timed(seconds: u64, increment: u32) -> ClockControl {
    let bonus = match increment {
        0 => Bonus::None,
        seconds => Bonus::Increment(Duration::from_secs(seconds.into())),
    };
    ClockControl::with(Duration::from_secs(seconds), bonus)
}

fn plans(group: &WireBoardGroup) -> Result<Vec<BoardPlan>, ExhibitionFault> {
    let variant: Variant = group.variant.parse().map_err(|_| ExhibitionFault::Variant)?;
    let host = |index: u16| match group.host {
        WireHostColour::White => Side::White,
        WireHostColour::Black => Side::Black,
        WireHostColour::Alternating if index.is_multiple_of(2) => Side::White,
        WireHostColour::Alternating => Side::Black,
    };
    Ok((0..group.count).map(|index| BoardPlan { variant, host: host(index) }).collect())
}

fn check_times(wire: &WireExhibitionTerms) -> Result<(), ExhibitionFault> {
    let host = wire.host_clock.is_none_or(|clock| {
        (1..=180).contains(&clock.minutes) && clock.extra <= 600 && clock.increment <= 300
    });
    let player = wire.player_clock.is_none_or(|clock| match (clock.minutes, clock.per_move) {
        (Some(minutes), None) => (1..=180).contains(&minutes) && clock.increment <= 60,
        (None, Some(seconds)) => (10..=3600).contains(&seconds) && clock.increment == 0,
        _ => false,
    });
    if host && player { Ok(()) } else { Err(ExhibitionFault::Time) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms() -> WireExhibitionTerms {
        let group = |count, host| WireBoardGroup { count, variant: Variant::ALL[0].name().to_owned(), host };
        WireExhibitionTerms {
            title: "  Club   evening ".to_owned(),
            boards: vec![group(3, WireHostColour::Alternating), group(2, WireHostColour::Black)],
            host_clock: Some(WireHostClock { minutes: 30, extra: 60, increment: 10 }),
            player_clock: Some(WirePlayerClock { minutes: Some(20), increment: 0, per_move: None }),
            start: WireExhibitionStart::Together,
            blindfold: None,
        }
    }

    #[test]
    fn colours_alternate_within_their_group() {
        let read = ExhibitionTerms::read(terms()).expect("terms");
        let hosts: Vec<_> = read.boards().iter().map(|plan| plan.host).collect();
        use Side::{Black, White};
        assert_eq!(hosts, [White, Black, White, Black, Black]);
        assert_eq!(read.wire().title, "Club evening");
    }

    #[test]
    fn the_host_gets_extra_time_for_each_board_and_a_bonus_for_each_round() {
        let read = ExhibitionTerms::read(terms()).expect("terms");
        let game = read.game_terms(2, read.boards_that_count(4)).expect("a board");
        assert_eq!(game.controls[Side::Black as usize], timed(30 * 60 + 4 * 60, 10), "the host has Black");
        assert_eq!(game.controls[Side::White as usize], timed(20 * 60, 0));
        assert_eq!(game.company, Simultaneity::Simultaneous(Side::Black));
        let filling = WireExhibitionTerms { start: WireExhibitionStart::AsBoardsFill, ..terms() };
        assert_eq!(ExhibitionTerms::read(filling).expect("terms").boards_that_count(1), 5);
    }

    #[test]
    fn terms_out_of_range_are_refused() {
        type Change = fn(&mut WireExhibitionTerms);
        let changes: [(Change, ExhibitionFault); 9] = [
            (|terms| terms.title = " ".to_owned(), ExhibitionFault::Title),
            (|terms| terms.title = "x".repeat(81), ExhibitionFault::Title),
            (|terms| terms.boards[0].count = 59, ExhibitionFault::BoardCount),
            (|terms| terms.boards[0].count = 0, ExhibitionFault::BoardCount),
            (|terms| terms.boards.clear(), ExhibitionFault::BoardCount),
            (|terms| terms.boards[0].variant = "chess".to_owned(), ExhibitionFault::Variant),
            (|terms| terms.host_clock.as_mut().expect("a clock").extra = 601, ExhibitionFault::Time),
            (
                |terms| terms.player_clock.as_mut().expect("a clock").per_move = Some(60),
                ExhibitionFault::Time,
            ),
            (
                |terms| terms.blindfold = Some(WireBlindfoldTerms { tries: Some(0), ..Default::default() }),
                ExhibitionFault::Game(BadTerms::Tries { most: damiera_game::BlindfoldTerms::MOST_TRIES }),
            ),
        ];
        for (change, fault) in changes {
            let mut wire = terms();
            change(&mut wire);
            assert_eq!(ExhibitionTerms::read(wire), Err(fault));
        }
    }
}
