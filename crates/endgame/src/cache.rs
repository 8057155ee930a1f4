//! A cache of decompressed chunks, shared by all threads.

use std::cell::RefCell;
use std::io;
use std::sync::{Mutex, PoisonError};

use zstd::bulk::Decompressor;

use crate::file::TableFile;
use crate::pack::{Stream, decompress};

/// A direct-mapped cache: each chunk has one slot, and replaces what was there.
pub(crate) struct ChunkCache {
    slots: Vec<Mutex<CacheSlot>>,
}

#[derive(Default)]
struct CacheSlot {
    name: Option<ChunkId>,
    bytes: Vec<u8>,
}

/// Identifies a chunk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ChunkId {
    pub(crate) file: usize,
    pub(crate) face: usize,
    pub(crate) stream: Stream,
    pub(crate) chunk: u64,
}

thread_local! {
    /// One decompression context per thread, because it is expensive to create.
    static DECOMPRESSOR: RefCell<Option<Decompressor<'static>>> = RefCell::new(Decompressor::new().ok());
}

impl ChunkCache {
    pub(crate) fn new(slots: usize) -> Self {
        Self { slots: std::iter::repeat_with(Mutex::default).take(slots.max(1)).collect() }
    }

    /// Reads from a chunk; none if it cannot be decompressed.
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
        let key = name.chunk << 16 ^ (name.file as u64) << 4 ^ (name.face as u64) << 2 ^ name.stream as u64;
        let hash = key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32;
        &self.slots[((hash * self.slots.len() as u64) >> 32) as usize]
    }
}

/// Decompresses a chunk.
pub(crate) fn fetch(file: &TableFile, name: ChunkId, into: &mut Vec<u8>) -> io::Result<()> {
    let packed = file.chunk(name.face, name.stream, name.chunk).ok_or(io::ErrorKind::UnexpectedEof)?;
    DECOMPRESSOR.with_borrow_mut(|decompressor| {
        let decompressor = decompressor.as_mut().ok_or(io::ErrorKind::OutOfMemory)?;
        decompress(decompressor, packed, into, name.stream.bytes_of(&file.layout, name.chunk))
    })
}
