//! The teams of a tournament: entered, changed and removed.

use super::decide::Facts;
use super::entries::{checked_name, folded};
use super::event::TournamentFact;
use super::refusal::TournamentRefusal;
use super::state::Tournament;
use crate::outcome::PairingNumber;
use crate::teams::Team;

/// The longest name that fits into a report file (TRF-2026, record 310).
const LONGEST_TEAM_NAME: usize = 32;

impl Tournament {
    /// A team of the same name is replaced.
    pub(super) fn enter_team(&self, name: &str, members: &[PairingNumber]) -> Facts {
        self.next_to_pair()?;
        let name = checked_name(name)?;
        members.iter().try_for_each(|number| self.known(*number))?;
        let twice = |place: usize| members[..place].contains(&members[place]);
        if name.chars().count() > LONGEST_TEAM_NAME || members.is_empty() || (0..members.len()).any(twice) {
            return Err(TournamentRefusal::BadTeam);
        }
        let others = self.table.teams.iter().filter(|team| folded(&team.name) != folded(&name));
        for team in others {
            if let Some(&number) = members.iter().find(|number| team.members.contains(number)) {
                return Err(TournamentRefusal::InOtherTeam { number, team: team.name.clone() });
            }
        }
        Ok(vec![TournamentFact::TeamEntered { name, members: members.to_vec() }])
    }

    pub(super) fn remove_team(&self, name: &str) -> Facts {
        self.next_to_pair()?;
        let known = self.table.teams.iter().find(|team| folded(&team.name) == folded(name));
        let known = known.ok_or_else(|| TournamentRefusal::UnknownTeam(name.to_owned()))?;
        Ok(vec![TournamentFact::TeamRemoved { name: known.name.clone() }])
    }

    /// Takes a team into the list, in the place of one of the same name.
    pub(super) fn put_team(&mut self, name: &str, members: &[PairingNumber]) {
        let team = Team { name: name.to_owned(), members: members.to_vec() };
        match self.table.teams.iter_mut().find(|other| folded(&other.name) == folded(name)) {
            Some(other) => *other = team,
            None => self.table.teams.push(team),
        }
    }
}
