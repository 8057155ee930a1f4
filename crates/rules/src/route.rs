//! Routes of captures: the squares a capture touches, jump by jump.
//!
//! A [`Move`] does not store its route, and one move can have very many. Routes are enumerated lazily, when one has
//! to be displayed or an ambiguous notation has to be resolved.

use std::collections::HashSet;

use smallvec::SmallVec;

use crate::board::{Black, Lookup, White, each_bit};
use crate::capture::{Attack, CapturePath, CaptureSearch};
use crate::geometry::Dir;
use crate::move_list::Move;
use crate::piece::Side;
use crate::position::Position;
use crate::rules::{KingRange, Merit, Rules};
use crate::square::Square;

/// One route of a move.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Route {
    /// The squares it touches in order: the first square and one landing square per jump.
    pub squares: Vec<Square>,
    /// The squares of the captured pieces, in order.
    pub captured: Vec<Square>,
}

/// The possible next jumps of a piece: the captured piece's square and the landing square of each.
pub(crate) type Jumps = SmallVec<[(u64, u64); 8]>;

impl<R: Rules> CaptureSearch<R> {
    pub(crate) fn on(position: &Position<R>) -> Self {
        match position.turn() {
            Side::White => Self::new(Attack::new::<White>(position.board())),
            Side::Black => Self::new(Attack::new::<Black>(position.board())),
        }
    }

    /// The jumps available to a capturing piece from a square.
    pub(crate) fn next_jumps(&self, turn: Side, at: u64, path: CapturePath) -> Jumps {
        let mut jumps = Jumps::new();
        if path.by_king && R::KING == KingRange::Flying {
            for dir in Dir::ALL {
                if let Some((over, landings)) = self.flying_jump(at, dir, path) {
                    each_bit(landings, |to| jumps.push((over, to)));
                }
            }
            return jumps;
        }
        let (dirs, targets) = if path.by_king {
            (Dir::ALL.as_slice(), self.attack.targets)
        } else {
            let dirs = match turn {
                Side::White => Attack::<R>::man_dirs::<White>(),
                Side::Black => Attack::<R>::man_dirs::<Black>(),
            };
            (dirs, self.attack.targets_of_men())
        };
        for &dir in dirs {
            let to = self.jump_from(at, targets, path, dir);
            if to != 0 {
                jumps.push((Lookup::<R>::step(at, dir), to));
            }
        }
        jumps
    }
}

impl<R: Rules> Position<R> {
    /// The routes of a capture, enumerated lazily. A quiet move has none: see [`Position::route`].
    ///
    /// ```
    /// use damiera_rules::{Position, variant::English};
    /// let position = Position::<English>::from_fen("W:WK22:B17,18,9,10").unwrap();
    /// let round = position.legal().into_iter().find(|m| m.to == m.from).unwrap();
    /// assert_eq!(position.routes(&round).count(), 2);
    /// ```
    #[must_use]
    pub fn routes(&self, m: &Move) -> Routes<R> {
        Routes::new(self, m)
    }

    /// One route of a legal move.
    #[must_use]
    pub fn route(&self, m: &Move) -> Route {
        self.routes(m).next().unwrap_or(Route { squares: vec![m.from, m.to], captured: Vec::new() })
    }
}

impl<R: Rules> Position<R> {
    /// Whether some route of a legal move touches these squares in this order.
    pub(crate) fn has_route_via(&self, m: &Move, between: &[Square]) -> bool {
        let routes = Routes::new(self, m);
        let mut stack: Vec<_> = routes.steps.iter().map(|step| (step.at, step.path, 0)).collect();
        let mut seen = HashSet::new();
        while let Some(state @ (at, path, passed)) = stack.pop() {
            if routes.completes(at, path) && passed == between.len() {
                return true;
            }
            if !seen.insert(state) {
                continue;
            }
            for (over, to) in routes.jumps(at, path) {
                let passes = between.get(passed).is_some_and(|&square| Lookup::<R>::bit(square) == to);
                stack.push((to, routes.search.jumped(path, over, to), passed + usize::from(passes)));
            }
        }
        false
    }
}

/// An iterator over the routes of one move. See [`Position::routes`].
pub struct Routes<R> {
    search: CaptureSearch<R>,
    turn: Side,
    to: u64,
    captured: u64,
    merit: Merit,
    /// The current path: the jumps made so far, each with the alternatives that have not been tried yet.
    steps: Vec<RouteStep>,
    /// States from which the move cannot be completed.
    dead: HashSet<(u64, CapturePath)>,
}

struct RouteStep {
    at: u64,
    over: u64,
    path: CapturePath,
    left: Jumps,
    completes_move: bool,
}

impl<R: Rules> Routes<R> {
    fn new(position: &Position<R>, m: &Move) -> Self {
        let search = CaptureSearch::on(position);
        let from = Lookup::<R>::bit(m.from);
        let by_king = position.kings(position.turn()).contains(m.from);
        let mut routes = Self {
            turn: position.turn(),
            to: Lookup::<R>::bit(m.to),
            captured: R::GEOMETRY.expand(m.captured),
            merit: Merit::default(),
            steps: Vec::new(),
            dead: HashSet::new(),
            search,
        };
        if m.is_capture() {
            routes.merit = routes.search.best_merit(position.turn());
            routes.enter(from, 0, CapturePath::start(from, by_king));
        }
        routes
    }

    fn enter(&mut self, at: u64, over: u64, path: CapturePath) {
        let mut left = self.jumps(at, path);
        left.reverse(); // alternatives are popped from the back
        self.steps.push(RouteStep { at, over, path, left, completes_move: false });
    }

    /// The jumps from a square that capture only pieces the move captures.
    fn jumps(&self, at: u64, path: CapturePath) -> Jumps {
        let mut jumps = self.search.next_jumps(self.turn, at, path);
        jumps.retain(|&mut (over, _)| over & self.captured != 0);
        jumps
    }

    /// Whether the move is complete on this square.
    fn completes(&self, at: u64, path: CapturePath) -> bool {
        at == self.to && path.taken == self.captured && R::merit(path.summary()) == self.merit
    }

    fn current_route(&self) -> Route {
        Route {
            squares: self.steps.iter().map(|step| Lookup::<R>::square(step.at)).collect(),
            captured: self.steps.iter().skip(1).map(|step| Lookup::<R>::square(step.over)).collect(),
        }
    }

    /// Backtracks; a state from which the move could not be completed is remembered as dead.
    fn leave(&mut self) {
        let Some(step) = self.steps.pop() else { return };
        if !step.completes_move {
            self.dead.insert((step.at, step.path));
        } else if let Some(before) = self.steps.last_mut() {
            before.completes_move = true;
        }
    }
}

impl<R: Rules> Iterator for Routes<R> {
    type Item = Route;

    fn next(&mut self) -> Option<Route> {
        while let Some(step) = self.steps.last_mut() {
            let Some((over, to)) = step.left.pop() else {
                self.leave();
                continue;
            };
            let path = self.search.jumped(step.path, over, to);
            if self.dead.contains(&(to, path)) {
                continue;
            }
            self.enter(to, over, path);
            if self.completes(to, path) {
                if let Some(last) = self.steps.last_mut() {
                    last.completes_move = true;
                }
                return Some(self.current_route());
            }
        }
        None
    }
}
