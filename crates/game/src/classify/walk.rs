//! The captures that a player can make by hand on a real board, by legal or illegal jumps.

use std::collections::HashSet;

use damiera_rules::{Attempt, Crowning, Geometry, KingRange, Piece, Rank, Rules, Side, Square, SquareSet};

use crate::physical_board::PhysicalBoard;

/// The number of states to visit before giving up; no real position has as many.
const EFFORT: usize = 20_000;

/// A capture in progress or completed.
#[derive(Clone, Debug)]
pub(super) struct CaptureWalk {
    /// The squares touched, including the first.
    pub(super) squares: Vec<Square>,
    pub(super) taken: SquareSet,
    /// Whether it can be continued by legal jumps.
    pub(super) goes_on: bool,
}

impl CaptureWalk {
    pub(super) fn at(&self) -> Square {
        self.squares[self.squares.len() - 1]
    }
}

/// Which jumps are considered.
#[derive(Clone, Copy, PartialEq, Eq)]
enum JumpRules {
    /// Jumps that the rules of movement allow.
    Lawful,
    /// Any jump over one enemy piece to a free square behind it.
    Any,
}

/// A piece that a player moves by hand.
struct HeldPiece<'a, R> {
    stand: &'a PhysicalBoard,
    piece: Piece,
    from: Square,
    rules: std::marker::PhantomData<R>,
}

/// Every capture that a piece can make or start, regardless of precedence. Each pair of last square and captured
/// pieces is listed once.
pub(super) fn captures<R: Rules>(stand: &PhysicalBoard, from: Square) -> Vec<CaptureWalk> {
    let Some(hand) = HeldPiece::<R>::new(stand, from) else { return Vec::new() };
    let first = CaptureWalk { squares: vec![from], taken: SquareSet::EMPTY, goes_on: false };
    let mut walks = hand.explore(vec![first], JumpRules::Lawful);
    for walk in &mut walks {
        walk.goes_on = !hand.jumps(walk, JumpRules::Lawful).is_empty();
    }
    walks.retain(|walk| !walk.taken.is_empty());
    walks
}

/// Captures that start with legal jumps and continue with illegal ones.
pub(super) fn overdone<R: Rules>(stand: &PhysicalBoard, from: Square) -> Vec<CaptureWalk> {
    let Some(hand) = HeldPiece::<R>::new(stand, from) else { return Vec::new() };
    hand.explore(captures::<R>(stand, from), JumpRules::Any)
}

/// The pieces that a player removes when moving a piece via these squares: those of a capture that ends there, or else
/// those jumped in a straight line.
pub(super) fn taken_by<R: Rules>(stand: &PhysicalBoard, attempt: &Attempt) -> SquareSet {
    let ends = (attempt.from(), attempt.to());
    let walks = captures::<R>(stand, ends.0);
    let goes_by = |walk: &&CaptureWalk| {
        let mut way = walk.squares[1..walk.squares.len() - 1].iter();
        walk.at() == ends.1 && attempt.between().iter().all(|square| way.any(|touched| touched == square))
    };
    if let Some(walk) = walks.iter().filter(goes_by).max_by_key(|walk| walk.taken.len()) {
        return walk.taken;
    }
    let Some(piece) = stand.at(ends.0) else { return SquareSet::EMPTY };
    let legs = attempt.squares().windows(2);
    legs.flat_map(|leg| between(stand.board(), leg[0], leg[1]))
        .filter(|&square| stand.at(square).is_some_and(|over| over.side != piece.side))
        .collect()
}

/// The squares between two squares of one diagonal; empty if they are not on one.
pub(super) fn between(board: Geometry, from: Square, to: Square) -> Vec<Square> {
    DIRECTIONS
        .into_iter()
        .find_map(|dir| {
            let ray: Vec<_> = ray(board, from, dir).collect();
            let end = ray.iter().position(|&square| square == to)?;
            Some(ray[..end].to_vec())
        })
        .unwrap_or_default()
}

/// Row and column steps of the four directions; rows are numbered from Black's side.
const DIRECTIONS: [(i8, i8); 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];

fn ray(board: Geometry, from: Square, (down, right): (i8, i8)) -> impl Iterator<Item = Square> {
    let start = (board.row(from), board.column(from));
    let mut at = Some(start);
    std::iter::from_fn(move || {
        let (row, column) = at?;
        at = row.checked_add_signed(down).zip(column.checked_add_signed(right));
        at.filter(|&(row, column)| row < board.rows() && column < board.rows())
            .and_then(|(row, column)| board.at(row, column))
    })
}

/// Whether this is a forward direction for a man of that side.
pub(super) fn forward(side: Side, (down, _): (i8, i8)) -> bool {
    (down < 0) == (side == Side::White)
}

/// Whether a piece can make a quiet move between two squares if no capture is compulsory.
pub(super) fn steps<R: Rules>(stand: &PhysicalBoard, from: Square, to: Square) -> bool {
    let Some(piece) = stand.at(from) else { return false };
    DIRECTIONS.into_iter().any(|dir| {
        let mut free = ray(stand.board(), from, dir).take_while(|&square| stand.at(square).is_none());
        match piece.rank {
            Rank::Man => forward(piece.side, dir) && free.next() == Some(to),
            Rank::King if R::KING == KingRange::Short => free.next() == Some(to),
            Rank::King => free.any(|square| square == to),
        }
    })
}

impl<'a, R: Rules> HeldPiece<'a, R> {
    fn new(stand: &'a PhysicalBoard, from: Square) -> Option<Self> {
        Some(Self { stand, piece: stand.at(from)?, from, rules: std::marker::PhantomData })
    }

    /// Every state that can be reached, including the first ones.
    fn explore(&self, first: Vec<CaptureWalk>, jumps: JumpRules) -> Vec<CaptureWalk> {
        let mut seen = HashSet::new();
        let mut found = Vec::new();
        let mut open = first;
        while let Some(walk) = open.pop() {
            if found.len() >= EFFORT || !seen.insert((walk.at(), walk.taken)) {
                continue;
            }
            for (over, to) in self.jumps(&walk, jumps) {
                let mut next = walk.clone();
                next.squares.push(to);
                next.taken.insert(over);
                open.push(next);
            }
            found.push(walk);
        }
        found
    }

    fn free(&self, square: Square) -> bool {
        self.stand.at(square).is_none() || square == self.from
    }

    /// The next jumps of a capture: the captured piece and the landing square of each.
    fn jumps(&self, walk: &CaptureWalk, jumps: JumpRules) -> Vec<(Square, Square)> {
        let mut found = Vec::new();
        for dir in DIRECTIONS {
            let ray: Vec<_> = ray(self.stand.board(), walk.at(), dir).collect();
            let Some(first) = ray.iter().position(|&square| !self.free(square)) else { continue };
            let over = ray[first];
            let enemy = self.stand.at(over).is_some_and(|piece| piece.side != self.piece.side);
            if !enemy || walk.taken.contains(over) || !self.may_jump(walk, dir, first, over, jumps) {
                continue;
            }
            let landings = ray[first + 1..].iter().take_while(|&&square| self.free(square));
            let reach = if self.flies(walk) || jumps == JumpRules::Any { usize::MAX } else { 1 };
            found.extend(landings.take(reach).map(|&to| (over, to)));
        }
        found
    }

    /// The rank of the piece after these jumps.
    fn rank(&self, walk: &CaptureWalk) -> Rank {
        let crowned = |&square: &Square| self.stand.crowns(self.piece.side, square);
        let in_passing = R::CROWNING == Crowning::InPassing;
        if in_passing && walk.squares[1..].iter().any(crowned) { Rank::King } else { self.piece.rank }
    }

    fn flies(&self, walk: &CaptureWalk) -> bool {
        self.rank(walk) == Rank::King && R::KING == KingRange::Flying
    }

    fn may_jump(
        &self,
        walk: &CaptureWalk,
        dir: (i8, i8),
        distance: usize,
        over: Square,
        jumps: JumpRules,
    ) -> bool {
        if jumps == JumpRules::Any || self.flies(walk) {
            return true;
        }
        let king = self.stand.at(over).is_some_and(|piece| piece.rank == Rank::King);
        let man = self.rank(walk) == Rank::Man;
        let turned = man && !R::MEN_CAPTURE_BACKWARDS && !forward(self.piece.side, dir);
        let spared = man && king && !R::MEN_CAPTURE_KINGS;
        distance == 0 && !turned && !spared
    }
}
