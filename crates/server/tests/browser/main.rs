//! The app in a real browser.

mod harness;
mod pages;
mod play;
mod table;
