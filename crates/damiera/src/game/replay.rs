//! `damiera game replay`: move counts, claims and results of recorded games.

use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use damiera_game::pdn::{ReplayedGame, pace, replay};
use damiera_game::{Counting, DrawCount, Lang, Profile, wire};
use damiera_notation::pdn::{ParsedGame, PdnChecker, PdnReader};
use damiera_rules::{Pace, Variant};
use serde::Serialize;

use crate::failure::Failure;
use crate::values::{self, PaceChoice};

/// Replay recorded games and show move counts, possible claims and results
#[derive(Args)]
#[command(
    after_help = "With automatic counting a count starts as soon as the rules allow it, and its draw is declared. On request, as
in the rulebooks, a count starts only if a player asks: a record does not show that, so draws can only be claimed.

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
struct ReplayJson {
    plies: Vec<ReplayedPlyJson>,
    end: Option<wire::WireGameEnding>,
    /// Number of recorded moves after the end of the game.
    #[serde(skip_serializing_if = "is_zero")]
    after_end: usize,
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
        let (mut check, mut record, mut games) =
            (PdnChecker::new(self.variant), ParsedGame::default(), Vec::new());
        while reader.read(&mut record).map_err(unread)? {
            games.push((record.number, self.replayed(&mut check, &record)?));
        }
        if games.is_empty() {
            return Err(Failure::input(self.lang.no_games(&self.name())));
        }
        for (number, game) in &games {
            if self.json { self.write_json(game, out)? } else { self.write_text(*number, game, out)? }
        }
        Ok(())
    }

    fn name(&self) -> String {
        values::file_name(&self.file, self.lang)
    }

    fn replayed(&self, check: &mut PdnChecker, record: &ParsedGame) -> Result<ReplayedGame, Failure> {
        let wrong = |what: String| {
            Failure::input(format!("{}, {}: {what}", self.name(), self.lang.game_number(record.number)))
        };
        let mut problems = Vec::new();
        let variant = check.variant(record, &mut problems);
        let Some(variant) = variant else {
            return Err(wrong(self.lang.unsupported_game()));
        };
        let counting = match self.counting {
            CountingChoice::Automatic => Counting::Automatic,
            CountingChoice::OnRequest => Counting::OnRequest,
        };
        let pace = self.pace.map_or_else(|| pace(&record.game, variant).unwrap_or_default(), Pace::from);
        let profile = Profile { counting, pace, ..Profile::ONLINE };
        replay(&record.game, variant, profile).map_err(|error| wrong(self.lang.bad_record(&error)))
    }

    fn end(&self, game: &ReplayedGame) -> Option<wire::WireGameEnding> {
        game.game.end().map(|end| wire::WireGameEnding::new(end, game.game.rule_set(), self.lang))
    }

    fn write_json(&self, game: &ReplayedGame, out: &mut dyn Write) -> Result<(), Failure> {
        let count = |count: &DrawCount| CountJson {
            article: count.article.to_string(),
            made: count.by_each(),
            limit: count.limit,
        };
        let plies = game.plies.iter().map(|ply| ReplayedPlyJson {
            notation: ply.notation.clone(),
            fen: ply.fen.clone(),
            counts: ply.counts.iter().map(count).collect(),
            claims: ply.claims.iter().map(|claim| ClaimJson { article: claim.article.to_string() }).collect(),
        });
        let written = ReplayJson { plies: plies.collect(), end: self.end(game), after_end: game.after_end };
        serde_json::to_writer(&mut *out, &written)?;
        writeln!(out)?;
        Ok(())
    }

    fn write_text(&self, number: u64, game: &ReplayedGame, out: &mut dyn Write) -> Result<(), Failure> {
        writeln!(out, "{}", self.lang.replay_game(number, game.game.rule_set().variant))?;
        for (i, ply) in game.plies.iter().enumerate() {
            write!(out, "{:>5}  {:<10}", i + 1, ply.notation)?;
            let counts =
                ply.counts.iter().map(|count| format!("{} ({})", self.lang.count(count), count.article));
            let claims = ply.claims.iter();
            let claims = claims.map(|claim| format!("{} ({})", self.lang.replay_claim(), claim.article));
            let notes: Vec<_> = counts.chain(claims).collect();
            writeln!(out, "{}", notes.join("; "))?;
        }
        match self.end(game) {
            Some(end) => {
                let article = end.article.map(|article| format!(" ({article})")).unwrap_or_default();
                writeln!(out, "{}  {}{article}", end.result, end.text)?;
            }
            None => writeln!(out, "*  {}", self.lang.replay_open())?,
        }
        if game.after_end > 0 {
            writeln!(out, "   {}", self.lang.replay_more(game.after_end))?;
        }
        Ok(())
    }
}

pub(super) fn read(path: &Path) -> io::Result<Vec<u8>> {
    if path != Path::new("-") {
        return fs::read(path);
    }
    let mut text = Vec::new();
    io::stdin().lock().read_to_end(&mut text)?;
    Ok(text)
}
