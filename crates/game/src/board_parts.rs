//! The named parts of the Italian board (FID-IT 2.8), as groups of squares for a labelled board.

use damiera_rules::{Article, Book};

use crate::text::Lang;

/// A named part of the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardPart {
    /// The key of its name.
    key: &'static str,
    /// Its squares, by their numbers.
    pub squares: Vec<u8>,
}

impl BoardPart {
    const fn new(key: &'static str, squares: Vec<u8>) -> Self {
        Self { key, squares }
    }

    /// Its name.
    #[must_use]
    pub fn name(&self, lang: Lang) -> String {
        lang.message(self.key).unwrap_or_else(|| self.key.to_owned())
    }

    /// Whether it is so small that its name stands on its squares: a corner, a biscacco or a meta.
    #[must_use]
    pub fn is_small(&self) -> bool {
        self.squares.len() <= 2
    }
}

/// The parts of the board that an article names; `None` for any other article. Article 2.8 itself has them all.
///
/// ```
/// use damiera_game::Lang;
/// use damiera_game::rulebook::{board_parts, cited};
/// let corners = board_parts(&cited("FID-IT 2.8.7").unwrap()).unwrap();
/// assert_eq!((corners[0].squares[0], corners[1].squares[0]), (1, 32));
/// assert_eq!(corners[0].name(Lang::Italian), "cantone");
/// ```
#[must_use]
pub fn board_parts(article: &Article) -> Option<Vec<BoardPart>> {
    if article.book != Book::FidIt {
        return None;
    }
    let part = BoardPart::new;
    Some(match article.number {
        "2.8" => {
            let numbers = ["2.8.5", "2.8.6", "2.8.7", "2.8.8", "2.8.9", "2.8.2", "2.8.4", "2.8.1", "2.8.3"];
            let articles = numbers.map(|number| Article::new(Book::FidIt, number));
            articles.iter().filter_map(board_parts).flatten().collect()
        }
        "2.8.1" => (0..8).map(|number| part("part-line", row(number))).collect(),
        "2.8.2" => vec![part("part-base-black", row(0)), part("part-base-white", row(7))],
        "2.8.3" => (0..8).map(|number| part("part-column", column(number))).collect(),
        "2.8.4" => vec![part("part-edge-right", column(0)), part("part-edge-left", column(7))],
        "2.8.5" => vec![part("part-diagonal", vec![1, 5, 10, 14, 19, 23, 28, 32])],
        "2.8.6" => vec![
            part("part-parallel", vec![4, 7, 11, 14, 18, 21, 25]),
            part("part-parallel", vec![8, 12, 15, 19, 22, 26, 29]),
        ],
        "2.8.7" => vec![part("part-corner", vec![1]), part("part-corner", vec![32])],
        "2.8.8" => vec![part("part-biscacco-black", vec![4, 8]), part("part-biscacco-white", vec![25, 29])],
        "2.8.9" => vec![part("part-meta-white", vec![15]), part("part-meta-black", vec![18])],
        _ => return None,
    })
}

/// The four squares of a row, from the top.
fn row(row: u8) -> Vec<u8> {
    (4 * row + 1..=4 * row + 4).collect()
}

/// The four squares of a column, from the left: the first square of the board is in the left column.
fn column(column: u8) -> Vec<u8> {
    (0..8).filter(|row| row % 2 == column % 2).map(|row| 4 * row + column / 2 + 1).collect()
}
