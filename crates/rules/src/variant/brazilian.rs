//! Brazilian draughts, 64 squares. CBD, official rules (CBD).

use super::{Variant, cbd};
use crate::article::{Article, Book};
use crate::draws::{CountStart, KingMoveDraw, ListedEnding, Pace};
use crate::geometry::Geometry;
use crate::illegal::Illegal;
use crate::piece::Side;
use crate::position::Position;
use crate::provision::{Annulment, Provision};
use crate::rules::{CaptureSummary, Crowning, KingRange, Merit, ResultForm, Rules};

/// The rules of Brazilian draughts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Brazilian;

impl Rules for Brazilian {
    const VARIANT: Variant = Variant::Brazilian;
    const BOOK: Book = Book::Cbd;
    const GEOMETRY: Geometry = Geometry::EIGHT; // items 2, 3
    const MEN: u8 = 12; // "Das peças e do movimento"
    const FIRST: Side = Side::White; // item 4
    const KING: KingRange = KingRange::Flying; // items 7, 8, 17
    const MEN_CAPTURE_BACKWARDS: bool = true; // item 11
    const MEN_CAPTURE_KINGS: bool = true; // item 10
    const CROWNING: Crowning = Crowning::AtTheEnd; // item 13
    const GAME_TYPE: &'static str = "26,W,8,8,A0,0";
    const RESULT_FORM: ResultForm = ResultForm::OneForAWin;
    const REPETITION_DRAW: Option<Article> = Some(cbd::REPETITION); // 98
    const ANNULMENT: Option<Annulment> = None;
    const KING_MOVE_DRAW: KingMoveDraw = KingMoveDraw {
        limit: 20, // item 16
        least: 20,
        start: CountStart::Always, // 97b
        needs_king_each: false,
        article: Article::new(Book::Cbd, "97b"),
    };

    #[inline(always)]
    fn merit(taking: CaptureSummary) -> Merit {
        Merit::of_count(taking) // item 12
    }

    fn article(reason: &Illegal) -> Article {
        cbd::article(reason)
    }

    fn provision(matter: Provision) -> Option<Article> {
        cbd::provision(matter)
    }

    fn listed_ending(position: &Position<Self>, _: Pace) -> Option<ListedEnding> {
        cbd::few_pieces(position).or_else(|| {
            // 100: only while the lone king holds the main diagonal
            let king = cbd::king_against_three(position)?;
            Self::GEOMETRY
                .on_main_diagonal(king)
                .then_some(ListedEnding { limit: 5, article: cbd::THREE_TO_ONE })
        })
    }
}
