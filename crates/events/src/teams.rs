//! Teams of several boards: match points and board points from the games of their players.

use std::cmp::Reverse;

use crate::crosstable::Crosstable;
use crate::outcome::{GameResult, PairingNumber};
use crate::points::Points;
use crate::scoring::Scoring;

/// A team and its players, board 1 first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Team {
    /// The name.
    pub name: String,
    /// The players.
    pub members: Vec<PairingNumber>,
}

/// A team's row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TeamRow {
    /// The rank, shared by teams with the same points of both kinds.
    pub rank: usize,
    /// The place of the team in the list given.
    pub team: usize,
    /// Points for matches.
    pub match_points: Points,
    /// Points for games.
    pub board_points: Points,
}

/// Standings of teams: in every round, a team's players who meet players of one other team play a match against it. Matches
/// come first, games second.
#[must_use]
pub fn team_standings(table: &Crosstable, teams: &[Team], matches: &Scoring) -> Vec<TeamRow> {
    let team_of = |number: PairingNumber| teams.iter().position(|team| team.members.contains(&number));
    let mut rows: Vec<TeamRow> = (0..teams.len())
        .map(|team| TeamRow { rank: 0, team, match_points: Points::ZERO, board_points: Points::ZERO })
        .collect();
    for round in 1..=table.paired_rounds() {
        for (team, row) in rows.iter_mut().enumerate() {
            let (mut made, mut conceded, mut met) = (Points::ZERO, Points::ZERO, false);
            for entrant in teams[team].members.iter().filter_map(|&number| table.entrant(number)) {
                let outcome = entrant.outcome(round);
                made += table.scoring.worth(outcome);
                let opponent = outcome.opponent().filter(|&o| team_of(o).is_some_and(|other| other != team));
                if let Some(opponent) = opponent.and_then(|number| table.entrant(number)) {
                    met = true;
                    conceded += table.scoring.worth(opponent.outcome(round));
                }
            }
            row.board_points += made;
            if met {
                row.match_points += matches.game(match made.cmp(&conceded) {
                    std::cmp::Ordering::Greater => GameResult::Win,
                    std::cmp::Ordering::Equal => GameResult::Draw,
                    std::cmp::Ordering::Less => GameResult::Loss,
                });
            }
        }
    }
    rows.sort_by_key(|row| (Reverse(row.match_points), Reverse(row.board_points), row.team));
    for index in 0..rows.len() {
        let points = |row: &TeamRow| (row.match_points, row.board_points);
        let tied = index > 0 && points(&rows[index]) == points(&rows[index - 1]);
        rows[index].rank = if tied { rows[index - 1].rank } else { index + 1 };
    }
    rows
}
