//! What the endgame tables know of a position and of each of its moves.

use damiera_endgame::{CountRuling, MoveCount, RunningCount, TableRules, TableValue, Tables, Wdl};
use damiera_game::{Lang, RuleSet};
use damiera_rules::{History, Move, Rules, Side};
use serde::Serialize;

use crate::texts::{say, text};

/// What the endgame tables say of a position.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = Truth)]
pub(crate) struct TableVerdict {
    /// Who wins: white, black or nobody.
    winner: Option<&'static str>,
    text: String,
    /// Plies to the end.
    plies: Option<u16>,
    count: Option<CountVerdict>,
    /// Every legal move, the best first.
    moves: Vec<MoveVerdict>,
}

/// The rulebook's move count compared with the moves a win needs.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = Counted)]
struct CountVerdict {
    text: String,
    article: String,
    too_late: bool,
}

#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = MoveTruth)]
struct MoveVerdict {
    notation: String,
    /// For the side that makes it: win, draw or loss.
    value: &'static str,
    plies: Option<u16>,
    text: String,
}

/// What the tables say; nothing if the position has too many pieces for them.
pub(crate) fn truth<R: TableRules>(
    tables: &Tables<R>,
    history: &History<R>,
    moves: &[Move],
    lang: Lang,
) -> Option<TableVerdict> {
    let position = history.position();
    if position.occupied().len() > u32::from(tables.pieces()) || position.legal().is_empty() {
        return None;
    }
    let count = count(history, moves);
    let ruling = tables.probe_with_count(position, count)?;
    let value = ruling.value;
    let winner = winner(value.outcome(), position.turn());
    let all = tables.moves(position)?;
    let legal: Vec<Move> = all.iter().map(|(m, _)| *m).collect();
    let moves = all.iter().map(|(m, value)| MoveVerdict {
        notation: position.notation_among(m, &legal),
        value: value.outcome().name(),
        plies: value.distance().map(|distance| distance.dtw),
        text: move_text(*value, lang),
    });
    Some(TableVerdict {
        winner: winner.map(side_name),
        text: sentence(value, winner, lang),
        plies: value.distance().map(|distance| distance.dtw),
        count: counted::<R>(&ruling, lang),
        moves: moves.collect(),
    })
}

/// The count as the moves have brought it here. Where it has to be asked for (FID 10.2) it would begin now.
fn count<R: Rules>(history: &History<R>, moves: &[Move]) -> MoveCount {
    if RuleSet::of(R::VARIANT).counts_when_asked() {
        return MoveCount::default();
    }
    let steps = history.positions().iter().zip(moves);
    steps.fold(MoveCount::default(), |count, (before, m)| count.after(before, m))
}

const fn winner(outcome: Wdl, turn: Side) -> Option<Side> {
    match outcome {
        Wdl::Win => Some(turn),
        Wdl::Draw => None,
        Wdl::Loss => Some(match turn {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }),
    }
}

const fn side_name(side: Side) -> &'static str {
    match side {
        Side::White => "white",
        Side::Black => "black",
    }
}

/// Moves of one player in a number of plies.
const fn moves_of(plies: u16) -> u16 {
    plies.div_ceil(2)
}

fn sentence(value: TableValue, winner: Option<Side>, lang: Lang) -> String {
    match (winner, value.distance()) {
        (Some(side), Some(distance)) => say(
            lang,
            "truth-wins",
            &[
                ("side", &text(lang, &format!("side-{}", side_name(side)))),
                ("made", &moves_of(distance.dtw).to_string()),
            ],
        ),
        _ => text(lang, "truth-draw"),
    }
}

fn move_text(value: TableValue, lang: Lang) -> String {
    let (key, distance) = match value {
        TableValue::Win(distance) => ("truth-move-wins", distance),
        TableValue::Loss(distance) => ("truth-move-loses", distance),
        TableValue::Draw => return text(lang, "truth-move-draws"),
    };
    say(lang, key, &[("made", &moves_of(distance.dtw).to_string())])
}

fn counted<R: Rules>(ruling: &CountRuling, lang: Lang) -> Option<CountVerdict> {
    let RunningCount { article, limit, left, needs } = ruling.running?;
    let needs = moves_of(needs?).to_string();
    let left = (left / 2).to_string();
    let asked = RuleSet::of(R::VARIANT).counts_when_asked();
    let key = match (asked, ruling.is_too_late()) {
        (true, false) => "truth-count-asked-in-time",
        (true, true) => "truth-count-asked-too-late",
        (false, false) => "truth-count-in-time",
        (false, true) => "truth-count-too-late",
    };
    let values: [(&str, &str); 3] = [("made", &needs), ("limit", &left), ("level", &limit.to_string())];
    Some(CountVerdict {
        text: say(lang, key, &values),
        article: article.to_string(),
        too_late: ruling.is_too_late(),
    })
}
