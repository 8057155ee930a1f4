//! Pictures of the boards as inline SVG, so that they follow the page's theme: small ones beside names, and one as large as a board.

use std::fmt::Write;
use std::sync::LazyLock;

use damiera_rules::{Position, Rules, Side, Variant, with_rules};

static ALL: LazyLock<Vec<(Variant, String)>> = LazyLock::new(|| {
    Variant::ALL.iter().map(|&variant| (variant, with_rules!(variant, R => drawn::<R>()))).collect()
});

static LARGE: LazyLock<Vec<(Variant, String)>> = LazyLock::new(|| {
    Variant::ALL
        .iter()
        .map(|&variant| (variant, with_rules!(variant, R => drawn_large::<R>(variant))))
        .collect()
});

/// A game's board before its first move, as the page of a game draws it (`web/board/drawing.js` has the same measures).
pub(super) fn large(variant: Variant) -> &'static str {
    LARGE.iter().find(|(of, _)| *of == variant).map_or("", |(_, svg)| svg)
}

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

/// A hundred units a square, with a rim. A disc is drawn once for each side and used where it stands.
fn drawn_large<R: Rules>(variant: Variant) -> String {
    const RIM: u32 = 30;
    let (board, start) = (R::GEOMETRY, Position::<R>::start());
    let inside = 100 * u32::from(board.rows());
    let (extent, corner) = (inside + 2 * RIM, |at: u8| RIM + 100 * u32::from(at));
    let squares = board.all().iter().fold(String::new(), |mut path, square| {
        let _ = write!(path, "M{} {}h100v100h-100z", corner(board.column(square)), corner(board.row(square)));
        path
    });
    let (mut shapes, mut discs) = (String::new(), String::new());
    for (side, class) in [(Side::White, "white"), (Side::Black, "black")] {
        let id = format!("start-{}-{class}", variant.name());
        let _ = write!(
            shapes,
            "<radialGradient id=\"{id}-turned\" cx=\"38%\" cy=\"32%\" r=\"75%\"><stop offset=\"0\" class=\"{class}-a\"/>\
             <stop offset=\"1\" class=\"{class}-b\"/></radialGradient><g id=\"{id}\" class=\"disc {class}\">\
             <circle class=\"body\" r=\"38\" fill=\"url(#{id}-turned)\"/><circle class=\"groove\" r=\"29\"/></g>"
        );
        for square in start.pieces(side).iter() {
            let (x, y) = (corner(board.column(square)) + 50, corner(board.row(square)) + 50);
            let _ = write!(discs, "<use href=\"#{id}\" x=\"{x}\" y=\"{y}\"/>");
        }
    }
    format!(
        "<svg viewBox=\"0 0 {extent} {extent}\" aria-hidden=\"true\"><defs>{shapes}</defs>\
         <rect class=\"rim\" width=\"{extent}\" height=\"{extent}\" rx=\"14\"/>\
         <path class=\"light\" d=\"M{RIM} {RIM}h{inside}v{inside}H{RIM}z\"/><path class=\"dark\" d=\"{squares}\"/>{discs}</svg>"
    )
}
