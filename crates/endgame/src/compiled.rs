//! The table code, compiled once for each game.
//!
//! Generic code is compiled again in every crate that uses it with a concrete type. Building and probing are large, so
//! they are instantiated here for all games, and other crates reach them through [`TableRules`].

use std::ops::ControlFlow;
use std::path::Path;

use damiera_rules::{Position, Rules, for_each_rules};

use crate::build::{self, BuildError, BuildProgress};
use crate::kind::TableKind;
use crate::material::MaterialClass;
use crate::stats::ClassStats;
use crate::tables::{TableOpenError, Tables};
use crate::value::{TableValue, Wdl};
use crate::verify::{Disagreement, VerifyExtent};

/// A rule set for which this crate has compiled the table code.
pub trait TableRules: Rules {
    /// See [`build`](crate::build).
    fn build(
        dir: &Path,
        kind: TableKind,
        pieces: u8,
        threads: usize,
        report: &mut dyn FnMut(BuildProgress) -> ControlFlow<()>,
    ) -> Result<(), BuildError>;

    /// See [`Tables::open`].
    fn open(dir: &Path) -> Result<Tables<Self>, TableOpenError>;

    /// See [`Tables::outcome`].
    fn outcome(tables: &Tables<Self>, position: &Position<Self>) -> Option<Wdl>;

    /// See [`Tables::probe`].
    fn probe(tables: &Tables<Self>, position: &Position<Self>) -> Option<TableValue>;

    /// See [`Tables::verify`].
    fn verify(
        tables: &Tables<Self>,
        class: MaterialClass,
        extent: VerifyExtent,
        threads: usize,
    ) -> Result<u64, Disagreement<Self>>;

    /// See [`Tables::stats`].
    fn stats(tables: &Tables<Self>) -> Vec<ClassStats<Self>>;
}

for_each_rules!(R => impl TableRules for R {
    fn build(
        dir: &Path,
        kind: TableKind,
        pieces: u8,
        threads: usize,
        report: &mut dyn FnMut(BuildProgress) -> ControlFlow<()>,
    ) -> Result<(), BuildError> {
        build::build_tables::<R>(dir, kind, pieces, threads, report)
    }

    fn open(dir: &Path) -> Result<Tables<R>, TableOpenError> {
        Tables::open_files(dir)
    }

    fn outcome(tables: &Tables<R>, position: &Position<R>) -> Option<Wdl> {
        tables.outcome_at(position)
    }

    fn probe(tables: &Tables<R>, position: &Position<R>) -> Option<TableValue> {
        tables.value_at(position)
    }

    fn verify(
        tables: &Tables<R>,
        class: MaterialClass,
        extent: VerifyExtent,
        threads: usize,
    ) -> Result<u64, Disagreement<R>> {
        tables.verify_class(class, extent, threads)
    }

    fn stats(tables: &Tables<R>) -> Vec<ClassStats<R>> {
        tables.class_stats()
    }
});
