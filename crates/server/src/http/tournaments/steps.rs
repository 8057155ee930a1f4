//! How far a round is, and the obvious next thing to do.

use super::super::pages::Page;
use crate::tournaments::{RoundBody, TournamentBody};

/// The obvious next thing to do.
pub(super) struct OrganiserStep {
    pub(super) ask: &'static str,
    pub(super) text: String,
}

/// A stage of the round.
pub(super) struct StageStep {
    pub(super) class: &'static str,
    pub(super) text: String,
}

const STAGES: [&str; 5] = ["draft", "checked", "published", "playing", "closed"];

pub(super) fn stages(page: &Page, round: Option<&RoundBody>) -> Vec<StageStep> {
    let now = round.and_then(|round| STAGES.iter().position(|stage| *stage == round.stage));
    let step = |(index, stage): (usize, &&str)| {
        let mut text = page.t(format!("ev-stage-{stage}").as_str());
        if let Some(round) = round.filter(|round| round.stage == "playing" && *stage == "playing") {
            let entered = round.boards.iter().filter(|board| board.result.is_some()).count();
            let counted = page.say("ev-results-count", "made", &entered.to_string());
            text = format!("{text} · {}", counted.replace("{limit}", &round.boards.len().to_string()));
        }
        let class = match now {
            Some(now) if index < now || now == STAGES.len() - 1 => "done",
            Some(now) if index == now => "now",
            _ => "",
        };
        StageStep { class, text }
    };
    STAGES.iter().enumerate().map(step).collect()
}

/// What the primary button does.
pub(super) fn next_step(page: &Page, body: &TournamentBody) -> Option<OrganiserStep> {
    if !body.is_official() || body.over {
        return None;
    }
    let round = body.rounds.last();
    let (ask, key, number) = match round.map(|round| (round.stage, round.number)) {
        None if body.arena.is_some() => ("open-arena", "ev-do-open-arena", 1),
        Some(_) if body.arena.is_some() => return None, // the server closes it
        None if body.players.len() < 2 => return None,
        None => ("pair-round", "ev-do-pair", 1),
        Some(("draft", number)) => ("check-round", "ev-do-check", number),
        Some(("checked", number)) => ("publish-round", "ev-do-publish", number),
        Some(("published", number)) => ("start-round", "ev-do-start", number),
        // The server closes it when the last game is played.
        Some(("playing", _)) if body.charter.online.is_some() => return None,
        Some(("playing", number)) => ("close-round", "ev-do-close", number),
        Some((_, number)) => ("pair-round", "ev-do-pair", number + 1),
    };
    Some(OrganiserStep { ask, text: page.say(key, "made", &number.to_string()) })
}
