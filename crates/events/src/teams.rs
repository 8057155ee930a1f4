//! Teams of several boards: their pairing, and match points and board points from the games of their players.

use std::cmp::Reverse;

use damiera_rules::Side;

use crate::crosstable::{ByeRequest, Crosstable, Entrant};
use crate::next_round::pair_next;
use crate::outcome::{GameResult, PairingNumber, RoundOutcome};
use crate::pairing::{NoPairing, Pairing, RoundPairing};
use crate::points::Points;
use crate::scoring::Scoring;
use crate::system::PairingSystem;

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

/// A match of a team in a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct TeamMatch {
    /// The place of the other team in the list.
    opponent: usize,
    /// The pieces on the highest board that was paired.
    side: Option<Side>,
    made: Points,
    conceded: Points,
    /// Whether a game of the match has no result yet.
    open: bool,
}

impl TeamMatch {
    const fn result(&self) -> GameResult {
        match (self.made.in_tenths(), self.conceded.in_tenths()) {
            (made, conceded) if made > conceded => GameResult::Win,
            (made, conceded) if made == conceded => GameResult::Draw,
            _ => GameResult::Loss,
        }
    }
}

/// What a team's players made in a round, and the match they played: that against the team of the first opponent.
fn match_of(table: &Crosstable, teams: &[Team], team: usize, round: usize) -> (Points, Option<TeamMatch>) {
    let team_of = |number: PairingNumber| teams.iter().position(|team| team.members.contains(&number));
    let mut total = Points::ZERO;
    let mut found: Option<TeamMatch> = None;
    for entrant in teams[team].members.iter().filter_map(|&number| table.entrant(number)) {
        let outcome = entrant.outcome(round);
        let made = table.scoring.worth(outcome);
        total += made;
        let Some(opponent) = outcome.opponent() else { continue };
        let Some(other) = team_of(opponent).filter(|other| *other != team) else { continue };
        let conceded =
            table.entrant(opponent).map_or(Points::ZERO, |o| table.scoring.worth(o.outcome(round)));
        let one = found.get_or_insert(TeamMatch {
            opponent: other,
            side: outcome.side(),
            made: Points::ZERO,
            conceded: Points::ZERO,
            open: false,
        });
        one.conceded += conceded;
        one.open |= matches!(outcome, RoundOutcome::Pending { .. });
    }
    // A player without an opponent of the other team, because that has fewer players, made points in the match as well.
    let played = found.map(|one| TeamMatch { made: total, ..one });
    (total, played)
}

/// The teams as players of an event of their own: their matches are its games. Numbers are places in the list, from 1.
#[must_use]
pub fn team_table(table: &Crosstable, matches: &Scoring) -> Crosstable {
    let teams = &table.teams;
    let outcome = |team: usize, round: usize| {
        let rests = |number: &PairingNumber| {
            table.entrant(*number).is_some_and(|entrant| entrant.outcome(round) == RoundOutcome::PairingBye)
        };
        match match_of(table, teams, team, round).1 {
            Some(TeamMatch { opponent, side: Some(side), open: true, .. }) => {
                RoundOutcome::Pending { opponent: number_of(opponent), side }
            }
            Some(one @ TeamMatch { opponent, side: Some(side), .. }) => {
                RoundOutcome::played(number_of(opponent), side, one.result())
            }
            Some(TeamMatch { opponent, side: None, made, conceded, .. }) => {
                let opponent = number_of(opponent);
                if made > conceded {
                    RoundOutcome::ForfeitWin { opponent, side: None }
                } else {
                    RoundOutcome::ForfeitLoss { opponent, side: None }
                }
            }
            None if teams[team].members.iter().any(rests) => RoundOutcome::PairingBye,
            None => RoundOutcome::ZeroBye,
        }
    };
    let rounds = table.paired_rounds();
    let entrant = |(team, named): (usize, &Team)| Entrant {
        number: number_of(team),
        name: named.name.clone(),
        outcomes: (1..=rounds).map(|round| outcome(team, round)).collect(),
        ..Entrant::default()
    };
    Crosstable {
        entrants: teams.iter().enumerate().map(entrant).collect(),
        planned_rounds: table.planned_rounds,
        initial_side: table.initial_side,
        scoring: *matches,
        system: table.system,
        ..Crosstable::default()
    }
}

/// The number of a team by its place in the list.
fn number_of(team: usize) -> PairingNumber {
    PairingNumber::try_from(team + 1).unwrap_or(PairingNumber::MAX)
}

/// Pairs the next round of teams, and their players board by board. The first team of a pair has White on odd boards. Each
/// team plays with its first players who are not away; a player whose board is empty in the other team rests.
pub fn pair_teams(
    table: &Crosstable,
    boards: usize,
    system: PairingSystem,
) -> Result<RoundPairing, NoPairing> {
    let round = table.paired_rounds() + 1;
    let open = table.entrants.iter().find(|e| matches!(e.outcome(round - 1), RoundOutcome::Pending { .. }));
    if let Some(entrant) = open {
        return Err(NoPairing::ResultMissing { round: round - 1, number: entrant.number });
    }
    let line_up = |team: &Team| -> Vec<PairingNumber> {
        let plays = |number: &&PairingNumber| {
            table.entrant(**number).is_some_and(|entrant| !table.is_away(entrant, round))
        };
        team.members.iter().filter(plays).copied().take(boards).collect()
    };
    let line_ups: Vec<_> = table.teams.iter().map(line_up).collect();
    let mut teams = team_table(table, &Scoring::TWO_ONE);
    let empty = (0..).zip(&line_ups).filter(|(_, players)| players.is_empty());
    teams.requests = empty
        .map(|(team, _)| ByeRequest { round, number: number_of(team), outcome: RoundOutcome::ZeroBye })
        .collect();
    let paired = pair_next(&teams, system)?;
    let players = |number: PairingNumber| {
        usize::from(number).checked_sub(1).and_then(|team| line_ups.get(team)).map_or(&[][..], Vec::as_slice)
    };
    let mut pairing = RoundPairing { round, ..RoundPairing::default() };
    for pair in &paired.pairs {
        let (home, away) = (players(pair.white), players(pair.black));
        for board in 0..home.len().max(away.len()) {
            match (home.get(board), away.get(board)) {
                (Some(&white), Some(&black)) if board % 2 == 0 => {
                    pairing.pairs.push(Pairing { white, black });
                }
                (Some(&black), Some(&white)) => pairing.pairs.push(Pairing { white, black }),
                (one, other) => pairing.bye.extend(one.or(other)),
            }
        }
    }
    pairing.bye.extend(paired.bye.iter().flat_map(|team| players(*team)));
    Ok(pairing)
}

/// Standings of teams: in every round, a team's players who meet players of one other team play a match against it. Matches
/// come first, games second.
#[must_use]
pub fn team_standings(table: &Crosstable, teams: &[Team], matches: &Scoring) -> Vec<TeamRow> {
    let mut rows: Vec<TeamRow> = (0..teams.len())
        .map(|team| TeamRow { rank: 0, team, match_points: Points::ZERO, board_points: Points::ZERO })
        .collect();
    for round in 1..=table.paired_rounds() {
        for (team, row) in rows.iter_mut().enumerate() {
            let (made, played) = match_of(table, teams, team, round);
            row.board_points += made;
            if let Some(played) = played.filter(|played| !played.open) {
                row.match_points += matches.game(played.result());
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
