//! The correspondence games of a player (FID-IT 15.1.3): those that wait for the player's move, and the others.

use std::sync::Arc;

use damiera_game::{Actor, Game, Moment, wire};
use damiera_rules::Side;
use serde::Serialize;

use crate::library;
use crate::rooms::{Room, RoomError, RoomRegistry};
use crate::store::{Credentials, Store};

/// Games in the list at most.
const MAX_GAMES: u32 = 200;

/// A correspondence game of the reader.
#[derive(Serialize, Clone, Debug, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct CorrespondenceGame {
    pub(crate) id: String,
    pub(crate) variant: &'static str,
    /// The reader's side.
    pub(crate) side: wire::WireSide,
    /// The opponent's name; empty if they gave none.
    pub(crate) opponent: String,
    /// The position; empty while it is kept from the reader.
    pub(crate) fen: String,
    /// The last move, if it may be shown.
    pub(crate) last: Option<String>,
    /// Half-moves so far.
    pub(crate) plies: usize,
    /// Milliseconds left to the side to move.
    pub(crate) left: u64,
    /// The sides on vacation.
    pub(crate) on_vacation: Vec<wire::WireSide>,
}

/// The reader's correspondence games in progress, each part with the least time left first.
#[derive(Serialize, Clone, Debug, Default, utoipa::ToSchema)]
#[schema(as = CorrespondenceList, example = json!({"waiting": [{"id": "x", "variant": "italian", "side": "white", "opponent": "Asa", "fen": "W:W22:B1",
    "last": "11-14", "plies": 2, "left": 172_800_000, "on-vacation": []}], "others": []}))]
pub(crate) struct CorrespondenceList {
    /// Games that wait for the reader's move.
    pub(crate) waiting: Vec<CorrespondenceGame>,
    /// Games that wait for the opponent's move.
    pub(crate) others: Vec<CorrespondenceGame>,
}

/// Lists the correspondence games of somebody.
pub(crate) async fn list(
    store: &dyn Store,
    rooms: &Arc<RoomRegistry>,
    credentials: &Credentials,
    now: Moment,
) -> Result<CorrespondenceList, RoomError> {
    let mut list = CorrespondenceList::default();
    for id in store.games_in_progress(credentials, MAX_GAMES).await? {
        let room = rooms.find(&id).await?;
        let game = room.game();
        if game.end().is_some() || !game.terms().is_correspondence() || !room.is_between_two_people() {
            continue;
        }
        let Some(own) = own_side(store, &room, credentials).await? else { continue };
        let part = if game.turn() == own { &mut list.waiting } else { &mut list.others };
        part.push(entry(&room, &game, own, credentials, now));
    }
    list.waiting.sort_by_key(|game| game.left);
    list.others.sort_by_key(|game| game.left);
    Ok(list)
}

/// The side that somebody holds, alone or with others.
async fn own_side(
    store: &dyn Store,
    room: &Room,
    credentials: &Credentials,
) -> Result<Option<Side>, RoomError> {
    let own = Side::BOTH.into_iter().find(|&side| room.may_act(credentials, Actor::Player(side)));
    if own.is_some() || room.game().terms().consultation == [None, None] {
        return Ok(own);
    }
    let members = store.side_members(room.id()).await?;
    Ok(members.into_iter().find(|member| member.holder.is(credentials)).map(|member| member.side))
}

fn entry(room: &Room, game: &Game, own: Side, credentials: &Credentials, now: Moment) -> CorrespondenceGame {
    let concealed = room.access(credentials).conceals(game);
    let left = game.clocks().face(game.turn(), now).map_or(0, |face| face.left.as_millis());
    let away = Side::BOTH.into_iter().filter(|&side| game.vacation(side).since.is_some());
    CorrespondenceGame {
        id: room.id().to_owned(),
        variant: game.terms().variant.name(),
        side: own.into(),
        opponent: library::name((&room.seats, &room.holders), !own),
        fen: if concealed { String::new() } else { game.fen() },
        last: game.plies().last().filter(|_| !concealed).map(|ply| ply.notation.clone()),
        plies: game.plies().len(),
        left: u64::try_from(left).unwrap_or(u64::MAX),
        on_vacation: away.map(Into::into).collect(),
    }
}
