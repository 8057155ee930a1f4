//! The examples the rulebooks give, square by square.
//!
//! PG-37 shows diagrams, of which the text names only some pieces; what it does not name is left off the board
//! here, or placed where the text needs it. The Italian articles' own positions are in `vectors.rs`.
#![allow(clippy::unwrap_used)] // a test may stop where it stands

use std::collections::BTreeSet;

use damiera_rules::{Brazilian, English, Illegal, International, MoveError, Position, Rules};

/// The legal moves of a position as they are written.
fn written<R: Rules>(fen: &str) -> BTreeSet<String> {
    let position = Position::<R>::from_fen(fen).unwrap();
    position.legal().iter().map(|m| position.notation(m)).collect()
}

#[track_caller]
fn allows<R: Rules>(fen: &str, moves: &str) {
    assert_eq!(written::<R>(fen), moves.split_whitespace().map(str::to_owned).collect());
}

/// Why the try is refused, and by which article.
#[track_caller]
fn refuses<R: Rules>(fen: &str, text: &str) -> (Illegal, &'static str) {
    match Position::<R>::from_fen(fen).unwrap().parse_move(text) {
        Err(MoveError::Illegal(reason)) => {
            let article = R::article(&reason).number;
            (reason, article)
        }
        other => panic!("{text} in {fen}: {other:?}"),
    }
}

mod english {
    use super::*;

    #[test]
    fn men_go_forward_one_square() {
        // PG-37: black men on 4 and 21 stand at the edge and have one move each; the white men on 22 and 26 have
        // one, and those on 13, 17 and 28 none.
        let pieces = "W9,13,14,17,22,24,26,28:B4,21";
        allows::<English>(&format!("B:{pieces}"), "4-8 21-25");
        let white = written::<English>(&format!("W:{pieces}"));
        let from = |square: &str| white.iter().filter(|m| m.starts_with(square)).collect::<Vec<_>>();
        assert_eq!([from("22-"), from("26-")].concat(), ["22-18", "26-23"]);
        assert!(["13-", "17-", "28-"].iter().all(|square| from(square).is_empty()));
    }

    #[test]
    fn a_capture_is_compulsory() {
        // PG-37: 7x16 over 11 is due; so is 25x18 over 22.
        allows::<English>("B:W11:B7", "7x16");
        allows::<English>("W:W25:B22", "25x18");
        // PG-37: 29 takes 25, 17 and 9 in one move; 3 takes the king on 8.
        allows::<English>("W:W29:B25,17,9", "29x6");
        allows::<English>("B:WK8:B3", "3x12");
    }

    #[test]
    fn three_captures_that_are_not_allowed() {
        // PG-37, the white man on 18: the king on 14 has 5 — not the square next behind — as its end; 23 is behind;
        // 15 and 11 stand one behind the other.
        let fen = "W:W18:BK14,9,23,15,11";
        assert!(matches!(refuses::<English>(fen, "18x5"), (Illegal::NoFreeSquareBehind { .. }, "5.2")));
        assert!(matches!(refuses::<English>(fen, "18x27"), (Illegal::MenTakeForward { .. }, "5.3a")));
        assert!(matches!(refuses::<English>(fen, "18x8"), (Illegal::NoFreeSquareBehind { .. }, "5.2")));
    }

    #[test]
    fn a_crowned_man_waits() {
        // PG-37: 6 is crowned on 1 or 2; on 2 it does not go on to take 7 and 8's neighbours at once (6.5).
        allows::<English>("W:W6:B7,8", "6-1 6-2");
        let position = Position::<English>::from_fen("W:W6:B7,8").unwrap();
        assert!(position.legal().iter().all(|m| m.promotes && !m.is_capture()));
        // A man that takes its way to the last row stops there too.
        assert!(matches!(
            refuses::<English>("W:W11:B7,6", "11x2x9"),
            (Illegal::CrownedTooSoon { .. }, "6.5")
        ));
    }

    #[test]
    fn a_king_takes_both_ways_and_lands_next() {
        // PG-37: the king on 18 chooses between three captures, and may not land on 29 beyond 22.
        let fen = "W:WK18:B14,K15,22";
        allows::<English>(fen, "18x9 18x11 18x25");
        assert!(matches!(refuses::<English>(fen, "18x29"), (Illegal::LandsTooFar { .. }, "5.8")));
    }

    #[test]
    fn the_player_chooses_any_capture_but_completes_it() {
        // 6.6: one piece or two, by man or king.
        allows::<English>("W:W22,K31:B18,27,10,11", "22x6 22x8 31x24");
        let (reason, article) = refuses::<English>("W:W22:B18,10", "22x15");
        assert!(matches!(reason, Illegal::GoesOn { .. }));
        assert_eq!(article, "5.7");
    }

    #[test]
    fn an_empty_square_may_be_crossed_again_but_a_piece_jumped_once() {
        // 6.4: a king goes round four pieces and ends where it began.
        allows::<English>("W:WK22:B17,18,9,10", "22x22");
        assert!(matches!(refuses::<English>("W:WK22:B17,2", "22x13x22"), (Illegal::OverTwice { .. }, "6.4")));
    }
}

mod cbd {
    use super::*;

    #[test]
    fn men_take_backwards() {
        // item 11
        allows::<Brazilian>("W:W14:B17", "14x21");
        allows::<International>("W:W23:B28", "23x32");
    }

    #[test]
    fn the_law_of_the_majority() {
        // item 12: king and man count alike
        let fen = "W:WK20,21,23,26:B9,17,24";
        allows::<Brazilian>(fen, "21x5");
        let (reason, article) = refuses::<Brazilian>(fen, "20x27");
        assert!(matches!(reason, Illegal::TakesFewer { taken: 1, must: 2, .. }));
        assert_eq!(article, "item 12");
    }

    #[test]
    fn a_man_that_passes_the_last_row_is_not_crowned() {
        // item 13: over 6 to square 2, on over 7 and back down, a man still
        let position = Position::<Brazilian>::from_fen("W:W9:B6,7").unwrap();
        let m = position.parse_move("9x11").unwrap();
        assert!(!m.promotes);
        assert!(position.after(&m).kings(damiera_rules::Side::White).is_empty());
    }

    #[test]
    fn an_empty_square_may_be_crossed_again() {
        // item 14, "casa cruz": the king takes 25, goes round by four more, and is on 22 again
        let position = Position::<Brazilian>::from_fen("W:WK29:B9,10,17,18,25").unwrap();
        let crosses =
            |m| position.routes(m).any(|way| way.squares.iter().filter(|s| s.number() == 22).count() == 2);
        assert!(position.legal().iter().any(|m| m.captured.len() == 5 && crosses(m)));
    }

    #[test]
    fn taken_pieces_stay_until_the_end() {
        // item 15, the Turkish stroke: the piece on 22, taken first, keeps the king on 13 from taking 26 as well
        allows::<Brazilian>("W:WK29:B9,10,22,26", "29x13");
        let position = Position::<Brazilian>::from_fen("W:WK29:B9,10,22,26").unwrap();
        assert_eq!(position.legal()[0].captured.len(), 3);
    }

    #[test]
    fn a_king_lands_where_it_likes_behind_the_last_piece() {
        // item 17
        allows::<Brazilian>("W:WK29:B18", "29x15 29x11 29x8 29x4");
    }

    #[test]
    fn two_pieces_together_cannot_be_taken() {
        // item 9
        let (reason, article) = refuses::<Brazilian>("W:WK29:B18,15", "29x11");
        assert!(matches!(reason, Illegal::NoFreeSquareBehind { .. }));
        assert_eq!(article, "item 9");
    }
}
