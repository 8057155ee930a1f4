//! [`Endgames`] for the tables of `damiera-endgame`.

use damiera_endgame::{MoveCount, TableRules, TableValue, Tables, Wdl};
use damiera_rules::Position;

use crate::probe::{EndgameVerdict, Endgames, SolvedMove};
use crate::value::{MAX_PLY, Value, WIN};

impl<R: TableRules> Endgames<R> for Tables<R> {
    fn most_pieces(&self) -> u32 {
        self.outcome_pieces().into()
    }

    fn verdict(&self, position: &Position<R>) -> Option<EndgameVerdict> {
        Some(match self.outcome(position)? {
            Wdl::Win => EndgameVerdict::Win,
            Wdl::Draw => EndgameVerdict::Draw,
            Wdl::Loss => EndgameVerdict::Loss,
        })
    }

    fn solved(&self, position: &Position<R>, counted: u16) -> Option<Vec<SolvedMove>> {
        let count = MoveCount { plies: counted, ..MoveCount::default() };
        let moves = self.moves_with_count(position, count)?;
        let solve = |(m, known, outcome)| {
            let mut line = vec![m];
            let value = value_with_count(known, outcome);
            if value != 0 {
                line.extend(self.line(&position.after(&m)).unwrap_or_default());
                line.truncate(MAX_PLY);
            }
            SolvedMove { value, line }
        };
        Some(moves.into_iter().map(solve).collect())
    }
}

/// The value of a table entry; zero if the book's draw count ends the game first.
fn value_with_count(known: TableValue, outcome: Wdl) -> Value {
    match (known, outcome) {
        (TableValue::Win(distance), Wdl::Win) => WIN - Value::from(distance.dtw),
        (TableValue::Loss(distance), Wdl::Loss) => Value::from(distance.dtw) - WIN,
        _ => 0,
    }
}
