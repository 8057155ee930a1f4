//! Tests whether a side can capture, without generating the captures.

use crate::board::{Black, Board, Lookup, Mover, White, each_bit};
use crate::capture::{Attack, CapturePath, CaptureSearch};
use crate::geometry::Dir;
use crate::piece::Side;
use crate::position::Position;
use crate::rules::{KingRange, Rules};

impl<R: Rules> Position<R> {
    /// Whether a side could capture if it were to move.
    ///
    /// ```
    /// use damiera_rules::{Position, Side, variant::English};
    /// let position = Position::<English>::from_fen("W:W30:B22,25").unwrap();
    /// assert!(position.can_capture(Side::White));
    /// assert!(!position.can_capture(Side::Black));
    /// ```
    #[must_use]
    #[inline]
    pub fn can_capture(&self, side: Side) -> bool {
        match side {
            Side::White => can_capture::<R, White>(self.board()),
            Side::Black => can_capture::<R, Black>(self.board()),
        }
    }
}

#[inline(always)]
pub(crate) fn can_capture<R: Rules, M: Mover>(board: &Board) -> bool {
    let attack = Attack::<R>::new::<M>(board);
    let [a, b, c, d] = attack.jump_origins::<M>();
    if attack.men & (a | b | c | d) != 0 {
        return true;
    }
    match R::KING {
        _ if attack.kings == 0 => false,
        KingRange::Short => {
            short_king_can_capture::<R>(attack.kings, attack.targets, Lookup::<R>::BOARD & !board.occupied())
        }
        KingRange::Flying => flying_king_can_capture(attack),
    }
}

/// Whether a flying king can capture.
fn flying_king_can_capture<R: Rules>(attack: Attack<R>) -> bool {
    let search = CaptureSearch::new(attack);
    let mut found = false;
    each_bit(attack.kings, |king| {
        let path = CapturePath::start(king, true);
        found = found || Dir::ALL.into_iter().any(|dir| search.flying_jump(king, dir, path).is_some());
    });
    found
}

/// Whether any of these short-range kings can capture.
#[inline(always)]
fn short_king_can_capture<R: Rules>(kings: u64, targets: u64, empty: u64) -> bool {
    let mut landings = 0;
    for dir in Dir::ALL {
        landings |= Lookup::<R>::step(Lookup::<R>::step(kings, dir) & targets, dir);
    }
    landings & empty != 0
}
