//! Messages between nodes, as JSON with a version. A node rejects a version that it does not know.

use bytes::Bytes;
use damiera_game::wire::{WireCommand, WireSide};
use damiera_messages::{ChatLine, OpenSeek, ServerMessage};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::live_games::WireLiveGame;
use crate::rate_limit::{LimitedAction, RateKey};
use crate::rooms::FormerHolder;
use crate::store::{Holder, LeaseKind, TokenDigest};

/// The version of these messages.
const VERSION: u32 = 1;

/// A message with its version and the node that sent it.
#[derive(Serialize, Deserialize)]
struct Envelope<T> {
    version: u32,
    from: String,
    body: T,
}

/// What every version has.
#[derive(Deserialize)]
struct EnvelopeVersion {
    version: u32,
}

/// Why a message from another node was rejected.
#[derive(Debug, thiserror::Error)]
pub(crate) enum BadNodeMessage {
    /// It was sent by a node of another version.
    #[error("version {0} of messages between nodes is not known here")]
    UnknownVersion(u32),
    /// It cannot be read.
    #[error("unreadable: {0}")]
    Unreadable(#[from] serde_json::Error),
}

/// Serialises a message.
pub(crate) fn encode<T: Serialize>(from: &str, body: &T) -> Bytes {
    let envelope = Envelope { version: VERSION, from: from.to_owned(), body };
    serde_json::to_vec(&envelope).unwrap_or_default().into()
}

/// Reads a message, and which node sent it.
pub(crate) fn decode<T: DeserializeOwned>(message: &[u8]) -> Result<(String, T), BadNodeMessage> {
    let unreadable = match serde_json::from_slice(message) {
        Ok(Envelope { version: VERSION, from, body }) => return Ok((from, body)),
        Ok(Envelope { version, .. }) => return Err(BadNodeMessage::UnknownVersion(version)),
        Err(error) => error,
    };
    // Only now, so that what can be read is read once.
    match serde_json::from_slice(message) {
        Ok(EnvelopeVersion { version }) if version != VERSION => Err(BadNodeMessage::UnknownVersion(version)),
        _ => Err(unreadable.into()),
    }
}

/// Whether a node sent a message, without reading all of it: a node gets all that it publishes itself.
pub(crate) fn is_from(message: &[u8], node: &str) -> bool {
    let start = format!("{{\"version\":{VERSION},\"from\":\"{node}\"");
    message.starts_with(start.as_bytes())
}

/// What is published to all nodes.
#[derive(Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum NodesUpdate {
    /// The sending node stops, and its games need other owners.
    Leaving,
    /// All open seeks that were opened at the sending node, again and again, and a new one at once.
    Seeks(Vec<(OpenSeek, WireHolder)>),
    /// A seek is no longer open.
    SeekClosed(String),
    /// A seek has led to a game.
    SeekMatched { seeker: WireHolder, seek: String, game: String },
    /// A message for all connections of an account.
    Notice { account: i64, message: Box<ServerMessage> },
    /// A session has ended; its connections are closed.
    SignedOut([u8; 32]),
    /// Seats have changed hands in the store: games in memory that these held are loaded again.
    SeatsChangedHands(WireFormerHolder),
    /// A challenge for a passkey: for a new one of an account, or for a sign-in. It may be answered at any node.
    PasskeyChallenge { challenge: [u8; 32], account: Option<i64> },
    /// A challenge was answered, and cannot be answered again.
    PasskeyAnswered([u8; 32]),
    /// The sending node does not reach the database: is it alone in that?
    WhoHoldsLease,
    /// The sending node reaches the database.
    LeaseHeld,
    /// The sending node cannot read something that it had claimed, since a newer version has written it, and leaves it to others.
    Offered { kind: WireLeaseKind, id: String },
}

/// Who has held seats. Only digests of tokens leave a node.
#[derive(Serialize, Deserialize, Clone, Copy, Debug)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum WireFormerHolder {
    Visitor([u8; 32]),
    Account(i64),
}

impl From<FormerHolder> for WireFormerHolder {
    fn from(former: FormerHolder) -> Self {
        match former {
            FormerHolder::Visitor(visitor) => Self::Visitor(visitor.0),
            FormerHolder::Account(account) => Self::Account(account),
        }
    }
}

impl From<WireFormerHolder> for FormerHolder {
    fn from(former: WireFormerHolder) -> Self {
        match former {
            WireFormerHolder::Visitor(visitor) => Self::Visitor(TokenDigest(visitor)),
            WireFormerHolder::Account(account) => Self::Account(account),
        }
    }
}

/// What a lease is about.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum WireLeaseKind {
    Game,
    Tournament,
    Exhibition,
}

impl From<LeaseKind> for WireLeaseKind {
    fn from(kind: LeaseKind) -> Self {
        match kind {
            LeaseKind::Game => Self::Game,
            LeaseKind::Tournament => Self::Tournament,
            LeaseKind::Exhibition => Self::Exhibition,
        }
    }
}

/// What clients have spent of their rate limits at the sending node since its last message: action, client and tokens.
#[derive(Serialize, Deserialize, Clone, Debug)]
pub(crate) struct RateUsage(pub(crate) Vec<(LimitedAction, WireRateKey, u32)>);

/// A client whose requests are limited. Only digests of tokens leave a node.
#[derive(Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum WireRateKey {
    Address(u64),
    Network(u64),
    Guess(u64, String),
    Device([u8; 32]),
    Account(i64),
}

impl WireRateKey {
    /// The key for other nodes; none for the server itself.
    pub(crate) fn new(key: &RateKey) -> Option<Self> {
        Some(match key {
            RateKey::Address(address) => Self::Address(*address),
            RateKey::Network(network) => Self::Network(*network),
            RateKey::Guess(address, name) => Self::Guess(*address, name.clone()),
            RateKey::Device(device) => Self::Device(device.0),
            RateKey::Account(account) => Self::Account(*account),
            RateKey::Server => return None,
        })
    }
}

impl From<WireRateKey> for RateKey {
    fn from(key: WireRateKey) -> Self {
        match key {
            WireRateKey::Address(address) => Self::Address(address),
            WireRateKey::Network(network) => Self::Network(network),
            WireRateKey::Guess(address, name) => Self::Guess(address, name),
            WireRateKey::Device(device) => Self::Device(TokenDigest(device)),
            WireRateKey::Account(account) => Self::Account(account),
        }
    }
}

/// What is published about tournaments and exhibitions: nodes that have one in memory read it again.
#[derive(Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum EventUpdate {
    /// The log of the tournament with this id has grown.
    Tournament(String),
    /// The exhibition with this id has changed in the store.
    Exhibition(String),
    /// A player of a tournament is connected to the sending node.
    Present { tournament: String, number: u16 },
}

/// Who holds a seek. Only digests of tokens leave a node.
#[derive(Serialize, Deserialize, Clone, Debug)]
pub(crate) struct WireHolder {
    name: Option<String>,
    visitor: Option<[u8; 32]>,
    account: Option<i64>,
    key: Option<[u8; 32]>,
}

impl From<&Holder> for WireHolder {
    fn from(holder: &Holder) -> Self {
        let Holder { name, visitor, account, key } = holder.clone();
        Self { name, visitor: visitor.map(|digest| digest.0), account, key: key.map(|digest| digest.0) }
    }
}

impl From<WireHolder> for Holder {
    fn from(WireHolder { name, visitor, account, key }: WireHolder) -> Self {
        Self { name, visitor: visitor.map(TokenDigest), account, key: key.map(TokenDigest) }
    }
}

/// A request to a node.
#[derive(Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum NodeRequest {
    /// Are you there? A node asks itself, to learn whether the broker works in both directions.
    Probe,
    /// Which games between two people are in memory there.
    LiveGames,
    /// Does the node take over games of one that stops? It says that it is there, or not the owner.
    TakesGames,
    /// For the owner of a game.
    Game {
        /// The game's id.
        game: String,
        /// What is asked.
        ask: ForwardedAsk,
    },
}

/// What only the owner of a game can do.
#[derive(Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ForwardedAsk {
    /// Carry out a command.
    Command {
        command: WireCommand,
        /// When it was issued, by the nodes' common time.
        at: u64,
        /// The measured latency of its sender, in milliseconds.
        lag: u64,
        id: String,
        /// The number of the last event that the sender knows.
        seq: Option<u64>,
        /// When the sender was shown its turn, by the nodes' common time, if that was late.
        #[serde(default)]
        shown_late: Option<u64>,
    },
    /// Hold a move for the sender's next turn.
    Premove { id: String, seq: u64, by: WireSide, notation: String },
    /// Drop the premove.
    CancelPremove { by: WireSide },
    /// Offer or accept a rematch.
    Rematch { by: WireSide },
    /// Load the game and claim it: the sender has stopped owning it, in favour of the node that gets this.
    TakeOver,
}

/// The answer to a request.
#[derive(Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum NodeAnswer {
    /// The node is there.
    Alive,
    /// The games between two people that are in memory at the node.
    LiveGames(Vec<WireLiveGame>),
    /// It does not own the game.
    NotOwner,
    /// The owner's answer.
    Game {
        /// The number of the game's last event.
        head: u64,
        outcome: ForwardOutcome,
    },
    /// The request was not understood; nothing was done.
    Rejected,
}

/// What became of something that was forwarded.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ForwardOutcome {
    /// The command was carried out; its first event has this number.
    Done { seq: u64 },
    /// It was based on an earlier state of the game.
    Outdated,
    /// The rules or the terms forbid it. The forwarding node finds out why, from the same state of the game.
    Refused,
    /// The game has as many events as a game may have.
    TooLong,
    /// Received; what comes of it is published.
    Accepted,
    /// It failed, or it is unknown whether it did.
    Failed,
}

/// What is published about a game to the nodes where it is followed.
#[derive(Serialize, Deserialize, Debug)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum GameUpdate {
    /// Events that were committed.
    Events(Vec<WireLoggedEvent>),
    /// A message for connections at every node.
    Relay { audience: Audience, message: Box<ServerMessage> },
    /// Conditional moves were stored or deleted.
    ConditionalMoves,
    /// Who follows the game at the sending node.
    Attendance(Attendance),
    /// The owner of the game is this node now, and its last event has this number: whoever knows fewer has missed a message.
    Owner { node: String, head: u64 },
    /// A node starts to follow the game, and asks for attendances and what is not in the log.
    Hello,
    /// What is not in the log: the rematch that is offered, and the messages between the players.
    Unlogged { rematch: Option<Box<ServerMessage>>, chat: Vec<ChatLine> },
}

/// A committed event with its number.
#[derive(Serialize, Deserialize, Debug)]
pub(crate) struct WireLoggedEvent {
    pub(crate) seq: u64,
    /// The id of its command, as it is stored.
    pub(crate) command: Option<String>,
    pub(crate) body: Box<RawValue>,
}

/// Which connections a message is for.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Audience {
    /// All that follow the game.
    Everybody,
    /// Those that may act for a side.
    Side(WireSide),
    /// The players who read messages.
    ChatReaders,
    /// Those who hold a side together.
    Members(WireSide),
}

/// Who follows a game at a node.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Attendance {
    /// Whether White and Black are connected.
    pub(crate) present: [bool; 2],
    /// Whether they read messages from the opponent.
    pub(crate) reads_chat: [bool; 2],
    /// Their longest measured latency, in milliseconds.
    pub(crate) lag: [u32; 2],
    /// Spectators.
    pub(crate) watching: u32,
    /// The number of the last event that the node knows: a node that knows fewer has missed a message.
    #[serde(default)]
    pub(crate) head: u64,
    /// When the side to move was shown its turn there, by the nodes' common time, if that was late.
    #[serde(default)]
    pub(crate) shown_late: Option<u64>,
}

impl Attendance {
    /// Whether nobody follows the game there.
    pub(crate) fn is_nobody(&self) -> bool {
        self.present == [false; 2] && self.watching == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_read_back_and_other_versions_rejected() {
        let body = RawValue::from_string(r#"{"at":1,"kind":"started"}"#.to_owned()).expect("JSON");
        let event = WireLoggedEvent { seq: 3, command: Some("w:a".to_owned()), body };
        let encoded = encode("n", &GameUpdate::Events(vec![event]));
        assert!(is_from(&encoded, "n") && !is_from(&encoded, "nn") && !is_from(&encoded, ""));
        let (from, update) = decode::<GameUpdate>(&encoded).expect("a message");
        let GameUpdate::Events(events) = update else { panic!("{update:?}") };
        assert_eq!((from.as_str(), events[0].seq), ("n", 3));
        assert_eq!(events[0].body.get(), r#"{"at":1,"kind":"started"}"#);

        let later = br#"{"version":2,"from":"n","body":{"new":true}}"#;
        assert!(matches!(decode::<GameUpdate>(later), Err(BadNodeMessage::UnknownVersion(2))));
        assert!(matches!(decode::<NodeRequest>(b"{}"), Err(BadNodeMessage::Unreadable(_))));
    }
}
