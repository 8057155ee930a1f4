//! `damiera pdn check`: validates every game of PDN files.

use std::collections::HashMap;
use std::io::{self, Write};

use clap::Args;
use damiera_game::Lang;
use damiera_notation::pdn::{self, CheckReport, ParsedGame, PdnProblem, PdnProblemKind, Severity};
use damiera_rules::Variant;
use serde::Serialize;

use super::source::{PdnFiles, PdnGames};
use crate::failure::Failure;
use crate::values;

/// Replay every game and report errors and warnings with their line and column
#[derive(Args)]
#[command(after_help = "Exit code: 0 if every move is legal, 1 if not, 2 if a file cannot be read.

Examples:
  damiera pdn check games.pdn
  damiera pdn check --variant italian --json *.pdn
  damiera pdn check partite.pdn --lang it
  gzip -dc archive.pdn.gz | damiera pdn check")]
pub(crate) struct PdnCheckCommand {
    #[command(flatten)]
    files: PdnFiles,
    /// Rules to use instead of those that the files name
    #[arg(long, value_name = "GAME", value_parser = values::variant())]
    variant: Option<Variant>,
    /// Language of the messages
    #[arg(long, default_value = "en", value_parser = values::lang())]
    lang: Lang,
    /// Write one JSON object per file, each on its own line
    #[arg(long)]
    json: bool,
    /// Show every warning instead of the first few of each kind
    #[arg(long)]
    all: bool,
    /// Check the syntax only; do not replay the moves
    #[arg(long)]
    syntax: bool,
}

/// Receives the number and rules of a game and a problem found in it.
type ProblemSink<'a> = dyn FnMut(u64, Option<Variant>, &PdnProblem) -> Result<(), Failure> + 'a;

/// Totals of one file.
#[derive(Default, Serialize)]
struct CheckSummary {
    games: u64,
    legal: u64,
    errors: u64,
    warnings: u64,
}

/// A problem as JSON.
#[derive(Serialize)]
pub(crate) struct ProblemJson<'a> {
    game: u64,
    line: u32,
    column: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    ply: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
    severity: &'static str,
    kind: &'static str,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    article: Option<String>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    due: &'a [String],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    candidates: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    variant: Option<&'static str>,
}

const fn severity_name(severity: Severity) -> &'static str {
    match severity {
        Severity::Warning => "warning",
        Severity::Error => "error",
    }
}

impl<'a> ProblemJson<'a> {
    pub(crate) fn new(game: u64, variant: Option<Variant>, problem: &'a PdnProblem, lang: Lang) -> Self {
        let at = problem.kind.ply();
        let (due, candidates): (&[String], &[String]) = match &problem.kind {
            PdnProblemKind::Illegal { due, .. } => (due, &[]),
            PdnProblemKind::Ambiguous { candidates, .. } => (&[], candidates),
            _ => (&[], &[]),
        };
        Self {
            game,
            line: problem.location.line,
            column: problem.location.column,
            ply: at.map(|at| at.ply),
            depth: at.map(|at| at.depth),
            text: at.map(|at| at.text.as_str()),
            severity: severity_name(problem.kind.severity()),
            kind: problem.kind.name(),
            message: lang.pdn_problem(&problem.kind),
            article: problem.kind.article().map(|article| article.to_string()),
            due,
            candidates,
            variant: variant.map(Variant::name),
        }
    }
}

impl PdnCheckCommand {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let mut wrong = false;
        let reading = self.files.each(self.lang, |name, games| {
            let (summary, end) = if self.json {
                self.json(name, games, out)?
            } else {
                let lang = self.lang;
                let mut listing =
                    ProblemListing { out: &mut *out, name, lang, all: self.all, seen: HashMap::new() };
                let (summary, end) =
                    self.check(games, &mut |game, variant, problem| listing.show(game, variant, problem))?;
                listing.sum_up(&summary)?;
                (summary, end)
            };
            wrong |= summary.legal < summary.games || summary.errors > 0;
            out.flush()?;
            Ok(end)
        })?;
        reading.into_result()?;
        if wrong { Err(Failure::Reported(1)) } else { Ok(()) }
    }

    /// Checks the games of a file and passes every problem to `report`.
    fn check(
        &self,
        mut games: PdnGames,
        report: &mut ProblemSink<'_>,
    ) -> Result<(CheckSummary, io::Result<()>), Failure> {
        let mut checker = pdn::PdnChecker::new(self.variant);
        let (mut summary, mut record) = (CheckSummary::default(), ParsedGame::default());
        loop {
            let more = match games.read(&mut record) {
                Ok(more) => more,
                Err(error) => return Ok((summary, Err(error))),
            };
            let (variant, problems) = if more && !self.syntax {
                let verdict = checker.check(&record);
                (verdict.variant, verdict.problems)
            } else {
                (None, std::mem::take(&mut record.problems))
            };
            let is_error = |problem: &&PdnProblem| problem.kind.severity() == Severity::Error;
            let errors = problems.iter().filter(is_error).count() as u64;
            summary.errors += errors;
            summary.warnings += problems.len() as u64 - errors;
            let number = if more { record.number } else { summary.games };
            for problem in &problems {
                report(number, variant, problem)?;
            }
            if !more {
                return Ok((summary, Ok(())));
            }
            summary.games += 1;
            summary.legal += u64::from(errors == 0);
        }
    }

    /// Writes one JSON object, problem by problem.
    fn json(
        &self,
        name: &str,
        games: PdnGames,
        out: &mut dyn Write,
    ) -> Result<(CheckSummary, io::Result<()>), Failure> {
        write!(out, "{{\"file\":{},\"problems\":[", serde_json::to_string(name)?)?;
        let mut first = true;
        let (summary, end) = self.check(games, &mut |game, variant, problem| {
            write!(out, "{}", if std::mem::take(&mut first) { "" } else { "," })?;
            serde_json::to_writer(&mut *out, &ProblemJson::new(game, variant, problem, self.lang))?;
            Ok(())
        })?;
        let CheckSummary { games, legal, errors, warnings } = summary;
        write!(out, "],\"games\":{games},\"legal\":{legal},\"errors\":{errors},\"warnings\":{warnings}")?;
        if let Err(error) = &end {
            write!(out, ",\"unread\":{}", serde_json::to_string(&error.to_string())?)?;
        }
        writeln!(out, "}}")?;
        Ok((summary, end))
    }
}

/// A problem as a line that says where it is.
pub(crate) fn problem_line(name: &str, game: u64, problem: &PdnProblem, lang: Lang) -> String {
    let PdnProblem { location, kind } = problem;
    let ply = kind.ply().map(|at| format!(", {}", lang.ply_number(at))).unwrap_or_default();
    let (severity, game) = (lang.severity(kind.severity()), lang.game_number(game));
    format!("{name}:{location}: {severity}: {game}{ply}: {}", lang.pdn_problem_cited(kind))
}

/// Reports the errors of a game on standard error, where the output is a file of games.
pub(crate) fn report_errors(name: &str, verdict: &CheckReport, lang: Lang) {
    for problem in verdict.problems.iter().filter(|p| p.kind.severity() == Severity::Error) {
        eprintln!("damiera: {name}:{}: {}", problem.location, lang.pdn_problem_cited(&problem.kind));
    }
}

/// Problems as text: all errors, and the first few warnings of each kind.
struct ProblemListing<'a> {
    out: &'a mut dyn Write,
    name: &'a str,
    lang: Lang,
    all: bool,
    /// Number of warnings of each kind so far.
    seen: HashMap<&'static str, u64>,
}

/// Warnings of each kind that are shown without `--all`.
const SHOWN: u64 = 3;

impl ProblemListing<'_> {
    fn show(&mut self, game: u64, _: Option<Variant>, problem: &PdnProblem) -> Result<(), Failure> {
        let severity = problem.kind.severity();
        if severity == Severity::Warning {
            let seen = self.seen.entry(problem.kind.name()).or_default();
            *seen += 1;
            if *seen > SHOWN && !self.all {
                return Ok(());
            }
        }
        writeln!(self.out, "{}", problem_line(self.name, game, problem, self.lang))?;
        Ok(())
    }

    fn sum_up(self, summary: &CheckSummary) -> Result<(), Failure> {
        let mut more: Vec<_> = self.seen.iter().filter(|(_, count)| **count > SHOWN && !self.all).collect();
        more.sort();
        for (kind, count) in more {
            writeln!(self.out, "{}: {}", self.name, self.lang.more_warnings(count - SHOWN, kind))?;
        }
        let CheckSummary { games, legal, errors, warnings } = summary;
        let totals = self.lang.check_summary(*games, *legal, *errors, *warnings);
        writeln!(self.out, "{}: {totals}", self.name)?;
        Ok(())
    }
}
