//! Vacation in correspondence games (FID-IT 15.1.3, 15.2): a player's clock stands still, for a number of days in all.

use std::time::Duration;

use damiera_game::wire::{WireEvent, WireTerms};
use damiera_game::{
    Action, Actor, BadTerms, ClockControl, Command, EndReason, Event, Game, Moment, Profile, RefusalReason,
    Terms,
};
use damiera_rules::{Side, Variant};

const DAY: u64 = 24 * 3_600_000;

fn days(count: u64) -> Duration {
    Duration::from_millis(count * DAY)
}

fn terms(control: ClockControl, vacation: u64) -> Terms {
    let controls = [control.clone(), control];
    Terms { controls, vacation: days(vacation), ..Terms::new(Variant::Italian, Profile::CORRESPONDENCE) }
}

/// A game and its log.
struct Played {
    game: Game,
    log: Vec<Event>,
}

impl Played {
    fn new(terms: Terms) -> Self {
        terms.check().expect("terms");
        let mut played = Self { game: Game::new(terms).expect("a game"), log: Vec::new() };
        played.ask(0, Actor::Arbiter, Action::Start).expect("started");
        played
    }

    fn ask(&mut self, day: u64, by: Actor, action: Action) -> Result<(), RefusalReason> {
        let command = Command { by, at: Moment(day * DAY), action };
        let events = self.game.decide(&command).map_err(|refusal| refusal.why)?;
        events.iter().for_each(|event| self.game.apply(event));
        self.log.extend(events);
        self.replayed();
        Ok(())
    }

    fn play(&mut self, day: u64, notation: &str) {
        let attempt = self.game.read(notation).expect("a move");
        let turn = self.game.turn();
        self.ask(day, Actor::Player(turn), Action::Move(attempt)).expect("played");
    }

    fn left(&self, side: Side, day: u64) -> u64 {
        self.game.clocks().face(side, Moment(day * DAY)).expect("a clock").left.as_secs() / (24 * 3600)
    }

    /// The log, written and read, gives the same game.
    fn replayed(&self) {
        let read = |event: &Event| {
            let text = serde_json::to_string(&WireEvent::from(event)).expect("JSON");
            Event::try_from(&serde_json::from_str::<WireEvent>(&text).expect("JSON")).expect("an event")
        };
        let terms = serde_json::to_string(&WireTerms::from(self.game.terms())).expect("JSON");
        let terms: WireTerms = serde_json::from_str(&terms).expect("JSON");
        let log: Vec<_> = self.log.iter().map(read).collect();
        let again = Game::replay(Terms::try_from(&terms).expect("terms"), &log).expect("a game");
        assert_eq!(again.clocks(), self.game.clocks());
        assert_eq!((again.fen(), again.seq()), (self.game.fen(), self.game.seq()));
    }
}

const WHITE: Actor = Actor::Player(Side::White);
const BLACK: Actor = Actor::Player(Side::Black);

#[test]
fn a_clock_stands_still_while_its_player_is_on_vacation() {
    let mut played = Played::new(terms(ClockControl::sudden(days(20)), 10));
    played.ask(2, WHITE, Action::StartVacation).expect("begun");
    assert_eq!(played.ask(3, WHITE, Action::StartVacation), Err(RefusalReason::OnVacation));
    assert_eq!((played.left(Side::White, 2), played.left(Side::White, 6)), (18, 18));
    assert_eq!(played.game.vacation(Side::White).left_at(Moment(6 * DAY)), days(6));
    played.ask(6, WHITE, Action::EndVacation).expect("back");
    assert_eq!(played.ask(6, WHITE, Action::EndVacation), Err(RefusalReason::NotOnVacation));
    assert_eq!(played.left(Side::White, 9), 15);
    // The opponent's clock runs in any case.
    played.play(9, "22-18");
    played.ask(10, WHITE, Action::StartVacation).expect("begun");
    assert_eq!(played.left(Side::Black, 12), 17);
    played.play(12, "11-14");
    assert_eq!(played.left(Side::White, 14), 15, "it is White's turn, and White is away");
    assert_eq!(played.game.flag_falls(), None);
}

#[test]
fn a_vacation_ends_when_it_is_used_up() {
    let mut played = Played::new(terms(ClockControl::PerMove(days(3)), 5));
    played.ask(1, WHITE, Action::StartVacation).expect("begun");
    assert_eq!(played.game.vacation_ends(), Some(Moment(6 * DAY)));
    // Five days are used up on the sixth; two days of the move are left.
    played.ask(7, BLACK, Action::OfferDraw).expect("offered");
    assert_eq!(played.game.vacation(Side::White).left, Duration::ZERO);
    assert_eq!(played.left(Side::White, 7), 1);
    assert_eq!(played.ask(7, WHITE, Action::StartVacation), Err(RefusalReason::VacationUsedUp));
    // The flag falls as if nobody had looked before.
    let mut unwatched = Played::new(terms(ClockControl::PerMove(days(3)), 5));
    unwatched.ask(1, WHITE, Action::StartVacation).expect("begun");
    unwatched.ask(20, Actor::Arbiter, Action::Flag).expect("the flag");
    assert_eq!(unwatched.game.end().expect("an end").how, EndReason::TimeUp(Side::White));
    let fell = unwatched.log.last().expect("an event").at;
    assert_eq!(fell, Moment(8 * DAY));
}

#[test]
fn a_move_is_played_on_vacation_and_a_takeback_keeps_the_clocks_right() {
    use damiera_game::Takebacks;
    let mut terms = terms(ClockControl::sudden(days(20)), 10);
    terms.profile.takebacks = Takebacks::ByConsent;
    let mut played = Played::new(terms);
    played.ask(1, WHITE, Action::StartVacation).expect("begun");
    played.play(2, "22-18");
    assert!(played.game.vacation(Side::White).since.is_some(), "moving does not end it");
    played.ask(3, WHITE, Action::AskTakeback).expect("asked");
    played.ask(4, BLACK, Action::AcceptTakeback).expect("agreed");
    assert_eq!(played.left(Side::White, 5), 19, "White is to move again, and away");
    played.ask(6, WHITE, Action::EndVacation).expect("back");
    assert_eq!(played.left(Side::White, 8), 17);
}

#[test]
fn a_vacation_needs_a_correspondence_game() {
    let hour = ClockControl::sudden(Duration::from_secs(3600));
    assert_eq!(terms(hour.clone(), 1).check(), Err(BadTerms::Vacation));
    assert_eq!(terms(ClockControl::PerMove(days(1)), 61).check(), Err(BadTerms::Vacation));
    assert_eq!(terms(ClockControl::PerMove(days(1)), 60).check(), Ok(()));
    let mut played = Played::new(terms(ClockControl::PerMove(days(1)), 0));
    assert_eq!(played.ask(0, WHITE, Action::StartVacation), Err(RefusalReason::NoVacation));
    assert!(!terms(hour, 0).is_correspondence());
}
