//! `damiera completions`: completion scripts for shells.

use std::io::Write;

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::Cli;
use crate::failure::Failure;

/// Print a completion script for a shell
#[derive(Args)]
#[command(after_help = "Examples:
  damiera completions bash > ~/.local/share/bash-completion/completions/damiera
  damiera completions zsh > ~/.zfunc/_damiera
  damiera completions fish > ~/.config/fish/completions/damiera.fish")]
pub(crate) struct CompletionsCommand {
    /// Shell to write the script for
    shell: Shell,
}

impl CompletionsCommand {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        // Generated into memory first: the generator panics when the output is closed.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "damiera", &mut script);
        out.write_all(&script)?;
        Ok(())
    }
}
