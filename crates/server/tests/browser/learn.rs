//! Every lesson is played as its hint says, after a wrong try that is refused with its article.

use serde_json::json;

use crate::harness::{Page, Screen, browse};
use crate::runner::{Tests, tests};

/// The tests of this file.
pub(crate) const TESTS: Tests = tests! {
    with axe: [
        every_lesson_can_be_played_as_it_says,
        every_game_has_an_introduction_that_can_be_played,
    ],
};

/// The number of the lesson on the page, a try that is refused and its article, and the squares that are tapped in turn.
const LESSONS: [(usize, [u8; 2], &str, &[u8]); 12] = [
    (1, [22, 14], "FID-IT", &[22, 18]),
    (2, [22, 14], "FID-IT", &[22, 18]),
    (3, [7, 12], "FID-IT", &[7, 3, 21, 26, 3, 7]),
    (4, [31, 27], "FID-IT 6.1", &[31, 24, 15, 8]),
    (5, [22, 26], "FID-IT 6.1", &[22, 31]),
    (6, [30, 26], "FID-IT 6.1", &[24, 15]),
    (7, [21, 14], "FID-IT 6.6", &[31, 6]),
    (8, [31, 22], "FID-IT 6.7", &[23, 21]),
    (9, [23, 14], "FID-IT 6.8", &[23, 32]),
    (10, [30, 7], "FID-IT 6.9", &[30, 5]),
    (12, [22, 19], "FID-IT 6.1", &[22, 13]),
    (13, [30, 22], "FID-IT", &[30, 26, 3, 7]),
];

async fn tap(page: &Page, lesson: usize, square: u8) {
    page.click(&format!(".lesson:nth-of-type({lesson}) button[data-square='{square}']")).await;
}

/// Waits for what the lesson says.
async fn says(page: &Page, lesson: usize, css: &str, text: &str) {
    let script = format!(
        "return document.querySelector('.lesson:nth-of-type({lesson}) .ruling {css}')?.textContent.startsWith('{text}')"
    );
    page.until(&format!("{text} in lesson {lesson}"), &script).await;
}

fn every_lesson_can_be_played_as_it_says() {
    browse("learn", Screen::DESKTOP.lang("it"), async |page| {
        page.open("/learn").await;
        page.until("the boards", "return document.querySelectorAll('.lesson .disc').length > 30").await;
        let asked = "return performance.getEntriesByType('resource').filter(one => one.name.includes('/api/')).length";
        assert_eq!(page.eval(asked).await, json!(0), "the positions come with the page");
        let boards = page.eval("return document.querySelectorAll('.lesson damiera-board').length").await;
        assert_eq!(boards, json!(LESSONS.len()), "every lesson is tried here");
        for (lesson, wrong, article, right) in LESSONS {
            for square in wrong {
                tap(page, lesson, square).await;
            }
            says(page, lesson, "a", article).await;
            for (i, &square) in right.iter().enumerate() {
                tap(page, lesson, square).await;
                // The server answers a whole move before the next piece is lifted.
                let script = format!(
                    "return document.querySelectorAll('.lesson damiera-board')[{}].state.tried === null",
                    boards_before(lesson)
                );
                page.until(&format!("tap {i} of lesson {lesson}"), &script).await;
            }
            says(page, lesson, "h3", "Giusto.").await;
        }
        page.shot("learn-played").await;
        page.accessible("the lessons, all played").await;
    });
}

/// How many lessons before this one have a board: the one about touching has none.
fn boards_before(lesson: usize) -> usize {
    if lesson > 11 { lesson - 2 } else { lesson - 1 }
}

/// The game, its first squares to tap, and the squares that solve each of the other boards.
const INTRODUCTIONS: [(&str, [&[u8]; 4]); 4] = [
    ("english", [&[11, 15], &[22, 15], &[22, 15, 8], &[7, 2]]),
    ("italian", [&[22, 18], &[22, 13], &[22, 13, 6], &[7, 3]]),
    ("brazilian", [&[22, 18], &[22, 15], &[22, 15, 8], &[7, 2]]),
    ("international", [&[32, 28], &[32, 23], &[32, 23, 14], &[8, 2]]),
];

fn every_game_has_an_introduction_that_can_be_played() {
    browse("introduction", Screen::PHONE, async |page| {
        // Whoever learns chooses a game first: the ten rules of one of them come after it.
        page.open("/learn").await;
        assert_eq!(page.text("h1").await, "Learn");
        let first = "return [...document.querySelectorAll('main :is(.introductions a, .lesson)')].findIndex(one => one.matches('.lesson'))";
        assert_eq!(page.eval(first).await, json!(INTRODUCTIONS.len()));
        page.shot("learn-phone").await;
        for (game, boards) in INTRODUCTIONS {
            page.open("/").await;
            page.click(&format!("label:has(input[name=variant][value={game}])")).await;
            page.click("#learn-link").await;
            page.until("its introduction", &format!("return location.pathname === '/learn/{game}'")).await;
            page.until(
                "the boards",
                "return [...document.querySelectorAll('damiera-board')].every(board => board.legal?.length)",
            )
            .await;
            for (step, squares) in (1..).zip(boards) {
                let top = format!(
                    "return document.querySelectorAll('damiera-board')[{}].getBoundingClientRect().top + scrollY",
                    step - 1
                );
                let before = page.eval(&top).await;
                for square in squares {
                    tap(page, step, *square).await;
                }
                says(page, step, "h3", "Right.").await;
                assert_eq!(page.eval(&top).await, before, "the answer does not move the board");
            }
            page.eval("scrollTo(0, 0)").await;
            page.shot(&format!("introduction-{game}-phone")).await;
            page.accessible(game).await;
            let wide = "return document.documentElement.scrollWidth > innerWidth";
            assert_eq!(page.eval(wide).await, json!(false), "{game}");
        }
        page.emulate(Screen::DESKTOP.size(820, 1180)).await;
        page.shot("introduction-tablet").await;
    });
}
