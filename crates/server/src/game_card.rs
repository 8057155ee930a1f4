//! A game as plain text, for players who write to each other: terms, moves, position and time left.

use std::fmt::Write as _;
use std::time::Duration;

use damiera_game::{ClockControl, Game, Lang, Moment};
use damiera_rules::{Rank, Side, Square};

use crate::texts::{say, text};

/// Moves on a line.
const MOVES_A_LINE: usize = 4;
const HOUR: u64 = 3600;
const DAY: u64 = 24 * HOUR;

/// The card of a game at an instant, with White's and Black's names.
#[must_use]
pub fn card(game: &Game, names: &[String; 2], now: Moment, lang: Lang) -> String {
    let mut card = String::new();
    let mut line = |text: String| {
        card.push_str(text.trim_end());
        card.push('\n');
    };
    line(title(game, lang));
    for side in Side::BOTH {
        line(format!("{}: {}", side_name(side, lang), names[side as usize]));
    }
    line(terms(game, lang));
    line(String::new());
    moves(game).into_iter().for_each(&mut line);
    line(status(game, now, lang));
    line(String::new());
    diagram(game).into_iter().for_each(&mut line);
    line(text(lang, "card-legend"));
    for side in Side::BOTH {
        line(pieces(game, side, lang));
    }
    card
}

/// The game that is played, and whether it is played by correspondence.
fn title(game: &Game, lang: Lang) -> String {
    let game_name = game.terms().variant.name();
    let time = match &game.terms().controls[0] {
        ClockControl::PerMove(time) => *time,
        ClockControl::Timed(staged) => staged.stages.iter().map(|stage| stage.time).sum(),
        ClockControl::Untimed => Duration::ZERO,
    };
    match time.as_secs() {
        DAY.. => format!("{} · {}", text(lang, game_name), text(lang, "correspondence")),
        _ => text(lang, &format!("{game_name}-draughts")),
    }
}

fn side_name(side: Side, lang: Lang) -> String {
    text(lang, if side == Side::White { "white" } else { "black" })
}

/// What is agreed about the time.
fn terms(game: &Game, lang: Lang) -> String {
    let terms = game.terms();
    let days = |key: &str, time: Duration| say(lang, key, &[("made", &(time.as_secs() / DAY).to_string())]);
    let mut parts: Vec<String> = Vec::new();
    match &terms.controls[0] {
        ClockControl::PerMove(time) if time.as_secs() >= DAY => parts.push(days("days-each", *time)),
        ClockControl::Timed(staged) => {
            let total = staged.stages.iter().map(|stage| stage.time).sum::<Duration>();
            parts.push(match total.as_secs() {
                secs if secs >= DAY => days("corr-days-total", total),
                secs => say(lang, "minutes-each", &[("made", &(secs / 60).to_string())]),
            });
        }
        ClockControl::PerMove(time) => parts.push(format!("{} s", time.as_secs())),
        ClockControl::Untimed => parts.push(text(lang, "no-clock")),
    }
    if !terms.vacation.is_zero() {
        parts.push(days("corr-vacation-agreed", terms.vacation));
    }
    format!("{}: {}", text(lang, "card-terms"), parts.join(". "))
}

/// The moves so far, numbered; a move that the second side begins with has dots before it.
fn moves(game: &Game) -> Vec<String> {
    let first = game.plies().first().and_then(damiera_game::Ply::by);
    let mut numbered: Vec<String> = Vec::new();
    for ply in game.plies() {
        match (ply.by() == first, numbered.last_mut()) {
            (false, Some(last)) => {
                let _ = write!(last, " {}", ply.notation);
            }
            _ => numbered.push(format!("{}. {}", numbered.len() + 1, ply.notation)),
        }
    }
    numbered.chunks(MOVES_A_LINE).map(|line| line.join("  ")).collect()
}

/// The last move, and whose turn it is with the time left, or how the game ended.
fn status(game: &Game, now: Moment, lang: Lang) -> String {
    let last = game
        .plies()
        .last()
        .map_or(String::new(), |ply| format!("{} ", say(lang, "card-last", &[("move", &ply.notation)])));
    if let Some(end) = game.end() {
        return format!("{last}{}", lang.end(end));
    }
    let turn = text(lang, if game.turn() == Side::White { "turn-white" } else { "turn-black" });
    let Some(face) = game.clocks().face(game.turn(), now) else { return format!("{last}{turn}") };
    let left = say(lang, "card-left", &[("text", &time_left(face.left, lang))]);
    let until = match game.flag_falls() {
        Some(falls) => say(lang, "card-until", &[("text", &date(falls))]),
        None if game.vacation(game.turn()).since.is_some() => text(lang, "card-vacation"),
        None => String::new(),
    };
    format!("{last}{turn}. {left} {until}")
}

/// A time in days and hours, or in hours and minutes.
pub(crate) fn time_left(left: Duration, lang: Lang) -> String {
    let seconds = left.as_secs();
    let (key, made, limit) = match seconds / DAY {
        0 => ("time-hours", seconds / HOUR, seconds % HOUR / 60),
        days if seconds % DAY < HOUR => ("time-whole-days", days, 0),
        days => ("time-days", days, seconds % DAY / HOUR),
    };
    say(lang, key, &[("made", &made.to_string()), ("limit", &limit.to_string())])
}

/// An instant as a date and a time of day, in universal time.
pub(crate) fn date(at: Moment) -> String {
    let seconds = i64::try_from(at.0 / 1000).unwrap_or(i64::MAX);
    let Ok(at) = time::OffsetDateTime::from_unix_timestamp(seconds) else { return String::new() };
    let (year, month, day) = at.to_calendar_date();
    format!("{year}-{:02}-{day:02} {:02}:{:02} UTC", u8::from(month), at.hour(), at.minute())
}

/// The board, one line for each row, with the numbers of its squares beside it.
pub(crate) fn diagram(game: &Game) -> Vec<String> {
    let (board, setup) = (game.rule_set().board, game.setup());
    let on = |square: Square| {
        let piece = setup.pieces.iter().find(|(place, _)| place.on(board) == Some(square));
        piece.map_or('.', |(_, piece)| symbol(piece.side, piece.rank))
    };
    let size = board.rows();
    let row = |row: u8| {
        let squares: Vec<_> = (0..size).map(|column| board.at(row, column)).collect();
        let cells: Vec<_> = squares.iter().map(|square| square.map_or(' ', on).to_string()).collect();
        let mut numbers = squares.iter().flatten().map(|square| square.number());
        let first = numbers.next().unwrap_or_default();
        format!("| {} | {first}-{}", cells.join(" "), numbers.next_back().unwrap_or(first))
    };
    let rule = format!("+{}+", "-".repeat(2 * usize::from(size) + 1));
    std::iter::once(rule.clone()).chain((0..size).map(row)).chain([rule.clone()]).collect()
}

const fn symbol(side: Side, rank: Rank) -> char {
    match (side, rank) {
        (Side::White, Rank::Man) => 'o',
        (Side::White, Rank::King) => 'O',
        (Side::Black, Rank::Man) => 'x',
        (Side::Black, Rank::King) => 'X',
    }
}

/// The squares of a side's men and kings.
fn pieces(game: &Game, side: Side, lang: Lang) -> String {
    let (board, setup) = (game.rule_set().board, game.setup());
    let of = |rank: Rank| {
        let own = setup.pieces.iter().filter(|(_, piece)| piece.side == side && piece.rank == rank);
        let mut numbers: Vec<_> = own.filter_map(|(place, _)| place.on(board)).map(Square::number).collect();
        numbers.sort_unstable();
        numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
    };
    let parts = [("card-men", of(Rank::Man)), ("card-kings", of(Rank::King))];
    let parts = parts.into_iter().filter(|(_, squares)| !squares.is_empty());
    let parts: Vec<_> = parts.map(|(key, squares)| say(lang, key, &[("text", &squares)])).collect();
    format!("{}: {}", side_name(side, lang), parts.join("; "))
}

#[cfg(test)]
mod tests {
    use damiera_game::{Action, Actor, Command, Profile, Terms};
    use damiera_rules::Variant;

    use super::*;

    #[test]
    fn a_card_has_all_that_a_letter_needs() {
        let days = ClockControl::PerMove(Duration::from_secs(3 * DAY));
        let terms = Terms::new(Variant::Italian, Profile::CORRESPONDENCE);
        let vacation = Duration::from_secs(7 * DAY);
        let mut game =
            Game::new(Terms { controls: [days.clone(), days], vacation, ..terms }).expect("a game");
        for notation in ["22-18", "11-14", "18x11"] {
            let action = Action::Move(game.read(notation).expect("a move"));
            let command = Command { by: Actor::Player(game.turn()), at: Moment(0), action };
            game = game.foresee(&command, Duration::ZERO).expect("legal").1;
        }
        let names = ["Marion".to_owned(), "Asa".to_owned()];
        let after = Moment(1000 * (DAY + HOUR));
        for (lang, parts) in [
            (
                Lang::English,
                ["1. 22-18 11-14  2. 18x11", "1 d 23 h", "3 days per move", "until 1970-01-04 00:00 UTC"],
            ),
            (
                Lang::Italian,
                ["1. 22-18 11-14  2. 18x11", "1 g 23 h", "3 giorni a mossa", "fino a 1970-01-04 00:00 UTC"],
            ),
            (
                Lang::Portuguese,
                ["1. 22-18 11-14  2. 18x11", "1 d 23 h", "3 dias por lance", "até 1970-01-04 00:00 UTC"],
            ),
        ] {
            let card = card(&game, &names, after, lang);
            for part in parts.into_iter().chain(["Marion", "Asa"]) {
                assert!(card.contains(part), "{part} is missing in\n{card}");
            }
            assert!(!card.contains("card-"), "{card}");
        }
        let board = diagram(&game);
        assert_eq!(board[1], "| x   x   x   x   | 1-4");
        assert_eq!(board[3], "| x   x   o   x   | 9-12");
    }
}
