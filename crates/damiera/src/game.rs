//! `damiera game`: recorded games and the rulings on them.

mod card;
mod replay;

use std::io::Write;

use clap::{Args, Subcommand};

use crate::failure::Failure;

/// Apply the whole rulebook to recorded games
#[derive(Args)]
pub(crate) struct GameCommand {
    #[command(subcommand)]
    command: GameSubcommand,
}

#[derive(Subcommand)]
enum GameSubcommand {
    Replay(replay::ReplayCommand),
    Card(card::CardCommand),
}

impl GameCommand {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        match self.command {
            GameSubcommand::Replay(command) => command.run(out),
            GameSubcommand::Card(command) => command.run(out),
        }
    }
}
