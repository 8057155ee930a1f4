//! Converts between moves and their text in the three notation styles.

mod rejection;

use damiera_rules::{
    Attempt, Geometry, Illegal, Move, Position, Rank, Route, Rules, Square, SquareName, SquareSet,
};

use crate::pdn::{MoveSeparator, MoveText, NotationStyle, Origin};

pub use rejection::{RejectedMove, RejectionReason};

/// The meaning of a written move in a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MoveMeaning {
    /// This move.
    One(Move),
    /// Any of these captures: the text is ambiguous.
    Several(Vec<Move>),
    /// No legal move.
    None(RejectedMove),
}

/// The meaning of a written move.
///
/// ```
/// use damiera_notation::moves::{MoveMeaning, resolve};
/// use damiera_notation::pdn::{PdnItem, PdnReader};
/// use damiera_rules::{Position, variant::Brazilian};
/// let record = PdnReader::new("cd4".as_bytes()).next().unwrap().unwrap();
/// let text = record.game.main_line.moves().next().unwrap();
/// let start = Position::<Brazilian>::start();
/// let MoveMeaning::One(m) = resolve(&start, text) else { panic!() };
/// assert_eq!(start.notation(&m), "22-18");
/// ```
#[must_use]
pub fn resolve<R: Rules>(position: &Position<R>, text: &MoveText) -> MoveMeaning {
    let unknown = |place: &SquareName| MoveMeaning::None(no_such_square::<R>(*place));
    let Some(to) = text.to.on(R::GEOMETRY) else { return unknown(&text.to) };
    match text.from {
        Origin::Square(place) => match place.on(R::GEOMETRY) {
            Some(from) => from_square(position, text, (from, to)),
            None => unknown(&place),
        },
        Origin::Column(column) => from_column(position, column, to),
    }
}

fn from_square<R: Rules>(
    position: &Position<R>,
    text: &MoveText,
    (from, to): (Square, Square),
) -> MoveMeaning {
    if let Some(m) = position.only_move(from, to)
        && (text.between().is_empty() || is_path_of::<R>(&m, text.between()))
    {
        return MoveMeaning::One(m);
    }
    let mut between = Vec::with_capacity(text.between().len());
    for place in text.between() {
        let Some(square) = place.on(R::GEOMETRY) else {
            return MoveMeaning::None(no_such_square::<R>(*place));
        };
        between.push(square);
    }
    judged(position, &Attempt::via(from, &between, to), text.style())
}

/// Whether the squares are every landing square of a move with up to three short jumps. Such a move has one path only:
/// a second one over the same pieces would need a round of four jumps. `false` if it takes more to tell.
fn is_path_of<R: Rules>(m: &Move, between: &[SquareName]) -> bool {
    let board = R::GEOMETRY;
    let jumps = between.len() + 1;
    if jumps > 3 || m.captured.len() as usize != jumps {
        return false;
    }
    let mut jumped = SquareSet::EMPTY;
    let mut at = m.from;
    for next in between.iter().map(|place| place.on(board)).chain([Some(m.to)]) {
        let Some(next) = next else { return false };
        let (rows, columns) = ([board.row(at), board.row(next)], [board.column(at), board.column(next)]);
        let is_jump = |[a, b]: [u8; 2]| a.abs_diff(b) == 2;
        if !is_jump(rows) || !is_jump(columns) {
            return false;
        }
        let middle = |[a, b]: [u8; 2]| u8::midpoint(a, b);
        let Some(over) = board.at(middle(rows), middle(columns)) else { return false };
        jumped.insert(over);
        at = next;
    }
    jumped == m.captured
}

fn judged<R: Rules>(position: &Position<R>, attempt: &Attempt, style: NotationStyle) -> MoveMeaning {
    match position.judge(attempt) {
        Ok(m) => MoveMeaning::One(m),
        Err(Illegal::Ambiguous { candidates }) => MoveMeaning::Several(candidates),
        Err(illegal) => MoveMeaning::None(RejectedMove {
            article: R::article(&illegal),
            reason: RejectionReason::Illegal { illegal, board: R::GEOMETRY, style },
        }),
    }
}

/// The short form: the moves from this column to this square.
fn from_column<R: Rules>(position: &Position<R>, column: u8, to: Square) -> MoveMeaning {
    let alike: Vec<Move> = position
        .legal()
        .iter()
        .copied()
        .filter(|m| R::GEOMETRY.column(m.from) == column && m.to == to)
        .collect();
    match alike.as_slice() {
        [m] => return MoveMeaning::One(*m),
        [] => {}
        _ => return MoveMeaning::Several(alike),
    }
    // Judge the move for every piece on the column and report the most specific reason.
    let own = position.pieces(position.turn()).iter().filter(|&from| R::GEOMETRY.column(from) == column);
    let tries =
        own.filter_map(|from| match judged(position, &Attempt::new(from, to), NotationStyle::Algebraic) {
            MoveMeaning::None(refused) => Some(refused),
            _ => None,
        });
    let near = R::article(&Illegal::NotDiagonal { rank: Rank::Man });
    let best = tries.max_by_key(|refused| (!refused.due().is_empty(), refused.article != near));
    MoveMeaning::None(best.unwrap_or_else(|| RejectedMove {
        reason: RejectionReason::EmptyColumn { side: position.turn(), column },
        article: R::article(&Illegal::NoPiece { at: to }),
    }))
}

fn no_such_square<R: Rules>(place: SquareName) -> RejectedMove {
    // The article is the same for every unknown square.
    let off_board = R::GEOMETRY.all().iter().next().map(|square| Illegal::OffBoard { square });
    RejectedMove {
        reason: RejectionReason::NoSuchSquare(place),
        article: R::article(&off_board.unwrap_or(Illegal::NotDiagonal { rank: Rank::Man })),
    }
}

/// The shortest unambiguous text of a legal move in a style: its first and last square, or the whole route.
#[must_use]
pub fn shortest_text<R: Rules>(
    position: &Position<R>,
    m: &Move,
    legal: &[Move],
    style: NotationStyle,
) -> MoveText {
    let to = square_name(R::GEOMETRY, m.to, style);
    let column = R::GEOMETRY.column(m.from);
    let alone = |alike: fn(&Move, &Move) -> bool| legal.iter().filter(|other| alike(other, m)).count() == 1;
    let same_column = |other: &Move, m: &Move| {
        R::GEOMETRY.column(other.from) == R::GEOMETRY.column(m.from) && other.to == m.to
    };
    if style == NotationStyle::ShortAlgebraic && alone(same_column) {
        let separator = if m.is_capture() { MoveSeparator::Cross } else { MoveSeparator::None };
        return MoveText::via(Origin::Column(column), &[], separator, to);
    }
    if m.is_capture() && !alone(|other, m| (other.from, other.to) == (m.from, m.to)) {
        return full_text(position, m, style);
    }
    let separator = if m.is_capture() { MoveSeparator::Cross } else { MoveSeparator::Hyphen };
    MoveText::new(square_name(R::GEOMETRY, m.from, style), separator, to)
}

/// The text of a capture with every square it touches.
#[must_use]
pub fn full_text<R: Rules>(position: &Position<R>, m: &Move, style: NotationStyle) -> MoveText {
    let squares = canonical_route(position, m).squares;
    let squares: Vec<SquareName> =
        squares.iter().map(|&square| square_name(R::GEOMETRY, square, style)).collect();
    MoveText::by(&squares, MoveSeparator::Cross).unwrap_or_else(|| {
        MoveText::new(
            square_name(R::GEOMETRY, m.from, style),
            MoveSeparator::Cross,
            square_name(R::GEOMETRY, m.to, style),
        )
    })
}

/// The name of a square in a style; its number if it is not on the board.
#[must_use]
pub fn square_name(board: Geometry, square: Square, style: NotationStyle) -> SquareName {
    match style {
        _ if !board.has(square) => SquareName::from(square),
        NotationStyle::Numeric => SquareName::from(square),
        NotationStyle::Algebraic | NotationStyle::ShortAlgebraic => {
            SquareName::Algebraic { column: board.column(square), rank: board.rows() - board.row(square) }
        }
    }
}

/// The route that PDN 3.0 prescribes: between two pieces captured on one line, the square right behind the first.
#[must_use]
pub fn canonical_route<R: Rules>(position: &Position<R>, m: &Move) -> Route {
    const WAYS: usize = 1000; // more than any real capture has
    let board = R::GEOMETRY;
    let step = |a: Square, b: Square| {
        let sign = |x: u8, y: u8| (i16::from(y) - i16::from(x)).signum();
        (sign(board.row(a), board.row(b)), sign(board.column(a), board.column(b)))
    };
    let far = |a: Square, b: Square| board.row(a).abs_diff(board.row(b)) > 1;
    let untidy = |way: &Route| {
        let legs = way.squares.windows(3).zip(&way.captured);
        legs.filter(|(leg, taken)| step(leg[0], leg[1]) == step(leg[1], leg[2]) && far(**taken, leg[1]))
            .count()
    };
    position.routes(m).take(WAYS).min_by_key(untidy).unwrap_or_else(|| position.route(m))
}
