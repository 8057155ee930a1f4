//! Laws that hold for every position, on random ones.
#![allow(clippy::unwrap_used)] // a test may stop where it stands

use crate::common::{generated, positions, second_opinion};
use damiera_rules::{
    Attempt, Brazilian, English, History, International, Italian, Move, Position, Rules, Setup, Square,
};
use proptest::prelude::*;

/// Plays moves chosen by these numbers, as far as the game goes.
fn played<R: Rules>(mut position: Position<R>, choices: &[u16]) -> Vec<(Position<R>, Move)> {
    let mut game = Vec::new();
    for &choice in choices {
        let legal = position.legal();
        let Some(m) = (!legal.is_empty()).then(|| legal[usize::from(choice) % legal.len()]) else { break };
        game.push((position, m));
        position = position.after(&m);
    }
    game
}

/// A valid set-up again, but that a side may have lost its last piece.
fn assert_valid<R: Rules>(position: &Position<R>) {
    let setup = Setup::from(position);
    match setup.position::<R>() {
        Ok(again) => assert_eq!(&again, position),
        Err(faults) => assert!(position.legal().is_empty(), "{faults} in {}", position.fen()),
    }
}

fn fen_reads_back<R: Rules>(position: &Position<R>) {
    assert_eq!(Position::<R>::from_fen(&position.fen()).as_ref(), Ok(position));
    let fen: Setup = position.fen().parse().unwrap();
    assert_eq!(fen.to_string(), position.fen());
}

fn moves_are_those_of_a_second_opinion<R: Rules>(position: &Position<R>) {
    assert_eq!(generated(position), second_opinion(position), "{}", position.fen());
}

/// A move found by its ends is the one among all that has them.
fn only_moves_are_alone<R: Rules>(position: &Position<R>) {
    let legal = position.legal();
    for (from, to) in legal.iter().flat_map(|m| [(m.from, m.to), (m.to, m.from)]) {
        let mut alike = legal.iter().filter(|m| (m.from, m.to) == (from, to));
        let expected = alike.next().filter(|_| alike.next().is_none());
        assert_eq!(position.only_move(from, to).as_ref(), expected, "{from}-{to} in {}", position.fen());
    }
}

fn keys_follow_moves<R: Rules>(game: &[(Position<R>, Move)]) {
    for (position, m) in game {
        assert_eq!(position.key_after(position.key(), m), position.after(m).key());
        assert_valid(&position.after(m));
    }
}

fn history_counts_occurrences<R: Rules>(game: &[(Position<R>, Move)]) {
    let Some((start, _)) = game.first() else { return };
    let mut history = History::new(*start);
    for (_, m) in game {
        history.push(m);
        let now = history.position();
        let all = history.positions().iter().filter(|&earlier| earlier == now).count();
        assert_eq!(history.occurrences(), all);
    }
}

/// Every way of a move ends where it should, takes what it should, and is read back as that move.
fn routes_are_ways_of_their_move<R: Rules>(position: &Position<R>) {
    for m in &position.legal() {
        let mut ways = 0;
        for way in position.routes(m).take(20) {
            ways += 1;
            assert_eq!((way.squares.first(), way.squares.last()), (Some(&m.from), Some(&m.to)));
            assert_eq!(way.captured.iter().copied().collect::<damiera_rules::SquareSet>(), m.captured);
            assert_eq!(way.captured.len() as u32, m.captured.len());
            let between = &way.squares[1..way.squares.len() - 1];
            let read = position.judge(&Attempt::via(m.from, between, m.to));
            assert_eq!(read.as_ref(), Ok(m), "{} by {:?}", position.fen(), way.squares);
        }
        assert!(ways > 0 || !m.is_capture());
        assert_eq!(position.parse_move(&position.notation(m)).as_ref(), Ok(m));
    }
}

/// A try from any square to any other is a legal move or has a reason that the book knows.
fn every_try_is_judged<R: Rules>(position: &Position<R>) {
    let legal = position.legal();
    for from in R::GEOMETRY.all().iter() {
        for to in R::GEOMETRY.all().iter() {
            let meant = legal.iter().filter(|m| (m.from, m.to) == (from, to)).count();
            match position.judge(&Attempt::new(from, to)) {
                // Of several captures with the same ends, the two squares are the whole way of one only.
                Ok(m) => assert!(legal.contains(&m) && (meant == 1 || m.captured.len() == 1)),
                Err(damiera_rules::Illegal::Ambiguous { candidates }) => assert_eq!(candidates.len(), meant),
                Err(reason) => {
                    assert_eq!(meant, 0);
                    assert!(reason.due().iter().all(|due| legal.contains(due)));
                    assert!(!R::article(&reason).number.is_empty() && !reason.to_string().is_empty());
                }
            }
        }
    }
}

fn squares<R: Rules>() -> impl Strategy<Value = Square> {
    (1..=R::GEOMETRY.squares()).prop_map(|number| Square::new(number).unwrap())
}

macro_rules! laws {
    ($($module:ident: $rules:ty;)+) => {$(
        mod $module {
            use super::*;

            proptest! {
                #![proptest_config(ProptestConfig::with_cases(600))]

                #[test]
                fn fen(position in positions::<$rules>()) {
                    fen_reads_back(&position);
                }

                #[test]
                fn moves(position in positions::<$rules>()) {
                    only_moves_are_alone(&position);
                    moves_are_those_of_a_second_opinion(&position);
                }

                #[test]
                fn routes(position in positions::<$rules>()) {
                    routes_are_ways_of_their_move(&position);
                }

                #[test]
                fn attempts(
                    position in positions::<$rules>(),
                    way in proptest::collection::vec(squares::<$rules>(), 2..6),
                ) {
                    let [from, between @ .., to] = &way[..] else { unreachable!() };
                    if let Ok(m) = position.judge(&Attempt::via(*from, between, *to)) {
                        assert!(position.is_legal(&m));
                    }
                }
            }

            proptest! {
                #![proptest_config(ProptestConfig::with_cases(60))]

                #[test]
                fn tries(position in positions::<$rules>()) {
                    every_try_is_judged(&position);
                }

                #[test]
                fn games(choices in proptest::collection::vec(any::<u16>(), 0..150)) {
                    let game = played(Position::<$rules>::start(), &choices);
                    keys_follow_moves(&game);
                    history_counts_occurrences(&game);
                    for (position, _) in game.iter().step_by(5) {
                        moves_are_those_of_a_second_opinion(position);
                        fen_reads_back(position);
                    }
                }

                #[test]
                fn king_endings(
                    position in positions::<$rules>(),
                    choices in proptest::collection::vec(any::<u16>(), 0..60),
                ) {
                    let game = played(position, &choices);
                    keys_follow_moves(&game);
                    history_counts_occurrences(&game);
                }
            }
        }
    )+};
}

laws! {
    english: English;
    italian: Italian;
    brazilian: Brazilian;
    international: International;
}
