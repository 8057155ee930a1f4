//! The boards of a round, row by row.

use damiera_events::tournament::{BoardResult, TournamentCharter};
use damiera_events::wire::WireBoardResult;

use super::super::pages::Page;
use crate::tournaments::{BoardBody, RoundBody, TournamentBody, score};

/// Games of an arena on the page that have ended, the newest first.
const ENDED_GAMES: usize = 20;

/// A board, with what its row says.
pub(super) struct BoardRow {
    pub(super) board: BoardBody,
    pub(super) white_points: String,
    pub(super) black_points: String,
    pub(super) opening: String,
    pub(super) state: String,
    pub(super) state_class: &'static str,
    /// What the players have entered while no result holds, by name.
    pub(super) claims: Vec<(String, String)>,
}

impl BoardRow {
    pub(super) fn is(&self, value: &str) -> bool {
        self.board.result.is_some_and(|result| result_name(result) == value)
    }
}

/// Those over the board first, from White's best to Black's.
const RESULTS: [(BoardResult, &str); 10] = [
    (BoardResult::WhiteWins, "white-wins"),
    (BoardResult::WhiteEdge, "white-edge"),
    (BoardResult::WhiteSlightEdge, "white-slight-edge"),
    (BoardResult::Draw, "draw"),
    (BoardResult::BlackSlightEdge, "black-slight-edge"),
    (BoardResult::BlackEdge, "black-edge"),
    (BoardResult::BlackWins, "black-wins"),
    (BoardResult::WhiteByForfeit, "white-by-forfeit"),
    (BoardResult::BlackByForfeit, "black-by-forfeit"),
    (BoardResult::DoubleForfeit, "double-forfeit"),
];

/// The serialised name of a result.
fn result_name(result: WireBoardResult) -> &'static str {
    RESULTS.iter().find(|(own, _)| WireBoardResult::from(*own) == result).map_or("", |(_, name)| name)
}

/// A result that can be entered: its serialised name and its points.
pub(super) type ResultChoice = (&'static str, String);

/// The results that the scoring has, with their points: those over the board, and all.
pub(super) fn results(page: &Page, charter: &TournamentCharter) -> [Vec<ResultChoice>; 2] {
    let scoring = &charter.settings.scoring;
    let has = |result: &BoardResult| result.edge().is_none() || result.edge_worth(scoring).is_some();
    let known: Vec<_> = RESULTS.iter().filter(|(result, _)| has(result)).collect();
    let choice =
        |(result, name): &&(BoardResult, &'static str)| (*name, page.decimal(score(scoring, *result)));
    let by_forfeit = |result: BoardResult| {
        use BoardResult as R;
        matches!(result, R::WhiteByForfeit | R::BlackByForfeit | R::DoubleForfeit)
    };
    let over_the_board = known.iter().filter(|(result, _)| !by_forfeit(*result)).map(choice).collect();
    [over_the_board, known.iter().map(choice).collect()]
}

/// What the two players of a board have entered while no result holds: their names and the results.
pub(super) fn claims(
    body: &TournamentBody,
    board: &BoardBody,
    results: &[ResultChoice],
) -> Vec<(String, String)> {
    let claim = |(number, claim): (u16, Option<WireBoardResult>)| {
        let name = result_name(claim.filter(|_| board.result.is_none())?);
        let text = results.iter().find(|(own, _)| *own == name).map_or(name, |(_, text)| text);
        Some((body.name(&number).to_owned(), text.to_owned()))
    };
    board.numbers().into_iter().zip(board.claims).filter_map(claim).collect()
}

fn board_row(
    page: &Page,
    body: &TournamentBody,
    round: &RoundBody,
    board: &BoardBody,
    results: &[ResultChoice],
) -> BoardRow {
    let points = |number: u16| body.player(number).map(|player| player.points.clone()).unwrap_or_default();
    let (key, state_class) = match board {
        board if board.result.is_some() => ("ev-state-entered", "done"),
        board if board.is_disputed() => ("ev-state-disputed", "problem"),
        board if board.is_claimed() => ("ev-state-claimed", ""),
        board if board.unplayed().is_some_and(|dates| dates.closed) => ("ev-state-unplayed", "problem"),
        board if board.unplayed().is_some_and(|dates| dates.agreed.is_some()) => ("ev-state-dated", ""),
        board if board.unplayed().is_some() => ("ev-state-undated", ""),
        _ if round.stage == "playing" => ("ev-state-playing", "live"),
        _ => ("ev-state-waiting", ""),
    };
    let opening = board.opening.as_ref().map_or_else(String::new, |opening| match &opening.fen {
        Some(fen) => fen.clone(),
        None => opening.moves.join(" "),
    });
    BoardRow {
        white_points: points(board.white),
        black_points: points(board.black),
        opening,
        state: page.t(key),
        state_class,
        claims: claims(body, board, results),
        board: board.clone(),
    }
}

/// The rows of a round. Of an arena, the games that are being played come first.
pub(super) fn board_rows(
    page: &Page,
    body: &TournamentBody,
    round: Option<&RoundBody>,
    results: &[ResultChoice],
) -> Vec<BoardRow> {
    let Some(round) = round else { return Vec::new() };
    let rows: Vec<BoardRow> =
        round.boards.iter().map(|board| board_row(page, body, round, board, results)).collect();
    if body.arena.is_some() {
        let (playing, mut ended): (Vec<_>, Vec<_>) =
            rows.into_iter().partition(|row| row.board.result.is_none());
        ended.reverse();
        ended.truncate(ENDED_GAMES);
        return playing.into_iter().chain(ended).collect();
    }
    rows
}
