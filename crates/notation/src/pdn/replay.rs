//! A game played over by its rules.

use damiera_rules::{Move, Place, Position, Rules, Setup, Side};

use super::game::{Fen, Game, Item, Line};
use super::movetext::{Joint, MoveText, Origin};
use super::problem::{PlyRef, ProblemKind};
use crate::squares::{Meaning, meaning, whole_way, written};

/// A move of a game, as it is played over.
#[derive(Clone, Copy, Debug)]
pub struct Step<'a, R> {
    /// The position before it.
    pub before: &'a Position<R>,
    /// The move.
    pub played: &'a Move,
    /// The legal moves it was chosen from.
    pub legal: &'a [Move],
    /// As the record writes it.
    pub text: &'a MoveText,
    /// Which half-move of the game it is, from 1.
    pub ply: u32,
    /// How deep in variations it stands; 0 is the game itself.
    pub depth: u32,
    /// Its place among the moves and set-ups of the text, variations included, from 0.
    pub ordinal: usize,
}

/// What came of playing a game over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replayed<R> {
    /// What the rules have against it; each with the move or set-up it is about, counted as in [`Step`].
    pub faults: Vec<(Option<usize>, ProblemKind)>,
    /// Half-moves of the game itself that were played.
    pub plies: u32,
    /// Where the game itself ended, or broke off; none if it could not begin.
    pub last: Option<Position<R>>,
    /// Whether the game itself could be played to its end.
    pub complete: bool,
}

/// Plays a game over, showing each legal move to `visit`.
///
/// A line is left where it breaks a rule, and taken up again where a position is set up.
pub fn replay<R: Rules>(game: &Game, visit: impl FnMut(&Step<'_, R>)) -> Replayed<R> {
    let mut faults = Vec::new();
    let start = start::<R>(game, &mut faults);
    let Some(start) = start else {
        return Replayed { faults, plies: 0, last: None, complete: false };
    };
    let mut player = Player { visit, faults, ordinal: 0 };
    let (last, plies, complete) = player.line(&game.line, start, 0, 0);
    Replayed { faults: player.faults, plies, last: Some(last), complete }
}

/// The position a game begins from.
fn start<R: Rules>(game: &Game, faults: &mut Vec<(Option<usize>, ProblemKind)>) -> Option<Position<R>> {
    let Some(fen) = game.fen() else { return Some(Position::start()) };
    let setup: Setup = match fen.parse() {
        Ok(setup) => setup,
        Err(error) => {
            faults.push((None, ProblemKind::BadFen(damiera_rules::BadFen::Syntax(error).to_string())));
            return None;
        }
    };
    let setup = match setup.turn {
        Some(_) => setup,
        None => {
            faults.push((None, ProblemKind::FenWithoutTurn));
            Setup { turn: Some(mover::<R>(game, &setup).unwrap_or(R::FIRST)), ..setup }
        }
    };
    match setup.position() {
        Ok(position) => Some(position),
        Err(fault) => {
            faults.push((None, ProblemKind::BadFen(damiera_rules::BadFen::Faults(fault).to_string())));
            None
        }
    }
}

/// Whose piece the first move moves.
fn mover<R: Rules>(game: &Game, setup: &Setup) -> Option<Side> {
    let Origin::Square(from) = game.line.moves().next()?.from else { return None };
    let from = from.on(R::GEOMETRY)?;
    let on = |place: &Place| place.on(R::GEOMETRY) == Some(from);
    setup.pieces.iter().find(|(place, _)| on(place)).map(|(_, piece)| piece.side)
}

struct Player<V> {
    visit: V,
    faults: Vec<(Option<usize>, ProblemKind)>,
    ordinal: usize,
}

impl<V> Player<V> {
    /// Plays a line; gives the position where it ends or breaks off, its half-moves, and whether it was whole.
    fn line<R: Rules>(
        &mut self,
        line: &Line,
        start: Position<R>,
        ply: u32,
        depth: u32,
    ) -> (Position<R>, u32, bool)
    where
        V: FnMut(&Step<'_, R>),
    {
        let (mut position, mut before) = (start, start);
        let (mut played, mut whole, mut broken) = (0, true, false);
        for (i, item) in line.items.iter().enumerate() {
            match item {
                Item::Move(text) => {
                    let ordinal = self.next_ordinal();
                    if broken {
                        continue;
                    }
                    let at = Here { ply: ply + played + 1, depth, ordinal, text };
                    match self.play(&position, at, &line.items[i + 1..]) {
                        Some(m) => {
                            (before, position) = (position, position.after(&m));
                            played += 1;
                        }
                        None => (whole, broken) = (false, true),
                    }
                }
                Item::Setup(fen) => {
                    let ordinal = self.next_ordinal();
                    match set_up(fen, &position) {
                        Ok(new) => (position, before, broken) = (new, new, false),
                        Err(sentence) => {
                            self.faults.push((Some(ordinal), ProblemKind::BadSetup(sentence)));
                            (whole, broken) = (false, true);
                        }
                    }
                }
                Item::Variation(inner) if broken => self.ordinal += moves_and_setups(inner),
                Item::Variation(inner) => {
                    let first = (ply + played).saturating_sub(1);
                    self.line(inner, before, first, depth + 1);
                }
                Item::Mark(_) | Item::Nag(_) | Item::Comment(_) | Item::Clock(_) => {}
            }
        }
        (position, played, whole)
    }

    fn next_ordinal(&mut self) -> usize {
        self.ordinal += 1;
        self.ordinal - 1
    }

    /// The move a text means; what is wrong with it is noted.
    fn play<R: Rules>(&mut self, position: &Position<R>, here: Here<'_>, rest: &[Item]) -> Option<Move>
    where
        V: FnMut(&Step<'_, R>),
    {
        let legal = position.legal();
        let m = match meaning(position, here.text, &legal) {
            Meaning::One(m) => m,
            Meaning::Several(candidates) => {
                let chosen = most_fitting(position, &candidates, rest)?;
                let way = |m: &Move| whole_way(position, m, here.text.style()).to_string();
                let (names, taken_as) = (candidates.iter().map(way).collect(), way(&chosen));
                self.fault(here, |at| ProblemKind::Ambiguous { at, candidates: names, taken_as });
                chosen
            }
            Meaning::None(refused) => {
                let due =
                    refused.due.iter().map(|m| written(position, m, &legal, here.text.style()).to_string());
                let due = due.collect();
                let (reason, article) = (refused.reason, Some(refused.article));
                let why = refused.why.map(Box::new);
                self.fault(here, |at| ProblemKind::Illegal { at, reason, why, article, due });
                return None;
            }
        };
        match (here.text.joint, m.is_capture()) {
            (Joint::Cross, false) => self.fault(here, ProblemKind::CrossOnPlainMove),
            (Joint::Stroke, true) => self.fault(here, ProblemKind::StrokeOnCapture),
            _ => {}
        }
        let Here { ply, depth, ordinal, text } = here;
        (self.visit)(&Step { before: position, played: &m, legal: &legal, text, ply, depth, ordinal });
        Some(m)
    }

    fn fault(&mut self, here: Here<'_>, kind: impl FnOnce(PlyRef) -> ProblemKind) {
        let at = PlyRef { ply: here.ply, depth: here.depth, text: here.text.to_string() };
        self.faults.push((Some(here.ordinal), kind(at)));
    }
}

/// A move's place, while it is played.
#[derive(Clone, Copy)]
struct Here<'a> {
    ply: u32,
    depth: u32,
    ordinal: usize,
    text: &'a MoveText,
}

/// Of several captures a record may mean, the one after which most of what follows can be played; the first of
/// equals, so that the same file is always read alike.
fn most_fitting<R: Rules>(position: &Position<R>, candidates: &[Move], rest: &[Item]) -> Option<Move> {
    let until_setup = rest.iter().take_while(|item| !matches!(item, Item::Setup(_)));
    let moves: Vec<&MoveText> = until_setup
        .filter_map(|item| match item {
            Item::Move(text) => Some(text),
            _ => None,
        })
        .collect();
    let mut effort = 20_000; // half-moves to try in all, so that a strange file cannot hold us up
    let mut best: Option<(usize, Move)> = None;
    for m in candidates {
        let count = playable(position.after(m), &moves, &mut effort);
        if best.is_none_or(|(most, _)| count > most) {
            best = Some((count, *m));
        }
    }
    best.map(|(_, m)| m)
}

/// How many of these moves can be played one after the other, if those in doubt are chosen well.
fn playable<R: Rules>(mut position: Position<R>, moves: &[&MoveText], effort: &mut usize) -> usize {
    for (count, text) in moves.iter().enumerate() {
        if *effort == 0 {
            return count;
        }
        *effort -= 1;
        match meaning(&position, text, &position.legal()) {
            Meaning::One(m) => position = position.after(&m),
            Meaning::None(_) => return count,
            Meaning::Several(candidates) => {
                let follow =
                    candidates.iter().map(|m| playable(position.after(m), &moves[count + 1..], effort));
                return count + 1 + follow.max().unwrap_or(0);
            }
        }
    }
    moves.len()
}

/// The position after a set-up; without pieces it passes the move.
pub(super) fn set_up<R: Rules>(fen: &Fen, now: &Position<R>) -> Result<Position<R>, String> {
    let setup: Setup = fen.text().parse().map_err(|error: damiera_rules::FenError| error.to_string())?;
    let setup = match (setup.turn, setup.pieces.is_empty()) {
        (Some(turn), true) => Setup { turn: Some(turn), ..Setup::from(now) },
        (None, false) => Setup { turn: Some(now.turn()), ..setup },
        _ => setup,
    };
    setup.position().map_err(|faults| faults.to_string())
}

pub(super) fn moves_and_setups(line: &Line) -> usize {
    let count = |item: &Item| match item {
        Item::Move(_) | Item::Setup(_) => 1,
        Item::Variation(inner) => moves_and_setups(inner),
        _ => 0,
    };
    line.items.iter().map(count).sum()
}
