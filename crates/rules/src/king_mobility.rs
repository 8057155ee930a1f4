//! How freely a side's kings can move, for evaluation functions.

use crate::board::{Black, Board, Lookup, Mover, White, each_bit};
use crate::capture::{Attack, before_nearest};
use crate::generate::king_reach;
use crate::geometry::Dir;
use crate::piece::Side;
use crate::position::Position;
use crate::rules::{KingRange, Rules};

/// The squares that a side's kings can reach without capturing; a square that two kings can reach counts twice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct KingMobility {
    /// Squares on which no opposing piece could take the king.
    pub safe: u32,
    /// The other squares.
    pub attacked: u32,
}

impl<R: Rules> Position<R> {
    /// The mobility of a side's kings. It looks one jump ahead and leaves the king on its first square.
    ///
    /// ```
    /// use damiera_rules::{KingMobility, Position, Side, variant::Brazilian};
    /// let position = Position::<Brazilian>::from_fen("W:WK29:B11").unwrap();
    /// assert_eq!(position.king_mobility(Side::White), KingMobility { safe: 3, attacked: 1 });
    /// ```
    #[must_use]
    pub fn king_mobility(&self, side: Side) -> KingMobility {
        match side {
            Side::White => king_mobility::<R, White>(self.board()),
            Side::Black => king_mobility::<R, Black>(self.board()),
        }
    }
}

#[inline(always)]
fn king_mobility<R: Rules, M: Mover>(board: &Board) -> KingMobility {
    let kings = board.of(M::SIDE) & board.kings;
    if kings == 0 {
        return KingMobility::default();
    }
    let empty = Lookup::<R>::BOARD & !board.occupied();
    let attacked = attacked_by::<R, M::Reply>(board, empty);
    let mut mobility = KingMobility::default();
    each_bit(kings, |king| {
        let reach = king_reach::<R>(king, empty);
        mobility.safe += (reach & !attacked).count_ones();
        mobility.attacked += (reach & attacked).count_ones();
    });
    mobility
}

/// The empty squares on which a king could be taken by a jump of `M`.
#[inline(always)]
fn attacked_by<R: Rules, M: Mover>(board: &Board, empty: u64) -> u64 {
    let us = board.of(M::SIDE);
    let (men, kings) = (us & !board.kings, us & board.kings);
    let mut attacked = 0;
    let men = if R::MEN_CAPTURE_KINGS { men } else { 0 };
    for &dir in Attack::<R>::man_dirs::<M>() {
        attacked |= Lookup::<R>::step(men, dir) & Lookup::<R>::step(empty, dir.back());
    }
    for dir in Dir::ALL {
        let behind_is_free = Lookup::<R>::step(empty, dir.back());
        let reach = match R::KING {
            KingRange::Short => Lookup::<R>::step(kings, dir),
            KingRange::Flying => flying_reach::<R>(kings, empty, dir),
        };
        attacked |= reach & behind_is_free;
    }
    attacked & empty
}

#[inline(always)]
fn flying_reach<R: Rules>(kings: u64, empty: u64, dir: Dir) -> u64 {
    let mut reach = 0;
    each_bit(kings, |king| {
        let ray = Lookup::<R>::ray(king, dir);
        reach |= before_nearest(ray, ray & !empty, dir);
    });
    reach
}
