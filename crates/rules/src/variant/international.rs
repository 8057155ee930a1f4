//! International draughts, 100 squares. CBD, official rules (CBD).

use std::time::Duration;

use super::{Variant, cbd};
use crate::article::{Article, Book};
use crate::draws::{CountStart, KingMoveDraw, ListedEnding, Pace};
use crate::geometry::Geometry;
use crate::illegal::Illegal;
use crate::piece::Side;
use crate::position::Position;
use crate::provision::{Annulment, Provision};
use crate::rules::{CaptureSummary, Crowning, KingRange, Merit, ResultForm, Rules};

/// The rules of International draughts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct International;

impl Rules for International {
    const VARIANT: Variant = Variant::International;
    const BOOK: Book = Book::Cbd;
    const GEOMETRY: Geometry = Geometry::TEN; // items 2, 3
    const MEN: u8 = 20; // "Das peças e do movimento"
    const FIRST: Side = Side::White; // item 4
    const KING: KingRange = KingRange::Flying; // items 7, 8, 17
    const MEN_CAPTURE_BACKWARDS: bool = true; // item 11
    const MEN_CAPTURE_KINGS: bool = true; // item 10
    const CROWNING: Crowning = Crowning::AtTheEnd; // item 13
    const GAME_TYPE: &'static str = "20,W,10,10,N2,0";
    const RESULT_FORM: ResultForm = ResultForm::TwoForAWin;
    const REPETITION_DRAW: Option<Article> = Some(cbd::REPETITION); // 98
    const FAST_LIMIT: Option<Duration> = Some(Duration::from_secs(30 * 60)); // 100: rapid games
    const ANNULMENT: Option<Annulment> = None;
    const KING_MOVE_DRAW: KingMoveDraw = KingMoveDraw {
        limit: 25, // item 16
        least: 25,
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

    fn listed_ending(position: &Position<Self>, pace: Pace) -> Option<ListedEnding> {
        cbd::few_pieces(position).or_else(|| {
            cbd::king_against_three(position)?;
            // 100, continued: wherever the lone king stands
            let limit = match pace {
                Pace::Fast => 5,
                Pace::Classical => 15,
            };
            Some(ListedEnding { limit, article: cbd::THREE_TO_ONE })
        })
    }
}
