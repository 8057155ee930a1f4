//! `damiera endgame longest`: the wins that take longest.

use std::io::Write;

use clap::Args;
use damiera_endgame::{Class, ClassStats};
use damiera_rules::{Variant, with_rules};
use serde::Serialize;

use super::{Folder, plies};
use crate::failure::Failure;

/// Show the longest win of each class of material
#[derive(Args)]
#[command(after_help = "Examples:
  damiera endgame longest english --pieces 4
  damiera endgame longest italian --material KKvK")]
pub(crate) struct Longest {
    /// The game: english, italian, brazilian or international
    variant: Variant,
    /// Pieces on the board
    #[arg(long, required_unless_present = "material", conflicts_with = "material",
          value_parser = clap::value_parser!(u8).range(2..))]
    pieces: Option<u8>,
    /// One class, kings and men of the one side and of the other: KKvKM
    #[arg(long)]
    material: Option<Class>,
    /// Write one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    folder: Folder,
}

#[derive(Serialize)]
struct Listed {
    variant: &'static str,
    wins: Vec<Win>,
}

#[derive(Serialize)]
struct Win {
    material: String,
    dtw: u16,
    fen: String,
}

impl Longest {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let pieces = self.material.map_or(self.pieces.unwrap_or(0), Class::pieces);
        let mut wins: Vec<Win> = with_rules!(self.variant, R => {
            let tables = self.folder.open_to::<R>(pieces.into())?;
            let wanted = |class: Class| class.pieces() == pieces && self.material.is_none_or(|one| one == class);
            let win = |stats: &ClassStats<R>| {
                let fen = stats.longest?.fen();
                Some(Win { material: stats.class.to_string(), dtw: stats.dtw, fen })
            };
            tables.stats().iter().filter(|stats| wanted(stats.class)).filter_map(win).collect()
        });
        wins.sort_by_key(|win| std::cmp::Reverse(win.dtw));
        if self.json {
            serde_json::to_writer(&mut *out, &Listed { variant: self.variant.name(), wins })?;
            writeln!(out)?;
            return Ok(());
        }
        for win in &wins {
            writeln!(out, "{:<8}{:>10}  {}", win.material, plies(win.dtw), win.fen)?;
        }
        Ok(())
    }
}
