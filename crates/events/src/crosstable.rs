//! The players of an event and what every round was for each of them.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use damiera_rules::Side;

use crate::matches::MatchLength;
use crate::outcome::{GameResult, PairingNumber, RoundOutcome};
use crate::pairing::{Pairing, RoundPairing};
use crate::points::Points;
use crate::round_robin::LastRounds;
use crate::scoring::{MicroMatchCount, Scoring};
use crate::system::PairingSystem;
use crate::teams::{CompetitorKind, Team};

/// What report files say of a person beside name, rating and federation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PersonDetails {
    /// `m` or `w`; may be empty, as all of these.
    pub sex: String,
    /// The title.
    pub title: String,
    /// The number in the federation's list.
    pub id: String,
    /// The date of birth.
    pub birth: String,
}

/// A player entered in an event.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Entrant {
    /// The number in the pairing list.
    pub number: PairingNumber,
    /// The name.
    pub name: String,
    /// The rating the list is ordered by, if there is one.
    pub rating: Option<u16>,
    /// The federation or club by which players may be kept apart.
    pub federation: String,
    /// What else a report file said of the person.
    pub person: PersonDetails,
    /// What every round was for this player, from round 1.
    pub outcomes: Vec<RoundOutcome>,
}

impl Entrant {
    /// What a round was, counted from 1.
    #[must_use]
    pub fn outcome(&self, round: usize) -> RoundOutcome {
        let index = round.checked_sub(1);
        index.and_then(|index| self.outcomes.get(index)).copied().unwrap_or(RoundOutcome::Absent)
    }

    /// Enters what a round was for this player.
    pub fn enter(&mut self, round: usize, outcome: RoundOutcome) {
        let Some(index) = round.checked_sub(1) else { return };
        if self.outcomes.len() < round {
            self.outcomes.resize(round, RoundOutcome::Absent);
        }
        self.outcomes[index] = outcome;
    }

    /// The games played before a round, oldest first.
    pub fn games_before(&self, round: usize) -> impl DoubleEndedIterator<Item = (PairingNumber, Side)> {
        let played = round.saturating_sub(1).min(self.outcomes.len());
        self.outcomes[..played].iter().filter_map(|outcome| outcome.game())
    }
}

/// Players who must not meet in some rounds: no two of the list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ForbiddenGroup {
    /// The rounds it holds for.
    pub rounds: RangeInclusive<usize>,
    /// The players.
    pub numbers: Vec<PairingNumber>,
}

/// Virtual points that some players have in some rounds, for pairing only.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Acceleration {
    /// How many.
    pub points: Points,
    /// In which rounds.
    pub rounds: RangeInclusive<usize>,
    /// For which players.
    pub numbers: RangeInclusive<PairingNumber>,
}

/// A colour that a player always has, for instance because they need one end of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FixedSide {
    /// Who.
    pub number: PairingNumber,
    /// Which.
    pub side: Side,
}

/// An announced bye of a player in a round that is not paired yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ByeRequest {
    /// The round, from 1.
    pub round: usize,
    /// Who will be away.
    pub number: PairingNumber,
    /// What the round will be for that player.
    pub outcome: RoundOutcome,
}

/// The players of an event, what every round was for each, and what pairing and scoring depend on.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Crosstable {
    /// The players, in the order of their numbers.
    pub entrants: Vec<Entrant>,
    /// How many rounds the event will have, if that is known.
    pub planned_rounds: Option<usize>,
    /// The colour drawn for the first player before round 1, if it was recorded.
    pub initial_side: Option<Side>,
    /// What outcomes are worth.
    pub scoring: Scoring,
    /// How many games a pairing has.
    pub match_length: MatchLength,
    /// The pairing system, if it was recorded.
    pub system: Option<PairingSystem>,
    /// The players in the order in which they are ranked for pairing; empty if their numbers say it.
    pub ranking: Vec<PairingNumber>,
    /// Players who must not meet.
    pub forbidden: Vec<ForbiddenGroup>,
    /// Colours that the organiser has fixed.
    pub fixed_sides: Vec<FixedSide>,
    /// Virtual points.
    pub accelerations: Vec<Acceleration>,
    /// Announced byes.
    pub requests: Vec<ByeRequest>,
    /// The order of the last two rounds of a round robin's first cycle.
    pub last_rounds: LastRounds,
    /// Points of a player in a round beside what its outcome is worth: bonuses, penalties, and games that count otherwise.
    pub extra_points: BTreeMap<(PairingNumber, usize), Points>,
    /// Teams, with their players in the order of the boards.
    pub teams: Vec<Team>,
    /// The colours of the first team of a pair, board by board, where teams are paired; empty where players are.
    pub team_colours: Vec<Side>,
}

impl Crosstable {
    /// Whether players or teams are paired.
    #[must_use]
    pub const fn competitors(&self) -> CompetitorKind {
        if self.team_colours.is_empty() { CompetitorKind::Player } else { CompetitorKind::Team }
    }

    /// The colour drawn for the first player: as it was recorded, or as the first round with colours shows it.
    #[must_use]
    pub fn first_colour(&self) -> Option<Side> {
        self.initial_side.or_else(|| self.shown_first_colour())
    }

    /// The first player of the list who has a colour in the first round with colours has the drawn one, or the other one if an
    /// odd number of players stand above.
    fn shown_first_colour(&self) -> Option<Side> {
        let first_side = |entrant: &Entrant| entrant.outcomes.iter().position(|o| o.side().is_some());
        let round = self.entrants.iter().filter_map(first_side).min()? + 1;
        let took_part = |entrant: &&Entrant| (1..=round).any(|earlier| entrant.outcome(earlier).was_paired());
        let ranked = self.ranked();
        let mut standing = ranked.into_iter().filter(took_part).enumerate();
        standing.find_map(|(above, entrant)| {
            let side = entrant.outcome(round).side()?;
            Some(if above % 2 == 0 { side } else { !side })
        })
    }

    /// The position of a player in the list.
    #[must_use]
    pub fn index_of(&self, number: PairingNumber) -> Option<usize> {
        self.entrants.binary_search_by_key(&number, |entrant| entrant.number).ok()
    }

    /// The players in the order in which they are ranked for pairing.
    #[must_use]
    pub fn ranked(&self) -> Vec<&Entrant> {
        let mut ranked: Vec<&Entrant> = self.entrants.iter().collect();
        let place = |entrant: &&Entrant| self.ranking.iter().position(|number| *number == entrant.number);
        if !self.ranking.is_empty() {
            ranked.sort_by_cached_key(|entrant| (place(entrant).is_none(), place(entrant)));
        }
        ranked
    }

    /// A player.
    #[must_use]
    pub fn entrant(&self, number: PairingNumber) -> Option<&Entrant> {
        self.index_of(number).map(|index| &self.entrants[index])
    }

    /// How many rounds have been paired: the last round in which somebody had an opponent or the bye of the pairing.
    #[must_use]
    pub fn paired_rounds(&self) -> usize {
        let last = |entrant: &Entrant| entrant.outcomes.iter().rposition(|outcome| outcome.was_paired());
        self.entrants.iter().filter_map(last).map(|index| index + 1).max().unwrap_or(0)
    }

    /// A player's points before a round, without virtual ones.
    #[must_use]
    pub fn score_before(&self, entrant: &Entrant, round: usize) -> Points {
        (1..round).map(|earlier| self.worth(entrant, earlier)).sum()
    }

    /// What a round was worth to a player.
    #[must_use]
    pub fn worth(&self, entrant: &Entrant, round: usize) -> Points {
        let extra = self.extra_points.get(&(entrant.number, round)).copied().unwrap_or_default();
        self.scoring.worth(entrant.outcome(round)) + extra
    }

    /// What a round is worth in which all games end like this.
    #[must_use]
    pub fn round_worth(&self, result: GameResult) -> Points {
        match (self.scoring.match_count, self.match_length) {
            (MicroMatchCount::Games, MatchLength::TwoGames) => self.scoring.game(result) * 2,
            _ => self.scoring.game(result),
        }
    }

    /// Adds to what a round is worth to a player.
    pub fn add_points(&mut self, number: PairingNumber, round: usize, points: Points) {
        let extra = self.extra_points.entry((number, round)).or_default();
        *extra += points;
        if *extra == Points::ZERO {
            self.extra_points.remove(&(number, round));
        }
    }

    /// A player's virtual points in a round.
    #[must_use]
    pub fn virtual_points(&self, number: PairingNumber, round: usize) -> Points {
        let holds = |a: &&Acceleration| a.rounds.contains(&round) && a.numbers.contains(&number);
        self.accelerations.iter().rfind(holds).map_or(Points::ZERO, |a| a.points)
    }

    /// Whether two players are kept apart in a round.
    #[must_use]
    pub fn is_forbidden(&self, a: PairingNumber, b: PairingNumber, round: usize) -> bool {
        self.forbidden.iter().any(|group| {
            group.rounds.contains(&round) && group.numbers.contains(&a) && group.numbers.contains(&b)
        })
    }

    /// Whether a player is away in a round that is still to be paired: a bye was entered or announced.
    #[must_use]
    pub fn is_away(&self, entrant: &Entrant, round: usize) -> bool {
        entrant.outcome(round) != RoundOutcome::Absent
            || self.requests.iter().any(|request| request.round == round && request.number == entrant.number)
    }

    /// The same event as it stood before a round: later outcomes are gone. Whoever was not paired in that round, though
    /// others were, is known to be away.
    #[must_use]
    pub fn before(&self, round: usize) -> Self {
        let mut earlier = self.clone();
        let paired = round <= self.paired_rounds();
        earlier.extra_points.retain(|(_, played), _| *played < round);
        for entrant in &mut earlier.entrants {
            let outcome = entrant.outcome(round);
            entrant.outcomes.truncate(round.saturating_sub(1));
            let away = match outcome {
                RoundOutcome::Absent if paired => RoundOutcome::ZeroBye,
                outcome => outcome,
            };
            if !away.was_paired() && away != RoundOutcome::Absent {
                entrant.enter(round, away);
            }
        }
        earlier
    }

    /// Enters a pairing whose results are still open, and the byes announced for its round.
    pub fn add_pairing(&mut self, pairing: &RoundPairing) {
        let round = pairing.round;
        let announced = self.requests.iter().filter(|request| request.round == round);
        let byes = pairing.bye.iter().map(|&number| (number, RoundOutcome::PairingBye));
        let pairs = pairing.pairs.iter().flat_map(|pair| {
            let (white, black) = (pair.white, pair.black);
            [
                (white, RoundOutcome::Pending { opponent: black, side: Side::White }),
                (black, RoundOutcome::Pending { opponent: white, side: Side::Black }),
            ]
        });
        let entries: Vec<(PairingNumber, RoundOutcome)> =
            announced.map(|request| (request.number, request.outcome)).chain(byes).chain(pairs).collect();
        for (number, outcome) in entries {
            if let Some(index) = self.index_of(number) {
                self.entrants[index].enter(round, outcome);
            }
        }
    }

    /// The pairing of a round as it was played, or will be, in the order of the players.
    #[must_use]
    pub fn pairing_of(&self, round: usize) -> RoundPairing {
        let mut pairing = RoundPairing { round, ..RoundPairing::default() };
        for entrant in &self.entrants {
            let outcome = entrant.outcome(round);
            match (outcome.opponent(), outcome.side()) {
                (Some(black), Some(Side::White)) => {
                    pairing.pairs.push(Pairing { white: entrant.number, black });
                }
                // Colours were not recorded for a forfeit: the lower number stands first.
                (Some(black), None) if entrant.number < black => {
                    pairing.pairs.push(Pairing { white: entrant.number, black });
                }
                _ if outcome == RoundOutcome::PairingBye => pairing.bye.push(entrant.number),
                _ => {}
            }
        }
        pairing
    }
}
