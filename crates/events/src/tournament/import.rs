//! The log of an event that was begun elsewhere, from what a report file tells of it.

use damiera_game::Moment;
use damiera_rules::Side;

use super::board_result::BoardResult;
use super::command::TournamentActor;
use super::event::{TournamentEvent, TournamentFact};
use crate::crosstable::Crosstable;
use crate::matches::MatchLength;
use crate::outcome::{GameResult, RoundOutcome};
use crate::pairing::Pairing;
use crate::teams::{CompetitorKind, Team, sort_by_match};

/// The entries that lead to a table: players, byes, and every round with its results. A round whose results are complete is
/// closed. Whether a game was rated is not kept.
#[must_use]
pub fn imported_log(table: &Crosstable, by: &TournamentActor, at: Moment) -> Vec<TournamentEvent> {
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
    facts.extend(table.forbidden.iter().cloned().map(TournamentFact::KeptApart));
    let fixed = table.fixed_sides.iter();
    facts.extend(fixed.map(|f| TournamentFact::ColourFixed { number: f.number, side: Some(f.side) }));
    facts.extend(table.accelerations.iter().cloned().map(TournamentFact::Accelerated));
    let teams = table.teams.iter().cloned();
    facts.extend(teams.map(|Team { name, members }| TournamentFact::TeamEntered { name, members }));
    for round in 1..=table.paired_rounds() {
        facts.extend(byes(table, round));
        let mut pairing = table.pairing_of(round);
        if table.competitors() == CompetitorKind::Team {
            sort_by_match(table, &mut pairing);
        }
        let results: Vec<Option<BoardResult>> =
            pairing.pairs.iter().flat_map(|pair| results(table, *pair, round)).collect();
        facts.push(TournamentFact::RoundDrafted { pairing });
        facts.extend([
            TournamentFact::RoundChecked,
            TournamentFact::RoundPublished,
            TournamentFact::RoundStarted,
        ]);
        let entered = (1..).zip(&results);
        facts.extend(entered.filter_map(|(board, result)| {
            result.map(|result| TournamentFact::ResultEntered { board, result })
        }));
        if results.iter().all(Option::is_some) {
            facts.push(TournamentFact::RoundClosed);
        }
    }
    for request in table.requests.iter().filter(|request| request.round > table.paired_rounds()) {
        let (number, round, outcome) = (request.number, request.round, request.outcome);
        facts.push(TournamentFact::ByeGranted { number, round, outcome });
    }
    facts.into_iter().map(|fact| TournamentEvent { by: by.clone(), at, fact }).collect()
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
        (RoundOutcome::Played { result, side: Side::White, .. }, _) => Some(match result {
            GameResult::Win => BoardResult::WhiteWins,
            GameResult::Draw => BoardResult::Draw,
            GameResult::Loss => BoardResult::BlackWins,
        }),
        (RoundOutcome::ForfeitWin { .. }, _) => Some(BoardResult::WhiteByForfeit),
        (RoundOutcome::ForfeitLoss { .. }, RoundOutcome::ForfeitWin { .. }) => {
            Some(BoardResult::BlackByForfeit)
        }
        (RoundOutcome::ForfeitLoss { .. }, _) => Some(BoardResult::DoubleForfeit),
        _ => None,
    }
}
