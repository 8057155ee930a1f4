//! `damiera hub`: the engine under the Hub protocol, on standard input and output.

use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};

use clap::Args;
use damiera_protocols::hub::{Output, serve};
use damiera_rules::Variant;

use crate::failure::Failure;
use crate::folder;

/// Speak the Hub protocol (version 2), for use by other programs
#[derive(Args)]
#[command(after_help = "For 64-square games a position has 33 characters: the side to move and 32 squares.

Example:
  printf 'hub\\ninit\\nlevel move-time=1\\npos start\\ngo think\\n' | damiera hub --variant italian")]
pub(crate) struct Hub {
    /// The game at the beginning; the parameter "variant" changes it
    #[arg(long, default_value = "international")]
    variant: Variant,
    /// The folder of endgame tables, "" for none; your data folder if not given, in which small ones are made
    /// beside the first game. The parameter "tables" changes it
    #[arg(long)]
    tables: Option<PathBuf>,
}

impl Hub {
    pub(crate) fn run(self, _: &mut dyn Write) -> Result<(), Failure> {
        let (sender, lines) = channel();
        // The thread that reads is left behind at the end: a blocked read cannot be called off.
        std::thread::spawn(move || {
            for line in io::stdin().lock().split(b'\n').map_while(Result::ok) {
                if sender.send(String::from_utf8_lossy(&line).into_owned()).is_err() {
                    break;
                }
            }
        });
        let output: Output = Arc::new(Mutex::new(io::stdout()));
        serve(self.variant, folder::table_folder(self.tables), &lines, &output)?;
        Ok(())
    }
}
