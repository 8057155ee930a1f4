//! What a Swiss pairing looks at: the players of one round, ranked, with what earlier rounds left them with.

use damiera_rules::Side;

use crate::crosstable::{Crosstable, Entrant};
use crate::outcome::{GameResult, PairingNumber, RoundOutcome};
use crate::points::Points;

/// A player as the pairing of one round sees them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contestant {
    /// The number in the pairing list.
    pub number: PairingNumber,
    /// The place in the list by which players are ranked (TPN, 1.1), from 1: that of the number, unless the event says otherwise.
    pub rank: usize,
    /// The place among all players who have taken part in a pairing, from 1: its parity decides the first colours (5.2.5).
    pub place: usize,
    /// Points, with virtual ones.
    pub score: Points,
    /// Points, without virtual ones.
    pub plain_score: Points,
    /// Opponents met over the board, in the order of their numbers (C1).
    pub opponents: Vec<PairingNumber>,
    /// Colours had over the board, oldest first.
    pub sides: Vec<Side>,
    /// Floats of the previous round and of the round before it (1.4).
    pub floats: [Option<Float>; 2],
    /// Rounds in which no game was played.
    pub unplayed: usize,
    /// Whether the bye of an odd field may still be given (C2).
    pub bye: ByeRight,
    /// The colour the organiser has fixed, if any.
    pub fixed_side: Option<Side>,
}

/// A float (1.4.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Float {
    /// Met a lower score, or scored without playing.
    Down,
    /// Met a higher score.
    Up,
}

/// Whether a player may still receive the bye of an odd field (C2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ByeRight {
    /// They may.
    Open,
    /// They had it, or scored as much as a win without playing.
    Spent,
}

impl Contestant {
    /// What players are ordered by: score and place in the list (1.2).
    #[must_use]
    pub fn order(&self) -> (std::cmp::Reverse<Points>, usize) {
        (std::cmp::Reverse(self.score), self.rank)
    }

    /// White games minus black games (1.6).
    #[must_use]
    pub fn colour_difference(&self) -> i32 {
        self.sides.iter().map(|side| if *side == Side::White { 1 } else { -1 }).sum()
    }

    /// Whether the two met over the board.
    #[must_use]
    pub fn has_met(&self, other: &Self) -> bool {
        self.opponents.binary_search(&other.number).is_ok()
    }
}

/// The players of one round in ranking order (1.2), and what the round is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pool {
    /// The round, from 1.
    pub round: usize,
    /// Whether it is the last of the event.
    pub stage: EventStage,
    /// The players to be paired, by score and then by number.
    pub contestants: Vec<Contestant>,
    /// The colour drawn for the first player (5.1).
    pub initial_side: Side,
    /// Half of the largest possible score before this round: who has more is a topscorer in the last round (1.8).
    pub half_of_maximum: Points,
    /// Pairs kept apart in this round, the lower number first, sorted.
    forbidden: Vec<(PairingNumber, PairingNumber)>,
}

/// Whether more rounds follow.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EventStage {
    /// More rounds follow, or nobody knows.
    Underway,
    /// The last round.
    LastRound,
}

impl Pool {
    /// The players of the next round of an event.
    #[must_use]
    pub fn next(table: &Crosstable) -> Self {
        let round = table.paired_rounds() + 1;
        let taking_part = |entrant: &&Entrant| !table.is_away(entrant, round);
        let was_paired = |entrant: &Entrant| entrant.outcomes.iter().any(|outcome| outcome.was_paired());
        let mut contestants = Vec::new();
        let mut place = 0;
        for (index, entrant) in table.ranked().into_iter().enumerate() {
            let present = taking_part(&entrant);
            if present || was_paired(entrant) {
                place += 1;
            }
            if present {
                let rank = index + 1;
                contestants.push(Contestant { rank, place, ..contestant(table, entrant, round) });
            }
        }
        contestants.sort_by_key(Contestant::order);
        let last = table.planned_rounds.is_some_and(|planned| round >= planned);
        let played = i32::try_from(round - 1).unwrap_or(i32::MAX);
        let maximum = table.scoring.most() * played;
        Self {
            round,
            stage: if last { EventStage::LastRound } else { EventStage::Underway },
            contestants,
            initial_side: table.first_colour().unwrap_or(Side::White),
            half_of_maximum: Points::tenths(maximum.in_tenths() / 2),
            forbidden: forbidden_pairs(table, round),
        }
    }

    /// Whether the event keeps two players apart in this round: by name, or because both must have the same colour.
    #[must_use]
    pub fn keeps_apart(&self, a: &Contestant, b: &Contestant) -> bool {
        if a.fixed_side.is_some() && a.fixed_side == b.fixed_side {
            return true;
        }
        let pair = (a.number.min(b.number), a.number.max(b.number));
        self.forbidden.binary_search(&pair).is_ok()
    }

    /// Whether a player is a topscorer (1.8).
    #[must_use]
    pub fn is_topscorer(&self, contestant: &Contestant) -> bool {
        self.stage == EventStage::LastRound && contestant.score > self.half_of_maximum
    }
}

fn forbidden_pairs(table: &Crosstable, round: usize) -> Vec<(PairingNumber, PairingNumber)> {
    let mut pairs = Vec::new();
    for group in table.forbidden.iter().filter(|group| group.rounds.contains(&round)) {
        for (index, &a) in group.numbers.iter().enumerate() {
            pairs.extend(group.numbers[index + 1..].iter().map(|&b| (a.min(b), a.max(b))));
        }
    }
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

/// A player without a place in the list.
fn contestant(table: &Crosstable, entrant: &Entrant, round: usize) -> Contestant {
    let mut opponents: Vec<_> = entrant.games_before(round).map(|(opponent, _)| opponent).collect();
    let sides: Vec<_> = entrant.games_before(round).map(|(_, side)| side).collect();
    let unplayed = (round - 1).saturating_sub(opponents.len());
    opponents.sort_unstable();
    let bars = |round: usize| {
        let outcome = entrant.outcome(round);
        outcome == RoundOutcome::PairingBye
            || (outcome.game().is_none() && table.worth(entrant, round) >= table.round_worth(GameResult::Win))
    };
    let plain_score = table.score_before(entrant, round);
    Contestant {
        number: entrant.number,
        rank: 0,
        place: 0,
        score: plain_score + table.virtual_points(entrant.number, round),
        plain_score,
        opponents,
        sides,
        floats: [float(table, entrant, round, 1), float(table, entrant, round, 2)],
        unplayed,
        bye: if (1..round).any(bars) { ByeRight::Spent } else { ByeRight::Open },
        fixed_side: table.fixed_sides.iter().find(|f| f.number == entrant.number).map(|f| f.side),
    }
}

/// The float a player had some rounds ago (1.4).
fn float(table: &Crosstable, entrant: &Entrant, round: usize, back: usize) -> Option<Float> {
    let then = round.checked_sub(back).filter(|&then| then > 0)?;
    let outcome = entrant.outcome(then);
    let Some((opponent, _)) = outcome.game() else {
        return (table.worth(entrant, then) > table.scoring.loss).then_some(Float::Down); // 1.4.3
    };
    let opponent = table.entrant(opponent)?;
    let score =
        |entrant: &Entrant| table.score_before(entrant, then) + table.virtual_points(entrant.number, then);
    match score(entrant).cmp(&score(opponent)) {
        std::cmp::Ordering::Greater => Some(Float::Down),
        std::cmp::Ordering::Less => Some(Float::Up),
        std::cmp::Ordering::Equal => None,
    }
}
