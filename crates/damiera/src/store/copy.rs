//! `damiera store copy`: from one database to another.

use std::io::Write;

use clap::Args;
use damiera_server::store::{CopyProgress, Database, copy_store};

use super::progress::ProgressLine;
use crate::failure::Failure;
use crate::serve::data_folder;

/// Copy everything to another database, and compare both by counts and digests
///
/// Stop the server first. The copy can be stopped at any time; the same command goes on where it was stopped. Until it is
/// complete, no server opens the destination.
#[derive(Args)]
#[command(
    after_help = "A database is postgres://USER@HOST/NAME or the path of an SQLite file. The destination must be empty or an earlier \
part of the same copy; an SQLite file is created.

Examples:
  damiera store copy ~/.local/share/damiera/damiera.sqlite postgres://damiera@db.example.org/damiera
  damiera store copy postgres://damiera@db.example.org/damiera games.sqlite"
)]
pub(super) struct CopyCommand {
    /// Database to copy from
    #[arg(value_name = "FROM")]
    from: Database,
    /// Database to copy to
    #[arg(value_name = "TO")]
    to: Database,
}

impl CopyCommand {
    pub(super) async fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let Self { from, to } = self;
        for database in [&from, &to] {
            if let Database::Sqlite(path) = database
                && data_folder::is_in_use(path)
            {
                return Err(Failure::input(format!("{database} is used by a server; stop it first")));
            }
        }
        let (mut progress, mut verified, mut all) = (ProgressLine::start(), Vec::new(), 0);
        let copy = copy_store(&from, &to, |step| match step {
            CopyProgress::Copied { table, rows, total } => {
                progress.show(|| format!("{table}: {rows} of {total} rows copied"));
            }
            CopyProgress::Verified { table, rows } => {
                all += rows;
                verified.push(table);
            }
        });
        let copied = tokio::select! {
            copied = copy => copied,
            _ = tokio::signal::ctrl_c() => {
                eprintln!("damiera: stopped; the same command goes on");
                return Err(Failure::Reported(130));
            }
        };
        copied.map_err(|error| Failure::input(format!("{from} was not copied to {to}: {error}")))?;
        Ok(writeln!(
            out,
            "{} tables with {all} rows were copied to {to}; counts and digests are the same",
            verified.len()
        )?)
    }
}
