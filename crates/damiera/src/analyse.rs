//! `damiera analyse`: the engine's evaluation of a position, or of every move of recorded games.

mod json;
mod progress;

use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use damiera_engine::{
    Engine, EngineResources, Score, ScoredLine, SearchControl, SearchLimits, SearchReport, SearchRequest,
    Weights,
};
use damiera_game::Lang;
use damiera_notation::pdn::PdnChecker;
use damiera_play::{Annotator, Chances, PlayRules, annotated_game, written_line};
use damiera_rules::{History, Position, Rules, Variant, with_rules};
use serde::Serialize;

use self::json::{ReviewedGameJson, ReviewedMoveJson};
use self::progress::{clear_progress, show_progress};
use crate::failure::Failure;
use crate::folders;
use crate::moves::position_in;
use crate::pdn::{PdnFiles, report_errors};
use crate::texts::{say, score, word};
use crate::values::{self, LangArg};

/// Show the best lines of a position, or annotate recorded games
#[derive(Args)]
#[command(
    after_help = "Scores are in men, from the point of view of the side to move. The default time is 5 seconds for a position.

With PDN files, every move is searched (by default for 0.2 seconds) and the annotated games are written: the score \
after each move from White's point of view, ? and ?? on mistakes, and the better line, marked if it is a missed shot. \
From an illegal move on, a game is copied as it is; standard error says why, and the exit code is 1.

Endgame tables make scores exact where they apply. Tables of up to four pieces are built on first use, in seconds; \
build larger ones with `damiera endgame build`.

Examples:
  damiera analyse italian --time 2
  damiera analyse brazilian --fen W:W17,21,22:B9,10,K3 --depth 20 --lines 3
  damiera analyse english --moves \"11-15 23-19\" --nodes 1000000 --json
  damiera analyse italian games.pdn --time 0.5 > annotated.pdn"
)]
pub(crate) struct AnalyseCommand {
    /// Rules to use
    #[arg(value_name = "GAME", value_parser = values::variant())]
    variant: Variant,
    #[command(flatten)]
    files: PdnFiles,
    /// Position; the initial position if omitted
    #[arg(long, conflicts_with = "files")]
    fen: Option<String>,
    /// Moves to play first, separated by spaces
    #[arg(long, default_value = "", conflicts_with = "files")]
    moves: String,
    /// Time limit in seconds
    #[arg(long, value_parser = seconds)]
    time: Option<Duration>,
    /// Depth limit in plies
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=128))]
    depth: Option<u32>,
    /// Node limit
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Number of lines to show (MultiPV)
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    lines: u16,
    /// Number of search threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Size of the transposition table in MiB
    #[arg(long, default_value_t = 64, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=1 << 16))]
    hash: u32,
    /// Directory of endgame tables, or "" for none; by default the one in your data directory
    #[arg(long, value_name = "DIRECTORY", value_parser = values::folder_or_none())]
    tables: Option<PathBuf>,
    /// Write one JSON object for the position or for each game
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    language: LangArg,
}

/// Parses a number of seconds.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "expected a number of seconds".to_owned())?;
    if seconds > 0.0 && seconds <= 1e6 {
        Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())
    } else {
        Err("expected more than 0 and at most 1000000 seconds".to_owned())
    }
}

#[derive(Serialize)]
struct AnalysisJson {
    variant: &'static str,
    fen: String,
    depth: u32,
    nodes: u64,
    seconds: f64,
    lines: Vec<LineJson>,
}

#[derive(Serialize)]
struct LineJson {
    /// In men, for the side to move.
    score: f64,
    /// Plies to a forced win (positive) or loss (negative).
    #[serde(skip_serializing_if = "Option::is_none")]
    decided_in: Option<i64>,
    /// Whether the score is proven, by an endgame table or a complete search, and not an estimate.
    exact: bool,
    win: f64,
    draw: f64,
    loss: f64,
    moves: Vec<String>,
}

impl AnalyseCommand {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        with_rules!(self.variant, R => {
            if !self.files.is_empty() {
                return self.annotate::<R>(out);
            }
            let lang = self.language.lang;
            let position = position_in::<R>(self.fen.as_deref(), lang)?;
            let game = played(position, &self.moves, lang)?;
            self.think(&game, out)
        })
    }

    /// Annotates the games.
    fn annotate<R: PlayRules>(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let engine = self.engine::<R>()?;
        let annotator = Annotator { engine: &engine, limits: self.limits(Duration::from_millis(200)) };
        let mut illegal = false;
        let reading = self.files.each(self.language.lang, |name, mut games| {
            let mut check = PdnChecker::new(Some(self.variant));
            games.for_each(|record| {
                let verdict = check.check(record);
                illegal |= !verdict.is_legal();
                report_errors(name, &verdict, self.language.lang);
                engine.forget();
                let reviews = annotator.review(&record.game, |ply, plies| {
                    show_progress(record.number, ply, plies);
                    ControlFlow::Continue(())
                });
                if self.json {
                    let moves = reviews.iter().map(ReviewedMoveJson::from).collect();
                    serde_json::to_writer(
                        &mut *out,
                        &ReviewedGameJson { file: name, game: record.number, moves },
                    )?;
                    Ok(writeln!(out)?)
                } else {
                    out.write_all(
                        annotated_game::<R>(&record.game, &reviews, |shot| self.better_text(shot))
                            .to_string()
                            .as_bytes(),
                    )?;
                    Ok(out.flush()?)
                }
            })
        })?;
        clear_progress();
        reading.into_result()?;
        if illegal { Err(Failure::Reported(1)) } else { Ok(()) }
    }

    fn engine<R: PlayRules>(&self) -> Result<Engine<R>, Failure> {
        let resources = EngineResources { threads: self.threads.into(), table_mib: self.hash as usize };
        let endgames = folders::open_tables(folders::table_folder(self.tables.clone()), self.language.lang)?;
        Ok(Engine::with(resources, Weights::learned(R::VARIANT), endgames))
    }

    fn limits(&self, default_time: Duration) -> SearchLimits {
        let limits = SearchLimits { depth: self.depth, nodes: self.nodes, time: None };
        match self.time {
            None if limits == SearchLimits::default() => SearchLimits::move_time(default_time),
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
            writeln!(out, "{}", self.language.lang.no_legal_move())?;
        } else {
            let chances = |line: &LineJson| {
                let percent = |chance: f64| ((100.0 * chance).round() as u32).into();
                let values =
                    [("win", percent(line.win)), ("draw", percent(line.draw)), ("loss", percent(line.loss))];
                say(self.language.lang, "analyse-chances", &values)
            };
            for line in &analysed(&engine, game, &report).lines {
                writeln!(out, "{:<10} {}", line.moves.first().map_or("", String::as_str), chances(line))?;
            }
        }
        Ok(())
    }

    /// What the better line of a reviewed move is, with the men that a missed shot wins.
    fn better_text(&self, shot: Option<i64>) -> String {
        match shot {
            Some(men) => say(self.language.lang, "analyse-shot", &[("men", men.into())]),
            None => word(self.language.lang, "analyse-better"),
        }
    }

    /// Prints the lines of a finished depth.
    fn show<R: PlayRules>(
        &self,
        engine: &Engine<R>,
        game: &History<R>,
        report: &SearchReport,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        for line in &report.lines {
            let moves = shown_line(engine, game.position(), line).moves.join(" ");
            let lang = self.language.lang;
            let seconds = lang.decimal(format!("{:.2}", report.elapsed.as_secs_f64()));
            let (depth, nodes) = (report.depth, report.nodes);
            let (unit, score) = (word(lang, "analyse-nodes"), score(lang, line.score()));
            writeln!(out, "{depth:>3} {seconds:>8} s {nodes:>12} {unit} {score:>12}  {moves}")?;
        }
        Ok(out.flush()?)
    }
}

/// Plays moves in notation from a position.
pub(crate) fn played<R: Rules>(
    position: Position<R>,
    moves: &str,
    lang: Lang,
) -> Result<History<R>, Failure> {
    let mut game = History::new(position);
    for text in moves.split_whitespace() {
        let m = game.position().parse_move(text).map_err(|error| {
            let why = lang.move_error(&error);
            Failure::input(say(lang, "analyse-bad-move", &[("move", text.into()), ("why", why.into())]))
        })?;
        game.push(&m);
    }
    Ok(game)
}

fn analysed<R: PlayRules>(engine: &Engine<R>, game: &History<R>, report: &SearchReport) -> AnalysisJson {
    AnalysisJson {
        variant: R::VARIANT.name(),
        fen: game.position().fen(),
        depth: report.depth,
        nodes: report.nodes,
        seconds: report.elapsed.as_secs_f64(),
        lines: report.lines.iter().map(|line| shown_line(engine, game.position(), line)).collect(),
    }
}

fn shown_line<R: PlayRules>(engine: &Engine<R>, position: &Position<R>, line: &ScoredLine) -> LineJson {
    let score = line.score();
    let decided_in = match score {
        Score::WinIn(plies) => Some(i64::from(plies)),
        Score::LossIn(plies) => Some(-i64::from(plies)),
        _ => None,
    };
    let Chances { win, draw, loss } = Chances::of(engine, score);
    let exact = !matches!(score, Score::Estimate(_));
    LineJson {
        score: score.men(),
        decided_in,
        exact,
        win,
        draw,
        loss,
        moves: written_line(position, &line.moves),
    }
}
