//! Reading scenario files.

use std::fs;
use std::path::Path;
use std::time::Duration;

use damiera_game::{
    Bonus, ClockControl, Counting, Occasion, Overtime, Profile, Recording, StagedTime, StartPosition, Terms,
    TimeStage,
};
use damiera_rules::{Pace, Setup, Square};

/// A game in which something is asked and ruled.
pub(crate) struct Scenario {
    pub(crate) title: String,
    pub(crate) file: String,
    pub(crate) covers: Vec<String>,
    pub(crate) terms: Option<Terms>,
    /// Why no game is made with these terms.
    pub(crate) bad_terms: Option<String>,
    /// What is asked and what must be so, with the number of the line.
    pub(crate) lines: Vec<(usize, String)>,
}

pub(crate) fn scenarios(path: &Path) -> Vec<Scenario> {
    let text = fs::read_to_string(path).expect("a scenario file");
    let file = path.file_name().expect("a name").to_string_lossy().into_owned();
    let mut all: Vec<Scenario> = Vec::new();
    for (i, line) in text.lines().enumerate() {
        let line = line.split(" # ").next().unwrap_or_default().trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        if word == "scenario" {
            let title = rest.to_owned();
            all.push(Scenario {
                title,
                file: file.clone(),
                covers: vec![],
                terms: None,
                bad_terms: None,
                lines: vec![],
            });
            continue;
        }
        let scenario = all.last_mut().unwrap_or_else(|| panic!("{file}:{}: no scenario yet", i + 1));
        scenario.take(i + 1, word, rest.trim(), line);
    }
    all
}

impl Scenario {
    fn take(&mut self, number: usize, word: &str, rest: &str, line: &str) {
        if word == "covers" {
            return self.covers.extend(rest.split(',').map(|article| article.trim().to_owned()));
        }
        if word == "bad-terms" {
            self.bad_terms = Some(rest.to_owned());
            return;
        }
        if word == "game" {
            let (variant, profile) = rest.split_once(' ').unwrap_or((rest, "casual"));
            self.terms = Some(Terms::new(variant.parse().expect("a game"), profile_named(profile)));
            return;
        }
        let Some(terms) = self.terms.as_mut().filter(|_| self.lines.is_empty()) else {
            return self.lines.push((number, line.to_owned()));
        };
        match word {
            "with" => rest.split(' ').for_each(|change| change_profile(&mut terms.profile, change)),
            "start" => terms.start = StartPosition::Set(rest.parse::<Setup>().expect("a FEN")),
            "odds" => terms.start = StartPosition::Odds(rest.split(' ').map(square).collect()),
            "first" => terms.first = Some(side(rest)),
            "tries" => terms.blindfold.tries = rest.parse().ok(),
            "opening" => terms.opening = rest.split(' ').map(str::to_owned).collect(),
            "clock" => match rest.split_once(' ') {
                Some(("white", clock)) => terms.controls[0] = control(clock),
                Some(("black", clock)) => terms.controls[1] = control(clock),
                _ => terms.controls = [control(rest), control(rest)],
            },
            "simultaneous" => terms.company = damiera_game::Simultaneity::Simultaneous(side(rest)),
            "sight" => {
                let sight = |word| match word {
                    "blindfold" => damiera_game::Sight::Blindfold,
                    "touch" => damiera_game::Sight::ByTouch,
                    _ => damiera_game::Sight::Board,
                };
                let (white, black) = rest.split_once(' ').expect("two sights");
                terms.sight = [sight(white), sight(black)];
            }
            _ => self.lines.push((number, line.to_owned())),
        }
    }
}

fn profile_named(name: &str) -> Profile {
    match name {
        "casual" => Profile::CASUAL,
        "online" => Profile::ONLINE,
        "correspondence" => Profile::CORRESPONDENCE,
        "table" => Profile::TABLE,
        other => panic!("no profile {other}"),
    }
}

fn change_profile(profile: &mut Profile, change: &str) {
    match change.split_once('=').unwrap_or((change, "")) {
        ("counting", "automatic") => profile.counting = Counting::Automatic,
        ("counting", "on-request") => profile.counting = Counting::OnRequest,
        ("pace", "fast") => profile.pace = Pace::Fast,
        ("touch", "on") => profile.touch = damiera_game::TouchMove::On,
        ("offers-from", number) => profile.offers_from = Some(number.parse().expect("a number")),
        ("promotional", "") => profile.occasion = Occasion::Promotional,
        ("promotional", limit) => {
            profile.occasion = Occasion::Promotional;
            profile.count_limit = Some(limit.parse().expect("a number"));
        }
        ("count", limit) => profile.count_limit = Some(limit.parse().expect("a number")),
        ("recording", "prescribed") => profile.recording = Recording::Prescribed,
        ("recording", "not-prescribed") => profile.recording = Recording::NotPrescribed,
        other => panic!("no change {other:?}"),
    }
}

pub(crate) fn square(text: &str) -> Square {
    Square::new(text.parse().expect("a number")).expect("a square")
}

pub(crate) fn side(text: &str) -> damiera_rules::Side {
    match text {
        "white" => damiera_rules::Side::White,
        "black" => damiera_rules::Side::Black,
        other => panic!("no side {other}"),
    }
}

/// `5`, `1:30` or `1:00:00`, with thousandths after a point.
pub(crate) fn span(text: &str) -> Duration {
    let (whole, thousandths) = text.split_once('.').unwrap_or((text, "0"));
    let seconds = whole.split(':').fold(0, |sum, part| sum * 60 + part.parse::<u64>().expect("a time"));
    Duration::from_millis(seconds * 1000 + thousandths.parse::<u64>().expect("thousandths"))
}

fn control(text: &str) -> ClockControl {
    if let Some(time) = text.strip_prefix("move ") {
        return ClockControl::PerMove(span(time));
    }
    if text.contains('/') {
        let stage = |part: &str| match part.split_once('/') {
            Some((moves, time)) => TimeStage { moves: Some(moves.parse().expect("moves")), time: span(time) },
            None => TimeStage { moves: None, time: span(part) },
        };
        let stages = text.split(',').map(stage).collect();
        return ClockControl::Timed(StagedTime { stages, bonus: Bonus::None, overtime: None });
    }
    if let Some((time, overtime)) = text.split_once('o') {
        let (periods, period) = overtime.split_once('x').expect("periods");
        return ClockControl::Timed(StagedTime {
            stages: vec![TimeStage { moves: None, time: span(time) }],
            bonus: Bonus::None,
            overtime: Some(Overtime { periods: periods.parse().expect("a number"), period: span(period) }),
        });
    }
    for mark in ['+', 'd', 'b'] {
        if let Some((time, more)) = text.split_once(mark) {
            let bonus = match mark {
                '+' => Bonus::Increment(span(more)),
                'd' => Bonus::Delay(span(more)),
                _ => Bonus::Bronstein(span(more)),
            };
            return ClockControl::with(span(time), bonus);
        }
    }
    ClockControl::sudden(span(text))
}
