//! `damiera hub`: the engine under the Hub protocol, on standard input and output.

use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};

use clap::Args;
use damiera_play::BookSource;
use damiera_protocols::hub::{HubOutput, serve};
use damiera_rules::Variant;

use crate::failure::Failure;
use crate::folders;
use crate::values;

/// Run the engine under the Hub protocol (version 2), for use by other programs
#[derive(Args)]
#[command(
    after_help = "A position has one character for the side to move and one for each playing square: 51 characters on a board of 100 \
squares, 33 on a board of 64.

Example:
  printf 'hub\\ninit\\nlevel move-time=1\\npos start\\ngo think\\n' | damiera hub --variant italian"
)]
pub(crate) struct HubCommand {
    /// Initial value of the parameter "variant"
    #[arg(long, value_name = "GAME", default_value = Variant::PROTOCOL_DEFAULT.name(), value_parser = values::variant())]
    variant: Variant,
    /// Initial value of the parameter "tables": a directory of endgame tables, or "" for none. By default the one in
    /// your data directory, where missing small tables are built in the background
    #[arg(long, value_name = "DIRECTORY", value_parser = values::folder_or_none())]
    tables: Option<PathBuf>,
    /// Initial value of the parameter "book": an opening book, "own" for the one of the program, or "" for none
    #[arg(long, value_name = "FILE", default_value = "")]
    book: BookSource,
}

impl HubCommand {
    pub(crate) fn run(self, _: &mut dyn Write) -> Result<(), Failure> {
        let (sender, lines) = channel();
        // The reading thread is not joined: a blocked read cannot be cancelled.
        std::thread::spawn(move || {
            for line in io::stdin().lock().split(b'\n').map_while(Result::ok) {
                if sender.send(String::from_utf8_lossy(&line).into_owned()).is_err() {
                    break;
                }
            }
        });
        let output: HubOutput = Arc::new(Mutex::new(io::stdout()));
        serve(self.variant, folders::table_folder(self.tables), self.book, &lines, &output)?;
        Ok(())
    }
}
