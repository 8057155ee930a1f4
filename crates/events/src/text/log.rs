//! Entries of a tournament's log as sentences.

use damiera_game::Lang;
use damiera_rules::Side;

use super::date::utc_minute;
use super::say;
use crate::crosstable::{Acceleration, ForbiddenGroup};
use crate::outcome::{PairingNumber, RoundOutcome};
use crate::points::Points;
use crate::tournament::{
    ArbiterRuling, BoardResult, BrokenCriterion, TournamentEvent, TournamentFact, TournamentSettings,
};

impl TournamentEvent {
    /// The entry as a sentence, given the settings of the tournament and the names of the players.
    #[must_use]
    pub fn text(
        &self,
        lang: Lang,
        settings: &TournamentSettings,
        name: &dyn Fn(PairingNumber) -> String,
    ) -> String {
        let say = |key: &str, values: &[(&str, String)]| say(lang, key, values);
        let player = |number: &PairingNumber| ("player", format!("{} ({number})", name(*number)));
        let players = |numbers: &[PairingNumber]| {
            let names: Vec<_> =
                numbers.iter().map(|number| format!("{} ({number})", name(*number))).collect();
            ("players", names.join(", "))
        };
        let board = |board: &usize| ("board", settings.match_length.label(*board));
        let score = |result: &BoardResult| result.score(&settings.scoring, lang);
        match &self.fact {
            TournamentFact::Entered { number, name, .. } => {
                say("log-entered", &[("player", name.clone()), ("number", number.to_string())])
            }
            TournamentFact::EntrantCorrected { number, name, .. } => {
                say("log-entrant-corrected", &[("player", name.clone()), ("number", number.to_string())])
            }
            TournamentFact::Renumbered { .. } => say("log-renumbered", &[]),
            TournamentFact::DetailsNoted { .. } => say("log-details-noted", &[]),
            TournamentFact::RecordsKept { .. } => say("log-records-kept", &[]),
            TournamentFact::RankedForPairing { .. } => say("log-ranked", &[]),
            TournamentFact::PointsAdjusted { number, round, points, reason } => {
                let sign = if *points > Points::ZERO { "+" } else { "" };
                let points = ("points", format!("{sign}{}", points.text(lang)));
                let reason = ("reason", reason.clone());
                let text =
                    say("log-adjusted", &[player(number), ("round", round.to_string()), points, reason]);
                text.trim_end().to_owned()
            }
            TournamentFact::GameNotRated { board: at } => say("log-not-rated", &[board(at)]),
            TournamentFact::Withdrawn { number, from } => {
                say("log-withdrawn", &[player(number), ("round", from.to_string())])
            }
            TournamentFact::Readmitted { number, from } => {
                say("log-readmitted", &[player(number), ("round", from.to_string())])
            }
            TournamentFact::ByeGranted { number, round, outcome } => {
                let key = match outcome {
                    RoundOutcome::FullBye => "log-bye-full",
                    RoundOutcome::HalfBye => "log-bye-half",
                    _ => "log-bye-zero",
                };
                say(key, &[player(number), ("round", round.to_string())])
            }
            TournamentFact::KeptApart(ForbiddenGroup { rounds, numbers }) => {
                let (from, to) = (rounds.start().to_string(), rounds.end().to_string());
                say("log-kept-apart", &[players(numbers), ("from", from), ("to", to)])
            }
            TournamentFact::AllowedToMeet { numbers } => say("log-allowed-to-meet", &[players(numbers)]),
            TournamentFact::ColourFixed { number, side } => {
                let key = match side {
                    Some(Side::White) => "log-colour-white",
                    Some(Side::Black) => "log-colour-black",
                    None => "log-colour-free",
                };
                say(key, &[player(number)])
            }
            TournamentFact::TeamEntered { name: team, members } => {
                say("log-team-entered", &[("team", team.clone()), players(members)])
            }
            TournamentFact::TeamRemoved { name: team } => say("log-team-removed", &[("team", team.clone())]),
            TournamentFact::Accelerated(Acceleration { points, rounds, numbers }) => say(
                "log-accelerated",
                &[
                    ("points", points.text(lang)),
                    ("from", rounds.start().to_string()),
                    ("to", rounds.end().to_string()),
                    ("first", numbers.start().to_string()),
                    ("last", numbers.end().to_string()),
                ],
            ),
            TournamentFact::FirstRoundSteered { upper, .. } => {
                say("log-steered", &[("number", upper.to_string())])
            }
            TournamentFact::RoundDrafted { pairing } => {
                say("log-drafted", &[("round", pairing.round.to_string())])
            }
            TournamentFact::AllRoundsDrafted { rounds } => {
                say("log-all-drafted", &[("rounds", rounds.len().to_string())])
            }
            TournamentFact::PairingEdited { reason, .. } => say("log-edited", &[("reason", reason.clone())]),
            TournamentFact::RoundChecked => say("log-checked", &[]),
            TournamentFact::RoundPublished => say("log-published", &[]),
            TournamentFact::RoundStarted => say("log-started", &[]),
            TournamentFact::ResultClaimed { board: at, result, .. } => {
                say("log-claimed", &[board(at), ("result", score(result))])
            }
            TournamentFact::ResultDisputed { board: at } => say("log-disputed", &[board(at)]),
            TournamentFact::ResultEntered { board: at, result } => {
                say("log-result", &[board(at), ("result", score(result))])
            }
            TournamentFact::ResultCorrected { round, board: at, from, to, reason } => say(
                "log-corrected",
                &[
                    board(at),
                    ("round", round.to_string()),
                    ("from", score(from)),
                    ("to", score(to)),
                    ("reason", reason.clone()),
                ],
            ),
            TournamentFact::GameOpened { board: at, .. } => say("log-game-opened", &[board(at)]),
            TournamentFact::Ruled { board: at, ruling } => {
                say("log-ruled", &[board(at), ("ruling", ruling.text(lang))])
            }
            TournamentFact::DateProposed { board: at, number, date } => {
                say("log-date-proposed", &[board(at), player(number), ("date", utc_minute(*date))])
            }
            TournamentFact::DateAgreed { board: at, date } => {
                say("log-date-agreed", &[board(at), ("date", utc_minute(*date))])
            }
            TournamentFact::ReadyToPlay { board: at, number } => {
                say("log-ready-to-play", &[board(at), player(number)])
            }
            TournamentFact::LeftUnplayed { board: at } => say("log-left-unplayed", &[board(at)]),
            TournamentFact::WindowExtended { board: at, until, reason } => say(
                "log-window-extended",
                &[board(at), ("date", utc_minute(*until)), ("reason", reason.clone())],
            ),
            TournamentFact::UnplayedDecided { board: at, result, reason } => say(
                "log-unplayed-decided",
                &[board(at), ("result", score(result)), ("reason", reason.clone())],
            ),
            TournamentFact::RoundClosed => say("log-closed", &[]),
            TournamentFact::RoundTakenBack { reason } => say("log-taken-back", &[("reason", reason.clone())]),
            TournamentFact::RoundReopened { reason } => say("log-reopened", &[("reason", reason.clone())]),
            TournamentFact::ArenaOpened { .. } => say("log-arena-opened", &[]),
            TournamentFact::ArenaPaired { pairs } => {
                let names = pairs.iter().map(|pair| format!("{} – {}", name(pair.white), name(pair.black)));
                say("log-arena-paired", &[("players", names.collect::<Vec<_>>().join(", "))])
            }
            TournamentFact::PlayerPaused { number } => say("log-paused", &[player(number)]),
            TournamentFact::PlayerResumed { number } => say("log-resumed", &[player(number)]),
        }
    }
}

impl ArbiterRuling {
    /// The ruling as a sentence.
    #[must_use]
    pub fn text(self, lang: Lang) -> String {
        let key = match self {
            Self::StopClocks => "ruling-stop-clocks",
            Self::RestartClocks => "ruling-restart-clocks",
            Self::SetClocks(left) => {
                let [white, black] = left.map(|left| clock_text(left.as_secs()));
                return say(lang, "ruling-set-clocks", &[("white", white), ("black", black)]);
            }
            Self::StartCount => "ruling-start-count",
            Self::CancelCount => "ruling-cancel-count",
            Self::DeclareDraw => "ruling-declare-draw",
            Self::DeclareLoss(Side::White) => "ruling-loss-white",
            Self::DeclareLoss(Side::Black) => "ruling-loss-black",
        };
        say(lang, key, &[])
    }
}

/// Hours, minutes and seconds.
fn clock_text(seconds: u64) -> String {
    format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

impl BrokenCriterion {
    /// What is broken, as a sentence.
    #[must_use]
    pub fn text(&self, lang: Lang) -> String {
        let numbers: Vec<String> = self.numbers.iter().map(ToString::to_string).collect();
        let key = match self.criterion {
            1 => "broken-rematch",
            2 => "broken-second-bye",
            3 => "broken-colours",
            5 => "broken-bye-score",
            6 => "broken-scores",
            _ => "broken-colour-preferences",
        };
        let criterion = format!("C{}", self.criterion);
        say(lang, key, &[("players", numbers.join(" – ")), ("criterion", criterion)])
    }
}
