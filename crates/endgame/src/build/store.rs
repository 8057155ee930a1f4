//! The tables of a build in memory: one byte a position, any thread reads, each block has one writer.

use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use damiera_rules::raw::Bitboards;
use damiera_rules::{Rules, Side};

use crate::code::Code;
use crate::material::Class;
use crate::number::{Colours, Directory, Layout, Spot};

/// A byte for every number of a face.
///
/// The bytes are atomic, without any ordering, because the blocks of one level are written while those of
/// earlier levels are read; a thread never reads what another is writing, and joining the threads between
/// levels orders the rest.
pub(crate) struct Bytes(Vec<AtomicU8>);

impl Bytes {
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

    /// The bytes from one place on.
    #[inline(always)]
    pub(crate) fn slice(&self, from: u64, len: u64) -> &[AtomicU8] {
        &self.0[from as usize..(from + len) as usize]
    }
}

/// The plies to the end of every position of a class, with either side to move.
pub(crate) struct Table {
    pub(crate) class: Class,
    pub(crate) layout: Layout,
    /// [`Code`]s with the strong side to move, and with the weak side. An even class has both all the same, so
    /// that whoever looks something up need not ask.
    pub(crate) faces: [Bytes; 2],
}

impl Table {
    pub(crate) fn new<R: Rules>(class: Class) -> Self {
        let layout = Layout::of::<R>(class);
        Self { class, layout, faces: [0; 2].map(|code| Bytes::filled(code, layout.numbers())) }
    }
}

/// The finished tables of a build.
pub(crate) struct Store {
    directory: Directory,
    tables: Vec<Option<Table>>,
}

impl Store {
    pub(crate) fn new(classes: &[Class]) -> Self {
        Self { directory: Directory::of(classes), tables: classes.iter().map(|_| None).collect() }
    }

    pub(crate) fn put(&mut self, table: Table) {
        if let Some((at, _)) = self.directory.find(table.class.strong(), table.class.weak()) {
            self.tables[at] = Some(table);
        }
    }

    /// Forgets a class that no later one leads to.
    pub(crate) fn drop_class(&mut self, class: Class) {
        if let Some((at, _)) = self.directory.find(class.strong(), class.weak()) {
            self.tables[at] = None;
        }
    }

    /// The table of that material, and which colour is its strong side.
    pub(crate) fn table(&self, white: crate::Force, black: crate::Force) -> Option<(&Table, Colours)> {
        let (at, colours) = self.directory.find(white, black)?;
        Some((self.tables[at].as_ref()?, colours))
    }

    /// The code of a position that a capture led to: if nothing is left, the side to move has lost.
    #[inline(always)]
    pub(crate) fn after_capture<R: Rules>(&self, pieces: Bitboards, turn: Side) -> Code {
        if pieces.sides[turn as usize] == 0 {
            return Code::LOST_NOW;
        }
        let found = self.directory.find_pieces(pieces);
        let Some((Some(table), colours)) = found.map(|(at, colours)| (&self.tables[at], colours)) else {
            unreachable!("classes of fewer pieces are made first")
        };
        let spot = Spot::of::<R>(pieces, turn, &table.layout, colours);
        Code(table.faces[spot.face].get(spot.number))
    }
}
