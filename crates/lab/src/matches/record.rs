//! A game of a match as PDN.

use damiera_notation::moves;
use damiera_notation::pdn::{GameRecord, PdnResult, usual_style};
use damiera_play::moves_played;
use damiera_rules::Rules;

use crate::matches::game::{MatchEnding, MatchGame};

/// The game in PDN, with the names of White and Black.
pub(crate) fn pdn<R: Rules>(game: &MatchGame<R>, names: [&str; 2], round: &str) -> String {
    let mut record = GameRecord::new(R::VARIANT);
    let tags = [("Event", "Damiera match"), ("Round", round), ("White", names[0]), ("Black", names[1])];
    for (name, value) in tags {
        record.tags.set(name, value);
    }
    let mut position = game.history.positions()[0];
    record.start_from(&position);
    for m in &moves_played(&game.history) {
        record.main_line.play(moves::shortest_text(&position, m, &position.legal(), usual_style(R::VARIANT)));
        position = position.after(m);
    }
    record.main_line.comment(comment(&game.ending));
    record.end(match game.ending.winner() {
        Some(winner) => PdnResult::win(winner, R::FIRST),
        None => PdnResult::Draw,
    });
    record.to_string()
}

fn comment(ending: &MatchEnding) -> &str {
    match ending {
        MatchEnding::NoMove { .. } => "no legal move",
        MatchEnding::Adjudicated { .. } => "decided by the endgame tables",
        MatchEnding::Count => "the draw count ran out",
        MatchEnding::Repetition => "third occurrence",
        MatchEnding::TooLong => "too long",
        MatchEnding::Forfeit { reason, .. } => reason,
    }
}
