//! What is printed reads back as the same game; what is read prints to something stable.
#![allow(clippy::unwrap_used)] // a test may stop where it stands

use std::time::Duration;

use damiera_notation::marks::{Mark, MarkConvention};
use damiera_notation::pdn::{
    ClockKind, ClockOwner, ClockReading, FenText, GameRecord, GameTree, Half, MoveNumber, MoveSeparator,
    MoveText, NormalForm, NotationStyle, Origin, PdnItem, PdnReader, PdnResult, PdnWriter, Variation,
    normalise, replay,
};
use damiera_rules::{Position, ResultForm, Rules, Side, SquareName, Variant, with_rules};
use proptest::prelude::*;

fn read_all(bytes: &[u8], marks: MarkConvention) -> Vec<GameRecord> {
    PdnReader::new(bytes).with_marks(marks).map(|record| record.unwrap().game).collect()
}

fn squares() -> impl Strategy<Value = SquareName> {
    prop_oneof![
        (3u16..=99).prop_map(SquareName::Number),
        (0u8..10, 1u8..=10).prop_map(|(column, rank)| SquareName::Algebraic { column, rank }),
    ]
}

fn moves() -> impl Strategy<Value = MoveText> {
    let named = (0u8..10, 1u8..=10).prop_map(|(column, rank)| SquareName::Algebraic { column, rank });
    let joined = prop_oneof![Just(MoveSeparator::Hyphen), Just(MoveSeparator::Cross)];
    prop_oneof![
        6 => (prop::collection::vec(squares(), 2..5), joined.clone())
            .prop_map(|(squares, separator)| MoveText::by(&squares, separator).unwrap()),
        1 => prop::collection::vec(named.clone(), 2..5)
            .prop_map(|squares| MoveText::by(&squares, MoveSeparator::None).unwrap()),
        1 => (0u8..10, named, prop_oneof![Just(MoveSeparator::None), joined]).prop_map(|(column, to, separator)| {
            MoveText::via(Origin::Column(column), &[], separator, to)
        }),
    ]
}

fn marks() -> impl Strategy<Value = Mark> {
    prop_oneof![
        (1u16..=7).prop_map(|nag| Mark::from_nag(nag).unwrap()),
        Just(Mark::Wins),
        Just(Mark::Draws),
        Just(Mark::AdLibitum),
        (-20i8..=20).prop_map(Mark::Pieces),
    ]
}

fn clocks() -> impl Strategy<Value = ClockReading> {
    let times = (0u64..100_000_000).prop_map(Duration::from_millis);
    let kinds = prop_oneof![Just(ClockKind::Left), Just(ClockKind::OnMove), Just(ClockKind::SinceStart)];
    prop_oneof![
        (kinds, times.clone()).prop_map(|(kind, time)| ClockReading::new(kind, time)),
        (times.clone(), times).prop_map(|(white, black)| {
            ClockReading::both(
                (ClockOwner::Resting(Side::White), white),
                (ClockOwner::Running(Side::Black), black),
            )
        }),
    ]
}

/// Remarks as people write them, and as nobody should.
fn remarks() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-zà-ù ,.;!?]{0,60}",
        "\\PC{0,40}",
        "[\\[\\]{}()%;/\"\\\\ 0-9x:\\-\n\t]{0,60}",
        Just("[Event \"x\"] is a tag".to_owned()),
        "(ab [\\[]Event \"x\"[\\]] ){1,20}",
    ]
}

fn lines() -> impl Strategy<Value = Variation> {
    #[derive(Clone, Debug)]
    enum GamePart {
        PdnItem(PdnItem),
        Remark(String),
    }
    let leaf = prop_oneof![
        8 => moves().prop_map(|m| GamePart::PdnItem(PdnItem::Move(m))),
        2 => marks().prop_map(|m| GamePart::PdnItem(PdnItem::Mark(m))),
        1 => (8u16..=300).prop_map(|n| GamePart::PdnItem(PdnItem::Nag(n))),
        1 => clocks().prop_map(|c| GamePart::PdnItem(PdnItem::Clock(Box::new(c)))),
        2 => remarks().prop_map(GamePart::Remark),
        1 => "[WBK0-9:, ]{0,20}".prop_map(|text| GamePart::PdnItem(PdnItem::Setup(FenText::new(&text)))),
    ];
    let build = |parts: Vec<GamePart>| {
        let mut line = Variation::default();
        for part in parts {
            match part {
                GamePart::PdnItem(item) => line.items.push(item),
                GamePart::Remark(text) => line.comment(&text),
            }
        }
        line
    };
    let flat = prop::collection::vec(leaf.clone(), 0..12).prop_map(build);
    flat.prop_recursive(4, 60, 8, move |inner| {
        let part =
            prop_oneof![4 => leaf.clone(), 1 => inner.prop_map(|l| GamePart::PdnItem(PdnItem::Variation(Box::new(l))))];
        prop::collection::vec(part, 0..12).prop_map(build)
    })
}

fn games() -> impl Strategy<Value = GameRecord> {
    let tags = prop::collection::vec(("[A-Z][a-z_]{2,8}X", "\\PC{0,30}|[\\\\\"\\[\\] ]{0,12}"), 0..5);
    let results = prop_oneof![
        Just(PdnResult::FirstWins),
        Just(PdnResult::SecondWins),
        Just(PdnResult::Draw),
        Just(PdnResult::BothLose),
        Just(PdnResult::Unknown),
    ];
    let numbers = (1u32..200, prop_oneof![Just(Half::First), Just(Half::Second)]);
    (tags, lines(), results, numbers, prop::option::of(prop_oneof![Just("4-6"), Just("1-0")])).prop_map(
        |(tags, line, outcome, (number, half), result)| {
            let mut game = GameRecord {
                main_line: line,
                result: outcome,
                first: MoveNumber { number, half },
                ..GameRecord::default()
            };
            for (name, value) in tags {
                game.tags.set(&name, &value);
            }
            if let Some(result) = result {
                game.tags.set("Result", result);
            }
            game
        },
    )
}

#[test]
fn a_star_before_a_line_break_is_kept_as_what_it_is() {
    for (text, games, forced) in [
        ("1. 22-18 10-14 *\n2. 18x11 6x15 *", 1, 1),
        ("1. 22-18 *\n10-14 2. 18x11 *\n6x15 3. 21-17 1-0", 1, 2),
        ("1. 22-18 10-14 *\n1-0", 1, 1),
        ("1. 22-18 10-14 *\n\n2. 18x11 6x15 *", 2, 0),
        ("1. 22-18 10-14 *\n1. 21-17 9-13 *", 2, 0),
    ] {
        let read = read_all(text.as_bytes(), MarkConvention::Federation);
        let marked = |game: &GameRecord| {
            game.main_line.plies().filter(|ply| ply.marks().any(|mark| mark == Mark::Forced)).count()
        };
        assert_eq!((read.len(), read.iter().map(marked).sum::<usize>()), (games, forced), "{text}");
        let printed: Vec<String> = read.iter().map(ToString::to_string).collect();
        assert_eq!(read_all(printed.join("\n").as_bytes(), MarkConvention::Federation), read, "{text}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_printed_game_reads_back_the_same(
        game in games(), width in 1usize..100, chess in any::<bool>(), two in any::<bool>()
    ) {
        let marks = if chess { MarkConvention::Chess } else { MarkConvention::Federation };
        let form = if two { ResultForm::TwoForAWin } else { ResultForm::OneForAWin };
        let text = PdnWriter { marks: Some(marks), form: Some(form), width }.print(&game);
        prop_assert_eq!(read_all(text.as_bytes(), marks), vec![game], "{}", text);
    }

    #[test]
    fn whatever_is_read_prints_and_reads_back(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        stable(&bytes)?;
    }

    #[test]
    fn whatever_looks_like_pdn_prints_and_reads_back(
        text in "([\\[\\]\"{}()%;/*!?$.:x\\- \n]|[0-9]{1,3}|[a-k]|1-0|\\[Event \"|1/2|FEN |\\{|\\}|[12]\\. |[0-9]{2}-[0-9]{2} ){0,80}"
    ) {
        stable(text.as_bytes())?;
    }
}

/// What was read once, however odd, is a game like any other.
fn stable(bytes: &[u8]) -> Result<(), TestCaseError> {
    for game in read_all(bytes, MarkConvention::Chess) {
        let text = game.to_string();
        prop_assert_eq!(read_all(text.as_bytes(), MarkConvention::Chess), vec![game], "{}", text);
    }
    Ok(())
}

/// A game of legal moves chosen by these numbers, in one style.
fn random_game<R: Rules>(choices: &[u8], style: NotationStyle) -> GameRecord {
    let mut position = Position::<R>::start();
    let mut game = GameRecord::new(R::VARIANT);
    for &choice in choices {
        let legal = position.legal();
        if legal.is_empty() {
            break;
        }
        let m = legal[usize::from(choice) % legal.len()];
        game.main_line.play(damiera_notation::moves::shortest_text(&position, &m, &legal, style));
        position = position.after(&m);
    }
    game
}

fn fens<R: Rules>(game: &GameRecord) -> Vec<String> {
    let mut fens = Vec::new();
    let replayed = replay::<R>(game, |step| fens.push(step.before.fen()));
    assert!(replayed.complete, "{:?}", replayed.faults);
    fens.push(replayed.last.unwrap().fen());
    fens
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_three_styles_say_the_same_game(choices in prop::collection::vec(any::<u8>(), 0..150)) {
        const STYLES: [NotationStyle; 3] = [NotationStyle::Numeric, NotationStyle::Algebraic, NotationStyle::ShortAlgebraic];
        for &variant in Variant::ALL {
            with_rules!(variant, R => {
                let game = random_game::<R>(&choices, NotationStyle::Numeric);
                let played = fens::<R>(&game);
                for style in STYLES {
                    let other = normalise::<R>(&game, NormalForm { style, form: R::RESULT_FORM });
                    prop_assert_eq!(&fens::<R>(&other), &played);
                    let read = read_all(other.to_string().as_bytes(), MarkConvention::Chess);
                    prop_assert_eq!(&read[..], std::slice::from_ref(&other));
                    let back = normalise::<R>(&other, NormalForm { style: NotationStyle::Numeric, form: R::RESULT_FORM });
                    prop_assert_eq!(&back.main_line, &game.main_line);
                }
            });
        }
    }
}

/// The half-moves of a game that can be played.
fn playable<R: Rules>(game: &GameRecord) -> u32 {
    replay::<R>(game, |_| {}).plies
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_tree_gives_its_line_back(game in games(), choices in prop::collection::vec(any::<u8>(), 0..60)) {
        for &variant in Variant::ALL {
            with_rules!(variant, R => {
                let mut mixed = random_game::<R>(&choices, NotationStyle::Numeric);
                mixed.main_line.items.extend(game.main_line.items.iter().cloned());
                for game in [&game, &mixed] {
                    let (tree, _) = GameTree::<R>::of(game).unwrap();
                    prop_assert_eq!(&tree.line(), &game.main_line);
                }
            });
        }
    }

    #[test]
    fn tries_are_added_once_and_leave_the_game_alone(
        choices in prop::collection::vec(any::<u8>(), 1..40),
        tries in prop::collection::vec((any::<u16>(), any::<u8>()), 1..20),
    ) {
        for &variant in Variant::ALL {
            with_rules!(variant, R => {
                let mut game = random_game::<R>(&choices, NotationStyle::Numeric);
                let plies = playable::<R>(&game);
                let (mut tree, _) = GameTree::<R>::of(&game).unwrap();
                for &(at, choice) in &tries {
                    let at = usize::from(at) % tree.nodes.len();
                    let legal = tree.nodes[at].position.legal();
                    if legal.is_empty() {
                        continue;
                    }
                    let m = legal[usize::from(choice) % legal.len()];
                    let there = tree.try_move(at, &m).unwrap();
                    prop_assert_eq!(&tree.nodes[there].position, &tree.nodes[at].position.after(&m));
                    let count = tree.nodes.len();
                    prop_assert_eq!(tree.try_move(at, &m), Some(there));
                    prop_assert_eq!(tree.nodes.len(), count);
                }
                game.main_line = tree.line();
                prop_assert_eq!(playable::<R>(&game), plies, "the game itself is as long as it was");
                let replayed = replay::<R>(&game, |_| {});
                prop_assert!(replayed.faults.is_empty(), "{:?}", replayed.faults);
                let read = read_all(game.to_string().as_bytes(), MarkConvention::Chess);
                prop_assert_eq!(&read[0].main_line, &game.main_line);
                prop_assert_eq!(GameTree::<R>::of(&game).unwrap().0.nodes.len(), tree.nodes.len());
            });
        }
    }
}
