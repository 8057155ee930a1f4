//! The ways a capture can go: the squares it touches, jump by jump.
//!
//! A [`Move`] does not know its way, and one move can have very many. They are found one at a time, only when
//! a person wants to see one or a record has to be told apart from another.

use std::collections::HashSet;

use smallvec::SmallVec;

use crate::board::{Black, Tables, White, each_bit};
use crate::capture::{Field, Hunt, Trail};
use crate::geometry::Dir;
use crate::moves::Move;
use crate::piece::Side;
use crate::position::Position;
use crate::rules::{King, Merit, Rules};
use crate::square::Square;

/// One way of making a move.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Route {
    /// The squares it touches, both ends included: one landing a jump.
    pub squares: Vec<Square>,
    /// The squares of the pieces it takes, in order.
    pub captured: Vec<Square>,
}

/// What a piece may take next: the square of the piece, and the one to land on.
pub(crate) type Jumps = SmallVec<[(u64, u64); 8]>;

impl<R: Rules> Hunt<R> {
    pub(crate) fn on(position: &Position<R>) -> Self {
        match position.turn() {
            Side::White => Self::new(Field::new::<White>(position.board())),
            Side::Black => Self::new(Field::new::<Black>(position.board())),
        }
    }

    /// The jumps a capturing piece has from a square.
    pub(crate) fn next_jumps(&self, turn: Side, at: u64, trail: Trail) -> Jumps {
        let mut jumps = Jumps::new();
        if trail.by_king && R::KING == King::Flying {
            for dir in Dir::ALL {
                if let Some((over, landings)) = self.flight(at, dir, trail) {
                    each_bit(landings, |to| jumps.push((over, to)));
                }
            }
            return jumps;
        }
        let (dirs, prey) = if trail.by_king {
            (Dir::ALL.as_slice(), self.field.prey)
        } else {
            let dirs = match turn {
                Side::White => Field::<R>::man_dirs::<White>(),
                Side::Black => Field::<R>::man_dirs::<Black>(),
            };
            (dirs, self.field.prey_of_men())
        };
        for &dir in dirs {
            let to = self.jump_from(at, prey, trail, dir);
            if to != 0 {
                jumps.push((Tables::<R>::step(at, dir), to));
            }
        }
        jumps
    }
}

impl<R: Rules> Position<R> {
    /// The ways a legal move can go, one after the other; a plain move has one.
    ///
    /// ```
    /// use damiera_rules::{Position, variant::English};
    /// let position = Position::<English>::from_fen("W:WK22:B17,18,9,10").unwrap();
    /// let round = position.legal().into_iter().find(|m| m.to == m.from).unwrap();
    /// let ways: Vec<_> = position.routes(&round).map(|way| way.squares).collect();
    /// assert_eq!(ways.len(), 2);
    /// ```
    #[must_use]
    pub fn routes(&self, m: &Move) -> Routes<R> {
        Routes::new(self, m)
    }

    /// One way a legal move can go.
    #[must_use]
    pub fn route(&self, m: &Move) -> Route {
        self.routes(m).next().unwrap_or(Route { squares: vec![m.from, m.to], captured: Vec::new() })
    }
}

impl<R: Rules> Position<R> {
    /// Whether some way of a legal move touches these squares in this order.
    pub(crate) fn goes_by(&self, m: &Move, between: &[Square]) -> bool {
        let routes = Routes::new(self, m);
        let mut stack: Vec<_> = routes.way.iter().map(|stage| (stage.at, stage.trail, 0)).collect();
        let mut seen = HashSet::new();
        while let Some(state @ (at, trail, passed)) = stack.pop() {
            if routes.completes(at, trail) && passed == between.len() {
                return true;
            }
            if !seen.insert(state) {
                continue;
            }
            for (over, to) in routes.jumps(at, trail) {
                let passes = between.get(passed).is_some_and(|&square| Tables::<R>::bit(square) == to);
                stack.push((to, routes.hunt.taking(trail, over), passed + usize::from(passes)));
            }
        }
        false
    }
}

/// The ways of one move. See [`Position::routes`].
pub struct Routes<R> {
    hunt: Hunt<R>,
    turn: Side,
    to: u64,
    captured: u64,
    merit: Merit,
    /// The jumps made so far, each with those still to be tried instead of the next.
    way: Vec<Stage>,
    /// States from which the move cannot be completed.
    dead: HashSet<(u64, Trail)>,
}

struct Stage {
    at: u64,
    over: u64,
    trail: Trail,
    left: Jumps,
    fruitful: bool,
}

impl<R: Rules> Routes<R> {
    fn new(position: &Position<R>, m: &Move) -> Self {
        let hunt = Hunt::on(position);
        let from = Tables::<R>::bit(m.from);
        let by_king = position.kings(position.turn()).contains(m.from);
        let mut routes = Self {
            turn: position.turn(),
            to: Tables::<R>::bit(m.to),
            captured: R::GEOMETRY.expand(m.captured),
            merit: Merit::default(),
            way: Vec::new(),
            dead: HashSet::new(),
            hunt,
        };
        if m.is_capture() {
            routes.merit = routes.hunt.best_merit(position.turn());
            routes.enter(from, 0, Trail::start(from, by_king));
        }
        routes
    }

    fn enter(&mut self, at: u64, over: u64, trail: Trail) {
        let mut left = self.jumps(at, trail);
        left.reverse(); // tried from the back
        self.way.push(Stage { at, over, trail, left, fruitful: false });
    }

    /// The jumps from a square that take what the move takes.
    fn jumps(&self, at: u64, trail: Trail) -> Jumps {
        let mut jumps = self.hunt.next_jumps(self.turn, at, trail);
        jumps.retain(|&mut (over, _)| over & self.captured != 0);
        jumps
    }

    /// Whether this is the end of the move.
    fn completes(&self, at: u64, trail: Trail) -> bool {
        at == self.to && trail.taken == self.captured && R::merit(trail.taking()) == self.merit
    }

    fn written(&self) -> Route {
        Route {
            squares: self.way.iter().map(|stage| Tables::<R>::square(stage.at)).collect(),
            captured: self.way.iter().skip(1).map(|stage| Tables::<R>::square(stage.over)).collect(),
        }
    }

    /// Steps back; a state that led nowhere is not tried again.
    fn leave(&mut self) {
        let Some(stage) = self.way.pop() else { return };
        if !stage.fruitful {
            self.dead.insert((stage.at, stage.trail));
        } else if let Some(before) = self.way.last_mut() {
            before.fruitful = true;
        }
    }
}

impl<R: Rules> Iterator for Routes<R> {
    type Item = Route;

    fn next(&mut self) -> Option<Route> {
        while let Some(stage) = self.way.last_mut() {
            let Some((over, to)) = stage.left.pop() else {
                self.leave();
                continue;
            };
            let trail = self.hunt.taking(stage.trail, over);
            if self.dead.contains(&(to, trail)) {
                continue;
            }
            self.enter(to, over, trail);
            if self.completes(to, trail) {
                if let Some(last) = self.way.last_mut() {
                    last.fruitful = true;
                }
                return Some(self.written());
            }
        }
        None
    }
}
