//! Building tables by retrograde analysis, class by class, small classes first.

mod block;
mod class;
mod load;
mod outcome;
mod sets;
mod store;
mod waves;
mod writer;

use std::fmt;
use std::fs;
use std::io;
use std::ops::ControlFlow;
use std::path::Path;

use damiera_rules::Rules;

pub(crate) use block::HOLE;
use block::{BlockSolver, DistanceSolver, WinTooLong};
use class::{ClassContext, ClassTable, ManSteps};
use outcome::OutcomeSolver;
use sets::PieceSets;
pub(crate) use store::AtomicBytes;
use store::FinishedTables;
use writer::TableFileWriter;

use crate::code::PlyCode;
use crate::compiled::TableRules;
use crate::file::{self, TableFile, TableFileError, TableSummary};
use crate::kind::TableKind;
use crate::material::{MOST_PIECES, MaterialClass};
use crate::number::IndexLayout;
use crate::pack::{OutcomeCounts, UnpackedFace, UnpackedValues, pack};

/// Progress of a build.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BuildProgress {
    /// The class that was just finished.
    pub class: MaterialClass,
    /// Whether its file existed already.
    pub kept: bool,
    /// Number of positions finished so far.
    pub done: u64,
    /// Number of positions to build, without those of existing files.
    pub total: u64,
}

/// Why a build ended early. Finished tables stay.
#[derive(Debug)]
#[non_exhaustive]
pub enum BuildError {
    /// The tables would not fit into memory.
    TooManyPieces {
        /// The largest number of pieces for this game.
        most: u8,
    },
    /// A win is longer than the format can store.
    WinTooLong(MaterialClass),
    /// A file could not be written.
    Unwritable(io::Error),
    /// An existing table cannot be used.
    Unusable(MaterialClass, TableFileError),
    /// The progress callback asked to stop.
    Stopped,
    /// Another build is running in the same directory.
    Busy,
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooManyPieces { most } => {
                write!(f, "tables of this game can be built for 2 to {most} pieces")
            }
            Self::WinTooLong(class) => {
                write!(
                    f,
                    "{class} has a win of more than {} plies, which a table cannot store",
                    PlyCode::MOST_PLIES
                )
            }
            Self::Unwritable(error) => write!(f, "a table cannot be written: {error}"),
            Self::Stopped => f.write_str("the build was stopped; run it again to resume"),
            Self::Busy => f.write_str(
                "another build of this game is running in this directory; wait until it has finished",
            ),
            Self::Unusable(class, bad) => write!(f, "the table of {class} cannot be used: {bad}"),
        }
    }
}

impl std::error::Error for BuildError {}

/// Larger tables would not fit into the memory of an ordinary machine.
const MOST_POSITIONS: u64 = 8_000_000_000;

/// The largest number of pieces for which tables of a game can be built.
#[must_use]
pub fn most_pieces<R: Rules>() -> u8 {
    pieces_below::<R>(MOST_POSITIONS)
}

/// The largest number of pieces with fewer positions than this.
pub(crate) fn pieces_below<R: Rules>(positions: u64) -> u8 {
    let numbers =
        |pieces| -> u64 { MaterialClass::with_pieces(pieces).into_iter().map(numbers_of::<R>).sum() };
    (2..=MOST_PIECES).take_while(|&pieces| numbers(pieces) < positions).last().unwrap_or(2)
}

fn stop_if(wish: ControlFlow<()>) -> Result<(), BuildError> {
    if wish.is_break() { Err(BuildError::Stopped) } else { Ok(()) }
}

fn numbers_of<R: Rules>(class: MaterialClass) -> u64 {
    IndexLayout::of::<R>(class).numbers() * file::faces(class) as u64
}

/// Builds the tables of 2 to `pieces` pieces in a directory, with distances.
///
/// Existing tables are kept and damaged ones are built again, so an interrupted build resumes. `report` is called after
/// every class and can stop the build.
pub fn build<R: TableRules>(
    dir: &Path,
    pieces: u8,
    threads: usize,
    report: &mut dyn FnMut(BuildProgress) -> ControlFlow<()>,
) -> Result<(), BuildError> {
    R::build(dir, TableKind::Distances, pieces, threads, report)
}

/// Builds tables of outcomes only, like [`build`]. Classes of which the directory has a table with distances are kept.
pub fn build_outcomes<R: TableRules>(
    dir: &Path,
    pieces: u8,
    threads: usize,
    report: &mut dyn FnMut(BuildProgress) -> ControlFlow<()>,
) -> Result<(), BuildError> {
    R::build(dir, TableKind::Outcomes, pieces, threads, report)
}

pub(crate) fn build_tables<R: Rules>(
    dir: &Path,
    kind: TableKind,
    pieces: u8,
    threads: usize,
    report: &mut dyn FnMut(BuildProgress) -> ControlFlow<()>,
) -> Result<(), BuildError> {
    let most = most_pieces::<R>();
    if !(2..=most).contains(&pieces) {
        return Err(BuildError::TooManyPieces { most });
    }
    let folder = file::game_folder(dir, R::VARIANT);
    fs::create_dir_all(&folder).map_err(BuildError::Unwritable)?;
    // Held to the end: two builds would overwrite each other's temporary files.
    let _lock = file::lock(dir, R::VARIANT)?;
    file::clear_unfinished(&folder).map_err(BuildError::Unwritable)?;
    // A separate thread writes and syncs the files while the next classes are computed.
    std::thread::scope(|scope| {
        let writer = TableFileWriter::start::<R>(scope, dir, kind);
        let threads = threads.max(1);
        let built = match kind {
            TableKind::Distances => {
                TableBuilder::<R, DistanceSolver>::new(dir, pieces, threads).run(&writer, report)
            }
            TableKind::Outcomes => {
                TableBuilder::<R, OutcomeSolver>::new(dir, pieces, threads).run(&writer, report)
            }
        };
        let written = writer.finish().map_err(BuildError::Unwritable);
        written.and(built)
    })
}

struct TableBuilder<'a, R, S> {
    dir: &'a Path,
    pieces: u8,
    threads: usize,
    classes: Vec<MaterialClass>,
    sets: PieceSets,
    steps: ManSteps,
    store: FinishedTables,
    /// One per thread.
    solvers: Vec<S>,
    rules: std::marker::PhantomData<R>,
}

impl<'a, R: Rules, S: BlockSolver> TableBuilder<'a, R, S> {
    fn new(dir: &'a Path, pieces: u8, threads: usize) -> Self {
        let classes = MaterialClass::up_to(pieces);
        Self {
            dir,
            pieces,
            threads,
            sets: PieceSets::new::<R>(pieces - 1),
            steps: ManSteps::new::<R>(),
            store: FinishedTables::new(&classes),
            classes,
            solvers: std::iter::repeat_with(S::default).take(threads).collect(),
            rules: std::marker::PhantomData,
        }
    }

    fn run(
        mut self,
        writer: &TableFileWriter<'_>,
        report: &mut dyn FnMut(BuildProgress) -> ControlFlow<()>,
    ) -> Result<(), BuildError> {
        let mut files: Vec<Option<TableFile>> =
            self.classes.iter().map(|&class| self.usable_file(class)).collect();
        let there: Vec<bool> = files.iter().map(Option::is_some).collect();
        let missing = |i: usize| if there[i] { 0 } else { numbers_of::<R>(self.classes[i]) };
        let total = (0..there.len()).map(missing).sum();
        let (mut done, mut next) = (0, 0);
        while next < self.classes.len() {
            let class = self.classes[next];
            if let Some(file) = files[next].take() {
                let first_missing = there[next..].iter().position(|there| !there);
                if first_missing.is_some_and(|i| self.leads_to(self.classes[next + i], class)) {
                    self.load(&file)?;
                }
                stop_if(report(BuildProgress { class, kept: true, done, total }))?;
                next += 1;
                continue;
            }
            let batch = self.batch(next, &there);
            let made = self.make(&batch)?;
            for one in made {
                let class = one.table.class;
                let bytes = self.contents(&one).map_err(BuildError::Unwritable)?;
                writer.write(class, bytes).map_err(BuildError::Unwritable)?;
                done += numbers_of::<R>(class);
                self.store.put(one.table);
                stop_if(report(BuildProgress { class, kept: false, done, total }))?;
            }
            next += batch.len();
        }
        Ok(())
    }

    /// The classes to build next, together. A class without men has a single block, which one thread computes.
    fn batch(&self, next: usize, there: &[bool]) -> Vec<MaterialClass> {
        let first = self.classes[next];
        let together =
            |i: usize| !there[i] && self.classes[i].men() == 0 && self.classes[i].pieces() == first.pieces();
        let more = (next + 1..self.classes.len()).take_while(|&i| first.men() == 0 && together(i)).count();
        self.classes[next..=next + more].to_vec()
    }

    /// The file of a class, if the directory has one from which this build can go on.
    fn usable_file(&self, class: MaterialClass) -> Option<TableFile> {
        let has_what_is_built = |kind| kind == S::KIND || S::KIND == TableKind::Outcomes;
        let kinds = TableKind::ALL.into_iter().filter(|&kind| has_what_is_built(kind));
        kinds.map(|kind| TableFile::open::<R>(self.dir, class, kind)).find_map(Result::ok)
    }

    fn make(&mut self, batch: &[MaterialClass]) -> Result<Vec<ClassTable>, BuildError> {
        self.forget(batch[0]);
        let made: Vec<ClassTable> = batch.iter().map(|&class| ClassTable::new::<R>(class, S::KIND)).collect();
        let bench = ClassContext { sets: &self.sets, steps: &self.steps, store: &self.store };
        ClassTable::solve::<R, S>(&made, &bench, &mut self.solvers)
            .map_err(|WinTooLong| BuildError::WinTooLong(batch[0]))?;
        Ok(made)
    }

    /// Whether a class, or a later one, can lead to `class`. With the largest number of pieces nothing is captured into it,
    /// and a move crowns at most one man.
    const fn leads_to(&self, coming: MaterialClass, class: MaterialClass) -> bool {
        class.pieces() < self.pieces || class.men() + 1 >= coming.men()
    }

    /// Drops the tables that later classes cannot lead to.
    fn forget(&mut self, coming: MaterialClass) {
        for class in MaterialClass::with_pieces(self.pieces) {
            if coming.pieces() == self.pieces && !self.leads_to(coming, class) {
                self.store.drop_class(class);
            }
        }
    }

    /// The content of a table file.
    fn contents(&self, made: &ClassTable) -> io::Result<Vec<u8>> {
        let class = made.table.class;
        let (mut faces, mut summary) =
            (Vec::new(), TableSummary { counts: OutcomeCounts::default(), longest_face: 0 });
        for face in 0..file::faces(class) {
            let codes = &made.table.faces[face];
            let values = match made.turns.get(face) {
                Some(turns) => UnpackedValues::Distances { codes, turns },
                None => UnpackedValues::Outcomes(codes),
            };
            let (streams, counts) = pack(UnpackedFace { layout: &made.table.layout, values }, self.threads)?;
            let before = summary.counts.longest.map(|(plies, _)| plies);
            if counts.longest.map(|(plies, _)| plies) > before {
                summary.counts.longest = None;
                summary.longest_face = face;
                summary.counts.add(&counts);
            } else {
                summary.counts.add(&OutcomeCounts { longest: None, ..counts });
            }
            faces.push(streams);
        }
        file::contents::<R>(class, S::KIND, &summary, &faces)
    }
}
