//! Backups of an SQLite store, also while a server uses it.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::Connection;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};

use super::file;
use crate::{StoreError, StoreResult};

/// Writes a consistent copy of a database to a new file, and checks it. The copy has the state at the beginning; a server
/// goes on reading and writing meanwhile. The file gets its name when it is complete. Returns its size.
pub async fn backup_sqlite(from: &Path, to: &Path, mut observe: impl FnMut(u64)) -> StoreResult<u64> {
    let failed = |error: io::Error| StoreError::Database(Box::new(error));
    for (path, wanted) in [(from, true), (to, false)] {
        if path.exists() != wanted {
            let problem = if wanted { "there is no file" } else { "there already is a file" };
            return Err(StoreError::Database(format!("{problem} {}", path.display()).into()));
        }
    }
    let part = Part::create(to).map_err(failed)?;
    let options = SqliteConnectOptions::new().filename(from).busy_timeout(Duration::from_secs(30));
    let mut source = SqliteConnection::connect_with(&options).await.map_err(file::damage)?;
    let name = part.path.to_string_lossy().into_owned();
    {
        let mut copy = std::pin::pin!(sqlx::query("VACUUM INTO ?").bind(name).execute(&mut source));
        let mut ticks = tokio::time::interval(Duration::from_secs(1));
        loop {
            tokio::select! {
                done = &mut copy => {
                    done.map_err(file::damage)?;
                    break;
                }
                _ = ticks.tick() => observe(part.size()),
            }
        }
    }
    let mut written =
        SqliteConnection::connect_with(&SqliteConnectOptions::new().filename(&part.path)).await?;
    file::check(&mut written).await?;
    written.close().await?;
    part.keep(to).map_err(failed)
}

/// A file that is deleted unless it is kept.
struct Part {
    path: PathBuf,
}

impl Part {
    /// Creates an empty file beside the target, private to its owner.
    fn create(to: &Path) -> io::Result<Self> {
        let path = file::beside(to, ".part");
        let _ = fs::remove_file(&path); // left behind by a killed backup
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        options.open(&path)?;
        Ok(Self { path })
    }

    fn size(&self) -> u64 {
        fs::metadata(&self.path).map_or(0, |file| file.len())
    }

    fn keep(self, to: &Path) -> io::Result<u64> {
        File::open(&self.path)?.sync_all()?;
        fs::rename(&self.path, to)?;
        let folder = to.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        File::open(folder)?.sync_all()?; // the new name, too
        Ok(fs::metadata(to)?.len())
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        for suffix in ["", "-wal", "-shm", "-journal"] {
            let _ = fs::remove_file(file::beside(&self.path, suffix));
        }
    }
}
