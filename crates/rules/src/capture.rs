//! The search for captures: all complete captures of the highest merit.
//!
//! A capture is followed jump by jump. Captured pieces stay on the board until the capture ends (FID 5.12, CBD item
//! 15): they cannot be jumped again and still block the path. The capturing piece has left its first square, so it
//! may pass over that square or end on it.

use std::marker::PhantomData;

use smallvec::SmallVec;

use crate::board::{BitMove, Black, Board, Lookup, Mover, White, each_bit};
use crate::flying_states;
use crate::geometry::Dir;
use crate::piece::Side;
use crate::rules::{CaptureSummary, Crowning, KingRange, Merit, Rules};

/// A list of captures; rarely more than a few.
pub(crate) type BitMoves = SmallVec<[BitMove; 16]>;

/// The captures of the highest merit found so far.
#[derive(Default)]
pub(crate) struct BestCaptures {
    pub(crate) moves: BitMoves,
    pub(crate) merit: Merit,
}

impl BestCaptures {
    /// Two different paths can capture the same pieces only by going round a loop, which takes at least four jumps.
    const MIN_LOOP: u32 = 4;

    #[inline]
    pub(crate) fn add(&mut self, bit_move: BitMove, merit: Merit) {
        if merit < self.merit {
            return;
        }
        if merit > self.merit {
            self.merit = merit;
            self.moves.clear();
        }
        if bit_move.taken.count_ones() < Self::MIN_LOOP || !self.moves.contains(&bit_move) {
            self.moves.push(bit_move);
        }
    }
}

/// The jumps a capturing piece has made so far.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct CapturePath {
    pub(crate) from: u64,
    pub(crate) taken: u64,
    pub(crate) kings_in_order: u32,
    pub(crate) by_king: bool,
}

impl CapturePath {
    pub(crate) const fn start(from: u64, by_king: bool) -> Self {
        Self { from, taken: 0, kings_in_order: 0, by_king }
    }

    #[inline(always)]
    pub(crate) const fn summary(&self) -> CaptureSummary {
        CaptureSummary {
            count: self.taken.count_ones(),
            by_king: self.by_king,
            kings_in_order: self.kings_in_order,
        }
    }
}

/// The pieces of one side and the pieces they may capture.
#[derive(Clone, Copy)]
pub(crate) struct Attack<R> {
    pub(crate) men: u64,
    pub(crate) kings: u64,
    /// The opponent's pieces. Kings may capture all of them, men those of [`Attack::targets_of_men`].
    pub(crate) targets: u64,
    target_kings: u64,
    empty: u64,
    /// The squares on which a capturing man becomes a king at once; 0 unless the rules crown in passing.
    crowns_in_passing: u64,
    rules: PhantomData<R>,
}

impl<R: Rules> Attack<R> {
    #[inline(always)]
    pub(crate) fn new<M: Mover>(board: &Board) -> Self {
        let (us, them) = (board.of(M::SIDE), board.of(<M::Reply as Mover>::SIDE));
        Self {
            men: us & !board.kings,
            kings: us & board.kings,
            targets: them,
            target_kings: them & board.kings,
            empty: Lookup::<R>::BOARD & !(us | them),
            crowns_in_passing: Self::crowning_squares::<M>(),
            rules: PhantomData,
        }
    }

    /// The squares on which a capturing man of `M` becomes a king at once.
    #[inline(always)]
    pub(crate) const fn crowning_squares<M: Mover>() -> u64 {
        match R::CROWNING {
            Crowning::AtTheEnd => 0,
            Crowning::InPassing => Lookup::<R>::crown_row(M::SIDE),
        }
    }

    #[inline(always)]
    pub(crate) fn man_dirs<M: Mover>() -> &'static [Dir] {
        if R::MEN_CAPTURE_BACKWARDS { &Dir::ALL } else { &M::FORWARD }
    }

    #[inline(always)]
    pub(crate) const fn targets_of_men(&self) -> u64 {
        if R::MEN_CAPTURE_KINGS { self.targets } else { self.targets & !self.target_kings }
    }

    /// For each direction, the squares from which a man could jump, whether or not a man stands there.
    #[inline(always)]
    pub(crate) fn jump_origins<M: Mover>(&self) -> [u64; 4] {
        let mut squares = [0; 4];
        for &dir in Self::man_dirs::<M>() {
            let over = Lookup::<R>::step(self.empty, dir.back()) & self.targets_of_men();
            squares[dir as usize] = Lookup::<R>::step(over, dir.back());
        }
        squares
    }

    /// Whether one of these men could jump to a square occupied by a man of its own side, which may be the square it
    /// started from.
    #[inline(always)]
    pub(crate) fn may_jump_home<M: Mover>(&self, men: u64) -> bool {
        let mut home = 0;
        for &dir in Self::man_dirs::<M>() {
            let over = Lookup::<R>::step(men, dir) & self.targets_of_men();
            home |= Lookup::<R>::step(over, dir) & self.men;
        }
        home != 0
    }

    /// Whether a man that has jumped once can jump again.
    #[inline(always)]
    pub(crate) fn can_jump_again<M: Mover>(&self, jump_origins: &[u64; 4]) -> bool {
        let mut on = 0;
        for &dir in Self::man_dirs::<M>() {
            let jumpers = self.men & jump_origins[dir as usize];
            let landed = Lookup::<R>::step(Lookup::<R>::step(jumpers, dir), dir);
            let [left, right] = dir.turns();
            on |= landed
                & (jump_origins[dir as usize]
                    | jump_origins[left as usize]
                    | jump_origins[right as usize]
                    | Self::crowning_squares::<M>());
        }
        on != 0
    }
}

/// The search for the captures of one side.
pub(crate) struct CaptureSearch<R> {
    pub(crate) attack: Attack<R>,
    pub(crate) best: BestCaptures,
    /// The number of flying kings' jumps visited so far.
    pub(crate) jumps_visited: u32,
}

impl<R: Rules> CaptureSearch<R> {
    #[inline(always)]
    pub(crate) fn new(attack: Attack<R>) -> Self {
        Self { attack, best: BestCaptures::default(), jumps_visited: 0 }
    }

    /// Finds every legal capture.
    pub(crate) fn run<M: Mover>(&mut self) {
        let attack = self.attack;
        self.jumps(attack.men, Attack::<R>::man_dirs::<M>(), attack.targets_of_men(), false);
        if attack.kings != 0 {
            match R::KING {
                KingRange::Short => self.jumps(attack.kings, &Dir::ALL, attack.targets, true),
                KingRange::Flying => each_bit(attack.kings, |king| {
                    self.flying_captures(king, flying_states::MAX_FOLLOWED_JUMPS);
                }),
            }
        }
    }

    /// The merit of the legal captures.
    pub(crate) fn best_merit(&self, turn: Side) -> Merit {
        let mut search = Self::new(self.attack);
        search.run_for(turn);
        search.best.merit
    }

    /// [`CaptureSearch::run`] for a side known at run time.
    pub(crate) fn run_for(&mut self, turn: Side) {
        match turn {
            Side::White => self.run::<White>(),
            Side::Black => self.run::<Black>(),
        }
    }

    /// Adds captures by pieces that jump over an adjacent piece and land right behind it.
    #[inline(always)]
    fn jumps(&mut self, pieces: u64, dirs: &'static [Dir], targets: u64, by_king: bool) {
        for &dir in dirs {
            let landings = Self::jump(pieces, targets, self.attack.empty, dir);
            each_bit(landings, |to| {
                let over = Lookup::<R>::step(to, dir.back());
                let from = Lookup::<R>::step(over, dir.back());
                let path = self.extend_path(CapturePath::start(from, by_king), over);
                self.continue_jumps(to, dirs, targets, path);
            });
        }
    }

    /// The squares these pieces reach by one jump.
    #[inline(always)]
    const fn jump(pieces: u64, targets: u64, free: u64, dir: Dir) -> u64 {
        Lookup::<R>::step(Lookup::<R>::step(pieces, dir) & targets, dir) & free
    }

    /// The landing square of a capturing piece's next jump in that direction; 0 if it has none.
    #[inline(always)]
    pub(crate) const fn jump_from(&self, at: u64, targets: u64, path: CapturePath, dir: Dir) -> u64 {
        Self::jump(at, targets & !path.taken, self.attack.empty | path.from, dir)
    }

    fn continue_jumps(&mut self, at: u64, dirs: &'static [Dir], targets: u64, path: CapturePath) {
        if self.is_crowned(at, path) {
            return self.continue_as_king(at, path);
        }
        let mut ended = true;
        for &dir in dirs {
            let to = self.jump_from(at, targets, path, dir);
            if to != 0 {
                ended = false;
                let over = Lookup::<R>::step(at, dir);
                self.continue_jumps(to, dirs, targets, self.extend_path(path, over));
            }
        }
        if ended {
            self.finish(at, path);
        }
    }

    /// Whether a man becomes a king on this square in the middle of its capture.
    #[inline(always)]
    const fn is_crowned(&self, at: u64, path: CapturePath) -> bool {
        matches!(R::CROWNING, Crowning::InPassing) && !path.by_king && at & self.attack.crowns_in_passing != 0
    }

    /// Continues the capture of a man that has just become a king.
    #[cold]
    fn continue_as_king(&mut self, at: u64, path: CapturePath) {
        let path = CapturePath { by_king: true, ..path };
        match R::KING {
            KingRange::Short => self.continue_jumps(at, &Dir::ALL, self.attack.targets, path),
            KingRange::Flying => flying_states::captures(self, at, path),
        }
    }

    /// The path after a jump over a piece to a square.
    pub(crate) const fn jumped(&self, path: CapturePath, over: u64, to: u64) -> CapturePath {
        let path = self.extend_path(path, over);
        CapturePath { by_king: path.by_king || self.is_crowned(to, path), ..path }
    }

    /// The squares a capturing piece can pass over or land on.
    pub(crate) const fn free(&self, path: &CapturePath) -> u64 {
        self.attack.empty | path.from
    }

    #[inline(always)]
    pub(crate) const fn extend_path(&self, mut path: CapturePath, over: u64) -> CapturePath {
        path.taken |= over;
        path.kings_in_order = path.kings_in_order << 1 | (over & self.attack.target_kings != 0) as u32;
        path
    }

    #[inline(always)]
    pub(crate) fn finish(&mut self, to: u64, path: CapturePath) {
        let bit_move = BitMove { from: path.from, to, taken: path.taken, by_king: path.by_king };
        self.best.add(bit_move, R::merit(path.summary()));
    }

    /// Adds the captures of a flying king.
    pub(crate) fn flying_captures(&mut self, king: u64, max_jumps: u32) {
        let path = CapturePath::start(king, true);
        let limit = self.jumps_visited.saturating_add(max_jumps);
        let (found, best) = (self.best.moves.len(), self.best.merit);
        for dir in Dir::ALL {
            self.follow_flying_jumps(king, dir, path, limit);
        }
        if self.jumps_visited >= limit {
            // Too many paths: discard what was found for this king and visit each state once instead.
            let again = if self.best.merit == best { found } else { 0 };
            self.best.moves.truncate(again);
            flying_states::captures(self, king, path);
        }
    }

    /// Follows the jumps from a square in one direction; returns whether there was a jump.
    fn follow_flying_jumps(&mut self, at: u64, dir: Dir, path: CapturePath, limit: u32) -> bool {
        let Some((over, landings)) = self.flying_jump(at, dir, path) else { return false };
        if self.jumps_visited >= limit {
            return true;
        }
        self.jumps_visited += 1;
        let path = self.extend_path(path, over);
        // Jumping straight on gives the same result from every landing square, so it is tried once.
        let mut goes_on = self.follow_flying_jumps(over, dir, path, limit);
        each_bit(landings, |to| {
            for turn in dir.turns() {
                goes_on |= self.follow_flying_jumps(to, turn, path, limit);
            }
        });
        if !goes_on {
            each_bit(landings, |to| self.finish(to, path));
        }
        true
    }

    /// The piece a flying king captures from a square in one direction, and the squares it may land on.
    #[inline(always)]
    pub(crate) fn flying_jump(&self, at: u64, dir: Dir, path: CapturePath) -> Option<(u64, u64)> {
        let free = self.attack.empty | path.from;
        let over = nearest(Lookup::<R>::ray(at, dir) & !free, dir) & self.attack.targets & !path.taken;
        if Lookup::<R>::step(over, dir) & free == 0 {
            return None;
        }
        let beyond = Lookup::<R>::ray(over, dir);
        Some((over, before_nearest(beyond, beyond & !free, dir)))
    }
}

/// The first bit of a ray in that direction; a bit off the board if the ray is empty.
#[inline(always)]
pub(crate) const fn nearest(bits: u64, dir: Dir) -> u64 {
    if dir.is_up() { (1_u64 << 63).wrapping_shr(bits.leading_zeros()) } else { bits & bits.wrapping_neg() }
}

/// The squares of a ray before its first occupied square.
#[inline(always)]
pub(crate) const fn before_nearest(ray: u64, occupied: u64, dir: Dir) -> u64 {
    if occupied == 0 {
        ray
    } else if dir.is_up() {
        ray & !(u64::MAX >> occupied.leading_zeros())
    } else {
        ray & (nearest(occupied, dir) - 1)
    }
}
