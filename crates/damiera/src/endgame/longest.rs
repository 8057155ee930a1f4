//! `damiera endgame longest`: the longest wins.

use std::io::Write;

use clap::Args;
use damiera_endgame::{ClassStats, MaterialClass};
use damiera_rules::{Variant, with_rules};
use serde::Serialize;

use super::TableFolderArg;
use crate::failure::Failure;
use crate::texts::plies;
use crate::values;

/// Show the longest win of each material class
#[derive(Args)]
#[command(after_help = "Examples:
  damiera endgame longest english --pieces 4
  damiera endgame longest italian --material KKvK")]
pub(crate) struct EndgameLongestCommand {
    /// Rules to use
    #[arg(value_name = "GAME", value_parser = values::variant())]
    variant: Variant,
    /// Number of pieces on the board
    #[arg(long, required_unless_present = "material", conflicts_with = "material",
          value_parser = clap::value_parser!(u8).range(2..))]
    pieces: Option<u8>,
    /// One material class, such as KKvKM: two kings against a king and a man
    #[arg(long)]
    material: Option<MaterialClass>,
    /// Write one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    folder: TableFolderArg,
}

#[derive(Serialize)]
struct LongestWinsJson {
    variant: &'static str,
    wins: Vec<LongestWinJson>,
}

#[derive(Serialize)]
struct LongestWinJson {
    material: String,
    dtw: u16,
    fen: String,
}

impl EndgameLongestCommand {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let pieces = self.material.map_or(self.pieces.unwrap_or(0), MaterialClass::pieces);
        let mut wins: Vec<LongestWinJson> = with_rules!(self.variant, R => {
            let tables = self.folder.open_to::<R>(pieces.into())?;
            let wanted = |class: MaterialClass| class.pieces() == pieces && self.material.is_none_or(|one| one == class);
            let win = |stats: &ClassStats<R>| {
                let fen = stats.longest?.fen();
                Some(LongestWinJson { material: stats.class.to_string(), dtw: stats.dtw?, fen })
            };
            tables.stats().iter().filter(|stats| wanted(stats.class)).filter_map(win).collect()
        });
        wins.sort_by_key(|win| std::cmp::Reverse(win.dtw));
        if self.json {
            serde_json::to_writer(&mut *out, &LongestWinsJson { variant: self.variant.name(), wins })?;
            writeln!(out)?;
            return Ok(());
        }
        for win in &wins {
            writeln!(
                out,
                "{:<8}{:>10}  {}",
                win.material,
                plies(self.folder.language.lang, win.dtw.into()),
                win.fen
            )?;
        }
        Ok(())
    }
}
