//! The PDN record of a played game: who played, when and at which pace, and the clock after each move.

use std::time::Duration;

use damiera_game::pdn::{BLACK_TIME_CONTROL, WHITE_TIME_CONTROL};
use damiera_game::{Bonus, ClockControl, Event, Fact, Game, Lang, Terms};
use damiera_notation::pdn::{ClockKind, ClockReading, GameRecord, PdnItem, Period, TimeControl};
use damiera_rules::Side;
use time::OffsetDateTime;

use crate::library::name;
use crate::rooms::RoomError;
use crate::store::StoredGame;
use crate::texts;

/// The record of a game, from its log. Comments and players without a name are in this language.
pub(crate) fn record(stored: &StoredGame, lang: Lang) -> Result<GameRecord, RoomError> {
    let terms = Terms::try_from(&stored.terms).map_err(RoomError::invalid)?;
    let mut game = Game::new(terms).map_err(RoomError::invalid)?;
    let mut clocks: Vec<Option<Duration>> = vec![None; game.plies().len()];
    let mut started = None;
    for stored in &stored.events {
        let event = Event::try_from(&stored.event()?).map_err(RoomError::invalid)?;
        started.get_or_insert(event.at);
        let mover = game.turn();
        game.apply(&event);
        // A move that is taken back takes its time with it.
        clocks.resize(game.plies().len(), None);
        if matches!(event.fact, Fact::Moved { .. })
            && let Some(last) = clocks.last_mut()
        {
            *last = clock_left(&game, mover, &event);
        }
    }
    let mut record = game.pdn_in(lang);
    for (tag, side) in [("White", Side::White), ("Black", Side::Black)] {
        let name = name((&stored.seats, &stored.holders), side);
        match name.is_empty() {
            false => record.tags.set(tag, &name),
            true if stored.holders.are_same() => {} // two people at one screen, or nobody in particular
            true => record.tags.set(tag, &texts::text(lang, "guest")),
        }
    }
    if let Some(date) = started.and_then(|at| pdn_date(at.0)) {
        record.tags.set("Date", &date);
    }
    set_time_control(&mut record, &game.terms().controls);
    write_clocks(&mut record, &clocks);
    Ok(record)
}

/// The time left on a clock after an event.
fn clock_left(game: &Game, side: Side, event: &Event) -> Option<Duration> {
    let face = game.view(event.at).clocks[side as usize]?;
    Some(if face.left.is_zero() { face.in_period } else { face.left })
}

/// Puts the clock after each move; set-ups in mid-game count as plies.
fn write_clocks(record: &mut GameRecord, clocks: &[Option<Duration>]) {
    let mut clocks = clocks.iter();
    let items = std::mem::take(&mut record.main_line.items);
    for item in items {
        let clock = match item {
            PdnItem::Move(_) | PdnItem::Setup(_) => clocks.next().copied().flatten(),
            _ => None,
        };
        record.main_line.items.push(item);
        if let Some(left) = clock {
            // Whole seconds, as clocks on a table show them.
            let left = Duration::from_secs(left.as_millis().div_ceil(1000) as u64);
            record.main_line.clock(ClockReading::new(ClockKind::Left, left));
        }
    }
}

/// A date as PDN writes it, in UTC.
fn pdn_date(ms: u64) -> Option<String> {
    let date = OffsetDateTime::from_unix_timestamp(i64::try_from(ms / 1000).ok()?).ok()?.date();
    Some(format!("{:04}.{:02}.{:02}", date.year(), u8::from(date.month()), date.day()))
}

/// Names the time control of both sides. PDN's tag is for both, so where they differ it says nothing and each side has a tag of its own,
/// by the names that chess programs use.
fn set_time_control(record: &mut GameRecord, [white, black]: &[ClockControl; 2]) {
    let mut set = |tag, control: &TimeControl| record.tags.set(tag, &control.to_string());
    if white == black {
        set("TimeControl", &time_control(white));
    } else {
        set("TimeControl", &TimeControl::Unknown);
        set(WHITE_TIME_CONTROL, &time_control(white));
        set(BLACK_TIME_CONTROL, &time_control(black));
    }
}

fn time_control(control: &ClockControl) -> TimeControl {
    match control {
        ClockControl::Untimed => TimeControl::None,
        ClockControl::PerMove(time) => TimeControl::Periods(vec![Period::Moves(1, *time)]),
        ClockControl::Timed(timed) => {
            let period = |stage: &damiera_game::TimeStage| match (stage.moves, timed.bonus) {
                (Some(moves), _) => Period::Moves(moves.into(), stage.time),
                (None, Bonus::Increment(bonus)) => Period::Increment(stage.time, bonus),
                (None, _) => Period::Rest(stage.time),
            };
            TimeControl::Periods(timed.stages.iter().map(period).collect())
        }
    }
}
