//! The app in a real browser.

mod form;
mod harness;
mod live;
mod pages;
mod play;
mod study;
mod table;
