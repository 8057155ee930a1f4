//! What an event is, and what its figures are made of, in words.

use damiera_events::TieBreak;
use damiera_events::wire::{WireFigure, WireFigurePart};

use super::super::pages::Page;
use super::own_time::own_time;
use crate::tournaments::TournamentBody;

impl Page {
    /// The name of a tie-break, with its cuts.
    pub(super) fn tie_break_name(&self, code: &str) -> String {
        let Ok(tie_break) = code.parse::<TieBreak>() else { return code.to_owned() };
        let name = self.t(format!("ev-tie-{}", tie_break.kind.code().to_lowercase()).as_str());
        match code.split_once('/') {
            Some((_, cuts)) => format!("{name} ({cuts})"),
            None => name,
        }
    }

    /// What a figure is made of: round, opponent and contribution.
    pub(super) fn figure_parts(&self, figure: &WireFigure) -> String {
        let part = |part: &WireFigurePart| {
            let against = part.opponent.map(|opponent| format!(" ({opponent})")).unwrap_or_default();
            let left_out = if part.kind == "cut" { format!(" {}", self.t("ev-cut")) } else { String::new() };
            format!("{}{against}: {}{left_out}", part.round, self.decimal(part.value))
        };
        let parts: Vec<String> = figure.parts.iter().map(part).collect();
        self.say("ev-figure-parts", "text", &parts.join("; "))
    }

    /// The heading of a match of teams, whose score comes last.
    pub(super) fn team_match(&self, heading: &str) -> String {
        let is_score =
            |text: &str| text.contains('–') && text.chars().all(|c| c.is_ascii_digit() || ".–".contains(c));
        match heading.rsplit_once(' ') {
            Some((teams, score)) if is_score(score) => format!("{teams} {}", self.decimal(score)),
            _ => heading.to_owned(),
        }
    }
}

/// What stands under the name of the event.
pub(super) fn about(page: &Page, body: &TournamentBody) -> String {
    let charter = &body.charter;
    let mut parts = vec![page.t(&charter.variant)];
    parts.push(page.say("ev-players", "made", &body.players.len().to_string()));
    parts.push(page.t(format!("ev-system-{}", charter.system).as_str()));
    if charter.games > 1 {
        parts.push(page.t("ev-micro-matches"));
    }
    match &body.arena {
        Some(arena) => parts.push(page.say("ev-arena-minutes", "made", &arena.minutes.to_string())),
        None if charter.at_once.is_some() => parts.push(page.t("ev-at-once-about")),
        None => match charter.cycles {
            Some(1) => parts.push(page.t("ev-cycles-one")),
            Some(2) => parts.push(page.t("ev-cycles-two")),
            Some(cycles) => parts.push(page.say("ev-cycles-count", "made", &cycles.to_string())),
            None => parts.push(page.say("ev-rounds-count", "made", &charter.rounds.to_string())),
        },
    }
    parts.extend(charter.team_boards.map(|boards| page.say("ev-teams-boards", "made", &boards.to_string())));
    parts.extend(charter.online.and_then(|online| own_time(page, &online)));
    parts.extend(body.is_rated().then(|| page.t("rated-agreed")));
    parts.extend([&charter.pace, &charter.place].into_iter().filter(|text| !text.is_empty()).cloned());
    if let Some(openings) = &charter.openings {
        parts.push(page.say("ev-seed-is", "text", &openings.seed));
    }
    parts.join(" · ")
}
