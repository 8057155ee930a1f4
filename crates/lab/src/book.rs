//! Builds opening books by drop-out expansion (T. R. Lincke, "Strategies for the automatic construction of opening books",
//! 2001): the next position to expand is the one that costs least to reach, where a ply costs a little and a move that is worse
//! than the best costs what it loses. Good lines become deep, and bad moves have a refutation.
//!
//! Nothing is left to chance: the same settings make the same book. Every search is appended to a journal, so a build that was
//! stopped continues where it was.

mod graph;
mod journal;

use std::fs;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use damiera_engine::{
    Engine, EngineResources, LearnedWeights, NoEndgames, SearchControl, SearchLimits, SearchRequest,
    SearchRules, Value, Weights,
};
use damiera_play::OpeningBook;
use damiera_rules::{History, Position, Variant, with_rules};

use graph::BookGraph;
use journal::SearchJournal;

/// What to build.
#[derive(Clone, Debug)]
pub struct BookSettings {
    /// The game.
    pub variant: Variant,
    /// The number of positions to expand.
    pub positions: usize,
    /// The nodes to search for the value of each position.
    pub nodes: u64,
    /// Where the book and the journal are.
    pub directory: PathBuf,
}

/// How far a build is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookProgress {
    /// The positions that are expanded.
    pub expanded: usize,
    /// The positions that were searched, this time or before.
    pub searched: usize,
}

/// A book and where it is.
#[derive(Clone, Debug)]
pub struct BuiltBook {
    /// The book.
    pub book: OpeningBook,
    /// Its file.
    pub path: PathBuf,
}

/// The size of the transposition table in mebibytes. It is cleared before each search, so that each has the same result
/// whenever it is done.
const TABLE_MIB: usize = 2;

impl BookSettings {
    /// What the journal and the book say of how they were made.
    fn provenance(&self, weights: &LearnedWeights) -> String {
        format!(
            "{} nodes for each position, weights {:016x}, version {}",
            self.nodes,
            weights.fingerprint(),
            env!("CARGO_PKG_VERSION")
        )
    }

    fn path(&self, ending: &str) -> PathBuf {
        self.directory.join(format!("{}.{ending}", self.variant.name()))
    }
}

/// Builds a book, or continues. `progress` is called after each position and may stop the build; then there is no book.
pub fn build_book(
    settings: &BookSettings,
    progress: &mut dyn FnMut(BookProgress) -> ControlFlow<()>,
) -> io::Result<Option<BuiltBook>> {
    with_rules!(settings.variant, R => build::<R>(settings, progress))
}

fn build<R: SearchRules>(
    settings: &BookSettings,
    progress: &mut dyn FnMut(BookProgress) -> ControlFlow<()>,
) -> io::Result<Option<BuiltBook>> {
    fs::create_dir_all(&settings.directory)?;
    let provenance = settings.provenance(&LearnedWeights::embedded(R::VARIANT));
    let mut journal = SearchJournal::open(&settings.path("searches"), &provenance)?;
    let resources = EngineResources { threads: 1, table_mib: TABLE_MIB };
    let engine = Engine::<R>::with(resources, Weights::learned(R::VARIANT), Arc::new(NoEndgames));
    let mut value_of = |position: &Position<R>| match journal.get(position.key()) {
        Some(value) => Ok(value),
        None => {
            let value = searched(&engine, position, settings.nodes);
            journal.add(position.key(), value).map(|()| value)
        }
    };
    let start = Position::<R>::start();
    let mut graph = BookGraph::new(start, value_of(&start)?);
    while graph.expanded() < settings.positions && graph.expand_next(&mut value_of)? {
        let now = BookProgress { expanded: graph.expanded(), searched: graph.len() };
        if progress(now).is_break() {
            return Ok(None);
        }
    }
    let book = OpeningBook::new(
        R::VARIANT,
        format!("{} positions, {provenance}", graph.expanded()),
        graph.entries(),
    );
    let path = settings.path("book");
    write_whole(&path, &book.to_bytes())?;
    Ok(Some(BuiltBook { book, path }))
}

/// The value of a position for the side to move.
fn searched<R: SearchRules>(engine: &Engine<R>, position: &Position<R>, nodes: u64) -> Value {
    engine.forget();
    let game = History::new(*position);
    let request = SearchRequest::best(&game, SearchLimits::nodes(nodes));
    let report = engine.think(&request, &SearchControl::default(), |_| ());
    report.lines.first().map_or(-damiera_engine::WIN, |line| line.value)
}

/// Replaces a file as a whole, so that a reader never sees half of it.
fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let new = path.with_extension("new");
    fs::write(&new, bytes)?;
    fs::rename(new, path)
}
