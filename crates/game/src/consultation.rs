//! Consultation: several people hold one side. The rulebook leaves its rules to the players (FID-IT 15.2).

use std::time::Duration;

/// How the people who hold a side together decide on a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ConsultationRule {
    /// The others propose, and the captain plays.
    Captain,
    /// The move with the most votes is played after this time; of two with as many, the one that was proposed first.
    Majority(Duration),
}

impl ConsultationRule {
    /// The shortest and the longest time to vote.
    pub const VOTING_TIME: [Duration; 2] = [Duration::from_secs(60), Duration::from_secs(7 * 24 * 3600)];

    /// Whether the time to vote is within bounds.
    pub(crate) fn is_valid(self) -> bool {
        let [least, most] = Self::VOTING_TIME;
        match self {
            Self::Captain => true,
            Self::Majority(time) => (least..=most).contains(&time),
        }
    }
}
