//! The messages around a search: its limits, its progress and its result.

use std::time::Duration;

use damiera_engine::{SearchLimits, SearchReport, TimeAllowance};
use damiera_rules::{History, Rules};

use crate::hub::message::HubMessage;
use crate::hub::text::move_text;

/// The limits that a `level` message asks for; none if it cannot be parsed.
pub(super) fn limits(message: &HubMessage) -> Option<SearchLimits> {
    let seconds = |name: &str| match message.get(name) {
        None => Some(None),
        Some(text) => text.parse().ok().and_then(|s| Duration::try_from_secs_f64(s).ok()).map(Some),
    };
    fn number<T: std::str::FromStr>(message: &HubMessage, name: &str) -> Option<Option<T>> {
        message.get(name).map_or(Some(None), |text| text.parse().ok().map(Some))
    }
    let time = match (seconds("move-time")?, seconds("time")?) {
        (Some(time), _) => Some(TimeAllowance::Move(time)),
        (None, Some(left)) => {
            let increment = seconds("inc")?.unwrap_or_default();
            Some(TimeAllowance::Clock { left, increment, moves: number(message, "moves")? })
        }
        (None, None) => None,
    };
    Some(SearchLimits { depth: number(message, "depth")?, nodes: number(message, "nodes")?, time })
}

/// Progress of a search.
pub(super) fn info(report: &SearchReport) -> HubMessage {
    let mut message = HubMessage::new("info").with("depth", report.depth);
    if let Some(line) = report.lines.first() {
        message = message.with("score", format!("{:.2}", line.score().men()));
    }
    let seconds = report.elapsed.as_secs_f64();
    let nps = report.nodes as f64 / seconds.max(1e-6) / 1e6;
    let moves: Vec<_> = report.lines.iter().take(1).flat_map(|line| &line.moves).map(move_text).collect();
    message
        .with("nodes", report.nodes)
        .with("time", format!("{seconds:.3}"))
        .with("nps", format!("{nps:.2}"))
        .with("pv", moves.join(" "))
}

/// Any legal move. After a panic in the search it keeps the game going.
pub(super) fn any_move<R: Rules>(game: &History<R>) -> HubMessage {
    let m = game.position().legal().first().map(move_text);
    HubMessage::new("done").with("move", m.unwrap_or_default())
}

/// The result of a search.
pub(super) fn done(report: &SearchReport) -> HubMessage {
    let message =
        HubMessage::new("done").with("move", report.best().as_ref().map(move_text).unwrap_or_default());
    match report.reply() {
        Some(reply) => message.with("ponder", move_text(&reply)),
        None => message,
    }
}
