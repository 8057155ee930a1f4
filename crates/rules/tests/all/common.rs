//! A reference implementation of the rules: slow, on rows and columns, and independent of the generator.
//!
//! It has its own [`Table`] of what each rulebook says, so that a mistake in a rule set's constants is found too.
#![allow(clippy::unwrap_used, reason = "an unexpected error fails the test")]

use std::collections::{BTreeMap, BTreeSet, HashSet};

use damiera_rules::{Piece, Position, Rank, Rules, Side, Square, Variant};
use proptest::prelude::*;

/// The rules of a game, as the reference implementation knows them.
struct Table {
    flying: bool,
    men_take_back: bool,
    men_take_kings: bool,
    crowns_in_passing: bool,
    precedence: Precedence,
}

#[derive(Clone, Copy)]
enum Precedence {
    Free,
    Most,
    Italian,
}

fn table(variant: Variant) -> Table {
    let short = |men_take_kings, precedence| Table {
        flying: false,
        men_take_back: false,
        men_take_kings,
        crowns_in_passing: false,
        precedence,
    };
    let flying = || Table {
        flying: true,
        men_take_back: true,
        men_take_kings: true,
        crowns_in_passing: false,
        precedence: Precedence::Most,
    };
    match variant {
        Variant::English => short(true, Precedence::Free),
        Variant::Italian => short(false, Precedence::Italian),
        Variant::Brazilian | Variant::International => flying(),
    }
}

type At = (i8, i8);

const DIRECTIONS: [At; 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];

/// A move by numbers: from, to, taken.
pub(crate) type Plain = (u8, u8, BTreeSet<u8>);

struct Board<R> {
    pieces: BTreeMap<At, Piece>,
    position: Position<R>,
    table: Table,
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct Way {
    at: At,
    taken: Vec<At>,
    /// Whether a man has become a king on the way.
    crowned: bool,
}

impl<R: Rules> Board<R> {
    fn new(position: &Position<R>, table: Table) -> Self {
        let place = |square: Square| (R::GEOMETRY.row(square) as i8, R::GEOMETRY.column(square) as i8);
        let pieces =
            R::GEOMETRY.all().iter().filter_map(|s| Some((place(s), position.piece_at(s)?))).collect();
        Self { pieces, position: *position, table }
    }

    fn square(at: At) -> Option<Square> {
        R::GEOMETRY.at(u8::try_from(at.0).ok()?, u8::try_from(at.1).ok()?)
    }

    fn is_free(&self, at: At, lifted: At) -> bool {
        Self::square(at).is_some() && (at == lifted || !self.pieces.contains_key(&at))
    }

    fn forward(&self) -> i8 {
        if self.position.turn() == Side::White { -1 } else { 1 }
    }

    /// The jumps of a piece in a direction: the captured piece and the landing square of each.
    fn jumps(&self, piece: Piece, from: At, way: &Way, (dr, dc): At) -> Vec<(At, At)> {
        let man = piece.rank == Rank::Man && !way.crowned;
        if man && dr != self.forward() && !self.table.men_take_back {
            return Vec::new();
        }
        let far = !man && self.table.flying;
        let ahead = |n: i8| (way.at.0 + n * dr, way.at.1 + n * dc);
        let mut n = 1;
        while far && self.is_free(ahead(n), from) {
            n += 1;
        }
        let over = ahead(n);
        let Some(target) = self.pieces.get(&over) else { return Vec::new() };
        let spared = man && target.rank == Rank::King && !self.table.men_take_kings;
        if over == from || target.side == piece.side || way.taken.contains(&over) || spared {
            return Vec::new();
        }
        let mut landings = Vec::new();
        n += 1;
        while self.is_free(ahead(n), from) {
            landings.push((over, ahead(n)));
            n += 1;
            if !far {
                break;
            }
        }
        landings
    }

    /// The ways after a jump in a direction. A capture goes on as long as it can, so if some landing squares lead to
    /// another jump, the others are not allowed.
    fn landings(&self, piece: Piece, from: At, way: &Way, dir: At) -> Vec<Way> {
        let landed = |(over, at)| Way {
            at,
            taken: way.taken.iter().copied().chain([over]).collect(),
            crowned: way.crowned || self.crowns(piece, at),
        };
        let ways: Vec<Way> = self.jumps(piece, from, way, dir).into_iter().map(landed).collect();
        let goes_on =
            |way: &Way| DIRECTIONS.into_iter().any(|dir| !self.jumps(piece, from, way, dir).is_empty());
        let (on, ended): (Vec<_>, Vec<_>) = ways.into_iter().partition(goes_on);
        if on.is_empty() { ended } else { on }
    }

    /// Whether a piece becomes a king on a square in the middle of a capture.
    fn crowns(&self, piece: Piece, at: At) -> bool {
        let row = if piece.side == Side::White { 0 } else { R::GEOMETRY.rows() as i8 - 1 };
        self.table.crowns_in_passing && piece.rank == Rank::Man && at.0 == row
    }

    fn captures(&self) -> Vec<(At, Way, Piece)> {
        let mut complete = Vec::new();
        for (&from, &piece) in self.pieces.iter().filter(|(_, piece)| piece.side == self.position.turn()) {
            let mut stack = vec![Way { at: from, taken: Vec::new(), crowned: false }];
            let mut seen = HashSet::new();
            while let Some(way) = stack.pop() {
                // The order of the captured pieces matters only if the precedence depends on it.
                let mut told_by = way.clone();
                match self.table.precedence {
                    Precedence::Italian => {}
                    Precedence::Free | Precedence::Most => told_by.taken.sort_unstable(),
                }
                if !seen.insert(told_by) {
                    continue;
                }
                let next: Vec<_> =
                    DIRECTIONS.into_iter().flat_map(|dir| self.landings(piece, from, &way, dir)).collect();
                if next.is_empty() && !way.taken.is_empty() {
                    complete.push((from, way, piece));
                } else {
                    stack.extend(next);
                }
            }
        }
        complete
    }

    fn rank(&self, way: &Way, piece: Piece) -> (usize, bool, usize, Vec<bool>) {
        let kings: Vec<_> = way.taken.iter().map(|at| self.pieces[at].rank == Rank::King).collect();
        match self.table.precedence {
            Precedence::Free => (0, false, 0, Vec::new()),
            Precedence::Most => (way.taken.len(), false, 0, Vec::new()),
            Precedence::Italian => {
                (way.taken.len(), piece.rank == Rank::King, kings.iter().filter(|&&king| king).count(), kings)
            }
        }
    }

    fn plain_moves(&self) -> BTreeSet<Plain> {
        let mut moves = BTreeSet::new();
        for (&from, &piece) in self.pieces.iter().filter(|(_, piece)| piece.side == self.position.turn()) {
            for (dr, dc) in DIRECTIONS {
                if piece.rank == Rank::Man && dr != self.forward() {
                    continue;
                }
                let reach = if piece.rank == Rank::King && self.table.flying { 9 } else { 1 };
                let ahead = (1..=reach).map(|n| (from.0 + n * dr, from.1 + n * dc));
                for to in ahead.take_while(|&to| self.is_free(to, to) && !self.pieces.contains_key(&to)) {
                    moves.insert((number::<R>(from), number::<R>(to), BTreeSet::new()));
                }
            }
        }
        moves
    }
}

fn number<R: Rules>(at: At) -> u8 {
    Board::<R>::square(at).unwrap().number()
}

/// The legal moves by the reference implementation.
pub(crate) fn second_opinion<R: Rules>(position: &Position<R>) -> BTreeSet<Plain> {
    legal(&Board::new(position, table(R::VARIANT)))
}

/// The legal moves if men were crowned in passing and the player could choose any capture.
pub(crate) fn crowned_in_passing<R: Rules>(position: &Position<R>) -> BTreeSet<Plain> {
    let table = Table { crowns_in_passing: true, precedence: Precedence::Free, ..table(R::VARIANT) };
    legal(&Board::new(position, table))
}

fn legal<R: Rules>(board: &Board<R>) -> BTreeSet<Plain> {
    let captures = board.captures();
    let Some(best) = captures.iter().map(|(_, way, piece)| board.rank(way, *piece)).max() else {
        return board.plain_moves();
    };
    let best = captures.iter().filter(|(_, way, piece)| board.rank(way, *piece) == best);
    best.map(|(from, way, _)| {
        (number::<R>(*from), number::<R>(way.at), way.taken.iter().map(|&at| number::<R>(at)).collect())
    })
    .collect()
}

/// The legal moves by the generator in the same form; each must be listed once.
pub(crate) fn generated<R: Rules>(position: &Position<R>) -> BTreeSet<Plain> {
    let legal = position.legal();
    let moves: BTreeSet<Plain> = legal
        .iter()
        .map(|m| (m.from.number(), m.to.number(), m.captured.iter().map(Square::number).collect()))
        .collect();
    assert_eq!(moves.len(), legal.len(), "a move is listed twice in {}", position.fen());
    moves
}

/// Valid positions with any number of men and kings on any squares.
pub(crate) fn positions<R: Rules>() -> impl Strategy<Value = Position<R>> {
    let squares: Vec<Square> = R::GEOMETRY.all().iter().collect();
    let counts = (1..=usize::from(R::MEN), 1..=usize::from(R::MEN));
    (Just(squares).prop_shuffle(), counts, 0.0..=1.0_f64, any::<u64>(), any::<bool>()).prop_map(
        |(squares, (white, black), kings, chance, white_moves)| {
            let side = |i| if i < white { Side::White } else { Side::Black };
            let pieces = squares.iter().take(white + black).enumerate().map(|(i, &square)| {
                let crown_row = if side(i) == Side::White { 0 } else { R::GEOMETRY.rows() - 1 };
                let crowned = (chance.rotate_left(i as u32 * 7) & 0xff) as f64 / 256.0 < kings;
                let rank =
                    if crowned || R::GEOMETRY.row(square) == crown_row { Rank::King } else { Rank::Man };
                (square.into(), Piece { side: side(i), rank })
            });
            let turn = if white_moves { Side::White } else { Side::Black };
            damiera_rules::Setup { turn: Some(turn), pieces: pieces.collect() }.position().unwrap()
        },
    )
}
