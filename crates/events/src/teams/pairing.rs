//! Teams are paired as players of an event of their own, and then board by board.

use damiera_rules::Side;

use super::{Team, number_of, team_of, team_table};
use crate::crosstable::{ByeRequest, Crosstable};
use crate::next_round::{pair_next_until, results_are_in};
use crate::outcome::{PairingNumber, RoundOutcome};
use crate::pairing::{NoPairing, Pairing, RoundPairing};
use crate::scoring::Scoring;
use crate::stop::StopSignal;
use crate::system::PairingSystem;

/// The colours of the first team of a pair on so many boards: White on odd ones.
#[must_use]
pub fn board_colours(boards: usize) -> Vec<Side> {
    [Side::White, Side::Black].into_iter().cycle().take(boards).collect()
}

/// Pairs the next round of teams, and their players board by board. Each team plays with its first players who are not away;
/// a player whose board is empty in the other team rests.
pub fn pair_teams(table: &Crosstable, system: PairingSystem) -> Result<RoundPairing, NoPairing> {
    pair_teams_until(table, system, &StopSignal::default())
}

pub(crate) fn pair_teams_until(
    table: &Crosstable,
    system: PairingSystem,
    stop: &StopSignal,
) -> Result<RoundPairing, NoPairing> {
    let paired = pair_next_until(&teams_to_pair(table)?, system, stop)?;
    Ok(board_pairing(table, &paired))
}

/// The teams as players of an event whose next round can be paired. A team without any player who is here is away.
pub(crate) fn teams_to_pair(table: &Crosstable) -> Result<Crosstable, NoPairing> {
    let round = table.paired_rounds() + 1;
    results_are_in(table, round)?;
    let mut teams = team_table(table, &Scoring::TWO_ONE);
    let line_ups = line_ups(table, round);
    let empty = (0..).zip(&line_ups).filter(|(_, players)| players.is_empty());
    teams.requests = empty
        .map(|(team, _)| ByeRequest { round, number: number_of(team), outcome: RoundOutcome::ZeroBye })
        .collect();
    if line_ups.len() < teams.requests.len() + 2 {
        return Err(NoPairing::TooFewTeams);
    }
    Ok(teams)
}

/// Who plays for each team, board 1 first.
fn line_ups(table: &Crosstable, round: usize) -> Vec<Vec<PairingNumber>> {
    let line_up = |team: &Team| {
        let plays = |number: &&PairingNumber| {
            table.entrant(**number).is_some_and(|entrant| !table.is_away(entrant, round))
        };
        team.members.iter().filter(plays).copied().take(table.team_colours.len()).collect()
    };
    table.teams.iter().map(line_up).collect()
}

/// The boards of the next round, from the pairing of its teams.
pub(crate) fn board_pairing(table: &Crosstable, paired: &RoundPairing) -> RoundPairing {
    let round = table.paired_rounds() + 1;
    let line_ups = line_ups(table, round);
    let players = |number: PairingNumber| {
        usize::from(number).checked_sub(1).and_then(|team| line_ups.get(team)).map_or(&[][..], Vec::as_slice)
    };
    let mut pairing = RoundPairing { round, ..RoundPairing::default() };
    for pair in &paired.pairs {
        let (home, away) = (players(pair.white), players(pair.black));
        for (board, side) in table.team_colours.iter().enumerate() {
            match (home.get(board), away.get(board), side) {
                (Some(&white), Some(&black), Side::White) | (Some(&black), Some(&white), Side::Black) => {
                    pairing.pairs.push(Pairing { white, black });
                }
                (one, other, _) => pairing.bye.extend(one.or(other)),
            }
        }
    }
    pairing.bye.extend(paired.bye.iter().flat_map(|team| players(*team)));
    pairing
}

/// The place of a player in their team, from 0.
fn board_of(teams: &[Team], number: PairingNumber) -> usize {
    let member = |team: usize| teams[team].members.iter().position(|member| *member == number);
    team_of(teams, number).and_then(member).unwrap_or(usize::MAX)
}

/// Puts the boards of a round, which may come in any order, match by match.
pub(crate) fn sort_by_match(table: &Crosstable, boards: &mut RoundPairing) {
    let teams = &table.teams;
    let matches = team_pairing(table, boards).pairs;
    boards.pairs.sort_by_key(|pair| {
        let team = team_of(teams, pair.white).map(number_of);
        let place = matches.iter().position(|pair| team.is_some_and(|team| pair.has(team)));
        (place, board_of(teams, pair.white).min(board_of(teams, pair.black)))
    });
}

/// The pairing of teams that leads to the boards of a round: the first team of a pair has the first colour on its first board.
#[must_use]
pub fn team_pairing(table: &Crosstable, boards: &RoundPairing) -> RoundPairing {
    let team = |number: PairingNumber| team_of(&table.teams, number).map(number_of);
    let mut pairing = RoundPairing { round: boards.round, ..RoundPairing::default() };
    let mut highest_first = boards.pairs.clone();
    highest_first
        .sort_by_key(|pair| board_of(&table.teams, pair.white).min(board_of(&table.teams, pair.black)));
    for board in &highest_first {
        let (Some(white), Some(black)) = (team(board.white), team(board.black)) else { continue };
        if pairing.pairs.iter().any(|pair| pair.has(white) || pair.has(black)) {
            continue;
        }
        pairing.pairs.push(match table.team_colours.first() {
            Some(Side::Black) => Pairing { white: black, black: white },
            _ => Pairing { white, black },
        });
    }
    for rests in boards.bye.iter().filter_map(|number| team(*number)) {
        let is_known = pairing.pairs.iter().any(|pair| pair.has(rests)) || pairing.bye.contains(&rests);
        if !is_known {
            pairing.bye.push(rests);
        }
    }
    pairing
}
