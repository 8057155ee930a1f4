//! English draughts. FID, extract of the rules of English draughts (FID-EN).

use super::{Variant, fid};
use crate::article::{Article, Book};
use crate::draws::{CountStart, KingMoveDraw};
use crate::geometry::Geometry;
use crate::illegal::Illegal;
use crate::piece::Side;
use crate::provision::{Annulment, Irregularity, Provision};
use crate::rules::{CaptureSummary, Crowning, KingRange, Merit, ResultForm, Rules};

/// The rules of English draughts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct English;

impl Rules for English {
    const VARIANT: Variant = Variant::English;
    const BOOK: Book = Book::FidEn;
    const GEOMETRY: Geometry = Geometry::EIGHT; // 2.1, 2.3
    const MEN: u8 = 12; // 2.5
    const FIRST: Side = Side::Black; // 3.4
    const KING: KingRange = KingRange::Short; // 4.8, 5.8
    const MEN_CAPTURE_BACKWARDS: bool = false; // 5.3a
    const MEN_CAPTURE_KINGS: bool = true; // 5.3b
    const CROWNING: Crowning = Crowning::AtTheEnd; // 6.5
    const GAME_TYPE: &'static str = "21,B,8,8,N1,0";
    const RESULT_FORM: ResultForm = ResultForm::OneForAWin;
    const REPETITION_DRAW: Option<Article> = None;
    const ANNULMENT: Option<Annulment> = Some(Annulment { moves: 5, minutes: Some(10), shares_time: true }); // 7.2, 7.3, 7.4
    const KING_MOVE_DRAW: KingMoveDraw = KingMoveDraw {
        limit: 50,
        least: 50,
        start: CountStart::OnRequest, // 10.2
        needs_king_each: true,        // 10.1
        article: Article::new(Book::FidEn, "10.4"),
    };

    #[inline(always)]
    fn merit(_: CaptureSummary) -> Merit {
        Merit::EQUAL // 6.6
    }

    fn article(reason: &Illegal) -> Article {
        Article::new(
            Book::FidEn,
            match fid::article(reason) {
                fid::SharedArticle::Shared(number) => number,
                fid::SharedArticle::KingMove => "4.8",
            },
        )
    }

    fn provision(matter: Provision) -> Option<Article> {
        use Irregularity as I;
        let number = match matter {
            Provision::Crowning => "4.5",
            Provision::Unmarked => "4.6",
            Provision::CountReduced => return None,
            Provision::Irregular(I::Precedence) => return None, // 6.6: the player chooses
            Provision::Irregular(I::UnmarkedKing) => "8.1.15",
            Provision::Irregular(I::WrongCrown) => "8.1.16",
            shared => fid::provision(shared)?,
        };
        Some(Article::new(Self::BOOK, number))
    }
}
