//! Whole games under the engine's eye: what each move cost, and the shots that were missed.

use std::io::{self, IsTerminal, Write};

use damiera_engine::{Control, Engine, Limits, Line as Found, Question};
use damiera_notation::marks::Mark;
use damiera_notation::moves;
use damiera_notation::pdn::{GameRecord, ParsedGame, PdnItem, PdnWriter, Variation, replay, usual_style};
use damiera_rules::{History, Move, Position, Rules, Side};
use serde::Serialize;

use super::points;
use crate::failure::Failure;

/// Points (1 for a win, a half for a draw) that a weak move throws away.
const WEAK: f64 = 0.12;
/// Points that a blunder throws away.
const BLUNDER: f64 = 0.3;
/// Men that a weak move throws away while the game is open.
const WEAK_MEN: f64 = 1.0;
/// Men that a blunder throws away while the game is open.
const BLUNDER_MEN: f64 = 2.0;
/// Further ahead than this nobody counts men any more: the game is won.
const OPEN: f64 = 3.0;
/// Half-moves of a better line that are shown.
const SHOWN: usize = 12;
/// A king, in men, where material is counted.
const KING: i64 = 3;

/// A move of a game, judged.
#[derive(Serialize)]
pub(super) struct Judged {
    /// Which half-move of the game, from 1.
    ply: u32,
    notation: String,
    /// For White, in men, after the move.
    score: f64,
    /// Points given away by it.
    loss: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    mark: Option<Sign>,
    /// What was better, if much was.
    #[serde(skip_serializing_if = "Option::is_none")]
    better: Option<Better>,
}

/// What is said of a move in one sign.
#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
enum Sign {
    #[serde(rename = "?")]
    Weak,
    #[serde(rename = "??")]
    Blunder,
    /// There was no other.
    #[serde(rename = "forced")]
    Forced,
}

/// A better line.
#[derive(Serialize)]
struct Better {
    moves: Vec<String>,
    /// Men that it wins by giving some first.
    #[serde(skip_serializing_if = "Option::is_none")]
    shot: Option<i64>,
    #[serde(skip)]
    line: Vec<Move>,
}

/// One who looks at games.
pub(super) struct Annotator<'a, R: Rules> {
    pub(super) engine: &'a Engine<R>,
    /// How long to look at a position.
    pub(super) limits: Limits,
}

impl<R: Rules> Annotator<'_, R> {
    /// Judges the moves of the game itself, in order, as far as they are legal.
    pub(super) fn judge(&self, record: &ParsedGame) -> Vec<Judged> {
        let mut steps: Vec<(Position<R>, Move)> = Vec::new();
        replay::<R>(&record.game, |step| {
            if step.depth == 0 {
                steps.push((*step.before, *step.played));
            }
        });
        let Some(&(first, _)) = steps.first() else { return Vec::new() };
        let mut history = History::new(first);
        let mut judged = Vec::new();
        let mut before = self.look(&history);
        for (ply, &(position, played)) in (1..).zip(&steps) {
            if *history.position() != position {
                history = History::new(position); // a set-up in mid-game
                before = self.look(&history);
            }
            progress(record.number, ply, steps.len());
            let legal = position.legal().len();
            let best = before.take();
            history.push(&played);
            let after = self.look(&history);
            judged.push(self.judged(ply, &position, played, legal, best.as_ref(), after.as_ref()));
            before = after;
        }
        judged
    }

    /// The best line of the position on the board; none if there is no move.
    fn look(&self, history: &History<R>) -> Option<Found> {
        let report = self.engine.think(&Question::best(history, self.limits), &Control::default(), |_| ());
        report.lines.into_iter().next()
    }

    fn judged(
        &self,
        ply: u32,
        position: &Position<R>,
        played: Move,
        legal: usize,
        best: Option<&Found>,
        after: Option<&Found>,
    ) -> Judged {
        // Without a reply the game is won.
        let reached = after.map_or(1.0, |line| 1.0 - points(self.engine, line.score()));
        let was_best = best.is_none_or(|line| line.moves.first() == Some(&played));
        let due = best.map_or(reached, |line| points(self.engine, line.score()));
        let loss = if was_best { 0.0 } else { (due - reached).max(0.0) };
        let score = after.map_or(100.0, |line| -line.score().men());
        let men = best.filter(|_| !was_best).map_or(0.0, |line| thrown_away(line.score().men(), score));
        let mark = if legal == 1 {
            Some(Sign::Forced)
        } else if loss >= BLUNDER || men >= BLUNDER_MEN {
            Some(Sign::Blunder)
        } else if loss >= WEAK || men >= WEAK_MEN {
            Some(Sign::Weak)
        } else {
            None
        };
        let faulty = matches!(mark, Some(Sign::Weak | Sign::Blunder));
        let better = best.filter(|_| faulty).map(|line| better(position, &line.moves));
        let score = if position.turn() == Side::White { score } else { -score };
        Judged { ply, notation: position.notation(&played), score, loss, mark, better }
    }
}

/// Men given away between the best score and the one reached, as far as the game was open between them: a draw that is
/// easily held can still be a game that was winning on the board.
fn thrown_away(best: f64, reached: f64) -> f64 {
    best.clamp(-OPEN, OPEN) - reached.clamp(-OPEN, OPEN)
}

fn progress(game: u64, ply: u32, plies: usize) {
    if io::stderr().is_terminal() {
        eprint!("\rgame {game}: half-move {ply} of {plies}… ");
        let _ = io::stderr().flush();
    }
}

/// Clears the line that showed how far it is.
pub(super) fn end_progress() {
    if io::stderr().is_terminal() {
        eprint!("\r\x1b[K");
    }
}

/// The better line as far as it is worth showing, and what it wins if it is a shot: a line that gives pieces first and
/// comes out at least a man ahead.
fn better<R: Rules>(position: &Position<R>, line: &[Move]) -> Better {
    let side = position.turn();
    let start = balance(position, side);
    let (mut at, mut moves, mut shown) = (*position, Vec::new(), Vec::new());
    let (mut gave, mut won) = (false, 0);
    for m in line.iter().take(SHOWN) {
        moves.push(at.notation(m));
        shown.push(*m);
        at = at.after(m);
        let quiet = !at.legal().iter().any(Move::is_capture);
        let ahead = balance(&at, side) - start;
        gave |= ahead < 0;
        if quiet {
            won = ahead;
        }
        if quiet && won > 0 {
            break;
        }
    }
    Better { moves, shot: (gave && won > 0).then_some(won), line: shown }
}

/// What a side has more than the other, in men.
fn balance<R: Rules>(position: &Position<R>, side: Side) -> i64 {
    let worth = |side| i64::from(position.men(side).len()) + KING * i64::from(position.kings(side).len());
    worth(side) - worth(!side)
}

/// The game with what was found: the score after each move, marks, and better lines as variations.
pub(super) fn annotated<R: Rules>(game: &GameRecord, judged: &[Judged]) -> GameRecord {
    let mut at = 0;
    let (mut items, mut notes) = (Vec::new(), Vec::new());
    let mut positions = Vec::new();
    replay::<R>(game, |step| {
        if step.depth == 0 {
            positions.push(*step.before);
        }
    });
    for item in &game.main_line.items {
        if matches!(item, PdnItem::Move(_)) {
            items.append(&mut notes);
            items.push(item.clone());
            if let (Some(found), Some(before)) = (judged.get(at), positions.get(at)) {
                let marked = is_marked(game, at);
                notes = said(found, before, marked, &mut items);
            }
            at += 1;
        } else {
            items.push(item.clone());
        }
    }
    items.append(&mut notes);
    GameRecord { main_line: Variation { items }, ..game.clone() }
}

/// Whether somebody has marked the move already: a person's mark stays.
fn is_marked(game: &GameRecord, index: usize) -> bool {
    game.main_line.plies().nth(index).is_some_and(|ply| ply.marks().next().is_some())
}

/// Puts mark and score right behind the move, and gives back what comes after everything else said of it.
fn said<R: Rules>(
    found: &Judged,
    before: &Position<R>,
    marked: bool,
    items: &mut Vec<PdnItem>,
) -> Vec<PdnItem> {
    match found.mark {
        Some(Sign::Blunder) if !marked => items.push(PdnItem::Mark(Mark::Blunder)),
        Some(Sign::Weak) if !marked => items.push(PdnItem::Mark(Mark::Weak)),
        _ => {}
    }
    let mut line = Variation::default();
    line.comment(&format!("[%eval {:+.2}]", found.score));
    items.append(&mut line.items);
    let Some(better) = &found.better else { return Vec::new() };
    let mut other = Variation::default();
    let mut at = *before;
    for m in &better.line {
        other.play(moves::shortest_text(&at, m, &at.legal(), usual_style(R::VARIANT)));
        at = at.after(m);
    }
    other.comment(&match better.shot {
        Some(1) => "a missed shot: it wins a man".to_owned(),
        Some(men) => format!("a missed shot: it wins {men} men"),
        None => "better".to_owned(),
    });
    let mut after = Variation::default();
    after.variation(other);
    after.items
}

/// Writes the game with its notes.
pub(super) fn print<R: Rules>(
    game: &GameRecord,
    judged: &[Judged],
    out: &mut dyn Write,
) -> Result<(), Failure> {
    out.write_all(PdnWriter::default().print(&annotated::<R>(game, judged)).as_bytes())?;
    Ok(out.flush()?)
}

/// What is written with `--json` of each game.
#[derive(Serialize)]
pub(super) struct JudgedGame<'a> {
    pub(super) file: &'a str,
    pub(super) game: u64,
    pub(super) moves: Vec<Judged>,
}
