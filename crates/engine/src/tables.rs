//! Endgame tables in files, as the engine asks them.

use damiera_endgame::{Count, Outcome, TableRules, Tables, Value as Known};
use damiera_rules::Position;

use crate::probe::{Endgames, Solved, Verdict};
use crate::value::{MAX_PLY, Value, WIN};

impl<R: TableRules> Endgames<R> for Tables<R> {
    fn most_pieces(&self) -> u32 {
        self.pieces().into()
    }

    fn verdict(&self, position: &Position<R>) -> Option<Verdict> {
        Some(match self.outcome(position)? {
            Outcome::Win => Verdict::Win,
            Outcome::Draw => Verdict::Draw,
            Outcome::Loss => Verdict::Loss,
        })
    }

    fn solved(&self, position: &Position<R>, counted: u16) -> Option<Vec<Solved>> {
        let count = Count { plies: counted, ..Count::default() };
        let moves = self.moves_with_count(position, count)?;
        let solve = |(m, known, outcome)| {
            let mut line = vec![m];
            let value = by_the_book(known, outcome);
            if value != 0 {
                line.extend(self.line(&position.after(&m)).unwrap_or_default());
                line.truncate(MAX_PLY);
            }
            Solved { value, line }
        };
        Some(moves.into_iter().map(solve).collect())
    }
}

/// What a table knows, unless the count makes a draw of it.
fn by_the_book(known: Known, outcome: Outcome) -> Value {
    match (known, outcome) {
        (Known::Win(distance), Outcome::Win) => WIN - Value::from(distance.dtw),
        (Known::Loss(distance), Outcome::Loss) => Value::from(distance.dtw) - WIN,
        _ => 0,
    }
}
