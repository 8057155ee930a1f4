//! The app in a real browser.

use std::process::ExitCode;

mod access;
mod account;
mod board;
mod consultation;
mod correspondence;
mod event;
mod event_dates;
mod event_teams;
mod exhibition;
mod form;
mod harness;
mod help;
mod learn;
mod live;
mod lobby;
mod pages;
mod pictures;
mod play;
mod push;
#[path = "../live/push_service.rs"]
mod push_service;
mod reviews;
mod runner;
mod social;
mod speed;
mod study;
mod table;
mod turn;
mod ways;

fn main() -> ExitCode {
    runner::run(&[
        ("access", access::TESTS),
        ("account", account::TESTS),
        ("board", board::TESTS),
        ("consultation", consultation::TESTS),
        ("correspondence", correspondence::TESTS),
        ("event", event::TESTS),
        ("event_dates", event_dates::TESTS),
        ("event_teams", event_teams::TESTS),
        ("exhibition", exhibition::TESTS),
        ("form", form::TESTS),
        ("help", help::TESTS),
        ("learn", learn::TESTS),
        ("live", live::TESTS),
        ("lobby", lobby::TESTS),
        ("pages", pages::TESTS),
        ("pictures", pictures::TESTS),
        ("play", play::TESTS),
        ("push", push::TESTS),
        ("reviews", reviews::TESTS),
        ("social", social::TESTS),
        ("speed", speed::TESTS),
        ("study", study::TESTS),
        ("table", table::TESTS),
        ("turn", turn::TESTS),
        ("ways", ways::TESTS),
    ])
}
