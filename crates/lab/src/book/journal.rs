//! The searches of a book that were done, kept in a file so that a build can be continued.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use damiera_engine::Value;

/// The values of positions, in memory and in a file: a line for how they were found, then a line for each.
pub(super) struct SearchJournal {
    values: HashMap<u64, Value>,
    file: File,
}

impl SearchJournal {
    /// Opens a journal, or begins one. It is an error if its values were found in another way.
    pub(super) fn open(path: &Path, provenance: &str) -> io::Result<Self> {
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(error),
        };
        // A line that was not written to its end is left out, and written again.
        let whole = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
        let mut lines = whole.lines();
        let mut file = OpenOptions::new().create(true).write(true).truncate(false).open(path)?;
        file.set_len(whole.len() as u64)?;
        io::Seek::seek(&mut file, io::SeekFrom::End(0))?;
        match lines.next() {
            None => writeln!(file, "{provenance}")?,
            Some(line) if line == provenance => {}
            Some(line) => {
                let problem = format!("{} is of a book with other settings: {line}", path.display());
                return Err(io::Error::new(io::ErrorKind::InvalidInput, problem));
            }
        }
        Ok(Self { values: lines.filter_map(read_line).collect(), file })
    }

    pub(super) fn get(&self, key: u64) -> Option<Value> {
        self.values.get(&key).copied()
    }

    pub(super) fn add(&mut self, key: u64, value: Value) -> io::Result<()> {
        self.values.insert(key, value);
        writeln!(self.file, "{key:016x} {value}")
    }
}

fn read_line(line: &str) -> Option<(u64, Value)> {
    let (key, value) = line.split_once(' ')?;
    Some((u64::from_str_radix(key, 16).ok()?, value.parse().ok()?))
}
