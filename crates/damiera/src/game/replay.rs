//! `damiera game replay`: the counts, claims and end of recorded games.

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

/// Play recorded games over: counts, claims and how they end
#[derive(Args)]
#[command(
    after_help = "With automatic counting the software orders the count as soon as it may and declares the draw;
on request the books' way is kept: nobody asked, so nothing is counted, and draws are there to be claimed.

Examples:
  damiera game replay game.pdn
  damiera game replay game.pdn --counting on-request --json"
)]
pub(crate) struct Replay {
    /// A file of games; - for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Who counts king moves
    #[arg(long, value_enum, default_value_t = Who::Automatic)]
    counting: Who,
    /// How fast the games are, where a count depends on it; by their TimeControl if not given
    #[arg(long, value_enum)]
    pace: Option<Speed>,
    /// The game, whatever the file says: english, italian, brazilian or international
    #[arg(long)]
    variant: Option<Variant>,
    /// The language: it, pt or en
    #[arg(long, default_value = "en")]
    lang: Lang,
    /// Write one JSON object a game, on a line of its own
    #[arg(long)]
    json: bool,
}

/// Who counts king moves.
#[derive(Clone, Copy, ValueEnum)]
enum Who {
    /// The software
    Automatic,
    /// Whoever asks
    OnRequest,
}

/// How fast a game is.
#[derive(Clone, Copy, ValueEnum)]
enum Speed {
    /// Long thinking time
    Classical,
    /// Rapid or blitz
    Fast,
}

#[derive(Serialize)]
struct Written {
    plies: Vec<WrittenPly>,
    end: Option<wire::WireGameEnding>,
    /// Moves the record goes on with after the end, where there are any.
    #[serde(skip_serializing_if = "is_zero")]
    after_end: usize,
}

#[derive(Serialize)]
struct WrittenPly {
    notation: String,
    fen: String,
    counts: Vec<WrittenCount>,
    claims: Vec<WrittenClaim>,
}

#[derive(Serialize)]
struct WrittenCount {
    article: String,
    made: u16,
    limit: u8,
}

#[derive(Serialize)]
struct WrittenClaim {
    article: String,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the serialiser hands over a reference")]
fn is_zero(count: &usize) -> bool {
    *count == 0
}

impl Replay {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let text = read(&self.file)?;
        let mut reader = PdnReader::new(text.as_slice());
        let (mut check, mut record, mut games) =
            (PdnChecker::new(self.variant), ParsedGame::default(), Vec::new());
        while reader.read(&mut record).map_err(|error| unread(&self.file, &error))? {
            games.push((record.number, self.replayed(&mut check, &record)?));
        }
        if games.is_empty() {
            return Err(Failure::input(format!("{} holds no game", name(&self.file))));
        }
        for (number, game) in &games {
            if self.json { self.write_json(game, out)? } else { self.write_text(*number, game, out)? }
        }
        Ok(())
    }

    fn replayed(&self, check: &mut PdnChecker, record: &ParsedGame) -> Result<ReplayedGame, Failure> {
        let wrong = |what: &dyn std::fmt::Display| {
            Failure::input(format!("{}, game {}: {what}", name(&self.file), record.number))
        };
        let mut problems = Vec::new();
        let variant = check.variant(record, &mut problems);
        let Some(variant) = variant else {
            return Err(wrong(&"it is none of the games known here (GameType)"));
        };
        let counting = match self.counting {
            Who::Automatic => Counting::Automatic,
            Who::OnRequest => Counting::OnRequest,
        };
        let pace = match self.pace {
            Some(Speed::Classical) => Pace::Classical,
            Some(Speed::Fast) => Pace::Fast,
            None => pace(&record.game).unwrap_or_default(),
        };
        let profile = Profile { counting, pace, ..Profile::ONLINE };
        replay(&record.game, variant, profile).map_err(|error| wrong(&error))
    }

    fn end(&self, game: &ReplayedGame) -> Option<wire::WireGameEnding> {
        game.game.end().map(|end| wire::WireGameEnding::new(end, game.game.rule_set(), self.lang))
    }

    fn write_json(&self, game: &ReplayedGame, out: &mut dyn Write) -> Result<(), Failure> {
        let count = |count: &DrawCount| WrittenCount {
            article: count.article.to_string(),
            made: count.by_each(),
            limit: count.limit,
        };
        let plies = game.plies.iter().map(|ply| WrittenPly {
            notation: ply.notation.clone(),
            fen: ply.fen.clone(),
            counts: ply.counts.iter().map(count).collect(),
            claims: ply
                .claims
                .iter()
                .map(|claim| WrittenClaim { article: claim.article.to_string() })
                .collect(),
        });
        let written = Written { plies: plies.collect(), end: self.end(game), after_end: game.after_end };
        serde_json::to_writer(&mut *out, &written)?;
        writeln!(out)?;
        Ok(())
    }

    fn write_text(&self, number: u64, game: &ReplayedGame, out: &mut dyn Write) -> Result<(), Failure> {
        writeln!(out, "game {number}, {}", game.game.rule_set().variant)?;
        for (i, ply) in game.plies.iter().enumerate() {
            write!(out, "{:>5}  {:<10}", i + 1, ply.notation)?;
            let counts =
                ply.counts.iter().map(|count| format!("{} ({})", self.lang.count(count), count.article));
            let claims = ply.claims.iter().map(|claim| format!("draw may be claimed ({})", claim.article));
            let notes: Vec<_> = counts.chain(claims).collect();
            writeln!(out, "{}", notes.join("; "))?;
        }
        match self.end(game) {
            Some(end) => {
                let article = end.article.map(|article| format!(" ({article})")).unwrap_or_default();
                writeln!(out, "{}  {}{article}", end.result, end.text)?;
            }
            None => writeln!(out, "*  the moves do not end the game")?,
        }
        if game.after_end > 0 {
            writeln!(out, "   the record goes on for {} more moves", game.after_end)?;
        }
        Ok(())
    }
}

fn name(path: &Path) -> String {
    if path == Path::new("-") { "standard input".to_owned() } else { path.display().to_string() }
}

fn unread(path: &Path, error: &io::Error) -> Failure {
    Failure::input(format!("{} could not be read: {error}", name(path)))
}

fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let mut text = Vec::new();
    if path == Path::new("-") {
        io::stdin().lock().read_to_end(&mut text).map_err(|error| unread(path, &error))?;
    } else {
        text = fs::read(path).map_err(|error| unread(path, &error))?;
    }
    Ok(text)
}
