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
    /// Instead of minutes or days for each move: days for the whole game, 1 to 180.
    #[serde(default)]
    pub total_days: Option<u32>,
    /// In a game with days: the days of vacation that each player may take in all, up to 60.
    #[serde(default)]
    pub vacation_days: u32,
    /// Which side several people hold, and how they decide.
    #[serde(default)]
    pub consultation: Option<SeekConsultation>,
    /// Odds that one of the players gives.
    #[serde(default)]
    pub odds: Option<SeekOdds>,
    /// Who plays without sight of the board, and on which terms.
    #[serde(default)]
    pub blindfold: Option<SeekBlindfold>,
    /// The seeker's colour; drawn at random if absent.
    #[serde(default)]
    pub colour: Option<wire::WireSide>,
    /// Whether the result changes the players' ratings. Both players need an account, and the terms must be equal.
    #[serde(default)]
    pub rated: bool,
    /// In a rated game: the ratings that the opponent may have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating_range: Option<RatingRange>,
    /// Whether the seek is listed in the lobby; if not, only people with the link can accept it.
    #[serde(default)]
    pub open: bool,
}

/// The ratings that the opponent in a rated game may have, for this game and pace: from and to, or around that of the seeker.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug, Default, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schema(example = json!({"from": 1400, "to": 1700}))]
pub struct RatingRange {
    /// The lowest rating.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<u32>,
    /// The highest rating.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<u32>,
    /// Instead: how far from the seeker's own rating, 25 to 1000. An open seek has the range that follows from it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within: Option<u32>,
}

impl RatingRange {
    /// Whether somebody with this rating may accept.
    #[must_use]
    pub fn contains(&self, rating: u32) -> bool {
        self.from.is_none_or(|from| rating >= from) && self.to.is_none_or(|to| rating <= to)
    }
}

impl std::fmt::Display for RatingRange {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.from, self.to) {
            (Some(from), Some(to)) => write!(f, "{from}–{to}"),
            (Some(from), None) => write!(f, "≥ {from}"),
            (None, Some(to)) => write!(f, "≤ {to}"),
            (None, None) => Ok(()),
        }
    }
}

/// A seek that anybody may accept.
#[derive(Serialize, Deserialize, Clone, Debug, utoipa::ToSchema)]
pub struct OpenSeek {
    /// The seek's id.
    pub id: String,
    /// The seeker's name, if they gave one.
    pub name: Option<String>,
    /// Whether the name is that of an account, which has a profile.
    #[serde(default)]
    pub profile: bool,
    /// The seeker's rating for this game and pace, if the game is rated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<OnlineRating>,
    /// What is wanted.
    #[serde(flatten)]
    pub terms: SeekTerms,
}

/// Odds that one of the players gives: men (FID-IT 15.1.9), time (15.1.10), the first move, moves made beforehand.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schema(as = Odds, example = json!({"by": "seeker", "men": 1, "minutes": 5}))]
pub struct SeekOdds {
    /// Who gives them.
    pub by: OddsGiver,
    /// The men that the giver does without, up to 6, by their squares as if the giver had White: with Black, the board is turned.
    #[serde(default)]
    pub squares: Vec<u8>,
    /// Instead of squares: how many men, from the middle of the giver's first row.
    #[serde(default)]
    pub men: u8,
    /// Whether the other player makes the first move, whatever the colours.
    #[serde(default)]
    pub first_move: bool,
    /// Quiet moves that men of the other player have made before the game begins, up to 3, as if that player had White:
    /// with Black, the board is turned.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<[u8; 2]>,
    /// The giver's minutes, fewer than those of the other player.
    #[serde(default)]
    pub minutes: Option<u32>,
}

/// Who gives odds.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum OddsGiver {
    /// Whoever opened the seek.
    Seeker,
    /// Whoever accepts it.
    Opponent,
}

/// Who plays without sight of the board (FID-IT 15.1.4, 15.1.6), and on which terms (15.2).
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schema(as = SeekBlindfold, example = json!({"who": "both", "terms": {"move-list": "all", "tries": 5}}))]
pub struct SeekBlindfold {
    /// Who does.
    pub who: BlindfoldPlayers,
    /// The terms; what is absent has its default.
    #[serde(default)]
    pub terms: wire::WireBlindfoldTerms,
}

/// Who plays without sight of the board.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum BlindfoldPlayers {
    /// Whoever opened the seek.
    Seeker,
    /// Whoever accepts it.
    Opponent,
    /// Both.
    Both,
}

/// Which side several people hold (FID-IT 15.2), and how they decide on a move.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schema(example = json!({"who": "both", "decide": "majority", "minutes": 10}))]
pub struct SeekConsultation {
    /// Whose side.
    pub who: ConsultingSides,
    /// How they decide; a captain if absent.
    #[serde(default = "by_captain")]
    pub decide: wire::WireDecisionRule,
    /// Minutes to vote, 1 to 10080, where the majority decides; 10 if absent. A captain needs none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub minutes: Option<u32>,
}

impl SeekConsultation {
    /// Minutes to vote if a seek names none.
    pub const DEFAULT_MINUTES: u32 = 10;
}

const fn by_captain() -> wire::WireDecisionRule {
    wire::WireDecisionRule::Captain
}

/// Whose side several people hold.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ConsultingSides {
    /// That of whoever opened the seek.
    Seeker,
    /// That of whoever accepts it.
    Opponent,
    /// Both.
    Both,
}

/// A rating in online play: our own Glicko-2 scale, on which everybody begins with 1500.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug, utoipa::ToSchema)]
pub struct OnlineRating {
    /// The rating.
    pub rating: u32,
    /// Whether there are too few recent games to trust it.
    pub provisional: bool,
}
