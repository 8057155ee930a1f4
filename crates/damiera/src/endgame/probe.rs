//! `damiera endgame probe`: what a position is worth, and each of its moves.

use std::io::Write;

use clap::{Args, ValueEnum};
use damiera_endgame::{Count, Outcome, Ruling, Running, TableRules, Tables, Value};
use damiera_rules::{Move, Pace, Position, Variant, with_rules};
use serde::Serialize;

use super::{Folder, not_there, plies, position_and_tables, sentence};
use crate::failure::Failure;

/// Tell who wins a position, how fast, and what each move is worth
#[derive(Args)]
#[command(
    after_help = "dtw is plies to the end, dtz plies to the next capture or man's move. A move's value is that of
whoever makes it, its plies are counted from the position given.

With --count the answer is that of the book: a win that comes too late is a draw.

Examples:
  damiera endgame probe english --fen W:W6,11:B3,K25
  damiera endgame probe italian --fen W:WK18,K14:BK1 --count 35 --json"
)]
pub(crate) struct Probe {
    /// The game: english, italian, brazilian or international
    variant: Variant,
    /// The position
    #[arg(long)]
    fen: String,
    /// Moves by each side that the book's count has come to
    #[arg(long)]
    count: Option<u16>,
    /// How fast the game is, where the book counts differently for it
    #[arg(long, value_enum, default_value_t, requires = "count")]
    pace: GamePace,
    /// The limit in moves by each side that the event sets, where the book allows it
    #[arg(long, requires = "count")]
    limit: Option<u8>,
    /// Write one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    folder: Folder,
}

#[derive(Clone, Copy, Default, ValueEnum)]
enum GamePace {
    /// Classical time
    #[default]
    Classical,
    /// Rapid or blitz
    Fast,
}

#[derive(Serialize)]
struct Answer {
    variant: &'static str,
    fen: String,
    value: &'static str,
    dtw: Option<u16>,
    dtz: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<CountAnswer>,
    moves: Vec<MoveAnswer>,
}

/// The book's count, in moves by each side.
#[derive(Serialize)]
struct CountAnswer {
    /// The value if nobody counted.
    uncounted: &'static str,
    article: Option<String>,
    limit: Option<u8>,
    needs: Option<u16>,
    left: Option<u16>,
    says: String,
}

#[derive(Serialize)]
struct MoveAnswer {
    notation: String,
    value: &'static str,
    dtw: Option<u16>,
    dtz: Option<u16>,
}

impl Probe {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        with_rules!(self.variant, R => {
            let (position, tables) = position_and_tables::<R>(&self.folder, &self.fen)?;
            let answer = self.answer(&position, &tables)?;
            if self.json {
                serde_json::to_writer(&mut *out, &answer)?;
                writeln!(out)?;
                return Ok(());
            }
            let value = tables.probe(&position).ok_or_else(not_there)?;
            writeln!(out, "{}", sentence(value, position.turn()))?;
            if let Some(dtz) = answer.dtz.filter(|&dtz| dtz > 0) {
                writeln!(out, "the next capture or man's move comes within {}", plies(dtz))?;
            }
            if let Some(count) = &answer.count {
                writeln!(out, "{}", count.says)?;
            }
            for m in &answer.moves {
                let number = |plies: Option<u16>| plies.map_or(String::new(), |plies| plies.to_string());
                let line = format!("  {:<12}{:<5}{:>5}{:>5}", m.notation, m.value, number(m.dtw), number(m.dtz));
                writeln!(out, "{}", line.trim_end())?;
            }
            Ok(())
        })
    }

    fn answer<R: TableRules>(&self, position: &Position<R>, tables: &Tables<R>) -> Result<Answer, Failure> {
        let value = tables.probe(position).ok_or_else(not_there)?;
        let (outcome, count, moves) = if let Some(moves) = self.count {
            let pace = match self.pace {
                GamePace::Classical => Pace::Classical,
                GamePace::Fast => Pace::Fast,
            };
            let count = Count { plies: moves.saturating_mul(2), pace, limit: self.limit };
            let ruling = tables.probe_with_count(position, count).ok_or_else(not_there)?;
            let moves = tables.moves_with_count(position, count).ok_or_else(not_there)?;
            (ruling.outcome, Some(CountAnswer::new(&ruling)), moves)
        } else {
            let moves = tables.moves(position).ok_or_else(not_there)?;
            (value.outcome(), None, moves.into_iter().map(|(m, value)| (m, value, value.outcome())).collect())
        };
        let legal: Vec<Move> = moves.iter().map(|&(m, _, _)| m).collect();
        let written = |(m, value, outcome): &(Move, Value, Outcome)| MoveAnswer {
            notation: position.notation_among(m, &legal),
            value: outcome.name(),
            dtw: value.distance().map(|distance| distance.dtw),
            dtz: value.distance().map(|distance| distance.dtz),
        };
        Ok(Answer {
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

impl CountAnswer {
    fn new(ruling: &Ruling) -> Self {
        let running = ruling.running;
        Self {
            uncounted: ruling.value.outcome().name(),
            article: running.map(|running| running.article.to_string()),
            limit: running.map(|running| running.limit),
            needs: running.and_then(|running| running.needs).map(moves_of),
            left: running.map(|running| running.left / 2),
            says: says(ruling),
        }
    }
}

/// Moves that so many plies take a player.
const fn moves_of(plies: u16) -> u16 {
    plies.div_ceil(2)
}

fn says(ruling: &Ruling) -> String {
    let Some(Running { article, limit, left, needs }) = ruling.running else {
        return "the book does not count here".to_owned();
    };
    let left = left / 2;
    match needs {
        None => {
            format!("a draw with or without the count ({article}: {limit} moves by each side, {left} left)")
        }
        Some(needs) if ruling.is_too_late() => format!(
            "too late, a draw by the book: it needs {}, has {left} left ({article}: {limit} moves by each side)",
            moves_of(needs)
        ),
        Some(needs) => {
            format!(
                "in time: it needs {}, has {left} left ({article}: {limit} moves by each side)",
                moves_of(needs)
            )
        }
    }
}
