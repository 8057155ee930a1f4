//! [`Endgames`] for the tables of `damiera-endgame`.

use damiera_endgame::{Count, Outcome, TableRules, Tables, Value as Known};
use damiera_rules::Position;

use crate::probe::{EndgameVerdict, Endgames, SolvedMove};
use crate::value::{MAX_PLY, Value, WIN};

impl<R: TableRules> Endgames<R> for Tables<R> {
    fn most_pieces(&self) -> u32 {
        self.pieces().into()
    }

    fn verdict(&self, position: &Position<R>) -> Option<EndgameVerdict> {
        Some(match self.outcome(position)? {
            Outcome::Win => EndgameVerdict::Win,
            Outcome::Draw => EndgameVerdict::Draw,
            Outcome::Loss => EndgameVerdict::Loss,
        })
    }

    fn solved(&self, position: &Position<R>, counted: u16) -> Option<Vec<SolvedMove>> {
        let count = Count { plies: counted, ..Count::default() };
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
fn value_with_count(known: Known, outcome: Outcome) -> Value {
    match (known, outcome) {
        (Known::Win(distance), Outcome::Win) => WIN - Value::from(distance.dtw),
        (Known::Loss(distance), Outcome::Loss) => Value::from(distance.dtw) - WIN,
        _ => 0,
    }
}
