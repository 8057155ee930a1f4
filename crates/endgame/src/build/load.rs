//! Resuming an interrupted build: loads a finished class from its file.
//!
//! Files do not store positions with a mandatory capture. Their values are computed from the captures.

use std::io;
use std::ops::Range;
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
                let (face, from) = ((share / shares) as usize, share % shares * SHARE);
                let numbers = from..table.layout.numbers().min(from + SHARE);
                let share = TableShare { file, table: &table, store, face, numbers };
                let outcomes = StreamReader::new(Stream::Outcome);
                match S::KIND {
                    TableKind::Distances => {
                        let halves = StreamReader::new(Stream::End);
                        share.load::<R, _>(DistanceReader { outcomes, halves })?;
                    }
                    TableKind::Outcomes => share.load::<R, _>(OutcomeReader { outcomes })?,
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

/// A part of one side's table, for one thread.
struct TableShare<'a> {
    file: &'a TableFile,
    table: &'a InMemoryTable,
    store: &'a FinishedTables,
    face: usize,
    numbers: Range<u64>,
}

impl TableShare<'_> {
    /// Fills it: positions with a capture from the finished tables, the others from the file.
    fn load<R: Rules, K: CodeReader>(&self, mut reader: K) -> io::Result<()> {
        let side = Side::BOTH[self.face];
        for number in self.numbers.clone() {
            let Some(pieces) = pieces_at::<R>(self.table.class, number) else { continue };
            let mut captures = K::Captures::default();
            let due = raw::captures::<R>(pieces, side, |after| {
                K::add(&mut captures, self.store.after_capture::<R>(after, !side));
            });
            let code =
                if due { K::code_of(&captures) } else { reader.stored(self.file, self.face, number)? };
            put(self.table, self.face, number, code);
        }
        Ok(())
    }
}

/// How the codes of one kind of table are found.
trait CodeReader {
    /// What the captures of a position lead to.
    type Captures: Default;

    /// Adds a capture that leads to a position with this code.
    fn add(captures: &mut Self::Captures, code: u8);

    /// The code of a position with these captures.
    fn code_of(captures: &Self::Captures) -> u8;

    /// The code of a position without a capture, from its file.
    fn stored(&mut self, file: &TableFile, face: usize, number: u64) -> io::Result<u8>;
}

struct DistanceReader {
    outcomes: StreamReader,
    halves: StreamReader,
}

impl CodeReader for DistanceReader {
    type Captures = ExitValues;

    fn add(captures: &mut ExitValues, code: u8) {
        captures.add(PlyCode(code));
    }

    fn code_of(captures: &ExitValues) -> u8 {
        captures.code()
    }

    fn stored(&mut self, file: &TableFile, face: usize, number: u64) -> io::Result<u8> {
        Ok(match self.outcomes.read(file, face, number)? {
            0 => 0,
            1 => 2 * self.halves.read(file, face, number)? + 2,
            _ => 2 * self.halves.read(file, face, number)? + 1,
        })
    }
}

struct OutcomeReader {
    outcomes: StreamReader,
}

impl CodeReader for OutcomeReader {
    type Captures = BestOutcome;

    fn add(best: &mut BestOutcome, code: u8) {
        best.0 = better(best.0, OutcomeCode(code));
    }

    fn code_of(best: &BestOutcome) -> u8 {
        best.0 | OutcomeCode::CAPTURE
    }

    fn stored(&mut self, file: &TableFile, face: usize, number: u64) -> io::Result<u8> {
        Ok(match self.outcomes.read(file, face, number)? {
            0 => OutcomeCode::DRAW,
            1 => OutcomeCode::WIN,
            _ => OutcomeCode::LOSS,
        })
    }
}

/// The best outcome among captures; none is a loss.
struct BestOutcome(u8);

impl Default for BestOutcome {
    fn default() -> Self {
        Self(OutcomeCode::LOSS)
    }
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
