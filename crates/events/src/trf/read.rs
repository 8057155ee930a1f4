//! Reading a file: every line on its own, then what the lines say of each other.

use std::collections::HashMap;

use super::fault::{TrfFault, TrfProblem};
use super::record::TrfRecord;
use super::{TrfFile, TrfLine};
use crate::outcome::{GameResult, PairingNumber, RoundOutcome};

/// More than any tournament has; a longer file is refused.
const MOST_BYTES: usize = 32 << 20;

impl TrfFile {
    /// Reads a file. Lines may end in CR, LF or both. What we do not know is a warning; what contradicts itself is a fault.
    pub fn read(bytes: &[u8]) -> Result<Self, TrfFault> {
        if bytes.len() > MOST_BYTES {
            return Err(TrfFault { line: 1, problem: TrfProblem::TooLong });
        }
        let mut file = Self::default();
        let text = match std::str::from_utf8(bytes) {
            Ok(text) => text.trim_start_matches('\u{feff}').to_owned(),
            Err(_) => {
                file.warnings.push(TrfFault { line: 1, problem: TrfProblem::NotUtf8 });
                bytes.iter().copied().map(char::from).collect()
            }
        };
        // Programs for DOS end a file with this character.
        let text = text.trim_end_matches('\u{1a}');
        for (index, text) in lines(text).enumerate() {
            let line = index + 1;
            let record = TrfRecord::read(text).map_err(|problem| TrfFault { line, problem })?;
            if record == TrfRecord::Unknown {
                let code = text.chars().take(3).collect();
                file.warnings.push(TrfFault { line, problem: TrfProblem::UnknownRecord(code) });
            }
            file.lines.push(TrfLine { number: line, text: text.to_owned(), record });
        }
        file.check_players()?;
        file.look_for_slips();
        Ok(file)
    }

    /// Whether numbers are unique, opponents exist, and both of a pair have the same for a round.
    fn check_players(&self) -> Result<(), TrfFault> {
        let mut outcomes: HashMap<PairingNumber, &[RoundOutcome]> = HashMap::new();
        for (line, player) in self.players() {
            if outcomes.insert(player.number, &player.outcomes).is_some() {
                return Err(TrfFault { line, problem: TrfProblem::RepeatedNumber(player.number) });
            }
        }
        if outcomes.is_empty() {
            return Err(TrfFault { line: self.lines.len().max(1), problem: TrfProblem::NoPlayers });
        }
        self.check_named(|number| outcomes.contains_key(&number))?;
        for (line, player) in self.players() {
            let fault = |problem| TrfFault { line, problem };
            for (index, outcome) in player.outcomes.iter().enumerate() {
                let Some(opponent) = outcome.opponent() else { continue };
                if opponent == player.number {
                    return Err(fault(TrfProblem::OwnOpponent(opponent)));
                }
                let Some(theirs) = outcomes.get(&opponent) else {
                    return Err(fault(TrfProblem::UnknownPlayer(opponent)));
                };
                let theirs = theirs.get(index).copied().unwrap_or(RoundOutcome::Absent);
                if !fits(*outcome, theirs, player.number) {
                    let number = player.number;
                    return Err(fault(TrfProblem::Contradiction { round: index + 1, number, opponent }));
                }
            }
        }
        Ok(())
    }
}

impl TrfFile {
    /// Whether the players exist whom teams, byes, virtual points and forbidden pairs name; where teams are paired, the teams.
    fn check_named(&self, exists: impl Fn(PairingNumber) -> bool) -> Result<(), TrfFault> {
        let teams = self.pairs_teams().then(|| self.teams().len());
        for line in &self.lines {
            let known = |number: &PairingNumber| match teams {
                Some(teams) if line.record.names_competitors() => (1..=teams).contains(&usize::from(*number)),
                _ => exists(*number),
            };
            if let Some(&unknown) = line.record.named().iter().find(|number| !known(number)) {
                return Err(TrfFault { line: line.number, problem: TrfProblem::UnknownPlayer(unknown) });
            }
        }
        Ok(())
    }
}

/// The lines of a text, ended by CR, LF or both.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    let text = text.strip_suffix('\n').unwrap_or(text);
    let text = text.strip_suffix('\r').unwrap_or(text);
    text.split('\n').flat_map(|line| line.strip_suffix('\r').unwrap_or(line).split('\r'))
}

/// Whether what two players have for the same round fits together. Half or no point for both is a penalty that a game
/// may end with; two wins are not.
fn fits(own: RoundOutcome, theirs: RoundOutcome, number: PairingNumber) -> bool {
    let sides = match (own.side(), theirs.side()) {
        (Some(own), Some(theirs)) => own != theirs,
        _ => true,
    };
    let results = match (own, theirs) {
        (RoundOutcome::Played { result: own, .. }, RoundOutcome::Played { result: theirs, .. }) => !matches!(
            (own, theirs),
            (GameResult::Win, GameResult::Win | GameResult::Draw) | (GameResult::Draw, GameResult::Win)
        ),
        // Some programs write a forfeit only for the player who came.
        (RoundOutcome::ForfeitWin { .. } | RoundOutcome::ForfeitLoss { .. }, theirs)
            if theirs.opponent().is_none() =>
        {
            return true;
        }
        (RoundOutcome::ForfeitWin { .. }, RoundOutcome::ForfeitLoss { .. })
        | (
            RoundOutcome::ForfeitLoss { .. },
            RoundOutcome::ForfeitWin { .. } | RoundOutcome::ForfeitLoss { .. },
        )
        | (RoundOutcome::Pending { .. }, RoundOutcome::Pending { .. }) => true,
        _ => false,
    };
    sides && results && theirs.opponent() == Some(number)
}
