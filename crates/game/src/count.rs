//! Counting towards a draw (FID 10; CBD 97b, 99, 100).
//!
//! The FID's count runs on request only. It requires a king on each side, restarts after a man's move or a capture, and
//! is cancelled when a side loses its last king. The CBD's count of king moves starts with a player's announcement and
//! ends with a man's move or a capture; software that counts announces at once, so that it always runs. The CBD's listed
//! endings are counted from the move that reaches them, and neither captures nor men's moves restart that count.

use std::time::Duration;

use damiera_rules::{Article, ListedEnding, Pace, Side};

use crate::command::Actor;
use crate::end::EndReason;
use crate::history::AnyHistory;
use crate::profile::Counting;
use crate::rule_set::RuleSet;

/// The state of all counts of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct CountState {
    asked: Option<RequestedCount>,
    /// King moves by each side since the last capture or man's move.
    quiet: [u16; 2],
    listed: Option<ListedEndingCount>,
}

/// A count that was requested.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct RequestedCount {
    by: Actor,
    /// The move number of the request.
    at_move: u16,
    limit: u8,
    made: [u16; 2],
}

impl RequestedCount {
    /// The count after a man's move or a capture: the FID's starts again by itself (10.5), the CBD's needs a new
    /// announcement (97b).
    fn restarted(self, rule_set: &RuleSet) -> Option<Self> {
        rule_set.counts_when_asked().then_some(Self { made: [0; 2], ..self })
    }
}

/// The count of a listed ending.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct ListedEndingCount {
    ending: ListedEnding,
    made: [u16; 2],
    /// The pace of the game, if the limit depends on it.
    pace: Option<Pace>,
}

impl ListedEndingCount {
    fn at(history: &dyn AnyHistory, pace: Pace, made: [u16; 2]) -> Option<Self> {
        let limit = |pace| history.listed_ending(pace).map(|ending| ending.limit);
        let depends = limit(Pace::Fast) != limit(Pace::Classical);
        Some(Self { ending: history.listed_ending(pace)?, made, pace: depends.then_some(pace) })
    }
}

/// A count in progress towards a draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawCount {
    /// The article that defines it.
    pub article: Article,
    /// Moves made so far by White and by Black.
    pub made: [u16; 2],
    /// Moves by each side for a draw.
    pub limit: u8,
    /// Who requested it and at which move, if it was requested.
    pub asked: Option<(Actor, u16)>,
    /// What is counted.
    pub kind: DrawCountKind,
    /// The pace of the game, if the limit depends on it (CBD 100).
    pub pace: Option<Pace>,
    /// The most time per player of a fast game, if the limit depends on the pace.
    pub fast_limit: Option<Duration>,
}

/// What a count counts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DrawCountKind {
    /// Consecutive king moves without a capture.
    KingMoves,
    /// Moves in a listed ending.
    ListedEnding,
}

impl DrawCount {
    /// The number of moves completed by both sides, at most the limit.
    #[must_use]
    pub fn by_each(&self) -> u16 {
        self.made[0].min(self.made[1]).min(u16::from(self.limit))
    }

    /// How the game ends when the limit is reached.
    #[must_use]
    pub const fn ending(&self) -> EndReason {
        let (limit, article) = (self.limit, self.article);
        match self.kind {
            DrawCountKind::KingMoves => EndReason::KingMoves(limit),
            DrawCountKind::ListedEnding => EndReason::ListedEnding { limit, article },
        }
    }

    /// Whether the limit is reached.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.by_each() >= u16::from(self.limit)
    }
}

/// The effect of a move on the counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CountEffect {
    /// A king moved without capturing.
    KingMove,
    /// A man moved, or a piece was captured.
    Other,
}

impl CountEffect {
    /// The effect of a move between two positions.
    pub(crate) fn between(before: &MenAndKings, after: &MenAndKings) -> Self {
        if before == after { Self::KingMove } else { Self::Other }
    }
}

/// The squares of the men and the number of kings: what a king move without capture does not change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct MenAndKings {
    men: [damiera_rules::SquareSet; 2],
    kings: [u32; 2],
}

impl MenAndKings {
    pub(crate) fn of(history: &dyn AnyHistory) -> Self {
        Self {
            men: Side::BOTH.map(|side| history.men(side)),
            kings: Side::BOTH.map(|side| history.kings(side).len()),
        }
    }

    /// A king on each side (FID 10.1).
    pub(crate) fn king_each(&self) -> bool {
        self.kings.iter().all(|&kings| kings > 0)
    }

    pub(crate) fn has_king(&self) -> bool {
        self.kings.iter().any(|&kings| kings > 0)
    }

    pub(crate) fn lacks_king(&self, side: Side) -> bool {
        self.kings[side as usize] == 0
    }
}

impl CountState {
    /// The counts at the start of a game.
    pub(crate) fn at(history: &dyn AnyHistory, pace: Pace) -> Self {
        Self { asked: None, quiet: [0; 2], listed: ListedEndingCount::at(history, pace, [0; 2]) }
    }

    /// Starts a requested count. Moves made before the request do not count (FID 10.3).
    pub(crate) fn ask(&mut self, by: Actor, at_move: u16, limit: u8) {
        self.asked = Some(RequestedCount { by, at_move, limit, made: [0; 2] });
    }

    /// Lowers the limit of a requested count (FID-IT 11).
    pub(crate) fn lower(&mut self, limit: u8) {
        if let Some(asked) = &mut self.asked {
            asked.limit = limit;
        }
    }

    /// Cancels a requested count (FID 3.11).
    pub(crate) fn cancel(&mut self) {
        self.asked = None;
    }

    pub(crate) fn is_asked(&self) -> bool {
        self.asked.is_some()
    }

    pub(crate) fn asked_limit(&self) -> Option<u8> {
        self.asked.map(|asked| asked.limit)
    }

    /// Updates the counts after a move; the history already contains the new position.
    pub(crate) fn step(
        &mut self,
        rule_set: &RuleSet,
        by: Side,
        stir: CountEffect,
        history: &dyn AnyHistory,
        pace: Pace,
    ) {
        self.quiet = match stir {
            CountEffect::KingMove => one_more(self.quiet, by),
            CountEffect::Other => [0; 2],
        };
        let lives = !rule_set.king_moves.needs_king_each || MenAndKings::of(history).king_each();
        self.asked = self.asked.filter(|_| lives).and_then(|asked| match stir {
            CountEffect::KingMove => Some(RequestedCount { made: one_more(asked.made, by), ..asked }),
            CountEffect::Other => asked.restarted(rule_set),
        });
        // CBD 99, 100: the count continues as long as the position is a listed ending, whatever was moved or captured.
        let made = self.listed.map_or([0; 2], |listed| one_more(listed.made, by));
        self.listed = ListedEndingCount::at(history, pace, made);
    }

    /// Updates the counts after the arbiter changed the position without a move.
    pub(crate) fn disturb(&mut self, rule_set: &RuleSet, history: &dyn AnyHistory, pace: Pace) {
        let made = self.listed.map_or([0; 2], |listed| listed.made);
        let lives = !rule_set.king_moves.needs_king_each || MenAndKings::of(history).king_each();
        self.quiet = [0; 2];
        self.asked = self.asked.filter(|_| lives).and_then(|asked| asked.restarted(rule_set));
        self.listed = ListedEndingCount::at(history, pace, made);
    }

    /// Updates the counts after a man was crowned or lost its mark: no piece moved, and their number is the same.
    pub(crate) fn remark(&mut self, rule_set: &RuleSet, history: &dyn AnyHistory, pace: Pace) {
        let made = self.listed.map_or([0; 2], |listed| listed.made);
        let lives = !rule_set.king_moves.needs_king_each || MenAndKings::of(history).king_each();
        self.asked = self.asked.filter(|_| lives);
        self.listed = ListedEndingCount::at(history, pace, made);
    }

    /// The counts in progress.
    pub(crate) fn running(&self, rule_set: &RuleSet, counting: Counting) -> Vec<DrawCount> {
        let listed = self.listed.map(|listed| DrawCount {
            article: listed.ending.article,
            made: listed.made,
            limit: listed.ending.limit,
            asked: None,
            kind: DrawCountKind::ListedEnding,
            pace: listed.pace,
            fast_limit: rule_set.fast_limit.filter(|_| listed.pace.is_some()),
        });
        let asked = self.asked.map(|asked| (asked.by, asked.at_move));
        let king_moves = |made, limit| DrawCount {
            article: rule_set.king_moves.article,
            made,
            limit,
            asked,
            kind: DrawCountKind::KingMoves,
            pace: None,
            fast_limit: None,
        };
        // CBD 97b: without software that counts, the moves before the announcement do not count.
        let king_moves = if rule_set.counts_when_asked() || counting == Counting::OnRequest {
            self.asked.map(|asked| king_moves(asked.made, asked.limit))
        } else {
            let begun = self.asked.is_some() || self.quiet.iter().any(|&made| made > 0);
            begun.then(|| king_moves(self.quiet, rule_set.king_moves.limit))
        };
        listed.into_iter().chain(king_moves).collect()
    }
}

fn one_more(mut made: [u16; 2], by: Side) -> [u16; 2] {
    made[by as usize] = made[by as usize].saturating_add(1);
    made
}
