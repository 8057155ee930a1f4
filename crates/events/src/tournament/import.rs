//! The log of an event that was begun elsewhere, from what a report file tells of it.

use damiera_game::Moment;
use damiera_rules::Side;

use super::board_result::BoardResult;
use super::command::TournamentActor;
use super::event::{TournamentEvent, TournamentFact};
use super::state::{Tournament, TournamentSettings};
use crate::crosstable::{ByeRequest, Crosstable, Entrant, PersonDetails};
use crate::matches::MatchLength;
use crate::outcome::{GameResult, RatedGame, RoundOutcome};
use crate::pairing::{Pairing, RoundPairing};
use crate::points::Points;
use crate::pool::Pool;
use crate::system::PairingSystem;
use crate::teams::{CompetitorKind, Team, sort_by_match};

/// The entries that lead to a table: players, byes, and every round with its results. A round whose results are complete is
/// closed. Points that do not follow from the results under the settings are entries of their own; so are records of the
/// file that are kept as they were.
#[must_use]
pub fn imported_log(
    table: &Crosstable,
    kept: &[String],
    settings: &TournamentSettings,
    by: &TournamentActor,
    at: Moment,
) -> Vec<TournamentEvent> {
    let mut facts: Vec<TournamentFact> = table
        .entrants
        .iter()
        .map(|entrant| TournamentFact::Entered {
            number: entrant.number,
            name: entrant.name.clone(),
            rating: entrant.rating,
            federation: entrant.federation.clone(),
        })
        .collect();
    facts.extend(told_beside(table, kept));
    facts.extend(table.forbidden.iter().cloned().map(TournamentFact::KeptApart));
    let fixed = table.fixed_sides.iter();
    facts.extend(fixed.map(|f| TournamentFact::ColourFixed { number: f.number, side: Some(f.side) }));
    facts.extend(table.accelerations.iter().cloned().map(TournamentFact::Accelerated));
    let teams = table.teams.iter().cloned();
    facts.extend(teams.map(|Team { name, members }| TournamentFact::TeamEntered { name, members }));
    for round in 1..=table.paired_rounds() {
        facts.extend(byes(table, round));
        let mut pairing = table.pairing_of(round);
        // A file does not tell the boards; those of rotation and of a round robin follow from their calls and tables.
        match (table.competitors(), settings.system) {
            (CompetitorKind::Team, _) => sort_by_match(table, &mut pairing),
            (_, PairingSystem::Dutch | PairingSystem::Double) => {
                pairing.sort(&Pool::next(&table.before(round)));
            }
            _ => {}
        }
        let results: Vec<Option<BoardResult>> =
            pairing.pairs.iter().flat_map(|pair| results(table, *pair, round)).collect();
        facts.push(TournamentFact::RoundDrafted { pairing: pairing.clone() });
        facts.extend([
            TournamentFact::RoundChecked,
            TournamentFact::RoundPublished,
            TournamentFact::RoundStarted,
        ]);
        let entered = (1..).zip(&results);
        facts.extend(entered.filter_map(|(board, result)| {
            result.map(|result| TournamentFact::ResultEntered { board, result })
        }));
        facts.extend(unrated_boards(table, &pairing, round));
        if results.iter().all(Option::is_some) {
            facts.push(TournamentFact::RoundClosed);
        }
    }
    // Older files announce the byes of the next rounds in the columns of these rounds.
    let next = table.paired_rounds() + 1;
    let last = table.entrants.iter().map(|entrant| entrant.outcomes.len()).max().unwrap_or(0);
    facts.extend((next..=last).flat_map(|round| byes(table, round)));
    let in_column = |request: &ByeRequest| {
        table
            .entrant(request.number)
            .is_some_and(|entrant| entrant.outcome(request.round) != RoundOutcome::Absent)
    };
    for request in table.requests.iter().filter(|request| request.round >= next && !in_column(request)) {
        let (number, round, outcome) = (request.number, request.round, request.outcome);
        facts.push(TournamentFact::ByeGranted { number, round, outcome });
    }
    let event = |fact| TournamentEvent { by: by.clone(), at, fact };
    let mut log: Vec<TournamentEvent> = facts.into_iter().map(event).collect();
    let replayed = Tournament::replay(settings.clone(), &log);
    log.extend(adjustments(table, replayed.table()).map(event));
    log
}

/// What a file tells beside players and rounds.
fn told_beside(table: &Crosstable, kept: &[String]) -> Vec<TournamentFact> {
    let told = table.entrants.iter().filter(|entrant| entrant.person != PersonDetails::default());
    let people: Vec<_> = told.map(|entrant| (entrant.number, entrant.person.clone())).collect();
    let (lines, order) = (kept.to_vec(), table.ranking.clone());
    [
        (!people.is_empty()).then_some(TournamentFact::DetailsNoted { people }),
        (!lines.is_empty()).then_some(TournamentFact::RecordsKept { lines }),
        (!order.is_empty()).then_some(TournamentFact::RankedForPairing { order }),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// The boards of a round whose games rating lists do not count.
fn unrated_boards(table: &Crosstable, pairing: &RoundPairing, round: usize) -> Vec<TournamentFact> {
    let is_unrated = |pair: &Pairing| {
        let outcome = table.entrant(pair.white).map(|entrant| entrant.outcome(round));
        matches!(outcome, Some(RoundOutcome::Played { rated: RatedGame::Unrated, .. }))
    };
    let boards = (1..).zip(&pairing.pairs).filter(|(_, pair)| is_unrated(pair));
    boards.map(|(board, _)| TournamentFact::GameNotRated { board }).collect()
}

/// Points that players have in a table and not in the replayed one.
fn adjustments<'a>(
    table: &'a Crosstable,
    replayed: &'a Crosstable,
) -> impl Iterator<Item = TournamentFact> + 'a {
    let rounds = table.paired_rounds();
    let of = move |entrant: &'a Entrant| {
        (1..=rounds).filter_map(move |round| {
            let number = entrant.number;
            let points = table.worth(entrant, round) - replayed.worth(replayed.entrant(number)?, round);
            let reason = String::new();
            (points != Points::ZERO).then_some(TournamentFact::PointsAdjusted {
                number,
                round,
                points,
                reason,
            })
        })
    };
    table.entrants.iter().flat_map(of)
}

fn byes(table: &Crosstable, round: usize) -> impl Iterator<Item = TournamentFact> {
    table.entrants.iter().filter_map(move |entrant| match entrant.outcome(round) {
        outcome @ (RoundOutcome::FullBye | RoundOutcome::HalfBye | RoundOutcome::ZeroBye) => {
            Some(TournamentFact::ByeGranted { number: entrant.number, round, outcome })
        }
        _ => None,
    })
}

/// The results of the games of a pairing.
fn results(table: &Crosstable, pair: Pairing, round: usize) -> Vec<Option<BoardResult>> {
    let exchanged = Pairing { white: pair.black, black: pair.white };
    match table.match_length {
        MatchLength::SingleGame => vec![result(table, pair, round)],
        MatchLength::TwoGames => {
            let games = table.with_single_games();
            vec![result(&games, pair, 2 * round - 1), result(&games, exchanged, 2 * round)]
        }
    }
}

fn result(table: &Crosstable, pair: Pairing, round: usize) -> Option<BoardResult> {
    let outcome = |number| table.entrant(number).map(|entrant| entrant.outcome(round));
    match (outcome(pair.white)?, outcome(pair.black)?) {
        (
            RoundOutcome::Played { result: white, side: Side::White, .. },
            RoundOutcome::Played { result: black, .. },
        ) => Some(match (white, black) {
            (GameResult::Win, GameResult::Loss) => BoardResult::WhiteWins,
            (GameResult::Loss, GameResult::Win) => BoardResult::BlackWins,
            // Both have less than a game is worth: what is missing is taken away as a penalty.
            _ => BoardResult::Draw,
        }),
        (RoundOutcome::ForfeitWin { .. }, _) => Some(BoardResult::WhiteByForfeit),
        (RoundOutcome::ForfeitLoss { .. }, RoundOutcome::ForfeitWin { .. }) => {
            Some(BoardResult::BlackByForfeit)
        }
        (RoundOutcome::ForfeitLoss { .. }, _) => Some(BoardResult::DoubleForfeit),
        _ => None,
    }
}
