//! All placements of one side's men or kings by index, and the king moves between them.

use damiera_rules::{KingRange, Rules, Side, Square, raw};

use crate::number::{PlaceSets, choose};

/// Every set of up to a number of squares.
pub(crate) struct PieceSets {
    sizes: Vec<PieceSetsOfSize>,
}

/// Every set of one size, by index.
pub(crate) struct PieceSetsOfSize {
    /// Bits for White and for Black.
    pub(crate) bits: [Vec<u64>; 2],
    /// For sets of men: the number of rows to the crown row, summed over the men.
    pub(crate) rows_to_go: Vec<u8>,
    /// For sets of kings: their moves.
    pub(crate) moves: [KingMoves; 2],
}

/// The moves between sets of kings on an otherwise empty board, as an adjacency list.
#[derive(Default)]
pub(crate) struct KingMoves {
    first: Vec<u32>,
    moves: Vec<KingMove>,
}

/// A move of one king of a set. It can be reversed.
#[derive(Clone, Copy)]
pub(crate) struct KingMove {
    /// The squares that must be free, including the destination.
    pub(crate) way: u64,
    /// The index of the set after the move.
    pub(crate) to: u32,
}

impl KingMoves {
    /// The moves from a set.
    #[inline(always)]
    pub(crate) fn from(&self, set: u32) -> &[KingMove] {
        &self.moves[self.first[set as usize] as usize..self.first[set as usize + 1] as usize]
    }
}

impl PieceSets {
    /// The sets of up to this many pieces.
    pub(crate) fn new<R: Rules>(most: u8) -> Self {
        let ways = ways::<R>();
        Self { sizes: (0..=most).map(|size| PieceSetsOfSize::new::<R>(size, &ways)).collect() }
    }

    pub(crate) fn of(&self, size: u8) -> &PieceSetsOfSize {
        &self.sizes[usize::from(size)]
    }
}

impl PieceSetsOfSize {
    fn new<R: Rules>(size: u8, ways: &[KingPath]) -> Self {
        let places = place_sets(PlaceSets::<R>::SQUARES, size);
        let men_sets = PlaceSets::<R>::men_sets(size) as usize;
        let bits: [Vec<u64>; 2] = Side::BOTH.map(|side| {
            let bit: Vec<u64> = (0..PlaceSets::<R>::SQUARES)
                .map(|p| raw::bit::<R>(PlaceSets::<R>::square(side, p)))
                .collect();
            places.iter().map(|&set| each_place(set).map(|p| bit[p as usize]).sum()).collect()
        });
        let rows_to_go = places[..men_sets.min(places.len())]
            .iter()
            .map(|&set| each_place(set).map(|p| PlaceSets::<R>::rows_to_go(p) as u8).sum())
            .collect();
        let moves = Side::BOTH.map(|side| king_moves::<R>(side, &bits[side as usize], ways));
        Self { bits, rows_to_go, moves }
    }
}

/// Sets of `size` places in index order, which is the order of their bits as binary numbers.
fn place_sets(places: u32, size: u8) -> Vec<u64> {
    if size == 0 {
        return vec![0];
    }
    let mut sets = Vec::with_capacity(choose(places, size.into()) as usize);
    let mut set: u64 = (1 << size) - 1;
    while set >> places == 0 {
        sets.push(set);
        // The next larger number with the same number of one bits (Gosper's hack).
        let (low, ripple) = (set & set.wrapping_neg(), set + (set & set.wrapping_neg()));
        set = ripple | (((set ^ ripple) / low) >> 2);
    }
    sets
}

fn each_place(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let place = set.trailing_zeros();
            set &= set - 1;
            place
        })
    })
}

/// A king's move between two squares.
struct KingPath {
    from: u64,
    to: u64,
    over: u64,
}

fn ways<R: Rules>() -> Vec<KingPath> {
    let board = R::GEOMETRY;
    let mut ways = Vec::new();
    for from in board.all().iter() {
        for (down, right) in [(-1, -1), (-1, 1), (1, -1), (1, 1)] {
            let (mut at, mut over) = (from, 0);
            while let Some(next) = neighbour::<R>(at, down, right) {
                over |= raw::bit::<R>(next);
                ways.push(KingPath { from: raw::bit::<R>(from), to: raw::bit::<R>(next), over });
                at = next;
                if R::KING == KingRange::Short {
                    break;
                }
            }
        }
    }
    ways
}

/// The neighbouring square in a direction.
pub(crate) fn neighbour<R: Rules>(square: Square, down: i8, right: i8) -> Option<Square> {
    let row = R::GEOMETRY.row(square).checked_add_signed(down)?;
    let column = R::GEOMETRY.column(square).checked_add_signed(right)?;
    R::GEOMETRY.at(row, column)
}

fn king_moves<R: Rules>(side: Side, sets: &[u64], ways: &[KingPath]) -> KingMoves {
    let mut from_bit: Vec<Vec<&KingPath>> = (0..64).map(|_| Vec::new()).collect();
    for way in ways {
        from_bit[way.from.trailing_zeros() as usize].push(way);
    }
    let mut list = KingMoves::default();
    for &set in sets {
        list.first.push(list.moves.len() as u32);
        for bit in each_place(set) {
            for way in &from_bit[bit as usize] {
                if way.over & set == 0 {
                    let to = PlaceSets::<R>::number(side, set & !way.from | way.to);
                    list.moves.push(KingMove { way: way.over, to });
                }
            }
        }
    }
    list.first.push(list.moves.len() as u32);
    list
}
