//! Resuming an interrupted build: loads a finished class from its file.
//!
//! Files do not store positions with a mandatory capture. Their values are computed from the captures.

use std::io;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use damiera_rules::raw;
use damiera_rules::{Rules, Side};

use super::block::{BlockSolver, ExitValues};
use super::outcome::better;
use super::store::{FinishedTables, InMemoryTable};
use super::{BuildError, TableBuilder};
use crate::cache::{ChunkId, fetch};
use crate::code::{OutcomeCode, PlyCode};
use crate::file::{self, TableFile, TableFileError};
use crate::kind::TableKind;
use crate::number::pieces_at;
use crate::pack::Stream;

impl<R: Rules, S: BlockSolver> TableBuilder<'_, R, S> {
    /// Loads a class into memory.
    pub(super) fn load(&mut self, file: &TableFile) -> Result<(), BuildError> {
        let class = file.class;
        let bad = |problem| BuildError::Unusable(class, problem);
        let table = InMemoryTable::new::<R>(class, S::KIND);
        let shares = table.layout.numbers().div_ceil(SHARE);
        let (next, store) = (AtomicU64::new(0), &self.store);
        let work = || {
            loop {
                let share = next.fetch_add(1, Relaxed);
                if share >= shares * file::faces(class) as u64 {
                    return io::Result::Ok(());
                }
                let (face, share) = ((share / shares) as usize, share % shares);
                match S::KIND {
                    TableKind::Distances => load_distances::<R>(file, &table, store, face, share)?,
                    TableKind::Outcomes => load_outcomes::<R>(file, &table, store, face, share)?,
                }
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

fn load_distances<R: Rules>(
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
        let due = raw::captures::<R>(pieces, side, |after| {
            exits.add(PlyCode(store.after_capture::<R>(after, !side)));
        });
        let code = if due {
            exits.code()
        } else {
            match outcomes.read(file, face, number)? {
                0 => 0,
                1 => 2 * halves.read(file, face, number)? + 2,
                _ => 2 * halves.read(file, face, number)? + 1,
            }
        };
        put(table, face, number, code);
    }
    Ok(())
}

fn load_outcomes<R: Rules>(
    file: &TableFile,
    table: &InMemoryTable,
    store: &FinishedTables,
    face: usize,
    share: u64,
) -> io::Result<()> {
    let mut outcomes = StreamReader::new(Stream::Outcome);
    let to = table.layout.numbers().min((share + 1) * SHARE);
    for number in share * SHARE..to {
        let Some(pieces) = pieces_at::<R>(table.class, number) else { continue };
        let side = Side::BOTH[face];
        let mut best = OutcomeCode::LOSS;
        let due = raw::captures::<R>(pieces, side, |after| {
            best = better(best, OutcomeCode(store.after_capture::<R>(after, !side)));
        });
        let code = if due {
            best | OutcomeCode::CAPTURE
        } else {
            match outcomes.read(file, face, number)? {
                0 => OutcomeCode::DRAW,
                1 => OutcomeCode::WIN,
                _ => OutcomeCode::LOSS,
            }
        };
        put(table, face, number, code);
    }
    Ok(())
}

/// Stores a byte and, in an even class, that of its mirror image.
fn put(table: &InMemoryTable, face: usize, number: u64, code: u8) {
    table.faces[face].set(number, code);
    if table.class.is_even() {
        table.faces[1 - face].set(table.layout.twin(number), code);
    }
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
