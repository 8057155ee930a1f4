//! Replays a record by its rules.

use damiera_rules::{Move, Position, PositionError, Provision, Rules, Setup, Side, SquareName};

use super::game::{FenText, GameRecord, PdnItem, Variation};
use super::movetext::{MoveSeparator, MoveText, Origin};
use super::problem::{PdnProblemKind, PlyRef};
use crate::moves::{MoveMeaning, full_text, resolve, shortest_text};

/// A legal move of a record during a replay.
#[derive(Clone, Copy, Debug)]
pub struct ReplayStep<'a, R> {
    /// The position before it.
    pub before: &'a Position<R>,
    /// The move.
    pub played: &'a Move,
    /// Its text in the record.
    pub text: &'a MoveText,
    /// The ply number, from 1.
    pub ply: u32,
    /// The nesting depth of its variation; 0 is the main line.
    pub depth: u32,
    /// Its place among the moves and set-ups of the text, variations included, from 0.
    pub ordinal: usize,
}

/// The result of a replay.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PdnReplay<R> {
    /// The problems found, each with the ordinal of its move or set-up as in [`ReplayStep`].
    pub faults: Vec<(Option<usize>, PdnProblemKind)>,
    /// Half-moves of the game itself that were played.
    pub plies: u32,
    /// The position that the game starts from; `None` if it is invalid.
    pub first: Option<Position<R>>,
    /// The last position of the main line; `None` if the start position is invalid.
    pub last: Option<Position<R>>,
    /// Whether the main line was replayed to its end.
    pub complete: bool,
}

/// Replays a record and calls `visit` for each legal move.
///
/// A line is abandoned at an illegal move and resumed at the next set-up.
pub fn replay<R: Rules>(game: &GameRecord, visit: impl FnMut(&ReplayStep<'_, R>)) -> PdnReplay<R> {
    let mut faults = Vec::new();
    let start = start::<R>(game, &mut faults);
    let Some(start) = start else {
        return PdnReplay { faults, plies: 0, first: None, last: None, complete: false };
    };
    let mut player = Replayer { visit, faults, ordinal: 0 };
    let (last, plies, complete) = player.line(&game.main_line, start, 0, 0);
    PdnReplay { faults: player.faults, plies, first: Some(start), last: Some(last), complete }
}

/// The start position of a game.
fn start<R: Rules>(
    game: &GameRecord,
    faults: &mut Vec<(Option<usize>, PdnProblemKind)>,
) -> Option<Position<R>> {
    let Some(fen) = game.fen() else { return Some(Position::start()) };
    let setup: Setup = match fen.parse() {
        Ok(setup) => setup,
        Err(error) => {
            faults.push((None, PdnProblemKind::BadFen(PositionError::Syntax(error))));
            return None;
        }
    };
    let setup = match setup.turn {
        Some(_) => setup,
        None => {
            faults.push((None, PdnProblemKind::FenWithoutTurn));
            Setup { turn: Some(mover::<R>(game, &setup).unwrap_or(R::FIRST)), ..setup }
        }
    };
    match setup.position() {
        Ok(position) => Some(position),
        Err(fault) => {
            faults.push((None, PdnProblemKind::BadFen(PositionError::Faults(fault))));
            None
        }
    }
}

/// Whose piece the first move moves.
fn mover<R: Rules>(game: &GameRecord, setup: &Setup) -> Option<Side> {
    let Origin::Square(from) = game.main_line.moves().next()?.from else { return None };
    let from = from.on(R::GEOMETRY)?;
    let on = |place: &SquareName| place.on(R::GEOMETRY) == Some(from);
    setup.pieces.iter().find(|(place, _)| on(place)).map(|(_, piece)| piece.side)
}

struct Replayer<V> {
    visit: V,
    faults: Vec<(Option<usize>, PdnProblemKind)>,
    ordinal: usize,
}

impl<V> Replayer<V> {
    /// Plays a line; gives the position where it ends or breaks off, its half-moves, and whether it was whole.
    fn line<R: Rules>(
        &mut self,
        line: &Variation,
        start: Position<R>,
        ply: u32,
        depth: u32,
    ) -> (Position<R>, u32, bool)
    where
        V: FnMut(&ReplayStep<'_, R>),
    {
        let (mut position, mut before) = (start, start);
        let (mut played, mut whole, mut broken) = (0, true, false);
        for (i, item) in line.items.iter().enumerate() {
            match item {
                PdnItem::Move(text) => {
                    let ordinal = self.next_ordinal();
                    if broken {
                        continue;
                    }
                    let at = MoveContext { ply: ply + played + 1, depth, ordinal, text };
                    let old = position;
                    if let Some(m) = play_plain(&mut position, text) {
                        self.visit(&old, at, &m);
                    } else if let Some(next) = self.play(&old, at, &line.items[i + 1..]) {
                        position = next;
                    } else {
                        (position, whole, broken) = (old, false, true);
                        continue;
                    }
                    before = old;
                    played += 1;
                }
                PdnItem::Setup(fen) => {
                    let ordinal = self.next_ordinal();
                    match set_up(fen, &position) {
                        Ok(new) => (position, before, broken) = (new, new, false),
                        Err(error) => {
                            self.faults.push((Some(ordinal), PdnProblemKind::BadSetup(error)));
                            (whole, broken) = (false, true);
                        }
                    }
                }
                PdnItem::Variation(inner) if broken => self.ordinal += moves_and_setups(inner),
                PdnItem::Variation(inner) => {
                    let first = (ply + played).saturating_sub(1);
                    self.line(inner, before, first, depth + 1);
                }
                PdnItem::Mark(_) | PdnItem::Nag(_) | PdnItem::Comment(_) | PdnItem::Clock(_) => {}
            }
        }
        (position, played, whole)
    }

    fn next_ordinal(&mut self) -> usize {
        self.ordinal += 1;
        self.ordinal - 1
    }

    #[inline(always)]
    fn visit<R: Rules>(&mut self, before: &Position<R>, here: MoveContext<'_>, played: &Move)
    where
        V: FnMut(&ReplayStep<'_, R>),
    {
        let MoveContext { ply, depth, ordinal, text } = here;
        (self.visit)(&ReplayStep { before, played, text, ply, depth, ordinal });
    }

    /// The position after the move that a text stands for; reports its problems.
    #[cold]
    fn play<R: Rules>(
        &mut self,
        position: &Position<R>,
        here: MoveContext<'_>,
        rest: &[PdnItem],
    ) -> Option<Position<R>>
    where
        V: FnMut(&ReplayStep<'_, R>),
    {
        let m = match resolve(position, here.text) {
            MoveMeaning::One(m) => m,
            MoveMeaning::Several(candidates) => {
                let chosen = most_fitting(position, &candidates, rest)?;
                let way = |m: &Move| full_text(position, m, here.text.style()).to_string();
                let (names, taken_as) = (candidates.iter().map(way).collect(), way(&chosen));
                self.fault(here, |at| PdnProblemKind::Ambiguous { at, candidates: names, taken_as });
                chosen
            }
            MoveMeaning::None(rejected) => {
                let legal = position.legal();
                let text = |m| shortest_text(position, m, &legal, here.text.style()).to_string();
                let due = rejected.due().iter().map(text).collect();
                let (reason, article) = (Box::new(rejected.reason), rejected.article);
                self.fault(here, |at| PdnProblemKind::Illegal { at, reason, article, due });
                return None;
            }
        };
        match (here.text.separator, m.is_capture()) {
            (MoveSeparator::Cross, false) => self.fault(here, PdnProblemKind::CrossOnPlainMove),
            (MoveSeparator::Hyphen, true) => self.fault(here, PdnProblemKind::HyphenOnCapture),
            _ => {}
        }
        self.visit(position, here, &m);
        Some(position.after(&m))
    }

    fn fault(&mut self, here: MoveContext<'_>, kind: impl FnOnce(PlyRef) -> PdnProblemKind) {
        let at = PlyRef { ply: here.ply, depth: here.depth, text: here.text.to_string() };
        self.faults.push((Some(here.ordinal), kind(at)));
    }
}

/// Plays the move that a text of two squares stands for, if there is nothing to report. Otherwise the position is left as it
/// happens to be.
#[inline(always)]
fn play_plain<R: Rules>(position: &mut Position<R>, text: &MoveText) -> Option<Move> {
    let Origin::Square(from) = text.from else { return None };
    if !text.is_short() {
        return None;
    }
    let m = position.play_only_move(from.on(R::GEOMETRY)?, text.to.on(R::GEOMETRY)?)?;
    let fits = match text.separator {
        MoveSeparator::Hyphen => !m.is_capture(),
        MoveSeparator::Cross => m.is_capture(),
        MoveSeparator::None => true,
    };
    fits.then_some(m)
}

/// The move being replayed and its place in the record.
#[derive(Clone, Copy)]
struct MoveContext<'a> {
    ply: u32,
    depth: u32,
    ordinal: usize,
    text: &'a MoveText,
}

/// Of several captures that a text may stand for, the one after which most of the following moves are legal. Of equal
/// ones the first is chosen, so that the result is deterministic.
fn most_fitting<R: Rules>(position: &Position<R>, candidates: &[Move], rest: &[PdnItem]) -> Option<Move> {
    let until_setup = rest.iter().take_while(|item| !matches!(item, PdnItem::Setup(_)));
    let moves: Vec<&MoveText> = until_setup
        .filter_map(|item| match item {
            PdnItem::Move(text) => Some(text),
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
        match resolve(&position, text) {
            MoveMeaning::One(m) => position = position.after(&m),
            MoveMeaning::None(_) => return count,
            MoveMeaning::Several(candidates) => {
                let follow =
                    candidates.iter().map(|m| playable(position.after(m), &moves[count + 1..], effort));
                return count + 1 + follow.max().unwrap_or(0);
            }
        }
    }
    moves.len()
}

/// The position after a set-up; without pieces it only changes the side to move.
pub(super) fn set_up<R: Rules>(fen: &FenText, now: &Position<R>) -> Result<Position<R>, PositionError> {
    let setup: Setup = fen.text().parse().map_err(PositionError::Syntax)?;
    let setup = match (setup.turn, setup.pieces.is_empty()) {
        (Some(turn), true) => Setup { turn: Some(turn), ..Setup::from(now) },
        (None, false) => Setup { turn: Some(now.turn()), ..setup },
        _ => setup,
    };
    // At a table a side may have lost its last piece, and a man may be left unmarked on its crown row, where it remains
    // a man in some games (FID-IT 4.5, FID-EN 4.6).
    let position = match R::provision(Provision::Unmarked) {
        Some(_) => setup.marked_position(),
        None => setup.physical_position(),
    };
    position.map_err(PositionError::Faults)
}

pub(super) fn moves_and_setups(line: &Variation) -> usize {
    let count = |item: &PdnItem| match item {
        PdnItem::Move(_) | PdnItem::Setup(_) => 1,
        PdnItem::Variation(inner) => moves_and_setups(inner),
        _ => 0,
    };
    line.items.iter().map(count).sum()
}
