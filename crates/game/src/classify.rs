//! Classifies what was done on a real board from the positions before and after it (FID 8.1).
//!
//! The classifier checks in this order: is it a legal move? Did only the marks of kings change? Whose pieces moved, and
//! how many? For one displaced piece it looks for the capture that was intended and compares the removed pieces with
//! the pieces which that capture takes. It does not guess: a change that fits nothing is reported as unclassified.

mod displacement;
mod walk;

use damiera_rules::{
    Article, Attempt, Illegal, Irregularity, Move, Piece, Position, Provision, Rank, Rules, Setup,
    SetupFaults, Side, Square, SquareSet, Variant, with_rules,
};

use crate::history::physical;
use crate::physical_board::PhysicalBoard;
use crate::profile::Recording;
use displacement::{Displacement, Explanation};

/// What was done on a real board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Classification {
    /// A legal move.
    Legal {
        /// The move.
        m: Move,
        /// Its notation.
        notation: String,
        /// The article on crowning, if the move promoted a man that was not marked as a king.
        uncrowned: Option<Article>,
    },
    /// An irregularity.
    Irregular(IrregularFinding),
    /// It cannot be classified.
    Unknown(UnclassifiedReason),
}

/// An irregularity found by the classifier.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IrregularFinding {
    /// The kind of irregularity.
    pub kind: Irregularity,
    /// The article in the rulebook's list of irregularities, or else the rule of movement that was broken.
    pub article: Option<Article>,
    /// The displacement in notation, if a piece was displaced.
    pub notation: Option<String>,
    /// The rule of movement that was broken, if any.
    pub reason: Option<Illegal>,
}

/// Why a change on a real board cannot be classified.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnclassifiedReason {
    /// The two positions are the same.
    NothingChanged,
    /// A king was marked without a move: late crowning, which counts as touching (FID-IT 4.4).
    LateCrowning,
    /// A king was marked without a move, under a book that does not say what follows from that.
    KingMarked,
    /// A king lost its mark without a move.
    MarkLost,
    /// A piece was added.
    PieceAdded,
    /// Both sides have moved.
    BothMoved,
    /// One irregularity does not explain the change.
    TooMuchChanged,
}

/// Classifies the change from one position to another.
///
/// If both have the same side to move, the other side has moved out of turn.
///
/// ```
/// use damiera_game::{Classification, judge};
/// use damiera_rules::{Irregularity, Setup, Variant};
/// let before: Setup = "W:W22,27:B18".parse().unwrap();
/// let after: Setup = "B:W22,24:B18".parse().unwrap();
/// let verdict = judge(Variant::English, &before, &after).unwrap();
/// assert!(matches!(verdict, Classification::Irregular(found) if found.kind == Irregularity::MissedCapture));
/// ```
pub fn judge(variant: Variant, before: &Setup, after: &Setup) -> Result<Classification, SetupFaults> {
    judge_recorded(variant, before, after, Recording::Prescribed)
}

/// [`judge`] for a game whose recording is prescribed or not, which decides what an unmarked man is (FID-IT 4.5).
pub fn judge_recorded(
    variant: Variant,
    before: &Setup,
    after: &Setup,
    recording: Recording,
) -> Result<Classification, SetupFaults> {
    with_rules!(variant, R => {
        let position = physical::<R>(before, recording)?;
        after.check_squares(R::GEOMETRY)?;
        let mut found = classify::<R>(before, after, recording);
        // From the initial position nobody has moved yet: it is the first move by the wrong side (3.4), not 8.1.1.
        if let Classification::Irregular(finding) = &mut found
            && finding.kind == Irregularity::MovedTwice
            && position == Position::<R>::start()
        {
            finding.kind = Irregularity::WrongSideFirst;
            finding.article = R::provision(Provision::Irregular(finding.kind));
        }
        Ok(found)
    })
}

/// [`judge`] for set-ups that are known to be positions of the game.
pub(crate) fn classify<R: Rules>(before: &Setup, after: &Setup, recording: Recording) -> Classification {
    let board = R::GEOMETRY;
    let (Ok(position), Ok(raw), Ok(now)) = (
        physical::<R>(before, recording),
        PhysicalBoard::new(before, board),
        PhysicalBoard::new(after, board),
    ) else {
        return Classification::Unknown(UnclassifiedReason::TooMuchChanged);
    };
    let then = match recording {
        Recording::Prescribed => raw.clone().crowned(),
        Recording::NotPrescribed => raw.clone(),
    };
    let case = BoardComparison { then, raw, now, position, next: after.turn };
    if case.out_of_turn() {
        return case.ranks_only().unwrap_or_else(|| case.displaced());
    }
    let found = case.legal().or_else(|| case.ranks_only()).unwrap_or_else(|| case.displaced());
    match (&found, recording) {
        // The man that moved as a king is one that was never marked.
        (Classification::Irregular(_), Recording::NotPrescribed) => {
            match classify::<R>(before, after, Recording::Prescribed) {
                Classification::Irregular(other) if other.kind == Irregularity::UnmarkedKing => {
                    Classification::Irregular(other)
                }
                _ => found,
            }
        }
        _ => found,
    }
}

/// The position that a player would leave on the board after an illegal attempt.
pub(crate) fn displaced<R: Rules>(position: &Position<R>, attempt: &Attempt) -> Option<Setup> {
    let board = R::GEOMETRY;
    let then = PhysicalBoard::new(&Setup::from(position), board).ok()?;
    let (from, to) = (attempt.from(), attempt.to());
    if attempt.squares().iter().any(|&square| !board.has(square)) || from == to {
        return None;
    }
    let mut piece = then.at(from).filter(|_| then.at(to).is_none())?;
    let mut now = then.clone();
    for square in walk::taken_by::<R>(&then, attempt).iter() {
        now.put(square, None);
    }
    if then.crowns(piece.side, to) {
        piece.rank = Rank::King;
    }
    now.put(from, None);
    now.put(to, Some(piece));
    Some(now.setup(!piece.side))
}

/// Two positions to compare.
struct BoardComparison<R> {
    /// The position before, with kings as they were marked.
    raw: PhysicalBoard,
    /// The position before, with every king marked.
    then: PhysicalBoard,
    now: PhysicalBoard,
    position: Position<R>,
    /// The side to move after it, if given.
    next: Option<Side>,
}

impl<R: Rules> BoardComparison<R> {
    fn turn(&self) -> Side {
        self.position.turn()
    }

    /// Whether the side that acted was not to move.
    fn out_of_turn(&self) -> bool {
        self.next == Some(self.turn())
    }

    /// The legal move that was played, apart from the marks of kings.
    fn legal(&self) -> Option<Classification> {
        let legal = self.position.legal();
        legal.iter().find_map(|m| {
            let expected = stand(&self.position.after(m))?;
            same_colours(&expected, &self.now).then(|| self.marks(m, &expected))
        })
    }

    /// The pieces are where a legal move puts them; checks whether the kings are marked correctly.
    fn marks(&self, m: &Move, expected: &PhysicalBoard) -> Classification {
        let wrongly: SquareSet = expected
            .squares()
            .filter(|&square| rank(expected, square) == Some(Rank::Man))
            .filter(|&square| rank(&self.now, square) == Some(Rank::King))
            .collect();
        let unmarked = rank(expected, m.to) == Some(Rank::King) && rank(&self.now, m.to) == Some(Rank::Man);
        let notation = self.position.notation(m);
        if !wrongly.is_empty() {
            let passing = wrongly.contains(m.to) && self.passes_crown_row(m);
            let kind = if passing { Irregularity::CrownedInPassing } else { Irregularity::WrongCrown };
            return found::<R>(kind, Some(notation), None);
        }
        if self.raw.unmarked().contains(m.from) || (unmarked && !m.promotes) {
            return found::<R>(Irregularity::UnmarkedKing, Some(notation), None);
        }
        let uncrowned = if unmarked { R::provision(Provision::Crowning) } else { None };
        Classification::Legal { m: *m, notation, uncrowned }
    }

    /// Whether a capture passes the crown row without ending there (CBD item 13).
    fn passes_crown_row(&self, m: &Move) -> bool {
        let squares = self.position.route(m).squares;
        squares.iter().any(|&square| square != m.to && self.then.crowns(self.turn(), square))
    }

    /// No piece was displaced, but marks of kings may have changed.
    fn ranks_only(&self) -> Option<Classification> {
        if !same_colours(&self.then, &self.now) {
            return None;
        }
        let crowned: SquareSet = self
            .raw
            .squares()
            .filter(|&square| rank(&self.raw, square) == Some(Rank::Man))
            .filter(|&square| rank(&self.now, square) == Some(Rank::King))
            .collect();
        let late = self.raw.unmarked();
        Some(if !(crowned - late).is_empty() {
            found::<R>(Irregularity::WrongCrown, None, None)
        } else if !crowned.is_empty() {
            Classification::Unknown(match R::provision(Provision::Touched) {
                Some(_) => UnclassifiedReason::LateCrowning,
                None => UnclassifiedReason::KingMarked,
            })
        } else if self.raw == self.now {
            Classification::Unknown(UnclassifiedReason::NothingChanged)
        } else {
            Classification::Unknown(UnclassifiedReason::MarkLost)
        })
    }

    /// Pieces were displaced, and no legal move explains it.
    fn displaced(&self) -> Classification {
        let change = BoardChange::between(&self.then, &self.now, self.turn());
        match (change.came_own.len(), change.came_other.len()) {
            (0, 0) => self.only_removed(&change),
            (1, 0) if self.out_of_turn() => self.moved_opponents(&change),
            (1, 0) => self.one_moved(&change),
            (2, 0) if !self.out_of_turn() && self.moved_twice(&change) => {
                found::<R>(Irregularity::MovedTwice, None, None)
            }
            (_, 1) => self.other_moved(&change),
            _ => Classification::Unknown(UnclassifiedReason::TooMuchChanged),
        }
    }

    /// Pieces were only removed. A king's capture that ends on its first square may explain it.
    fn only_removed(&self, change: &BoardChange) -> Classification {
        let legal = self.position.legal();
        let round = legal.iter().find(|m| {
            let fewer = !change.gone_other.is_empty() && (change.gone_other - m.captured).is_empty();
            m.from == m.to && change.gone_own.is_empty() && fewer
        });
        match round.filter(|_| !self.out_of_turn()) {
            Some(m) => found::<R>(Irregularity::FewerRemoved, Some(self.position.notation(m)), None),
            None => found::<R>(Irregularity::RemovedPieces, None, None),
        }
    }

    /// A piece of the side to move was displaced by the other side (8.1.5).
    fn moved_opponents(&self, change: &BoardChange) -> Classification {
        let (from, to) = (change.gone_own.iter().next(), change.came_own.iter().next());
        let alone = change.gone_own.len() == 1 && change.gone_other.is_empty();
        match (from, to) {
            (Some(from), Some(to)) if alone => {
                found::<R>(Irregularity::MovedOpponents, Some(format!("{from}-{to}")), None)
            }
            (None, _) => Classification::Unknown(UnclassifiedReason::PieceAdded),
            _ => Classification::Unknown(UnclassifiedReason::TooMuchChanged),
        }
    }

    fn one_moved(&self, change: &BoardChange) -> Classification {
        let Some(to) = change.came_own.iter().next() else {
            return Classification::Unknown(UnclassifiedReason::TooMuchChanged);
        };
        let tries = change.gone_own.iter().map(|from| {
            let own_removed = change.gone_own - from.into();
            let displacement = Displacement { from, to, removed: change.gone_other, own_removed };
            let explained = displacement.explain(&self.position, &self.then);
            let cost = explained.cost + u32::from(!self.may_be_the_same(from, to));
            (from, Explanation { cost, ..explained })
        });
        let Some((from, explained)) = tries.min_by_key(|(_, explained)| explained.cost) else {
            return Classification::Unknown(UnclassifiedReason::PieceAdded);
        };
        let doubtful = match explained.kind {
            Irregularity::ImpossibleCapture => true,
            // A piece moved to the square that another of its side had just left.
            Irregularity::WrongMove => {
                let over_own = matches!(explained.reason, Some(Illegal::OverOwn { .. }));
                over_own || !self.may_be_the_same(from, to)
            }
            _ => false,
        };
        if doubtful && self.two_moves(self.turn()) {
            return found::<R>(Irregularity::MovedTwice, Some(explained.notation), None);
        }
        found::<R>(explained.kind, Some(explained.notation), explained.reason)
    }

    /// Whether the piece that came to a square may be the one that left another: a man may have been crowned.
    fn may_be_the_same(&self, from: Square, to: Square) -> bool {
        match (rank(&self.then, from), rank(&self.now, to)) {
            (Some(Rank::Man), Some(Rank::King)) => self.then.crowns(self.turn(), to),
            (before, after) => before == after || rank(&self.raw, from) == after,
        }
    }

    /// Two pieces of the side to move were displaced, one after the other.
    fn moved_twice(&self, change: &BoardChange) -> bool {
        change.gone_own.len() == 2 && change.gone_other.is_empty() || self.two_moves(self.turn())
    }

    /// Whether a legal move followed by a move of that side leads to the position after.
    fn two_moves(&self, second: Side) -> bool {
        self.position.legal().iter().any(|first| {
            let mut setup = Setup::from(&self.position.after(first));
            setup.turn = Some(second);
            let Ok(middle) = setup.physical_position::<R>() else { return false };
            let moves = middle.legal();
            moves
                .iter()
                .any(|m| stand(&middle.after(m)).is_some_and(|expected| same_colours(&expected, &self.now)))
        })
    }

    /// A piece of the side that was not to move was displaced.
    fn other_moved(&self, change: &BoardChange) -> Classification {
        let (from, to) = (change.gone_other.iter().next(), change.came_other.iter().next());
        let (Some(from), Some(to)) = (from, to) else {
            return Classification::Unknown(UnclassifiedReason::PieceAdded);
        };
        let notation = Some(format!("{from}-{to}"));
        let alone = change.came_own.is_empty() && change.gone_other.len() == 1;
        // A king can move back legally, so only a man's way back or restored pieces prove a takeback.
        let man = rank(&self.then, from) == Some(Rank::Man);
        if (man || !change.came_own.is_empty()) && self.took_back() {
            return found::<R>(Irregularity::TookBack, notation, None);
        }
        if self.out_of_turn() {
            if alone {
                return found::<R>(Irregularity::MovedTwice, notation, None);
            }
        } else if alone && change.gone_own.is_empty() {
            return found::<R>(Irregularity::MovedOpponents, notation, None);
        }
        Classification::Unknown(match self.two_moves(!self.turn()) {
            true => UnclassifiedReason::BothMoved,
            false => UnclassifiedReason::TooMuchChanged,
        })
    }

    /// Whether a move of the other side leads from the position after to the position before.
    fn took_back(&self) -> bool {
        let setup = self.now.setup(!self.turn());
        let Ok(earlier) = setup.physical_position::<R>() else { return false };
        earlier.legal().iter().any(|m| stand(&earlier.after(m)).as_ref() == Some(&self.then))
    }
}

/// The squares that pieces left and arrived on, by side.
struct BoardChange {
    gone_own: SquareSet,
    gone_other: SquareSet,
    came_own: SquareSet,
    came_other: SquareSet,
}

impl BoardChange {
    fn between(then: &PhysicalBoard, now: &PhysicalBoard, turn: Side) -> Self {
        let side = |stand: &PhysicalBoard, side: Side| stand.select(|piece| piece.side == side);
        let minus = |side_of: Side, a: &PhysicalBoard, b: &PhysicalBoard| side(a, side_of) - side(b, side_of);
        Self {
            gone_own: minus(turn, then, now),
            gone_other: minus(!turn, then, now),
            came_own: minus(turn, now, then),
            came_other: minus(!turn, now, then),
        }
    }
}

/// A finding with its article: from the list of irregularities, or else the rule of movement that was broken.
fn found<R: Rules>(kind: Irregularity, notation: Option<String>, reason: Option<Illegal>) -> Classification {
    let listed = R::provision(Provision::Irregular(kind));
    let lists = R::provision(Provision::CorrectionRight).is_some();
    let article = match &reason {
        Some(reason) if !lists || listed.is_none() => Some(R::article(reason)),
        _ => listed,
    };
    Classification::Irregular(IrregularFinding { kind, article, notation, reason })
}

fn stand<R: Rules>(position: &Position<R>) -> Option<PhysicalBoard> {
    PhysicalBoard::new(&Setup::from(position), R::GEOMETRY).ok()
}

fn rank(stand: &PhysicalBoard, square: Square) -> Option<Rank> {
    stand.at(square).map(|piece| piece.rank)
}

fn same_colours(one: &PhysicalBoard, other: &PhysicalBoard) -> bool {
    let side = |piece: Piece| piece.side;
    one.squares().all(|square| one.at(square).map(side) == other.at(square).map(side))
}
