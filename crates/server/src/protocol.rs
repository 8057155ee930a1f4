//! What is said over `/ws`: one JSON object a message.
//!
//! Every event of a game has a number, without gaps. A client says the last number it knows and gets what follows;
//! it names each command, and may send it again under the same name: it is done once.

use damiera_game::wire;
use serde::{Deserialize, Serialize};

use crate::shown::Shown;

/// The longest name a client may give a command.
pub(crate) const NAME_LENGTH: usize = 48;

/// What a client says.
#[derive(Deserialize, Serialize, Clone, Debug, utoipa::ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case", rename_all_fields = "kebab-case")]
#[schema(example = json!({"type": "do", "id": "a1", "seq": 7, "by": "white", "ask": "move", "notation": "22-18"}))]
pub enum Said {
    /// Follow a game: the first thing said on a connection.
    #[schema(title = "join")]
    Join {
        /// Which.
        game: String,
        /// The number of the last event that is known; nothing to begin with the first.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seq: Option<u64>,
        /// A key to a place, for those without a cookie.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        key: Option<String>,
        /// Whether to get the whole game as shown with each change.
        #[serde(default)]
        form: Form,
    },
    /// Follow the open seeks.
    #[schema(title = "lobby")]
    Lobby,
    /// Ask something of the game.
    #[schema(title = "do")]
    Do {
        /// A name of the client's own, letters, figures, `-` and `_`, new for each command.
        id: String,
        /// The number of the last event that is known.
        seq: u64,
        /// What is asked, and for whom.
        #[serde(flatten)]
        command: wire::WireCommand,
    },
    /// Keep a move to be played as soon as the opponent has moved, and dropped if it cannot be.
    #[schema(title = "premove")]
    Premove {
        /// A name of the client's own.
        id: String,
        /// The number of the last event that is known.
        seq: u64,
        /// For whom.
        by: wire::WireSide,
        /// The whole move.
        notation: String,
    },
    /// Forget the move that was kept.
    #[schema(title = "cancel-premove")]
    CancelPremove {
        /// Whose.
        by: wire::WireSide,
    },
    /// Offer another game with the colours changed, or accept the offer.
    #[schema(title = "rematch")]
    Rematch {
        /// For whom.
        by: wire::WireSide,
    },
}

/// How a client wants to hear of changes.
#[derive(Deserialize, Serialize, Clone, Copy, PartialEq, Eq, Debug, Default, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// Events alone: for those who know the rules.
    #[default]
    Events,
    /// Events, and the game as a page shows it.
    View,
}

/// What the server says.
#[derive(Serialize, Deserialize, Clone, Debug, utoipa::ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case", rename_all_fields = "kebab-case")]
#[schema(example = json!({"type": "done", "id": "a1", "seq": 8}))]
pub enum Told {
    /// The game is followed from here on.
    #[schema(title = "joined")]
    Joined {
        /// Which.
        game: String,
        /// The number of its last event.
        seq: u64,
        /// The sides the client may act for.
        sides: Vec<wire::WireSide>,
        /// The server's time, in milliseconds since 1970.
        now: u64,
        /// What was agreed, for those who begin with the first event.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        terms: Option<Box<wire::WireTerms>>,
    },
    /// Something happened.
    #[schema(title = "events")]
    Events {
        /// What, in order.
        events: Vec<Happened>,
        /// The server's time, in milliseconds since 1970.
        now: u64,
        /// White's and Black's clocks at that time.
        clocks: [Option<wire::WireClockFace>; 2],
        /// The game as a page shows it, for those who want it.
        #[serde(default, deserialize_with = "not_read", skip_serializing_if = "Option::is_none")]
        shown: Option<Box<Shown>>,
    },
    /// A command was done: it is written, and will not be done again.
    #[schema(title = "done")]
    Done {
        /// Its name.
        id: String,
        /// The number of the first event that followed from it.
        seq: u64,
    },
    /// A command was refused; nothing changed.
    #[schema(title = "refused")]
    Refused {
        /// Its name.
        id: String,
        /// Why, in the reader's language.
        text: String,
        /// The article that says so.
        article: Option<String>,
        /// The captures that were due.
        due: Vec<Vec<u8>>,
    },
    /// A command was meant for another state of the game; nothing changed, and what was missed comes before this.
    #[schema(title = "resync")]
    Resync {
        /// Its name.
        id: String,
        /// The number of the last event.
        seq: u64,
    },
    /// A move is kept for the next turn.
    #[schema(title = "held")]
    Held {
        /// Its name.
        id: String,
    },
    /// A move that was kept is dropped.
    #[schema(title = "dropped")]
    Dropped {
        /// Its name.
        id: String,
    },
    /// Who is there.
    #[schema(title = "presence")]
    Presence {
        /// Whether White is.
        white: bool,
        /// Whether Black is.
        black: bool,
        /// How many others watch.
        watching: u32,
    },
    /// Another game is offered, or has begun.
    #[schema(title = "rematch")]
    Rematch {
        /// Who offers it.
        by: wire::WireSide,
        /// The new game, once both want it.
        game: Option<String>,
    },
    /// The open seeks.
    #[schema(title = "seeks")]
    Seeks {
        /// All of them.
        seeks: Vec<crate::lobby::OpenSeek>,
    },
    /// One's own seek was taken up: go and play.
    #[schema(title = "matched")]
    Matched {
        /// Which seek.
        seek: String,
        /// The game.
        game: String,
    },
    /// What was said cannot be understood or is not allowed.
    #[schema(title = "bad")]
    Bad {
        /// Why.
        text: String,
    },
}

/// A page is made to be shown; programs that read events have no use for it.
fn not_read<'de, D: serde::Deserializer<'de>>(there: D) -> Result<Option<Box<Shown>>, D::Error> {
    serde::de::IgnoredAny::deserialize(there).map(|_| None)
}

/// An event with its number.
#[derive(Serialize, Deserialize, Clone, Debug, utoipa::ToSchema)]
pub struct Happened {
    /// Its place in the game.
    pub seq: u64,
    /// The name its sender gave the command, on the first event that follows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// What happened.
    pub event: wire::WireEvent,
}

impl Told {
    /// As it is sent.
    pub(crate) fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// Whether a name is one that a client may give.
pub(crate) fn is_name(id: &str) -> bool {
    let plain = |c: u8| c.is_ascii_alphanumeric() || c == b'-' || c == b'_';
    !id.is_empty() && id.len() <= NAME_LENGTH && id.bytes().all(plain)
}
