//! Studies: game records as trees of positions for the page, with the reader's own variations.

pub(crate) mod error;
pub(crate) mod import;
pub(crate) mod path;
pub(crate) mod truth;

use damiera_game::Lang;
use damiera_notation::marks::{Mark, MarkConvention, MarkText};
use damiera_notation::pdn::{
    ClockKind, ClockOwner, GameNode, GameRecord, GameTree, Half, MoveNumber, NodeNote, PdnItem,
    PdnProblemKind, PdnResult, PdnWriter, ReachedBy,
};
use damiera_rules::{Rules, Variant, with_rules};
use serde::{Deserialize, Serialize};

use crate::texts;
use crate::work::Cancellation;
use path::{BoardLayout, played_move};

/// A game record as the page gets it.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Study {
    variant: &'static str,
    board: BoardLayout,
    /// The tags of the record, in their order.
    tags: Vec<(String, String)>,
    white: String,
    black: String,
    /// As PDN writes it.
    result: &'static str,
    /// Who won: `white`, `black`, `draw` or `open`.
    outcome: &'static str,
    /// The positions; each stands after the one it follows.
    nodes: Vec<StudyNode>,
    /// Where the record breaks a rule, and how.
    breaks: Vec<RuleBreak>,
}

/// A position of the game.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = Node)]
struct StudyNode {
    id: usize,
    /// The position before; none for the start.
    parent: Option<usize>,
    fen: String,
    /// How deep in variations it stands.
    depth: u32,
    /// "12." or "12…", where a move led here.
    number: Option<String>,
    /// The number of the move that follows.
    next: String,
    /// The move that led here.
    step: Option<path::PlayedMove>,
    /// Whether it was set up, not moved to.
    set_up: bool,
    marks: Vec<MoveMark>,
    /// What is said before the move, where a line begins with a remark.
    before: Vec<String>,
    comments: Vec<String>,
    /// What the clock of the side that moved showed, in milliseconds.
    clock: Option<u64>,
}

/// A mark as the federation writes it, and what it means.
#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = Sign)]
struct MoveMark {
    sign: String,
    text: String,
}

/// Something the rules forbid.
#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = Break)]
struct RuleBreak {
    /// Which half-move.
    ply: Option<u32>,
    depth: u32,
    text: String,
    article: Option<String>,
    due: Vec<String>,
}

/// A reader's own moves from a position of the game.
#[derive(Deserialize, Debug, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = Try, example = json!({"at": 0, "moves": ["22-18", "11-14"], "marks": ["!"]}))]
pub(crate) struct ReaderVariation {
    /// The position it begins from, by its `id`.
    at: usize,
    moves: Vec<String>,
    /// Signs on its last move, or on the move that led to `at` if it has none (FID-IT 13).
    #[serde(default)]
    marks: Vec<MoveSign>,
}

/// A sign on a move as the federation writes it: `!`, `?!`, `*`, `+1`, `a.l.` and so on.
#[derive(Deserialize, Debug, utoipa::ToSchema)]
#[serde(try_from = "String")]
#[schema(value_type = String)]
struct MoveSign(String);

impl TryFrom<String> for MoveSign {
    type Error = String;

    fn try_from(sign: String) -> Result<Self, String> {
        match Mark::from_sign(&sign, MarkConvention::Federation) {
            Some(_) => Ok(Self(sign)),
            None => Err(format!("there is no sign \"{sign}\"")),
        }
    }
}

/// Limits of a request: variations, and moves of each.
const MAX_VARIATIONS: usize = 500;
const MAX_VARIATION_MOVES: usize = 500;

/// A record as a study; none if it has no valid first position.
pub(crate) fn study(record: &GameRecord, variant: Variant, lang: Lang) -> Option<Study> {
    with_rules!(variant, R => study_of::<R>(record, lang))
}

fn study_of<R: Rules>(record: &GameRecord, lang: Lang) -> Option<Study> {
    let (tree, replayed) = GameTree::<R>::of(record)?;
    let broken =
        |kind: &&PdnProblemKind| matches!(kind, PdnProblemKind::Illegal { .. } | PdnProblemKind::BadSetup(_));
    let breaks = replayed.faults.iter().map(|(_, kind)| kind).filter(broken).map(|kind| RuleBreak {
        ply: kind.ply().map(|at| at.ply),
        depth: kind.ply().map_or(0, |at| at.depth),
        text: lang.pdn_problem(kind),
        article: kind.article().map(|article| article.to_string()),
        due: if let PdnProblemKind::Illegal { due, .. } = kind { due.clone() } else { Vec::new() },
    });
    let player = |name: &str| record.tags.get(name).unwrap_or_default().to_owned();
    Some(Study {
        variant: R::VARIANT.name(),
        board: BoardLayout::of(R::GEOMETRY),
        tags: record.tags.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
        white: player("White"),
        black: player("Black"),
        result: record.result.text(R::RESULT_FORM),
        outcome: outcome_name(record.result, R::VARIANT),
        breaks: breaks.collect(),
        nodes: study_nodes(&tree, record.mark_convention(), lang),
    })
}

/// The nodes that a page shows. A variation begins at the position before the move it replaces.
fn study_nodes<R: Rules>(tree: &GameTree<R>, convention: MarkConvention, lang: Lang) -> Vec<StudyNode> {
    let real = |at: usize| match (&tree.nodes[at].came, tree.nodes[at].parent) {
        (ReachedBy::LineStart, Some(parent)) => parent,
        _ => at,
    };
    let visible = |(at, node): &(usize, &GameNode<R>)| *at == 0 || node.came != ReachedBy::LineStart;
    let nodes = tree.nodes.iter().enumerate().filter(visible);
    nodes
        .map(|(id, node)| {
            let parent = node.parent.map(|parent| (&tree.nodes[parent], real(parent)));
            let step = match (&node.came, parent) {
                (ReachedBy::Move(m, _), Some((before, _))) => Some(played_move(&before.position, m)),
                _ => None,
            };
            // A root's remarks stand before its first move; those of the whole game go with its start.
            let before = node.parent.filter(|&p| p > 0 && tree.nodes[p].came == ReachedBy::LineStart);
            StudyNode {
                id,
                parent: parent.map(|(_, at)| at),
                fen: node.position.fen(),
                depth: node.depth,
                number: step.as_ref().map(|_| numbered(node.number.before())),
                next: numbered(node.number),
                set_up: matches!(node.came, ReachedBy::Setup(_)),
                marks: marks(node, convention, lang),
                before: before.map(|root| comments(&tree.nodes[root])).unwrap_or_default(),
                comments: comments(node),
                clock: clock(node),
                step,
            }
        })
        .collect()
}

fn numbered(number: MoveNumber) -> String {
    match number.half {
        Half::First => format!("{}.", number.number),
        Half::Second => format!("{}…", number.number),
    }
}

fn comments<R>(node: &GameNode<R>) -> Vec<String> {
    let said = node.notes.iter().filter_map(|note| match note {
        NodeNote::Item(PdnItem::Comment(comment)) => Some(comment.text().to_owned()),
        _ => None,
    });
    said.collect()
}

/// The clock of the side that has just moved, if the record has it.
fn clock<R: Rules>(node: &GameNode<R>) -> Option<u64> {
    let mover = !node.position.turn();
    node.own_notes().find_map(|note| {
        let NodeNote::Item(PdnItem::Clock(clock)) = note else { return None };
        let own = |face: &ClockOwner| match *face {
            ClockOwner::Mover => true,
            ClockOwner::Resting(side) | ClockOwner::Running(side) => side == mover,
        };
        let (_, left) = clock.times.iter().find(|(face, _)| own(face))?;
        let is_time_left = matches!(clock.kind, ClockKind::Left | ClockKind::Board);
        is_time_left.then(|| u64::try_from(left.as_millis()).unwrap_or(u64::MAX))
    })
}

/// The marks of a move, each once: a file can repeat one a million times.
fn marks<R>(node: &GameNode<R>, convention: MarkConvention, lang: Lang) -> Vec<MoveMark> {
    let mut marks: Vec<Mark> = Vec::new();
    for note in node.own_notes() {
        if let NodeNote::Item(PdnItem::Mark(mark)) = note
            && !marks.contains(mark)
        {
            marks.push(*mark);
        }
    }
    marks.into_iter().map(|mark| move_mark(mark, convention, lang)).collect()
}

/// A mark by its sign in this convention (FID-IT 13.3 to 13.14).
fn move_mark(mark: Mark, convention: MarkConvention, lang: Lang) -> MoveMark {
    let key = match mark {
        Mark::Good => "mark-good",
        Mark::VeryGood => "mark-very-good",
        Mark::Weak => "mark-weak",
        Mark::Blunder => "mark-blunder",
        Mark::WeakToTheEye => "mark-weak-to-the-eye",
        Mark::StrongToTheEye => "mark-strong-to-the-eye",
        Mark::Forced => "mark-forced",
        Mark::Wins => "mark-wins",
        Mark::Draws => "mark-draws",
        Mark::Pieces(_) => "mark-pieces",
        Mark::AdLibitum => "mark-ad-libitum",
    };
    let sign = match (mark, convention.write(mark)) {
        (Mark::Forced, _) => "*".to_owned(), // 13.9; only PDN cannot write it so
        (_, MarkText::Attached(sign)) => sign.to_owned(),
        (_, MarkText::Separate(sign)) => sign,
    };
    MoveMark { sign, text: texts::text(lang, key) }
}

/// A record with the reader's variations added; illegal moves and what follows them are left out.
pub(crate) fn with_tries(
    record: &GameRecord,
    variant: Variant,
    tries: &[ReaderVariation],
    cancellation: &Cancellation,
) -> GameRecord {
    let mut record = record.clone();
    let convention = record.mark_convention();
    with_rules!(variant, R => {
        if let Some((mut tree, _)) = GameTree::<R>::of(&record) {
            for one in tries.iter().take(MAX_VARIATIONS).take_while(|_| !cancellation.is_cancelled()) {
                let mut at = one.at;
                for text in one.moves.iter().take(MAX_VARIATION_MOVES) {
                    let m = tree.nodes.get(at).and_then(|node| node.position.parse_move(text).ok());
                    let Some(next) = m.and_then(|m| tree.try_move(at, &m)) else { break };
                    at = next;
                }
                if at > 0 && let Some(node) = tree.nodes.get_mut(at) {
                    add_marks(node, &one.marks, convention);
                }
            }
            record.main_line = tree.line();
        }
    });
    record
}

/// Adds marks to a move, before its comments; a mark that it has already is not added again.
fn add_marks<R>(node: &mut GameNode<R>, signs: &[MoveSign], convention: MarkConvention) {
    for mark in signs.iter().filter_map(|sign| Mark::from_sign(&sign.0, convention)) {
        let is_mark = |note: &NodeNote| matches!(note, NodeNote::Item(PdnItem::Mark(_)));
        let known = |note: &NodeNote| matches!(note, NodeNote::Item(PdnItem::Mark(other)) if *other == mark);
        if !node.own_notes().any(known) {
            let at = node.own_notes().take_while(|note| is_mark(note)).count();
            node.notes.insert(at, NodeNote::Item(PdnItem::Mark(mark)));
        }
    }
}

/// A record that has a first position and no moves.
pub(crate) fn position_only(
    path: &path::PositionQuery,
    lang: Lang,
) -> Result<(GameRecord, Variant), path::PositionQueryError> {
    let variant = path.game()?;
    let mut record = GameRecord::new(variant);
    with_rules!(variant, R => {
        let start = path.start::<R>(lang)?;
        if start.turn() != R::FIRST {
            record.first = MoveNumber { number: 1, half: Half::Second };
        }
        record.start_from(&start);
    });
    record.end(PdnResult::Unknown);
    Ok((record, variant))
}

/// A record as PDN.
pub(crate) fn printed(record: &GameRecord) -> String {
    PdnWriter::default().print(record)
}

/// Who won, for the library.
pub(crate) fn outcome_name(outcome: PdnResult, variant: Variant) -> &'static str {
    let first = with_rules!(variant, R => R::FIRST);
    match (outcome, outcome.winner(first)) {
        (_, Some(damiera_rules::Side::White)) => "white",
        (_, Some(damiera_rules::Side::Black)) => "black",
        (PdnResult::Draw, None) => "draw",
        _ => "open",
    }
}

/// Plies up to which the library finds a game by its positions: several times the longest game on record, and few enough to be
/// written while moves wait.
const MOST_KEYS: usize = 2_000;

/// The position keys of a record's main line, by which the library finds it.
pub(crate) fn keys(record: &GameRecord, variant: Variant) -> Vec<i64> {
    with_rules!(variant, R => {
        let Some((tree, _)) = GameTree::<R>::of(record) else { return Vec::new() };
        let own = tree.nodes.iter().filter(|node| node.depth == 0).take(MOST_KEYS);
        let mut keys: Vec<i64> = own.map(|node| node.position.key().cast_signed()).collect();
        keys.sort_unstable();
        keys.dedup();
        keys
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use damiera_notation::pdn::PdnReader;
    use damiera_rules::{Italian, Move, Position};

    #[test]
    fn a_game_without_end_has_a_bounded_number_of_keys() {
        let mut position = Position::<Italian>::from_fen("W:WK1,K2,K3:BK30,K31,K32").expect("a position");
        let mut text = format!("[GameType \"22\"]\n[FEN \"{}\"]\n\n", position.fen());
        let mut random = 1_usize;
        for _ in 0..3 * MOST_KEYS {
            // Each side's kings keep to their own three rows.
            let apart = |m: &&Move| !(13..=20).contains(&m.to.number());
            let legal = position.legal();
            let apart: Vec<&Move> = legal.iter().filter(apart).collect();
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let next = apart[(random >> 33) % apart.len()];
            text += &format!("{} ", position.notation(next));
            position = position.after(next);
        }
        text += "*\n";
        let record = PdnReader::new(text.as_bytes()).next().and_then(Result::ok).expect("a game").game;
        assert!(record.main_line.moves().count() > MOST_KEYS, "{}", record.main_line.moves().count());
        let keys = keys(&record, Variant::Italian);
        assert!((MOST_KEYS / 2..=MOST_KEYS).contains(&keys.len()), "{}", keys.len());
    }

    #[test]
    fn a_mark_that_a_file_repeats_is_shown_once() {
        let text = format!("[GameType \"22\"]\n\n1. 22-18 {} $2 *\n", "$1 ".repeat(1_000));
        let record = PdnReader::new(text.as_bytes()).next().and_then(Result::ok).expect("a game").game;
        let study = study(&record, Variant::Italian, Lang::English).expect("a study");
        let signs: Vec<&str> = study.nodes[1].marks.iter().map(|mark| &*mark.sign).collect();
        assert_eq!(signs, ["!", "?"]);
    }

    #[test]
    fn signs_are_put_on_moves_with_the_meaning_of_the_game() {
        let text = "[GameType \"22,W,8,8,N2,1\"]\n\n1. 22-18 10-14 *\n";
        let record = PdnReader::new(text.as_bytes()).next().and_then(Result::ok).expect("a game").game;
        let tries = r#"[{"at":1,"moves":[],"marks":["?!","*"]},{"at":1,"moves":["11-14"],"marks":["!"]}]"#;
        let tries: Vec<ReaderVariation> = serde_json::from_str(tries).expect("variations");
        let written = printed(&with_tries(&record, Variant::Italian, &tries, &Cancellation::default()));
        assert!(written.contains("1. 22-18?! $7 10-14 (1... 11-14!)"), "{written}");
        let study = study(&record, Variant::Italian, Lang::English).expect("a study");
        assert!(study.nodes.iter().all(|node| node.marks.is_empty()));
        let unknown = r#"[{"at":1,"moves":[],"marks":["~"]}]"#;
        assert!(serde_json::from_str::<Vec<ReaderVariation>>(unknown).is_err());
    }
    #[test]
    fn signs_of_moves_that_cannot_be_played_are_not_those_of_the_move_before() {
        let text = "[GameType \"22,W,8,8,N2,1\"]\n\n1. 22-18! 10-15?? 2. 23-20* {rest} 1-0\n";
        let record = PdnReader::new(text.as_bytes()).next().and_then(Result::ok).expect("a game").game;
        let study = study(&record, Variant::Italian, Lang::English).expect("a study");
        let signs: Vec<_> = study.nodes[1].marks.iter().map(|mark| mark.sign.as_str()).collect();
        assert_eq!(signs, ["!"]);
        let tries = r#"[{"at":1,"moves":[],"marks":["??"]}]"#;
        let tries: Vec<ReaderVariation> = serde_json::from_str(tries).expect("variations");
        let written = printed(&with_tries(&record, Variant::Italian, &tries, &Cancellation::default()));
        assert!(written.contains("1. 22-18! ?? 10-15??") || written.contains("22-18!?? "), "{written}");
    }
}
