//! Refusals as sentences.

use damiera_game::{Lang, Moment};

use super::date::utc_minute;
use super::say;
use crate::pairing::NoPairing;
use crate::scoring::Scoring;
use crate::tournament::{BoardResult, RoundStage, TournamentRefusal};

impl TournamentRefusal {
    /// The refusal as a sentence.
    #[must_use]
    pub fn text(&self, lang: Lang) -> String {
        let say = |key: &str, values: &[(&str, String)]| say(lang, key, values);
        let date = |at: Moment| [("date", utc_minute(at))];
        let number = |number: &dyn ToString| [("number", number.to_string())];
        match self {
            Self::OfficialsOnly => say("refusal-officials-only", &[]),
            Self::OutOfDate { .. } => say("refusal-out-of-date", &[]),
            Self::OtherRound { meant, now } => {
                say("refusal-other-round", &[("meant", meant.to_string()), ("now", now.to_string())])
            }
            Self::EnteredTwice { number: taken } => say("refusal-entered-twice", &number(taken)),
            Self::EmptyList => say("refusal-empty-list", &[]),
            Self::BadRating => say("refusal-bad-rating", &[]),
            Self::InLine { line, why } => {
                say("refusal-in-line", &[("line", line.to_string()), ("why", why.text(lang))])
            }
            Self::BadName => say("refusal-bad-name", &[]),
            Self::Full => say("refusal-full", &[]),
            Self::UnknownPlayer(unknown) => say("refusal-unknown-player", &number(unknown)),
            Self::HasWithdrawn(gone) => say("refusal-has-withdrawn", &number(gone)),
            Self::NotWithdrawn(present) => say("refusal-not-withdrawn", &number(present)),
            Self::RoundPaired(round) => say("refusal-round-paired", &number(round)),
            Self::RoundNotPaired(round) => say("refusal-round-not-paired", &number(round)),
            Self::NotABye => say("refusal-not-a-bye", &[]),
            Self::RoundNotPublished(round) => say("refusal-round-not-published", &number(round)),
            Self::WrongStage(None) => say("refusal-no-round", &[]),
            Self::WrongStage(Some(stage)) => {
                let stage = super::say(lang, stage_key(*stage), &[]);
                say("refusal-wrong-stage", &[("stage", stage)])
            }
            Self::NoPairing(reason) => reason.text(lang),
            Self::NotEverybodyOnce(wrong) => say("refusal-not-everybody-once", &number(wrong)),
            Self::TooManyByes => say("refusal-too-many-byes", &[]),
            Self::NotInSystem(_) => say("refusal-not-in-system", &[]),
            Self::NoRounds => say("refusal-no-rounds", &[]),
            Self::NotAnArena => say("refusal-not-an-arena", &[]),
            Self::BadAdjustment(most) => say("refusal-bad-adjustment", &[("most", most.text(lang))]),
            Self::NobodyToKeepApart => say("refusal-nobody-to-keep-apart", &[]),
            Self::TooManyGroups(most) => say("refusal-too-many-groups", &number(most)),
            Self::NotKeptApart => say("refusal-not-kept-apart", &[]),
            Self::BadGroup => say("refusal-bad-group", &[]),
            Self::ReasonMissing => say("refusal-reason-missing", &[]),
            Self::ReasonTooLong(most) => say("refusal-reason-too-long", &number(most)),
            Self::BadFederation(most) => say("refusal-bad-federation", &number(most)),
            Self::NoSuchRound { round, rounds } => {
                say("refusal-no-such-round", &[("number", round.to_string()), ("rounds", rounds.to_string())])
            }
            Self::NoGame(board) => say("refusal-no-game", &number(board)),
            Self::UnknownBoard(board) => say("refusal-unknown-board", &number(board)),
            Self::NotAtBoard { board, own: None } => say("refusal-not-at-board", &number(board)),
            Self::NotAtBoard { board, own: Some(own) } => {
                say("refusal-other-board", &[("number", board.to_string()), ("own", own.to_string())])
            }
            Self::AlreadyEntered { board, result, scoring } => {
                let values = [("number", board.to_string()), ("result", result.score(scoring, lang))];
                say("refusal-already-entered", &values)
            }
            Self::NothingToCorrect(board) => say("refusal-nothing-to-correct", &number(board)),
            Self::NoFreePlace => say("refusal-no-free-place", &[]),
            Self::NotInScoring => say("refusal-not-in-scoring", &[]),
            Self::SameResult(board) => say("refusal-same-result", &number(board)),
            Self::ResultsMissing(boards) => say("refusal-results-missing", &[("boards", boards.join(", "))]),
            Self::HasResults => say("refusal-has-results", &[]),
            Self::PlayersOnly => say("refusal-players-only", &[]),
            Self::NoAppointments => say("refusal-no-appointments", &[]),
            Self::HasBegun(board) => say("refusal-has-begun", &number(board)),
            Self::WindowClosed(at) => say("refusal-window-closed", &date(*at)),
            Self::OutsideWindow(at) => say("refusal-outside-window", &date(*at)),
            Self::DateIsFixed => say("refusal-date-is-fixed", &[]),
            Self::NotProposed => say("refusal-not-proposed", &[]),
            Self::NotLater(at) => say("refusal-not-later", &date(*at)),
            Self::BadTeam => say("refusal-bad-team", &[]),
            Self::InOtherTeam { number, team } => {
                say("refusal-in-other-team", &[("number", number.to_string()), ("team", team.clone())])
            }
            Self::UnknownTeam(team) => say("refusal-unknown-team", &[("team", team.clone())]),
            Self::TooManyAtOnce(most) => say("refusal-too-many-at-once", &number(most)),
            Self::TooLate(round) => say("refusal-too-late", &number(round)),
        }
    }
}

impl NoPairing {
    /// The reason as a sentence.
    #[must_use]
    pub fn text(&self, lang: Lang) -> String {
        let (key, round, number) = match self {
            Self::Impossible { round } => ("no-pairing-impossible", *round, 0),
            Self::AllRoundsPaired { rounds } => ("no-pairing-all-paired", *rounds, 0),
            Self::TooFewPlayers => ("no-pairing-too-few", 0, 0),
            Self::TooFewTeams => ("no-pairing-too-few-teams", 0, 0),
            Self::NoRounds => ("refusal-no-rounds", 0, 0),
            Self::Stopped => ("no-pairing-stopped", 0, 0),
            Self::TooManyScores { round } => ("no-pairing-too-many-scores", *round, 0),
            Self::ResultMissing { round, number } => ("no-pairing-result-missing", *round, *number),
            Self::Undecided { round, number } => ("no-pairing-undecided", *round, *number),
        };
        say(lang, key, &[("round", round.to_string()), ("number", number.to_string())])
    }
}

impl BoardResult {
    /// The result as it is written on a slip, in the points of a scoring: `2–0`. Forfeits are marked, and a drawn game that is
    /// not shared evenly does not look like a game won.
    #[must_use]
    pub fn score(self, scoring: &Scoring, lang: Lang) -> String {
        let [win, draw, loss] = [scoring.win, scoring.draw, scoring.loss].map(|points| points.text(lang));
        match self {
            Self::WhiteWins => format!("{win}–{loss}"),
            Self::BlackWins => format!("{loss}–{win}"),
            Self::WhiteByForfeit => "+/−".to_owned(),
            Self::BlackByForfeit => "−/+".to_owned(),
            Self::DoubleForfeit => "−/−".to_owned(),
            Self::Draw
            | Self::WhiteEdge
            | Self::BlackEdge
            | Self::WhiteSlightEdge
            | Self::BlackSlightEdge => match self.edge_worth(scoring) {
                Some([white, black]) => format!("= {}–{}", white.text(lang), black.text(lang)),
                None => format!("{draw}–{draw}"),
            },
        }
    }
}

const fn stage_key(stage: RoundStage) -> &'static str {
    match stage {
        RoundStage::Draft => "stage-draft",
        RoundStage::Checked => "stage-checked",
        RoundStage::Published => "stage-published",
        RoundStage::Playing => "stage-playing",
        RoundStage::Closed => "stage-closed",
    }
}
