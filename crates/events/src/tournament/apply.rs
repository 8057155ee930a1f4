//! From an event to the state it leaves; total, so that any log can be replayed.

use damiera_rules::Side;

use super::appointments::{Appointment, PlayingWindow};
use super::at_once::RoundOrder;
use super::board_result::BoardResult;
use super::command::TournamentActor;
use super::event::{TournamentEvent, TournamentFact};
use super::ruling::BoardRuling;
use super::state::{BoardState, RoundStage, RoundState, Tournament};
use crate::crosstable::{ByeRequest, Entrant, FixedSide};
use crate::outcome::{PairingNumber, RatedGame, RoundOutcome};

impl Tournament {
    /// Takes an event into the state.
    pub fn apply(&mut self, event: &TournamentEvent) {
        self.entries += 1;
        self.now = event.at;
        match &event.fact {
            TournamentFact::Entered { number, name, rating, federation } => {
                self.table.entrants.push(Entrant {
                    number: *number,
                    name: name.clone(),
                    rating: *rating,
                    federation: federation.clone(),
                    ..Entrant::default()
                });
                self.table.entrants.sort_by_key(|entrant| entrant.number);
                self.set_free(*number);
            }
            TournamentFact::EntrantCorrected { number, name, rating, federation } => {
                if let Some(index) = self.table.index_of(*number) {
                    let entrant = &mut self.table.entrants[index];
                    entrant.name.clone_from(name);
                    entrant.rating = *rating;
                    entrant.federation.clone_from(federation);
                }
            }
            TournamentFact::Renumbered { order } => self.renumber(order),
            TournamentFact::DetailsNoted { people } => {
                for (number, person) in people {
                    if let Some(index) = self.table.index_of(*number) {
                        self.table.entrants[index].person.clone_from(person);
                    }
                }
            }
            TournamentFact::RecordsKept { lines } => self.kept_records.extend_from_slice(lines),
            TournamentFact::RankedForPairing { order } => self.table.ranking.clone_from(order),
            TournamentFact::PointsAdjusted { number, round, points, .. } => {
                *self.adjusted.entry((*number, *round)).or_default() += *points;
                self.table.add_points(*number, *round, *points);
            }
            TournamentFact::GameNotRated { board } => self.leave_unrated(*board),
            TournamentFact::Withdrawn { number, from } => self.withdrawn.push((*number, *from)),
            TournamentFact::Readmitted { number, .. } => self.withdrawn.retain(|(who, _)| who != number),
            TournamentFact::ByeGranted { number, round, outcome } => {
                self.table.requests.retain(|r| r.number != *number || r.round != *round);
                self.table.requests.push(ByeRequest { round: *round, number: *number, outcome: *outcome });
            }
            TournamentFact::KeptApart(group) => self.table.forbidden.push(group.clone()),
            TournamentFact::AllowedToMeet { numbers } => {
                self.table.forbidden.retain(|group| group.numbers != *numbers);
            }
            TournamentFact::ColourFixed { number, side } => {
                self.table.fixed_sides.retain(|fixed| fixed.number != *number);
                self.table.fixed_sides.extend(side.map(|side| FixedSide { number: *number, side }));
            }
            TournamentFact::TeamEntered { name, members } => self.put_team(name, members),
            TournamentFact::TeamRemoved { name } => self.table.teams.retain(|team| team.name != *name),
            TournamentFact::Accelerated(acceleration) => self.table.accelerations.push(acceleration.clone()),
            TournamentFact::RoundDrafted { pairing } | TournamentFact::FirstRoundSteered { pairing, .. } => {
                let (length, number) = (self.settings.match_length, self.rounds.len() + 1);
                if number == 1 {
                    self.table.planned_rounds = self.rounds_to_plan();
                }
                self.rounds.push(RoundState::new(pairing, length, number, self.entries));
            }
            TournamentFact::AllRoundsDrafted { rounds } => self.draft_all_rounds(rounds),
            TournamentFact::PairingEdited { pairing, .. } => {
                let (length, number) = (self.settings.match_length, self.rounds.len());
                if let Some(round) = self.rounds.last_mut() {
                    *round = RoundState::new(pairing, length, number, self.entries);
                }
            }
            TournamentFact::RoundChecked => self.set_stage(RoundStage::Checked),
            TournamentFact::RoundPublished => self.publish(),
            TournamentFact::RoundStarted => {
                self.set_stage(RoundStage::Playing);
                self.open_windows();
            }
            TournamentFact::ResultClaimed { board, number, result } => {
                if let Some(board) = self.last_board(*board) {
                    let seat = usize::from(board.pair.black == *number);
                    board.claims[seat] = Some(*result);
                }
            }
            TournamentFact::ResultDisputed { .. } => {}
            TournamentFact::ResultEntered { board, result }
            | TournamentFact::UnplayedDecided { board, result, .. } => {
                self.set_result(self.rounds.len(), *board, *result);
                if let Some(pair) = self.last_board(*board).map(|board| board.pair) {
                    self.set_free(pair.white);
                    self.set_free(pair.black);
                }
            }
            TournamentFact::ResultCorrected { round, board, to, .. } => self.set_result(*round, *board, *to),
            TournamentFact::GameOpened { board, game } => {
                if let Some(board) = self.last_board(*board) {
                    board.game = Some(game.clone());
                }
            }
            TournamentFact::Ruled { board, ruling } => {
                let by = match &event.by {
                    TournamentActor::Official(name) => name.clone(),
                    TournamentActor::Player(_) => String::new(),
                };
                if let Some(board) = self.last_board(*board) {
                    board.rulings.push(BoardRuling { by, at: event.at, ruling: *ruling });
                }
            }
            TournamentFact::DateProposed { board, number, date } => self.arrange(*board, |board, dates| {
                dates.proposals[usize::from(board.pair.black == *number)] = Some(*date);
            }),
            TournamentFact::DateAgreed { board, date } => self.arrange(*board, |_, dates| {
                *dates = Appointment { agreed: Some(*date), ..Appointment::until(dates.closes_at) };
            }),
            TournamentFact::ReadyToPlay { board, number } => self.arrange(*board, |board, dates| {
                dates.ready_since[usize::from(board.pair.black == *number)] = Some(event.at);
            }),
            TournamentFact::LeftUnplayed { board } => {
                self.arrange(*board, |_, dates| dates.window = PlayingWindow::Closed);
            }
            TournamentFact::WindowExtended { board, until, .. } => self.arrange(*board, |_, dates| {
                dates.closes_at = *until;
                dates.window = PlayingWindow::Open;
            }),
            TournamentFact::RoundClosed => self.set_stage(RoundStage::Closed),
            TournamentFact::RoundTakenBack { .. } => self.take_back(),
            TournamentFact::RoundReopened { .. } => self.set_stage(RoundStage::Playing),
            TournamentFact::ArenaOpened { ends_at } => self.begin_arena(*ends_at),
            TournamentFact::ArenaPaired { pairs } => self.add_arena_boards(pairs),
            TournamentFact::PlayerPaused { number } => {
                self.arena.paused.insert(*number);
            }
            TournamentFact::PlayerResumed { number } => {
                self.arena.paused.remove(number);
                self.set_free(*number);
            }
        }
    }

    /// A board of the last round.
    pub(super) fn last_board(&mut self, board: usize) -> Option<&mut BoardState> {
        self.rounds.last_mut().and_then(|round| round.boards.get_mut(board.wrapping_sub(1)))
    }

    /// Gives new numbers; whoever is not on the list keeps theirs.
    fn renumber(&mut self, order: &[PairingNumber]) {
        let new = |old: PairingNumber| {
            let place = order.iter().position(|&number| number == old);
            place.and_then(|place| PairingNumber::try_from(place + 1).ok()).unwrap_or(old)
        };
        self.table.entrants.iter_mut().for_each(|entrant| entrant.number = new(entrant.number));
        self.table.entrants.sort_by_key(|entrant| entrant.number);
        self.table.requests.iter_mut().for_each(|request| request.number = new(request.number));
        self.withdrawn.iter_mut().for_each(|(number, _)| *number = new(*number));
        self.adjusted =
            self.adjusted.iter().map(|(&(number, round), &p)| ((new(number), round), p)).collect();
        self.table.extra_points =
            self.table.extra_points.iter().map(|(&(number, round), &p)| ((new(number), round), p)).collect();
        self.table.ranking.clear(); // the numbers rank now
        self.arena.paused = self.arena.paused.iter().map(|number| new(*number)).collect();
        self.table.fixed_sides.iter_mut().for_each(|fixed| fixed.number = new(fixed.number));
        let teams = self.table.teams.iter_mut();
        teams.flat_map(|team| team.members.iter_mut()).for_each(|number| *number = new(*number));
        for group in &mut self.table.forbidden {
            group.numbers.iter_mut().for_each(|number| *number = new(*number));
            group.numbers.sort_unstable();
        }
    }

    fn set_stage(&mut self, stage: RoundStage) {
        if let Some(round) = self.rounds.last_mut() {
            round.stage = stage;
        }
    }

    pub(super) fn enter(&mut self, round: usize, number: PairingNumber, outcome: RoundOutcome) {
        if let Some(index) = self.table.index_of(number) {
            self.table.entrants[index].enter(round, outcome);
        }
    }

    /// The pairing goes into the table, with the byes of those who are away.
    fn publish(&mut self) {
        self.set_stage(RoundStage::Published);
        let number = self.rounds.len();
        let away: Vec<ByeRequest> =
            self.table.requests.iter().copied().filter(|request| request.round == number).collect();
        let gone = self.withdrawn.iter().filter(|(_, from)| *from <= number).map(|(who, _)| *who);
        for who in gone.collect::<Vec<_>>() {
            self.enter(number, who, RoundOutcome::ZeroBye);
        }
        for request in away {
            self.enter(number, request.number, request.outcome);
        }
        let Some(round) = self.rounds.last().cloned() else { return };
        for board in round.first_games() {
            let (white, black) = (board.pair.white, board.pair.black);
            let round = board.table_round;
            self.enter(round, white, RoundOutcome::Pending { opponent: black, side: Side::White });
            self.enter(round, black, RoundOutcome::Pending { opponent: white, side: Side::Black });
        }
        for &free in &round.bye {
            self.enter(number, free, RoundOutcome::PairingBye);
        }
        self.rest_in_turn();
    }

    /// A match counts once all its games have results.
    fn set_result(&mut self, round: usize, board: usize, result: BoardResult) {
        let Some(state) = round.checked_sub(1).and_then(|index| self.rounds.get_mut(index)) else { return };
        let table = state.match_length.table_of(board);
        let Some(own) = board.checked_sub(1).and_then(|index| state.boards.get_mut(index)) else { return };
        own.result = Some(result);
        let table_round = own.table_round;
        let edge = result.edge_worth(&self.settings.scoring);
        let games: Option<Vec<[RoundOutcome; 2]>> =
            state.at_table(table).iter().map(|game| Some(game.result?.outcomes(game.pair))).collect();
        let Some(pair) = state.at_table(table).first().map(|game| game.pair) else { return };
        let [white, black] = match games.as_deref() {
            Some(&[one]) => one,
            // In the second game the colours are exchanged.
            Some(&[first, second]) => {
                let of = |game: [RoundOutcome; 2]| RoundOutcome::of_match(game);
                match (of([first[0], second[1]]), of([first[1], second[0]])) {
                    (Some(white), Some(black)) => [white, black],
                    _ => return,
                }
            }
            _ => return,
        };
        self.enter(table_round, pair.white, white);
        self.enter(table_round, pair.black, black);
        let usual = self.table.scoring.draw;
        for (number, seat) in [(pair.white, 0), (pair.black, 1)] {
            self.table.extra_points.remove(&(number, table_round));
            if let Some(&points) = self.adjusted.get(&(number, table_round)) {
                self.table.add_points(number, table_round, points);
            }
            if let Some(worth) = edge {
                self.table.add_points(number, table_round, worth[seat] - usual);
            }
        }
    }

    fn take_back(&mut self) {
        let number = self.rounds.len();
        self.rounds.pop();
        if number == 1 {
            if self.settings.order != RoundOrder::OneByOne {
                self.table.planned_rounds = None; // it depends on the field, too
            }
            self.table.accelerations.clear(); // they depend on the field, which may change now
        }
        for entrant in &mut self.table.entrants {
            entrant.outcomes.truncate(number.saturating_sub(1));
        }
        self.table.extra_points.retain(|(_, round), _| *round < number);
        // A penalty stays, whatever becomes of the pairing.
        for (&(player, round), &points) in self.adjusted.iter().filter(|((_, round), _)| *round >= number) {
            self.table.add_points(player, round, points);
        }
    }

    /// Takes the game of a board out of what rating lists count.
    fn leave_unrated(&mut self, board: usize) {
        let Some((pair, round)) = self.last_board(board).map(|board| (board.pair, board.table_round)) else {
            return;
        };
        for number in [pair.white, pair.black] {
            let outcome = self.table.entrant(number).map(|entrant| entrant.outcome(round));
            if let Some(RoundOutcome::Played { opponent, side, result, .. }) = outcome {
                let rated = RatedGame::Unrated;
                self.enter(round, number, RoundOutcome::Played { opponent, side, result, rated });
            }
        }
    }
}
