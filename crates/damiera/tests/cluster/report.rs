//! What faults cost: the slowest move and the largest loss of a clock, for each fault and for each kind of fault.

use crate::checker::{ClockLoss, WitnessedGame};
use crate::faults::Fault;
use crate::{MOST_LOST, SECOND, SLOW};

/// A fault, and from when to when it lasted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CausedFault {
    pub(crate) fault: Fault,
    pub(crate) begun: u64,
    pub(crate) ended: u64,
}

/// After the end of a fault, its effects are looked for in this time.
const AFTERMATH: u64 = 3_000;
/// A clock must not lose time to a drain that ended this long ago.
const AFTER_DRAIN: u64 = 1_000;

/// The time that moves took which were sent in a period.
fn slowest(games: &[WitnessedGame], from: u64, to: u64) -> u64 {
    let moves = games.iter().flat_map(|game| &game.moves);
    let sent = moves.filter(|made| (from..to).contains(&made.first_sent));
    sent.map(|made| made.acknowledged - made.first_sent).max().unwrap_or_default()
}

/// The longest time that any move took.
pub(crate) fn slowest_move(games: &[WitnessedGame]) -> u64 {
    slowest(games, 0, u64::MAX)
}

/// The largest loss of a clock in a turn that went on in a period.
fn largest_loss(losses: &[ClockLoss], from: u64, to: u64) -> Option<&ClockLoss> {
    let during = losses.iter().filter(|loss| loss.turn.0 < to && loss.turn.1 > from);
    during.max_by_key(|loss| loss.lost)
}

/// What clocks lose on this machine anyway: nearly all turns before the first fault lost no more.
fn usual_loss(caused: &[CausedFault], losses: &[ClockLoss]) -> i64 {
    let first = caused.first().map_or(0, |caused| caused.begun);
    let mut usual: Vec<_> = losses.iter().filter(|loss| loss.turn.1 < first).map(|loss| loss.lost).collect();
    usual.sort_unstable();
    usual.get(usual.len() * 99 / 100).copied().unwrap_or_default()
}

/// The losses of clocks that no fault excuses. Beside other tests nothing is asked but of drains.
pub(crate) fn unbearable_losses(caused: &[CausedFault], losses: &[ClockLoss]) -> Vec<String> {
    let usual = usual_loss(caused, losses);
    eprintln!("a clock usually loses {usual} ms at most in a turn");
    let drains = caused.iter().filter(|caused| caused.fault == Fault::Drain);
    let in_drains = drains
        .filter_map(|drain| largest_loss(losses, drain.begun, drain.ended + AFTER_DRAIN))
        .filter(|loss| loss.lost > MOST_LOST + usual)
        .map(|loss| format!("a clock lost {} ms in a drain: {loss:?}", loss.lost));
    let too_large = losses.iter().filter(|loss| SLOW && loss.lost > SECOND + usual);
    let at_all = too_large.map(|loss| format!("a clock lost {} ms: {loss:?}", loss.lost));
    in_drains.chain(at_all).collect()
}

/// Prints what each fault cost, the worst of each kind, and how much was played.
pub(crate) fn print(games: &[WitnessedGame], caused: &[CausedFault], losses: &[ClockLoss]) {
    let mut worst: Vec<(Fault, usize, u64, i64)> = Vec::new();
    for &CausedFault { fault, begun, ended } in caused {
        let slowest = slowest(games, begun.saturating_sub(1_000), ended + AFTERMATH);
        let loss = largest_loss(losses, begun, ended + AFTERMATH);
        let lost = loss.map_or(0, |loss| loss.lost);
        eprintln!(
            "{fault:?} for {} ms: slowest move {slowest} ms, largest loss of a clock {lost} ms",
            ended - begun
        );
        if let Some(loss) = loss {
            print_loss(loss, begun);
        }
        match worst.iter_mut().find(|(kind, ..)| *kind == fault) {
            Some((_, count, longest, most)) => {
                (*count, *longest, *most) = (*count + 1, (*longest).max(slowest), (*most).max(lost));
            }
            None => worst.push((fault, 1, slowest, lost)),
        }
    }
    for (fault, count, slowest, lost) in worst {
        eprintln!("{count} x {fault:?}: slowest move {slowest} ms, largest loss of a clock {lost} ms");
    }
    print_totals(games, caused);
}

fn print_loss(loss: &ClockLoss, begun: u64) {
    let after = |at: u64| at as i64 - begun as i64;
    let ClockLoss { game, seq, turn, seen_sent_made, given_back, .. } = loss;
    let [seen, sent, made] = seen_sent_made.map(after);
    eprintln!(
        "  event {seq} of {game}: its turn began {} ms after the fault, was seen after {seen}, the move was sent after {sent}, made \
         after {made}, acknowledged after {}; {given_back} ms were given back",
        after(turn.0),
        after(turn.1),
    );
}

fn print_totals(games: &[WitnessedGame], caused: &[CausedFault]) {
    let moves: usize = games.iter().map(|game| game.moves.len()).sum();
    let seen: usize = games.iter().map(|game| game.seen.len()).sum();
    let (first, last) = games
        .iter()
        .flat_map(|game| &game.moves)
        .fold((u64::MAX, 0), |(first, last), made| (first.min(made.first_sent), last.max(made.acknowledged)));
    let rate = moves as u64 * 1_000 / last.saturating_sub(first).max(1);
    eprintln!(
        "{} games, {moves} acknowledged moves ({rate} a second), {seen} events seen, {} faults caused, slowest move {} ms",
        games.len(),
        caused.len(),
        slowest_move(games),
    );
}
