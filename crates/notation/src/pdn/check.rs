//! Checks the games of a file against the rules.

use damiera_rules::{Rules, Variant, with_rules};

use super::game::GameRecord;
use super::game_type::{BadGameType, GameType};
use super::problem::{PdnProblem, PdnProblemKind, Severity, SourceLocation};
use super::record::ParsedGame;
use super::replay::{PdnReplay, replay};
use super::result::PdnResult;
use super::time_control::{BadTimeControl, TimeControl};

/// Checks the games of one file, one after the other.
#[derive(Clone, Debug, Default)]
pub struct PdnChecker {
    /// The variant to assume regardless of the file.
    asked: Option<Variant>,
    /// The variant of the previous games.
    last: Option<Variant>,
}

/// The result of checking a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckReport {
    /// The variant; `None` if it is unknown.
    pub variant: Option<Variant>,
    /// Half-moves of the game itself that are legal.
    pub plies: u32,
    /// All problems, in the order of the text.
    pub problems: Vec<PdnProblem>,
}

impl CheckReport {
    /// Whether there are no errors; there may be warnings.
    #[must_use]
    pub fn is_legal(&self) -> bool {
        self.problems.iter().all(|problem| problem.kind.severity() == Severity::Warning)
    }
}

impl PdnChecker {
    /// A checker for the variant given, or else for the variant of each game.
    #[must_use]
    pub fn new(asked: Option<Variant>) -> Self {
        Self { asked, last: None }
    }

    /// Replays a game and lists its problems.
    pub fn check(&mut self, record: &ParsedGame) -> CheckReport {
        let mut problems = record.problems.clone();
        let variant = self.variant(record, &mut problems);
        let mut plies = 0;
        if let Some(variant) = variant {
            plies = with_rules!(variant, R => {
                let replayed = replay::<R>(&record.game, |_| {});
                against_rules(record, &replayed, &mut problems);
                replayed.plies
            });
        }
        if let Some(text) = record.game.tags.get("TimeControl")
            && let Err(BadTimeControl) = text.parse::<TimeControl>()
        {
            let location = record.tag_location("TimeControl");
            problems.push(PdnProblem { location, kind: PdnProblemKind::BadTimeControl(text.to_owned()) });
        }
        problems.sort_by_key(|problem| problem.location);
        CheckReport { variant, plies, problems }
    }

    /// Which game a record is of, by what was asked, by its tag, or else by its moves.
    pub fn variant(&mut self, record: &ParsedGame, problems: &mut Vec<PdnProblem>) -> Option<Variant> {
        let location = record.tag_location("GameType");
        let mut note = |kind| problems.push(PdnProblem { location, kind });
        let said = record.game.tags.get("GameType").map(|text| (text, text.parse::<GameType>()));
        let by_tag = match said {
            Some((text, Ok(game_type))) => {
                if !game_type.is_standard() {
                    note(PdnProblemKind::OddGameType(text.to_owned()));
                }
                match game_type.variant() {
                    None if self.asked.is_none() => {
                        note(PdnProblemKind::UnknownGame(game_type.number));
                        return None;
                    }
                    known => known,
                }
            }
            Some((text, Err(BadGameType))) => {
                note(PdnProblemKind::BadGameType(text.to_owned()));
                None
            }
            None => None,
        };
        let variant = match (self.asked, by_tag) {
            (Some(asked), said) => {
                if let Some(said) = said.filter(|&said| said != asked) {
                    note(PdnProblemKind::OtherGame { said, read_as: asked });
                }
                asked
            }
            (None, Some(said)) => said,
            (None, None) => {
                let (read_as, others) = by_moves(&record.game, self.last);
                // A position alone, or a few moves that fit several games, say little of the next.
                if others.is_empty() && record.game.main_line.moves().next().is_some() {
                    self.last = Some(read_as);
                }
                note(PdnProblemKind::GameTypeMissing { read_as, others });
                return Some(read_as);
            }
        };
        self.last = Some(variant);
        Some(variant)
    }
}

/// The game whose rules let the moves be played, and the others that do as well. If none does, it is likely
/// the variant of the previous games, or else the one that replays most moves.
fn by_moves(game: &GameRecord, last: Option<Variant>) -> (Variant, Vec<Variant>) {
    let played = |variant: Variant| {
        with_rules!(variant, R => {
            let replayed = replay::<R>(game, |_| {});
            (replayed.complete, replayed.plies, replayed.last.is_some())
        })
    };
    let all: Vec<_> = Variant::ALL.iter().map(|&variant| (variant, played(variant))).collect();
    let best = all.iter().map(|(_, fit)| *fit).max().unwrap_or_default();
    let mut fitting: Vec<Variant> =
        all.into_iter().filter(|(_, fit)| *fit == best).map(|(variant, _)| variant).collect();
    let whole = best.0;
    let at = fitting.iter().position(|&variant| Some(variant) == last);
    let read_as = match (at, last) {
        (Some(at), _) => fitting.remove(at),
        (None, Some(last)) if !whole => last,
        _ => fitting.remove(0),
    };
    (read_as, if whole { fitting } else { Vec::new() })
}

/// Adds the problems of a record under the rules of one variant.
fn against_rules<R: Rules>(record: &ParsedGame, replayed: &PdnReplay<R>, problems: &mut Vec<PdnProblem>) {
    let location_of = |ordinal: Option<usize>| -> SourceLocation {
        let fallback = || record.tag_location("FEN");
        ordinal.and_then(|at| record.locations.get(at).copied()).unwrap_or_else(fallback)
    };
    for (ordinal, kind) in &replayed.faults {
        problems.push(PdnProblem { location: location_of(*ordinal), kind: kind.clone() });
    }
    let outcome = record.game.result;
    let usual = outcome.text(R::RESULT_FORM);
    if let Some(found) = record.result_text.filter(|&found| found != usual) {
        problems
            .push(PdnProblem { location: record.end, kind: PdnProblemKind::OddResultForm { found, usual } });
    }
    if let Some(last) = replayed.last.filter(|last| replayed.complete && last.legal().is_empty()) {
        let due = PdnResult::win(!last.turn(), R::FIRST);
        if outcome != PdnResult::Unknown && outcome != due {
            let (found, due) = (usual, due.text(R::RESULT_FORM));
            problems.push(PdnProblem {
                location: record.end,
                kind: PdnProblemKind::ResultAgainstBoard { found, due },
            });
        }
    }
}
