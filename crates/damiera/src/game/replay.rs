//! `damiera game replay`: move counts, claims and results of recorded games.

use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use damiera_game::pdn::{BadRecord, ReplayedGame, pace, replay_legal_part};
use damiera_game::{Counting, DrawCount, Lang, Profile, wire};
use damiera_notation::pdn::{ParsedGame, PdnChecker, PdnProblem, PdnProblemKind, PdnReader, Severity};
use damiera_rules::{Pace, Variant};
use serde::Serialize;

use crate::failure::Failure;
use crate::pdn::{ProblemJson, problem_line};
use crate::values::{self, PaceChoice};

/// Replay recorded games and show move counts, possible claims and results
#[derive(Args)]
#[command(
    after_help = "With automatic counting a count starts as soon as the rules allow it, and its draw is declared. On request, as \
in the rulebooks, a count starts only if a player asks: a record does not show that, so draws can only be claimed.

A game with an illegal move is replayed up to it, and the others as if it were not there.

Exit code: 0 if every game was replayed to its end, 1 if not, 2 if the file cannot be read.

Examples:
  damiera game replay game.pdn
  damiera game replay game.pdn --counting on-request --json"
)]
pub(crate) struct ReplayCommand {
    /// PDN file; - for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// When king moves are counted
    #[arg(long, value_enum, default_value_t = CountingChoice::Automatic)]
    counting: CountingChoice,
    /// Pace of the games, where a count depends on it; by default that of the TimeControl tag
    #[arg(long, value_enum)]
    pace: Option<PaceChoice>,
    /// Rules to use instead of those that the file names
    #[arg(long, value_name = "GAME", value_parser = values::variant())]
    variant: Option<Variant>,
    /// Language of the texts
    #[arg(long, default_value = "en", value_parser = values::lang())]
    lang: Lang,
    /// Write one JSON object per game, each on its own line
    #[arg(long)]
    json: bool,
}

/// When king moves are counted.
#[derive(Clone, Copy, ValueEnum)]
enum CountingChoice {
    /// As soon as the rules allow it
    Automatic,
    /// When a player asks for it
    OnRequest,
}

#[derive(Serialize)]
struct ReplayJson<'a> {
    /// Its number in the file.
    game: u64,
    plies: Vec<ReplayedPlyJson>,
    end: Option<wire::WireGameEnding>,
    /// Number of recorded moves after the end of the game.
    #[serde(skip_serializing_if = "is_zero")]
    after_end: usize,
    /// Why it was not replayed to its end.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    problems: &'a [ProblemJson<'a>],
}

#[derive(Serialize)]
struct ReplayedPlyJson {
    notation: String,
    fen: String,
    counts: Vec<CountJson>,
    claims: Vec<ClaimJson>,
}

#[derive(Serialize)]
struct CountJson {
    article: String,
    made: u16,
    limit: u8,
}

#[derive(Serialize)]
struct ClaimJson {
    article: String,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the serialiser hands over a reference")]
fn is_zero(count: &usize) -> bool {
    *count == 0
}

impl ReplayCommand {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let unread =
            |error: io::Error| Failure::input(self.lang.file_unread(&self.name(), &error.to_string()));
        let text = read(&self.file).map_err(unread)?;
        let mut reader = PdnReader::new(text.as_slice());
        let (mut check, mut record) = (PdnChecker::new(self.variant), ParsedGame::default());
        let (mut games, mut illegal) = (0u64, false);
        while reader.read(&mut record).map_err(unread)? {
            let shown = self.replayed(&mut check, &record)?;
            games += 1;
            illegal |= !shown.problems.is_empty();
            if self.json { self.write_json(&shown, out)? } else { self.write_text(&shown, out)? }
        }
        if games == 0 {
            return Err(Failure::input(self.lang.no_games(&self.name())));
        }
        out.flush()?;
        if illegal { Err(Failure::Reported(1)) } else { Ok(()) }
    }

    fn name(&self) -> String {
        values::file_name(&self.file, self.lang)
    }

    /// Replays a game as far as its moves are legal.
    fn replayed(&self, check: &mut PdnChecker, record: &ParsedGame) -> Result<ShownGame, Failure> {
        let verdict = check.check(record);
        let number = record.number;
        let mut problems = verdict.problems;
        problems.retain(stops_a_replay);
        let Some(variant) = verdict.variant else {
            return Ok(ShownGame { number, replayed: None, problems });
        };
        let counting = match self.counting {
            CountingChoice::Automatic => Counting::Automatic,
            CountingChoice::OnRequest => Counting::OnRequest,
        };
        let pace = self.pace.map_or_else(|| pace(&record.game, variant).unwrap_or_default(), Pace::from);
        let profile = Profile { counting, pace, ..Profile::ONLINE };
        let replayed = match replay_legal_part(&record.game, variant, profile) {
            Ok((game, _)) => Some(game),
            Err(BadRecord::Against(_)) => None,
            Err(BadRecord::Start(terms)) => {
                let (name, game) = (self.name(), self.lang.game_number(number));
                return Err(Failure::input(format!("{name}, {game}: {}", self.lang.bad_terms(&terms))));
            }
        };
        Ok(ShownGame { number, replayed, problems })
    }

    fn end(&self, game: &ReplayedGame) -> Option<wire::WireGameEnding> {
        game.game.end().map(|end| wire::WireGameEnding::new(end, game.game.rule_set(), self.lang))
    }

    fn write_json(&self, shown: &ShownGame, out: &mut dyn Write) -> Result<(), Failure> {
        let count = |count: &DrawCount| CountJson {
            article: count.article.to_string(),
            made: count.by_each(),
            limit: count.limit,
        };
        let replayed = shown.replayed.as_ref();
        let plies = replayed.iter().flat_map(|game| &game.plies).map(|ply| ReplayedPlyJson {
            notation: ply.notation.clone(),
            fen: ply.fen.clone(),
            counts: ply.counts.iter().map(count).collect(),
            claims: ply.claims.iter().map(|claim| ClaimJson { article: claim.article.to_string() }).collect(),
        });
        let variant = replayed.map(|game| game.game.rule_set().variant);
        let problem = |problem| ProblemJson::new(shown.number, variant, problem, self.lang);
        let problems: Vec<_> = shown.problems.iter().map(problem).collect();
        let written = ReplayJson {
            game: shown.number,
            plies: plies.collect(),
            end: replayed.and_then(|game| self.end(game)),
            after_end: replayed.map_or(0, |game| game.after_end),
            problems: &problems,
        };
        serde_json::to_writer(&mut *out, &written)?;
        writeln!(out)?;
        Ok(())
    }

    fn write_text(&self, shown: &ShownGame, out: &mut dyn Write) -> Result<(), Failure> {
        let ShownGame { number, replayed, problems } = shown;
        if let Some(game) = replayed {
            writeln!(out, "{}", self.lang.replay_game(*number, game.game.rule_set().variant))?;
            self.write_plies(game, out)?;
            match self.end(game) {
                Some(end) => {
                    let article = end.article.map(|article| format!(" ({article})")).unwrap_or_default();
                    writeln!(out, "{}  {}{article}", end.result, end.text)?;
                }
                None if problems.is_empty() => writeln!(out, "*  {}", self.lang.replay_open())?,
                None => {}
            }
            if game.after_end > 0 {
                writeln!(out, "   {}", self.lang.replay_more(game.after_end))?;
            }
        }
        for problem in problems {
            writeln!(out, "{}", problem_line(&self.name(), *number, problem, self.lang))?;
        }
        Ok(())
    }

    fn write_plies(&self, game: &ReplayedGame, out: &mut dyn Write) -> Result<(), Failure> {
        for (i, ply) in game.plies.iter().enumerate() {
            write!(out, "{:>5}  {:<10}", i + 1, ply.notation)?;
            let counts =
                ply.counts.iter().map(|count| format!("{} ({})", self.lang.count(count), count.article));
            let claims = ply.claims.iter();
            let claims = claims.map(|claim| format!("{} ({})", self.lang.replay_claim(), claim.article));
            let notes: Vec<_> = counts.chain(claims).collect();
            writeln!(out, "{}", notes.join("; "))?;
        }
        Ok(())
    }
}

/// A game of the file, as far as it was replayed.
struct ShownGame {
    number: u64,
    /// None if its rules are not known or its start position is not valid.
    replayed: Option<ReplayedGame>,
    /// Why it was not replayed to its end.
    problems: Vec<PdnProblem>,
}

/// Whether a problem is an error of the main line, or the game is none that is known. Variations are not replayed.
fn stops_a_replay(problem: &PdnProblem) -> bool {
    let main_line = problem.kind.ply().is_none_or(|at| at.depth == 0);
    let error = main_line && problem.kind.severity() == Severity::Error;
    error || matches!(problem.kind, PdnProblemKind::UnknownGame(_))
}

pub(super) fn read(path: &Path) -> io::Result<Vec<u8>> {
    if path != Path::new("-") {
        return fs::read(path);
    }
    let mut text = Vec::new();
    io::stdin().lock().read_to_end(&mut text)?;
    Ok(text)
}
