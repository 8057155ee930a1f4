//! Points that do not follow from who won: drawn games that favour a player, bonuses and penalties.

use damiera_events::tournament::{
    BoardResult, Tournament, TournamentAsk, TournamentRefusal, TournamentSettings,
};
use damiera_events::{NoPairing, PairingSystem, Points, Scoring};

use crate::recorded::{RecordedTournament, play_round, reason, settings};

#[test]
fn a_drawn_game_counts_as_the_scoring_says() {
    let scoring = Scoring::FMJD_TITLE_MATCH;
    let rows = [
        (BoardResult::WhiteWins, [12, 0]),
        (BoardResult::WhiteEdge, [8, 4]),
        (BoardResult::BlackSlightEdge, [5, 7]),
        (BoardResult::Draw, [6, 6]),
    ];
    for (result, wanted) in rows {
        let terms = TournamentSettings { scoring, ..settings(PairingSystem::Knockout, 2) };
        let mut hall = RecordedTournament::new(2, terms);
        hall.start_round();
        hall.ask(TournamentAsk::EnterResult { board: 1, result: BoardResult::BlackWins }).expect("entered");
        hall.ask(TournamentAsk::CorrectResult { round: 1, board: 1, result, reason: reason() })
            .expect("corrected");
        let pair = hall.pairs()[0];
        let table = hall.live.table();
        let made = [pair.white, pair.black].map(|number| {
            let entrant = table.entrant(number).expect("a player");
            table.score_before(entrant, 2)
        });
        assert_eq!(made, wanted.map(Points::whole), "{result:?}");
        hall.ask(TournamentAsk::CloseRound).expect("closed");
        let undecided = hall.ask(TournamentAsk::PairRound);
        let wanted = match result {
            BoardResult::Draw => NoPairing::Undecided { round: 1, number: 1 },
            _ => NoPairing::AllRoundsPaired { rounds: 1 },
        };
        assert_eq!(undecided, Err(TournamentRefusal::NoPairing(wanted)), "{result:?}");
        assert_eq!(Tournament::replay(hall.live.settings().clone(), &hall.log), hall.live);
    }
    let mut plain = RecordedTournament::new(2, settings(PairingSystem::Dutch, 1));
    plain.start_round();
    let edge = TournamentAsk::EnterResult { board: 1, result: BoardResult::WhiteEdge };
    assert_eq!(plain.ask(edge), Err(TournamentRefusal::NotInScoring));
}

#[test]
fn a_penalty_counts_with_the_last_round_and_outlives_corrections() {
    let mut hall = RecordedTournament::new(4, settings(PairingSystem::Dutch, 3));
    let adjust = |number, round, tenths| TournamentAsk::AdjustPoints {
        number,
        round,
        points: Points::tenths(tenths),
        reason: reason(),
    };
    assert_eq!(hall.ask(adjust(1, 1, -10)), Err(TournamentRefusal::RoundNotPublished(1)));
    play_round(&mut hall, BoardResult::WhiteWins);
    let most = Points::whole(99);
    for tenths in [0, 991, -1_000] {
        assert_eq!(hall.ask(adjust(1, 1, tenths)), Err(TournamentRefusal::BadAdjustment(most)), "{tenths}");
    }
    assert_eq!(hall.ask(adjust(9, 1, 5)), Err(TournamentRefusal::UnknownPlayer(9)));
    assert_eq!(hall.ask(adjust(1, 4, 5)), Err(TournamentRefusal::NoSuchRound { round: 4, rounds: 3 }));
    let white = hall.pairs()[0].white;
    hall.ask(adjust(white, 1, -5)).expect("a penalty");
    let score = |hall: &RecordedTournament| {
        let table = hall.live.table();
        table.score_before(table.entrant(white).expect("a player"), 2)
    };
    assert_eq!(score(&hall), Scoring::TWO_ONE.win - Points::HALF);
    let result = BoardResult::Draw;
    hall.ask(TournamentAsk::CorrectResult { round: 1, board: 1, result, reason: reason() }).expect("a draw");
    assert_eq!(score(&hall), Scoring::TWO_ONE.draw - Points::HALF);
    hall.ask(TournamentAsk::PairRound).expect("a draft");
    assert_eq!(hall.ask(adjust(white, 1, 5)), Err(TournamentRefusal::TooLate(1)));
    hall.ask(TournamentAsk::TakeBack { reason: reason() }).expect("no draft");
    hall.ask(adjust(white, 1, 5)).expect("the penalty is taken back");
    assert_eq!(score(&hall), Scoring::TWO_ONE.draw);
    // A penalty in a round that is cancelled holds when the round is paired again.
    hall.start_round();
    hall.ask(adjust(white, 2, -5)).expect("a penalty");
    hall.ask(TournamentAsk::TakeBack { reason: reason() }).expect("no results yet");
    hall.start_round();
    assert_eq!(hall.live.table().extra_points.get(&(white, 2)), Some(&(Points::ZERO - Points::HALF)));
    assert_eq!(Tournament::replay(hall.live.settings().clone(), &hall.log), hall.live);
}
