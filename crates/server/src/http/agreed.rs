//! What a seek asks for besides game, clock and colour, in words, so that both players know it before they agree.

use std::time::Duration;

use damiera_game::{ConsultationRule, RuleSet, odds, wire};
use damiera_messages::{
    BlindfoldPlayers, ConsultingSides, OddsGiver, SeekBlindfold, SeekConsultation, SeekOdds, SeekTerms,
};
use damiera_play::OddsTable;
use damiera_rules::{Side, Square, Variant};

use super::pages::Page;

/// The men of one side at the start, as White sees them, to choose those given as odds from.
pub(super) struct MenToGive {
    pub(super) variant: &'static str,
    /// How many playing squares the board has.
    pub(super) squares: u8,
    /// The rows with men, each with the numbers of its playing squares.
    pub(super) rows: Vec<Vec<Option<u8>>>,
    /// What odds are worth in this game, in a sentence; `None` where it was not measured.
    pub(super) worth: Option<String>,
}

/// The rating for which the worth of odds is shown: the one that everybody begins with.
const USUAL_RATING: u16 = 1500;

/// What men and half the time are worth in rating points.
fn worth(page: Page, variant: Variant) -> Option<String> {
    let table = OddsTable::built_in();
    // The games are too few for the last digit.
    let rounded = |cost: u16| (cost.saturating_add(5) / 10 * 10).to_string();
    let of_men = |men| Some(rounded(table.of_men_at(variant, USUAL_RATING, men)?.cost));
    let men = [of_men(1)?, of_men(2)?, of_men(3)?].join(", ");
    let time = rounded(table.of_time(variant, 2)?.cost);
    let rating = USUAL_RATING.to_string();
    Some(crate::texts::say(page.lang, "odds-worth", &[("limit", &rating), ("text", &men), ("made", &time)]))
}

impl MenToGive {
    pub(super) fn of(page: Page, variant: Variant) -> Self {
        let board = RuleSet::of(variant).board;
        let own = odds::own_men(variant, Side::White);
        let on =
            |row, column| board.at(row, column).filter(|square| own.contains(square)).map(Square::number);
        let rows = (0..board.rows()).map(|row| (0..board.rows()).map(|column| on(row, column)).collect());
        let rows = rows.filter(|row: &Vec<_>| row.iter().any(Option::is_some)).collect();
        Self { variant: variant.name(), squares: board.squares(), rows, worth: worth(page, variant) }
    }
}

/// What is asked for besides, a sentence each, as the seeker (`own`) or the other player reads it.
pub(super) fn sentences(page: Page, wanted: &SeekTerms, own: bool) -> Vec<String> {
    let mut said: Vec<_> =
        wanted.odds.iter().filter_map(|odds| odds_given(page, wanted, odds, own)).collect();
    if let Some(consultation) = &wanted.consultation {
        let who = match consultation.who {
            ConsultingSides::Both => "consult-both",
            who if (who == ConsultingSides::Seeker) == own => "consult-you",
            _ => "consult-opponent",
        };
        let rule = match consultation.decide {
            wire::WireDecisionRule::Captain => ConsultationRule::Captain,
            wire::WireDecisionRule::Majority => {
                let minutes = consultation.minutes.unwrap_or(SeekConsultation::DEFAULT_MINUTES);
                ConsultationRule::Majority(Duration::from_secs(60 * u64::from(minutes)))
            }
        };
        said.push(format!("{} {}", page.t(who), consultation_rule(page, rule)));
    }
    if wanted.rated {
        said.push(page.t("rated-agreed"));
    }
    if let Some(range) = &wanted.rating_range {
        said.push(page.say("rating-range-agreed", "text", &range.to_string()));
    }
    if wanted.vacation_days > 0 {
        said.push(page.say("corr-vacation-agreed", "made", &wanted.vacation_days.to_string()));
    }
    if let Some(SeekBlindfold { who, terms }) = &wanted.blindfold {
        let who = match who {
            BlindfoldPlayers::Both => "blindfold-both",
            who if (*who == BlindfoldPlayers::Seeker) == own => "blindfold-you",
            _ => "blindfold-opponent",
        };
        said.push(page.t(who));
        said.extend(blindfold_terms(page, terms));
    }
    said
}

/// How a side decides that several people hold.
pub(super) fn consultation_rule(page: Page, rule: ConsultationRule) -> String {
    match rule {
        ConsultationRule::Captain => page.t("consult-rule-captain"),
        ConsultationRule::Majority(time) => {
            page.say("consult-rule-majority-time", "made", &(time.as_secs() / 60).to_string())
        }
    }
}

/// What is agreed about blindfold play, a sentence each.
pub(super) fn blindfold_terms(page: Page, terms: &wire::WireBlindfoldTerms) -> [String; 3] {
    let moves = match terms.move_list {
        wire::WireMoveListAccess::All => "blindfold-moves-all",
        wire::WireMoveListAccess::LastMoves => "blindfold-moves-last",
    };
    let notes = match terms.notes {
        wire::WireNotesPolicy::Allowed => "blindfold-notes-allowed",
        wire::WireNotesPolicy::Forbidden => "blindfold-notes-forbidden",
    };
    let tries = match terms.tries {
        Some(tries) => page.say("blindfold-tries", "made", &tries.to_string()),
        None => page.t("blindfold-tries-free"),
    };
    [page.t(moves), page.t(notes), tries]
}

fn odds_given(page: Page, wanted: &SeekTerms, given: &SeekOdds, own: bool) -> Option<String> {
    let parts = [
        squares(page, wanted, given),
        given.first_move.then(|| page.t("odds-first-move")),
        moves(page, given),
        given.minutes.map(|minutes| {
            let full = wanted.minutes.unwrap_or_default().to_string();
            let values = [("made", minutes.to_string()), ("limit", full)];
            let values = values.each_ref().map(|(name, value)| (*name, value.as_str()));
            crate::texts::say(page.lang, "odds-minutes", &values)
        }),
    ];
    let parts: Vec<_> = parts.into_iter().flatten().collect();
    let key = if (given.by == OddsGiver::Seeker) == own { "odds-you-give" } else { "odds-you-get" };
    (!parts.is_empty()).then(|| page.say(key, "text", &parts.join(", ")))
}

/// The moves made beforehand, as if the receiver had White.
fn moves(page: Page, given: &SeekOdds) -> Option<String> {
    let moves: Vec<_> = given.moves.iter().map(|[from, to]| format!("{from}-{to}")).collect();
    (!moves.is_empty()).then(|| page.say("odds-moves", "text", &moves.join(", ")))
}

/// The squares of the men given; as if the giver had White while the colours are not known.
fn squares(page: Page, wanted: &SeekTerms, given: &SeekOdds) -> Option<String> {
    if given.squares.is_empty() {
        return None;
    }
    let board = RuleSet::of(wanted.variant.parse().ok()?).board;
    let seeker_has_black = wanted.colour == Some(wire::WireSide::Black);
    let giver_has_black = seeker_has_black == (given.by == OddsGiver::Seeker);
    let (key, turned) = match wanted.colour {
        None => ("odds-squares-as-white", false),
        Some(_) => ("odds-squares", giver_has_black),
    };
    let number = |&square: &u8| if turned { (board.squares() + 1).saturating_sub(square) } else { square };
    let numbers: Vec<_> = given.squares.iter().map(number).map(|square| square.to_string()).collect();
    let (made, text) = (numbers.len().to_string(), numbers.join(", "));
    Some(crate::texts::say(page.lang, key, &[("made", &made), ("text", &text)]))
}
