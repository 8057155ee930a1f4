//! PDN input: files or standard input, plain or compressed with gzip.

use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use damiera_game::Lang;
use damiera_notation::marks::MarkConvention;
use damiera_notation::pdn::{ParsedGame, PdnReader};
use flate2::bufread::MultiGzDecoder;

use crate::failure::Failure;
use crate::values;

/// The files to read.
#[derive(Args)]
pub(crate) struct PdnFiles {
    /// PDN files, plain or compressed with gzip; - or no file for standard input
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Meaning of ?! and !? in the files [default: the federation's (FID-IT 13.7, 13.8) in English and Italian games, as in
    /// chess in the others]
    #[arg(long, value_name = "CONVENTION", value_parser = values::marks())]
    marks: Option<MarkConvention>,
}

/// Whether all files could be read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ReadOutcome {
    All,
    SomeUnread,
}

impl ReadOutcome {
    /// A failure if a file could not be read; the others have been processed.
    pub(crate) fn into_result(self) -> Result<(), Failure> {
        match self {
            Self::All => Ok(()),
            Self::SomeUnread => Err(Failure::Reported(2)),
        }
    }
}

impl PdnFiles {
    /// Whether no file was named.
    pub(crate) const fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// The meaning of ?! and !? in the files, if it was given.
    pub(crate) const fn marks(&self) -> Option<MarkConvention> {
        self.marks
    }

    /// Calls `run` for each file, and reports on standard error those that cannot be read.
    pub(crate) fn each(
        &self,
        lang: Lang,
        mut run: impl FnMut(&str, PdnGames) -> Result<io::Result<()>, Failure>,
    ) -> Result<ReadOutcome, Failure> {
        if self.files.is_empty() && io::stdin().is_terminal() {
            return Err(Failure::input(lang.name_a_file()));
        }
        let stdin = [PathBuf::from("-")];
        let files = if self.files.is_empty() { &stdin[..] } else { &self.files[..] };
        let mut reading = ReadOutcome::All;
        for path in files {
            let name = values::file_name(path, lang);
            let done = match open(path) {
                Ok(stream) => run(&name, PdnGames::new(stream, self.marks))?,
                Err(error) => Err(error),
            };
            if let Err(error) = done {
                eprintln!("damiera: {}", lang.file_unread(&name, &error.to_string()));
                reading = ReadOutcome::SomeUnread;
            }
        }
        Ok(reading)
    }
}

fn open(path: &Path) -> io::Result<Box<dyn Read>> {
    let plain: Box<dyn Read> =
        if path == Path::new("-") { Box::new(io::stdin().lock()) } else { Box::new(File::open(path)?) };
    let mut plain = BufReader::with_capacity(1 << 16, plain);
    let packed = plain.fill_buf()?.starts_with(&[0x1f, 0x8b]);
    Ok(if packed { Box::new(MultiGzDecoder::new(plain)) } else { Box::new(plain) })
}

/// The games of one file. A long file shows a progress count on the terminal.
pub(crate) struct PdnGames {
    reader: PdnReader<Box<dyn Read>>,
    shown: bool,
}

/// Games between two updates of the progress count.
const STRIDE: u64 = 20_000;

impl PdnGames {
    fn new(stream: Box<dyn Read>, marks: Option<MarkConvention>) -> Self {
        let reader = PdnReader::new(stream);
        let reader = if let Some(marks) = marks { reader.with_marks(marks) } else { reader };
        Self { reader, shown: false }
    }

    /// Calls `run` for every game. The inner result is an error if the file cannot be read to its end.
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

    /// Reads the next game; false at the end of the file.
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

impl Drop for PdnGames {
    fn drop(&mut self) {
        if self.shown {
            eprint!("\r\x1b[K");
        }
    }
}
