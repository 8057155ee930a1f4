//! `damiera endgame cutoffs`: wins that the rulebook's move count turns into draws.

use std::io::Write;

use clap::Args;
use damiera_endgame::{CountCutoffs, MaterialClass};
use damiera_rules::{Rules, Variant, with_rules};
use serde::Serialize;

use super::TableFolderArg;
use crate::failure::Failure;
use crate::texts::say;
use crate::values::{self, PaceChoice};

/// Count the wins that are too slow for the rulebook's move count
#[derive(Args)]
#[command(
    after_help = "A position counts if one side wins without the count, but not within it, although the count begins there. Each \
row has the material, the number of positions, the moves that the slowest win needs, the limit of the count in moves by each side, \
its article, and the position of that win. Needs tables with distances.

Examples:
  damiera endgame cutoffs italian --pieces 6
  damiera endgame cutoffs international --pieces 4 --pace fast --json"
)]
pub(crate) struct EndgameCutoffsCommand {
    /// Rules to use
    #[arg(value_name = "GAME", value_parser = values::variant())]
    variant: Variant,
    /// Number of pieces on the board
    #[arg(long, value_parser = clap::value_parser!(u8).range(2..))]
    pieces: u8,
    /// Pace of the game, where the limit of the count depends on it
    #[arg(long, value_enum, default_value_t = PaceChoice::Classical)]
    pace: PaceChoice,
    /// Write one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    folder: TableFolderArg,
}

#[derive(Serialize)]
struct CutoffsJson {
    variant: &'static str,
    pieces: u8,
    positions: u64,
    classes: Vec<ClassCutoffsJson>,
}

#[derive(Serialize)]
struct ClassCutoffsJson {
    material: String,
    positions: u64,
    needs: u16,
    limit: u8,
    article: String,
    fen: String,
}

impl ClassCutoffsJson {
    /// None if the count cuts off nothing in this class.
    fn new<R: Rules>(cutoffs: &CountCutoffs<R>) -> Option<Self> {
        let (position, ruling) = cutoffs.slowest.as_ref()?;
        let running = ruling.running.as_ref()?;
        Some(Self {
            material: cutoffs.class.to_string(),
            positions: cutoffs.positions,
            needs: running.needs?.div_ceil(2),
            limit: running.limit,
            article: running.article.to_string(),
            fen: position.fen(),
        })
    }
}

impl EndgameCutoffsCommand {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let classes: Vec<ClassCutoffsJson> = with_rules!(self.variant, R => {
            let tables = self.folder.open_to::<R>(self.pieces.into())?;
            let classes = MaterialClass::with_pieces(self.pieces).into_iter();
            classes
                .filter_map(|class| tables.cutoffs(class, self.pace.into()))
                .filter_map(|cutoffs| ClassCutoffsJson::new(&cutoffs))
                .collect()
        });
        let positions = classes.iter().map(|class| class.positions).sum();
        let (variant, pieces) = (self.variant.name(), self.pieces);
        if self.json {
            serde_json::to_writer(&mut *out, &CutoffsJson { variant, pieces, positions, classes })?;
            return Ok(writeln!(out)?);
        }
        for ClassCutoffsJson { material, positions, needs, limit, article, fen } in &classes {
            writeln!(out, "{material:<8}{positions:>13}{needs:>5}{limit:>4}  {article:<12}{fen}")?;
        }
        let values = [("pieces", pieces.into()), ("positions", positions.into())];
        Ok(writeln!(out, "{}", say(self.folder.language.lang, "endgame-cutoffs", &values))?)
    }
}
