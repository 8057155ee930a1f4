//! Consultation: several people hold one side, and decide by a captain or by majority within a time.
//!
//! The captain has the seat. The others join by a link that the captain passes on. What they propose is known to their side
//! alone: it is answered to requests of its members and never sent to those who follow the game.

use std::time::Duration;

use damiera_game::{ConsultationRule, Moment, wire};
use damiera_rules::Side;
use serde::Serialize;

use crate::store::{Credentials, Holder, SideMember, SideVote};

/// The most people who hold a side, the captain included.
pub(crate) const MOST_MEMBERS: usize = 10;

/// The number of the captain among the members of a side.
pub(crate) const CAPTAIN: u16 = 0;

/// Those who hold the sides besides their captains, and the votes in the present position.
#[derive(Clone, Default, Debug)]
pub(crate) struct Consultation {
    pub(crate) members: Vec<SideMember>,
    pub(crate) votes: Vec<SideVote>,
}

/// What the members of a side see of their consultation.
#[derive(Serialize, Clone, Debug, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = Consultation, example = json!({"side": "white", "captain": true, "decide": "majority", "members": ["Marion", "Asa"],
    "proposals": [{"notation": "22-18", "by": ["Asa"], "own": false}], "decides-at": 1_762_000_000_000_u64, "turn": true}))]
pub(crate) struct ConsultationView {
    /// The side.
    pub(crate) side: wire::WireSide,
    /// Whether the reader is its captain.
    pub(crate) captain: bool,
    /// How it decides.
    pub(crate) decide: wire::WireDecisionRule,
    /// The names of those who hold it, the captain first; empty where they gave none.
    pub(crate) members: Vec<String>,
    /// The moves that were proposed, that with the most votes first.
    pub(crate) proposals: Vec<MoveProposal>,
    /// When the move with the most votes is played, in milliseconds since 1970; `null` while there is no vote.
    pub(crate) decides_at: Option<u64>,
    /// Whether it is the side's turn.
    pub(crate) turn: bool,
}

/// A move that members of a side propose.
#[derive(Serialize, Clone, Debug, utoipa::ToSchema)]
pub(crate) struct MoveProposal {
    pub(crate) notation: String,
    /// The names of those who are for it, the first first.
    pub(crate) by: Vec<String>,
    /// Whether the reader is for it.
    pub(crate) own: bool,
}

impl Consultation {
    /// The side and the number of a member.
    pub(crate) fn member(&self, credentials: &Credentials) -> Option<(Side, u16)> {
        let member = self.members.iter().find(|member| member.holder.is(credentials))?;
        Some((member.side, member.number))
    }

    /// How many people hold a side.
    pub(crate) fn count(&self, side: Side) -> usize {
        1 + self.members.iter().filter(|member| member.side == side).count()
    }

    pub(crate) fn votes_of(&self, side: Side) -> impl Iterator<Item = &SideVote> {
        self.votes.iter().filter(move |vote| vote.side == side)
    }

    /// Takes a vote in place of the member's earlier one.
    pub(crate) fn vote(&mut self, vote: SideVote) {
        self.votes.retain(|other| (other.side, other.member) != (vote.side, vote.member));
        self.votes.push(vote);
    }

    /// The moves that were proposed, each with its votes: that with the most votes first, of two with as many the one that was
    /// proposed first.
    fn ranking(&self, side: Side) -> Vec<(&str, Vec<&SideVote>)> {
        let mut ranking: Vec<(&str, Vec<&SideVote>)> = Vec::new();
        for vote in self.votes_of(side) {
            match ranking.iter_mut().find(|(notation, _)| *notation == vote.notation) {
                Some((_, votes)) => votes.push(vote),
                None => ranking.push((&vote.notation, vec![vote])),
            }
        }
        let first = |votes: &[&SideVote]| votes.iter().map(|vote| vote.at).min();
        ranking.sort_by_key(|(_, votes)| (std::cmp::Reverse(votes.len()), first(votes)));
        ranking
    }

    /// The move that a side has chosen so far.
    pub(crate) fn leading(&self, side: Side) -> Option<&str> {
        self.ranking(side).first().map(|(notation, _)| *notation)
    }

    /// When a side's votes are counted. Without a vote another round begins, and the clock runs on.
    pub(crate) fn decides_at(&self, rule: ConsultationRule, side: Side, began: Moment) -> Option<Moment> {
        let ConsultationRule::Majority(time) = rule else { return None };
        let first = Moment(self.votes_of(side).map(|vote| vote.at).min()?);
        let round = time.max(Duration::from_secs(1)).as_millis();
        let rounds = first.since(began).as_millis() / round + 1;
        Some(began.plus(Duration::from_millis(u64::try_from(rounds * round).unwrap_or(u64::MAX))))
    }

    /// What a member sees.
    pub(crate) fn view(
        &self,
        (side, number): (Side, u16),
        rule: ConsultationRule,
        captain: Option<&Holder>,
        turn: Option<Moment>,
    ) -> ConsultationView {
        let name =
            |holder: Option<&Holder>| holder.and_then(|holder| holder.name.clone()).unwrap_or_default();
        let own: Vec<_> = self.members.iter().filter(|member| member.side == side).collect();
        let named = |wanted: u16| {
            let member = own.iter().find(|member| member.number == wanted);
            name(member.map(|member| &member.holder).or(captain.filter(|_| wanted == CAPTAIN)))
        };
        let proposal = |(notation, votes): (&str, Vec<&SideVote>)| MoveProposal {
            notation: notation.to_owned(),
            by: votes.iter().map(|vote| named(vote.member)).collect(),
            own: votes.iter().any(|vote| vote.member == number),
        };
        let decides_at = turn.and_then(|began| self.decides_at(rule, side, began));
        ConsultationView {
            side: side.into(),
            captain: number == CAPTAIN,
            decide: rule.into(),
            members: std::iter::once(CAPTAIN)
                .chain(own.iter().map(|member| member.number))
                .map(named)
                .collect(),
            proposals: self.ranking(side).into_iter().map(proposal).collect(),
            decides_at: decides_at.map(|at| at.0),
            turn: turn.is_some(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn votes(given: &[(u16, &str, u64)]) -> Consultation {
        let mut consultation = Consultation::default();
        for &(member, notation, at) in given {
            consultation.vote(SideVote { side: Side::White, member, notation: notation.to_owned(), at });
        }
        consultation
    }

    #[test]
    fn the_majority_decides_and_of_equals_the_first_proposal() {
        let leading = |given: &[(u16, &str, u64)]| votes(given).leading(Side::White).map(str::to_owned);
        assert_eq!(leading(&[]), None);
        assert_eq!(leading(&[(0, "a", 5), (1, "b", 6), (2, "b", 7)]).as_deref(), Some("b"));
        assert_eq!(leading(&[(0, "a", 5), (1, "b", 3)]).as_deref(), Some("b"), "proposed first");
        assert_eq!(leading(&[(0, "a", 5), (1, "b", 6), (0, "b", 7)]).as_deref(), Some("b"), "changed");
        assert_eq!(votes(&[(0, "a", 5)]).leading(Side::Black), None);
    }

    #[test]
    fn without_a_vote_another_round_begins() {
        let rule = ConsultationRule::Majority(Duration::from_millis(60_000));
        let decides = |given: &[(u16, &str, u64)]| votes(given).decides_at(rule, Side::White, Moment(1000));
        assert_eq!(decides(&[]), None);
        assert_eq!(decides(&[(0, "a", 30_000)]), Some(Moment(61_000)));
        assert_eq!(decides(&[(0, "a", 70_000), (1, "a", 90_000)]), Some(Moment(121_000)));
        let captain = votes(&[(0, "a", 5)]).decides_at(ConsultationRule::Captain, Side::White, Moment(0));
        assert_eq!(captain, None);
    }
}
