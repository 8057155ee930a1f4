//! Whether a side can capture, compared with the generator.
#![allow(clippy::unwrap_used)] // a failed unwrap fails the test

use damiera_rules::{BoardSize, Move, Position, Rules, Variant, with_rules};

/// In every position up to `depth` plies ahead, a side can capture exactly when its legal moves are captures.
fn agrees<R: Rules>(position: &Position<R>, depth: u32) {
    let legal = position.legal();
    let takes = legal.first().is_some_and(Move::is_capture);
    assert_eq!(position.can_capture(position.turn()), takes, "{}", position.fen());
    if depth > 0 {
        legal.iter().for_each(|m| agrees(&position.after(m), depth - 1));
    }
}

#[test]
fn agrees_with_the_generator() {
    let kings = ["W:WK30,K7,22:B10,K12,18,20,K26,27", "B:WK5,17,K25:BK14,6,K32"];
    for &variant in Variant::ALL {
        with_rules!(variant, R => {
            let depth = match R::GEOMETRY.size() {
                BoardSize::Squares64 => 6,
                BoardSize::Squares100 => 4,
            };
            agrees(&Position::<R>::start(), depth);
            for fen in kings {
                agrees(&Position::<R>::from_fen(fen).unwrap(), 4);
            }
        });
    }
}
