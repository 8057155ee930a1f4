//! Matches of two games with colours exchanged (micro-matches), and the same event game by game.

use damiera_rules::Side;

use crate::crosstable::{Acceleration, ByeRequest, Crosstable, ForbiddenGroup};
use crate::double_swiss::double_swiss_bye;
use crate::outcome::{GameResult, PairingNumber, RoundOutcome};
use crate::pairing::{Pairing, RoundPairing};
use crate::points::Points;
use crate::scoring::{MicroMatchCount, Scoring};
use crate::system::PairingSystem;
use crate::teams::CompetitorKind;

/// How many games a pairing of a round has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum MatchLength {
    /// One.
    #[default]
    SingleGame,
    /// A micro-match: two games with colours exchanged, with the same opening.
    TwoGames,
}

impl MatchLength {
    /// The number of games.
    #[must_use]
    pub const fn games(self) -> usize {
        match self {
            Self::SingleGame => 1,
            Self::TwoGames => 2,
        }
    }

    /// The table at which a board of a round stands: in a micro-match both games are played at one table.
    #[must_use]
    pub const fn table_of(self, board: usize) -> usize {
        board.div_ceil(self.games())
    }

    /// What a board is called, such as `3`, or `2.1` for the first game of a micro-match.
    #[must_use]
    pub fn label(self, board: usize) -> String {
        match self {
            Self::SingleGame => board.to_string(),
            Self::TwoGames => format!("{}.{}", self.table_of(board), 2 - board % 2),
        }
    }
}

/// A game of a match for one player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MatchGameOutcome {
    /// It was played.
    Played(GameResult),
    /// The opponent did not appear.
    ForfeitWin,
    /// This player did not appear.
    ForfeitLoss,
}

impl MatchGameOutcome {
    /// How the game counts, whether or not it was played.
    #[must_use]
    pub const fn result(self) -> GameResult {
        match self {
            Self::Played(result) => result,
            Self::ForfeitWin => GameResult::Win,
            Self::ForfeitLoss => GameResult::Loss,
        }
    }

    const fn single(self, opponent: PairingNumber, side: Side) -> RoundOutcome {
        match self {
            Self::Played(result) => RoundOutcome::played(opponent, side, result),
            Self::ForfeitWin => RoundOutcome::ForfeitWin { opponent, side: Some(side) },
            Self::ForfeitLoss => RoundOutcome::ForfeitLoss { opponent, side: Some(side) },
        }
    }
}

impl RoundOutcome {
    /// The match that two games make; two forfeits of one player are a forfeit of the match. None if a game is not one of
    /// two with this opponent.
    #[must_use]
    pub fn of_match([first, second]: [Self; 2]) -> Option<Self> {
        // The colours of a forfeit may not be known.
        let side = first.side().or(second.side().map(|side| !side));
        let opponent = first.opponent()?;
        if second.opponent() != Some(opponent) {
            return None;
        }
        let game = |outcome: Self| match outcome {
            Self::Played { result, .. } => Some(MatchGameOutcome::Played(result)),
            Self::ForfeitWin { .. } => Some(MatchGameOutcome::ForfeitWin),
            Self::ForfeitLoss { .. } => Some(MatchGameOutcome::ForfeitLoss),
            _ => None,
        };
        match [game(first)?, game(second)?] {
            [MatchGameOutcome::ForfeitWin, MatchGameOutcome::ForfeitWin] => {
                Some(Self::ForfeitWin { opponent, side })
            }
            [MatchGameOutcome::ForfeitLoss, MatchGameOutcome::ForfeitLoss] => {
                Some(Self::ForfeitLoss { opponent, side })
            }
            games => Some(Self::Match { opponent, side: side?, games }),
        }
    }

    /// Another outcome, if nothing was entered.
    const fn or_if_absent(self, other: Self) -> Self {
        match self {
            Self::Absent => other,
            entered => entered,
        }
    }

    /// The two games of a match as rounds of their own.
    fn single_games(self) -> [Self; 2] {
        match self {
            Self::Match { opponent, side, games: [first, second] } => {
                [first.single(opponent, side), second.single(opponent, !side)]
            }
            Self::Pending { opponent, side } => [self, Self::Pending { opponent, side: !side }],
            Self::ForfeitWin { opponent, side } => {
                [self, Self::ForfeitWin { opponent, side: side.map(|side| !side) }]
            }
            Self::ForfeitLoss { opponent, side } => {
                [self, Self::ForfeitLoss { opponent, side: side.map(|side| !side) }]
            }
            other => [other, other],
        }
    }
}

impl Scoring {
    /// The same worth of games in rounds of several games: who is absent misses all of them. The bye is as the organiser
    /// set it for a whole round.
    #[must_use]
    pub fn for_matches(self, length: MatchLength) -> Self {
        let games = match self.match_count {
            MicroMatchCount::Games => i32::try_from(length.games()).unwrap_or(1),
            MicroMatchCount::Whole => 1,
        };
        Self {
            forfeit_win: self.forfeit_win * games,
            forfeit_loss: self.forfeit_loss * games,
            full_bye: self.full_bye * games,
            half_bye: self.half_bye * games,
            zero_bye: self.zero_bye * games,
            ..self
        }
    }
}

fn doubled(rounds: &std::ops::RangeInclusive<usize>) -> std::ops::RangeInclusive<usize> {
    rounds.start().saturating_mul(2).saturating_sub(1)..=rounds.end().saturating_mul(2)
}

impl Crosstable {
    /// The same event with a round for each game, as report files have it: round 3 is the first game of the second match.
    #[must_use]
    pub fn with_single_games(&self) -> Self {
        if self.match_length == MatchLength::SingleGame {
            return self.clone();
        }
        let mut table = self.clone();
        table.match_length = MatchLength::SingleGame;
        for entrant in &mut table.entrants {
            entrant.outcomes = entrant.outcomes.iter().flat_map(|outcome| outcome.single_games()).collect();
        }
        let Scoring { win, draw, loss, pairing_bye, .. } = self.scoring;
        let pairing_bye = Points::tenths(pairing_bye.in_tenths() / 2);
        table.scoring = Scoring { pairing_bye, ..Scoring::of(win, draw, loss) };
        let second_game =
            |(&(number, round), &points): (&(PairingNumber, usize), &Points)| ((number, 2 * round), points);
        table.extra_points = self.extra_points.iter().map(second_game).collect();
        let lost = self.scoring.pairing_bye - pairing_bye * 2;
        for entrant in &self.entrants {
            for round in (1..=entrant.outcomes.len()).filter(|_| lost != Points::ZERO) {
                if entrant.outcome(round) == RoundOutcome::PairingBye {
                    table.add_points(entrant.number, 2 * round, lost);
                }
            }
        }
        table.planned_rounds = self.planned_rounds.map(|rounds| 2 * rounds);
        let group =
            |group: &ForbiddenGroup| ForbiddenGroup { rounds: doubled(&group.rounds), ..group.clone() };
        table.forbidden = self.forbidden.iter().map(group).collect();
        let virtual_points =
            |one: &Acceleration| Acceleration { rounds: doubled(&one.rounds), ..one.clone() };
        table.accelerations = self.accelerations.iter().map(virtual_points).collect();
        let both =
            |bye: &ByeRequest| [2 * bye.round - 1, 2 * bye.round].map(|round| ByeRequest { round, ..*bye });
        table.requests = self.requests.iter().filter(|bye| bye.round > 0).flat_map(both).collect();
        table
    }

    /// The same event with a round for each match, if it was recorded with a round for each game: every two rounds have the
    /// same opponents with colours exchanged.
    #[must_use]
    pub fn with_matches(&self) -> Option<Self> {
        let rounds = self.paired_rounds();
        let is_single =
            self.match_length == MatchLength::SingleGame && self.competitors() == CompetitorKind::Player;
        if !is_single || rounds == 0 || !rounds.is_multiple_of(2) {
            return None;
        }
        let mut table = self.clone();
        table.match_length = MatchLength::TwoGames;
        for entrant in &mut table.entrants {
            let two = |round: usize| match [2 * round - 1, 2 * round].map(|round| entrant.outcome(round)) {
                // A bye announced for the next match, perhaps for its first game alone.
                [first, second] if round > rounds / 2 => Some(first.or_if_absent(second)),
                games => both_games(games),
            };
            let last = rounds.max(entrant.outcomes.len());
            entrant.outcomes = (1..=last.div_ceil(2)).map(two).collect::<Option<_>>()?;
        }
        let bye = whole_bye(&self.scoring, self.system);
        table.scoring = Scoring { pairing_bye: bye, ..self.scoring.for_matches(MatchLength::TwoGames) };
        table.extra_points.clear();
        for entrant in &self.entrants {
            for round in 1..=rounds / 2 {
                let made = self.worth(entrant, 2 * round - 1) + self.worth(entrant, 2 * round);
                let outcome = table.entrant(entrant.number).map(|entrant| entrant.outcome(round));
                let usual = outcome.map_or(Points::ZERO, |outcome| table.scoring.worth(outcome));
                table.add_points(entrant.number, round, made - usual);
            }
        }
        // Files plan their rounds or, since a round of this system is a match, their matches: of an odd number, or one that is
        // smaller than the number of games played, there cannot be two games for each.
        table.planned_rounds = self
            .planned_rounds
            .map(|planned| if planned % 2 == 1 || planned < rounds { planned } else { planned / 2 });
        let half = |round: usize| round.div_ceil(2);
        for group in &mut table.forbidden {
            group.rounds = half(*group.rounds.start())..=half(*group.rounds.end());
        }
        for one in &mut table.accelerations {
            one.rounds = half(*one.rounds.start())..=half(*one.rounds.end());
        }
        table.requests.iter_mut().for_each(|bye| bye.round = half(bye.round));
        table.requests.sort_by_key(|bye| (bye.round, bye.number));
        table.requests.dedup_by_key(|bye| (bye.round, bye.number));
        Some(table)
    }

    /// Enters both games of a round of matches whose results are open, in a table with a round for each game.
    pub fn add_match_pairing(&mut self, pairing: &RoundPairing) {
        let first = self.paired_rounds() + 1;
        let announced: Vec<ByeRequest> =
            self.requests.iter().filter(|bye| (first..first + 2).contains(&bye.round)).copied().collect();
        let exchanged = |pair: &Pairing| Pairing { white: pair.black, black: pair.white };
        let second = RoundPairing {
            round: first + 1,
            pairs: pairing.pairs.iter().map(exchanged).collect(),
            bye: pairing.bye.clone(),
        };
        self.add_pairing(&RoundPairing { round: first, ..pairing.clone() });
        self.add_pairing(&second);
        for bye in announced {
            if let Some(index) = self.index_of(bye.number) {
                (first..first + 2).for_each(|round| self.entrants[index].enter(round, bye.outcome));
            }
        }
    }
}

/// What the bye of the pairing is worth for both games. In Double-Swiss it is one win and a half (C.04.5, 3.4), of which a file
/// with a round for each game may not be able to write the half.
fn whole_bye(scoring: &Scoring, system: Option<PairingSystem>) -> Points {
    let both = scoring.pairing_bye * 2;
    let usual = double_swiss_bye(scoring.win);
    let differs = (both.in_tenths() - usual.in_tenths()).abs() == 1;
    if system == Some(PairingSystem::Double) && differs { usual } else { both }
}

/// A match of two games, or two rounds without one; the bye of the pairing is for both, and a match is open until both games have
/// results. None if the opponents or the colours are not those of a match.
fn both_games([first, second]: [RoundOutcome; 2]) -> Option<RoundOutcome> {
    if first.opponent() != second.opponent() {
        return None;
    }
    let is_open = |game| matches!(game, RoundOutcome::Pending { .. });
    match first.opponent() {
        Some(_) if first.side() == second.side() && first.side().is_some() => None,
        Some(opponent) if is_open(first) || is_open(second) => {
            let side = first.side().or(second.side().map(|side| !side))?;
            Some(RoundOutcome::Pending { opponent, side })
        }
        Some(_) => RoundOutcome::of_match([first, second]),
        None if second == RoundOutcome::PairingBye => Some(second),
        None => Some(first.or_if_absent(second)),
    }
}
