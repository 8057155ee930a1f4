//! What the disk alone takes to make something safe: no server that keeps its word can be faster.

use std::fs::File;
use std::io::{self, Seek, Write};
use std::path::Path;
use std::time::{Duration, Instant};

/// How often it is tried.
const TIMES: u64 = 200;
/// What is written each time: a page of a database.
const PAGE: usize = 4096;

/// How long single pages took to be written and made safe, in a file that has its length already as a journal has.
pub(super) fn measure(folder: &Path) -> io::Result<Vec<Duration>> {
    let path = folder.join("disk");
    let mut file = File::create(&path)?;
    file.write_all(&vec![0; PAGE * TIMES as usize])?;
    file.sync_all()?;
    file.rewind()?;
    let page = [b'x'; PAGE];
    let mut took = Vec::new();
    for _ in 0..TIMES {
        let begun = Instant::now();
        file.write_all(&page)?;
        file.sync_data()?;
        took.push(begun.elapsed());
    }
    std::fs::remove_file(path)?;
    Ok(took)
}
