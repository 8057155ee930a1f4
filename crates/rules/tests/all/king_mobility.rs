//! The mobility of kings against a slow count on rows and columns.
#![allow(clippy::unwrap_used)] // a test may stop where it stands

use crate::common::positions;
use damiera_rules::{
    Brazilian, English, International, Italian, KingMobility, KingRange, Piece, Position, Rank, Rules, Side,
    Square,
};
use proptest::prelude::*;

const DIRECTIONS: [(i8, i8); 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];

fn next<R: Rules>(square: Square, (down, right): (i8, i8)) -> Option<Square> {
    let row = R::GEOMETRY.row(square).checked_add_signed(down)?;
    let column = R::GEOMETRY.column(square).checked_add_signed(right)?;
    R::GEOMETRY.at(row, column)
}

/// The empty squares in a direction that a king reaches in one move.
fn reached<R: Rules>(position: &Position<R>, king: Square, direction: (i8, i8)) -> Vec<Square> {
    let range = if matches!(R::KING, KingRange::Flying) { usize::MAX } else { 1 };
    std::iter::successors(next::<R>(king, direction), |&square| next::<R>(square, direction))
        .take_while(|&square| position.piece_at(square).is_none())
        .take(range)
        .collect()
}

/// Whether a piece can jump over a square that is empty now and gets an opposing king.
fn attacks<R: Rules>(position: &Position<R>, (from, piece): (Square, Piece), square: Square) -> bool {
    DIRECTIONS.into_iter().any(|direction| {
        let forward = if piece.side == Side::White { -1 } else { 1 };
        let may = piece.rank == Rank::King
            || R::MEN_CAPTURE_KINGS && (R::MEN_CAPTURE_BACKWARDS || direction.0 == forward);
        let comes_to = match piece.rank {
            Rank::King => reached(position, from, direction).contains(&square),
            Rank::Man => next::<R>(from, direction) == Some(square),
        };
        let lands = next::<R>(square, direction).is_some_and(|behind| position.piece_at(behind).is_none());
        may && comes_to && lands
    })
}

fn counted<R: Rules>(position: &Position<R>, side: Side) -> KingMobility {
    let pieces: Vec<(Square, Piece)> = R::GEOMETRY
        .all()
        .iter()
        .filter_map(|square| position.piece_at(square).map(|piece| (square, piece)))
        .collect();
    let mut mobility = KingMobility::default();
    for &(king, piece) in &pieces {
        if piece != (Piece { side, rank: Rank::King }) {
            continue;
        }
        for square in DIRECTIONS.into_iter().flat_map(|direction| reached(position, king, direction)) {
            let opposing = pieces.iter().filter(|(_, piece)| piece.side != side);
            let is_attacked = opposing.into_iter().any(|&piece| attacks(position, piece, square));
            *(if is_attacked { &mut mobility.attacked } else { &mut mobility.safe }) += 1;
        }
    }
    mobility
}

fn mobility_is_that_of_a_slow_count<R: Rules>(position: &Position<R>) {
    for side in Side::BOTH {
        assert_eq!(position.king_mobility(side), counted(position, side), "{side:?} in {}", position.fen());
    }
}

macro_rules! laws {
    ($($name:ident: $rules:ty;)+) => {
        proptest! {
            #![proptest_config(ProptestConfig::with_cases(400))]
            $(
                #[test]
                fn $name(position in positions::<$rules>()) {
                    mobility_is_that_of_a_slow_count(&position);
                }
            )+
        }
    };
}

laws! {
    english: English;
    italian: Italian;
    brazilian: Brazilian;
    international: International;
}
