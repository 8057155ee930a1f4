//! What people with other eyes and hands need: large type, colours of their own, no motion, a keyboard.

use serde_json::json;

use crate::harness::{Page, Screen, browse};
use crate::pages::game;
use crate::runner::{Tests, tests};

/// The tests of this file.
pub(crate) const TESTS: Tests = tests! {
    with axe: [
        nothing_is_lost_or_cut_off_at_twice_and_four_times_the_size,
        forced_colours_keep_the_board_and_show_what_is_chosen,
    ],
    without: [
        pieces_numbers_and_squares_stand_out_on_every_board,
        nothing_moves_where_motion_is_not_wanted,
        the_keyboard_skips_the_header_and_never_loses_the_focus,
        whoever_starts_a_game_by_the_keyboard_is_at_the_board,
    ],
};

/// The pages that everybody can open.
async fn pages(page: &Page) -> Vec<String> {
    page.open("/healthz").await;
    let id = game(page, "international").await;
    let fixed = [
        "/",
        "/lobby",
        "/watch",
        "/events",
        "/games",
        "/analysis",
        "/editor",
        "/import",
        "/learn",
        "/learn/italian",
        "/reviews",
        "/correspondence",
        "/exhibitions",
        "/leaderboard",
        "/rules",
        "/rules/FID-IT/6.7",
        "/account",
        "/settings",
        "/nowhere",
    ];
    let of_game = [format!("/game/{id}"), format!("/game/{id}/study")];
    fixed.map(str::to_owned).into_iter().chain(of_game).collect()
}

fn nothing_is_lost_or_cut_off_at_twice_and_four_times_the_size() {
    browse("zoom", Screen::DESKTOP.lang("it"), async |page| {
        let pages = pages(page).await;
        // A page at 200 % on a screen of 1280 pixels has 640 of them, and at 400 % 320 (WCAG 1.4.10).
        for width in [640, 320] {
            page.emulate(Screen::DESKTOP.size(width, 512)).await;
            for path in &pages {
                page.open(path).await;
                page.until("the page", "return document.readyState === 'complete'").await;
                let wide = page.eval("return [document.documentElement.scrollWidth, innerWidth, [...document.querySelectorAll('body *')].filter(one => one.getBoundingClientRect().right > innerWidth + 1 && !one.closest('nav, .moves, table, pre, svg, .unseen, .skip')).slice(0, 3).map(one => one.outerHTML.slice(0, 120))]").await;
                assert!(wide[0].as_f64() <= wide[1].as_f64(), "{path} at {width}: {wide}");
            }
        }
        page.open("/settings").await;
        page.accessible("settings at 400 %").await;
        page.shot("zoom-settings").await;
    });
}

fn forced_colours_keep_the_board_and_show_what_is_chosen() {
    browse("forced", Screen::DESKTOP, async |page| {
        page.open("/healthz").await;
        let id = game(page, "italian").await;
        page.force_colours().await;
        page.open("/").await;
        assert_eq!(page.eval("return matchMedia('(forced-colors: active)').matches").await, json!(true));
        let outlined =
            "return getComputedStyle(document.querySelector('.pick input:checked + span')).outlineStyle";
        assert_eq!(page.eval(outlined).await, "solid");
        page.shot("forced-home").await;
        page.accessible("home in forced colours").await;
        page.open(&format!("/game/{id}")).await;
        page.until("the board", "return document.querySelectorAll('[data-square]').length >= 32").await;
        let fills = page.eval("return ['.light', '.dark', '.rim'].map(css => getComputedStyle(document.querySelector(css)).fill)").await;
        let fills: std::collections::BTreeSet<_> =
            fills.as_array().expect("fills").iter().map(ToString::to_string).collect();
        assert_eq!(fills.len(), 3, "{fills:?}");
        page.shot("forced-game").await;
    });
}

/// The contrast of two colours as WCAG defines it, for scripts.
const CONTRAST: &str = "const luminance = colour => { const [r, g, b] = colour.match(/[\\d.]+/g).slice(0, 3).map(Number).map(v => v / 255).map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
    const contrast = (a, b) => { const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x); return (high + 0.05) / (low + 0.05); };";

fn pieces_numbers_and_squares_stand_out_on_every_board() {
    browse("contrast", Screen::DESKTOP, async |page| {
        page.open("/healthz").await;
        let id = game(page, "italian").await;
        page.open(&format!("/game/{id}")).await;
        page.until("the board", "return document.querySelectorAll('g.disc').length > 20").await;
        for scheme in ["light", "dark"] {
            for theme in ["wood", "paper", "green", "contrast", "grey"] {
                let measure = format!("{CONTRAST} Object.assign(document.documentElement.dataset, {{ scheme: '{scheme}', theme: '{theme}' }});
                    const style = css => getComputedStyle(document.querySelector(css)), dark = style('.dark').fill;
                    const outline = colour => contrast(style(`.disc.${{colour}} .body`).stroke, dark);
                    const edge = colour => contrast(style(`.${{colour}}-b`).stopColor, dark);
                    return {{ squares: contrast(dark, style('.light').fill), numbers: contrast(style('.number').fill, style('.number').stroke), numberOnSquare: contrast(style('.number').fill, dark),
                      white: Math.max(edge('white'), outline('white')), black: Math.max(edge('black'), outline('black')),
                      sides: contrast(style('.white-a').stopColor, style('.black-b').stopColor) }}");
                let measured = page.eval(&measure).await;
                let at_least = |name: &str, least: f64| {
                    let value = measured[name].as_f64().expect("a number");
                    assert!(
                        value >= least,
                        "{theme}, {scheme}: {name} is {value:.2}, not {least}: {measured}"
                    );
                };
                at_least("numbers", 4.5);
                for name in ["squares", "white", "black", "sides"] {
                    at_least(name, 3.0);
                }
            }
        }
    });
}

fn nothing_moves_where_motion_is_not_wanted() {
    browse("still", Screen::DESKTOP, async |page| {
        page.open("/healthz").await;
        let id = game(page, "brazilian").await;
        page.open(&format!("/game/{id}")).await;
        page.until("the board", "return document.querySelectorAll('[data-square]').length >= 32").await;
        let m = page.eval("return document.getElementById('board').legal[0]").await;
        for square in ["from", "to"] {
            page.click(&format!("button[data-square='{}']", m[square])).await;
        }
        assert_eq!(page.eval("return document.getAnimations().length").await, json!(0));
        page.until("the move", "return document.getElementById('game').dataset.ply === '7'").await;
    });
}

fn the_keyboard_skips_the_header_and_never_loses_the_focus() {
    browse("keyboard", Screen::DESKTOP, async |page| {
        page.open("/healthz").await;
        let id = game(page, "italian").await;
        page.open(&format!("/game/{id}")).await;
        page.until("the buttons", "return document.querySelector('[data-key=resign]')").await;
        page.keys("\u{e004}").await;
        assert_eq!(page.eval("return document.activeElement.className").await, "skip");
        page.keys("\u{e007}").await;
        assert_eq!(page.eval("return document.activeElement.id").await, "content");
        // The signs of buttons are seen and not read: their names are words.
        let signs = "return [...document.querySelectorAll('.icon, summary')].filter(one => !getComputedStyle(one, '::before').content.endsWith('/ \"\"')).map(one => one.textContent)";
        assert_eq!(page.eval(signs).await, json!([]));
        // Asked and answered: each time the buttons are others, and one of them has the focus.
        for key in ["resign", "cancel", "resign", "yes-resign"] {
            page.eval(&format!("document.querySelector('#acts [data-key={key}]').focus()")).await;
            page.keys("\u{e007}").await;
            page.until(
                "other buttons",
                &format!(
                    "return document.querySelector('#acts [data-key={key}]') === null || '{key}' === 'cancel'"
                ),
            )
            .await;
            page.until("the focus", "return document.activeElement !== document.body").await;
        }
        page.until("the end", "return document.getElementById('game').dataset.state === 'over'").await;
        assert_ne!(page.eval("return document.activeElement.tagName").await, "BODY");
    });
}

fn whoever_starts_a_game_by_the_keyboard_is_at_the_board() {
    browse("keyboard-start", Screen::DESKTOP, async |page| {
        const AT: &str = "return document.activeElement.closest('damiera-board') !== null";
        for (how, is_at_board) in [("keyboard", true), ("mouse", false)] {
            page.open("/").await;
            page.find("#new button.big").await;
            if is_at_board {
                page.eval("document.querySelector('[name=level]').focus()").await;
                page.keys("\u{e004}").await;
                page.keys("\u{e007}").await;
            } else {
                page.click("#new button.big").await;
            }
            page.until("the connection", "return document.getElementById('game')?.dataset.line === 'up'")
                .await;
            assert_eq!(page.eval(AT).await, json!(is_at_board), "{how}");
            // An arrow key goes to another square at once.
            if is_at_board {
                let square = "return document.activeElement.dataset.square";
                let before = page.eval(square).await;
                // Up, or down from the top row, where the first piece stands if one plays from the other side.
                page.keys("\u{e013}").await;
                if page.eval(square).await == before {
                    page.keys("\u{e015}").await;
                }
                let moved = format!("return document.activeElement.dataset.square !== {before}");
                page.until("another square", &moved).await;
                assert_eq!(page.eval("return document.activeElement.matches(':focus-visible')").await, true);
            }
        }
    });
}
