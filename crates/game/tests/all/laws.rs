//! Laws of every game, tried with random commands from both players and the arbiter.

use std::time::Duration;

use damiera_game::{
    Action, Actor, Blame, Bonus, CaptureObjection, Classification, ClockControl, Command, Counting, Event,
    Fact, Game, IrregularPolicy, Lang, Moment, Placement, PlacementDoubt, PlyKind, Profile, RefusalReason,
    StartFault, StartPosition, Terms, judge, pdn, wire,
};
use damiera_notation::pdn::{ParsedGame, PdnReader};
use damiera_rules::{Attempt, Piece, Provision, Rank, Setup, Side, Square, SquareName, Variant};
use proptest::prelude::*;

/// Start positions of each variant: the initial one ("") and some with kings, so that counts run.
const STARTS: &[(Variant, &[&str])] = &[
    (Variant::English, &["", "B:WK32,21:BK1,12", "W:WK18,K22,30:BK5,9,K10"]),
    (Variant::Italian, &["", "W:WK30,22:BK3,12", "W:WK22,26:BK18,25,K4"]),
    (Variant::Brazilian, &["", "W:WK21,32:B1,K12", "W:WK12,K21,K32:BK4", "W:WK20,K21:B9,K12", "W:WK21:BK12"]),
    (Variant::International, &["", "W:WK36,50:B1,K15", "W:WK6,K36,K50:BK15"]),
];

#[test]
fn every_variant_has_start_positions() {
    let listed: Vec<_> = STARTS.iter().map(|(variant, _)| *variant).collect();
    assert_eq!(listed, Variant::ALL);
}

const PROFILES: [Profile; 3] = [Profile::CASUAL, Profile::ONLINE, Profile::TABLE];

fn terms() -> impl Strategy<Value = Terms> {
    let clock = prop_oneof![
        Just(ClockControl::Untimed),
        (1u64..90).prop_map(|seconds| ClockControl::sudden(Duration::from_secs(seconds))),
        (1u64..60).prop_map(|s| ClockControl::with(
            Duration::from_secs(s),
            Bonus::Increment(Duration::from_secs(2))
        )),
        (1u64..60)
            .prop_map(|s| ClockControl::with(Duration::from_secs(s), Bonus::Delay(Duration::from_secs(2)))),
        (1u64..60).prop_map(|s| ClockControl::with(
            Duration::from_secs(s),
            Bonus::Bronstein(Duration::from_secs(2))
        )),
        (5u64..60).prop_map(|seconds| ClockControl::PerMove(Duration::from_secs(seconds))),
    ];

    (0..STARTS.len(), any::<prop::sample::Index>(), 0..PROFILES.len(), clock, any::<bool>()).prop_map(
        |(game, start, profile, clock, on_request)| {
            let (variant, fens) = STARTS[game];
            let mut terms = Terms::new(variant, PROFILES[profile]);
            let fen = fens[start.index(fens.len())];
            if !fen.is_empty() {
                terms.start = StartPosition::Set(fen.parse().expect("a FEN"));
            }
            if on_request {
                terms.profile.counting = Counting::OnRequest;
            }
            terms.controls = [clock.clone(), clock];
            terms
        },
    )
}

/// What somebody does, in numbers; what they mean depends on the game at the time.
type Deed = (u8, u8, u8, u8, u16);

fn deeds() -> impl Strategy<Value = Vec<Deed>> {
    prop::collection::vec(any::<Deed>(), 1..80)
}

fn square(number: u8) -> Square {
    Square::new(number % 50 + 1).expect("a square")
}

/// Mostly moves, and now and then anything else.
fn command(game: &Game, (what, who, one, other, wait): Deed, now: Moment) -> Command {
    let at = Moment(now.0 + u64::from(wait) / 16);
    let by = match who % 8 {
        0 => Actor::Arbiter,
        1 => Actor::Player(!game.turn()),
        _ => Actor::Player(game.turn()),
    };
    let legal = game.legal();
    let side = if one % 2 == 0 { Side::White } else { Side::Black };
    let action = match what {
        0..=179 if !legal.is_empty() => {
            let m = &legal[usize::from(one) % legal.len()];
            let route = &m.routes[0];
            Action::Move(Attempt::via(m.from, &route[1..route.len() - 1], m.to))
        }
        180..=194 => Action::Move(Attempt::new(square(one), square(other))),
        195..=199 => Action::Touch(square(one)),
        200 | 201 => Action::Adjust(square(one)),
        202..=206 => Action::Keep,
        207..=211 => Action::Correct(None),
        212 => Action::Start,
        213 => Action::OfferDraw,
        214 => Action::AcceptDraw,
        215 => Action::DeclineDraw,
        216..=219 => Action::ClaimDraw,
        220..=226 => Action::Count(if one % 4 == 0 { Some(other) } else { None }),
        227 => Action::CancelCount,
        228 | 229 => Action::Flag,
        230 | 231 => Action::AskTakeback,
        232 | 233 => Action::AcceptTakeback,
        234 => Action::DeclineTakeback,
        235 => Action::Pause,
        236..=239 => Action::Resume,
        240 => Action::SetClocks([Duration::from_secs(one.into()), Duration::from_secs(other.into())]),
        241 => Action::Annul(StartFault::BoardTurned, Blame::Players),
        242 => Action::Annul(StartFault::ColoursSwapped, Blame::Direction),
        243 | 244 => Action::Disturb,
        245 | 246 => Action::Restore,
        247 => Action::Settle(Placement {
            doubt: PlacementDoubt::TwoSquares,
            piece: Piece { side, rank: Rank::Man },
            from: Some(square(one)),
            to: Some(square(other)),
        }),
        248 => Action::CrownLate(square(one)),
        249 => Action::Stands(Setup { turn: Some(side), ..game.setup() }),
        250 if one % 8 == 0 => Action::Resign,
        251 if one % 8 == 0 => Action::Destroyed,
        252 if one % 8 == 0 => Action::RefusesRules(side),
        253 if one % 8 == 0 => Action::DeclareDraw,
        253 if one % 8 == 1 => Action::Abort,
        253 => Action::Object(CaptureObjection::Unclear),
        254 => Action::Undo,
        _ => Action::Flag,
    };
    Command { by, at, action }
}

/// Plays deeds out, showing the game before and after each command that was answered with events.
fn play(
    terms: Terms,
    deeds: &[Deed],
    mut each: impl FnMut(&Game, &Command, &[Event], &Game),
) -> (Game, Vec<Event>) {
    let mut game = Game::new(terms).expect("terms of a game");
    let (mut log, mut now) = (Vec::new(), Moment(0));
    for &deed in deeds {
        let asked = command(&game, deed, now);
        now = asked.at;
        let before = game.clone();
        let Ok(events) = game.decide(&asked) else {
            assert_eq!(game.view(now), before.view(now), "a refusal changes nothing");
            continue;
        };
        events.iter().for_each(|event| game.apply(event));
        each(&before, &asked, &events, &game);
        log.extend(events);
    }
    (game, log)
}

proptest! {
    #[test]
    fn a_stored_game_replayed_is_the_same_game(terms in terms(), deeds in deeds()) {
        let (game, log) = play(terms.clone(), &deeds, |_, _, _, _| {});
        let stored: Vec<_> = log.iter().map(|event| serde_json::to_string(&wire::WireEvent::from(event)).unwrap()).collect();
        let events: Vec<Event> = stored
            .iter()
            .map(|text| Event::try_from(&serde_json::from_str::<wire::WireEvent>(text).unwrap()).unwrap())
            .collect();
        prop_assert_eq!(&events, &log);
        let again = Game::replay(terms, &events).unwrap();
        let later = Moment(10_000_000);
        prop_assert_eq!(again.view(later), game.view(later));
        prop_assert_eq!(again.pdn(), game.pdn());
    }

    #[test]
    fn a_game_written_as_pdn_plays_over_to_the_same_position(terms in terms(), deeds in deeds()) {
        let (game, _) = play(terms, &deeds, |_, _, _, _| {});
        let on_request = Profile { counting: Counting::OnRequest, ..Profile::ONLINE };
        let text = game.pdn().to_string();
        let mut record = ParsedGame::default();
        prop_assert!(PdnReader::new(text.as_bytes()).read(&mut record).unwrap(), "{}", text);
        let again = pdn::replay(&record.game, game.rule_set().variant, on_request);
        let last_is_set_up = game.plies().last().is_some_and(|ply| !matches!(ply.kind, PlyKind::Move(..)));
        match again {
            Ok(again) if !last_is_set_up => prop_assert_eq!(again.game.fen(), game.fen(), "{}", text),
            Ok(_) => {}
            Err(error) => prop_assert!(false, "{error}: {}", text),
        }
    }

    #[test]
    fn after_the_end_only_an_arbiter_s_withdrawal_happens(terms in terms(), deeds in deeds(), more in deeds()) {
        let withdraws = |command: &Command| command.by == Actor::Arbiter && command.action == Action::Undo;
        let (game, _) = play(terms, &deeds, |before, asked, _, after| {
            assert!(before.end().is_none() || withdraws(asked));
            assert!(before.end().is_none() || after.end().is_none());
        });
        if game.end().is_some() {
            let recorded = game.terms().profile.irregular == IrregularPolicy::Recorded;
            for deed in more {
                let command = command(&game, deed, Moment(0));
                match game.decide(&command) {
                    Ok(events) => {
                        prop_assert!(recorded && withdraws(&command));
                        let withdrawn = matches!(events[..], [Event { fact: Fact::Withdrawn { .. }, .. }]);
                        prop_assert!(withdrawn);
                    }
                    Err(refusal) => prop_assert_eq!(refusal.why, RefusalReason::GameOver),
                }
            }
        }
    }

    #[test]
    fn time_goes_on_and_clocks_never_gain(terms in terms(), deeds in deeds()) {
        play(terms, &deeds, |before, asked, events, after| {
            let times: Vec<_> = events.iter().map(|event| event.at).collect();
            assert!(times.is_sorted(), "events in order");
            let given = events.iter().any(|event| matches!(
                event.fact,
                Fact::ClocksSet { .. }
                    | Fact::Annulled { .. }
                    | Fact::Moved { .. }
                    | Fact::Irregular { .. }
                    | Fact::Withdrawn { .. }
            ));
            for side in Side::BOTH {
                let left = |game: &Game| game.clocks().face(side, asked.at).map(|face| face.left);
                if !given {
                    assert!(left(after) <= left(before), "{side} gained by {:?}", asked.action);
                }
                let flag = after.clocks().fell(side, asked.at).is_some();
                assert!(!flag || left(after) == Some(Duration::ZERO), "a fallen flag has time left");
            }
        });
    }

    #[test]
    fn a_face_tells_what_the_clock_will_show(terms in terms(), deeds in deeds(), wait in 0u64..10_000) {
        let (game, log) = play(terms, &deeds, |_, _, _, _| {});
        let now = Moment(log.last().map_or(0, |event| event.at.0));
        let wait = Duration::from_millis(wait);
        for side in Side::BOTH {
            let Some(face) = game.clocks().face(side, now) else { continue };
            let charged = if face.runs { wait.saturating_sub(face.free) } else { Duration::ZERO };
            let later = game.clocks().face(side, now.plus(wait)).unwrap();
            prop_assert_eq!(later.left, face.left.saturating_sub(charged));
        }
    }

    #[test]
    fn lag_is_spared_to_the_mover_alone_and_never_gains(deeds in deeds(), wait in 0u64..400_000, lag in 0u64..2_000) {
        let clock = ClockControl::sudden(Duration::from_secs(300));
        let terms = Terms { controls: [clock.clone(), clock], ..Terms::new(Variant::Italian, Profile::ONLINE) };
        let (game, log) = play(terms, &deeds, |_, _, _, _| {});
        let last = log.last().map_or(Moment(0), |event| event.at);
        let (by, at) = (game.turn(), Moment(last.0 + wait));
        if let Some(legal) = game.legal().first() {
            let action = Action::Move(game.read(&legal.notation).unwrap());
            let command = Command { by: Actor::Player(by), at, action };
            let left = |game: &Game, side, at| game.clocks().face(side, at).unwrap().left;
            let charged = |lag| {
                let mut after = game.clone();
                // The clocks may be stopped, and the move refused.
                for event in game.decide_sparing(&command, Duration::from_millis(lag)).ok()? {
                    after.apply(&event);
                }
                let moved = after.plies().len() > game.plies().len();
                moved.then(|| (left(&after, by, at), left(&after, !by, at)))
            };
            if let (Some(plain), Some(spared)) = (charged(0), charged(lag)) {
                prop_assert_eq!(spared.1, plain.1, "the opponent pays nothing");
                let most = Duration::from_millis(lag);
                prop_assert!(spared.0 >= plain.0 && spared.0 - plain.0 <= most);
                prop_assert!(spared.0 <= left(&game, by, last), "no clock gains by lag");
            }
        }
    }

    #[test]
    fn an_outage_costs_nothing(deeds in deeds(), before in 0u64..100_000, away in 1u64..100_000_000) {
        let clock = ClockControl::sudden(Duration::from_secs(300));
        let terms = Terms { controls: [clock.clone(), clock], ..Terms::new(Variant::Brazilian, Profile::ONLINE) };
        let (mut game, log) = play(terms, &deeds, |_, _, _, _| {});
        let died = Moment(log.last().map_or(0, |event| event.at.0) + before);
        let back = Moment(died.0 + away);
        let faces = |game: &Game, at| Side::BOTH.map(|side| game.clocks().face(side, at));
        let shown = faces(&game, died);
        if let Some(event) = game.credit(back, Duration::from_millis(away)) {
            game.apply(&event);
            prop_assert_eq!(faces(&game, back), shown);
        } else {
            prop_assert!(game.end().is_some() || !shown.iter().flatten().any(|face| face.runs));
        }
    }

    #[test]
    fn a_turn_counts_from_when_it_was_shown(deeds in deeds(), late in 0u64..100_000, thought in 0u64..100_000) {
        let clock = ClockControl::sudden(Duration::from_secs(300));
        let terms = Terms { controls: [clock.clone(), clock], ..Terms::new(Variant::Brazilian, Profile::ONLINE) };
        let (mut game, log) = play(terms, &deeds, |_, _, _, _| {});
        let shown = Moment(log.last().map_or(0, |event| event.at.0) + late);
        let now = Moment(shown.0 + thought);
        let before = game.running_time(now);
        if let Some(event) = game.credit_until(now, shown) {
            game.apply(&event);
            prop_assert_eq!(game.running_time(now), Some(Duration::from_millis(thought)));
            prop_assert_eq!(game.credit_until(now, shown), None, "once is enough");
        } else {
            let was_shown_at_once = before == Some(Duration::from_millis(thought));
            prop_assert!(was_shown_at_once || before.is_none() || game.end().is_some());
        }
    }

    #[test]
    fn a_legal_move_is_always_the_turn_s_and_the_line_grows_by_one(terms in terms(), deeds in deeds()) {
        play(terms, &deeds, |before, _, events, after| {
            let moves = events.iter().filter(|event| matches!(event.fact, Fact::Moved { .. })).count();
            assert!(moves <= 1);
            if moves == 1 {
                assert_eq!(after.plies().len(), before.plies().len() + 1);
                assert_ne!(after.turn(), before.turn());
            }
        });
    }

    #[test]
    fn counts_agree_with_a_plain_recount(terms in terms(), deeds in deeds()) {
        let mut model = Model::new(&Game::new(terms.clone()).unwrap());
        play(terms, &deeds, |before, _, events, after| {
            model.follow(before, events, after);
            model.compare(after);
        });
    }

    #[test]
    fn the_classifier_knows_every_legal_move(terms in terms(), deeds in deeds()) {
        let terms = Terms { profile: Profile::ONLINE, controls: Default::default(), ..terms };
        play(terms, &deeds, |before, _, events, after| {
            if events.iter().any(|event| matches!(event.fact, Fact::Moved { .. })) {
                let verdict = judge(before.rule_set().variant, &before.setup(), &after.setup()).unwrap();
                let played = &after.plies()[after.plies().len() - 1].notation;
                let known = matches!(&verdict, Classification::Legal { notation, uncrowned: None, .. } if notation == played);
                assert!(known, "{played} in {}: {verdict:?}", before.fen());
            }
        });
    }

    #[test]
    fn the_classifier_always_answers(terms in terms(), changes in prop::collection::vec(any::<(u8, u8)>(), 0..5)) {
        let before = Game::new(terms).unwrap();
        let variant = before.rule_set().variant;
        let mut after = before.setup();
        after.turn = Some(!before.turn());
        for (place, what) in changes {
            let at = SquareName::Number(u16::from(place) % u16::from(before.rule_set().board.squares()) + 1);
            after.pieces.retain(|(other, _)| *other != at);
            let side = if what % 2 == 0 { Side::White } else { Side::Black };
            let rank = if what % 4 < 2 { Rank::Man } else { Rank::King };
            if what % 3 > 0 {
                after.pieces.push((at, Piece { side, rank }));
            }
        }
        let verdict = judge(variant, &before.setup(), &after).unwrap();
        if let Classification::Irregular(finding) = &verdict {
            // A book that lists the irregularities has an article for each of them.
            let lists = before.rule_set().cite(Provision::CorrectionRight).is_some();
            prop_assert!(finding.article.is_some() || !lists, "{:?}", finding);
        }
        for lang in Lang::ALL {
            let whole = !lang.verdict(&verdict).contains('{');
            prop_assert!(whole);
        }
    }

    #[test]
    fn events_of_another_game_do_no_harm(terms in terms(), other in terms(), deeds in deeds()) {
        let (_, log) = play(other, &deeds, |_, _, _, _| {});
        let mut game = Game::new(terms).unwrap();
        for event in &log {
            game.apply(event);
            let _ = game.view(event.at);
        }
        prop_assert_eq!(game.seq(), log.len() as u64);
    }
}

/// The counts, told from set-ups alone: a second opinion that shares no code with the first.
struct Model {
    asked: bool,
    made: [u16; 2],
    quiet: [u16; 2],
    /// Not followed through a takeback or an arbiter's hand on the board.
    lost: bool,
}

impl Model {
    fn new(_: &Game) -> Self {
        Self { asked: false, made: [0; 2], quiet: [0; 2], lost: false }
    }

    fn follow(&mut self, before: &Game, events: &[Event], after: &Game) {
        for event in events {
            match &event.fact {
                Fact::Moved { by, .. } => self.moved(*by, before, after),
                Fact::CountAsked { .. } => (self.asked, self.made) = (true, [0; 2]),
                Fact::CountCancelled { .. } => self.asked = false,
                Fact::TakenBack { .. }
                | Fact::Irregular { .. }
                | Fact::Restored
                | Fact::Settled { .. }
                | Fact::Withdrawn { .. }
                | Fact::Annulled { .. } => self.lost = true,
                _ => {}
            }
        }
    }

    fn moved(&mut self, by: Side, before: &Game, after: &Game) {
        let pieces = |game: &Game, rank| {
            let mut squares: Vec<_> =
                game.setup().pieces.into_iter().filter(|(_, piece)| piece.rank == rank).collect();
            squares.sort();
            squares
        };
        let men_stayed = pieces(before, Rank::Man) == pieces(after, Rank::Man);
        let as_many = before.setup().pieces.len() == after.setup().pieces.len();
        if men_stayed && as_many {
            self.made[by as usize] += 1;
            self.quiet[by as usize] += 1;
        } else {
            (self.made, self.quiet) = ([0; 2], [0; 2]);
            self.asked &= after.rule_set().counts_when_asked(); // CBD 97b: announced anew
        }
        let kings = pieces(after, Rank::King);
        let king_each = Side::BOTH.iter().all(|side| kings.iter().any(|(_, piece)| piece.side == *side));
        if after.rule_set().counts_when_asked() && !king_each {
            self.asked = false;
        }
    }

    fn compare(&self, game: &Game) {
        if self.lost {
            return;
        }
        let article = game.rule_set().king_moves.article;
        let shown = game.counts().into_iter().find(|count| count.article == article).map(|count| count.made);
        let on_request = game.terms().profile.counting == Counting::OnRequest;
        let expected = if game.rule_set().counts_when_asked() || on_request {
            self.asked.then_some(self.made)
        } else {
            (self.asked || self.quiet != [0; 2]).then_some(self.quiet)
        };
        assert_eq!(shown, expected, "{}", game.fen());
        let automatic = game.terms().profile.counting == Counting::Automatic;
        if automatic && game.end().is_none() {
            assert!(game.counts().iter().all(|count| !count.is_full()), "a full count ends the game");
        }
    }
}
