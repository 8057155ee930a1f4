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
        for (index, text) in lines(&text).enumerate() {
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
    /// Whether the players exist whom teams, byes, virtual points and forbidden pairs name.
    fn check_named(&self, exists: impl Fn(PairingNumber) -> bool) -> Result<(), TrfFault> {
        for line in &self.lines {
            if let Some(&unknown) = line.record.named().iter().find(|number| !exists(**number)) {
                return Err(TrfFault { line: line.number, problem: TrfProblem::UnknownPlayer(unknown) });
            }
        }
        Ok(())
    }

    /// Warns of what can be read but looks wrong.
    fn look_for_slips(&mut self) {
        let mut found = Vec::new();
        let mut names: HashMap<String, PairingNumber> = HashMap::new();
        let mut outcomes: HashMap<PairingNumber, &[RoundOutcome]> = HashMap::new();
        for (line, player) in self.players() {
            let number = player.number;
            if let Some(&earlier) = names.get(&player.name.to_lowercase()) {
                found.push(TrfFault { line, problem: TrfProblem::RepeatedName { number, earlier } });
            } else if !player.name.is_empty() {
                names.insert(player.name.to_lowercase(), number);
            }
            outcomes.insert(number, &player.outcomes);
        }
        for (line, player) in self.players() {
            for (index, outcome) in player.outcomes.iter().enumerate() {
                let Some(opponent) = outcome.opponent().filter(|opponent| *opponent > player.number) else {
                    continue;
                };
                let theirs = outcomes.get(&opponent).and_then(|outcomes| outcomes.get(index));
                if theirs.is_some_and(|theirs| is_uneven(*outcome, *theirs)) {
                    let (round, number) = (index + 1, player.number);
                    let problem = TrfProblem::UnevenResults { round, number, opponent };
                    found.push(TrfFault { line, problem });
                }
            }
        }
        let players = outcomes.len();
        let mut earlier: Vec<&TrfRecord> = Vec::new();
        for line in &self.lines {
            let fault = |problem| TrfFault { line: line.number, problem };
            let named = line.record.named();
            let repeated = (1..named.len()).find(|&index| named[..index].contains(&named[index]));
            found.extend(repeated.map(|index| fault(TrfProblem::RepeatedNumber(named[index]))));
            let code: String = line.text.chars().take(3).collect();
            let rest = line.text.get(code.len()..).unwrap_or_default();
            match (&line.record, code.as_str()) {
                (TrfRecord::Rounds(_) | TrfRecord::InitialColour(_) | TrfRecord::System(_), _) => {
                    let alike = |other: &&TrfRecord| {
                        std::mem::discriminant(*other) == std::mem::discriminant(&line.record)
                    };
                    if earlier
                        .iter()
                        .rev()
                        .find(|other| alike(other))
                        .is_some_and(|last| **last != line.record)
                    {
                        found.push(fault(TrfProblem::RecordChanged(code)));
                    }
                    earlier.push(&line.record);
                }
                (TrfRecord::Text, "062") => {
                    let listed = rest.split_whitespace().next().and_then(|word| word.parse().ok());
                    if let Some(listed) = listed.filter(|listed| *listed != players) {
                        found.push(fault(TrfProblem::PlayersDiffer { listed, found: players }));
                    }
                }
                (TrfRecord::Text, "XXC") => {
                    let words = rest.split_whitespace().filter(|word| !word.eq_ignore_ascii_case("rank"));
                    found.extend(words.map(|word| fault(TrfProblem::UnknownWord(word.to_owned()))));
                }
                _ => {}
            }
        }
        self.warnings.extend(found);
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

/// Whether a game gave its two players less than it is worth.
fn is_uneven(own: RoundOutcome, theirs: RoundOutcome) -> bool {
    use GameResult as R;
    let (RoundOutcome::Played { result: own, .. }, RoundOutcome::Played { result: theirs, .. }) =
        (own, theirs)
    else {
        return false;
    };
    matches!((own, theirs), (R::Loss, R::Loss | R::Draw) | (R::Draw, R::Loss))
}
