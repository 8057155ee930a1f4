//! Small pictures of the boards as inline SVG, so that they follow the page's theme.

use std::fmt::Write;
use std::sync::LazyLock;

use damiera_rules::{Position, Rules, Side, Variant, with_rules};

static ALL: LazyLock<Vec<(Variant, String)>> = LazyLock::new(|| {
    Variant::ALL.iter().map(|&variant| (variant, with_rules!(variant, R => drawn::<R>()))).collect()
});

/// How a game stands before its first move.
pub(super) fn of(variant: Variant) -> &'static str {
    ALL.iter().find(|(of, _)| *of == variant).map_or("", |(_, svg)| svg)
}

/// One unit a square. Hidden from screen readers: the text beside it says the same.
fn drawn<R: Rules>() -> String {
    let (board, start) = (R::GEOMETRY, Position::<R>::start());
    let size = board.rows();
    let squares = board.all().iter().fold(String::new(), |mut path, square| {
        let _ = write!(path, "M{} {}h1v1h-1z", board.column(square), board.row(square));
        path
    });
    let mut svg = format!(
        "<svg class=\"thumbnail\" viewBox=\"0 0 {size} {size}\" aria-hidden=\"true\">\
         <path class=\"light\" d=\"M0 0h{size}v{size}H0z\"/><path class=\"dark\" d=\"{squares}\"/>"
    );
    for (side, class) in [(Side::White, "white"), (Side::Black, "black")] {
        for square in start.pieces(side).iter() {
            let (x, y) = (f32::from(board.column(square)) + 0.5, f32::from(board.row(square)) + 0.5);
            let _ = write!(svg, "<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\".37\"/>");
        }
    }
    svg + "</svg>"
}
