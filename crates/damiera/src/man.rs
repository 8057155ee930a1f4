//! `damiera man`: manual pages.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use clap::{Args, CommandFactory};

use crate::Cli;
use crate::failure::Failure;

/// Write manual pages, one for each subcommand
#[derive(Args)]
#[command(after_help = "Examples:
  damiera man ~/.local/share/man/man1
  man damiera-moves")]
pub(crate) struct ManCommand {
    /// Directory to write to; it is created if it does not exist
    #[arg(value_name = "DIRECTORY")]
    directory: PathBuf,
}

impl ManCommand {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let Self { directory } = self;
        let unwritable = |error| Failure::input(format!("cannot write to {}: {error}", directory.display()));
        fs::create_dir_all(&directory).map_err(unwritable)?;
        clap_mangen::generate_to(Cli::command(), &directory).map_err(unwritable)?;
        writeln!(out, "Manual pages are in {}", directory.display())?;
        Ok(())
    }
}
