//! What can be read but looks wrong, or has no effect here: warnings with their lines.

use std::collections::HashMap;

use super::fault::{TrfFault, TrfProblem};
use super::record::TrfRecord;
use super::scores::{KNOWN_KINDS, KNOWN_LETTERS};
use super::{TrfFile, TrfLine, TrfPlayer, code_of};
use crate::outcome::{GameResult, PairingNumber, RoundOutcome};
use crate::tiebreak::TieBreak;

/// What a record of some kind says; none if it is of another kind.
type WhatItSays<'a> = &'a dyn Fn(&TrfRecord) -> Option<String>;

impl TrfFile {
    /// Adds the warnings.
    pub(super) fn look_for_slips(&mut self) {
        let mut found = self.slips_of_players();
        found.extend(self.uneven_results());
        found.extend(self.changed_records());
        found.extend(self.lines.iter().flat_map(|line| self.slips_of_line(line)));
        found.sort_by_key(|fault| fault.line);
        self.warnings.extend(found);
    }

    fn slips_of_players(&self) -> Vec<TrfFault> {
        let mut found = Vec::new();
        let mut names: HashMap<String, PairingNumber> = HashMap::new();
        for (line, player) in self.players() {
            let (number, name) = (player.number, player.name.to_lowercase());
            if let Some(&earlier) = names.get(&name) {
                found.push(TrfFault { line, problem: TrfProblem::RepeatedName { number, earlier } });
            } else if !name.is_empty() {
                names.insert(name, number);
            }
        }
        found
    }

    /// Games that gave their players less together than they are worth.
    fn uneven_results(&self) -> Vec<TrfFault> {
        let outcomes: HashMap<PairingNumber, &[RoundOutcome]> =
            self.players().map(|(_, player)| (player.number, &player.outcomes[..])).collect();
        let mut found = Vec::new();
        for (line, player) in self.players() {
            for (index, outcome) in player.outcomes.iter().enumerate() {
                let Some(opponent) = outcome.opponent() else { continue };
                let theirs = outcomes.get(&opponent).and_then(|outcomes| outcomes.get(index));
                let theirs = theirs.copied().unwrap_or(RoundOutcome::Absent);
                let (round, number) = (index + 1, player.number);
                if theirs.opponent().is_none() {
                    found.push(TrfFault {
                        line,
                        problem: TrfProblem::OneSidedForfeit { round, number, opponent },
                    });
                } else if number < opponent && is_uneven(*outcome, theirs) {
                    found.push(TrfFault {
                        line,
                        problem: TrfProblem::UnevenResults { round, number, opponent },
                    });
                }
            }
        }
        found
    }

    /// Records that say something else than an earlier one of their kind.
    fn changed_records(&self) -> Vec<TrfFault> {
        let rounds = |record: &TrfRecord| match record {
            TrfRecord::Rounds(rounds) => Some(rounds.to_string()),
            _ => None,
        };
        let colour = |record: &TrfRecord| record.initial_colour().map(|side| side.letter().to_string());
        let system = |record: &TrfRecord| match record {
            TrfRecord::System(name) => Some(name.clone()),
            _ => None,
        };
        let kinds: [WhatItSays<'_>; 3] = [&rounds, &colour, &system];
        let mut found = Vec::new();
        for said in kinds {
            let mut last = None;
            for line in &self.lines {
                let now = said(&line.record);
                if now.is_some() && last.is_some() && now != last {
                    let problem = TrfProblem::RecordChanged(code(line));
                    found.push(TrfFault { line: line.number, problem });
                }
                last = now.or(last);
            }
        }
        found
    }

    fn slips_of_line(&self, line: &TrfLine) -> Vec<TrfFault> {
        let record = code(line);
        let rest = line.text.get(record.len()..).unwrap_or_default();
        let unknown = |word: &str| TrfProblem::UnknownWord { record: record.clone(), word: word.to_owned() };
        let named = line.record.named();
        let repeated = (1..named.len()).find(|&index| named[..index].contains(&named[index]));
        let mut problems: Vec<TrfProblem> =
            repeated.map(|index| TrfProblem::RepeatedNumber(named[index])).into_iter().collect();
        match &line.record {
            TrfRecord::Player(_) => problems.extend(TrfPlayer::slips(&line.text)),
            TrfRecord::Configuration { .. } => {
                let known = ["rank", "white1", "black1"];
                problems.extend(
                    rest.split_whitespace()
                        .filter(|word| !known.iter().any(|known| word.eq_ignore_ascii_case(known)))
                        .map(unknown),
                );
            }
            TrfRecord::Points(letters) if record == "162" => {
                let strange = letters.iter().filter(|(letter, _)| !KNOWN_LETTERS.contains(*letter));
                problems.extend(strange.map(|(letter, _)| unknown(&letter.to_string())));
            }
            TrfRecord::AbnormalPoints { letter, .. } if !KNOWN_KINDS.contains(*letter) => {
                problems.push(unknown(&letter.to_string()));
            }
            TrfRecord::TieBreaks(codes) => {
                let strange = codes.iter().filter(|code| *code != "PTS" && code.parse::<TieBreak>().is_err());
                problems.extend(strange.map(|code| unknown(code)));
            }
            TrfRecord::Text if record == "062" => {
                let listed = rest.split_whitespace().next().and_then(|word| word.parse().ok());
                let found = self.players().count();
                let differs = listed.filter(|listed| *listed != found);
                problems.extend(differs.map(|listed| TrfProblem::PlayersDiffer { listed, found }));
            }
            // Byes, forfeits and line-ups of teams follow from the rounds of their players here.
            TrfRecord::Text if ["300", "320", "330"].contains(&record.as_str()) => {
                problems.push(TrfProblem::WithoutEffect(record.clone()));
            }
            TrfRecord::Acceleration { .. } | TrfRecord::AbnormalPoints { .. } if self.pairs_teams() => {
                problems.push(TrfProblem::WithoutEffect(record.clone()));
            }
            _ => {}
        }
        problems.into_iter().map(|problem| TrfFault { line: line.number, problem }).collect()
    }
}

fn code(line: &TrfLine) -> String {
    code_of(&line.text)
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
