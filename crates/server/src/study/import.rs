//! PDN files checked by the rules, game by game.

use damiera_game::Lang;
use damiera_notation::pdn::{
    CheckReport, GameRecord, ParsedGame, PdnChecker, PdnProblem, PdnProblemKind, PdnReader, Severity,
};
use damiera_rules::{Rules, Variant, with_rules};
use serde::Serialize;

use super::{keys, outcome_name, printed};
use crate::store::{GameSource, ImportedGame, LibraryCard, fingerprint};
use crate::texts;
use crate::work::Cancellation;

/// The largest file, in bytes.
pub(crate) const LARGEST: usize = 4 << 20;
/// The most games read from one file.
pub(crate) const MOST_GAMES: usize = 2_000;
/// The most moves of one game, variations included; far above any real game.
const LONGEST_GAME: usize = 5_000;
/// The most problems reported for one game.
const MOST_PROBLEMS: usize = 50;

/// The result of importing a file.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = Imports)]
pub(crate) struct ImportReport {
    pub(crate) games: Vec<ImportResult>,
    /// How many were kept.
    pub(crate) kept: usize,
    /// A message about the whole file.
    pub(crate) text: Option<String>,
}

/// The result for one game of the file.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = ImportedGame)]
pub(crate) struct ImportResult {
    number: u64,
    line: u32,
    /// Its name in the library, if it was kept or was there before.
    pub(crate) id: Option<String>,
    /// Whether it was in the library before, or earlier in the file; it is not kept twice.
    pub(crate) duplicate: bool,
    variant: Option<&'static str>,
    game: Option<String>,
    white: String,
    black: String,
    /// As PDN writes it.
    result: String,
    /// Who won: `white`, `black`, `draw` or `open`.
    outcome: &'static str,
    /// Half-moves that are legal.
    plies: u32,
    /// Whether it is legal from end to end.
    legal: bool,
    /// Why it was not kept.
    left_out: Option<String>,
    problems: Vec<ImportProblem>,
}

/// An error or a warning, and where it is.
#[derive(Serialize, utoipa::ToSchema)]
struct ImportProblem {
    line: u32,
    column: u32,
    ply: Option<u32>,
    /// Whether a rule is broken or something was lost.
    wrong: bool,
    text: String,
    article: Option<String>,
    due: Vec<String>,
}

/// A game to store, and its index among those read.
pub(crate) struct GameToKeep {
    pub(crate) at: usize,
    pub(crate) game: ImportedGame,
}

/// Reads a file and checks every game in it. This blocks: call it from a blocking thread.
pub(crate) fn read(
    text: &[u8],
    asked: Option<Variant>,
    now: i64,
    lang: Lang,
    cancellation: &Cancellation,
) -> (ImportReport, Vec<GameToKeep>) {
    let (mut games, mut keep) = (Vec::new(), Vec::new());
    let mut check = PdnChecker::new(asked);
    let mut more = false;
    for record in PdnReader::new(cancellation.input(text)) {
        let Ok(record) = record else { break }; // cancelled
        if games.len() == MOST_GAMES {
            more = true;
            break;
        }
        let verdict = check.check(&record);
        let (mut read, kept) = checked(&record, &verdict, now, lang);
        // Order within one file is order in the library: the first game of a file is its newest entry.
        if let Some(mut kept) = kept {
            kept.card.at -= i64::try_from(games.len()).unwrap_or_default();
            keep.push(GameToKeep { at: games.len(), game: kept });
        }
        read.problems.truncate(MOST_PROBLEMS);
        games.push(read);
    }
    let text = if games.is_empty() {
        Some(texts::text(lang, "import-no-games"))
    } else if more {
        Some(texts::say(lang, "import-too-many", &[("limit", &MOST_GAMES.to_string())]))
    } else {
        None
    };
    (ImportReport { games, kept: keep.len(), text }, keep)
}

fn checked(
    record: &ParsedGame,
    verdict: &CheckReport,
    now: i64,
    lang: Lang,
) -> (ImportResult, Option<ImportedGame>) {
    let game = &record.game;
    let left_out = left_out(record, verdict, lang);
    let tag = |name: &str| game.tags.get(name).unwrap_or_default().to_owned();
    let read = ImportResult {
        number: record.number,
        line: record.start.line,
        id: None,
        duplicate: false,
        variant: verdict.variant.map(Variant::name),
        game: verdict.variant.map(|variant| texts::text(lang, variant.name())),
        white: tag("White"),
        black: tag("Black"),
        result: game.result.text(game.result_form()).to_owned(),
        outcome: verdict.variant.map_or("open", |variant| outcome_name(game.result, variant)),
        plies: verdict.plies,
        legal: verdict.is_legal(),
        problems: verdict.problems.iter().map(|problem| import_problem(problem, lang)).collect(),
        left_out,
    };
    let variant = verdict.variant.filter(|_| read.left_out.is_none());
    let kept = variant.map(|variant| imported(game, variant, verdict.plies, now));
    (read, kept)
}

/// A record as the library keeps it.
pub(crate) fn imported(game: &GameRecord, variant: Variant, plies: u32, now: i64) -> ImportedGame {
    let mut game = game.clone();
    if game.variant() != Some(variant) {
        game.set_variant(variant);
    }
    let tag = |name: &str| game.tags.get(name).filter(|value| *value != "?").unwrap_or_default().to_owned();
    let card = LibraryCard {
        id: String::new(),
        source: GameSource::Imported,
        at: now,
        variant: variant.name().to_owned(),
        white: tag("White"),
        black: tag("Black"),
        event: tag("Event"),
        date: tag("Date"),
        outcome: outcome_name(game.result, variant).to_owned(),
        result: game.result.text(with_rules!(variant, R => R::RESULT_FORM)).to_owned(),
        plies: i64::from(plies),
        events: 0,
    };
    let pdn = printed(&game);
    ImportedGame { card, keys: keys(&game, variant), fingerprint: fingerprint(&pdn), pdn }
}

/// Why a game cannot be kept.
fn left_out(record: &ParsedGame, verdict: &CheckReport, lang: Lang) -> Option<String> {
    if verdict.variant.is_none() {
        return Some(texts::text(lang, "import-unknown-game"));
    }
    if verdict.problems.iter().any(|problem| matches!(problem.kind, PdnProblemKind::BadFen(_))) {
        return Some(texts::text(lang, "import-no-start"));
    }
    if record.locations.len() > LONGEST_GAME {
        let limit = LONGEST_GAME.to_string();
        return Some(texts::say(lang, "import-too-long", &[("limit", &limit)]));
    }
    None
}

fn import_problem(problem: &PdnProblem, lang: Lang) -> ImportProblem {
    ImportProblem {
        line: problem.location.line,
        column: problem.location.column,
        ply: problem.kind.ply().map(|at| at.ply),
        wrong: problem.kind.severity() == Severity::Error,
        text: lang.pdn_problem(&problem.kind),
        article: problem.kind.article().map(|article| article.to_string()),
        due: if let PdnProblemKind::Illegal { due, .. } = &problem.kind { due.clone() } else { Vec::new() },
    }
}
