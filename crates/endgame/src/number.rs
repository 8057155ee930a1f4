//! The index of a position within its class.
//!
//! Each side numbers the squares from its own back row: *place* 0 is the last square of the back row, and the crown row has
//! the highest places. A set of *k* places p₁ < p₂ < … has the index `C(p₁,1) + C(p₂,2) + …` (the combinatorial number
//! system). Sets without the crown row come first, so men and kings share one numbering. The index of a position combines
//! four set indices: men before kings, and the strong side before the weak side. Indices at which two pieces would
//! share a square are unused; in a compressed file they cost almost nothing.
//!
//! Because each side counts from its own back row, turning the board and exchanging the colours only exchanges the set
//! indices of the two sides.

use std::marker::PhantomData;

use damiera_rules::raw::{self, Bitboards};
use damiera_rules::{Rules, Side, Square};

use crate::material::{MOST_PIECES, MaterialClass, MaterialCount};

const SIZES: usize = MOST_PIECES as usize;

/// Indices of sets of places on the board of a rule set.
pub(crate) struct PlaceSets<R>(PhantomData<R>);

impl<R: Rules> PlaceSets<R> {
    /// Playing squares.
    pub(crate) const SQUARES: u32 = R::GEOMETRY.squares() as u32;
    /// Squares that a man can stand on.
    pub(crate) const MEN: u32 = Self::SQUARES - Self::SQUARES / R::GEOMETRY.rows() as u32;

    /// What a piece adds to the index of its set, by side, number of pieces on lower places, and bit of the square.
    const WEIGHTS: &'static [[[u32; 64]; SIZES]; 2] = &weights::<R>();

    /// The square of a place.
    pub(crate) fn square(side: Side, place: u32) -> Square {
        let index = match side {
            Side::White => Self::SQUARES - 1 - place,
            Side::Black => place,
        };
        R::GEOMETRY.all().iter().nth(index as usize).unwrap_or_else(|| unreachable!("a place on the board"))
    }

    /// The number of rows between a man on a place and its crown row.
    pub(crate) fn rows_to_go(place: u32) -> u32 {
        let rows = u32::from(R::GEOMETRY.rows());
        rows - 1 - place / (Self::SQUARES / rows)
    }

    /// The index of a side's set of at most [`MOST_PIECES`] men or kings.
    #[inline(always)]
    pub(crate) fn number(side: Side, mut bits: u64) -> u32 {
        let weights = &Self::WEIGHTS[side as usize];
        let (mut number, mut lower) = (0, 0);
        while bits != 0 && lower < SIZES {
            let at = match side {
                Side::White => 63 - bits.leading_zeros(),
                Side::Black => bits.trailing_zeros(),
            };
            bits ^= 1 << at;
            number += weights[lower][at as usize];
            lower += 1;
        }
        number
    }

    /// The number of sets of this many men.
    pub(crate) fn men_sets(men: u8) -> u64 {
        choose(Self::MEN, men.into())
    }

    /// The number of sets of this many kings.
    pub(crate) fn king_sets(kings: u8) -> u64 {
        choose(Self::SQUARES, kings.into())
    }
}

const fn weights<R: Rules>() -> [[[u32; 64]; SIZES]; 2] {
    let mut table = [[[0; 64]; SIZES]; 2];
    let squares = R::GEOMETRY.squares();
    let mut number = 1;
    while number <= squares {
        if let Some(square) = Square::new(number) {
            let bit = raw::bit::<R>(square).trailing_zeros() as usize;
            let mut lower = 0;
            while lower < SIZES {
                let white = (squares - number) as u32;
                table[Side::White as usize][lower][bit] = choose(white, lower as u32 + 1) as u32;
                table[Side::Black as usize][lower][bit] = choose(number as u32 - 1, lower as u32 + 1) as u32;
                lower += 1;
            }
        }
        number += 1;
    }
    table
}

/// The binomial coefficient "`n` choose `k`".
pub(crate) const fn choose(n: u32, k: u32) -> u64 {
    let (mut sets, mut i) = (1, 0);
    while i < k {
        if i >= n {
            return 0;
        }
        sets = sets * (n - i) as u64 / (i + 1) as u64;
        i += 1;
    }
    sets
}

/// The dimensions of the index of a class: the number of sets of each kind of piece.
#[derive(Clone, Copy, Debug)]
pub(crate) struct IndexLayout {
    pub(crate) strong_men: u64,
    pub(crate) weak_men: u64,
    pub(crate) strong_kings: u64,
    pub(crate) weak_kings: u64,
}

impl IndexLayout {
    pub(crate) fn of<R: Rules>(class: MaterialClass) -> Self {
        let (strong, weak) = (class.strong(), class.weak());
        Self {
            strong_men: PlaceSets::<R>::men_sets(strong.men),
            weak_men: PlaceSets::<R>::men_sets(weak.men),
            strong_kings: PlaceSets::<R>::king_sets(strong.kings),
            weak_kings: PlaceSets::<R>::king_sets(weak.kings),
        }
    }

    /// Indices per placement of the men.
    pub(crate) const fn block(&self) -> u64 {
        self.strong_kings * self.weak_kings
    }

    /// Indices per row: the sets of the pieces that vary fastest.
    pub(crate) const fn row(&self) -> u64 {
        if self.weak_kings > 1 {
            self.weak_kings
        } else if self.strong_kings > 1 {
            self.strong_kings
        } else {
            self.weak_men
        }
    }

    /// All indices of one side to move.
    pub(crate) const fn numbers(&self) -> u64 {
        self.strong_men * self.weak_men * self.block()
    }

    /// The first index of a placement of the men.
    #[inline(always)]
    pub(crate) const fn base(&self, strong_men: u32, weak_men: u32) -> u64 {
        (strong_men as u64 * self.weak_men + weak_men as u64) * self.block()
    }
}

impl IndexLayout {
    /// In an even class, the index of the position with the board turned and the colours exchanged.
    pub(crate) const fn twin(&self, number: u64) -> u64 {
        let (men, kings) = (number / self.block(), number % self.block());
        let men = men % self.weak_men * self.strong_men + men / self.weak_men;
        men * self.block() + self.twin_kings(kings)
    }

    /// The same for an index within a block.
    pub(crate) const fn twin_kings(&self, kings: u64) -> u64 {
        kings % self.weak_kings * self.strong_kings + kings / self.weak_kings
    }
}

/// The place of a position in a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TableIndex {
    /// The side to move: 0 for the strong side.
    pub(crate) face: usize,
    /// The index within the face.
    pub(crate) number: u64,
}

/// Whether the colours are those of the table (the strong side is White) or exchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ColourMapping {
    AsGiven,
    Exchanged,
}

impl TableIndex {
    /// The place of these pieces in a class with this layout.
    #[inline(always)]
    pub(crate) fn of<R: Rules>(
        pieces: Bitboards,
        turn: Side,
        layout: &IndexLayout,
        colours: ColourMapping,
    ) -> Self {
        let [white, black] = pieces.sides;
        let kings = pieces.kings;
        let white_men = PlaceSets::<R>::number(Side::White, white & !kings);
        let black_men = PlaceSets::<R>::number(Side::Black, black & !kings);
        let white_kings = u64::from(PlaceSets::<R>::number(Side::White, white & kings));
        let black_kings = u64::from(PlaceSets::<R>::number(Side::Black, black & kings));
        let (face, base, strong_kings, weak_kings) = match colours {
            ColourMapping::AsGiven => {
                (turn as usize, layout.base(white_men, black_men), white_kings, black_kings)
            }
            ColourMapping::Exchanged => {
                (1 - turn as usize, layout.base(black_men, white_men), black_kings, white_kings)
            }
        };
        Self { face, number: base + strong_kings * layout.weak_kings + weak_kings }
    }
}

/// The pieces at an index of a class, with White as the strong side; none if two would share a square.
pub(crate) fn pieces_at<R: Rules>(class: MaterialClass, number: u64) -> Option<Bitboards> {
    let layout = IndexLayout::of::<R>(class);
    let (rest, weak_kings) = (number / layout.weak_kings, number % layout.weak_kings);
    let (rest, strong_kings) = (rest / layout.strong_kings, rest % layout.strong_kings);
    let (strong_men, weak_men) = (rest / layout.weak_men, rest % layout.weak_men);
    let sets = [
        set_of::<R>(Side::White, class.strong().men, strong_men),
        set_of::<R>(Side::White, class.strong().kings, strong_kings),
        set_of::<R>(Side::Black, class.weak().men, weak_men),
        set_of::<R>(Side::Black, class.weak().kings, weak_kings),
    ];
    let all = sets.iter().fold(0, |all, set| all | set);
    (all.count_ones() == u32::from(class.pieces()))
        .then_some(Bitboards { sides: [sets[0] | sets[1], sets[2] | sets[3]], kings: sets[1] | sets[3] })
}

/// The bits of the set with this index.
fn set_of<R: Rules>(side: Side, size: u8, mut number: u64) -> u64 {
    let mut bits = 0;
    for size in (1..=u32::from(size)).rev() {
        let mut place = size - 1;
        while choose(place + 1, size) <= number {
            place += 1;
        }
        number -= choose(place, size);
        bits |= raw::bit::<R>(PlaceSets::<R>::square(side, place));
    }
    bits
}

/// Finds the class of given material in a list of classes.
#[derive(Clone, Debug)]
pub(crate) struct ClassDirectory {
    slots: Vec<Option<(u16, ColourMapping)>>,
}

impl ClassDirectory {
    const RADIX: usize = SIZES + 1;

    /// A directory of a list of classes.
    pub(crate) fn of(classes: &[MaterialClass]) -> Self {
        let mut slots = vec![None; Self::RADIX.pow(4)];
        for (i, class) in classes.iter().enumerate() {
            slots[Self::slot(class.weak(), class.strong())] = Some((i as u16, ColourMapping::Exchanged));
            slots[Self::slot(class.strong(), class.weak())] = Some((i as u16, ColourMapping::AsGiven));
        }
        Self { slots }
    }

    #[inline(always)]
    const fn slot(white: MaterialCount, black: MaterialCount) -> usize {
        ((white.men as usize * Self::RADIX + white.kings as usize) * Self::RADIX + black.men as usize)
            * Self::RADIX
            + black.kings as usize
    }

    /// The position of a class in the list, and which colour is the strong side.
    #[inline(always)]
    pub(crate) fn find(&self, white: MaterialCount, black: MaterialCount) -> Option<(usize, ColourMapping)> {
        let (i, colours) = (*self.slots.get(Self::slot(white, black))?)?;
        Some((i.into(), colours))
    }

    /// The class of these pieces.
    #[inline(always)]
    pub(crate) fn find_pieces(&self, pieces: Bitboards) -> Option<(usize, ColourMapping)> {
        let [white, black] = pieces.sides.map(|side| MaterialCount {
            men: (side & !pieces.kings).count_ones() as u8,
            kings: (side & pieces.kings).count_ones() as u8,
        });
        if white.pieces() + black.pieces() > MOST_PIECES {
            return None;
        }
        self.find(white, black)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use damiera_rules::variant::{English, International, Italian};

    fn numbers_read_back<R: Rules>() {
        for class in MaterialClass::up_to(3) {
            let layout = IndexLayout::of::<R>(class);
            for number in 0..layout.numbers() {
                let Some(pieces) = pieces_at::<R>(class, number) else { continue };
                for turn in Side::BOTH {
                    let spot = TableIndex::of::<R>(pieces, turn, &layout, ColourMapping::AsGiven);
                    assert_eq!(spot, TableIndex { face: turn as usize, number }, "{class} {pieces:?}");
                }
            }
        }
    }

    #[test]
    fn every_position_has_its_own_number() {
        numbers_read_back::<English>();
        numbers_read_back::<Italian>();
        numbers_read_back::<International>();
    }

    /// Positions with both sides present, counted once with colours reversed, as in the published totals.
    #[test]
    fn there_are_as_many_positions_as_there_should_be() {
        let count = |pieces| -> u64 {
            MaterialClass::with_pieces(pieces)
                .iter()
                .map(|&class| {
                    let numbers = 0..IndexLayout::of::<English>(class).numbers();
                    let positions = numbers.filter(|&n| pieces_at::<English>(class, n).is_some()).count();
                    positions as u64 * if class.is_even() { 1 } else { 2 }
                })
                .sum()
        };
        assert_eq!((count(2), count(3)), (3_488, 196_032));
    }
}
