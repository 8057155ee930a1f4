//! `damiera pdn`: work with PDN files.

mod check;
mod convert;
mod find;
mod source;
mod stats;

use std::io::Write;

use clap::{Args, Subcommand};

use crate::failure::Failure;

pub(crate) use check::{ProblemJson, problem_line, report_errors};
pub(crate) use source::PdnFiles;

/// Check, convert, count and search PDN files
#[derive(Args)]
pub(crate) struct PdnCommand {
    #[command(subcommand)]
    command: PdnSubcommand,
}

#[derive(Subcommand)]
enum PdnSubcommand {
    Check(check::PdnCheckCommand),
    Convert(convert::PdnConvertCommand),
    Stats(stats::PdnStatsCommand),
    Find(find::PdnFindCommand),
}

impl PdnCommand {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        match self.command {
            PdnSubcommand::Check(command) => command.run(out),
            PdnSubcommand::Convert(command) => command.run(out),
            PdnSubcommand::Stats(command) => command.run(out),
            PdnSubcommand::Find(command) => command.run(out),
        }
    }
}
