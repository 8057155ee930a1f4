//! Italian draughts. FID, official rules, chapter I (FID-IT).

use super::{Variant, fid};
use crate::article::{Article, Book};
use crate::draws::{CountStart, KingMoveDraw};
use crate::geometry::Geometry;
use crate::illegal::Illegal;
use crate::piece::Side;
use crate::provision::{Annulment, Irregularity, Provision};
use crate::rules::{CaptureSummary, Crowning, KingRange, Merit, ResultForm, Rules};

/// The rules of Italian draughts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Italian;

impl Rules for Italian {
    const VARIANT: Variant = Variant::Italian;
    const BOOK: Book = Book::FidIt;
    const GEOMETRY: Geometry = Geometry::EIGHT.mirrored(); // 2.1, 2.3
    const MEN: u8 = 12; // 2.5
    const FIRST: Side = Side::White; // 3.4
    const KING: KingRange = KingRange::Short; // 4.7, 5.8
    const MEN_CAPTURE_BACKWARDS: bool = false; // 5.3a
    const MEN_CAPTURE_KINGS: bool = false; // 5.3b
    const CROWNING: Crowning = Crowning::AtTheEnd; // 6.5
    const GAME_TYPE: &'static str = "22,W,8,8,N2,1";
    const RESULT_FORM: ResultForm = ResultForm::OneForAWin;
    const REPETITION_DRAW: Option<Article> = None;
    const ANNULMENT: Option<Annulment> = Some(Annulment { moves: 5, minutes: None, shares_time: false }); // 7.2, 7.3, 7.4
    const KING_MOVE_DRAW: KingMoveDraw = KingMoveDraw {
        limit: 40,
        least: 10,                    // 11
        start: CountStart::OnRequest, // 10.2
        needs_king_each: true,        // 10.1
        article: Article::new(Book::FidIt, "10.4"),
    };

    #[inline(always)]
    fn merit(taking: CaptureSummary) -> Merit {
        Merit::of_count_and_rank(taking) // 6.6, 6.7, 6.8, 6.9
    }

    fn article(reason: &Illegal) -> Article {
        Article::new(
            Book::FidIt,
            match fid::article(reason) {
                fid::SharedArticle::Shared(number) => number,
                fid::SharedArticle::KingMove => "4.7",
            },
        )
    }

    fn provision(matter: Provision) -> Option<Article> {
        use Irregularity as I;
        let number = match matter {
            Provision::Crowning => "4.4",
            Provision::Unmarked => "4.5",
            Provision::CountReduced => "11",
            Provision::Irregular(I::Precedence) => "8.1.15",
            Provision::Irregular(I::UnmarkedKing) => "8.1.16",
            Provision::Irregular(I::WrongCrown) => "8.1.17",
            shared => fid::provision(shared)?,
        };
        Some(Article::new(Self::BOOK, number))
    }
}
