//! The tables of a build in memory, with one byte per position.

use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use damiera_rules::raw::Bitboards;
use damiera_rules::{Rules, Side};

use crate::code::{OutcomeCode, PlyCode};
use crate::kind::TableKind;
use crate::material::MaterialClass;
use crate::number::{ClassDirectory, ColourMapping, IndexLayout, TableIndex};

/// One byte per index of a face.
///
/// The bytes are atomic with relaxed ordering, because the blocks of one level are written while those of earlier levels are
/// read. No thread reads what another is writing, and joining the threads between levels orders the accesses.
pub(crate) struct AtomicBytes(Vec<AtomicU8>);

impl AtomicBytes {
    pub(crate) fn filled(byte: u8, len: u64) -> Self {
        Self((0..len).map(|_| AtomicU8::new(byte)).collect())
    }

    #[inline(always)]
    pub(crate) fn get(&self, at: u64) -> u8 {
        self.0[at as usize].load(Relaxed)
    }

    #[inline(always)]
    pub(crate) fn set(&self, at: u64, byte: u8) {
        self.0[at as usize].store(byte, Relaxed);
    }

    /// A range of the bytes.
    #[inline(always)]
    pub(crate) fn slice(&self, from: u64, len: u64) -> &[AtomicU8] {
        &self.0[from as usize..(from + len) as usize]
    }
}

/// The distance to the end for every position of a class, with either side to move.
pub(crate) struct InMemoryTable {
    pub(crate) class: MaterialClass,
    pub(crate) layout: IndexLayout,
    /// [`PlyCode`](crate::code::PlyCode)s or [`OutcomeCode`]s with the strong side to move, and with the weak side. An even
    /// class stores both too, which keeps lookups simple.
    pub(crate) faces: [AtomicBytes; 2],
}

impl InMemoryTable {
    pub(crate) fn new<R: Rules>(class: MaterialClass, kind: TableKind) -> Self {
        let layout = IndexLayout::of::<R>(class);
        let empty = match kind {
            TableKind::Distances => 0, // holes are marked beside the codes
            TableKind::Outcomes => OutcomeCode::HOLE,
        };
        Self { class, layout, faces: [empty; 2].map(|code| AtomicBytes::filled(code, layout.numbers())) }
    }
}

/// The finished tables of a build.
pub(crate) struct FinishedTables {
    directory: ClassDirectory,
    tables: Vec<Option<InMemoryTable>>,
}

impl FinishedTables {
    pub(crate) fn new(classes: &[MaterialClass]) -> Self {
        Self { directory: ClassDirectory::of(classes), tables: classes.iter().map(|_| None).collect() }
    }

    pub(crate) fn put(&mut self, table: InMemoryTable) {
        if let Some((at, _)) = self.directory.find(table.class.strong(), table.class.weak()) {
            self.tables[at] = Some(table);
        }
    }

    /// Drops a class that no later class leads to.
    pub(crate) fn drop_class(&mut self, class: MaterialClass) {
        if let Some((at, _)) = self.directory.find(class.strong(), class.weak()) {
            self.tables[at] = None;
        }
    }

    /// The table of given material, and which colour is its strong side.
    pub(crate) fn table(
        &self,
        white: crate::MaterialCount,
        black: crate::MaterialCount,
    ) -> Option<(&InMemoryTable, ColourMapping)> {
        let (at, colours) = self.directory.find(white, black)?;
        Some((self.tables[at].as_ref()?, colours))
    }

    /// The byte of a position after a capture. A side without pieces has lost.
    #[inline(always)]
    pub(crate) fn after_capture<R: Rules>(&self, pieces: Bitboards, turn: Side) -> u8 {
        if pieces.sides[turn as usize] == 0 {
            const { assert!(PlyCode::LOST_NOW.0 == OutcomeCode::LOSS) };
            return OutcomeCode::LOSS;
        }
        let found = self.directory.find_pieces(pieces);
        let Some((Some(table), colours)) = found.map(|(at, colours)| (&self.tables[at], colours)) else {
            unreachable!("classes of fewer pieces are made first")
        };
        let spot = TableIndex::of::<R>(pieces, turn, &table.layout, colours);
        table.faces[spot.face].get(spot.number)
    }
}
