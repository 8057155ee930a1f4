//! Conversion between games and PDN.
//!
//! A record is replayed as a game, with the same counts, claims and endings as in live play. A game is written with each
//! irregularity as a set-up in mid-game and a comment that names the irregularity.

use std::time::Duration;

use damiera_notation::pdn::{self, MoveSeparator, MoveText, PdnItem, PdnResult, Period, TimeControl};
use damiera_rules::{Attempt, Move, Pace, Position, Rules, Setup, Side, SquareName, Variant, with_rules};

use crate::command::{Action, Actor, Command, PlacementDoubt};
use crate::count::DrawCount;
use crate::event::{Event, Fact};
use crate::game::{Game, PlyKind};
use crate::pace::INCREMENTS_COUNTED;
use crate::profile::{IrregularPolicy, Profile, Recording};
use crate::rule_set::RuleSet;
use crate::terms::{BadTerms, StartPosition, Terms};
use crate::text::Lang;
use crate::time::Moment;
use crate::view::DrawClaim;

/// A PDN record replayed as a game.
#[derive(Clone, Debug)]
pub struct ReplayedGame {
    /// The game after the last move.
    pub game: Game,
    /// The moves, each with the position after it.
    pub plies: Vec<ReplayedPly>,
    /// The number of moves recorded after the game had ended.
    pub after_end: usize,
}

/// A move of a record, with the position after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReplayedPly {
    /// The notation of the move.
    pub notation: String,
    /// The position after it.
    pub fen: String,
    /// The counts in progress.
    pub counts: Vec<DrawCount>,
    /// The draws that can be claimed.
    pub claims: Vec<DrawClaim>,
}

/// Why a record cannot be replayed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BadRecord {
    /// It breaks a rule.
    Against(pdn::PdnProblemKind),
    /// Its start position is invalid.
    Start(BadTerms),
}

impl std::fmt::Display for BadRecord {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Against(problem) => problem.fmt(f),
            Self::Start(terms) => terms.fmt(f),
        }
    }
}

impl std::error::Error for BadRecord {}

/// Replays the main line of a record.
pub fn replay(
    record: &pdn::GameRecord,
    variant: Variant,
    profile: Profile,
) -> Result<ReplayedGame, BadRecord> {
    let (game, fault) = replay_legal_part(record, variant, profile)?;
    fault.map_or(Ok(game), |kind| Err(BadRecord::Against(kind)))
}

/// Replays the main line of a record up to what breaks a rule first, and says what that is.
pub fn replay_legal_part(
    record: &pdn::GameRecord,
    variant: Variant,
    profile: Profile,
) -> Result<(ReplayedGame, Option<pdn::PdnProblemKind>), BadRecord> {
    with_rules!(variant, R => replay_by::<R>(record, profile))
}

fn replay_by<R: Rules>(
    record: &pdn::GameRecord,
    profile: Profile,
) -> Result<(ReplayedGame, Option<pdn::PdnProblemKind>), BadRecord> {
    let mut steps: Vec<(usize, Position<R>, Move)> = Vec::new();
    let replayed = pdn::replay::<R>(record, |step| {
        if step.depth == 0 {
            steps.push((step.ordinal, *step.before, *step.played));
        }
    });
    let fault = replayed.faults.into_iter().find(|(_, kind)| is_fatal(kind));
    let (end, fault) = match fault.filter(|_| !replayed.complete) {
        Some((Some(ordinal), kind)) => (Some(ordinal), Some(kind)),
        Some((None, kind)) => return Err(BadRecord::Against(kind)), // the start position
        None => (None, None),
    };
    steps.retain(|(ordinal, ..)| end.is_none_or(|end| *ordinal < end));
    let last = replayed.last.filter(|_| end.is_none());
    // A record contains irregularities as set-ups, so its moves are checked as ordinary moves.
    // A set-up says of each piece whether it is a king, so a man on its crown row is one that was left unmarked.
    let (irregular, recording) = (IrregularPolicy::Refused, Recording::NotPrescribed);
    let mut terms = Terms::new(R::VARIANT, Profile { irregular, recording, ..profile });
    if let Some(first) = replayed.first.filter(|_| record.fen().is_some()) {
        terms.start = StartPosition::Set(Setup::from(&first));
    }
    let game = Game::new(terms).map_err(BadRecord::Start)?;
    Ok((RecordReplayer { game, plies: Vec::new() }.run(&steps, last.as_ref()), fault))
}

/// Whether the main line cannot be played on.
fn is_fatal(kind: &pdn::PdnProblemKind) -> bool {
    kind.severity() == pdn::Severity::Error && kind.ply().is_none_or(|at| at.depth == 0)
}

struct RecordReplayer {
    game: Game,
    plies: Vec<ReplayedPly>,
}

impl RecordReplayer {
    /// Plays the moves; a set-up after the last one leads to `last`.
    fn run<R: Rules>(
        mut self,
        steps: &[(usize, Position<R>, Move)],
        last: Option<&Position<R>>,
    ) -> ReplayedGame {
        self.ask(Actor::Arbiter, Action::Start);
        let mut after_end = 0;
        for (_, before, m) in steps {
            if self.game.end().is_some() {
                after_end += 1;
                continue;
            }
            self.set_up(before);
            let way = before.route(m).squares;
            let attempt = Attempt::via(m.from, &way[1..way.len() - 1], m.to);
            self.ask(Actor::Player(before.turn()), Action::Move(attempt));
            self.plies.push(ReplayedPly {
                notation: before.notation(m),
                fen: self.game.fen(),
                counts: self.game.counts(),
                claims: self.game.claims(),
            });
        }
        if let Some(last) = last.filter(|_| self.game.end().is_none()) {
            self.set_up(last);
        }
        ReplayedGame { game: self.game, plies: self.plies, after_end }
    }

    fn ask(&mut self, by: Actor, action: Action) {
        // The moves are known to be legal and the game is not over, so nothing is refused.
        let events = self.game.decide(&Command { by, at: Moment(0), action }).unwrap_or_default();
        for event in &events {
            self.game.apply(event);
        }
    }

    /// Applies a set-up in mid-game, if the record has one here.
    fn set_up<R: Rules>(&mut self, position: &Position<R>) {
        if position.fen() != self.game.fen() {
            let fact = Fact::Settled {
                doubt: PlacementDoubt::Inactive,
                from: None,
                to: None,
                stands: Setup::from(position),
            };
            self.game.apply(&Event::new(Moment(0), fact));
        }
    }
}

/// The tags with the time control of one side, where the sides have different ones.
pub const WHITE_TIME_CONTROL: &str = "WhiteTimeControl";
/// See [`WHITE_TIME_CONTROL`].
pub const BLACK_TIME_CONTROL: &str = "BlackTimeControl";

/// The pace of a record according to its time control; `None` without a usable tag. If the players have different times, the longer
/// one decides.
#[must_use]
pub fn pace(record: &pdn::GameRecord, variant: Variant) -> Option<Pace> {
    let time = |tag| record.tags.get(tag)?.parse().ok().and_then(|control| thinking_time(&control));
    let of_both = || Some(time(WHITE_TIME_CONTROL)?.max(time(BLACK_TIME_CONTROL)?));
    Some(RuleSet::of(variant).pace(time("TimeControl").or_else(of_both)?))
}

/// The time that a player has; an increment counts as if the player made [`INCREMENTS_COUNTED`] moves.
fn thinking_time(control: &TimeControl) -> Option<Duration> {
    let TimeControl::Periods(periods) = control else { return None };
    let times = periods.iter().map(|period| match *period {
        Period::Moves(_, time) | Period::Rest(time) | Period::Hourglass(time) => time,
        Period::Increment(time, bonus) => time.saturating_add(bonus.saturating_mul(INCREMENTS_COUNTED)),
    });
    Some(times.fold(Duration::ZERO, Duration::saturating_add))
}

impl Game {
    /// The game as a PDN record: its moves, irregularities as set-ups in mid-game, and its result.
    #[must_use]
    pub fn pdn(&self) -> pdn::GameRecord {
        self.pdn_in(Lang::English)
    }

    /// [`Game::pdn`] with the comments in this language.
    #[must_use]
    pub fn pdn_in(&self, lang: Lang) -> pdn::GameRecord {
        let mut record = pdn::GameRecord::new(self.terms.variant);
        let start = self.start_fen();
        if !start.is_empty() {
            record.tags.set("SetUp", "1");
            record.tags.set("FEN", &start);
        }
        for ply in &self.plies {
            match ply.kind {
                PlyKind::Move(..) => record.main_line.items.extend(self.written(&ply.notation)),
                PlyKind::Irregular(_, kind) => {
                    record.main_line.items.push(PdnItem::Setup(pdn::FenText::new(&ply.notation)));
                    let cited = ply.article.map(|article| format!(" ({article})")).unwrap_or_default();
                    let displacement =
                        ply.displacement.as_ref().map(|text| format!("{text}. ")).unwrap_or_default();
                    record.main_line.comment(&format!("{displacement}{}{cited}", lang.irregularity(kind)));
                }
                PlyKind::Settled => {
                    record.main_line.items.push(PdnItem::Setup(pdn::FenText::new(&ply.notation)));
                }
            }
        }
        record.end(self.end.map_or(PdnResult::Unknown, |end| self.outcome(end.outcome)));
        record
    }

    fn written(&self, notation: &str) -> Option<PdnItem> {
        let attempt = self.read(notation).ok()?;
        let places: Vec<SquareName> = attempt.squares().iter().map(|&square| square.into()).collect();
        let separator = if notation.contains('x') { MoveSeparator::Cross } else { MoveSeparator::Hyphen };
        MoveText::by(&places, separator).map(PdnItem::Move)
    }

    fn outcome(&self, outcome: crate::GameOutcome) -> PdnResult {
        let won = |winner: Side| PdnResult::win(winner, self.rule_set.first);
        match outcome {
            crate::GameOutcome::Win(winner) => won(winner),
            crate::GameOutcome::Draw => PdnResult::Draw,
            crate::GameOutcome::BothLose => PdnResult::BothLose,
            crate::GameOutcome::Void => PdnResult::Unknown,
        }
    }
}
