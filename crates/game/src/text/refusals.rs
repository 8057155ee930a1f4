//! Refusals in words.

use damiera_rules::{Side, Square};

use super::keys::untold_key;
use super::{Lang, TextValue};
use crate::command::Actor;
use crate::refusal::{Refusal, RefusalReason};

impl Lang {
    /// Why a command is refused.
    #[must_use]
    pub fn refusal(self, refusal: &Refusal) -> String {
        use RefusalReason as R;
        let plain = |key: &str| self.say(key, &[]);
        let side = |key: &str, side: Side| self.say(key, &[("side", TextValue::Who(Actor::Player(side)))]);
        let at = |key: &str, square: Square| self.say(key, &[("square", square.number().into())]);
        let text = match &refusal.why {
            R::Illegal(reason) => self.illegal(reason),
            R::Irregular(kind) => self.irregularity(*kind),
            R::CannotTell(why) => plain(untold_key(*why)),
            R::NotYourTurn(turn) => side("refusal-not-your-turn", *turn),
            R::FlagUp(whose) => side("refusal-flag-up", *whose),
            R::TouchedFirst(square) => at("refusal-touched-first", *square),
            R::NoPiece(square) => at("refusal-no-piece", *square),
            R::NotCrowned(square) => at("refusal-not-crowned", *square),
            R::CrownedAlready(square) => at("refusal-crowned-already", *square),
            R::Occupied(square) => at("refusal-occupied", *square),
            R::OfferTooEarly(from) => self.say("refusal-offer-too-early", &[("from", (*from).into())]),
            R::NeedsKings(sides) => match sides.as_slice() {
                [one] => side("refusal-needs-kings", *one),
                _ => plain("refusal-needs-kings-both"),
            },
            R::CountLimit { least, most } => {
                let key = if least == most { "refusal-count-fixed" } else { "refusal-count-limit" };
                self.say(key, &[("least", (*least).into()), ("most", (*most).into())])
            }
            R::TooLateToAnnul { moves, minutes: None } => {
                self.say("refusal-too-late-to-annul", &[("moves", (*moves).into())])
            }
            R::TooLateToAnnul { moves, minutes: Some(minutes) } => {
                let values = [("moves", (*moves).into()), ("minutes", (*minutes).into())];
                self.say("refusal-too-late-to-annul-minutes", &values)
            }
            R::BlameHasNoEffect => plain("refusal-blame-has-no-effect"),
            R::GameOver => plain("refusal-game-over"),
            R::Paused => plain("refusal-paused"),
            R::NotPaused => plain("refusal-not-paused"),
            R::Begun => plain("refusal-begun"),
            R::OnlyPlayer => plain("refusal-only-player"),
            R::OnlyArbiter => plain("refusal-only-arbiter"),
            R::OnlyAtTable => plain("refusal-only-at-table"),
            R::OnlyOpponent => plain("refusal-only-opponent"),
            R::Undecided => plain("refusal-undecided"),
            R::NothingToCorrect => plain("refusal-nothing-to-correct"),
            R::CorrectionLapsed => plain("refusal-correction-lapsed"),
            R::PartialCorrection => plain("refusal-partial-correction"),
            R::NoOffer => plain("refusal-no-offer"),
            R::OfferMade => plain("refusal-offer-made"),
            R::NothingToClaim => plain("refusal-nothing-to-claim"),
            R::FlagsFellTogether => plain("refusal-flags-fell-together"),
            R::OwnFlagDown => plain("refusal-own-flag-down"),
            R::NoClock => plain("refusal-no-clock"),
            R::Counting => plain("refusal-counting"),
            R::NoCount => plain("refusal-no-count"),
            R::NoKings => plain("refusal-no-kings"),
            R::TooLateToAbort => plain("refusal-too-late-to-abort"),
            R::HasAppeared => plain("refusal-has-appeared"),
            R::NoTakebacks => plain("refusal-no-takebacks"),
            R::NothingToTakeBack => plain("refusal-nothing-to-take-back"),
            R::NoTakebackAsked => plain("refusal-no-takeback-asked"),
            R::TouchIsFree => plain("refusal-touch-is-free"),
            R::BadBoard(faults) => format!("{} {}", plain("refusal-bad-board"), self.setup_faults(faults)),
            R::NotDisturbed => plain("refusal-not-disturbed"),
            R::DisturbedAlready => plain("refusal-disturbed-already"),
            R::MovedSince => plain("refusal-moved-since"),
            R::BookSilent => plain("refusal-book-silent"),
            R::DrawDue(limit) => self.say("refusal-draw-due", &[("limit", (*limit).into())]),
            R::NoDrawDue => plain("refusal-no-draw-due"),
            R::TooFar(square) => at("refusal-too-far", *square),
            R::ManOnCrownRow(square) => at("refusal-man-on-crown-row", *square),
            R::NothingPlaced => plain("refusal-nothing-placed"),
            R::PieceInPlay => plain("refusal-piece-in-play"),
            R::NothingSetAside => plain("refusal-nothing-set-aside"),
            R::NothingToObject => plain("refusal-nothing-to-object"),
            R::NothingToUndo => plain("refusal-nothing-to-undo"),
            R::WriteAllSquares => plain("refusal-write-all-squares"),
            R::WithoutReason => plain("refusal-without-reason"),
            R::NoVacation => plain("refusal-no-vacation"),
            R::OnVacation => plain("refusal-on-vacation"),
            R::NotOnVacation => plain("refusal-not-on-vacation"),
            R::VacationUsedUp => plain("refusal-vacation-used-up"),
            R::TooMuchTime => plain("refusal-too-much-time"),
        };
        // A rule of play that the game's rulebook does not have is the house's.
        let of_play = matches!(
            refusal.why,
            R::TouchedFirst(_) | R::OnlyOpponent | R::Undecided | R::CorrectionLapsed | R::PartialCorrection
        );
        if of_play { self.with_house_rule(text, refusal.article) } else { text }
    }
}
