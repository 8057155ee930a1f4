//! Judging a try: the legal move it means, or the reason it is refused.
//!
//! The reason is found by asking what the person may have meant. Is it a capture, but one that stops short or
//! is outranked? Would it be a capture if one rule were lifted? Is it a plain move when a capture is due? And if
//! none of these: what is wrong with the way it goes?

use std::collections::HashSet;

use smallvec::SmallVec;

use crate::attempt::Attempt;
use crate::board::{Tables, each_bit};
use crate::capture::{Hunt, Trail};
use crate::geometry::Dir;
use crate::illegal::Illegal;
use crate::moves::Move;
use crate::piece::{Rank, Side};
use crate::position::Position;
use crate::rules::{King, Merit, Rules};
use crate::square::Square;

impl<R: Rules> Position<R> {
    /// The legal move a try means, or why there is none.
    ///
    /// ```
    /// use damiera_rules::{Attempt, Illegal, Position, Square, variant::Italian};
    /// // FID-IT 6.7: the man on 31 takes as many as the king on 23, so the king must take.
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
        let meant: SmallVec<[Move; 4]> =
            legal.iter().copied().filter(|m| self.is_meant(attempt, m)).collect();
        let whole = |m: &&Move| m.captured.len() as usize == attempt.squares().len() - 1;
        match meant[..] {
            [] => Err(Refusal::new(self, attempt, &legal).reason()),
            [m] => Ok(m),
            // A way that names every landing means that capture, though a longer one touches the same squares.
            _ => match meant.iter().filter(whole).collect::<SmallVec<[_; 4]>>()[..] {
                [m] => Ok(*m),
                _ => Err(Illegal::Ambiguous { candidates: meant.to_vec() }),
            },
        }
    }

    /// Whether a legal move has the ends of a try, and some way of it goes by the squares between.
    fn is_meant(&self, attempt: &Attempt, m: &Move) -> bool {
        (m.from, m.to) == (attempt.from(), attempt.to())
            && (attempt.between().is_empty() || self.goes_by(m, attempt.between()))
    }
}

/// A rule that may be lifted, to see whether a try broke just that one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lifted {
    Nothing,
    MenTakeForward,
    MenSpareKings,
    OverOnce,
    CrownWaits,
}

/// A capture that goes where a try goes.
struct Found {
    /// Of the best way to complete it.
    merit: Merit,
    taken: u32,
    complete: bool,
    broke: Option<Illegal>,
}

/// The search for a reason.
struct Refusal<'a, R> {
    position: &'a Position<R>,
    attempt: &'a Attempt,
    hunt: Hunt<R>,
    due: Vec<Move>,
}

impl<'a, R: Rules> Refusal<'a, R> {
    /// States to look at before giving up on finding the very rule that was broken.
    const EFFORT: usize = 20_000;

    fn new(position: &'a Position<R>, attempt: &'a Attempt, legal: &[Move]) -> Self {
        let due = legal.iter().copied().filter(Move::is_capture).collect();
        Self { position, attempt, hunt: Hunt::on(position), due }
    }

    fn reason(&self) -> Illegal {
        let (at, turn) = (self.attempt.from(), self.position.turn());
        let rank = match self.position.piece_at(at) {
            None => return Illegal::NoPiece { at },
            Some(piece) if piece.side != turn => return Illegal::NotYours { at, turn },
            Some(piece) => piece.rank,
        };
        if let Some(found) = self.capture(rank, Lifted::Nothing) {
            return self.outranked(rank, &found);
        }
        if self.is_plain(rank) {
            return self.leaves_out();
        }
        let lifts = [Lifted::CrownWaits, Lifted::MenTakeForward, Lifted::MenSpareKings, Lifted::OverOnce];
        let broken = lifts.into_iter().find_map(|lifted| self.capture(rank, lifted)?.broke);
        broken.unwrap_or_else(|| self.way_fault(rank))
    }

    /// Why a capture that can be made may not be played.
    fn outranked(&self, rank: Rank, found: &Found) -> Illegal {
        let due = self.due.clone();
        let best = self.hunt.best_merit(self.position.turn());
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

    /// The capture of highest merit that goes where the try goes, with one rule lifted; complete ones first.
    fn capture(&self, rank: Rank, lifted: Lifted) -> Option<Found> {
        let from = Tables::<R>::bit(self.attempt.from());
        let mut stack =
            vec![State { at: from, passed: 0, trail: Trail::start(from, rank == Rank::King), broke: None }];
        let mut seen = HashSet::new();
        let mut best: Option<Found> = None;
        while let Some(state) = stack.pop() {
            if !seen.insert((state.at, state.passed, state.trail)) || seen.len() > Self::EFFORT {
                continue;
            }
            let jumps = self.jumps(&state, lifted);
            if let Some(found) = self.found(&state, jumps.is_empty()) {
                let weight = |found: &Found| (found.complete, found.merit);
                if best.as_ref().is_none_or(|best| weight(&found) > weight(best)) {
                    best = Some(found);
                }
            }
            stack.extend(jumps);
        }
        best
    }

    fn found(&self, state: &State, complete: bool) -> Option<Found> {
        let there = state.trail.taken != 0
            && state.passed == self.attempt.between().len()
            && state.at == Tables::<R>::bit(self.attempt.to());
        there.then(|| {
            let best = self.completed(state.at, state.trail);
            Found {
                merit: R::merit(best.taking()),
                taken: best.taken.count_ones(),
                complete,
                broke: state.broke.clone(),
            }
        })
    }

    /// The best capture that goes on from here.
    fn completed(&self, at: u64, trail: Trail) -> Trail {
        let mut stack = vec![(at, trail)];
        let mut seen = HashSet::new();
        let mut best = trail;
        while let Some((at, trail)) = stack.pop() {
            if seen.len() > Self::EFFORT || !seen.insert((at, trail)) {
                continue;
            }
            if R::merit(trail.taking()) > R::merit(best.taking()) {
                best = trail;
            }
            let jumps = self.hunt.next_jumps(self.position.turn(), at, trail);
            stack.extend(jumps.iter().map(|&(over, to)| (to, self.hunt.taking(trail, over))));
        }
        best
    }

    /// The states one jump on, the lifted rule broken where it has to be.
    fn jumps(&self, state: &State, lifted: Lifted) -> Vec<State> {
        let lawful = self.hunt.next_jumps(self.position.turn(), state.at, state.trail);
        let mut next: Vec<_> = lawful.iter().map(|&(over, to)| self.jumped(state, over, to, None)).collect();
        if lifted != Lifted::Nothing {
            for dir in Dir::ALL {
                next.extend(self.unlawful_jump(state, dir, lifted));
            }
        }
        next
    }

    /// A jump to the next square but one that only the lifted rule forbids.
    fn unlawful_jump(&self, state: &State, dir: Dir, lifted: Lifted) -> Option<State> {
        let trail = &state.trail;
        let over = Tables::<R>::step(state.at, dir) & self.hunt.field.prey;
        let to = Tables::<R>::step(over, dir) & self.hunt.free(trail);
        if to == 0 {
            return None;
        }
        let square = Tables::<R>::square(over);
        let twice = over & trail.taken != 0;
        let backwards = dir.is_up() != (self.position.turn() == Side::White);
        let king = self.position.piece_at(square).is_some_and(|piece| piece.rank == Rank::King);
        let crowned =
            self.on_crown_row(state.at) || matches!(state.broke, Some(Illegal::CrownedTooSoon { .. }));
        let broke = match lifted {
            Lifted::OverOnce if twice => Illegal::OverTwice { over: square },
            _ if twice || trail.by_king => return None,
            Lifted::CrownWaits if crowned && trail.taken != 0 => {
                Illegal::CrownedTooSoon { at: Tables::<R>::square(state.at) }
            }
            Lifted::MenTakeForward if backwards && !R::MEN_CAPTURE_BACKWARDS => {
                Illegal::MenTakeForward { over: square }
            }
            Lifted::MenSpareKings if king && !backwards && !R::MEN_CAPTURE_KINGS => {
                Illegal::ManTakesKing { over: square }
            }
            _ => return None,
        };
        Some(self.jumped(state, over, to, Some(broke)))
    }

    fn jumped(&self, state: &State, over: u64, to: u64, broke: Option<Illegal>) -> State {
        let expected = self.attempt.between().get(state.passed);
        let passes = expected.is_some_and(|&square| Tables::<R>::bit(square) == to);
        State {
            at: to,
            passed: state.passed + usize::from(passes),
            trail: self.hunt.taking(state.trail, over),
            broke: state.broke.clone().or(broke),
        }
    }

    fn on_crown_row(&self, at: u64) -> bool {
        at & Tables::<R>::crown_row(self.position.turn()) != 0
    }

    /// What is wrong with the way a try goes.
    fn way_fault(&self, rank: Rank) -> Illegal {
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

    /// Whether a try would be a plain move, were there nothing to take.
    fn is_plain(&self, rank: Rank) -> bool {
        let (from, to) = (self.attempt.from(), self.attempt.to());
        let over_prey = self.line(from, to).is_some_and(|(_, between)| between & self.hunt.field.prey != 0);
        self.attempt.between().is_empty() && !over_prey && self.leg_fault(rank, from, to).is_none()
    }

    /// The way is free, so that only a capture elsewhere can be against it.
    fn leaves_out(&self) -> Illegal {
        if self.due.is_empty() {
            Illegal::NothingToTake { from: self.attempt.from(), to: self.attempt.to() }
        } else {
            Illegal::MustCapture { due: self.due.clone() }
        }
    }

    /// What is wrong with going straight from one square to another.
    fn leg_fault(&self, rank: Rank, from: Square, to: Square) -> Option<Illegal> {
        let Some((dir, between)) = self.line(from, to) else {
            return Some(Illegal::NotDiagonal { rank });
        };
        let (start, end) = (Tables::<R>::bit(from), Tables::<R>::bit(to));
        let free =
            Tables::<R>::BOARD & !self.position.board().occupied() | Tables::<R>::bit(self.attempt.from());
        if end & free == 0 {
            return Some(Illegal::Occupied { rank, at: to });
        }
        let beside = Tables::<R>::step(start, dir);
        let behind = Tables::<R>::step(beside, dir);
        let prey = between & self.hunt.field.prey;
        let flies = rank == Rank::King && R::KING == King::Flying;
        let own = between & !self.hunt.field.prey & !free;
        if own != 0 {
            return Some(Illegal::OverOwn { over: first::<R>(own, dir) });
        }
        if prey == 0 {
            let backwards = dir.is_up() != (self.position.turn() == Side::White);
            return match rank {
                _ if between != 0 && !flies => Some(Illegal::TooFar { rank }),
                Rank::Man if backwards => Some(Illegal::MenGoForward { at: from }),
                _ => None,
            };
        }
        let over = if flies { first::<R>(prey, dir) } else { Tables::<R>::square(beside) };
        let after_over = Tables::<R>::step(Tables::<R>::bit(over), dir);
        match () {
            () if !flies && beside & prey == 0 => Some(Illegal::TooFar { rank }),
            () if after_over & free == 0 => Some(Illegal::NoFreeSquareBehind { over }),
            () if !flies && behind != end => Some(Illegal::LandsTooFar { rank, over }),
            () if flies => Some(self.joined(prey, dir)?),
            () => None,
        }
    }

    /// Of the pieces a king would fly over, one that has another right behind it.
    fn joined(&self, prey: u64, dir: Dir) -> Option<Illegal> {
        let joined = prey & Tables::<R>::step(prey, dir.back());
        (joined != 0).then(|| Illegal::NoFreeSquareBehind { over: first::<R>(joined, dir) })
    }

    /// The direction from one square to another on the same diagonal, and the bits between.
    fn line(&self, from: Square, to: Square) -> Option<(Dir, u64)> {
        let (from, to) = (Tables::<R>::bit(from), Tables::<R>::bit(to));
        let dir = Dir::ALL.into_iter().find(|&dir| Tables::<R>::ray(from, dir) & to != 0)?;
        let between = Tables::<R>::ray(from, dir) & !Tables::<R>::ray(to, dir) & !to;
        Some((dir, between))
    }
}

/// The first of some squares on a line, going in that direction.
fn first<R: Rules>(bits: u64, dir: Dir) -> Square {
    let mut first = bits;
    each_bit(bits, |bit| {
        if Tables::<R>::ray(bit, dir.back()) & bits == 0 {
            first = bit;
        }
    });
    Tables::<R>::square(first)
}

/// A capture under way, in the search for what a try meant.
#[derive(Clone)]
struct State {
    at: u64,
    /// How many of the squares between were touched.
    passed: usize,
    trail: Trail,
    broke: Option<Illegal>,
}
