//! Results: entered by both players or by an official, corrected with a reason, and closed.

use super::board_result::BoardResult;
use super::decide::{Facts, required};
use super::event::TournamentFact;
use super::refusal::TournamentRefusal;
use super::state::{BoardState, RoundStage, Tournament};
use crate::outcome::PairingNumber;
use crate::points::Points;

/// The most points that are given or taken away at once.
const MOST_ADJUSTED: Points = Points::whole(99);

impl Tournament {
    /// The board of the round being played.
    pub(super) fn open_board(&self, board: usize) -> Result<&BoardState, TournamentRefusal> {
        let stage = self.rounds.last().map(|round| round.stage);
        let Some(round) = self.rounds.last().filter(|round| round.stage == RoundStage::Playing) else {
            return Err(TournamentRefusal::WrongStage(stage));
        };
        let index = board.checked_sub(1);
        index.and_then(|index| round.boards.get(index)).ok_or(TournamentRefusal::UnknownBoard(board))
    }

    /// The first board of the round at which a player sits and that has no result.
    pub(super) fn own_open_board(&self, number: PairingNumber) -> Option<usize> {
        let boards = self.rounds.last().map_or(&[][..], |round| &round.boards);
        let open = |other: &BoardState| other.pair.has(number) && other.result.is_none();
        boards.iter().position(open).map(|index| index + 1)
    }

    /// Whether the scoring of the event has a result.
    pub(super) fn has_worth(&self, result: BoardResult) -> Result<(), TournamentRefusal> {
        let is_known = result.edge().is_none() || result.edge_worth(&self.settings.scoring).is_some();
        if is_known { Ok(()) } else { Err(TournamentRefusal::NotInScoring) }
    }

    /// A player's entry: it holds when the opponent has entered the same.
    pub(super) fn claim(&self, number: PairingNumber, board: usize, result: BoardResult) -> Facts {
        let open = self.open_board(board)?;
        self.has_worth(result)?;
        if !open.pair.has(number) {
            return Err(TournamentRefusal::NotAtBoard { board, own: self.own_open_board(number) });
        }
        match open.result {
            Some(holds) if holds == result => return Ok(Vec::new()),
            Some(result) => return Err(self.already_entered(board, result)),
            None => {}
        }
        let seat = usize::from(open.pair.black == number);
        if open.claims[seat] == Some(result) {
            return Ok(Vec::new());
        }
        let mut facts = vec![TournamentFact::ResultClaimed { board, number, result }];
        match open.claims[1 - seat] {
            Some(other) if other == result => facts.push(TournamentFact::ResultEntered { board, result }),
            Some(_) => facts.push(TournamentFact::ResultDisputed { board }),
            None => {}
        }
        Ok(facts)
    }

    /// The refusal of another result for a board.
    pub(super) const fn already_entered(&self, board: usize, result: BoardResult) -> TournamentRefusal {
        TournamentRefusal::AlreadyEntered { board, result, scoring: self.settings.scoring }
    }

    /// An official's entry holds at once, also where the players disagree.
    pub(super) fn enter_result(&self, board: usize, result: BoardResult) -> Facts {
        self.has_worth(result)?;
        match self.open_board(board)?.result {
            Some(holds) if holds == result => Ok(Vec::new()),
            Some(result) => Err(self.already_entered(board, result)),
            // What was not played on the server is decided with a reason.
            None if self.appointment(board).is_some() && self.open_board(board)?.game.is_none() => {
                Err(TournamentRefusal::ReasonMissing)
            }
            None => {
                let pauses = self.pauses_after(self.open_board(board)?.pair, result);
                Ok([TournamentFact::ResultEntered { board, result }].into_iter().chain(pauses).collect())
            }
        }
    }

    /// A result may be corrected until the round after it is published.
    pub(super) fn correct_result(
        &self,
        round: usize,
        board: usize,
        result: BoardResult,
        reason: &str,
    ) -> Facts {
        required(reason)?;
        self.has_worth(result)?;
        let Some(state) = round.checked_sub(1).and_then(|index| self.rounds.get(index)) else {
            self.planned(round)?;
            let is_first = round == 0 || self.rounds.is_empty();
            return Err(if is_first {
                TournamentRefusal::WrongStage(None)
            } else {
                TournamentRefusal::RoundNotPaired(round)
            });
        };
        if self.rounds.get(round).is_some() {
            return Err(TournamentRefusal::TooLate(round));
        }
        let index = board.checked_sub(1);
        let found = index.and_then(|index| state.boards.get(index));
        match found.ok_or(TournamentRefusal::UnknownBoard(board))?.result {
            None => Err(TournamentRefusal::NothingToCorrect(board)),
            Some(from) if from == result => Err(TournamentRefusal::SameResult(board)),
            Some(from) => {
                let reason = reason.trim().to_owned();
                Ok(vec![TournamentFact::ResultCorrected { round, board, from, to: result, reason }])
            }
        }
    }

    /// Points may be given or taken away as long as results may be corrected.
    pub(super) fn adjust_points(
        &self,
        number: PairingNumber,
        round: usize,
        points: Points,
        reason: &str,
    ) -> Facts {
        self.known(number)?;
        required(reason)?;
        if points == Points::ZERO || points > MOST_ADJUSTED || points < Points::ZERO - MOST_ADJUSTED {
            return Err(TournamentRefusal::BadAdjustment(MOST_ADJUSTED));
        }
        self.planned(round)?;
        let stage = round.checked_sub(1).and_then(|index| self.rounds.get(index)).map(|state| state.stage);
        if stage.is_none_or(|stage| stage < RoundStage::Published) {
            return Err(TournamentRefusal::RoundNotPublished(round));
        }
        if self.rounds.get(round).is_some() {
            return Err(TournamentRefusal::TooLate(round));
        }
        let reason = reason.trim().to_owned();
        Ok(vec![TournamentFact::PointsAdjusted { number, round, points, reason }])
    }

    /// A board has one game in a round.
    pub(super) fn open_game(&self, board: usize, game: &str) -> Facts {
        let stage = self.rounds.last().map(|round| round.stage);
        let open = matches!(stage, Some(RoundStage::Published | RoundStage::Playing));
        let Some(round) = self.rounds.last().filter(|_| open) else {
            return Err(TournamentRefusal::WrongStage(stage));
        };
        let found = board.checked_sub(1).and_then(|index| round.boards.get(index));
        match found.ok_or(TournamentRefusal::UnknownBoard(board))?.game {
            Some(_) => Ok(Vec::new()),
            None => Ok(vec![TournamentFact::GameOpened { board, game: game.to_owned() }]),
        }
    }

    pub(super) fn close_round(&self) -> Facts {
        let boards = self.rounds.last().map_or(&[][..], |round| &round.boards);
        let missing: Vec<usize> =
            (1..).zip(boards).filter(|(_, board)| board.result.is_none()).map(|(number, _)| number).collect();
        let facts = self.move_on(RoundStage::Playing, TournamentFact::RoundClosed)?;
        let label = |board: &usize| self.settings.match_length.label(*board);
        let labels: Vec<String> = missing.iter().map(label).collect();
        if labels.is_empty() { Ok(facts) } else { Err(TournamentRefusal::ResultsMissing(labels)) }
    }
}
