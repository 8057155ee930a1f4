//! What a tournament shows besides its state: why a round is paired so, what an edit breaks, which openings were drawn.

use super::at_once::RoundOrder;
use super::charter::OpeningTerms;
use super::decide::same_players;
use super::edit::{BrokenCriterion, broken_criteria};
use super::refusal::TournamentRefusal;
use super::state::{RoundStage, Tournament};
use crate::crosstable::{Crosstable, Entrant};
use crate::draw::{DrawnOpening, EmptyDeck, OpeningDraw};
use crate::explain::{ExplainedPairing, explain_next_until};
use crate::outcome::{PairingNumber, RoundOutcome};
use crate::pairing::RoundPairing;
use crate::stop::StopSignal;
use crate::teams::{CompetitorKind, team_pairing, teams_to_pair};

impl Tournament {
    /// What the system pairs in a round that has been paired, and why; an edited round may differ from it. Where teams are
    /// paired, the numbers are those of teams.
    pub fn explain_round(
        &self,
        round: usize,
        stop: &StopSignal,
    ) -> Result<(RoundPairing, Vec<ExplainedPairing>), TournamentRefusal> {
        let stage = round.checked_sub(1).and_then(|index| self.rounds.get(index)).map(|state| state.stage);
        let table = match stage {
            None => return Err(TournamentRefusal::WrongStage(None)),
            Some(RoundStage::Draft | RoundStage::Checked) => self.table_before_draft(),
            Some(_) => self.table.before(round),
        };
        explain_next_until(&table, self.settings.system, stop).map_err(TournamentRefusal::NoPairing)
    }

    /// The table from which the present draft was paired.
    pub(super) fn table_before_draft(&self) -> Crosstable {
        let late = self.entered_after_pairing();
        let mut before = self.clone();
        before.rounds.pop();
        before.table.entrants.retain(|entrant| !late.contains(&entrant.number));
        before.table_to_pair()
    }

    /// Who was entered after the last round had been paired, and so is not in it.
    #[must_use]
    pub fn entered_after_pairing(&self) -> Vec<PairingNumber> {
        let round = self.rounds.len();
        let Some(pairing) = self.rounds.last().map(|state| state.pairing(round)) else { return Vec::new() };
        let is_late = |entrant: &&Entrant| {
            let number = entrant.number;
            let is_paired =
                pairing.pairs.iter().any(|pair| pair.has(number)) || pairing.bye.contains(&number);
            let is_new = entrant.outcomes.iter().all(|outcome| *outcome == RoundOutcome::Absent);
            is_new && !is_paired && !self.is_withdrawn(number) && !self.table.is_away(entrant, round)
        };
        self.table.entrants.iter().filter(is_late).map(|entrant| entrant.number).collect()
    }

    /// The pairing of a round: of players, or of teams where those are paired.
    #[must_use]
    pub fn paired(&self, round: usize) -> Option<RoundPairing> {
        let boards = round.checked_sub(1).and_then(|index| self.rounds.get(index))?.pairing(round);
        Some(match self.table.competitors() {
            CompetitorKind::Player => boards,
            CompetitorKind::Team => team_pairing(&self.table, &boards),
        })
    }

    /// What a pairing by hand would break, if it can replace the draft at all.
    pub fn preview_edit(&self, pairing: &RoundPairing) -> Result<Vec<BrokenCriterion>, TournamentRefusal> {
        self.preview_edit_until(pairing, &StopSignal::default())
    }

    /// [`preview_edit`](Self::preview_edit), unless it is told to stop.
    pub fn preview_edit_until(
        &self,
        pairing: &RoundPairing,
        stop: &StopSignal,
    ) -> Result<Vec<BrokenCriterion>, TournamentRefusal> {
        let stage = self.rounds.last().map(|round| round.stage);
        let draft = self.paired(self.rounds.len()).filter(|_| stage <= Some(RoundStage::Checked));
        let Some(draft) = draft else { return Err(TournamentRefusal::WrongStage(stage)) };
        if matches!(self.settings.order, RoundOrder::AllAtOnce { .. }) {
            return Err(TournamentRefusal::NotInSystem(self.settings.system));
        }
        same_players(&draft, pairing)?;
        let table = self.table_before_draft();
        let table = match table.competitors() {
            CompetitorKind::Player => table,
            CompetitorKind::Team => teams_to_pair(&table).map_err(TournamentRefusal::NoPairing)?,
        };
        broken_criteria(&table, self.settings.system, pairing, stop).map_err(TournamentRefusal::NoPairing)
    }

    /// The openings drawn for every round that has been paired, board by board, from a deck of so many.
    pub fn openings(&self, terms: &OpeningTerms, deck: usize) -> Result<Vec<Vec<usize>>, EmptyDeck> {
        let draw = OpeningDraw::new(&terms.seed, terms.scope, deck, &terms.barred)?;
        let mut draw = draw.in_order_of(terms.order);
        let rounds = (1..).zip(&self.rounds);
        let drawn = rounds.map(|(number, round)| {
            round.pairings(number).iter().flat_map(|pairing| draw.draw(pairing)).collect::<Vec<_>>()
        });
        // Both games of a micro-match have the same opening.
        let games = self.settings.match_length.games();
        let boards = |board: &DrawnOpening| std::iter::repeat_n(board.opening, games);
        Ok(drawn.map(|drawn| drawn.iter().flat_map(boards).collect()).collect())
    }

    /// Whether every planned round has been closed.
    #[must_use]
    pub fn is_over(&self) -> bool {
        let closed = self.rounds.last().is_some_and(|round| round.stage == RoundStage::Closed);
        let planned = match self.settings.order {
            RoundOrder::InCycles { .. } => self.table.planned_rounds.unwrap_or(usize::MAX),
            _ => self.settings.rounds,
        };
        closed && self.rounds.len() >= planned
    }
}
