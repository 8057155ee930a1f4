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
    /// By file and face, the number of outcome chunks before it.
    first_chunks: Vec<[u64; 2]>,
}

/// The largest number of slots, of at most 16 KiB each.
const MOST_SLOTS: u64 = 8192;
/// The smallest number: small tables have few chunks of outcomes and many of distances.
const LEAST_SLOTS: u64 = 256;

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
    /// A cache for the chunks of these files. Every chunk of outcomes has a slot of its own as long as there are enough.
    pub(crate) fn new(files: &[TableFile]) -> Self {
        let mut chunks = 0;
        let mut next_first = |file: &TableFile| {
            let first = chunks;
            chunks += Stream::Outcome.chunks(&file.layout);
            first
        };
        let first_chunks = files.iter().map(|file| [next_first(file), next_first(file)]).collect();
        let slots = chunks.clamp(LEAST_SLOTS, MOST_SLOTS) as usize;
        Self { slots: std::iter::repeat_with(Mutex::default).take(slots).collect(), first_chunks }
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
        if name.stream == Stream::Outcome {
            let chunk = self.first_chunks[name.file][name.face] + name.chunk;
            return &self.slots[(chunk % self.slots.len() as u64) as usize];
        }
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
