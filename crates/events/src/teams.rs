//! Teams of several boards: their pairing, and match points and board points from the games of their players.

mod pairing;

pub use pairing::{board_colours, pair_teams, team_pairing};
pub(crate) use pairing::{board_pairing, pair_teams_until, sort_by_match, teams_to_pair};

use std::cmp::Reverse;

use damiera_rules::Side;

use crate::crosstable::{Crosstable, Entrant, ForbiddenGroup};
use crate::outcome::{GameResult, PairingNumber, RoundOutcome};
use crate::points::Points;
use crate::scoring::Scoring;

/// Who is paired in an event.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CompetitorKind {
    /// Players.
    Player,
    /// Teams, numbered by their places in the list.
    Team,
}

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

/// The place of a player's team in the list.
fn team_of(teams: &[Team], number: PairingNumber) -> Option<usize> {
    teams.iter().position(|team| team.members.contains(&number))
}

/// What a team's players made in a round, and the match they played: that against the team of the first opponent.
fn match_of(table: &Crosstable, teams: &[Team], team: usize, round: usize) -> (Points, Option<TeamMatch>) {
    let mut total = Points::ZERO;
    let mut found: Option<TeamMatch> = None;
    for entrant in teams[team].members.iter().filter_map(|&number| table.entrant(number)) {
        let outcome = entrant.outcome(round);
        let made = table.worth(entrant, round);
        total += made;
        let Some(opponent) = outcome.opponent() else { continue };
        let Some(other) = team_of(teams, opponent).filter(|other| *other != team) else { continue };
        let conceded = table.entrant(opponent).map_or(Points::ZERO, |entrant| table.worth(entrant, round));
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
    let outcome = |team: usize, round: usize| match match_of(table, teams, team, round).1 {
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
        None if rests(table, &teams[team], round) => RoundOutcome::PairingBye,
        None => RoundOutcome::ZeroBye,
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
        last_rounds: table.last_rounds,
        forbidden: table.forbidden.iter().map(|group| teams_of_group(teams, group)).collect(),
        ..Crosstable::default()
    }
}

/// Whether players of a team have the bye of a round; with no match the whole team has it.
fn rests(table: &Crosstable, team: &Team, round: usize) -> bool {
    let has_bye = |entrant: &Entrant| entrant.outcome(round) == RoundOutcome::PairingBye;
    team.members.iter().any(|number| table.entrant(*number).is_some_and(has_bye))
}

/// What a bye is worth in matches: what one of a player is worth in games, as a match won, drawn or lost.
fn bye_match_points(table: &Crosstable, matches: &Scoring) -> Points {
    let Scoring { win, draw, pairing_bye, .. } = table.scoring;
    if pairing_bye >= win {
        matches.win
    } else if pairing_bye >= draw {
        matches.draw
    } else {
        matches.loss
    }
}

/// Two teams do not meet if players of theirs must not.
pub(crate) fn teams_of_group(teams: &[Team], group: &ForbiddenGroup) -> ForbiddenGroup {
    let own = group.numbers.iter().filter_map(|number| team_of(teams, *number)).map(number_of);
    let mut numbers: Vec<PairingNumber> = own.collect();
    numbers.sort_unstable();
    numbers.dedup();
    ForbiddenGroup { rounds: group.rounds.clone(), numbers }
}

/// The number of a team by its place in the list.
fn number_of(team: usize) -> PairingNumber {
    PairingNumber::try_from(team + 1).unwrap_or(PairingNumber::MAX)
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
            match played {
                Some(TeamMatch { open: true, .. }) => {}
                Some(played) => row.match_points += matches.game(played.result()),
                None if table.competitors() == CompetitorKind::Team && rests(table, &teams[team], round) => {
                    row.match_points += bye_match_points(table, matches);
                }
                None => {}
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
