//! Judges an attempted move: the legal move it stands for, or the reason why it is illegal.
//!
//! The reason is found by checking, in this order, whether the attempt
//! 1. is a possible capture that stops too early or has lower precedence than another;
//! 2. is a quiet move although a capture is compulsory;
//! 3. would be a capture if exactly one rule were relaxed ([`RelaxedRule`]);
//! 4. breaks a rule of movement between two of its squares.

use std::collections::HashSet;

use smallvec::SmallVec;

use crate::attempt::Attempt;
use crate::board::{Lookup, each_bit};
use crate::capture::{CapturePath, CaptureSearch};
use crate::geometry::Dir;
use crate::illegal::Illegal;
use crate::move_list::Move;
use crate::piece::{Rank, Side};
use crate::position::Position;
use crate::rules::{KingRange, Merit, Rules};
use crate::square::Square;

impl<R: Rules> Position<R> {
    /// The legal move that an attempt stands for, or the reason why it is illegal.
    ///
    /// ```
    /// use damiera_rules::{Attempt, Illegal, Position, Square, variant::Italian};
    /// // FID-IT 6.7: the man on 31 captures as many as the king on 23, so the king must capture.
    /// let position = Position::<Italian>::from_fen("W:WK23,31:B19,26,27").unwrap();
    /// let square = |n| Square::new(n).unwrap();
    /// assert!(matches!(
    ///     position.judge(&Attempt::new(square(31), square(22))),
    ///     Err(Illegal::KingMustTake { .. })
    /// ));
    /// ```
    pub fn judge(&self, attempt: &Attempt) -> Result<Move, Illegal> {
        if let Some(&square) = attempt.squares().iter().find(|&&square| !R::GEOMETRY.has(square)) {
            return Err(Illegal::OffBoard { square });
        }
        let legal = self.legal();
        let matching: SmallVec<[Move; 4]> =
            legal.iter().copied().filter(|m| self.matches(attempt, m)).collect();
        let whole = |m: &&Move| m.captured.len() as usize == attempt.squares().len() - 1;
        match matching[..] {
            [] => Err(Diagnosis::new(self, attempt, &legal).reason()),
            [m] => Ok(m),
            // If the attempt names every landing square of one capture, it means that one, even if a longer capture
            // passes over the same squares.
            _ => match matching.iter().filter(whole).collect::<SmallVec<[_; 4]>>()[..] {
                [m] => Ok(*m),
                _ => Err(Illegal::Ambiguous { candidates: matching.to_vec() }),
            },
        }
    }

    /// Whether a legal move has the attempt's first and last square and a route via its intermediate squares.
    fn matches(&self, attempt: &Attempt, m: &Move) -> bool {
        (m.from, m.to) == (attempt.from(), attempt.to())
            && (attempt.between().is_empty() || self.has_route_via(m, attempt.between()))
    }
}

/// A rule that is relaxed to see whether the attempt broke just that one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RelaxedRule {
    None,
    MenCaptureForward,
    MenDoNotCaptureKings,
    JumpOnce,
    CrownedManStops,
}

/// A capture that follows the squares of the attempt.
struct MatchingCapture {
    /// The merit of the best way to complete it.
    merit: Merit,
    taken: u32,
    complete: bool,
    broke: Option<Illegal>,
}

/// The search for the reason why an attempt is illegal.
struct Diagnosis<'a, R> {
    position: &'a Position<R>,
    attempt: &'a Attempt,
    search: CaptureSearch<R>,
    due: Vec<Move>,
}

impl<'a, R: Rules> Diagnosis<'a, R> {
    /// The number of states to visit before giving up the search for the exact rule that was broken.
    const MAX_STATES: usize = 20_000;

    fn new(position: &'a Position<R>, attempt: &'a Attempt, legal: &[Move]) -> Self {
        let due = legal.iter().copied().filter(Move::is_capture).collect();
        Self { position, attempt, search: CaptureSearch::on(position), due }
    }

    fn reason(&self) -> Illegal {
        let (at, turn) = (self.attempt.from(), self.position.turn());
        let rank = match self.position.piece_at(at) {
            None => return Illegal::NoPiece { at },
            Some(piece) if piece.side != turn => return Illegal::NotYours { at, turn },
            Some(piece) => piece.rank,
        };
        if let Some(found) = self.capture(rank, RelaxedRule::None) {
            return self.outranked(rank, &found);
        }
        if self.is_quiet_move(rank) {
            return self.misses_capture();
        }
        let relaxations = [
            RelaxedRule::CrownedManStops,
            RelaxedRule::MenCaptureForward,
            RelaxedRule::MenDoNotCaptureKings,
            RelaxedRule::JumpOnce,
        ];
        let broken = relaxations.into_iter().find_map(|relaxed| self.capture(rank, relaxed)?.broke);
        broken.unwrap_or_else(|| self.movement_fault(rank))
    }

    /// Why a possible capture is not legal.
    fn outranked(&self, rank: Rank, found: &MatchingCapture) -> Illegal {
        let due = self.due.clone();
        let best = self.search.best_merit(self.position.turn());
        if !found.complete && found.merit == best {
            return Illegal::GoesOn { rank, at: self.attempt.to(), due };
        }
        if found.merit.count() < best.count() {
            Illegal::TakesFewer { taken: found.taken, must: best.count(), due }
        } else if found.merit.by_king() != best.by_king() {
            Illegal::KingMustTake { due }
        } else if found.merit.kings() < best.kings() {
            Illegal::TakesFewerKings { taken: found.merit.kings(), must: best.kings(), due }
        } else {
            Illegal::MeetsKingLater { due }
        }
    }

    /// The capture of highest merit that follows the attempt with one rule relaxed; complete captures come first.
    fn capture(&self, rank: Rank, relaxed: RelaxedRule) -> Option<MatchingCapture> {
        let from = Lookup::<R>::bit(self.attempt.from());
        let mut stack = vec![CaptureState {
            at: from,
            passed: 0,
            path: CapturePath::start(from, rank == Rank::King),
            broke: None,
        }];
        let mut seen = HashSet::new();
        let mut best: Option<MatchingCapture> = None;
        while let Some(state) = stack.pop() {
            if !seen.insert((state.at, state.passed, state.path)) || seen.len() > Self::MAX_STATES {
                continue;
            }
            let jumps = self.jumps(&state, relaxed);
            if let Some(found) = self.found(&state, jumps.is_empty()) {
                let weight = |found: &MatchingCapture| (found.complete, found.merit);
                if best.as_ref().is_none_or(|best| weight(&found) > weight(best)) {
                    best = Some(found);
                }
            }
            stack.extend(jumps);
        }
        best
    }

    fn found(&self, state: &CaptureState, complete: bool) -> Option<MatchingCapture> {
        let there = state.path.taken != 0
            && state.passed == self.attempt.between().len()
            && state.at == Lookup::<R>::bit(self.attempt.to());
        there.then(|| {
            let best = self.completed(state.at, state.path);
            MatchingCapture {
                merit: R::merit(best.summary()),
                taken: best.taken.count_ones(),
                complete,
                broke: state.broke.clone(),
            }
        })
    }

    /// The best continuation of a capture from this square.
    fn completed(&self, at: u64, path: CapturePath) -> CapturePath {
        let mut stack = vec![(at, path)];
        let mut seen = HashSet::new();
        let mut best = path;
        while let Some((at, path)) = stack.pop() {
            if seen.len() > Self::MAX_STATES || !seen.insert((at, path)) {
                continue;
            }
            if R::merit(path.summary()) > R::merit(best.summary()) {
                best = path;
            }
            let jumps = self.search.next_jumps(self.position.turn(), at, path);
            stack.extend(jumps.iter().map(|&(over, to)| (to, self.search.jumped(path, over, to))));
        }
        best
    }

    /// The states after one more jump, including jumps that only the relaxed rule allows.
    fn jumps(&self, state: &CaptureState, relaxed: RelaxedRule) -> Vec<CaptureState> {
        let legal = self.search.next_jumps(self.position.turn(), state.at, state.path);
        let mut next: Vec<_> = legal.iter().map(|&(over, to)| self.jumped(state, over, to, None)).collect();
        if relaxed != RelaxedRule::None {
            for dir in Dir::ALL {
                next.extend(self.illegal_jump(state, dir, relaxed));
            }
        }
        next
    }

    /// A jump over an adjacent piece that is possible only with the relaxed rule.
    fn illegal_jump(&self, state: &CaptureState, dir: Dir, relaxed: RelaxedRule) -> Option<CaptureState> {
        let path = &state.path;
        let over = Lookup::<R>::step(state.at, dir) & self.search.attack.targets;
        let to = Lookup::<R>::step(over, dir) & self.search.free(path);
        if to == 0 {
            return None;
        }
        let square = Lookup::<R>::square(over);
        let twice = over & path.taken != 0;
        let backwards = dir.is_up() != (self.position.turn() == Side::White);
        let king = self.position.piece_at(square).is_some_and(|piece| piece.rank == Rank::King);
        let crowned =
            self.on_crown_row(state.at) || matches!(state.broke, Some(Illegal::CrownedTooSoon { .. }));
        let broke = match relaxed {
            RelaxedRule::JumpOnce if twice => Illegal::OverTwice { over: square },
            _ if twice || path.by_king => return None,
            RelaxedRule::CrownedManStops if crowned && path.taken != 0 => {
                Illegal::CrownedTooSoon { at: Lookup::<R>::square(state.at) }
            }
            RelaxedRule::MenCaptureForward if backwards && !R::MEN_CAPTURE_BACKWARDS => {
                Illegal::MenTakeForward { over: square }
            }
            RelaxedRule::MenDoNotCaptureKings if king && !backwards && !R::MEN_CAPTURE_KINGS => {
                Illegal::ManTakesKing { over: square }
            }
            _ => return None,
        };
        Some(self.jumped(state, over, to, Some(broke)))
    }

    fn jumped(&self, state: &CaptureState, over: u64, to: u64, broke: Option<Illegal>) -> CaptureState {
        let expected = self.attempt.between().get(state.passed);
        let passes = expected.is_some_and(|&square| Lookup::<R>::bit(square) == to);
        CaptureState {
            at: to,
            passed: state.passed + usize::from(passes),
            path: self.search.jumped(state.path, over, to),
            broke: state.broke.clone().or(broke),
        }
    }

    fn on_crown_row(&self, at: u64) -> bool {
        at & Lookup::<R>::crown_row(self.position.turn()) != 0
    }

    /// The rule of movement that the attempt breaks.
    fn movement_fault(&self, rank: Rank) -> Illegal {
        let (from, to) = (self.attempt.from(), self.attempt.to());
        let mut at = from;
        for &next in &self.attempt.squares()[1..] {
            match self.leg_fault(rank, at, next) {
                Some(Illegal::NotDiagonal { .. }) if self.attempt.squares().len() > 2 => {
                    return Illegal::NoSuchRoute { from, to };
                }
                Some(fault) => return fault,
                None => at = next,
            }
        }
        Illegal::NothingToTake { from, to }
    }

    /// Whether the attempt would be a quiet move if no capture were compulsory.
    fn is_quiet_move(&self, rank: Rank) -> bool {
        let (from, to) = (self.attempt.from(), self.attempt.to());
        let over_prey =
            self.line(from, to).is_some_and(|(_, between)| between & self.search.attack.targets != 0);
        self.attempt.between().is_empty() && !over_prey && self.leg_fault(rank, from, to).is_none()
    }

    /// The path is free, so only a compulsory capture can make the attempt illegal.
    fn misses_capture(&self) -> Illegal {
        if self.due.is_empty() {
            Illegal::NothingToTake { from: self.attempt.from(), to: self.attempt.to() }
        } else {
            Illegal::MustCapture { due: self.due.clone() }
        }
    }

    /// What is wrong with moving straight from one square to another.
    fn leg_fault(&self, rank: Rank, from: Square, to: Square) -> Option<Illegal> {
        let Some((dir, between)) = self.line(from, to) else {
            return Some(Illegal::NotDiagonal { rank });
        };
        let (start, end) = (Lookup::<R>::bit(from), Lookup::<R>::bit(to));
        let free =
            Lookup::<R>::BOARD & !self.position.board().occupied() | Lookup::<R>::bit(self.attempt.from());
        if end & free == 0 {
            return Some(Illegal::Occupied { rank, at: to });
        }
        let beside = Lookup::<R>::step(start, dir);
        let behind = Lookup::<R>::step(beside, dir);
        let targets = between & self.search.attack.targets;
        let flies = rank == Rank::King && R::KING == KingRange::Flying;
        let own = between & !self.search.attack.targets & !free;
        if own != 0 {
            return Some(Illegal::OverOwn { over: first::<R>(own, dir) });
        }
        if targets == 0 {
            let backwards = dir.is_up() != (self.position.turn() == Side::White);
            return match rank {
                _ if between != 0 && !flies => Some(Illegal::TooFar { rank }),
                Rank::Man if backwards => Some(Illegal::MenGoForward { at: from }),
                _ => None,
            };
        }
        let over = if flies { first::<R>(targets, dir) } else { Lookup::<R>::square(beside) };
        let after_over = Lookup::<R>::step(Lookup::<R>::bit(over), dir);
        match () {
            () if !flies && beside & targets == 0 => Some(Illegal::TooFar { rank }),
            () if after_over & free == 0 => Some(Illegal::NoFreeSquareBehind { over }),
            () if !flies && behind != end => Some(Illegal::LandsTooFar { rank, over }),
            () if flies => Some(self.adjacent_pieces(targets, dir)?),
            () => None,
        }
    }

    /// The first piece a flying king would jump that has another piece right behind it.
    fn adjacent_pieces(&self, targets: u64, dir: Dir) -> Option<Illegal> {
        let joined = targets & Lookup::<R>::step(targets, dir.back());
        (joined != 0).then(|| Illegal::NoFreeSquareBehind { over: first::<R>(joined, dir) })
    }

    /// The direction from one square to another on the same diagonal, and the bits between them.
    fn line(&self, from: Square, to: Square) -> Option<(Dir, u64)> {
        let (from, to) = (Lookup::<R>::bit(from), Lookup::<R>::bit(to));
        let dir = Dir::ALL.into_iter().find(|&dir| Lookup::<R>::ray(from, dir) & to != 0)?;
        let between = Lookup::<R>::ray(from, dir) & !Lookup::<R>::ray(to, dir) & !to;
        Some((dir, between))
    }
}

/// The first of several squares on a diagonal in that direction.
fn first<R: Rules>(bits: u64, dir: Dir) -> Square {
    let mut first = bits;
    each_bit(bits, |bit| {
        if Lookup::<R>::ray(bit, dir.back()) & bits == 0 {
            first = bit;
        }
    });
    Lookup::<R>::square(first)
}

/// A state of the search: a capture in progress that follows the attempt.
#[derive(Clone)]
struct CaptureState {
    at: u64,
    /// How many of the intermediate squares have been touched.
    passed: usize,
    path: CapturePath,
    broke: Option<Illegal>,
}
