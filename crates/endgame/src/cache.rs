//! Chunks unpacked lately, shared by all threads that ask.

use std::cell::RefCell;
use std::io;
use std::sync::{Mutex, PoisonError};

use zstd::bulk::Decompressor;

use crate::file::TableFile;
use crate::pack::{Stream, unpack};

/// Unpacked chunks, each in the slot its name falls on; a newcomer takes the place of who was there.
pub(crate) struct ChunkCache {
    slots: Vec<Mutex<CacheSlot>>,
}

#[derive(Default)]
struct CacheSlot {
    name: Option<ChunkId>,
    bytes: Vec<u8>,
}

/// Which chunk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ChunkId {
    pub(crate) file: usize,
    pub(crate) face: usize,
    pub(crate) stream: Stream,
    pub(crate) chunk: u64,
}

thread_local! {
    /// Unpacking needs a workplace, which is costly to make.
    static WORKPLACE: RefCell<Option<Decompressor<'static>>> = RefCell::new(Decompressor::new().ok());
}

impl ChunkCache {
    pub(crate) fn new(slots: usize) -> Self {
        Self { slots: std::iter::repeat_with(Mutex::default).take(slots.max(1)).collect() }
    }

    /// Reads something out of a chunk; nothing if it cannot be unpacked.
    #[inline]
    pub(crate) fn read<T>(
        &self,
        file: &TableFile,
        name: ChunkId,
        read: impl FnOnce(&[u8]) -> Option<T>,
    ) -> Option<T> {
        let mut slot = self.slot(name).lock().unwrap_or_else(PoisonError::into_inner);
        if slot.name != Some(name) {
            slot.name = None;
            fetch(file, name, &mut slot.bytes).ok()?;
            slot.name = Some(name);
        }
        read(&slot.bytes)
    }

    fn slot(&self, name: ChunkId) -> &Mutex<CacheSlot> {
        let word = name.chunk << 16 ^ (name.file as u64) << 4 ^ (name.face as u64) << 2 ^ name.stream as u64;
        let spread = word.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32;
        &self.slots[((spread * self.slots.len() as u64) >> 32) as usize]
    }
}

/// Unpacks a chunk.
pub(crate) fn fetch(file: &TableFile, name: ChunkId, into: &mut Vec<u8>) -> io::Result<()> {
    let packed = file.chunk(name.face, name.stream, name.chunk).ok_or(io::ErrorKind::UnexpectedEof)?;
    WORKPLACE.with_borrow_mut(|workplace| {
        let press = workplace.as_mut().ok_or(io::ErrorKind::OutOfMemory)?;
        unpack(press, packed, into, name.stream.bytes_of(&file.layout, name.chunk))
    })
}
