//! A game of a match as PDN.

use std::fmt::Write;

use damiera_rules::{Position, ResultForm, Rules, Side};

use crate::contest::game::{Ending, Played};
use crate::hub::move_between;

/// The game in PDN, with the players' names, White's first.
#[must_use]
pub fn pdn<R: Rules>(played: &Played<R>, names: [&str; 2], round: &str) -> String {
    let positions = played.game.positions();
    let result = result::<R>(&played.ending);
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "[{name} \"{}\"]", value.replace(['"', '\\'], "'"));
    };
    tag("Event", "Damiera match");
    tag("Round", round);
    tag("White", names[0]);
    tag("Black", names[1]);
    tag("Result", result);
    tag("GameType", R::GAME_TYPE);
    if positions[0] != Position::start() {
        tag("SetUp", "1");
        tag("FEN", &positions[0].fen());
    }
    text.push('\n');
    let mut line = String::new();
    for (i, word) in words(positions).chain([comment(&played.ending), result.to_owned()]).enumerate() {
        if i > 0 && line.len() + word.len() > 78 {
            text.push_str(line.trim_end());
            text.push('\n');
            line.clear();
        }
        line.push_str(&word);
        line.push(' ');
    }
    text.push_str(line.trim_end());
    text.push_str("\n\n");
    text
}

/// Moves with their numbers.
fn words<R: Rules>(positions: &[Position<R>]) -> impl Iterator<Item = String> {
    let first = positions[0].turn();
    positions.windows(2).enumerate().filter_map(move |(i, pair)| {
        let m = move_between(pair)?;
        let text = pair[0].notation(&m);
        let number = i / 2 + 1;
        Some(match pair[0].turn() == first {
            true => format!("{number}. {text}"),
            false => text,
        })
    })
}

fn comment(ending: &Ending) -> String {
    match ending {
        Ending::NoMove { .. } => "{no move left}".to_owned(),
        Ending::Table { .. } => "{known to the endgame tables}".to_owned(),
        Ending::Count => "{the count ran out}".to_owned(),
        Ending::Repetition => "{third occurrence}".to_owned(),
        Ending::Length => "{too long}".to_owned(),
        Ending::Fault { why, .. } => format!("{{{}}}", why.replace(['{', '}'], "")),
    }
}

/// The first figure belongs to the side that moves first in the game.
fn result<R: Rules>(ending: &Ending) -> &'static str {
    let winner_first = ending.winner().map(|winner: Side| winner == R::FIRST);
    match (R::RESULT_FORM, winner_first) {
        (ResultForm::OneForAWin, Some(true)) => "1-0",
        (ResultForm::OneForAWin, Some(false)) => "0-1",
        (ResultForm::OneForAWin, None) => "1/2-1/2",
        (ResultForm::TwoForAWin, Some(true)) => "2-0",
        (ResultForm::TwoForAWin, Some(false)) => "0-2",
        (ResultForm::TwoForAWin, None) => "1-1",
    }
}
