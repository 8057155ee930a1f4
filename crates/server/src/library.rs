//! The library's index entries of played games, updated from the games' logs.

use damiera_game::{EndReason, Game};
use damiera_messages::{Seat, Seats};
use damiera_notation::pdn::PdnResult;
use damiera_rules::Side;

use crate::rooms::log::{LoadedGame, replay};
use crate::store::Holders;
use crate::store::{GameSource, LibraryCard, StaleCard, Store, StoreError};
use crate::study;
use crate::work::WorkPool;

/// The most games indexed by one request; later requests do the rest.
const MOST: u32 = 50;

/// Writes index entries that are missing or stale. Games are read from their logs; no room is loaded.
pub(crate) async fn catch_up(store: &dyn Store, work: &WorkPool) -> Result<(), StoreError> {
    for StaleCard { game: id, created_at: begun } in store.stale_cards(MOST).await? {
        let Some(kept) = store.load(&id).await? else { continue };
        let Ok(LoadedGame { game, .. }) = replay(&kept) else { continue };
        let (card, keys) = card(&id, begun, &game, (&kept.seats, &kept.holders));
        work.write(store.put_card(&card, &keys)).await?;
    }
    Ok(())
}

fn card(id: &str, begun: i64, game: &Game, players: (&Seats, &Holders)) -> (LibraryCard, Vec<i64>) {
    let (record, variant) = (game.pdn(), game.terms().variant);
    let card = LibraryCard {
        id: id.to_owned(),
        source: GameSource::Played,
        at: begun,
        variant: variant.name().to_owned(),
        white: name(players, Side::White),
        black: name(players, Side::Black),
        event: String::new(),
        date: String::new(),
        outcome: outcome(game, record.result),
        result: game.end().map_or("*", |end| game.rule_set().written(end.outcome)).to_owned(),
        plies: i64::try_from(game.plies().len()).unwrap_or(i64::MAX),
        events: game.seq().cast_signed(),
    };
    let keys = if game.end().is_some() { study::keys(&record, variant) } else { Vec::new() };
    (card, keys)
}

/// Who won, or why nobody did.
fn outcome(game: &Game, result: PdnResult) -> String {
    let aborted = game.end().is_some_and(|end| matches!(end.how, EndReason::Aborted(_)));
    let name = if aborted { "aborted" } else { study::outcome_name(result, game.terms().variant) };
    name.to_owned()
}

/// A player's name in records; empty for a person without a name.
pub(crate) fn name((seats, holders): (&Seats, &Holders), side: Side) -> String {
    match seats.of(side) {
        Seat::Engine { level } => format!("Damiera {level}"),
        Seat::Person => {
            let holder = holders.0[side as usize].as_ref();
            holder.and_then(|holder| holder.name.clone()).unwrap_or_default()
        }
    }
}
