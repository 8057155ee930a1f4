//! English draughts. FID, extract of the rules of English draughts (FID-EN).

use super::{Variant, fid};
use crate::article::{Article, Book};
use crate::draws::KingMoveDraw;
use crate::geometry::Geometry;
use crate::illegal::Illegal;
use crate::piece::Side;
use crate::rules::{King, Merit, ResultForm, Rules, Taking};

/// The rules of English draughts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct English;

impl Rules for English {
    const VARIANT: Variant = Variant::English;
    const GEOMETRY: Geometry = Geometry::EIGHT; // 2.1, 2.3
    const MEN: u8 = 12; // 2.5
    const FIRST: Side = Side::Black; // 3.4
    const KING: King = King::Short; // 4.8, 5.8
    const MEN_CAPTURE_BACKWARDS: bool = false; // 5.3a
    const MEN_CAPTURE_KINGS: bool = true; // 5.3b
    const GAME_TYPE: &'static str = "21,B,8,8,N1,0";
    const RESULT_FORM: ResultForm = ResultForm::OneForAWin;
    const REPETITION_DRAW: Option<Article> = None;
    const KING_MOVE_DRAW: KingMoveDraw = KingMoveDraw {
        limit: 50,
        least: 50,
        needs_king_each: true, // 10.1
        article: Article::new(Book::FidEn, "10.4"),
    };

    #[inline(always)]
    fn merit(_: Taking) -> Merit {
        Merit::EQUAL // 6.6
    }

    fn article(reason: &Illegal) -> Article {
        Article::new(
            Book::FidEn,
            match fid::article(reason) {
                fid::Number::Shared(number) => number,
                fid::Number::KingMove => "4.8",
            },
        )
    }
}
