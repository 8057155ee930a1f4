//! Moves in writing, in each of the three styles, and back to moves.

use damiera_rules::{Article, Attempt, Illegal, Move, Place, Position, Route, Rules, Square};

use crate::pdn::{Joint, MoveText, Origin, Style};

/// What a written move means in a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Meaning {
    /// This move.
    One(Move),
    /// Any of these captures: the record does not say which.
    Several(Vec<Move>),
    /// None that is legal.
    None(Refused),
}

/// Why a written move means none that is legal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refused {
    /// The reason, as a sentence.
    pub reason: String,
    /// The same as the rules give it, for those who say it in another language.
    pub why: Option<Illegal>,
    /// Where the book says so.
    pub article: Article,
    /// What should be played instead, if the rules leave little choice.
    pub due: Vec<Move>,
}

/// What a written move means.
///
/// ```
/// use damiera_notation::squares::{Meaning, meaning};
/// use damiera_notation::pdn::{Item, Reader};
/// use damiera_rules::{Position, variant::Brazilian};
/// let record = Reader::new("cd4".as_bytes()).next().unwrap().unwrap();
/// let text = record.game.line.moves().next().unwrap();
/// let start = Position::<Brazilian>::start();
/// let Meaning::One(m) = meaning(&start, text, &start.legal()) else { panic!() };
/// assert_eq!(start.written(&m), "22-18");
/// ```
#[must_use]
pub fn meaning<R: Rules>(position: &Position<R>, text: &MoveText, legal: &[Move]) -> Meaning {
    let unknown = |place: &Place| Meaning::None(no_such_square::<R>(*place));
    let Some(to) = text.to.on(R::GEOMETRY) else { return unknown(&text.to) };
    match text.from {
        Origin::Square(place) => match place.on(R::GEOMETRY) {
            Some(from) => from_square(position, text, legal, (from, to)),
            None => unknown(&place),
        },
        Origin::Column(column) => from_column(position, legal, column, to),
    }
}

fn from_square<R: Rules>(
    position: &Position<R>,
    text: &MoveText,
    legal: &[Move],
    (from, to): (Square, Square),
) -> Meaning {
    if text.between.is_empty() {
        let mut alike = legal.iter().filter(|m| (m.from, m.to) == (from, to));
        if let (Some(m), None) = (alike.next(), alike.next()) {
            return Meaning::One(*m);
        }
    }
    let mut between = Vec::with_capacity(text.between.len());
    for place in &text.between {
        let Some(square) = place.on(R::GEOMETRY) else { return Meaning::None(no_such_square::<R>(*place)) };
        between.push(square);
    }
    judged(position, &Attempt::by(from, &between, to), text.style())
}

fn judged<R: Rules>(position: &Position<R>, attempt: &Attempt, style: Style) -> Meaning {
    match position.judge(attempt) {
        Ok(m) => Meaning::One(m),
        Err(Illegal::Ambiguous { candidates }) => Meaning::Several(candidates),
        Err(reason) => Meaning::None(Refused {
            article: R::article(&reason),
            due: reason.due().to_vec(),
            reason: reason.sentence(|square| place::<R>(square, style).to_string()),
            why: Some(reason),
        }),
    }
}

/// The short form: whatever goes from that column to that square.
fn from_column<R: Rules>(position: &Position<R>, legal: &[Move], column: u8, to: Square) -> Meaning {
    let alike: Vec<Move> =
        legal.iter().copied().filter(|m| R::GEOMETRY.column(m.from) == column && m.to == to).collect();
    match alike.as_slice() {
        [m] => return Meaning::One(*m),
        [] => {}
        _ => return Meaning::Several(alike),
    }
    // Judge what the column's pieces would do; the first that could get there in some way tells the most.
    let own = position.pieces(position.turn()).iter().filter(|&from| R::GEOMETRY.column(from) == column);
    let tries = own.filter_map(|from| match judged(position, &Attempt::new(from, to), Style::Algebraic) {
        Meaning::None(refused) => Some(refused),
        _ => None,
    });
    let near = R::article(&Illegal::NotDiagonal { rank: damiera_rules::Rank::Man });
    let best = tries.max_by_key(|refused| (!refused.due.is_empty(), refused.article != near));
    Meaning::None(best.unwrap_or_else(|| Refused {
        reason: format!("no piece of {} stands on column {}", position.turn(), (b'a' + column) as char),
        article: R::article(&Illegal::NoPiece { at: to }),
        due: Vec::new(),
        why: None,
    }))
}

fn no_such_square<R: Rules>(place: Place) -> Refused {
    // The article is the same for every square that is not there.
    let off_board = R::GEOMETRY.all().iter().next().map(|square| Illegal::OffBoard { square });
    Refused {
        reason: format!("this board has no playing square {place}"),
        article: R::article(&off_board.unwrap_or(Illegal::NotDiagonal { rank: damiera_rules::Rank::Man })),
        due: Vec::new(),
        why: None,
    }
}

/// The shortest text of that style that names a legal move: its ends, or its whole way if others share them.
#[must_use]
pub fn written<R: Rules>(position: &Position<R>, m: &Move, legal: &[Move], style: Style) -> MoveText {
    let to = place::<R>(m.to, style);
    let column = R::GEOMETRY.column(m.from);
    let alone = |alike: fn(&Move, &Move) -> bool| legal.iter().filter(|other| alike(other, m)).count() == 1;
    let same_column = |other: &Move, m: &Move| {
        R::GEOMETRY.column(other.from) == R::GEOMETRY.column(m.from) && other.to == m.to
    };
    if style == Style::ShortAlgebraic && alone(same_column) {
        let joint = if m.is_capture() { Joint::Cross } else { Joint::Bare };
        return MoveText { from: Origin::Column(column), between: Box::default(), to, joint };
    }
    if m.is_capture() && !alone(|other, m| (other.from, other.to) == (m.from, m.to)) {
        return whole_way(position, m, style);
    }
    let joint = if m.is_capture() { Joint::Cross } else { Joint::Stroke };
    MoveText::new(place::<R>(m.from, style), joint, to)
}

/// A capture by every square it touches.
#[must_use]
pub fn whole_way<R: Rules>(position: &Position<R>, m: &Move, style: Style) -> MoveText {
    let squares = plain_way(position, m).squares;
    let squares: Vec<Place> = squares.iter().map(|&square| place::<R>(square, style)).collect();
    MoveText::by(&squares, Joint::Cross)
        .unwrap_or_else(|| MoveText::new(place::<R>(m.from, style), Joint::Cross, place::<R>(m.to, style)))
}

fn place<R: Rules>(square: Square, style: Style) -> Place {
    match style {
        Style::Numeric => Place::from(square),
        Style::Algebraic | Style::ShortAlgebraic => Place::Named {
            column: R::GEOMETRY.column(square),
            rank: R::GEOMETRY.rows() - R::GEOMETRY.row(square),
        },
    }
}

/// The way PDN 3.0 writes: between two pieces taken on one line, the square right behind the first.
#[must_use]
pub fn plain_way<R: Rules>(position: &Position<R>, m: &Move) -> Route {
    const WAYS: usize = 1000; // far more than any real capture has
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
