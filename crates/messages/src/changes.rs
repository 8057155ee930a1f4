//! What events changed in a game as a page shows it, so that a following client need not get the whole game each time.

use damiera_game::wire;
use serde::Serialize;

use crate::snapshot::{GameSnapshot, PositionStep};

/// What changed between two states of a game.
///
/// To apply it to a `Game` whose `view.seq` is `after`:
///
/// 1. Truncate `view.moves` to its first `moves.keep` entries, then append `moves.add`.
/// 2. Replace each member of `view` that is present in `view` here. A `null` is a value: it replaces the old one.
/// 3. Replace `last`, `winner`, `illegal-tries`, `concealed` and `vacation` if they are present here.
/// 4. Set `now` and `view.clocks` to `now` and `clocks` of the message that carries the changes.
///
/// Everything else stays as it was. A client whose `view.seq` is not `after` has missed a message: it joins again and
/// gets the whole game.
#[derive(Serialize, Clone, PartialEq, Debug, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(example = json!({"after": 3, "moves": {"keep": 2, "add": [
    {"notation": "23-19", "by": "white", "at": 1_762_000_000_000_u64, "irregularity": null}]},
    "view": {"seq": 4, "fen": "B:W17,18,19:B1,2,3", "turn": "black", "legal": []},
    "last": {"fen": "B:W17,18,19:B1,2,3", "path": [23, 19], "captures": []}}))]
pub struct GameChanges {
    /// The `view.seq` of the state that the changes apply to.
    after: u64,
    moves: MovesChange,
    view: ViewChanges,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<PositionStep>)]
    last: Option<Option<PositionStep>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<wire::WireSide>)]
    winner: Option<Option<wire::WireSide>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    illegal_tries: Option<[u8; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    concealed: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<[wire::WireVacation; 2]>)]
    vacation: Option<Option<[wire::WireVacation; 2]>>,
}

/// How the list of moves changed.
#[derive(Serialize, Clone, PartialEq, Debug, utoipa::ToSchema)]
pub struct MovesChange {
    /// How many of the first moves are still the same.
    keep: usize,
    /// The moves after them.
    add: Vec<wire::WirePly>,
}

/// Members of a `View` that changed.
#[derive(Serialize, Clone, PartialEq, Debug, Default, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
pub struct ViewChanges {
    #[serde(skip_serializing_if = "Option::is_none")]
    seq: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fen: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<wire::WireSide>,
    #[serde(skip_serializing_if = "Option::is_none")]
    move_number: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    legal: Option<Vec<wire::WireLegalMove>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    started: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    paused: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    disturbed: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    counts: Option<Vec<wire::WireDrawCount>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    claims: Option<Vec<wire::WireDrawClaim>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<wire::WireSide>)]
    offer: Option<Option<wire::WireSide>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<wire::WireSide>)]
    takeback: Option<Option<wire::WireSide>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<wire::WirePendingCorrection>)]
    pending: Option<Option<wire::WirePendingCorrection>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<u8>)]
    touched: Option<Option<u8>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<wire::WireProposal>)]
    proposal: Option<Option<wire::WireProposal>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    count_asked: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    objections: Option<Vec<wire::WireObjectionRight>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    annulments: Option<Vec<wire::WireAnnulmentRight>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    undoable: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    abortable: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<wire::WireGameEnding>)]
    end: Option<Option<wire::WireGameEnding>>,
}

/// The new value, if it differs from the old one.
fn changed<T: PartialEq + Clone>(before: &T, after: &T) -> Option<T> {
    (before != after).then(|| after.clone())
}

impl GameChanges {
    /// What changed from one snapshot of a game to a later one in the same language.
    #[must_use]
    pub fn between(before: &GameSnapshot, after: &GameSnapshot) -> Self {
        let (old, new) = (&before.view.moves, &after.view.moves);
        let keep = old.iter().zip(new).take_while(|(old, new)| old == new).count();
        Self {
            after: before.view.seq,
            moves: MovesChange { keep, add: new[keep..].to_vec() },
            view: ViewChanges::between(&before.view, &after.view),
            last: changed(&before.last, &after.last),
            winner: changed(&before.winner, &after.winner),
            illegal_tries: changed(&before.illegal_tries, &after.illegal_tries),
            concealed: changed(&before.concealed, &after.concealed),
            vacation: changed(&before.vacation, &after.vacation),
        }
    }
}

impl ViewChanges {
    fn between(before: &wire::WireGameView, after: &wire::WireGameView) -> Self {
        // Named one by one, so that a new member of the view cannot be forgotten here.
        let wire::WireGameView {
            variant: _, // never changes
            seq,
            fen,
            turn,
            move_number,
            moves: _,
            legal,
            clocks: _, // sent with every message
            started,
            paused,
            disturbed,
            counts,
            claims,
            offer,
            takeback,
            pending,
            touched,
            proposal,
            pace: _, // never changes
            count_asked,
            objections,
            annulments,
            undoable,
            abortable,
            end,
        } = after;
        Self {
            seq: changed(&before.seq, seq),
            fen: changed(&before.fen, fen),
            turn: changed(&before.turn, turn),
            move_number: changed(&before.move_number, move_number),
            legal: changed(&before.legal, legal),
            started: changed(&before.started, started),
            paused: changed(&before.paused, paused),
            disturbed: changed(&before.disturbed, disturbed),
            counts: changed(&before.counts, counts),
            claims: changed(&before.claims, claims),
            offer: changed(&before.offer, offer),
            takeback: changed(&before.takeback, takeback),
            pending: changed(&before.pending, pending),
            touched: changed(&before.touched, touched),
            proposal: changed(&before.proposal, proposal),
            count_asked: changed(&before.count_asked, count_asked),
            objections: changed(&before.objections, objections),
            annulments: changed(&before.annulments, annulments),
            undoable: changed(&before.undoable, undoable),
            abortable: changed(&before.abortable, abortable),
            end: changed(&before.end, end),
        }
    }
}
