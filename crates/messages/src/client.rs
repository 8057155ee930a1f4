//! What clients send.

use damiera_game::wire;
use serde::{Deserialize, Serialize};

/// The longest command id.
pub const MAX_COMMAND_ID: usize = 48;

/// A message from a client.
#[derive(Deserialize, Serialize, Clone, Debug, utoipa::ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case", rename_all_fields = "kebab-case")]
#[schema(as = Said, example = json!({"type": "do", "id": "a1", "seq": 7, "by": "white", "ask": "move", "notation": "22-18"}))]
pub enum ClientMessage {
    /// Follow a game: the first message on a connection.
    #[schema(title = "join")]
    Join {
        /// The game's id.
        game: String,
        /// The number of the last event that the client knows; absent to get all of them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seq: Option<u64>,
        /// The key to a seat, for clients without a cookie.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        key: Option<String>,
        /// What each update contains.
        #[serde(default)]
        form: UpdateForm,
    },
    /// Follow the open seeks.
    #[schema(title = "lobby")]
    Lobby {
        /// One's own open seek: it is listed again if the lobby has forgotten it, as after a restart.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seek: Option<String>,
    },
    /// Follow what concerns one's account: challenges, and what becomes of one's own.
    #[schema(title = "notices")]
    Notices,
    /// Send a command to the game.
    #[schema(title = "do")]
    Do {
        /// An id that the client chooses: up to 48 letters, digits, `-` and `_`; new for each command.
        id: String,
        /// The number of the last event that the client knows.
        seq: u64,
        /// The command, and who gives it.
        #[serde(flatten)]
        command: wire::WireCommand,
    },
    /// Premove: a move to be played as soon as the opponent has moved, or dropped if it is illegal then.
    #[schema(title = "premove")]
    Premove {
        /// An id that the client chooses.
        id: String,
        /// The number of the last event that the client knows.
        seq: u64,
        /// The side that acts.
        by: wire::WireSide,
        /// The whole move.
        notation: String,
    },
    /// Cancel the premove.
    #[schema(title = "cancel-premove")]
    CancelPremove {
        /// The side whose premove it is.
        by: wire::WireSide,
    },
    /// Heartbeat: answered with `pong`. A client that has sent one counts as gone after 8 seconds of silence.
    #[schema(title = "ping")]
    Ping,
    /// Write to the opponent: one line of plain text, up to 200 characters.
    #[schema(title = "chat")]
    Chat {
        /// The side that writes.
        by: wire::WireSide,
        /// The message.
        text: String,
    },
    /// Switch messages from the opponent on or off. They are on at first.
    #[schema(title = "chat-switch")]
    ChatSwitch {
        /// Whether they are on.
        on: bool,
    },
    /// Offer a rematch with colours exchanged, or accept the offer.
    #[schema(title = "rematch")]
    Rematch {
        /// The side that acts.
        by: wire::WireSide,
    },
}

/// What the updates of a game contain.
#[derive(Deserialize, Serialize, Clone, Copy, PartialEq, Eq, Debug, Default, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = Form)]
pub enum UpdateForm {
    /// Events alone, for clients that know the rules.
    #[default]
    Events,
    /// Events, and the whole game as a page shows it.
    View,
    /// Events, and what they changed in the game as a page shows it. The whole game comes first, and again after a
    /// gap; see `GameChanges` for how to apply changes.
    Changes,
}

/// Whether a client may use this command id.
#[must_use]
pub fn is_command_id(id: &str) -> bool {
    let plain = |c: u8| c.is_ascii_alphanumeric() || c == b'-' || c == b'_';
    !id.is_empty() && id.len() <= MAX_COMMAND_ID && id.bytes().all(plain)
}
