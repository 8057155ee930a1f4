//! `damiera endgame probe`: the value of a position and of each of its moves.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use damiera_client::{ApiClient, ServerUrl, TrustedCertificates};
use damiera_endgame::{MoveCount, TableRules};
use damiera_game::{Lang, RuleSet};
use damiera_rules::{Position, Rules, Side, Variant, with_rules};
use damiera_server::{WireTableCount, WireTableMove, WireTableProbe};
use serde::Serialize;

use super::{TableFolderArg, not_there, sentence, value_word};
use crate::failure::Failure;
use crate::texts::{plies, say, word};
use crate::values::{self, PaceChoice};

/// Show who wins a position, in how many plies, and the value of each move
#[derive(Args)]
#[command(
    after_help = "dtw is the distance to the end of the game, dtz to the next capture or man's move, both in plies from the given \
position. The value of a move is for the side that makes it. Tables built with --wdl have no distances.

With --count the result is by the rulebook's move count: a win that takes too long is a draw. With --server the tables of a \
Damiera server are asked, and none are needed here.

Examples:
  damiera endgame probe english --fen W:W6,11:B3,K25
  damiera endgame probe italian --fen W:WK18,K14:BK1 --count 35 --json
  damiera endgame probe english --fen W:W6,11:B3,K25 --server https://dama.example.org"
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
    /// Address of a server whose tables are asked instead of those in a directory
    #[arg(long, value_name = "URL", conflicts_with = "dir")]
    server: Option<ServerUrl>,
    /// PEM file of certificates to trust besides those of the system, for a server with a private authority
    #[arg(long, value_name = "FILE", requires = "server")]
    ca: Option<PathBuf>,
    /// Write one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    folder: TableFolderArg,
}

/// A probe as it is printed: with a sentence about the count.
#[derive(Serialize)]
struct ProbeJson<'a> {
    variant: &'a str,
    fen: &'a str,
    value: &'a str,
    dtw: Option<u16>,
    dtz: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<ProbedCountJson<'a>>,
    moves: &'a [WireTableMove],
}

#[derive(Serialize)]
struct ProbedCountJson<'a> {
    #[serde(flatten)]
    count: &'a WireTableCount,
    says: String,
}

impl EndgameProbeCommand {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let lang = self.folder.language.lang;
        if let Some(limit) = self.limit {
            let check = RuleSet::of(self.variant).check_count_limit(limit);
            check.map_err(|bad| Failure::input(lang.bad_terms(&bad)))?;
        }
        let (probe, turn) = with_rules!(self.variant, R => {
            let position = Position::<R>::from_fen(&self.fen)
                .map_err(|error| Failure::input(lang.position_error(&error)))?;
            let probe = match &self.server {
                Some(server) => self.ask(server, &position)?,
                None => self.look_up(&position)?,
            };
            (probe, position.turn())
        });
        if self.count.is_some() && probe.count.is_none() {
            return Err(Failure::input(word(lang, "endgame-no-distances")));
        }
        if self.json { write_json(out, &probe, lang) } else { write_text(out, &probe, turn, lang) }
    }

    /// The answer of the tables in the directory.
    fn look_up<R: TableRules>(&self, position: &Position<R>) -> Result<WireTableProbe, Failure> {
        let tables = self.folder.open_outcomes_to::<R>(position.occupied().len())?;
        let count = self.count.map(|moves| MoveCount {
            plies: moves.saturating_mul(2),
            pace: self.pace.into(),
            limit: self.limit,
        });
        WireTableProbe::of(&tables, position, count).ok_or_else(|| not_there(self.folder.language.lang))
    }

    /// The answer of a server.
    fn ask<R: Rules>(&self, server: &ServerUrl, position: &Position<R>) -> Result<WireTableProbe, Failure> {
        let lang = self.folder.language.lang;
        let mut trusted = TrustedCertificates::default();
        if let Some(ca) = &self.ca {
            trusted = trusted.with_pem_file(ca).map_err(Failure::input)?;
        }
        let mut client = ApiClient::for_server(server.clone(), &trusted)
            .map_err(Failure::input)?
            .with("accept-language", lang.code());
        let response = tokio::runtime::Runtime::new()?
            .block_on(client.get(&self.path(position)))
            .map_err(Failure::input)?;
        if response.status != 200 {
            let text = response.json["text"].as_str().map(str::to_owned);
            let text = text.unwrap_or_else(|| format!("HTTP {}", response.status));
            return Err(Failure::input(say(lang, "endgame-server-refused", &[("text", text.into())])));
        }
        serde_json::from_value(response.json)
            .map_err(|_| Failure::input(word(lang, "endgame-server-unreadable")))
    }

    fn path<R: Rules>(&self, position: &Position<R>) -> String {
        // The FEN of a valid position has no character that a query would have to escape.
        let mut path = format!("/api/endgame?game={}&fen={}", self.variant.name(), position.fen());
        if let Some(count) = self.count {
            let pace = match self.pace {
                PaceChoice::Classical => "classical",
                PaceChoice::Fast => "fast",
            };
            path += &format!("&count={count}&pace={pace}");
        }
        if let Some(limit) = self.limit {
            path += &format!("&limit={limit}");
        }
        path
    }
}

fn write_json(out: &mut dyn Write, probe: &WireTableProbe, lang: Lang) -> Result<(), Failure> {
    let WireTableProbe { variant, fen, value, dtw, dtz, count, moves } = probe;
    let count =
        count.as_ref().map(|count| ProbedCountJson { count, says: count_sentence(count, probe, lang) });
    let printed = ProbeJson { variant, fen, value, dtw: *dtw, dtz: *dtz, count, moves };
    serde_json::to_writer(&mut *out, &printed)?;
    Ok(writeln!(out)?)
}

fn write_text(out: &mut dyn Write, probe: &WireTableProbe, turn: Side, lang: Lang) -> Result<(), Failure> {
    let uncounted = probe.count.as_ref().map_or(&probe.value, |count| &count.uncounted);
    writeln!(out, "{}", sentence(uncounted, probe.dtw, turn, lang))?;
    if let Some(dtz) = probe.dtz.filter(|&dtz| dtz > 0) {
        writeln!(out, "{}", say(lang, "endgame-next", &[("plies", plies(lang, dtz.into()).into())]))?;
    }
    if let Some(count) = &probe.count {
        writeln!(out, "{}", count_sentence(count, probe, lang))?;
    }
    for m in &probe.moves {
        let number = |plies: Option<u16>| plies.map_or(String::new(), |plies| plies.to_string());
        let value = value_word(&m.value, lang);
        let line = format!("  {:<12}{value:<5}{:>5}{:>5}", m.notation, number(m.dtw), number(m.dtz));
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

fn count_sentence(count: &WireTableCount, probe: &WireTableProbe, lang: Lang) -> String {
    let (Some(article), Some(limit), Some(left)) = (&count.article, count.limit, count.left) else {
        return word(lang, "endgame-no-count");
    };
    let key = match count.needs {
        None => "endgame-count-draw",
        Some(_) if probe.value != count.uncounted => "endgame-count-too-late",
        Some(_) => "endgame-count-in-time",
    };
    let values = [
        ("article", article.as_str().into()),
        ("limit", limit.into()),
        ("left", left.into()),
        ("needs", count.needs.unwrap_or(0).into()),
    ];
    say(lang, key, &values)
}
