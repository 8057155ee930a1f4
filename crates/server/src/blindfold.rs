//! What is kept from a player without sight of the board (FID-IT 15.1.4 to 15.1.6) until the game ends.
//!
//! Spectators get no more than that player: anybody may look on, so the player could look on from another browser. Only
//! a player with sight of the board sees it.

use damiera_game::{Game, MoveListAccess, wire};
use damiera_messages::{GameSnapshot, LoggedEvent, event_json};
use damiera_rules::Side;
use serde_json::value::RawValue;

/// Plies that are announced where the list of moves is not shown: the last of each side.
const LAST_PLIES: usize = 2;

/// Whether somebody may see the board while a side plays blindfold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BoardAccess {
    /// Yes: a player with sight of the board.
    Seen,
    /// No: a blindfold player, or a spectator.
    Concealed,
}

impl BoardAccess {
    /// The access of somebody who may act for these sides, White first.
    pub(crate) fn of(game: &Game, sides: [bool; 2]) -> Self {
        let own = |side: &Side| sides[*side as usize];
        let (mut blindfold, mut sighted) = (false, false);
        for side in Side::BOTH.into_iter().filter(own) {
            blindfold |= game.is_blindfold(side);
            sighted |= !game.is_blindfold(side);
        }
        if sighted && !blindfold { Self::Seen } else { Self::Concealed }
    }

    /// Whether the board of this game is kept from them now.
    pub(crate) fn conceals(self, game: &Game) -> bool {
        self == Self::Concealed && game.conceals_board()
    }
}

/// Takes everything out of a snapshot that reveals what stands on the board.
pub(crate) fn conceal(snapshot: &mut GameSnapshot, game: &Game) {
    snapshot.concealed = true;
    snapshot.last = None;
    let view = &mut snapshot.view;
    view.fen.clear();
    view.legal.clear();
    view.counts.clear();
    view.claims.clear();
    view.count_asked = false;
    view.touched = None;
    view.pending = None;
    view.proposal = None;
    if game.terms().blindfold.move_list == MoveListAccess::LastMoves {
        let hidden = view.moves.len().saturating_sub(LAST_PLIES);
        view.moves.drain(..hidden);
    }
}

/// The events without what they reveal of the board. What is not known to reveal nothing is left out.
pub(crate) fn conceal_events(events: &[LoggedEvent]) -> Vec<LoggedEvent> {
    let concealed = |logged: &LoggedEvent| LoggedEvent {
        seq: logged.seq,
        id: logged.id.clone(),
        event: conceal_event(&logged.event),
    };
    events.iter().map(concealed).collect()
}

fn conceal_event(logged: &RawValue) -> Box<RawValue> {
    use wire::WireFact as F;
    let event = serde_json::from_str::<wire::WireEvent>(logged.get());
    let reveals_nothing = |fact: &F| {
        matches!(
            fact,
            F::Started
                | F::DrawOffered { .. }
                | F::DrawDeclined
                | F::TakebackAsked { .. }
                | F::TakebackDeclined
                | F::VacationStarted { .. }
                | F::VacationEnded { .. }
                | F::TakenBack { .. }
                | F::TriedInVain { .. }
                | F::FlagFell { .. }
                | F::Paused
                | F::Resumed
                | F::ClocksSet { .. }
                | F::Credited { .. }
        )
    };
    match event {
        Ok(event) if reveals_nothing(&event.fact) => logged.to_owned(),
        Ok(wire::WireEvent { at, .. }) => concealed_at(at),
        Err(_) => concealed_at(0),
    }
}

fn concealed_at(at: u64) -> Box<RawValue> {
    let event = wire::WireEvent { at, continues: false, fact: wire::WireFact::Concealed };
    event_json(&event).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use damiera_game::{Profile, Sight, Terms};
    use damiera_rules::Variant;

    use super::*;

    #[test]
    fn only_a_player_with_sight_sees_the_board() {
        use BoardAccess::{Concealed, Seen};
        let access = |sight: [Sight; 2], sides| {
            let terms = Terms { sight, ..Terms::new(Variant::ALL[0], Profile::ONLINE) };
            BoardAccess::of(&Game::new(terms).expect("a game"), sides)
        };
        let (blind, board) = (Sight::Blindfold, Sight::Board);
        assert_eq!(access([blind, board], [true, false]), Concealed);
        assert_eq!(access([blind, board], [false, true]), Seen);
        assert_eq!(access([blind, board], [false, false]), Concealed, "a spectator");
        assert_eq!(access([blind, board], [true, true]), Concealed, "both at one screen");
        assert_eq!(access([blind, blind], [true, false]), Concealed);
    }

    #[test]
    fn a_move_is_concealed_and_an_offer_is_not() {
        let raw = |text: &str| RawValue::from_string(text.to_owned()).expect("JSON");
        let moved =
            raw(r#"{"at":5,"kind":"moved","by":"white","from":22,"to":18,"captures":[],"promotes":false}"#);
        assert_eq!(conceal_event(&moved).get(), r#"{"at":5,"kind":"concealed"}"#);
        let count = raw(r#"{"at":5,"kind":"count-asked","by":"arbiter","limit":40}"#);
        assert_eq!(conceal_event(&count).get(), r#"{"at":5,"kind":"concealed"}"#);
        let offer = raw(r#"{"at":5,"kind":"draw-offered","by":"white"}"#);
        assert_eq!(conceal_event(&offer).get(), offer.get());
        assert_eq!(
            conceal_event(&raw(r#"{"at":5,"kind":"of-tomorrow"}"#)).get(),
            r#"{"at":0,"kind":"concealed"}"#
        );
    }
}
