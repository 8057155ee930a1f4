//! Captures: every complete one, and of those the ones that precedence leaves.
//!
//! A capture is followed jump by jump. Taken pieces stay where they are until its end (FID 5.12, CBD item 15),
//! so they are only remembered: they cannot be jumped again and still stand in the way. The piece that takes
//! has left its first square, which it may cross or end on.
//!
//! In all four games a man takes as a man to the end: where it may not take backwards it has nothing left to
//! take on the last row (FID 6.5), where it may it goes on and is crowned only if it ends there (CBD item 13).

use std::marker::PhantomData;

use smallvec::SmallVec;

use crate::board::{Black, Board, Leap, Mover, Tables, White, each_bit};
use crate::crowd;
use crate::geometry::Dir;
use crate::piece::Side;
use crate::rules::{King, Merit, Rules, Taking};

/// Captures; rarely more than a few.
pub(crate) type Leaps = SmallVec<[Leap; 16]>;

/// The captures found so far that none outranks.
#[derive(Default)]
pub(crate) struct Harvest {
    pub(crate) leaps: Leaps,
    best: Merit,
}

impl Harvest {
    /// Two ways to take the same pieces differ by going round a loop, which takes four jumps.
    const LOOP: u32 = 4;

    #[inline]
    pub(crate) fn add(&mut self, leap: Leap, merit: Merit) {
        if merit < self.best {
            return;
        }
        if merit > self.best {
            self.best = merit;
            self.leaps.clear();
        }
        if leap.taken.count_ones() < Self::LOOP || !self.leaps.contains(&leap) {
            self.leaps.push(leap);
        }
    }
}

/// What a capturing piece has done so far.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Trail {
    pub(crate) from: u64,
    pub(crate) taken: u64,
    pub(crate) kings_met: u32,
    pub(crate) by_king: bool,
}

impl Trail {
    pub(crate) const fn start(from: u64, by_king: bool) -> Self {
        Self { from, taken: 0, kings_met: 0, by_king }
    }

    #[inline(always)]
    pub(crate) const fn taking(&self) -> Taking {
        Taking { count: self.taken.count_ones(), by_king: self.by_king, kings_met: self.kings_met }
    }
}

/// One side's pieces and what they may take.
#[derive(Clone, Copy)]
pub(crate) struct Field<R> {
    pub(crate) men: u64,
    pub(crate) kings: u64,
    /// What may be taken, by a king at least.
    pub(crate) prey: u64,
    prey_kings: u64,
    empty: u64,
    rules: PhantomData<R>,
}

impl<R: Rules> Field<R> {
    #[inline(always)]
    pub(crate) fn new<M: Mover>(board: &Board) -> Self {
        let (us, them) = (board.of(M::SIDE), board.of(<M::Reply as Mover>::SIDE));
        Self {
            men: us & !board.kings,
            kings: us & board.kings,
            prey: them,
            prey_kings: them & board.kings,
            empty: Tables::<R>::BOARD & !(us | them),
            rules: PhantomData,
        }
    }

    #[inline(always)]
    pub(crate) fn man_dirs<M: Mover>() -> &'static [Dir] {
        if R::MEN_CAPTURE_BACKWARDS { &Dir::ALL } else { &M::FORWARD }
    }

    #[inline(always)]
    pub(crate) const fn prey_of_men(&self) -> u64 {
        if R::MEN_CAPTURE_KINGS { self.prey } else { self.prey & !self.prey_kings }
    }

    /// Squares from which a man can jump in each direction, whatever stands on them.
    #[inline(always)]
    pub(crate) fn jumping_off<M: Mover>(&self) -> [u64; 4] {
        let mut squares = [0; 4];
        for &dir in Self::man_dirs::<M>() {
            let over = Tables::<R>::step(self.empty, dir.back()) & self.prey_of_men();
            squares[dir as usize] = Tables::<R>::step(over, dir.back());
        }
        squares
    }

    /// Whether some of these men could jump to a square that a man of their side stands on: perhaps the one
    /// they came from.
    #[inline(always)]
    pub(crate) fn may_jump_home<M: Mover>(&self, men: u64) -> bool {
        let mut home = 0;
        for &dir in Self::man_dirs::<M>() {
            let over = Tables::<R>::step(men, dir) & self.prey_of_men();
            home |= Tables::<R>::step(over, dir) & self.men;
        }
        home != 0
    }

    /// Whether a man that has jumped once can jump on.
    #[inline(always)]
    pub(crate) fn can_jump_on<M: Mover>(&self, jumping_off: &[u64; 4]) -> bool {
        let mut on = 0;
        for &dir in Self::man_dirs::<M>() {
            let jumpers = self.men & jumping_off[dir as usize];
            let landed = Tables::<R>::step(Tables::<R>::step(jumpers, dir), dir);
            let [left, right] = dir.turns();
            on |= landed
                & (jumping_off[dir as usize] | jumping_off[left as usize] | jumping_off[right as usize]);
        }
        on != 0
    }
}

/// A search for the captures of one side.
pub(crate) struct Hunt<R> {
    pub(crate) field: Field<R>,
    pub(crate) harvest: Harvest,
    /// Jumps of flying kings looked at so far.
    pub(crate) effort: u32,
}

impl<R: Rules> Hunt<R> {
    #[inline(always)]
    pub(crate) fn new(field: Field<R>) -> Self {
        Self { field, harvest: Harvest::default(), effort: 0 }
    }

    /// Finds every capture that may be played.
    pub(crate) fn run<M: Mover>(&mut self) {
        let field = self.field;
        self.jumps(field.men, Field::<R>::man_dirs::<M>(), field.prey_of_men(), false);
        if field.kings != 0 {
            match R::KING {
                King::Short => self.jumps(field.kings, &Dir::ALL, field.prey, true),
                King::Flying => each_bit(field.kings, |king| self.flights(king, crowd::PATIENCE)),
            }
        }
    }

    /// The merit of the captures that may be played.
    pub(crate) fn best_merit(&self, turn: Side) -> Merit {
        let mut hunt = Self::new(self.field);
        hunt.run_for(turn);
        hunt.harvest.best
    }

    /// [`Hunt::run`] for a side chosen at run time.
    pub(crate) fn run_for(&mut self, turn: Side) {
        match turn {
            Side::White => self.run::<White>(),
            Side::Black => self.run::<Black>(),
        }
    }

    /// Captures of pieces that take what stands beside them and land behind it.
    #[inline(always)]
    fn jumps(&mut self, pieces: u64, dirs: &'static [Dir], prey: u64, by_king: bool) {
        for &dir in dirs {
            let landings = Self::jump(pieces, prey, self.field.empty, dir);
            each_bit(landings, |to| {
                let over = Tables::<R>::step(to, dir.back());
                let from = Tables::<R>::step(over, dir.back());
                let trail = self.taking(Trail::start(from, by_king), over);
                self.jump_on(to, dirs, prey, trail);
            });
        }
    }

    /// Squares reached by a jump of these pieces.
    #[inline(always)]
    const fn jump(pieces: u64, prey: u64, free: u64, dir: Dir) -> u64 {
        Tables::<R>::step(Tables::<R>::step(pieces, dir) & prey, dir) & free
    }

    /// Where a piece that is taking lands by its next jump in that direction, if it has one.
    #[inline(always)]
    pub(crate) const fn jump_from(&self, at: u64, prey: u64, trail: Trail, dir: Dir) -> u64 {
        Self::jump(at, prey & !trail.taken, self.field.empty | trail.from, dir)
    }

    fn jump_on(&mut self, at: u64, dirs: &'static [Dir], prey: u64, trail: Trail) {
        let mut ended = true;
        for &dir in dirs {
            let to = self.jump_from(at, prey, trail, dir);
            if to != 0 {
                ended = false;
                let over = Tables::<R>::step(at, dir);
                self.jump_on(to, dirs, prey, self.taking(trail, over));
            }
        }
        if ended {
            self.finish(at, trail);
        }
    }

    /// Squares that do not stop a piece that is taking.
    pub(crate) const fn free(&self, trail: &Trail) -> u64 {
        self.field.empty | trail.from
    }

    #[inline(always)]
    pub(crate) const fn taking(&self, mut trail: Trail, over: u64) -> Trail {
        trail.taken |= over;
        trail.kings_met = trail.kings_met << 1 | (over & self.field.prey_kings != 0) as u32;
        trail
    }

    #[inline(always)]
    pub(crate) fn finish(&mut self, to: u64, trail: Trail) {
        let leap = Leap { from: trail.from, to, taken: trail.taken, by_king: trail.by_king };
        self.harvest.add(leap, R::merit(trail.taking()));
    }

    /// Captures of a flying king.
    pub(crate) fn flights(&mut self, king: u64, patience: u32) {
        let trail = Trail::start(king, true);
        let limit = self.effort.saturating_add(patience);
        let (found, best) = (self.harvest.leaps.len(), self.harvest.best);
        for dir in Dir::ALL {
            self.fly(king, dir, trail, limit);
        }
        if self.effort >= limit {
            // Too many ways round: start again, each state once.
            let again = if self.harvest.best == best { found } else { 0 };
            self.harvest.leaps.truncate(again);
            crowd::flights(self, trail);
        }
    }

    /// Goes on from a square in one direction, if there is something to take; says whether there was.
    fn fly(&mut self, at: u64, dir: Dir, trail: Trail, limit: u32) -> bool {
        let Some((over, landings)) = self.flight(at, dir, trail) else { return false };
        if self.effort >= limit {
            return true;
        }
        self.effort += 1;
        let trail = self.taking(trail, over);
        // Straight on is the same from every landing square.
        let mut goes_on = self.fly(over, dir, trail, limit);
        each_bit(landings, |to| {
            for turn in dir.turns() {
                goes_on |= self.fly(to, turn, trail, limit);
            }
        });
        if !goes_on {
            each_bit(landings, |to| self.finish(to, trail));
        }
        true
    }

    /// The piece a king takes by flying from a square in a direction, and where it may land behind it.
    #[inline(always)]
    pub(crate) fn flight(&self, at: u64, dir: Dir, trail: Trail) -> Option<(u64, u64)> {
        let free = self.field.empty | trail.from;
        let over = nearest(Tables::<R>::ray(at, dir) & !free, dir) & self.field.prey & !trail.taken;
        if Tables::<R>::step(over, dir) & free == 0 {
            return None;
        }
        let beyond = Tables::<R>::ray(over, dir);
        Some((over, before_nearest(beyond, beyond & !free, dir)))
    }
}

/// The bit of a ray that is met first, going in that direction; off the board if there is none.
#[inline(always)]
pub(crate) const fn nearest(bits: u64, dir: Dir) -> u64 {
    if dir.is_up() { (1_u64 << 63).wrapping_shr(bits.leading_zeros()) } else { bits & bits.wrapping_neg() }
}

/// The squares of a ray before the first of its occupied ones.
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
