//! Where games come from: files, standard input, plain or compressed.

use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use damiera_notation::marks::MarkConvention;
use damiera_notation::pdn::{ParsedGame, PdnReader};
use flate2::bufread::MultiGzDecoder;

use crate::failure::Failure;

/// The files to read.
#[derive(Args)]
pub(crate) struct Files {
    /// Files of games, plain or GZIP; - or nothing for standard input
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// What ?! and !? mean in the files: chess or federation (where ?! is strong in truth)
    #[arg(long, value_name = "CONVENTION", default_value_t)]
    marks: MarkConvention,
}

/// How the reading of several files went.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reading {
    All,
    SomeUnread,
}

impl Reading {
    /// A file that could not be read is a failure, once the others are done.
    pub(crate) fn into_result(self) -> Result<(), Failure> {
        match self {
            Self::All => Ok(()),
            Self::SomeUnread => Err(Failure::Said(2)),
        }
    }
}

impl Files {
    /// Whether none was named.
    pub(crate) const fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// What ?! and !? mean in them.
    pub(crate) const fn marks(&self) -> MarkConvention {
        self.marks
    }

    /// Does something with each file that can be opened, and says on standard error which cannot be read.
    pub(crate) fn each(
        &self,
        mut run: impl FnMut(&str, Games) -> Result<io::Result<()>, Failure>,
    ) -> Result<Reading, Failure> {
        if self.files.is_empty() && io::stdin().is_terminal() {
            return Err(Failure::input("name a file, or send games to standard input"));
        }
        let stdin = [PathBuf::from("-")];
        let files = if self.files.is_empty() { &stdin[..] } else { &self.files[..] };
        let mut reading = Reading::All;
        for path in files {
            let name = name(path);
            let done = match open(path) {
                Ok(stream) => run(&name, Games::new(stream, self.marks))?,
                Err(error) => Err(error),
            };
            if let Err(error) = done {
                eprintln!("damiera: {name} could not be read: {error}");
                reading = Reading::SomeUnread;
            }
        }
        Ok(reading)
    }
}

fn name(path: &Path) -> String {
    if path == Path::new("-") { "standard input".to_owned() } else { path.display().to_string() }
}

fn open(path: &Path) -> io::Result<Box<dyn Read>> {
    let plain: Box<dyn Read> =
        if path == Path::new("-") { Box::new(io::stdin().lock()) } else { Box::new(File::open(path)?) };
    let mut plain = BufReader::with_capacity(1 << 16, plain);
    let packed = plain.fill_buf()?.starts_with(&[0x1f, 0x8b]);
    Ok(if packed { Box::new(MultiGzDecoder::new(plain)) } else { Box::new(plain) })
}

/// The games of one file, with a count on the terminal while a long one is read.
pub(crate) struct Games {
    reader: PdnReader<Box<dyn Read>>,
    shown: bool,
}

/// Games between two signs of life.
const STRIDE: u64 = 20_000;

impl Games {
    fn new(stream: Box<dyn Read>, marks: MarkConvention) -> Self {
        Self { reader: PdnReader::new(stream).with_marks(marks), shown: false }
    }

    /// Does something with every game; the inner result says whether the file could be read to its end.
    pub(crate) fn for_each(
        &mut self,
        mut run: impl FnMut(&ParsedGame) -> Result<(), Failure>,
    ) -> Result<io::Result<()>, Failure> {
        let mut record = ParsedGame::default();
        loop {
            match self.read(&mut record) {
                Ok(true) => run(&record)?,
                Ok(false) => return Ok(Ok(())),
                Err(error) => return Ok(Err(error)),
            }
        }
    }

    /// The next game; false at the end.
    pub(crate) fn read(&mut self, record: &mut ParsedGame) -> io::Result<bool> {
        let more = self.reader.read(record)?;
        if more && record.number.is_multiple_of(STRIDE) && io::stderr().is_terminal() {
            self.shown = true;
            eprint!("\r{} games…", record.number);
            io::stderr().flush()?;
        }
        Ok(more)
    }
}

impl Drop for Games {
    fn drop(&mut self) {
        if self.shown {
            eprint!("\r\x1b[K");
        }
    }
}
