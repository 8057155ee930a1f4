//! Direct encounter: the games of tied players against each other (FIDE C.07, article 6).

use super::ForfeitCount;
use super::figures::{Figure, FigurePart, PartKind, hundredths, rounded_average};
use crate::crosstable::{Crosstable, Entrant};
use crate::outcome::PairingNumber;
use crate::system::PairingSystem;

/// Figures of tied players: how many of the others each is ranked above by their games against each other. Players who are
/// still tied are compared among themselves again. Where not all have met, somebody is ranked first only if the missing games
/// could not change it.
pub(crate) fn direct_encounter(
    table: &Crosstable,
    system: PairingSystem,
    forfeits: ForfeitCount,
    tied: &[usize],
) -> Vec<Figure> {
    let forfeits = if system == PairingSystem::RoundRobin { ForfeitCount::Played } else { forfeits };
    let group = TiedGroup { table, forfeits };
    let parts = |index: usize| group.games(index, tied).iter().map(Encounter::part).collect();
    let mut figures: Vec<Figure> =
        tied.iter().map(|&index| Figure { hundredths: 0, parts: parts(index) }).collect();
    let mut below = tied.len();
    for class in group.ranked(tied) {
        below -= class.len();
        for index in class {
            if let Some(place) = tied.iter().position(|&other| other == index) {
                figures[place].hundredths = 100 * below as i64;
            }
        }
    }
    figures
}

/// Divisible by the number of times that two players meet, so that averages of their games compare exactly.
const SHARES: i64 = 60;

/// What a player made of all games against another of the group.
struct Encounter {
    round: usize,
    opponent: PairingNumber,
    hundredths: i64,
    games: i64,
}

impl Encounter {
    /// The average of the games, in shares of a hundredth (6.1.2).
    const fn made(&self) -> i64 {
        SHARES * self.hundredths / self.games
    }

    const fn part(&self) -> FigurePart {
        let hundredths = rounded_average(self.hundredths, self.games);
        FigurePart { round: self.round, opponent: Some(self.opponent), hundredths, kind: PartKind::Played }
    }
}

struct TiedGroup<'a> {
    table: &'a Crosstable,
    forfeits: ForfeitCount,
}

impl TiedGroup<'_> {
    /// The players in classes, best first; nothing separates those of one class.
    fn ranked(&self, tied: &[usize]) -> Vec<Vec<usize>> {
        let rows: Vec<Vec<Encounter>> = tied.iter().map(|&index| self.games(index, tied)).collect();
        let made: Vec<i64> = rows.iter().map(|row| row.iter().map(Encounter::made).sum()).collect();
        if rows.iter().all(|row| row.len() + 1 >= tied.len()) {
            return self.ranked_by_points(tied, &made);
        }
        let win = SHARES * hundredths(self.table.scoring.most());
        let most = |place: usize| made[place] + win * (tied.len() - 1 - rows[place].len()) as i64;
        let ahead = |first: usize| (0..tied.len()).all(|other| other == first || made[first] > most(other));
        match (0..tied.len()).find(|&first| ahead(first)) {
            Some(first) => {
                let rest: Vec<usize> = tied.iter().copied().filter(|&other| other != tied[first]).collect();
                [vec![vec![tied[first]]], self.ranked(&rest)].concat()
            }
            None => vec![tied.to_vec()],
        }
    }

    fn ranked_by_points(&self, tied: &[usize], made: &[i64]) -> Vec<Vec<usize>> {
        let mut levels = made.to_vec();
        levels.sort_unstable_by_key(|points| std::cmp::Reverse(*points));
        levels.dedup();
        if levels.len() < 2 {
            return vec![tied.to_vec()];
        }
        let class = |level: i64| -> Vec<usize> {
            tied.iter().zip(made).filter(|(_, points)| **points == level).map(|(index, _)| *index).collect()
        };
        levels.into_iter().flat_map(|level| self.ranked(&class(level))).collect()
    }

    /// A player's games against others of a group; several against the same one count together.
    fn games(&self, index: usize, tied: &[usize]) -> Vec<Encounter> {
        let entrant: &Entrant = &self.table.entrants[index];
        let among = |number: u16| tied.iter().any(|&other| self.table.entrants[other].number == number);
        let mut met: Vec<Encounter> = Vec::new();
        for round in 1..=self.table.paired_rounds() {
            let outcome = entrant.outcome(round);
            let counts = outcome.game().is_some() || self.forfeits == ForfeitCount::Played;
            let Some(opponent) = outcome.opponent().filter(|&opponent| counts && among(opponent)) else {
                continue;
            };
            let hundredths = hundredths(self.table.worth(entrant, round));
            match met.iter_mut().find(|encounter| encounter.opponent == opponent) {
                Some(encounter) => {
                    encounter.hundredths += hundredths;
                    encounter.games += 1;
                }
                None => met.push(Encounter { round, opponent, hundredths, games: 1 }),
            }
        }
        met
    }
}
