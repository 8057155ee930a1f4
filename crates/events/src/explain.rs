//! Why a round is paired as it is, criterion by criterion.

use crate::colour::{ColourRule, PreferenceStrength, allocate, preference};
use crate::crosstable::Crosstable;
use crate::double_swiss::{FirstGameRule, first_colour};
use crate::dutch::{BracketReport, pair_with_reports};
use crate::next_round::{pair_next_until, pool_to_pair};
use crate::outcome::PairingNumber;
use crate::pairing::{NoPairing, Pairing, RoundPairing};
use crate::points::Points;
use crate::pool::{Contestant, Float, Pool};
use crate::rotation::pair_with_callers;
use crate::stop::StopSignal;
use crate::system::PairingSystem;
use crate::teams::{CompetitorKind, teams_to_pair};

/// The book in which an article of the Dutch system stands for the readers of an event.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CitedBook {
    /// The event is paired by it.
    Own,
    /// The event is paired by another system, so the book is named.
    Dutch,
}

/// A reason for a pair or a bye.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PairingReason {
    /// Both have the same score.
    SameScore(Points),
    /// One of them was moved down to a lower score.
    MovedDown {
        /// Who.
        number: PairingNumber,
        /// With what score.
        from: Points,
        /// The opponent's score.
        to: Points,
    },
    /// They have not met (C1).
    NotMet(CitedBook),
    /// Why they have these colours (5.2).
    Colours {
        /// The rule.
        rule: ColourRule,
        /// Who has White.
        white: PairingNumber,
        /// How its article is cited.
        book: CitedBook,
    },
    /// A player does not get the colour they prefer (C12, and C13 if the preference is strong).
    ColourRefused {
        /// Who.
        number: PairingNumber,
        /// How strong the preference is.
        strength: PreferenceStrength,
    },
    /// A player floats the same way as one or two rounds ago (C14 to C21).
    FloatRepeated {
        /// Who.
        number: PairingNumber,
        /// Which way.
        float: Float,
        /// How many rounds ago: 1 or 2.
        back: usize,
    },
    /// The bracket cannot be paired without falling short of a criterion.
    Unavoidable {
        /// The number of the criterion.
        criterion: u8,
        /// How often.
        times: usize,
    },
    /// Of all pairings as good, this comes first in the order of article 4.
    FirstInOrder,
    /// The bye: the lowest score that can be left out, never for the second time.
    Bye {
        /// The score.
        score: Points,
        /// Rounds without a game (C9).
        unplayed: usize,
        /// By which system.
        system: PairingSystem,
    },
    /// The round of the Berger table.
    BergerTable {
        /// Which.
        round: usize,
    },
    /// Called: the first with the highest free score, round the circle.
    Called(PairingNumber),
    /// The opponent of the player called was found round the circle.
    Rotation,
    /// Who has White in the first game of a match (C.04.5, 4.3).
    FirstGame {
        /// The rule.
        rule: FirstGameRule,
        /// Who has White.
        white: PairingNumber,
    },
    /// Found by the smallest identifier in the bracket (C.04.5, 3.6).
    SmallestIdentifier,
    /// Neighbours in the draw.
    Draw,
}

/// A pair or a bye, with its reasons.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExplainedPairing {
    /// The pair; none for a bye.
    pub pair: Option<Pairing>,
    /// The one who is free; none for a pair.
    pub bye: Option<PairingNumber>,
    /// Why.
    pub reasons: Vec<PairingReason>,
}

/// Pairs the next round and says why. Where teams are paired, the numbers are those of teams.
pub fn explain_next(
    table: &Crosstable,
    system: PairingSystem,
) -> Result<(RoundPairing, Vec<ExplainedPairing>), NoPairing> {
    explain_next_until(table, system, &StopSignal::default())
}

/// [`explain_next`], unless it is told to stop.
pub fn explain_next_until(
    table: &Crosstable,
    system: PairingSystem,
    stop: &StopSignal,
) -> Result<(RoundPairing, Vec<ExplainedPairing>), NoPairing> {
    if table.competitors() == CompetitorKind::Team {
        return explain_next_until(&teams_to_pair(table)?, system, stop);
    }
    let pool = pool_to_pair(table, system)?;
    let (mut reports, mut callers) = (Vec::new(), Vec::new());
    let pairing = match system {
        PairingSystem::Dutch => {
            let (pairing, made) = pair_with_reports(&pool, stop)?;
            reports = made;
            pairing
        }
        PairingSystem::Rotation => {
            let called = pair_with_callers(table, stop)?;
            callers = called.callers;
            called.pairing
        }
        _ => pair_next_until(table, system, stop)?,
    };
    let pairs = pairing.pairs.iter().enumerate().map(|(place, pair)| ExplainedPairing {
        pair: Some(*pair),
        bye: None,
        reasons: match system {
            PairingSystem::Dutch => dutch_reasons(&pool, &reports, *pair),
            PairingSystem::Double => double_reasons(&pool, *pair),
            PairingSystem::Rotation => rotation_reasons(&pool, *pair, callers.get(place).copied()),
            PairingSystem::RoundRobin => vec![PairingReason::BergerTable { round: pairing.round }],
            PairingSystem::Knockout | PairingSystem::Arena => knockout_reasons(&pool, *pair),
        },
    });
    let byes = pairing.bye.iter().map(|&number| ExplainedPairing {
        pair: None,
        bye: Some(number),
        reasons: match (system, find(&pool, number)) {
            (PairingSystem::RoundRobin, _) => vec![PairingReason::BergerTable { round: pairing.round }],
            (PairingSystem::Knockout, _) | (_, None) => vec![PairingReason::Draw],
            (_, Some(c)) => vec![PairingReason::Bye { score: c.score, unplayed: c.unplayed, system }],
        },
    });
    let explained = pairs.chain(byes).collect();
    Ok((pairing, explained))
}

fn find(pool: &Pool, number: PairingNumber) -> Option<&Contestant> {
    pool.contestants.iter().find(|contestant| contestant.number == number)
}

/// The two players, the higher ranked first.
fn ranked(pool: &Pool, pair: Pairing) -> Option<[&Contestant; 2]> {
    let [white, black] = [find(pool, pair.white)?, find(pool, pair.black)?];
    Some(if white.order() < black.order() { [white, black] } else { [black, white] })
}

fn scores(higher: &Contestant, lower: &Contestant) -> PairingReason {
    if higher.score == lower.score {
        PairingReason::SameScore(higher.score)
    } else {
        PairingReason::MovedDown { number: higher.number, from: higher.score, to: lower.score }
    }
}

fn double_reasons(pool: &Pool, pair: Pairing) -> Vec<PairingReason> {
    let Some([higher, lower]) = ranked(pool, pair) else { return Vec::new() };
    let (_, rule) = first_colour(pool, higher, lower);
    let first_game = PairingReason::FirstGame { rule, white: pair.white };
    vec![
        scores(higher, lower),
        PairingReason::NotMet(CitedBook::Dutch),
        first_game,
        PairingReason::SmallestIdentifier,
    ]
}

/// Colours follow the Dutch system, the smaller number counting as the higher one.
fn knockout_reasons(pool: &Pool, pair: Pairing) -> Vec<PairingReason> {
    let [higher, lower] = [pair.white.min(pair.black), pair.white.max(pair.black)];
    let rule =
        find(pool, higher).zip(find(pool, lower)).map(|(higher, lower)| allocate(pool, higher, lower).1);
    let colours = rule.map(|rule| PairingReason::Colours { rule, white: pair.white, book: CitedBook::Dutch });
    [PairingReason::Draw].into_iter().chain(colours).collect()
}

fn rotation_reasons(pool: &Pool, pair: Pairing, caller: Option<PairingNumber>) -> Vec<PairingReason> {
    let Some([higher, lower]) = ranked(pool, pair) else { return Vec::new() };
    let [first, second] = if caller == Some(lower.number) { [lower, higher] } else { [higher, lower] };
    let (_, rule) = allocate(pool, first, second);
    vec![
        PairingReason::Called(first.number),
        scores(higher, lower),
        PairingReason::NotMet(CitedBook::Dutch),
        PairingReason::Rotation,
        PairingReason::Colours { rule, white: pair.white, book: CitedBook::Dutch },
    ]
}

fn dutch_reasons(pool: &Pool, reports: &[BracketReport], pair: Pairing) -> Vec<PairingReason> {
    let Some([higher, lower]) = ranked(pool, pair) else { return Vec::new() };
    let mut reasons = vec![scores(higher, lower), PairingReason::NotMet(CitedBook::Own)];
    let (_, rule) = allocate(pool, higher, lower);
    reasons.push(PairingReason::Colours { rule, white: pair.white, book: CitedBook::Own });
    for contestant in [higher, lower] {
        let white = contestant.number == pair.white;
        let refused = preference(contestant).filter(|p| (p.side == damiera_rules::Side::White) != white);
        reasons.extend(refused.map(|preference| PairingReason::ColourRefused {
            number: contestant.number,
            strength: preference.strength,
        }));
    }
    if higher.score != lower.score {
        for (contestant, float) in [(higher, Float::Down), (lower, Float::Up)] {
            for back in 1..=2 {
                if contestant.floats[back - 1] == Some(float) {
                    reasons.push(PairingReason::FloatRepeated { number: contestant.number, float, back });
                }
            }
        }
    }
    let bracket =
        reports.iter().find(|report| report.pairs.iter().any(|numbers| numbers.contains(&pair.white)));
    for total in bracket.map_or(&[][..], |report| &report.totals) {
        let times: usize = total.amounts.iter().sum();
        // C7 and C8 say in other words what C6 says, and the bye has reasons of its own.
        if times > 0 && !matches!(total.criterion, 5 | 7 | 8 | 9) {
            reasons.push(PairingReason::Unavoidable { criterion: total.criterion, times });
        }
    }
    reasons.push(PairingReason::FirstInOrder);
    reasons
}
