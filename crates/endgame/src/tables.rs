//! Opening and probing tables.

use std::fmt;
use std::path::{Path, PathBuf};

use damiera_rules::raw::{self, Bitboards};
use damiera_rules::{Move, Position, Rules, Side};

use crate::cache::{ChunkCache, ChunkId};
use crate::compiled::TableRules;
use crate::file::{TableFile, TableFileError, class_path, kind_of};
use crate::kind::TableKind;
use crate::material::{MOST_PIECES, MaterialClass};
use crate::number::{ClassDirectory, TableIndex};
use crate::pack::Stream;
use crate::stats::ClassStats;
use crate::value::{BestValue, Distance, MoveReversibility, ProbedValue, TableValue, Wdl};

/// The tables of one game, memory-mapped. Any number of threads may probe at the same time.
///
/// ```no_run
/// use damiera_endgame::{Wdl, Tables};
/// use damiera_rules::{Position, variant::English};
/// let tables = Tables::<English>::open("tables".as_ref())?;
/// let first_position = Position::from_fen("W:W6,11:B3,K25").unwrap();
/// assert_eq!(tables.outcome(&first_position), Some(Wdl::Win));
/// # Ok::<(), damiera_endgame::TableOpenError>(())
/// ```
pub struct Tables<R> {
    pub(crate) files: Vec<TableFile>,
    directory: ClassDirectory,
    cache: ChunkCache,
    pieces: u8,
    outcome_pieces: u8,
    rules: std::marker::PhantomData<R>,
}

/// A table file exists but cannot be used.
#[derive(Debug)]
pub struct TableOpenError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub problem: TableFileError,
}

impl fmt::Display for TableOpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the endgame table {} cannot be used: {}", self.path.display(), self.problem)
    }
}

impl std::error::Error for TableOpenError {}

impl<R: TableRules> Tables<R> {
    /// Opens all tables of the game in a directory and verifies their checksums. A directory without tables is valid; a
    /// damaged file is an error.
    pub fn open(dir: &Path) -> Result<Self, TableOpenError> {
        R::open(dir)
    }

    /// The largest number of pieces for which the tables with distances are complete; 0 without tables.
    #[must_use]
    pub const fn pieces(&self) -> u8 {
        self.pieces
    }

    /// The largest number of pieces for which the outcomes are complete: at least [`Tables::pieces`].
    #[must_use]
    pub const fn outcome_pieces(&self) -> u8 {
        self.outcome_pieces
    }

    /// The statistics of every class.
    #[must_use]
    pub fn stats(&self) -> Vec<ClassStats<R>> {
        R::stats(self)
    }

    /// Win, draw or loss; none if the position is not in the tables.
    #[must_use]
    pub fn outcome(&self, position: &Position<R>) -> Option<Wdl> {
        R::outcome(self, position)
    }

    /// The value with distances; none if the position is not in the tables, or its table has outcomes only.
    #[must_use]
    pub fn probe(&self, position: &Position<R>) -> Option<TableValue> {
        R::probe(self, position)
    }

    /// Every legal move with its value for the side that moves, with distances from this position, best first.
    #[must_use]
    pub fn moves(&self, position: &Position<R>) -> Option<Vec<(Move, TableValue)>> {
        let mut moves = Vec::new();
        for m in position.legal() {
            moves.push((m, self.value_after(position, &m)?));
        }
        moves.sort_by(|(_, a), (_, b)| b.better(a));
        Some(moves)
    }

    /// What is known of a position: the value with distances or, if its table has none, the outcome.
    #[must_use]
    pub fn known(&self, position: &Position<R>) -> Option<ProbedValue> {
        let exact = self.probe(position).map(ProbedValue::Exact);
        exact.or_else(|| self.outcome(position).map(ProbedValue::Outcome))
    }

    /// Every legal move with what is known of it, for the side that moves, best first.
    #[must_use]
    pub fn known_moves(&self, position: &Position<R>) -> Option<Vec<(Move, ProbedValue)>> {
        let mut moves = Vec::new();
        for m in position.legal() {
            let after = position.after(&m);
            let value = if after.pieces(after.turn()).is_empty() {
                ProbedValue::Exact(TableValue::LOST_NOW)
            } else {
                self.known(&after)?
            };
            moves.push((m, value.before(reversibility(position, &m))));
        }
        moves.sort_by(|(_, a), (_, b)| b.better(a));
        Some(moves)
    }

    /// The value of a legal move for the side that makes it.
    pub(crate) fn value_after(&self, position: &Position<R>, m: &Move) -> Option<TableValue> {
        let after = position.after(m);
        let value =
            if after.pieces(after.turn()).is_empty() { TableValue::LOST_NOW } else { self.probe(&after)? };
        Some(value.before(reversibility(position, m)))
    }

    /// A line of perfect play to the end: the winner takes the shortest way, the loser the longest. Empty for a drawn
    /// position.
    #[must_use]
    pub fn line(&self, position: &Position<R>) -> Option<Vec<Move>> {
        let (mut line, mut at) = (Vec::new(), *position);
        while self.probe(&at)?.distance().is_some_and(|distance| distance.dtw > 0) {
            let (best, _) = *self.moves(&at)?.first()?;
            line.push(best);
            at = at.after(&best);
            if at.pieces(at.turn()).is_empty() {
                break;
            }
        }
        Some(line)
    }
}

/// These methods are compiled for each game in this crate only; see [`TableRules`].
impl<R: Rules> Tables<R> {
    pub(crate) fn open_files(dir: &Path) -> Result<Self, TableOpenError> {
        let found: Vec<(MaterialClass, TableKind)> = MaterialClass::up_to(MOST_PIECES)
            .into_iter()
            .filter_map(|class| Some((class, kind_of(dir, R::VARIANT, class)?)))
            .collect();
        let files = open_all::<R>(dir, &found)?;
        let complete = |pieces: u8, wanted: &dyn Fn(TableKind) -> bool| {
            let has = |class| found.iter().any(|&(other, kind)| other == class && wanted(kind));
            MaterialClass::with_pieces(pieces).into_iter().all(has)
        };
        let complete_to = |wanted: &dyn Fn(TableKind) -> bool| {
            (2..=MOST_PIECES).take_while(|&pieces| complete(pieces, wanted)).last().unwrap_or(0)
        };
        let classes: Vec<MaterialClass> = found.iter().map(|&(class, _)| class).collect();
        Ok(Self {
            directory: ClassDirectory::of(&classes),
            cache: ChunkCache::new(&files),
            pieces: complete_to(&|kind| kind == TableKind::Distances),
            outcome_pieces: complete_to(&|_| true),
            files,
            rules: std::marker::PhantomData,
        })
    }

    pub(crate) fn class_stats(&self) -> Vec<ClassStats<R>> {
        self.files.iter().map(ClassStats::of).collect()
    }

    pub(crate) fn outcome_at(&self, position: &Position<R>) -> Option<Wdl> {
        self.outcome_of(Bitboards::of(position), position.turn())
    }

    pub(crate) fn value_at(&self, position: &Position<R>) -> Option<TableValue> {
        self.value_of(Bitboards::of(position), position.turn())
    }

    fn outcome_of(&self, pieces: Bitboards, turn: Side) -> Option<Wdl> {
        if pieces.sides[turn as usize] == 0 {
            return Some(Wdl::Loss);
        }
        let (file, spot) = self.find(pieces, turn)?;
        let mut best = Some(Wdl::Loss);
        let due = raw::captures::<R>(pieces, turn, |after| {
            best = match (best, self.outcome_of(after, !turn)) {
                (Some(known), Some(outcome)) => Some(known.max(outcome.reversed())),
                _ => None,
            };
        });
        if due { best } else { self.read_outcome(file, spot) }
    }

    fn value_of(&self, pieces: Bitboards, turn: Side) -> Option<TableValue> {
        if pieces.sides[turn as usize] == 0 {
            return Some(TableValue::LOST_NOW);
        }
        let (file, spot) = self.find(pieces, turn)?;
        let mut best = Some(BestValue::default());
        let due = raw::captures::<R>(pieces, turn, |after| {
            best = best.zip(self.value_of(after, !turn)).map(|(mut best, value)| {
                best.add(value.before(MoveReversibility::Irreversible));
                best
            });
        });
        if due { best.map(BestValue::value) } else { self.read_value(file, spot) }
    }

    /// The file and index of a position, if its class is available.
    fn find(&self, pieces: Bitboards, turn: Side) -> Option<(usize, TableIndex)> {
        let (file, colours) = self.directory.find_pieces(pieces)?;
        let table = &self.files[file];
        let mut spot = TableIndex::of::<R>(pieces, turn, &table.layout, colours);
        if spot.face == 1 && table.class.is_even() {
            // Only one side to move is stored: look up the position with colours reversed.
            spot = TableIndex { face: 0, number: table.layout.twin(spot.number) };
        }
        Some((file, spot))
    }

    fn read_outcome(&self, file: usize, spot: TableIndex) -> Option<Wdl> {
        match self.read(file, spot, Stream::Outcome)? {
            0 => Some(Wdl::Draw),
            1 => Some(Wdl::Win),
            _ => Some(Wdl::Loss),
        }
    }

    fn read_value(&self, file: usize, spot: TableIndex) -> Option<TableValue> {
        if self.files[file].kind != TableKind::Distances {
            return None;
        }
        let outcome = self.read_outcome(file, spot)?;
        if outcome == Wdl::Draw {
            return Some(TableValue::Draw);
        }
        let half = u16::from(self.read(file, spot, Stream::End)?);
        let dtz = u16::from(self.read(file, spot, Stream::Turn)?);
        Some(match outcome {
            Wdl::Win => TableValue::Win(Distance { dtw: 2 * half + 1, dtz }),
            _ => TableValue::Loss(Distance { dtw: 2 * half, dtz }),
        })
    }

    fn read(&self, file: usize, spot: TableIndex, stream: Stream) -> Option<u8> {
        let table = &self.files[file];
        let place = stream.place(&table.layout, spot.number);
        let name = ChunkId { file, face: spot.face, stream, chunk: place.chunk };
        self.cache.read(table, name, |bytes| stream.read(bytes, place))
    }
}

/// Whether a move can be reversed.
pub(crate) fn reversibility<R: Rules>(position: &Position<R>, m: &Move) -> MoveReversibility {
    if m.is_capture() || !position.kings(position.turn()).contains(m.from) {
        MoveReversibility::Irreversible
    } else {
        MoveReversibility::Reversible
    }
}

/// Opens files in parallel, because verifying a checksum reads every byte.
fn open_all<R: Rules>(
    dir: &Path,
    classes: &[(MaterialClass, TableKind)],
) -> Result<Vec<TableFile>, TableOpenError> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(classes.len()).max(1);
    let open = |&(class, kind): &(MaterialClass, TableKind)| {
        TableFile::open::<R>(dir, class, kind)
            .map_err(|problem| TableOpenError { path: class_path(dir, R::VARIANT, class, kind), problem })
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = classes
            .chunks(classes.len().div_ceil(threads).max(1))
            .map(|part| scope.spawn(move || part.iter().map(open).collect::<Result<Vec<_>, _>>()))
            .collect();
        let mut files = Vec::new();
        for worker in workers {
            files.extend(worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?);
        }
        Ok(files)
    })
}
