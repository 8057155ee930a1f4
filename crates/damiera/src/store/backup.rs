//! `damiera store backup`: a copy of the SQLite database, also while the server runs.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use damiera_server::store::{Database, backup_sqlite};

use super::StoreLocation;
use super::progress::ProgressLine;
use crate::failure::Failure;

/// Write a copy of the database to a new file; the server may be running
///
/// The copy is one consistent state of the database. It is checked, and gets its name only when it is complete. To restore
/// it, stop the server and put the file in the place of damiera.sqlite, without damiera.sqlite-wal and damiera.sqlite-shm.
#[derive(Args)]
#[command(after_help = "A PostgreSQL database is backed up with PostgreSQL's own pg_dump.

Examples:
  damiera store backup /backup/damiera-monday.sqlite
  damiera store backup --data ./games monday.sqlite
  pg_dump --format=custom --file=monday.dump postgres://damiera@db.example.org/damiera")]
pub(super) struct BackupCommand {
    #[command(flatten)]
    location: StoreLocation,
    /// File to write; it must not exist
    #[arg(value_name = "FILE")]
    to: PathBuf,
}

impl BackupCommand {
    pub(super) async fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let path = match self.location.database()? {
            Database::Sqlite(path) => path,
            database @ Database::Postgres(_) => {
                return Err(Failure::input(format!(
                    "a PostgreSQL database is backed up with pg_dump: pg_dump --format=custom --file={} {database}",
                    self.to.display()
                )));
            }
        };
        let total = std::fs::metadata(&path).map_or(0, |file| file.len());
        let mut progress = ProgressLine::start();
        let backup = backup_sqlite(&path, &self.to, |written| {
            progress.show(|| format!("{} of about {} MiB written", written >> 20, total >> 20));
        });
        let size = tokio::select! {
            size = backup => size,
            _ = tokio::signal::ctrl_c() => return Err(Failure::input("stopped; no backup was written")),
        };
        let size =
            size.map_err(|error| Failure::input(format!("{} cannot be backed up: {error}", path.display())))?;
        Ok(writeln!(
            out,
            "{} was backed up to {} and checked: {size} bytes",
            path.display(),
            self.to.display()
        )?)
    }
}
