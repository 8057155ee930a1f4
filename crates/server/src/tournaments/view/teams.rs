//! The matches of teams in a round.

use damiera_events::teams::{CompetitorKind, Team};
use damiera_events::tournament::BoardState;
use damiera_events::{Crosstable, Points, Scoring};

use super::plain;

/// Where teams are paired: the first board of each match, from 0, with its teams and what they have made.
pub(super) fn match_headings(
    table: &Crosstable,
    scoring: &Scoring,
    boards: &[BoardState],
) -> Vec<(usize, String)> {
    if table.competitors() == CompetitorKind::Player {
        return Vec::new();
    }
    let team_of = |number| table.teams.iter().find(|team| team.members.contains(&number));
    let names = |board: &BoardState| {
        let mut names =
            [board.pair.white, board.pair.black].map(|number| team_of(number).map(|team| &team.name));
        names.sort_unstable();
        names
    };
    let mut headings = Vec::new();
    let mut first = 0;
    for boards in boards.chunk_by(|one, other| names(one) == names(other)) {
        if let (Some(home), Some(away)) = (team_of(boards[0].pair.white), team_of(boards[0].pair.black)) {
            let is_begun = boards.iter().any(|board| board.result.is_some());
            let [own, other] = [home, away].map(|team| plain(made(team, scoring, boards)));
            let score = if is_begun { format!(" {own}–{other}") } else { String::new() };
            headings.push((first, format!("{} – {}{score}", home.name, away.name)));
        }
        first += boards.len();
    }
    headings
}

/// What the players of a team have made on these boards.
fn made(team: &Team, scoring: &Scoring, boards: &[BoardState]) -> Points {
    let worth = |board: &BoardState| {
        let [white, black] = board.result?.worth(scoring, board.pair);
        Some(if team.members.contains(&board.pair.white) { white } else { black })
    };
    boards.iter().filter_map(worth).sum()
}
