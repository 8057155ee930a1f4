//! Offers to play.

use damiera_game::wire;
use serde::{Deserialize, Serialize};

/// What a seeker wants to play.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = Wanted, example = json!({"variant": "italian", "minutes": 15, "increment": 10, "colour": "white", "open": true}))]
pub struct SeekTerms {
    /// The rule set: english, italian, brazilian or international.
    pub variant: String,
    /// Minutes for each side, 1 to 180.
    #[serde(default)]
    pub minutes: Option<u32>,
    /// Seconds added for each move, up to 60.
    #[serde(default)]
    pub increment: u32,
    /// Instead of minutes: days for each move, 1 to 14.
    #[serde(default)]
    pub days: Option<u32>,
    /// The seeker's colour; drawn at random if absent.
    #[serde(default)]
    pub colour: Option<wire::WireSide>,
    /// Whether the seek is listed in the lobby; if not, only people with the link can accept it.
    #[serde(default)]
    pub open: bool,
}

/// A seek that anybody may accept.
#[derive(Serialize, Deserialize, Clone, Debug, utoipa::ToSchema)]
pub struct OpenSeek {
    /// The seek's id.
    pub id: String,
    /// The seeker's name, if they gave one.
    pub name: Option<String>,
    /// What is wanted.
    #[serde(flatten)]
    pub terms: SeekTerms,
}
