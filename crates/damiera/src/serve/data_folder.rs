//! The data directory: private to its owner, and used by one server at a time.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{Read, Seek, Write};
use std::path::{Path, PathBuf};

use crate::failure::Failure;

const LOCK: &str = "damiera.lock";

/// The data directory of a running server. It is locked until the value is dropped or the process ends in any way.
pub(super) struct DataFolder {
    path: PathBuf,
    _lock: File,
}

impl DataFolder {
    /// Creates the directory if it is missing, makes it private, and locks it.
    pub(super) fn open(path: PathBuf) -> Result<Self, Failure> {
        create_private(&path).map_err(|error| {
            Failure::input(format!("the directory {} cannot be created: {error}", path.display()))
        })?;
        let _lock = lock(&path.join(LOCK), &format!("the directory {}", path.display()))?;
        Ok(Self { path, _lock })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}

/// An SQLite file, which may be named with several data directories and have several names (hard links). It is locked until the
/// value is dropped.
pub(super) struct DatabaseLock {
    path: PathBuf,
    /// The lock of its name, which is there before the file is.
    _name: File,
    /// The lock of the file itself, by whatever name.
    file: Option<File>,
}

impl DatabaseLock {
    /// Locks a database before it is opened.
    pub(super) fn take(path: &Path) -> Result<Self, Failure> {
        let _name = lock(&lock_of(path), &format!("the database {}", path.display()))?;
        let mut locked = Self { path: path.to_owned(), _name, file: None };
        if path.exists() {
            locked.lock_file()?;
        }
        Ok(locked)
    }

    /// Locks a file that was created since the name was locked.
    pub(super) fn lock_created(&mut self) -> Result<(), Failure> {
        if self.file.is_none() { self.lock_file() } else { Ok(()) }
    }

    fn lock_file(&mut self) -> Result<(), Failure> {
        let path = self.path.display();
        self.file = match lock_inode(&self.path) {
            Ok(file) => file,
            Err(TryLockError::WouldBlock) => {
                return Err(Failure::input(format!(
                    "the database {path} is used by another server under another name; stop that one, or choose another with --database"
                )));
            }
            Err(TryLockError::Error(error)) => {
                return Err(Failure::input(format!("the file {path} cannot be locked: {error}")));
            }
        };
        Ok(())
    }
}

/// Locks a file by its inode. SQLite's own locks are of another kind and do not meet it. They are lost when the process closes the
/// file, so the lock is held until SQLite has closed it. Windows has one kind of locks only.
fn lock_inode(path: &Path) -> Result<Option<File>, TryLockError> {
    if cfg!(not(unix)) {
        return Ok(None);
    }
    let file = File::open(path).map_err(TryLockError::Error)?;
    file.try_lock().map(|()| Some(file))
}

fn lock_of(database: &Path) -> PathBuf {
    let mut name = fs::canonicalize(database).unwrap_or_else(|_| database.to_owned()).into_os_string();
    name.push(".lock");
    name.into()
}

/// Locks a file; `what` it stands for is used by one server at a time.
fn lock(file: &Path, what: &str) -> Result<File, Failure> {
    let mut lock = open_private(file)
        .map_err(|error| Failure::input(format!("the file {} cannot be opened: {error}", file.display())))?;
    match lock.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            let mut process = String::new();
            let _ = lock.read_to_string(&mut process);
            return Err(Failure::input(format!(
                "{what} is used by another server (process {}); stop that one, or choose another with --data or --database",
                if process.is_empty() { "unknown" } else { process.trim() }
            )));
        }
        Err(TryLockError::Error(error)) => {
            return Err(Failure::input(format!("the file {} cannot be locked: {error}", file.display())));
        }
    }
    // For the message above only; the lock is what counts.
    let _ =
        lock.set_len(0).and_then(|()| lock.rewind()).and_then(|()| writeln!(lock, "{}", std::process::id()));
    Ok(lock)
}

/// Whether a server uses an SQLite file now.
pub(crate) fn is_in_use(database: &Path) -> bool {
    File::open(lock_of(database)).is_ok_and(|lock| matches!(lock.try_lock(), Err(TryLockError::WouldBlock)))
        || matches!(lock_inode(database), Err(TryLockError::WouldBlock))
}

#[cfg(unix)]
fn create_private(path: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
    fs::DirBuilder::new().recursive(true).mode(0o700).create(path)?;
    let others = fs::metadata(path)?.permissions().mode() & 0o077;
    if others != 0 {
        // A directory with other files in it, such as /tmp, is not ours to close.
        let own = |name: &str| name.starts_with("damiera.") || name == "endgame";
        let mut entries = fs::read_dir(path)?.flatten();
        if entries.all(|entry| entry.file_name().to_str().is_some_and(own)) {
            fs::set_permissions(path, fs::Permissions::from_mode(0o700))?;
        } else {
            tracing::warn!(folder = %path.display(), "other users may enter the data directory; chmod 700 closes it");
        }
    }
    Ok(())
}

#[cfg(not(unix))]
fn create_private(path: &Path) -> std::io::Result<()> {
    fs::create_dir_all(path)
}

fn open_private(path: &Path) -> std::io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}
