//! `damiera endgame probe`: the value of a position and of each of its moves.

use std::io::Write;

use clap::Args;
use damiera_endgame::{CountRuling, MoveCount, RunningCount, TableRules, TableValue, Tables, Wdl};
use damiera_game::Lang;
use damiera_rules::{Move, Position, Variant, with_rules};
use serde::Serialize;

use super::{TableFolderArg, not_there, position_and_tables, sentence, value_word};
use crate::failure::Failure;
use crate::texts::{plies, say, word};
use crate::values::{self, PaceChoice};

/// Show who wins a position, in how many plies, and the value of each move
#[derive(Args)]
#[command(
    after_help = "dtw is the distance to the end of the game, dtz to the next capture or man's move, both in plies from the given
position. The value of a move is for the side that makes it.

With --count the result is by the rulebook's move count: a win that takes too long is a draw.

Examples:
  damiera endgame probe english --fen W:W6,11:B3,K25
  damiera endgame probe italian --fen W:WK18,K14:BK1 --count 35 --json"
)]
pub(crate) struct EndgameProbeCommand {
    /// Rules to use
    #[arg(value_name = "GAME", value_parser = values::variant())]
    variant: Variant,
    /// Position
    #[arg(long)]
    fen: String,
    /// Moves by each side that the rulebook's count has reached
    #[arg(long)]
    count: Option<u16>,
    /// Pace of the game, where the limit of the count depends on it
    #[arg(long, value_enum, default_value_t = PaceChoice::Classical, requires = "count")]
    pace: PaceChoice,
    /// Limit of the count set by the event, in moves by each side, where the rulebook allows it
    #[arg(long, requires = "count")]
    limit: Option<u8>,
    /// Write one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    folder: TableFolderArg,
}

#[derive(Serialize)]
struct ProbeJson {
    variant: &'static str,
    fen: String,
    value: &'static str,
    dtw: Option<u16>,
    dtz: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<ProbedCountJson>,
    moves: Vec<ProbedMoveJson>,
}

/// The rulebook's count, in moves by each side.
#[derive(Serialize)]
struct ProbedCountJson {
    /// The value without the count.
    uncounted: &'static str,
    article: Option<String>,
    limit: Option<u8>,
    needs: Option<u16>,
    left: Option<u16>,
    says: String,
}

#[derive(Serialize)]
struct ProbedMoveJson {
    notation: String,
    value: &'static str,
    dtw: Option<u16>,
    dtz: Option<u16>,
}

impl EndgameProbeCommand {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        with_rules!(self.variant, R => {
            let (position, tables) = position_and_tables::<R>(&self.folder, &self.fen)?;
            let probed = self.probe(&position, &tables)?;
            if self.json {
                serde_json::to_writer(&mut *out, &probed)?;
                writeln!(out)?;
                return Ok(());
            }
            let lang = self.folder.language.lang;
            let value = tables.probe(&position).ok_or_else(|| not_there(lang))?;
            writeln!(out, "{}", sentence(value, position.turn(), lang))?;
            if let Some(dtz) = probed.dtz.filter(|&dtz| dtz > 0) {
                writeln!(out, "{}", say(lang, "endgame-next", &[("plies", plies(lang, dtz.into()).into())]))?;
            }
            if let Some(count) = &probed.count {
                writeln!(out, "{}", count.says)?;
            }
            for m in &probed.moves {
                let number = |plies: Option<u16>| plies.map_or(String::new(), |plies| plies.to_string());
                let value = value_word(m.value, lang);
                let line = format!("  {:<12}{value:<5}{:>5}{:>5}", m.notation, number(m.dtw), number(m.dtz));
                writeln!(out, "{}", line.trim_end())?;
            }
            Ok(())
        })
    }

    fn probe<R: TableRules>(&self, position: &Position<R>, tables: &Tables<R>) -> Result<ProbeJson, Failure> {
        let lang = self.folder.language.lang;
        let not_there = || not_there(lang);
        let value = tables.probe(position).ok_or_else(not_there)?;
        let (outcome, count, moves) = if let Some(moves) = self.count {
            let count =
                MoveCount { plies: moves.saturating_mul(2), pace: self.pace.into(), limit: self.limit };
            let ruling = tables.probe_with_count(position, count).ok_or_else(not_there)?;
            let moves = tables.moves_with_count(position, count).ok_or_else(not_there)?;
            (ruling.outcome, Some(ProbedCountJson::new(&ruling, lang)), moves)
        } else {
            let moves = tables.moves(position).ok_or_else(not_there)?;
            (value.outcome(), None, moves.into_iter().map(|(m, value)| (m, value, value.outcome())).collect())
        };
        let legal: Vec<Move> = moves.iter().map(|&(m, _, _)| m).collect();
        let written = |(m, value, outcome): &(Move, TableValue, Wdl)| ProbedMoveJson {
            notation: position.notation_among(m, &legal),
            value: outcome.name(),
            dtw: value.distance().map(|distance| distance.dtw),
            dtz: value.distance().map(|distance| distance.dtz),
        };
        Ok(ProbeJson {
            variant: R::VARIANT.name(),
            fen: position.fen(),
            value: outcome.name(),
            dtw: value.distance().map(|distance| distance.dtw),
            dtz: value.distance().map(|distance| distance.dtz),
            count,
            moves: moves.iter().map(written).collect(),
        })
    }
}

impl ProbedCountJson {
    fn new(ruling: &CountRuling, lang: Lang) -> Self {
        let running = ruling.running;
        Self {
            uncounted: ruling.value.outcome().name(),
            article: running.map(|running| running.article.to_string()),
            limit: running.map(|running| running.limit),
            needs: running.and_then(|running| running.needs).map(moves_of),
            left: running.map(|running| running.left / 2),
            says: count_sentence(ruling, lang),
        }
    }
}

/// The number of moves a player makes in this many plies.
const fn moves_of(plies: u16) -> u16 {
    plies.div_ceil(2)
}

fn count_sentence(ruling: &CountRuling, lang: Lang) -> String {
    let Some(RunningCount { article, limit, left, needs }) = ruling.running else {
        return word(lang, "endgame-no-count");
    };
    let key = match needs {
        None => "endgame-count-draw",
        Some(_) if ruling.is_too_late() => "endgame-count-too-late",
        Some(_) => "endgame-count-in-time",
    };
    let values = [
        ("article", article.to_string().into()),
        ("limit", limit.into()),
        ("left", (left / 2).into()),
        ("needs", needs.map_or(0, moves_of).into()),
    ];
    say(lang, key, &values)
}
