//! What an organiser rules out before a round is paired: opponents, colours, and who meets whom in round 1.

use std::collections::BTreeMap;

use damiera_rules::Side;

use super::decide::Facts;
use super::event::TournamentFact;
use super::refusal::TournamentRefusal;
use super::state::{RoundStage, Tournament};
use crate::crosstable::ForbiddenGroup;
use crate::outcome::PairingNumber;
use crate::steered::{SteeredGroups, draw_first_round};
use crate::system::PairingSystem;
use crate::teams::CompetitorKind;

/// Groups that an event can keep apart; a field of the largest size has no more clubs.
const MOST_GROUPS: usize = 500;
/// The last round that a report file can name.
const LAST_ROUND: usize = 999;

impl Tournament {
    /// Whether opponents and colours can be ruled out: Berger tables and knockout draws decide them alone.
    #[must_use]
    pub const fn chooses_opponents(&self) -> bool {
        match self.settings.system {
            PairingSystem::Dutch | PairingSystem::Double | PairingSystem::Rotation | PairingSystem::Arena => {
                true
            }
            PairingSystem::RoundRobin | PairingSystem::Knockout => false,
        }
    }

    fn must_choose_opponents(&self) -> Result<(), TournamentRefusal> {
        let system = self.settings.system;
        if self.chooses_opponents() { Ok(()) } else { Err(TournamentRefusal::NotInSystem(system)) }
    }

    /// Where teams are paired, the line-ups decide who meets whom with which colour.
    fn must_pair_players(&self) -> Result<(), TournamentRefusal> {
        match self.table.competitors() {
            CompetitorKind::Player => Ok(()),
            CompetitorKind::Team => Err(TournamentRefusal::NotInSystem(self.settings.system)),
        }
    }

    fn group(
        &self,
        numbers: &[PairingNumber],
        until: Option<usize>,
    ) -> Result<TournamentFact, TournamentRefusal> {
        let from = self.next_to_pair()?;
        numbers.iter().try_for_each(|number| self.known(*number))?;
        let mut numbers = numbers.to_vec();
        numbers.sort_unstable();
        numbers.dedup();
        if numbers.len() < 2 || until.is_some_and(|until| until < from) {
            return Err(TournamentRefusal::NobodyToKeepApart);
        }
        until.map_or(Ok(()), |until| self.planned(until))?;
        let rounds = from..=until.unwrap_or(LAST_ROUND).min(LAST_ROUND);
        Ok(TournamentFact::KeptApart(ForbiddenGroup { rounds, numbers }))
    }

    pub(super) fn keep_apart(&self, numbers: &[PairingNumber], until: Option<usize>) -> Facts {
        self.must_choose_opponents()?;
        self.room_for_groups(1)?;
        Ok(vec![self.group(numbers, until)?])
    }

    pub(super) fn keep_clubs_apart(&self, until: Option<usize>) -> Facts {
        self.must_choose_opponents()?;
        let mut clubs: BTreeMap<String, Vec<PairingNumber>> = BTreeMap::new();
        for entrant in self.table.entrants.iter().filter(|entrant| !entrant.federation.is_empty()) {
            clubs.entry(entrant.federation.to_lowercase()).or_default().push(entrant.number);
        }
        let groups: Vec<_> = clubs.into_values().filter(|numbers| numbers.len() > 1).collect();
        if groups.is_empty() {
            return Err(TournamentRefusal::NobodyToKeepApart);
        }
        self.room_for_groups(groups.len())?;
        groups.iter().map(|numbers| self.group(numbers, until)).collect()
    }

    fn room_for_groups(&self, more: usize) -> Result<(), TournamentRefusal> {
        let fits = self.table.forbidden.len() + more <= MOST_GROUPS;
        if fits { Ok(()) } else { Err(TournamentRefusal::TooManyGroups(MOST_GROUPS)) }
    }

    pub(super) fn let_meet(&self, numbers: &[PairingNumber]) -> Facts {
        self.next_to_pair()?;
        let mut numbers = numbers.to_vec();
        numbers.sort_unstable();
        if !self.table.forbidden.iter().any(|group| group.numbers == numbers) {
            return Err(TournamentRefusal::NotKeptApart);
        }
        Ok(vec![TournamentFact::AllowedToMeet { numbers }])
    }

    pub(super) fn fix_colour(&self, number: PairingNumber, side: Option<Side>) -> Facts {
        self.must_choose_opponents()?;
        self.must_pair_players()?;
        self.known(number)?;
        self.next_to_pair()?;
        Ok(vec![TournamentFact::ColourFixed { number, side }])
    }

    /// Everybody up to a number against the others, by lot; who is away in round 1 is not drawn.
    pub(super) fn steer_first_round(&self, last: PairingNumber, seed: u64) -> Facts {
        self.must_pair_players()?;
        if let Some(round) = self.rounds.last() {
            return Err(match round.stage {
                stage @ (RoundStage::Draft | RoundStage::Checked) => {
                    TournamentRefusal::WrongStage(Some(stage))
                }
                _ => TournamentRefusal::RoundPaired(1),
            });
        }
        if self.settings.system == PairingSystem::Knockout
            || self.settings.system == PairingSystem::RoundRobin
        {
            return Err(TournamentRefusal::NotInSystem(self.settings.system));
        }
        let away = |number: PairingNumber| {
            let bye = self.table.requests.iter().any(|bye| bye.number == number && bye.round == 1);
            bye || self.is_withdrawn(number)
        };
        let numbers = self.table.entrants.iter().map(|entrant| entrant.number);
        let (upper, lower): (Vec<_>, Vec<_>) =
            numbers.filter(|number| !away(*number)).partition(|number| *number <= last);
        if upper.is_empty() || lower.is_empty() {
            return Err(TournamentRefusal::BadGroup);
        }
        let pairing = draw_first_round(&[SteeredGroups { upper, lower }], seed);
        let steered = TournamentFact::FirstRoundSteered { pairing, upper: last };
        Ok(self.accelerated().chain([steered]).collect())
    }
}
