//! Shared by the tests: a temporary directory, and tables that are built once.
#![allow(dead_code, reason = "no suite uses everything")]

use std::collections::BTreeMap;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use damiera_endgame::{ClassStats, TableRules, Tables, build, build_outcomes};
use damiera_rules::{Variant, with_rules};

/// A temporary directory, removed when dropped.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        Self::named(&COUNT.fetch_add(1, Relaxed).to_string())
    }

    /// An empty directory; the content of an earlier run is removed.
    fn named(name: &str) -> Self {
        let name = format!("{}-{name}", env!("CARGO_CRATE_NAME"));
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Builds tables with two threads.
pub(crate) fn make<R: TableRules>(dir: &Path, pieces: u8) {
    build::<R>(dir, pieces, 2, &mut |_| ControlFlow::Continue(())).unwrap();
}

/// Builds tables of outcomes with two threads.
pub(crate) fn make_outcomes<R: TableRules>(dir: &Path, pieces: u8) {
    build_outcomes::<R>(dir, pieces, 2, &mut |_| ControlFlow::Continue(())).unwrap();
}

/// Every file of a folder, by name.
pub(crate) fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read(&path).unwrap()))
        .collect()
}

/// Tables of all games with up to three pieces in one directory, built once per test binary.
pub(crate) fn small() -> &'static Path {
    static SMALL: OnceLock<Folder> = OnceLock::new();
    SMALL
        .get_or_init(|| {
            let folder = Folder::named("small");
            for &variant in Variant::ALL {
                with_rules!(variant, R => make::<R>(folder.path(), 3));
            }
            folder
        })
        .path()
}

pub(crate) fn open<R: TableRules>(dir: &Path) -> Tables<R> {
    Tables::open(dir).unwrap()
}

/// A line of the data file of totals.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Totals {
    pub(crate) variant: Variant,
    pub(crate) pieces: u8,
    /// Wins, losses, draws.
    pub(crate) counts: [u64; 3],
    /// The largest DTW and DTZ.
    pub(crate) longest: [u16; 2],
}

impl Totals {
    pub(crate) fn expected() -> Vec<Self> {
        let lines = include_str!("../data/totals.tsv").lines().filter(|line| !line.starts_with('#'));
        lines
            .map(|line| {
                let mut fields = line.split('\t');
                let mut next = || fields.next().unwrap();
                Self {
                    variant: next().parse().unwrap(),
                    pieces: next().parse().unwrap(),
                    counts: [(); 3].map(|()| next().parse().unwrap()),
                    longest: [(); 2].map(|()| next().parse().unwrap()),
                }
            })
            .collect()
    }

    pub(crate) fn found<R: TableRules>(dir: &Path, pieces: u8) -> Self {
        let mut stats = open::<R>(dir).stats();
        stats.retain(|stats| stats.class.pieces() == pieces);
        let sum = |count: fn(&ClassStats<R>) -> u64| stats.iter().map(count).sum();
        let max = |plies: fn(&ClassStats<R>) -> Option<u16>| stats.iter().filter_map(plies).max().unwrap();
        Self {
            variant: R::VARIANT,
            pieces,
            counts: [sum(|s| s.wins), sum(|s| s.losses), sum(|s| s.draws)],
            longest: [max(|s| s.dtw), max(|s| s.dtz)],
        }
    }
}

/// Builds the tables of a game and compares their totals with the data file.
pub(crate) fn totals_are_right<R: TableRules>(dir: &Path, pieces: u8) {
    make::<R>(dir, pieces);
    let expected = Totals::expected();
    let known = expected.iter().filter(|line| line.variant == R::VARIANT && line.pieces <= pieces);
    assert!(known.clone().count() > 0);
    for line in known {
        assert_eq!(Totals::found::<R>(dir, line.pieces), *line);
    }
}
