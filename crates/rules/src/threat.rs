//! Whether a side has something to take, without saying what.

use crate::board::{Black, Board, Mover, Tables, White, each_bit};
use crate::capture::{Field, Hunt, Trail};
use crate::geometry::Dir;
use crate::piece::Side;
use crate::position::Position;
use crate::rules::{King, Rules};

impl<R: Rules> Position<R> {
    /// Whether that side could take something if it were its move.
    ///
    /// ```
    /// use damiera_rules::{Position, Side, variant::English};
    /// let position = Position::<English>::from_fen("W:W30:B22,25").unwrap();
    /// assert!(position.can_take(Side::White));
    /// assert!(!position.can_take(Side::Black));
    /// ```
    #[must_use]
    #[inline]
    pub fn can_take(&self, side: Side) -> bool {
        match side {
            Side::White => can_take::<R, White>(self.board()),
            Side::Black => can_take::<R, Black>(self.board()),
        }
    }
}

#[inline(always)]
fn can_take<R: Rules, M: Mover>(board: &Board) -> bool {
    let field = Field::<R>::new::<M>(board);
    let [a, b, c, d] = field.jumping_off::<M>();
    if field.men & (a | b | c | d) != 0 {
        return true;
    }
    match R::KING {
        _ if field.kings == 0 => false,
        King::Short => jumps::<R>(field.kings, field.prey, Tables::<R>::BOARD & !board.occupied()),
        King::Flying => flies(field),
    }
}

/// Whether a flying king has something to take.
fn flies<R: Rules>(field: Field<R>) -> bool {
    let hunt = Hunt::new(field);
    let mut found = false;
    each_bit(field.kings, |king| {
        let trail = Trail::start(king, true);
        found = found || Dir::ALL.into_iter().any(|dir| hunt.flight(king, dir, trail).is_some());
    });
    found
}

/// Whether any of these kings can jump over what stands beside it.
#[inline(always)]
fn jumps<R: Rules>(kings: u64, prey: u64, empty: u64) -> bool {
    let mut landings = 0;
    for dir in Dir::ALL {
        landings |= Tables::<R>::step(Tables::<R>::step(kings, dir) & prey, dir);
    }
    landings & empty != 0
}

#[cfg(test)]
mod tests {
    use crate::variant::{Brazilian, English, International, Italian};
    use crate::{Move, Position, Rules};

    /// Along every line of a few moves, a side can take exactly when its legal moves are captures.
    fn agrees<R: Rules>(position: &Position<R>, depth: u32) {
        let legal = position.legal();
        let takes = legal.first().is_some_and(Move::is_capture);
        assert_eq!(position.can_take(position.turn()), takes, "{}", position.fen());
        if depth > 0 {
            legal.iter().for_each(|m| agrees(&position.after(m), depth - 1));
        }
    }

    #[test]
    fn agrees_with_the_generator() {
        agrees(&Position::<English>::start(), 6);
        agrees(&Position::<Italian>::start(), 6);
        agrees(&Position::<Brazilian>::start(), 6);
        agrees(&Position::<International>::start(), 4);
        let kings = ["W:WK30,K7,22:B10,K12,18,20,K26,27", "B:WK5,17,K25:BK14,6,K32"];
        for fen in kings {
            agrees(&Position::<English>::from_fen(fen).unwrap(), 4);
            agrees(&Position::<Italian>::from_fen(fen).unwrap(), 4);
            agrees(&Position::<Brazilian>::from_fen(fen).unwrap(), 4);
            agrees(&Position::<International>::from_fen(fen).unwrap(), 4);
        }
    }
}
