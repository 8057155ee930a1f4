//! Diagrams show what stands on the board, the right way round.
#![allow(clippy::unwrap_used)] // a test may stop where it stands

use damiera_notation::diagram::{Diagram, DiagramWords, Labels, PngError, Theme, png};
use damiera_rules::{Position, Rules, Side, Variant, variant::International, variant::Italian, with_rules};

#[test]
fn every_game_s_start_becomes_a_picture_of_the_size_asked() {
    for &variant in Variant::ALL {
        with_rules!(variant, R => {
            let position = Position::<R>::start();
            let mut diagram = Diagram::new(&position);
            for theme in [Theme::Wood, Theme::Print] {
                for labels in [Labels::Numbers, Labels::Coordinates, Labels::None] {
                    (diagram.theme, diagram.labels) = (theme, labels);
                    let svg = diagram.svg();
                    assert!(svg.contains(&format!("<desc>{}</desc>", position.fen())));
                    let picture = png(&svg, 120).unwrap();
                    // A PNG says its width and height in bytes 16 to 23.
                    assert_eq!(&picture[1..4], b"PNG");
                    assert_eq!(&picture[16..24], [0, 0, 0, 120, 0, 0, 0, 120]);
                }
            }
        });
    }
}

#[test]
fn a_width_that_cannot_be_is_refused() {
    let svg = Diagram::new(&Position::<Italian>::start()).svg();
    assert_eq!(png(&svg, 0), Err(PngError::Width(0)));
    assert_eq!(png(&svg, 100_000), Err(PngError::Width(100_000)));
}

/// The text without its colours.
fn plain(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('\x1b') {
        out.push_str(&rest[..at]);
        rest = rest[at..].split_once('m').map_or("", |(_, rest)| rest);
    }
    out + rest
}

const WORDS: DiagramWords<'static> = DiagramWords { men: ['w', 'b'], turn: "White to move" };

#[test]
fn the_board_is_seen_from_either_side() {
    let position = Position::<Italian>::from_fen("W:WK1:B32").unwrap_err();
    assert!(position.to_string().contains("crown row"));
    let position = Position::<Italian>::from_fen("W:WK1,32:B5").unwrap();
    let mut diagram = Diagram::new(&position);
    let first_row =
        |diagram: &Diagram<'_, Italian>| plain(&diagram.text(&WORDS)).lines().nth(2).unwrap().to_owned();
    // Square 1 is the corner at the top left for White, the bottom right for Black.
    assert!(first_row(&diagram).starts_with(" 8 | <W>"), "{}", first_row(&diagram));
    diagram.bottom = Side::Black;
    assert!(first_row(&diagram).starts_with(" 1 |  w"), "{}", first_row(&diagram));
}

#[test]
fn the_dark_corner_is_on_the_side_each_book_says() {
    // The lowest row as White sees it starts with a playing square, or with a light square if the dark corner is right.
    for &variant in Variant::ALL {
        with_rules!(variant, R => {
            let text = plain(&Diagram::new(&Position::<R>::start()).text(&WORDS));
            let rows: Vec<&str> = text.lines().filter(|line| line.starts_with(" 1 |")).collect();
            let right = R::GEOMETRY.at(R::GEOMETRY.rows() - 1, 0).is_none();
            assert_eq!(rows[0].starts_with(" 1 |        w"), right, "{variant}: {}", rows[0]);
        });
    }
}

#[test]
fn the_way_of_a_move_and_rings_are_drawn() {
    let position = Position::<International>::start();
    let mut diagram = Diagram::new(&position);
    let bare = diagram.svg();
    diagram.last = position.route(&position.legal()[0]).squares;
    let with_way = diagram.svg();
    assert_eq!(with_way.matches("<polyline").count(), bare.matches("<polyline").count() + 1);
    diagram.ringed = diagram.last.iter().copied().collect();
    assert_eq!(diagram.svg().matches("<circle").count(), with_way.matches("<circle").count() + 2);
}
