//! What a tournament shows besides its state: why a round is paired so, what an edit breaks, which openings were drawn.

use super::at_once::RoundOrder;
use super::charter::OpeningTerms;
use super::decide::same_players;
use super::edit::{BrokenCriterion, broken_criteria};
use super::refusal::TournamentRefusal;
use super::state::{RoundStage, Tournament};
use crate::crosstable::Crosstable;
use crate::draw::{DrawnOpening, EmptyDeck, OpeningDraw};
use crate::explain::{ExplainedPairing, explain_next};
use crate::pairing::RoundPairing;

impl Tournament {
    /// What the system pairs in a round that has been paired, and why; an edited round may differ from it.
    pub fn explain_round(
        &self,
        round: usize,
    ) -> Result<(RoundPairing, Vec<ExplainedPairing>), TournamentRefusal> {
        if self.settings.team_boards.is_some() {
            return Err(TournamentRefusal::NotInSystem(self.settings.system)); // teams were paired, not players
        }
        let stage = round.checked_sub(1).and_then(|index| self.rounds.get(index)).map(|state| state.stage);
        let table = match stage {
            None => return Err(TournamentRefusal::WrongStage(None)),
            Some(RoundStage::Draft | RoundStage::Checked) => self.table_before_draft(),
            Some(_) => self.table.before(round),
        };
        explain_next(&table, self.settings.system).map_err(TournamentRefusal::NoPairing)
    }

    /// The table from which the present draft was paired.
    pub(super) fn table_before_draft(&self) -> Crosstable {
        let mut before = self.clone();
        before.rounds.pop();
        before.table_to_pair()
    }

    /// What a pairing by hand would break, if it can replace the draft at all.
    pub fn preview_edit(&self, pairing: &RoundPairing) -> Result<Vec<BrokenCriterion>, TournamentRefusal> {
        let Some(round) = self.rounds.last().filter(|round| round.stage <= RoundStage::Checked) else {
            return Err(TournamentRefusal::WrongStage(self.rounds.last().map(|round| round.stage)));
        };
        if self.settings.order != RoundOrder::OneByOne || self.settings.team_boards.is_some() {
            return Err(TournamentRefusal::NotInSystem(self.settings.system));
        }
        same_players(&round.pairing(self.rounds.len()), pairing)?;
        Ok(broken_criteria(&self.table_before_draft(), self.settings.system, pairing))
    }

    /// The openings drawn for every round that has been paired, board by board, from a deck of so many.
    pub fn openings(&self, terms: &OpeningTerms, deck: usize) -> Result<Vec<Vec<usize>>, EmptyDeck> {
        let mut draw = OpeningDraw::new(&terms.seed, terms.scope, deck, &terms.barred)?;
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
        closed && self.rounds.len() >= self.settings.rounds
    }
}
