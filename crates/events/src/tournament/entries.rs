//! The list of players: entered one by one or as a list, corrected, and numbered before round 1.

use std::collections::HashMap;

use damiera_game::has_unseen;

use super::at_once::RoundOrder;
use super::command::{NewEntrant, NumberingOrder};
use super::decide::Facts;
use super::event::TournamentFact;
use super::refusal::TournamentRefusal;
use super::state::Tournament;
use crate::chance::SeededNumbers;
use crate::crosstable::Entrant;
use crate::outcome::PairingNumber;
use crate::round_robin::order_by_club;
use crate::stop::StopSignal;
use crate::system::PairingSystem;
use crate::teams::CompetitorKind;

/// The longest name, in characters: what a report file can hold.
const LONGEST_NAME: usize = 33;
/// The longest federation or club, in characters.
const LONGEST_FEDERATION: usize = 60;
/// The largest number a report file can hold.
const LAST_NUMBER: PairingNumber = 9_999;

/// The key under which a name is entered once: case and spaces do not matter.
pub(super) fn folded(name: &str) -> String {
    name.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a text has characters that are not seen, with which two names look the same, or that cannot be written on one line.
fn is_unreadable(text: &str) -> bool {
    text.contains(char::is_control) || has_unseen(text)
}

/// A federation or club.
fn checked_federation(federation: &str) -> Result<String, TournamentRefusal> {
    let federation = federation.trim();
    if federation.chars().count() > LONGEST_FEDERATION || is_unreadable(federation) {
        return Err(TournamentRefusal::BadFederation(LONGEST_FEDERATION));
    }
    Ok(federation.to_owned())
}

pub(super) fn checked_name(name: &str) -> Result<String, TournamentRefusal> {
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.is_empty() || name.chars().count() > LONGEST_NAME || is_unreadable(&name) {
        return Err(TournamentRefusal::BadName);
    }
    Ok(name)
}

/// The entry of a player after the number `last`; `taken` are the names entered so far.
fn entry(
    new: &NewEntrant,
    last: PairingNumber,
    taken: &mut HashMap<String, PairingNumber>,
) -> Result<TournamentFact, TournamentRefusal> {
    let name = checked_name(&new.name)?;
    if last >= LAST_NUMBER {
        return Err(TournamentRefusal::Full);
    }
    if let Some(&number) = taken.get(&folded(&name)) {
        return Err(TournamentRefusal::EnteredTwice { number });
    }
    taken.insert(folded(&name), last + 1);
    let federation = checked_federation(&new.federation)?;
    Ok(TournamentFact::Entered { number: last + 1, name, rating: new.rating, federation })
}

impl Tournament {
    pub(super) fn enter_player(&self, new: &NewEntrant) -> Facts {
        self.may_enter(1)?;
        let last = self.table.entrants.last().map_or(0, |entrant| entrant.number);
        Ok(vec![entry(new, last, &mut self.names())?])
    }

    /// Everybody of a list, or nobody: the refusal names the line.
    pub(super) fn enter_list(&self, list: &[NewEntrant]) -> Facts {
        self.may_enter(list.len())?;
        if list.is_empty() {
            return Err(TournamentRefusal::EmptyList);
        }
        let first = self.table.entrants.last().map_or(0, |entrant| entrant.number);
        let (mut facts, mut names) = (Vec::new(), self.names());
        for ((line, last), new) in (1..).zip(first..).zip(list) {
            let in_line = |why| TournamentRefusal::InLine { line, why: Box::new(why) };
            facts.push(entry(new, last, &mut names).map_err(in_line)?);
        }
        Ok(facts)
    }

    /// Whether so many more players may enter. Late ones find no place in a round robin whose rounds are played at once; in another
    /// only one does, at the place that is free in an odd field.
    fn may_enter(&self, more: usize) -> Result<(), TournamentRefusal> {
        let has_free_place = more == 1 && self.table.entrants.len() % 2 == 1;
        match (self.settings.order, self.settings.system, self.table.competitors()) {
            _ if self.rounds.is_empty() => Ok(()),
            (RoundOrder::AllAtOnce { .. }, ..) => Err(TournamentRefusal::RoundPaired(1)),
            (_, PairingSystem::RoundRobin, CompetitorKind::Player) if !has_free_place => {
                Err(TournamentRefusal::NoFreePlace)
            }
            _ => Ok(()),
        }
    }

    /// The numbers of the players by their folded names.
    fn names(&self) -> HashMap<String, PairingNumber> {
        self.table.entrants.iter().map(|entrant| (folded(&entrant.name), entrant.number)).collect()
    }

    /// A name is refused if somebody else has it.
    fn unused(&self, name: &str, own: Option<PairingNumber>) -> Result<(), TournamentRefusal> {
        let name = folded(name);
        let same = |other: &&Entrant| Some(other.number) != own && folded(&other.name) == name;
        match self.table.entrants.iter().find(same) {
            Some(entrant) => Err(TournamentRefusal::EnteredTwice { number: entrant.number }),
            None => Ok(()),
        }
    }

    pub(super) fn correct_player(&self, number: PairingNumber, to: &NewEntrant) -> Facts {
        self.known(number)?;
        let name = checked_name(&to.name)?;
        self.unused(&name, Some(number))?;
        let federation = checked_federation(&to.federation)?;
        Ok(vec![TournamentFact::EntrantCorrected { number, name, rating: to.rating, federation }])
    }

    /// Numbers are given once: afterwards colours, boards and reports refer to them.
    pub(super) fn number_players(&self, order: NumberingOrder, stop: &StopSignal) -> Facts {
        if !self.rounds.is_empty() {
            return Err(TournamentRefusal::RoundPaired(1));
        }
        let mut entrants: Vec<&Entrant> = self.table.entrants.iter().collect();
        match order {
            NumberingOrder::ByRating => entrants
                .sort_by(|a, b| b.rating.cmp(&a.rating).then_with(|| folded(&a.name).cmp(&folded(&b.name)))),
            NumberingOrder::ByLot { seed } | NumberingOrder::ByClub { seed } => {
                // From the alphabetical order, so that the lot depends on the field and not on who came first.
                entrants.sort_by_key(|entrant| folded(&entrant.name));
                SeededNumbers::new(seed).shuffle(&mut entrants);
            }
        }
        if let NumberingOrder::ByClub { .. } = order {
            if self.settings.system != PairingSystem::RoundRobin {
                return Err(TournamentRefusal::NotInSystem(self.settings.system));
            }
            let club = |entrant: &&Entrant| (entrant.number, folded(&entrant.federation));
            let drawn: Vec<(PairingNumber, String)> = entrants.iter().map(club).collect();
            let order = order_by_club(&drawn, stop).map_err(TournamentRefusal::NoPairing)?;
            return Ok(vec![TournamentFact::Renumbered { order }]);
        }
        let order = entrants.iter().map(|entrant| entrant.number).collect();
        Ok(vec![TournamentFact::Renumbered { order }])
    }
}
