//! `damiera game`: whole games, with their rulings.

mod replay;

use std::io::Write;

use clap::{Args, Subcommand};

use crate::failure::Failure;

/// Play games over by the whole rulebook
#[derive(Args)]
pub(crate) struct Game {
    #[command(subcommand)]
    command: GameCommand,
}

#[derive(Subcommand)]
enum GameCommand {
    Replay(replay::Replay),
}

impl Game {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        match self.command {
            GameCommand::Replay(command) => command.run(out),
        }
    }
}
