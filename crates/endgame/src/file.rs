//! Table files; FORMAT.md describes the format.
//!
//! A file is written under a temporary name, synced and then renamed, so a file with the name of a table is complete.
//! Length and checksum are verified when it is opened.

use std::fmt;
use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use damiera_rules::{Rules, Variant};
use memmap2::Mmap;
use xxhash_rust::xxh3::xxh3_64;

use crate::build::BuildError;
use crate::kind::TableKind;
use crate::material::{MaterialClass, MaterialCount};
use crate::number::IndexLayout;
use crate::pack::{OutcomeCounts, PackedStream, Stream};

const MAGIC: [u8; 8] = *b"DAMIERAE";
const NAME_BYTES: usize = 16;
const HEADER_BYTES: usize = 8 + 4 + 4 + 2 * NAME_BYTES + 8 + 8 * 8;
const CHECKSUM_BYTES: usize = 8;
const UNFINISHED: &str = "partial";
const LOCK: &str = "lock";

/// Why a table file cannot be used.
#[derive(Debug)]
#[non_exhaustive]
pub enum TableFileError {
    /// The file cannot be read.
    Unreadable(io::Error),
    /// The file is not an endgame table.
    NotATable,
    /// The version of the format is not supported.
    OtherVersion(u32),
    /// The content is of another game or class than the file name says.
    OtherContent,
    /// The length differs from the one in the header.
    WrongLength {
        /// Length in the header.
        expected: u64,
        /// Length of the file.
        found: u64,
    },
    /// The content has changed since it was written.
    WrongChecksum,
}

impl fmt::Display for TableFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(error) => write!(f, "it cannot be read ({error})"),
            Self::NotATable => f.write_str("it is not an endgame table"),
            Self::OtherVersion(version) => {
                let [first, last] = TableKind::ALL.map(TableKind::version);
                write!(
                    f,
                    "it has version {version} of the format, and this program reads versions {first} and {last}"
                )
            }
            Self::OtherContent => f.write_str("it contains another game or material than its name says"),
            Self::WrongLength { expected, found } => {
                write!(f, "it has {found} bytes instead of {expected}: it is cut off or damaged")
            }
            Self::WrongChecksum => f.write_str("its checksum is wrong: it is damaged"),
        }
    }
}

/// The statistics in the header of a table file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TableSummary {
    pub(crate) counts: OutcomeCounts,
    /// The face of the longest win.
    pub(crate) longest_face: usize,
}

/// The directory of the tables of one game.
pub(crate) fn game_folder(dir: &Path, variant: Variant) -> PathBuf {
    dir.join(variant.name())
}

/// The file of a class.
pub(crate) fn class_path(dir: &Path, variant: Variant, class: MaterialClass, kind: TableKind) -> PathBuf {
    game_folder(dir, variant).join(format!("{class}.{}", kind.extension()))
}

/// The kind of table that a directory has of a class: distances if it has both.
pub(crate) fn kind_of(dir: &Path, variant: Variant, class: MaterialClass) -> Option<TableKind> {
    TableKind::ALL.into_iter().find(|&kind| class_path(dir, variant, class, kind).exists())
}

/// Number of faces in a file. An even class needs only one.
pub(crate) fn faces(class: MaterialClass) -> usize {
    if class.is_even() { 1 } else { 2 }
}

/// Writes a table file atomically.
pub(crate) fn write(
    dir: &Path,
    variant: Variant,
    class: MaterialClass,
    kind: TableKind,
    bytes: &[u8],
) -> io::Result<()> {
    let path = class_path(dir, variant, class, kind);
    let unfinished = path.with_extension(UNFINISHED);
    let written = write_all(&unfinished, bytes);
    if written.is_err() {
        let _ = fs::remove_file(&unfinished); // free the space if the disk is full
        return written;
    }
    fs::rename(&unfinished, &path)?;
    // Sync the directory, so that the rename survives a power failure.
    File::open(game_folder(dir, variant))?.sync_all()
}

fn write_all(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// Locks the directory of a game for one build, until the returned file is dropped. The lock file is beside the directory,
/// because the directory contains only tables.
pub(crate) fn lock(dir: &Path, variant: Variant) -> Result<File, BuildError> {
    let path = game_folder(dir, variant).with_extension(LOCK);
    let file = File::create(path).map_err(BuildError::Unwritable)?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(BuildError::Busy),
        // If the file system does not support locks, the build continues without one.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(file),
    }
}

/// Removes the temporary files of an interrupted build.
pub(crate) fn clear_unfinished(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|ending| ending == UNFINISHED) {
            fs::remove_file(path)?;
        }
    }
    Ok(())
}

/// The content of a table file.
pub(crate) fn contents<R: Rules>(
    class: MaterialClass,
    kind: TableKind,
    summary: &TableSummary,
    faces: &[Vec<PackedStream>],
) -> io::Result<Vec<u8>> {
    let streams = || faces.iter().flatten();
    let body: usize = streams().map(|s| 8 + 4 * s.ends.len() + s.data.len()).sum();
    let length = HEADER_BYTES + body + CHECKSUM_BYTES;
    let mut bytes = Vec::with_capacity(length);
    bytes.extend(MAGIC);
    bytes.extend(kind.version().to_le_bytes());
    bytes.extend((HEADER_BYTES as u32).to_le_bytes());
    bytes.extend(name_bytes(R::VARIANT.name())?);
    bytes.extend(name_bytes(R::GAME_TYPE)?);
    bytes.extend(force_bytes(class));
    let counts = &summary.counts;
    let (longest, number) = counts.longest.unwrap_or((0, 0));
    bytes.extend([longest, counts.turn, summary.longest_face as u8, faces.len() as u8]);
    for word in [length as u64, counts.wins, counts.draws, counts.losses, number, 0, 0, 0] {
        bytes.extend(word.to_le_bytes());
    }
    for stream in streams() {
        bytes.extend((stream.data.len() as u64).to_le_bytes());
        stream.ends.iter().for_each(|end| bytes.extend(end.to_le_bytes()));
        bytes.extend(&stream.data);
    }
    bytes.extend(xxh3_64(&bytes).to_le_bytes());
    Ok(bytes)
}

fn name_bytes(name: &str) -> io::Result<[u8; NAME_BYTES]> {
    let mut bytes = [0; NAME_BYTES];
    bytes.get_mut(..name.len()).ok_or(io::ErrorKind::InvalidInput)?.copy_from_slice(name.as_bytes());
    Ok(bytes)
}

const fn force_bytes(class: MaterialClass) -> [u8; 4] {
    let (MaterialCount { men, kings }, weak) = (class.strong(), class.weak());
    [men, kings, weak.men, weak.kings]
}

/// An open, verified table file.
pub(crate) struct TableFile {
    map: Mmap,
    pub(crate) class: MaterialClass,
    pub(crate) kind: TableKind,
    pub(crate) layout: IndexLayout,
    pub(crate) summary: TableSummary,
    /// The streams of the first face, then of the second.
    streams: Vec<StreamSection>,
}

/// The offsets of a stream in its file.
#[derive(Clone, Copy, Debug)]
struct StreamSection {
    ends: usize,
    data: usize,
}

impl TableFile {
    /// Opens and verifies the file of a class.
    pub(crate) fn open<R: Rules>(
        dir: &Path,
        class: MaterialClass,
        kind: TableKind,
    ) -> Result<Self, TableFileError> {
        let file =
            File::open(class_path(dir, R::VARIANT, class, kind)).map_err(TableFileError::Unreadable)?;
        let map = map(&file).map_err(TableFileError::Unreadable)?;
        let mut reader = ByteReader(&map);
        if reader.take(MAGIC.len()) != Some(&MAGIC) {
            return Err(TableFileError::NotATable);
        }
        let version = reader.u32().ok_or(TableFileError::NotATable)?;
        if TableKind::ALL.into_iter().all(|kind| kind.version() != version) {
            return Err(TableFileError::OtherVersion(version));
        } else if version != kind.version() {
            return Err(TableFileError::OtherContent);
        }
        let summary = read_header::<R>(&map, class, kind, reader)?;
        let layout = IndexLayout::of::<R>(class);
        let streams = sections(&map, class, kind, &layout).ok_or(TableFileError::NotATable)?;
        Ok(Self { map, class, kind, layout, summary, streams })
    }

    /// A compressed chunk of a stream.
    #[inline]
    pub(crate) fn chunk(&self, face: usize, stream: Stream, chunk: u64) -> Option<&[u8]> {
        let section = self.streams.get(self.section(face, stream)?)?;
        let end_at = section.ends + 4 * chunk as usize;
        let from = if chunk == 0 { 0 } else { u32_at(&self.map, end_at - 4)? };
        let to = u32_at(&self.map, end_at)?;
        self.map.get(section.data + from as usize..section.data + to as usize)
    }

    /// The number of a stream's section; none if tables of this kind do not have the stream.
    #[inline]
    fn section(&self, face: usize, stream: Stream) -> Option<usize> {
        let streams = self.kind.streams();
        ((stream as usize) < streams).then_some(face * streams + stream as usize)
    }

    /// Size of the file in bytes.
    pub(crate) fn len(&self) -> u64 {
        self.map.len() as u64
    }

    /// Bytes of a stream in the file, over all faces.
    pub(crate) fn stream_bytes(&self, stream: Stream) -> u64 {
        let mut bytes = 0;
        for face in 0..faces(self.class) {
            let Some(at) = self.section(face, stream) else { continue };
            let start = self.streams[at].ends;
            let end = self.streams.get(at + 1).map_or(self.map.len() - CHECKSUM_BYTES, |next| next.ends - 8);
            bytes += (end - start) as u64;
        }
        bytes
    }
}

/// Memory-maps a file: the only unsafe code of this crate.
#[allow(unsafe_code)]
fn map(file: &File) -> io::Result<Mmap> {
    // SAFETY: a mapping is sound as long as the file is not modified. This program never modifies a table: a new version is
    // written under a temporary name and renamed, so an existing mapping keeps the old file.
    unsafe { Mmap::map(file) }
}

fn read_header<R: Rules>(
    map: &[u8],
    class: MaterialClass,
    kind: TableKind,
    mut reader: ByteReader<'_>,
) -> Result<TableSummary, TableFileError> {
    let header = reader.u32().ok_or(TableFileError::NotATable)?;
    let name = reader.take(NAME_BYTES).ok_or(TableFileError::NotATable)?;
    let game = reader.take(NAME_BYTES).ok_or(TableFileError::NotATable)?;
    let forces = reader.take(4).ok_or(TableFileError::NotATable)?;
    let same = |text: &str, bytes: &[u8]| name_bytes(text).is_ok_and(|named| named == bytes);
    if header as usize != HEADER_BYTES
        || !same(R::VARIANT.name(), name)
        || !same(R::GAME_TYPE, game)
        || forces != force_bytes(class)
    {
        return Err(TableFileError::OtherContent);
    }
    let marks = reader.take(4).ok_or(TableFileError::NotATable)?;
    let [length, wins, draws, losses, number] =
        [0; 5].map(|_: u8| reader.u64()).map(|word| word.ok_or(TableFileError::NotATable));
    let length = length?;
    if length != map.len() as u64 {
        return Err(TableFileError::WrongLength { expected: length, found: map.len() as u64 });
    }
    let (body, checksum) = map.split_at(map.len() - CHECKSUM_BYTES);
    if ByteReader(checksum).u64() != Some(xxh3_64(body)) {
        return Err(TableFileError::WrongChecksum);
    }
    let (wins, draws, losses, number) = (wins?, draws?, losses?, number?);
    let longest = (wins > 0 && kind == TableKind::Distances).then_some((marks[0], number));
    let counts = OutcomeCounts { wins, draws, losses, longest, turn: marks[1] };
    Ok(TableSummary { counts, longest_face: marks[2].into() })
}

/// Finds the streams in a file.
fn sections(
    map: &[u8],
    class: MaterialClass,
    kind: TableKind,
    layout: &IndexLayout,
) -> Option<Vec<StreamSection>> {
    let mut sections = Vec::new();
    let mut at = HEADER_BYTES;
    for _ in 0..faces(class) {
        for stream in Stream::ALL.into_iter().take(kind.streams()) {
            let chunks = stream.chunks(layout) as usize;
            let length = ByteReader(map.get(at..)?).u64()? as usize;
            let (ends, data) = (at + 8, at + 8 + 4 * chunks);
            sections.push(StreamSection { ends, data });
            at = data.checked_add(length)?;
        }
    }
    (at == map.len() - CHECKSUM_BYTES).then_some(sections)
}

#[inline(always)]
fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}

/// Reads values from a byte slice in order.
struct ByteReader<'a>(&'a [u8]);

impl<'a> ByteReader<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    fn u32(&mut self) -> Option<u32> {
        Some(u32::from_le_bytes(self.take(4)?.try_into().ok()?))
    }

    fn u64(&mut self) -> Option<u64> {
        Some(u64::from_le_bytes(self.take(8)?.try_into().ok()?))
    }
}
