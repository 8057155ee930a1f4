//! The named parts of the Italian board (FID-IT 2.8), as groups of squares for a labelled board.

use damiera_rules::{Article, Book};

/// The groups of squares that an article on the parts of the board names; `None` for any other article.
///
/// ```
/// use damiera_game::rulebook::{board_parts, cited};
/// let corners = board_parts(&cited("FID-IT 2.8.7").unwrap()).unwrap();
/// assert_eq!(corners, [vec![1], vec![32]]);
/// ```
#[must_use]
pub fn board_parts(article: &Article) -> Option<Vec<Vec<u8>>> {
    if article.book != Book::FidIt {
        return None;
    }
    Some(match article.number {
        "2.8.1" => (0..8).map(row).collect(),
        "2.8.2" => vec![row(0), row(7)],
        "2.8.3" => (0..8).map(column).collect(),
        "2.8.4" => vec![column(0), column(7)],
        "2.8.5" => vec![vec![1, 5, 10, 14, 19, 23, 28, 32]],
        "2.8.6" => vec![vec![4, 7, 11, 14, 18, 21, 25], vec![8, 12, 15, 19, 22, 26, 29]],
        "2.8.7" => vec![vec![1], vec![32]],
        "2.8.8" => vec![vec![4, 8], vec![25, 29]],
        "2.8.9" => vec![vec![15], vec![18]],
        "2.8" => vec![],
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
