//! `damiera pdn stats`: statistics of PDN files.

use std::collections::{BTreeMap, HashMap};
use std::io::Write;

use clap::Args;
use damiera_game::Lang;
use damiera_notation::pdn::{MoveText, ParsedGame, PdnResult};
use damiera_rules::Variant;
use serde::Serialize;

use super::source::PdnFiles;
use crate::failure::Failure;
use crate::texts::{say, word};
use crate::values::LangArg;

/// Count results, game lengths and first moves
#[derive(Args)]
#[command(after_help = "Moves are counted as they are written; `damiera pdn check` replays them.

Examples:
  damiera pdn stats games.pdn
  damiera pdn stats --json a.pdn b.pdn.gz")]
pub(crate) struct PdnStatsCommand {
    #[command(flatten)]
    files: PdnFiles,
    /// Number of first moves to show
    #[arg(long, default_value_t = 10)]
    top: usize,
    /// Write one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    language: LangArg,
}

/// The kind of games without a GameType.
const UNSPECIFIED: &str = "unspecified";

#[derive(Default)]
struct PdnTally {
    games: u64,
    games_by_type: BTreeMap<String, u64>,
    results: [u64; 5],
    plies: u64,
    shortest: Option<usize>,
    longest: Option<usize>,
    from_positions: u64,
    first_moves: HashMap<MoveText, u64>,
}

#[derive(Serialize)]
struct PdnStatsJson {
    games: u64,
    game_types: BTreeMap<String, u64>,
    from_positions: u64,
    results: ResultsJson,
    plies: LengthsJson,
    first_moves: Vec<FirstMoveJson>,
}

/// Results by the side that moves first, as PDN writes them.
#[derive(Serialize)]
struct ResultsJson {
    first_wins: u64,
    draws: u64,
    second_wins: u64,
    both_lose: u64,
    unknown: u64,
}

#[derive(Serialize)]
struct LengthsJson {
    total: u64,
    shortest: usize,
    mean: f64,
    longest: usize,
}

#[derive(Serialize)]
struct FirstMoveJson {
    #[serde(rename = "move")]
    text: String,
    games: u64,
}

impl PdnStatsCommand {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let mut count = PdnTally::default();
        let reading = self.files.each(self.language.lang, |_, mut games| {
            games.for_each(|record| {
                count.add(record);
                Ok(())
            })
        })?;
        let unread = reading.into_result();
        if unread.is_err() && count.games == 0 {
            return unread;
        }
        let counted = count.counted(self.top);
        if self.json {
            serde_json::to_writer(&mut *out, &counted)?;
            writeln!(out)?;
        } else {
            show(&counted, self.language.lang, out)?;
        }
        unread
    }
}

impl PdnTally {
    fn add(&mut self, record: &ParsedGame) {
        let game = &record.game;
        self.games += 1;
        let kind = match game.tags.get("GameType") {
            None => UNSPECIFIED,
            Some(text) => game.variant().map_or(text, |variant| variant.name()),
        };
        match self.games_by_type.get_mut(kind) {
            Some(count) => *count += 1,
            None => {
                self.games_by_type.insert(kind.to_owned(), 1);
            }
        }
        self.results[game.result as usize] += 1;
        let length = game.main_line.moves().count();
        self.plies += length as u64;
        self.shortest = Some(self.shortest.map_or(length, |shortest| shortest.min(length)));
        self.longest = self.longest.max(Some(length));
        if game.fen().is_some() {
            self.from_positions += 1;
        } else if let Some(first) = game.main_line.moves().next() {
            match self.first_moves.get_mut(first) {
                Some(count) => *count += 1,
                None => {
                    self.first_moves.insert(first.clone(), 1);
                }
            }
        }
    }

    fn counted(self, top: usize) -> PdnStatsJson {
        let result = |outcome: PdnResult| self.results[outcome as usize];
        let mut first_moves: Vec<FirstMoveJson> = self
            .first_moves
            .iter()
            .map(|(text, &games)| FirstMoveJson { text: text.to_string(), games })
            .collect();
        first_moves.sort_by(|a, b| b.games.cmp(&a.games).then_with(|| a.text.cmp(&b.text)));
        first_moves.truncate(top);
        let mean = if self.games == 0 { 0.0 } else { self.plies as f64 / self.games as f64 };
        PdnStatsJson {
            games: self.games,
            results: ResultsJson {
                first_wins: result(PdnResult::FirstWins),
                draws: result(PdnResult::Draw),
                second_wins: result(PdnResult::SecondWins),
                both_lose: result(PdnResult::BothLose),
                unknown: result(PdnResult::Unknown),
            },
            plies: LengthsJson {
                total: self.plies,
                shortest: self.shortest.unwrap_or(0),
                mean: (mean * 10.0).round() / 10.0,
                longest: self.longest.unwrap_or(0),
            },
            game_types: self.games_by_type,
            from_positions: self.from_positions,
            first_moves,
        }
    }
}

fn show(counted: &PdnStatsJson, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
    let label = |key: &str| word(lang, key);
    let share = |count: u64| match counted.games {
        0 => String::new(),
        games => lang.decimal(format!("{:5.1} %", 100.0 * count as f64 / games as f64)),
    };
    writeln!(out, "{:<16}{:>9}", label("stats-games"), counted.games)?;
    for (kind, count) in &counted.game_types {
        let kind = game_label(kind, lang);
        writeln!(out, "  {kind:<14}{count:>9}  {}", share(*count))?;
    }
    if counted.from_positions > 0 {
        let (name, count) = (label("stats-from-position"), counted.from_positions);
        writeln!(out, "  {name:<16}{count:>7}  {}", share(count))?;
    }
    writeln!(out, "{}", label("stats-results"))?;
    let results = &counted.results;
    for (key, count) in [
        ("stats-first-wins", results.first_wins),
        ("stats-draw", results.draws),
        ("stats-second-wins", results.second_wins),
        ("stats-both-lose", results.both_lose),
        ("stats-unknown", results.unknown),
    ] {
        if count > 0 {
            let name = label(key);
            writeln!(out, "  {name:<14}{count:>9}  {}", share(count))?;
        }
    }
    let LengthsJson { total, shortest, mean, longest } = &counted.plies;
    let values = [
        ("shortest", (*shortest).into()),
        ("mean", lang.decimal(format!("{mean:.1}")).into()),
        ("longest", (*longest).into()),
    ];
    let lengths = say(lang, "stats-lengths", &values);
    writeln!(out, "{:<16}{total:>9}  {lengths}", label("stats-plies"))?;
    if !counted.first_moves.is_empty() {
        writeln!(out, "{}", label("stats-first-moves"))?;
    }
    for FirstMoveJson { text, games } in &counted.first_moves {
        writeln!(out, "  {text:<14}{games:>9}  {}", share(*games))?;
    }
    Ok(())
}

/// The name of a kind of games; a GameType that is not known stays as it is written.
fn game_label(kind: &str, lang: Lang) -> String {
    match kind.parse::<Variant>() {
        Ok(variant) => word(lang, &format!("stats-game-{}", variant.name())),
        Err(_) if kind == UNSPECIFIED => word(lang, "stats-unspecified"),
        Err(_) => kind.to_owned(),
    }
}
