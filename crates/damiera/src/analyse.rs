//! `damiera analyse`: the engine's view of a position, or of whole games.

mod json;
mod progress;

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use damiera_engine::{
    Engine, EngineResources, Score, ScoredLine, SearchControl, SearchLimits, SearchReport, SearchRequest,
    Weights,
};
use damiera_play::{Annotator, Chances, PlayRules, annotated_game, written_line};
use damiera_rules::{History, Position, Rules, Variant, with_rules};
use serde::Serialize;

use self::json::{GameJson, MoveJson};
use self::progress::{clear_progress, show_progress};
use crate::failure::Failure;
use crate::folder;
use crate::moves::position_or_start;
use crate::pdn::Files;

/// Show the best lines of a position, or what each move of whole games was worth
#[derive(Args)]
#[command(after_help = "Scores are in men, for the side to move. Without a limit it thinks five seconds.

With files of games each move is looked at for 0.2 seconds, or as long as you say, and the games are written with what
was found: the score after each move (for White), ? and ?? on moves that throw points away, and the better line, with a
word where it is a shot.

Endgame tables are used where they reach; the answer is then exact. Those of up to four pieces are made in your data folder
the first time, in seconds; make larger ones with `damiera endgame build`.

Examples:
  damiera analyse italian --time 2
  damiera analyse brazilian --fen W:W17,21,22:B9,10,K3 --depth 20 --lines 3
  damiera analyse english --moves \"11-15 23-19\" --nodes 1000000 --json
  damiera analyse italian games.pdn --time 0.5 > annotated.pdn")]
pub(crate) struct Analyse {
    /// The game: english, italian, brazilian or international
    variant: Variant,
    #[command(flatten)]
    files: Files,
    /// The position; the start of the game if not given
    #[arg(long, conflicts_with = "files")]
    fen: Option<String>,
    /// Moves played from there, with spaces between
    #[arg(long, default_value = "", conflicts_with = "files")]
    moves: String,
    /// Seconds to think
    #[arg(long, value_parser = seconds)]
    time: Option<Duration>,
    /// Plies to look ahead
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=128))]
    depth: Option<u32>,
    /// Positions to look at
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// How many lines to show
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    lines: u16,
    /// Search with so many threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Remember positions in so many MiB
    #[arg(long, default_value_t = 64, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=1 << 16))]
    hash: u32,
    /// The folder of endgame tables, "" for none; your data folder if not given
    #[arg(long, value_name = "FOLDER")]
    tables: Option<PathBuf>,
    /// Write JSON, one object for the position or for each game
    #[arg(long)]
    json: bool,
}

/// A number of seconds a person gave.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "it should be a number of seconds".to_owned())?;
    if seconds > 0.0 && seconds <= 1e6 {
        Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())
    } else {
        Err("it should be more than nothing and at most a million seconds".to_owned())
    }
}

#[derive(Serialize)]
struct Analysed {
    variant: &'static str,
    fen: String,
    depth: u32,
    nodes: u64,
    seconds: f64,
    lines: Vec<ShownLine>,
}

#[derive(Serialize)]
struct ShownLine {
    /// In men, for the side to move.
    score: f64,
    /// Plies to a forced win (positive) or loss (negative).
    #[serde(skip_serializing_if = "Option::is_none")]
    decided_in: Option<i64>,
    /// Whether a table or a complete search says so, not an estimate.
    exact: bool,
    win: f64,
    draw: f64,
    loss: f64,
    moves: Vec<String>,
}

impl Analyse {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        with_rules!(self.variant, R => {
            if !self.files.is_empty() {
                return self.annotate::<R>(out);
            }
            let position = position_or_start::<R>(self.fen.as_deref())?;
            let game = played(position, &self.moves)?;
            self.think(&game, out)
        })
    }

    /// What each move of the games was worth.
    fn annotate<R: PlayRules>(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let engine = self.engine::<R>()?;
        let annotator = Annotator { engine: &engine, limits: self.limits(Duration::from_millis(200)) };
        let reading = self.files.each(|name, mut games| {
            games.for_each(|record| {
                engine.forget();
                let reviews = annotator.review(record, |ply, plies| show_progress(record.number, ply, plies));
                if self.json {
                    let moves = reviews.iter().map(MoveJson::from).collect();
                    serde_json::to_writer(&mut *out, &GameJson { file: name, game: record.number, moves })?;
                    Ok(writeln!(out)?)
                } else {
                    out.write_all(annotated_game::<R>(&record.game, &reviews).to_string().as_bytes())?;
                    Ok(out.flush()?)
                }
            })
        })?;
        clear_progress();
        reading.into_result()
    }

    fn engine<R: PlayRules>(&self) -> Result<Engine<R>, Failure> {
        let resources = EngineResources { threads: self.threads.into(), table_mib: self.hash as usize };
        let endgames = folder::open_tables(folder::table_folder(self.tables.clone()))?;
        Ok(Engine::with(resources, Arc::new(Weights::learned(R::VARIANT)), endgames))
    }

    fn limits(&self, patience: Duration) -> SearchLimits {
        let limits = SearchLimits { depth: self.depth, nodes: self.nodes, time: None };
        match self.time {
            None if limits == SearchLimits::default() => SearchLimits::move_time(patience),
            None => limits,
            Some(time) => limits.within(SearchLimits::move_time(time)),
        }
    }

    fn think<R: PlayRules>(&self, game: &History<R>, out: &mut dyn Write) -> Result<(), Failure> {
        let engine = self.engine::<R>()?;
        let lines = usize::from(self.lines);
        let question =
            SearchRequest { lines, ..SearchRequest::best(game, self.limits(Duration::from_secs(5))) };
        let mut written = Ok(());
        let report = engine.think(&question, &SearchControl::default(), |report| {
            if !self.json && written.is_ok() {
                written = self.show(&engine, game, report, out);
            }
        });
        written?;
        if self.json {
            serde_json::to_writer(&mut *out, &analysed(&engine, game, &report))?;
            writeln!(out)?;
        } else if report.lines.is_empty() {
            writeln!(out, "no legal move: the side to move has lost")?;
        } else {
            let chances = |line: &ShownLine| {
                let percent = |chance: f64| (100.0 * chance).round() as u32;
                format!(
                    "win {}%, draw {}%, loss {}%",
                    percent(line.win),
                    percent(line.draw),
                    percent(line.loss)
                )
            };
            for line in &analysed(&engine, game, &report).lines {
                writeln!(out, "{:<10} {}", line.moves.first().map_or("", String::as_str), chances(line))?;
            }
        }
        Ok(())
    }

    /// One finished depth, as it comes.
    fn show<R: PlayRules>(
        &self,
        engine: &Engine<R>,
        game: &History<R>,
        report: &SearchReport,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        for line in &report.lines {
            let moves = shown_line(engine, game.position(), line).moves.join(" ");
            let (depth, seconds, nodes) = (report.depth, report.elapsed.as_secs_f64(), report.nodes);
            writeln!(
                out,
                "{depth:>3} {seconds:>8.2} s {nodes:>12} nodes {:>12}  {moves}",
                line.score().to_string()
            )?;
        }
        Ok(out.flush()?)
    }
}

/// A game from a position by moves as they are written.
pub(crate) fn played<R: Rules>(position: Position<R>, moves: &str) -> Result<History<R>, Failure> {
    let mut game = History::new(position);
    for text in moves.split_whitespace() {
        let m = game
            .position()
            .parse_move(text)
            .map_err(|error| Failure::input(format!("the move {text} cannot be played: {error}")))?;
        game.push(&m);
    }
    Ok(game)
}

fn analysed<R: PlayRules>(engine: &Engine<R>, game: &History<R>, report: &SearchReport) -> Analysed {
    Analysed {
        variant: R::VARIANT.name(),
        fen: game.position().fen(),
        depth: report.depth,
        nodes: report.nodes,
        seconds: report.elapsed.as_secs_f64(),
        lines: report.lines.iter().map(|line| shown_line(engine, game.position(), line)).collect(),
    }
}

fn shown_line<R: PlayRules>(engine: &Engine<R>, position: &Position<R>, line: &ScoredLine) -> ShownLine {
    let score = line.score();
    let decided_in = match score {
        Score::WinIn(plies) => Some(i64::from(plies)),
        Score::LossIn(plies) => Some(-i64::from(plies)),
        _ => None,
    };
    let Chances { win, draw, loss } = Chances::of(engine, score);
    let exact = !matches!(score, Score::Estimate(_));
    ShownLine {
        score: score.men(),
        decided_in,
        exact,
        win,
        draw,
        loss,
        moves: written_line(position, &line.moves),
    }
}
