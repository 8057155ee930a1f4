//! The database file: private to its owner, and checked for damage before it is used.

use std::fs::{self, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use sqlx::Row;
use sqlx::sqlite::SqliteConnection;

use crate::{StoreError, StoreResult};

/// The most faults that are reported.
const FAULTS: u8 = 3;

/// Creates a missing file so that only its owner can read it, makes an existing one private, and rejects one without
/// content, which SQLite would take for a new database.
pub(super) fn prepare(path: &Path) -> StoreResult<()> {
    match fs::metadata(path) {
        Ok(file) if file.len() == 0 => Err(StoreError::Damaged("the file is empty".to_owned())),
        Ok(_) => {
            make_private(path);
            Ok(())
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let mut options = OpenOptions::new();
            options.write(true).create_new(true);
            #[cfg(unix)]
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
            // SQLite gives its journals the permissions of the database.
            options.open(path).map(drop).map_err(|error| StoreError::Database(Box::new(error)))
        }
        Err(error) => Err(StoreError::Database(Box::new(error))),
    }
}

/// Closes the file and its journals to other users. Somebody else's file is left as it is.
fn make_private(path: &Path) {
    #[cfg(unix)]
    for suffix in ["", "-wal", "-shm"] {
        use std::os::unix::fs::PermissionsExt;
        let _ = fs::set_permissions(beside(path, suffix), fs::Permissions::from_mode(0o600));
    }
    #[cfg(not(unix))]
    let _ = path;
}

/// The path with a suffix.
pub(super) fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// Reads every page and reports damage.
pub(crate) async fn check(connection: &mut SqliteConnection) -> StoreResult<()> {
    let sql = sqlx::AssertSqlSafe(format!("PRAGMA quick_check({FAULTS})"));
    let rows = sqlx::query(sql).fetch_all(connection).await.map_err(damage)?;
    let faults: Vec<String> = rows.iter().map(|row| row.get(0)).collect();
    if faults == ["ok"] { Ok(()) } else { Err(StoreError::Damaged(faults.join("; ").replace('\n', " "))) }
}

/// Recognises damage that SQLite comes across by itself: a malformed page, or a file that is no database.
pub(crate) fn damage(error: sqlx::Error) -> StoreError {
    const CORRUPT: u32 = 11;
    const NOT_A_DATABASE: u32 = 26;
    let code = match &error {
        sqlx::Error::Database(cause) => cause.code().and_then(|code| code.parse::<u32>().ok()),
        _ => None,
    };
    match code.map(|code| code & 0xff) {
        Some(CORRUPT | NOT_A_DATABASE) => StoreError::Damaged(error.to_string()),
        _ => error.into(),
    }
}
