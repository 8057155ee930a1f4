//! `damiera pdn`: files of games.

mod check;
mod convert;
mod find;
mod source;
mod stats;

use std::io::Write;

use clap::{Args, Subcommand};

use crate::failure::Failure;

pub(crate) use source::Files;

/// Check, convert, count and search files of games
#[derive(Args)]
pub(crate) struct Pdn {
    #[command(subcommand)]
    command: PdnCommand,
}

#[derive(Subcommand)]
enum PdnCommand {
    Check(check::Check),
    Convert(convert::Convert),
    Stats(stats::Stats),
    Find(find::Find),
}

impl Pdn {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        match self.command {
            PdnCommand::Check(command) => command.run(out),
            PdnCommand::Convert(command) => command.run(out),
            PdnCommand::Stats(command) => command.run(out),
            PdnCommand::Find(command) => command.run(out),
        }
    }
}
