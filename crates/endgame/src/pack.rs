//! Compression of a face into three streams of independent chunks, so that one position is found by decompressing one
//! chunk per stream.
//!
//! Positions with a mandatory capture, indices without a position and distances of draws are "don't care" values: the
//! value before is repeated, which compresses to almost nothing.

use std::io;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::build::{AtomicBytes, HOLE};
use crate::code::{OutcomeCode, PlyCode};
use crate::number::IndexLayout;

/// Results per byte, in base 3.
const OUTCOMES_PER_BYTE: u64 = 5;
const POWERS: [u8; OUTCOMES_PER_BYTE as usize] = [1, 3, 9, 27, 81];

/// The streams of a face: bytes, cut into chunks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stream {
    /// 0 draw, 1 win, 2 loss. Each row starts a new byte, so that equal rows are equal bytes.
    Outcome,
    /// Half the plies to the end: a win takes an odd number, a loss an even one.
    End,
    /// The plies to the next capture or man's move.
    Turn,
}

/// The place of a position in a stream.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct StreamOffset {
    pub(crate) chunk: u64,
    byte: usize,
    /// Which of the results in the byte.
    digit: usize,
}

impl Stream {
    pub(crate) const ALL: [Self; 3] = [Self::Outcome, Self::End, Self::Turn];

    /// Bytes per chunk.
    pub(crate) const fn chunk_bytes(self) -> u64 {
        match self {
            Self::Outcome => 16_384,
            Self::End | Self::Turn => 8_192,
        }
    }

    /// Bytes in total, uncompressed.
    const fn bytes(self, layout: &IndexLayout) -> u64 {
        match self {
            Self::Outcome => layout.numbers() / layout.row() * layout.row().div_ceil(OUTCOMES_PER_BYTE),
            Self::End | Self::Turn => layout.numbers(),
        }
    }

    /// Number of chunks.
    pub(crate) const fn chunks(self, layout: &IndexLayout) -> u64 {
        self.bytes(layout).div_ceil(self.chunk_bytes())
    }

    /// Bytes of a chunk; the last may be shorter.
    pub(crate) fn bytes_of(self, layout: &IndexLayout, chunk: u64) -> usize {
        let rest = self.bytes(layout).saturating_sub(chunk * self.chunk_bytes());
        rest.min(self.chunk_bytes()) as usize
    }

    /// The place of a number.
    #[inline(always)]
    pub(crate) const fn place(self, layout: &IndexLayout, number: u64) -> StreamOffset {
        let (byte, digit) = match self {
            Self::Outcome => {
                let (row, column) = (number / layout.row(), number % layout.row());
                let start = row * layout.row().div_ceil(OUTCOMES_PER_BYTE);
                (start + column / OUTCOMES_PER_BYTE, column % OUTCOMES_PER_BYTE)
            }
            Self::End | Self::Turn => (number, 0),
        };
        let (chunk, byte) = (byte / self.chunk_bytes(), byte % self.chunk_bytes());
        StreamOffset { chunk, byte: byte as usize, digit: digit as usize }
    }

    /// The value at a place of a decompressed chunk.
    #[inline(always)]
    pub(crate) fn read(self, bytes: &[u8], place: StreamOffset) -> Option<u8> {
        let byte = *bytes.get(place.byte)?;
        Some(match self {
            Self::Outcome => byte / POWERS[place.digit] % 3,
            Self::End | Self::Turn => byte,
        })
    }

    /// Compression level: results take few bytes and are probed most.
    const fn level(self) -> i32 {
        match self {
            Self::Outcome => 16,
            Self::End | Self::Turn => 3,
        }
    }
}

/// A compressed stream.
#[derive(Default)]
pub(crate) struct PackedStream {
    /// Where each chunk ends in the data.
    pub(crate) ends: Vec<u32>,
    pub(crate) data: Vec<u8>,
}

/// Statistics of a face, collected while it is compressed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct OutcomeCounts {
    pub(crate) wins: u64,
    pub(crate) draws: u64,
    pub(crate) losses: u64,
    /// Plies of the longest win, and its index in the face.
    pub(crate) longest: Option<(u8, u64)>,
    /// The largest distance to a capture or man's move in a won position.
    pub(crate) turn: u8,
}

impl OutcomeCounts {
    pub(crate) fn add(&mut self, other: &Self) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        self.turn = self.turn.max(other.turn);
        // Of several wins of the same length, keep the first.
        if let Some((plies, number)) = other.longest
            && self.longest.is_none_or(|(p, n)| plies > p || plies == p && number < n)
        {
            self.longest = Some((plies, number));
        }
    }
}

/// A face to compress.
#[derive(Clone, Copy)]
pub(crate) struct UnpackedFace<'a> {
    pub(crate) layout: &'a IndexLayout,
    pub(crate) values: UnpackedValues<'a>,
}

/// The values of a face to compress.
#[derive(Clone, Copy)]
pub(crate) enum UnpackedValues<'a> {
    /// [`PlyCode`]s, and distances to the next capture or man's move plus one with the marks of a block.
    Distances { codes: &'a AtomicBytes, turns: &'a AtomicBytes },
    /// [`OutcomeCode`]s.
    Outcomes(&'a AtomicBytes),
}

impl UnpackedValues<'_> {
    /// The result to store at an index, or [`FREE`].
    #[inline(always)]
    fn outcome(self, number: u64) -> u8 {
        match self {
            Self::Distances { codes, turns } if turns.get(number) < HOLE => {
                OUTCOMES[usize::from(codes.get(number))]
            }
            Self::Outcomes(codes) if OutcomeCode(codes.get(number)).is_stored() => {
                stored(OutcomeCode(codes.get(number)))
            }
            _ => FREE,
        }
    }
}

/// A compressed chunk of a stream.
type PackedChunk = (Stream, u64, Vec<u8>);

/// Compresses a face.
pub(crate) fn pack(face: UnpackedFace<'_>, threads: usize) -> io::Result<(Vec<PackedStream>, OutcomeCounts)> {
    let outcome_chunks = Stream::Outcome.chunks(face.layout);
    let (streams, distance_chunks) = match face.values {
        UnpackedValues::Distances { .. } => (3, Stream::End.chunks(face.layout)),
        UnpackedValues::Outcomes(_) => (1, 0),
    };
    let jobs = outcome_chunks + distance_chunks;
    let next = AtomicU64::new(0);
    let work = || -> io::Result<(Vec<PackedChunk>, OutcomeCounts)> {
        let mut packer = FacePacker::new()?;
        loop {
            let job = next.fetch_add(1, Relaxed);
            if job >= jobs {
                return Ok((packer.done, packer.counts));
            } else if job < outcome_chunks {
                packer.outcomes(face, job)?;
            } else if let UnpackedValues::Distances { codes, turns } = face.values {
                packer.distances(face.layout, codes, turns, job - outcome_chunks)?;
            }
        }
    };
    let (mut done, mut counts) = (Vec::new(), OutcomeCounts::default());
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(work)).collect();
        threads.into_iter().try_for_each(|thread| {
            let (chunks, counted) = thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
            done.extend(chunks);
            counts.add(&counted);
            io::Result::Ok(())
        })
    })?;
    done.sort_unstable_by_key(|&(_, chunk, _)| chunk);
    let mut streams: Vec<PackedStream> = std::iter::repeat_with(Default::default).take(streams).collect();
    for (stream, _, bytes) in done {
        let PackedStream { ends, data } = &mut streams[stream as usize];
        data.extend(bytes);
        ends.push(u32::try_from(data.len()).map_err(|_| io::ErrorKind::FileTooLarge)?);
    }
    Ok((streams, counts))
}

struct FacePacker {
    press: [zstd::bulk::Compressor<'static>; 3],
    /// Results, one per byte, or [`FREE`].
    wanted: Vec<u8>,
    done: Vec<PackedChunk>,
    counts: OutcomeCounts,
}

impl FacePacker {
    fn new() -> io::Result<Self> {
        let press = |stream: Stream| {
            let mut press = zstd::bulk::Compressor::new(stream.level())?;
            press.include_contentsize(false)?;
            press.include_checksum(false)?;
            press.include_dictid(false)?;
            io::Result::Ok(press)
        };
        let [outcome, end, turn] = Stream::ALL;
        Ok(Self {
            press: [press(outcome)?, press(end)?, press(turn)?],
            wanted: Vec::new(),
            done: Vec::new(),
            counts: OutcomeCounts::default(),
        })
    }

    fn keep(&mut self, stream: Stream, chunk: u64, bytes: &[u8]) -> io::Result<()> {
        let packed = if bytes.iter().all(|byte| *byte == bytes[0]) {
            vec![bytes[0]] // one byte stands for a whole chunk of it
        } else {
            self.press[stream as usize].compress(bytes)?
        };
        self.done.push((stream, chunk, packed));
        Ok(())
    }

    /// Compresses a chunk of results.
    fn outcomes(&mut self, face: UnpackedFace<'_>, chunk: u64) -> io::Result<()> {
        let row = face.layout.row();
        let row_bytes = row.div_ceil(OUTCOMES_PER_BYTE);
        let from = chunk * Stream::Outcome.chunk_bytes();
        self.wanted.clear();
        for byte in from..from + Stream::Outcome.bytes_of(face.layout, chunk) as u64 {
            let first = byte % row_bytes * OUTCOMES_PER_BYTE;
            for column in first..first + OUTCOMES_PER_BYTE {
                let number = byte / row_bytes * row + column;
                self.wanted.push(if column < row { face.values.outcome(number) } else { FREE });
                if let UnpackedValues::Outcomes(codes) = face.values
                    && column < row
                {
                    self.counts.add_outcome(OutcomeCode(codes.get(number)));
                }
            }
        }
        let bytes = pack_outcomes(&self.wanted);
        self.keep(Stream::Outcome, chunk, &bytes)
    }

    /// Compresses a chunk of both distances, and counts its positions.
    fn distances(
        &mut self,
        layout: &IndexLayout,
        codes: &AtomicBytes,
        turns: &AtomicBytes,
        chunk: u64,
    ) -> io::Result<()> {
        let from = chunk * Stream::End.chunk_bytes();
        let len = Stream::End.bytes_of(layout, chunk) as u64;
        let (mut ends, mut nexts) = (Vec::with_capacity(len as usize), Vec::with_capacity(len as usize));
        let mut here = [0_u64; 256];
        let (mut end, mut next, mut slowest) = (0, 0, 0);
        for (code, turn) in codes.slice(from, len).iter().zip(turns.slice(from, len)) {
            let (code, turn) = (PlyCode(code.load(Relaxed)), turn.load(Relaxed));
            here[usize::from(code.0)] += u64::from(turn != HOLE);
            // A free choice is the value before it.
            if turn < HOLE && code != PlyCode::DRAW {
                end = (code.0 - 1) / 2;
                next = turn - 1;
                if code.is_win() {
                    slowest = slowest.max(next);
                }
            }
            ends.push(end);
            nexts.push(next);
        }
        self.counts.add_chunk(&here, slowest, |code| {
            let is = |&number: &u64| codes.get(number) == code.0 && turns.get(number) != HOLE;
            (from..from + len).find(is)
        });
        self.keep(Stream::End, chunk, &ends)?;
        self.keep(Stream::Turn, chunk, &nexts)
    }
}

impl OutcomeCounts {
    /// Counts one index of a table of outcomes.
    #[inline(always)]
    fn add_outcome(&mut self, code: OutcomeCode) {
        let position = u64::from(code.is_position());
        match stored(code) {
            WIN => self.wins += position,
            LOSS => self.losses += position,
            _ => self.draws += position,
        }
    }

    /// Adds a chunk with this many positions of each code; `first` finds the first position with a code.
    fn add_chunk(&mut self, chunk: &[u64; 256], slowest: u8, first: impl Fn(PlyCode) -> Option<u64>) {
        let count = |outcome: u8| (0..256).filter(|&c| OUTCOMES[c] == outcome).map(|c| chunk[c]).sum::<u64>();
        let (wins, draws, losses) = (count(WIN), count(DRAW), count(LOSS));
        let top = (0..=u8::MAX).rev().map(PlyCode).find(|c| c.is_win() && chunk[usize::from(c.0)] > 0);
        let longer = top.filter(|top| self.longest.is_none_or(|(plies, _)| top.0 > plies + 1));
        let longest = longer.and_then(|code| Some((code.0 - 1, first(code)?)));
        // A winning capture resets the count after one ply.
        self.add(&Self { wins, draws, losses, longest, turn: slowest.max(u8::from(wins > 0)) });
    }
}

const DRAW: u8 = 0;
const WIN: u8 = 1;
const LOSS: u8 = 2;
/// Don't care.
const FREE: u8 = 3;

/// The result of an outcome code.
#[inline(always)]
const fn stored(code: OutcomeCode) -> u8 {
    match code.outcome() {
        OutcomeCode::DRAW => DRAW,
        OutcomeCode::WIN => WIN,
        _ => LOSS,
    }
}

/// The result of each [`PlyCode`].
static OUTCOMES: [u8; 256] = outcomes();

const fn outcomes() -> [u8; 256] {
    let (mut table, mut code) = ([DRAW; 256], 1);
    while code < 256 {
        table[code] = if PlyCode(code as u8).is_win() { WIN } else { LOSS };
        code += 1;
    }
    table
}

/// Packs five results into a byte. The byte before is repeated if it matches all results that matter.
fn pack_outcomes(wanted: &[u8]) -> Vec<u8> {
    let mut last = wanted.iter().copied().find(|&outcome| outcome != FREE).unwrap_or(DRAW);
    let mut digits = [last; POWERS.len()];
    let pack = |group: &[u8]| {
        let fits = |(digit, wanted): (&u8, &u8)| *wanted == FREE || digit == wanted;
        if !digits.iter().zip(group).all(fits) {
            for (digit, &wanted) in digits.iter_mut().zip(group) {
                if wanted != FREE {
                    last = wanted;
                }
                *digit = last;
            }
        }
        last = digits[POWERS.len() - 1];
        digits.iter().zip(POWERS).map(|(digit, power)| digit * power).sum()
    };
    wanted.chunks(POWERS.len()).map(pack).collect()
}

/// Decompresses a chunk with this many bytes.
pub(crate) fn decompress(
    decompressor: &mut zstd::bulk::Decompressor<'_>,
    packed: &[u8],
    into: &mut Vec<u8>,
    bytes: usize,
) -> io::Result<()> {
    into.clear();
    if let [byte] = packed {
        into.resize(bytes, *byte);
        return Ok(());
    }
    into.reserve(bytes);
    decompressor.decompress_to_buffer(packed, into)?;
    if into.len() == bytes { Ok(()) } else { Err(io::ErrorKind::InvalidData.into()) }
}
