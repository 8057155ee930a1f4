//! Resuming an interrupted build: loads a finished class from its file.
//!
//! Files do not store positions with a mandatory capture. Their values are computed from the captures.

use std::io;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use damiera_rules::raw;
use damiera_rules::{Rules, Side};

use super::block::ExitValues;
use super::store::{FinishedTables, InMemoryTable};
use super::{BuildError, TableBuilder};
use crate::cache::{ChunkId, fetch};
use crate::file::{self, TableFile, TableFileError};
use crate::material::MaterialClass;
use crate::number::pieces_at;
use crate::pack::Stream;

impl<R: Rules> TableBuilder<'_, R> {
    /// Loads a class into memory.
    pub(super) fn load(&mut self, class: MaterialClass) -> Result<(), BuildError> {
        let bad = |problem| BuildError::Unusable(class, problem);
        let file = TableFile::open::<R>(self.dir, class).map_err(bad)?;
        let table = InMemoryTable::new::<R>(class);
        let shares = table.layout.numbers().div_ceil(SHARE);
        let (next, store) = (AtomicU64::new(0), &self.store);
        let work = || {
            loop {
                let share = next.fetch_add(1, Relaxed);
                if share >= shares * file::faces(class) as u64 {
                    return io::Result::Ok(());
                }
                load_share::<R>(&file, &table, store, (share / shares) as usize, share % shares)?;
            }
        };
        std::thread::scope(|scope| {
            let threads: Vec<_> = (0..self.threads).map(|_| scope.spawn(work)).collect();
            threads
                .into_iter()
                .try_for_each(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
        })
        .map_err(|error| bad(TableFileError::Unreadable(error)))?;
        self.store.put(table);
        Ok(())
    }
}

/// Indices that a thread takes at a time.
const SHARE: u64 = 1 << 16;

fn load_share<R: Rules>(
    file: &TableFile,
    table: &InMemoryTable,
    store: &FinishedTables,
    face: usize,
    share: u64,
) -> io::Result<()> {
    let (mut outcomes, mut halves) = (StreamReader::new(Stream::Outcome), StreamReader::new(Stream::End));
    let to = table.layout.numbers().min((share + 1) * SHARE);
    for number in share * SHARE..to {
        let Some(pieces) = pieces_at::<R>(table.class, number) else { continue };
        let side = Side::BOTH[face];
        let mut exits = ExitValues::default();
        let due = raw::captures::<R>(pieces, side, |after| exits.add(store.after_capture::<R>(after, !side)));
        let code = if due {
            exits.code()
        } else {
            match outcomes.read(file, face, number)? {
                0 => 0,
                1 => 2 * halves.read(file, face, number)? + 2,
                _ => 2 * halves.read(file, face, number)? + 1,
            }
        };
        table.faces[face].set(number, code);
        if table.class.is_even() {
            table.faces[1 - face].set(table.layout.twin(number), code);
        }
    }
    Ok(())
}

/// Reads a stream sequentially.
struct StreamReader {
    stream: Stream,
    chunk: Option<u64>,
    bytes: Vec<u8>,
}

impl StreamReader {
    const fn new(stream: Stream) -> Self {
        Self { stream, chunk: None, bytes: Vec::new() }
    }

    fn read(&mut self, file: &TableFile, face: usize, number: u64) -> io::Result<u8> {
        let place = self.stream.place(&file.layout, number);
        if self.chunk != Some(place.chunk) {
            let name = ChunkId { file: 0, face, stream: self.stream, chunk: place.chunk };
            fetch(file, name, &mut self.bytes)?;
            self.chunk = Some(place.chunk);
        }
        self.stream.read(&self.bytes, place).ok_or_else(|| io::ErrorKind::UnexpectedEof.into())
    }
}
