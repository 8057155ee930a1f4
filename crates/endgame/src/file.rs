//! A class in a file: see FORMAT.md.
//!
//! A file is written beside its place, synced and only then renamed, so one that bears a table's name is
//! whole; should it not be, its length or its checksum tells when it is opened.

use std::fmt;
use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use damiera_rules::{Rules, Variant};
use memmap2::Mmap;
use xxhash_rust::xxh3::xxh3_64;

use crate::build::BuildError;
use crate::material::{MaterialClass, SideMaterial};
use crate::number::IndexLayout;
use crate::pack::{OutcomeCounts, PackedStream, Stream};

const MAGIC: [u8; 8] = *b"DAMIERAE";
/// The version of the format; a file of another is refused.
pub(crate) const VERSION: u32 = 1;
const NAME_BYTES: usize = 16;
const HEADER_BYTES: usize = 8 + 4 + 4 + 2 * NAME_BYTES + 8 + 8 * 8;
const CHECKSUM_BYTES: usize = 8;
const ENDING: &str = "egt";
const UNFINISHED: &str = "partial";
const LOCK: &str = "lock";

/// What is wrong with a table file.
#[derive(Debug)]
#[non_exhaustive]
pub enum TableFileError {
    /// It cannot be read.
    Unreadable(io::Error),
    /// It is no table of ours.
    NotATable,
    /// It is of another version of the format.
    OtherVersion(u32),
    /// It is of another game or another material than its name says.
    OtherContent,
    /// It is shorter or longer than it says.
    WrongLength {
        /// Bytes it should have.
        expected: u64,
        /// Bytes it has.
        found: u64,
    },
    /// Its bytes have changed since it was written.
    WrongChecksum,
}

impl fmt::Display for TableFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(error) => write!(f, "it cannot be read ({error})"),
            Self::NotATable => f.write_str("it is not an endgame table"),
            Self::OtherVersion(version) => {
                write!(
                    f,
                    "it is of version {version} of the format, and this program reads version {VERSION}"
                )
            }
            Self::OtherContent => f.write_str("it holds another game or other material than its name says"),
            Self::WrongLength { expected, found } => {
                write!(f, "it has {found} bytes instead of {expected}: it is cut off or damaged")
            }
            Self::WrongChecksum => f.write_str("its checksum is wrong: it is damaged"),
        }
    }
}

/// What a table file tells about its class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TableSummary {
    pub(crate) counts: OutcomeCounts,
    /// The face the longest win is in.
    pub(crate) longest_face: usize,
}

/// The folder of one game's tables, within the folder of all.
pub(crate) fn game_folder(dir: &Path, variant: Variant) -> PathBuf {
    dir.join(variant.name())
}

/// The file of a class.
pub(crate) fn class_path(dir: &Path, variant: Variant, class: MaterialClass) -> PathBuf {
    game_folder(dir, variant).join(format!("{class}.{ENDING}"))
}

/// How many faces a file has: an even class needs one.
pub(crate) fn faces(class: MaterialClass) -> usize {
    if class.is_even() { 1 } else { 2 }
}

/// Writes the contents of a class's file: all of it, or nothing that bears its name.
pub(crate) fn write(dir: &Path, variant: Variant, class: MaterialClass, bytes: &[u8]) -> io::Result<()> {
    let path = class_path(dir, variant, class);
    let unfinished = path.with_extension(UNFINISHED);
    let written = write_all(&unfinished, bytes);
    if written.is_err() {
        let _ = fs::remove_file(&unfinished); // a full disk gets its room back
        return written;
    }
    fs::rename(&unfinished, &path)?;
    // The new name must survive a power cut as well as the bytes.
    File::open(game_folder(dir, variant))?.sync_all()
}

fn write_all(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// Takes a game's folder for one build alone, until the file it gives is dropped. The lock lies beside the folder, in
/// which there is nothing but tables.
pub(crate) fn lock(dir: &Path, variant: Variant) -> Result<File, BuildError> {
    let path = game_folder(dir, variant).with_extension(LOCK);
    let file = File::create(path).map_err(BuildError::Unwritable)?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(BuildError::Busy),
        // Where files cannot be locked whoever starts two builds must know.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(file),
    }
}

/// Removes what an interrupted build left half-written.
pub(crate) fn clear_unfinished(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|ending| ending == UNFINISHED) {
            fs::remove_file(path)?;
        }
    }
    Ok(())
}

/// The bytes of a class's file.
pub(crate) fn contents<R: Rules>(
    class: MaterialClass,
    summary: &TableSummary,
    faces: &[[PackedStream; 3]],
) -> io::Result<Vec<u8>> {
    let streams = || faces.iter().flatten();
    let body: usize = streams().map(|s| 8 + 4 * s.ends.len() + s.data.len()).sum();
    let length = HEADER_BYTES + body + CHECKSUM_BYTES;
    let mut bytes = Vec::with_capacity(length);
    bytes.extend(MAGIC);
    bytes.extend(VERSION.to_le_bytes());
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
    let (SideMaterial { men, kings }, weak) = (class.strong(), class.weak());
    [men, kings, weak.men, weak.kings]
}

/// An open table file.
pub(crate) struct TableFile {
    map: Mmap,
    pub(crate) class: MaterialClass,
    pub(crate) layout: IndexLayout,
    pub(crate) summary: TableSummary,
    /// Three a face.
    streams: Vec<StreamSection>,
}

/// Where a stream is in its file.
#[derive(Clone, Copy, Debug)]
struct StreamSection {
    ends: usize,
    data: usize,
}

impl TableFile {
    /// Opens and checks a class's file.
    pub(crate) fn open<R: Rules>(dir: &Path, class: MaterialClass) -> Result<Self, TableFileError> {
        let file = File::open(class_path(dir, R::VARIANT, class)).map_err(TableFileError::Unreadable)?;
        let map = map(&file).map_err(TableFileError::Unreadable)?;
        let mut reader = ByteReader(&map);
        if reader.take(MAGIC.len()) != Some(&MAGIC) {
            return Err(TableFileError::NotATable);
        }
        let version = reader.u32().ok_or(TableFileError::NotATable)?;
        if version != VERSION {
            return Err(TableFileError::OtherVersion(version));
        }
        let summary = read_header::<R>(&map, class, reader)?;
        let layout = IndexLayout::of::<R>(class);
        let streams = sections(&map, class, &layout).ok_or(TableFileError::NotATable)?;
        Ok(Self { map, class, layout, summary, streams })
    }

    /// The packed chunk of a stream that holds a position, and the position's place in it.
    #[inline]
    pub(crate) fn chunk(&self, face: usize, stream: Stream, chunk: u64) -> Option<&[u8]> {
        let section = self.streams.get(face * Stream::ALL.len() + stream as usize)?;
        let end_at = section.ends + 4 * chunk as usize;
        let from = if chunk == 0 { 0 } else { u32_at(&self.map, end_at - 4)? };
        let to = u32_at(&self.map, end_at)?;
        self.map.get(section.data + from as usize..section.data + to as usize)
    }

    /// The bytes of the file.
    pub(crate) fn len(&self) -> u64 {
        self.map.len() as u64
    }

    /// The bytes a stream takes in the file, all faces together.
    pub(crate) fn stream_bytes(&self, stream: Stream) -> u64 {
        let mut bytes = 0;
        for face in 0..faces(self.class) {
            let at = face * Stream::ALL.len() + stream as usize;
            let start = self.streams[at].ends;
            let end = self.streams.get(at + 1).map_or(self.map.len() - CHECKSUM_BYTES, |next| next.ends - 8);
            bytes += (end - start) as u64;
        }
        bytes
    }
}

/// The only unsafe line of this crate.
#[allow(unsafe_code)]
fn map(file: &File) -> io::Result<Mmap> {
    // SAFETY: a map is sound while nobody changes the file under it. Nothing of ours does: tables are written
    // under another name and renamed into place, never changed, so a new build leaves this map its old file.
    unsafe { Mmap::map(file) }
}

fn read_header<R: Rules>(
    map: &[u8],
    class: MaterialClass,
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
    let longest = (wins > 0).then_some((marks[0], number));
    let counts = OutcomeCounts { wins, draws, losses, longest, turn: marks[1] };
    Ok(TableSummary { counts, longest_face: marks[2].into() })
}

/// Finds the streams.
fn sections(map: &[u8], class: MaterialClass, layout: &IndexLayout) -> Option<Vec<StreamSection>> {
    let mut sections = Vec::new();
    let mut at = HEADER_BYTES;
    for _ in 0..faces(class) {
        for stream in Stream::ALL {
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

/// Bytes read one after the other.
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
