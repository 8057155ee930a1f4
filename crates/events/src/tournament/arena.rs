//! Arenas: for a fixed time, whoever is free and present is paired again at once.
//!
//! An arena is one open round to which boards are added. In the crosstable a game stands in the first round in which both
//! players have none yet, so that reports and tie-breaks read an arena as an event by rounds with gaps.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use damiera_game::Moment;
use damiera_rules::Side;

use super::board_result::BoardResult;
use super::decide::Facts;
use super::event::TournamentFact;
use super::refusal::TournamentRefusal;
use super::state::{BoardState, RoundStage, RoundState, Tournament};
use crate::chance::SeededNumbers;
use crate::matches::MatchLength;
use crate::outcome::{PairingNumber, RoundOutcome};
use crate::pairing::Pairing;
use crate::points::Points;

/// Two who have just played each other are paired again only after one of them has waited this long, as long as others are
/// playing who may become free.
pub const REPEAT_PAUSE: Duration = Duration::from_secs(15);

/// How an arena is held.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ArenaTerms {
    /// How many minutes players are paired. Games that are being played at the end are finished and count.
    pub minutes: u32,
}

/// What is particular to an arena; empty in other events.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct ArenaState {
    /// When the last games are paired; none before it has begun.
    ends_at: Option<Moment>,
    /// Players who are not paired until they ask for it.
    pub(super) paused: BTreeSet<PairingNumber>,
    /// Since when players have been without a game.
    free_since: BTreeMap<PairingNumber, Moment>,
}

/// A player who can be paired now.
struct FreePlayer {
    number: PairingNumber,
    points: Points,
    since: Moment,
    last_opponent: Option<PairingNumber>,
    last_side: Option<Side>,
    /// Games with White less games with Black.
    balance: i32,
    fixed: Option<Side>,
}

impl FreePlayer {
    /// Whether one of two players has met the other in their last game.
    fn repeats(&self, other: &Self) -> bool {
        self.last_opponent == Some(other.number) || other.last_opponent == Some(self.number)
    }

    /// The side this player should have: a fixed one, or the one had less often, or the other than last time.
    fn due(&self) -> Option<Side> {
        let rarer = match self.balance {
            0 => self.last_side.map(|side| !side),
            balance => Some(if balance > 0 { Side::Black } else { Side::White }),
        };
        self.fixed.or(rarer)
    }
}

impl Tournament {
    /// When the last games of an arena are paired; none before it has begun, and in other events.
    #[must_use]
    pub const fn arena_ends_at(&self) -> Option<Moment> {
        self.arena.ends_at
    }

    /// Whether a player of an arena is not paired until they ask for it.
    #[must_use]
    pub fn is_paused(&self, number: PairingNumber) -> bool {
        self.arena.paused.contains(&number)
    }

    /// The board of an arena at which a player sits now, from 1.
    #[must_use]
    pub fn arena_board_of(&self, number: PairingNumber) -> Option<usize> {
        let boards = self.rounds.last().map_or(&[][..], |round| &round.boards);
        boards.iter().rposition(|board| board.pair.has(number) && board.result.is_none()).map(|i| i + 1)
    }

    pub(super) fn open_arena(&self, at: Moment) -> Facts {
        let ArenaTerms { minutes } = self.settings.arena.ok_or(TournamentRefusal::NotAnArena)?;
        match self.rounds.last() {
            Some(round) => Err(TournamentRefusal::WrongStage(Some(round.stage))),
            None => {
                let ends_at = at.plus(Duration::from_secs(u64::from(minutes) * 60));
                Ok(vec![TournamentFact::ArenaOpened { ends_at }])
            }
        }
    }

    /// Pauses may be asked for twice: a message sent again does no harm.
    pub(super) fn pause(&self, number: PairingNumber) -> Facts {
        self.settings.arena.ok_or(TournamentRefusal::NotAnArena)?;
        self.known(number)?;
        let paused = TournamentFact::PlayerPaused { number };
        Ok(if self.is_paused(number) { Vec::new() } else { vec![paused] })
    }

    pub(super) fn resume(&self, number: PairingNumber) -> Facts {
        self.settings.arena.ok_or(TournamentRefusal::NotAnArena)?;
        self.known(number)?;
        let resumed = TournamentFact::PlayerResumed { number };
        Ok(if self.is_paused(number) { vec![resumed] } else { Vec::new() })
    }

    /// Who did not appear for a game of an arena is not paired again until they ask for it.
    pub(super) fn pauses_after(&self, pair: Pairing, result: BoardResult) -> Vec<TournamentFact> {
        let absent: &[PairingNumber] = match result {
            BoardResult::WhiteByForfeit => &[pair.black],
            BoardResult::BlackByForfeit => &[pair.white],
            BoardResult::DoubleForfeit => &[pair.white, pair.black],
            _ => &[],
        };
        let new = absent.iter().filter(|number| self.settings.arena.is_some() && !self.is_paused(**number));
        new.map(|&number| TournamentFact::PlayerPaused { number }).collect()
    }

    /// Pairs those of the present players who are free. After the end nobody is paired.
    pub(super) fn pair_free(&self, present: &[PairingNumber], seed: u64, at: Moment) -> Facts {
        let ends_at = self.arena.ends_at.ok_or(TournamentRefusal::NotAnArena)?;
        let stage = self.rounds.last().map(|round| round.stage);
        if stage != Some(RoundStage::Playing) {
            return Err(TournamentRefusal::WrongStage(stage));
        }
        if at >= ends_at {
            return Ok(Vec::new());
        }
        let mut chance = SeededNumbers::new(seed);
        let pairs = self.pairs_of(self.free_players(present, &mut chance), at, &mut chance);
        Ok(if pairs.is_empty() { Vec::new() } else { vec![TournamentFact::ArenaPaired { pairs }] })
    }

    /// The players who can be paired, whoever has waited longest first.
    fn free_players(&self, present: &[PairingNumber], chance: &mut SeededNumbers) -> Vec<FreePlayer> {
        let boards = self.rounds.last().map_or(&[][..], |round| &round.boards);
        let mut free: BTreeMap<PairingNumber, FreePlayer> = self
            .table
            .entrants
            .iter()
            .map(|entrant| entrant.number)
            .filter(|number| present.contains(number) && !self.is_paused(*number))
            .filter(|number| !self.is_withdrawn(*number))
            .map(|number| (number, self.new_free_player(number)))
            .collect();
        for board in boards {
            for (number, side, opponent) in [
                (board.pair.white, Side::White, board.pair.black),
                (board.pair.black, Side::Black, board.pair.white),
            ] {
                let Some(player) = free.get_mut(&number) else { continue };
                player.last_opponent = Some(opponent);
                player.last_side = Some(side);
                player.balance += if side == Side::White { 1 } else { -1 };
            }
            if board.result.is_none() {
                free.remove(&board.pair.white);
                free.remove(&board.pair.black);
            }
        }
        let mut free: Vec<FreePlayer> = free.into_values().collect();
        chance.shuffle(&mut free);
        free.sort_by_key(|player| player.since);
        free
    }

    fn new_free_player(&self, number: PairingNumber) -> FreePlayer {
        let fixed = self.table.fixed_sides.iter().find(|fixed| fixed.number == number);
        let entrant = self.table.entrant(number);
        let outcomes = entrant.map_or(&[][..], |entrant| &entrant.outcomes);
        FreePlayer {
            number,
            points: outcomes.iter().map(|outcome| self.table.scoring.worth(*outcome)).sum(),
            since: self.arena.free_since.get(&number).copied().unwrap_or_default(),
            last_opponent: None,
            last_side: None,
            balance: 0,
            fixed: fixed.map(|fixed| fixed.side),
        }
    }

    /// Each in turn gets the opponent whose score is nearest, so that no two are left who may meet.
    fn pairs_of(&self, mut free: Vec<FreePlayer>, at: Moment, chance: &mut SeededNumbers) -> Vec<Pairing> {
        let boards = self.rounds.last().map_or(&[][..], |round| &round.boards);
        let others_play = boards.iter().any(|board| board.result.is_none());
        let has_waited = |player: &FreePlayer| at.since(player.since) >= REPEAT_PAUSE;
        let may_meet = |a: &FreePlayer, b: &FreePlayer| {
            let sides = a.fixed.is_none() || a.fixed != b.fixed;
            let repeat = !a.repeats(b) || !others_play || has_waited(a) || has_waited(b);
            sides && repeat && !self.is_kept_apart(a.number, b.number)
        };
        let mut pairs: Vec<(FreePlayer, FreePlayer)> = Vec::new();
        while !free.is_empty() {
            let player = free.remove(0);
            let candidates = free.iter().enumerate().filter(|(_, other)| may_meet(&player, other));
            let best = candidates.min_by_key(|(_, other)| {
                let (a, b) = (player.points.in_tenths(), other.points.in_tenths());
                let same_side = player.due().is_some() && player.due() == other.due();
                (player.repeats(other), a.abs_diff(b), same_side, other.since)
            });
            if let Some((index, _)) = best {
                pairs.push((player, free.remove(index)));
            }
        }
        avoid_repeats(&mut pairs, &may_meet);
        pairs.iter().map(|(a, b)| with_colours(a, b, chance)).collect()
    }

    fn is_kept_apart(&self, a: PairingNumber, b: PairingNumber) -> bool {
        self.table.forbidden.iter().any(|group| group.numbers.contains(&a) && group.numbers.contains(&b))
    }

    pub(super) fn begin_arena(&mut self, ends_at: Moment) {
        self.arena.ends_at = Some(ends_at);
        let (now, entrants) = (self.now, &self.table.entrants);
        self.arena.free_since = entrants.iter().map(|entrant| (entrant.number, now)).collect();
        self.rounds.push(RoundState {
            stage: RoundStage::Playing,
            bye: Vec::new(),
            boards: Vec::new(),
            match_length: MatchLength::SingleGame,
        });
    }

    /// A player is without a game from now on.
    pub(super) fn set_free(&mut self, number: PairingNumber) {
        if self.settings.arena.is_some() {
            self.arena.free_since.insert(number, self.now);
        }
    }

    pub(super) fn add_arena_boards(&mut self, pairs: &[Pairing]) {
        for &pair in pairs {
            let played = |number| self.table.entrant(number).map_or(0, |entrant| entrant.outcomes.len());
            let table_round = played(pair.white).max(played(pair.black)) + 1;
            let (white, black) = (pair.white, pair.black);
            self.enter(table_round, white, RoundOutcome::Pending { opponent: black, side: Side::White });
            self.enter(table_round, black, RoundOutcome::Pending { opponent: white, side: Side::Black });
            if let Some(round) = self.rounds.last_mut() {
                round.boards.push(BoardState::new(pair, self.entries, table_round));
            }
        }
    }
}

/// Exchanges opponents between two pairs where that avoids that somebody meets the last opponent again.
fn avoid_repeats(
    pairs: &mut [(FreePlayer, FreePlayer)],
    may_meet: &impl Fn(&FreePlayer, &FreePlayer) -> bool,
) {
    let fine = |a: &FreePlayer, b: &FreePlayer| may_meet(a, b) && !a.repeats(b);
    for index in 0..pairs.len() {
        for other in 0..pairs.len() {
            if index == other || !pairs[index].0.repeats(&pairs[index].1) {
                continue;
            }
            let [one, two] = [index.min(other), index.max(other)];
            let (head, tail) = pairs.split_at_mut(two);
            let (one, two) = (&mut head[one], &mut tail[0]);
            if fine(&one.0, &two.1) && fine(&two.0, &one.1) {
                std::mem::swap(&mut one.1, &mut two.1);
            } else if fine(&one.0, &two.0) && fine(&one.1, &two.1) {
                std::mem::swap(&mut one.1, &mut two.0);
            }
        }
    }
}

/// White for the one who is due White more.
fn with_colours(a: &FreePlayer, b: &FreePlayer, chance: &mut SeededNumbers) -> Pairing {
    let a_is_white = match (a.fixed, b.fixed) {
        (Some(side), _) => side == Side::White,
        (None, Some(side)) => side == Side::Black,
        (None, None) if a.balance != b.balance => a.balance < b.balance,
        (None, None) => match (a.due(), b.due()) {
            (Some(side), other) if other != Some(side) => side == Side::White,
            (None, Some(side)) => side == Side::Black,
            _ => chance.below(2) == 0,
        },
    };
    let (white, black) = if a_is_white { (a, b) } else { (b, a) };
    Pairing { white: white.number, black: black.number }
}
