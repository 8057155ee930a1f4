//! Better lines than the move played, and whether they are shots.

use damiera_rules::{Move, Position, Rules, Side};

use crate::line::written_line;

/// The longest better line that is kept, in plies.
const LONGEST_LINE: usize = 12;
/// The value of a king, in men, where material is counted.
const KING: i64 = 3;

/// A line that was better than the move played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BetterLine {
    /// The moves, up to the point where the material is won.
    pub moves: Vec<Move>,
    /// The moves in writing.
    pub notation: Vec<String>,
    /// How many men the line wins, if it is a *shot*: it gives up pieces first and comes out ahead.
    pub shot: Option<i64>,
}

impl BetterLine {
    /// Follows a line until it has won material and no capture is pending.
    #[must_use]
    pub(crate) fn new<R: Rules>(position: &Position<R>, line: &[Move]) -> Self {
        let side = position.turn();
        let start = balance(position, side);
        let (mut at, mut length) = (*position, 0);
        let (mut sacrificed, mut won) = (false, 0);
        for m in line.iter().take(LONGEST_LINE) {
            length += 1;
            at = at.after(m);
            let gain = balance(&at, side) - start;
            sacrificed |= gain < 0;
            if !at.legal().iter().any(Move::is_capture) {
                won = gain;
                if won > 0 {
                    break;
                }
            }
        }
        let moves = line[..length].to_vec();
        let notation = written_line(position, &moves);
        Self { moves, notation, shot: (sacrificed && won > 0).then_some(won) }
    }
}

/// How much more material a side has than the other, in men.
fn balance<R: Rules>(position: &Position<R>, side: Side) -> i64 {
    let material = |side| i64::from(position.men(side).len()) + KING * i64::from(position.kings(side).len());
    material(side) - material(!side)
}
