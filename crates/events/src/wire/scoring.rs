//! What results are worth, serialised.

use serde::{Deserialize, Serialize};

use super::BadTournamentWire;
use crate::points::Points;
use crate::scoring::{EdgeWorth, MOST_EDGES, MicroMatchCount, Scoring};

/// What results are worth, as decimal numbers.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Scoring))]
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct WireScoring {
    /// A win.
    pub win: String,
    /// A draw.
    pub draw: String,
    /// A loss.
    pub loss: String,
    /// The bye of an odd field.
    pub bye: String,
    /// A win because the opponent did not appear; a win if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forfeit_win: Option<String>,
    /// A loss because the player did not appear; nothing if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forfeit_loss: Option<String>,
    /// A full-point bye; a win if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub full_bye: Option<String>,
    /// A half-point bye; a draw if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub half_bye: Option<String>,
    /// A round without a game or a bye; nothing if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zero_bye: Option<String>,
    /// What drawn games are worth that favour a player, at most two degrees: `white-edge` and `white-slight-edge` as results.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub edges: Vec<WireEdgeWorth>,
    /// Whether a micro-match counts as one game; otherwise each of its games counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub matches: Option<WireMatchCount>,
}

/// What a drawn game is worth that favours a player: three pieces more at Delft, or a match decided by its rapid game.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = EdgeWorth))]
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct WireEdgeWorth {
    /// Points of the player it favours.
    pub favoured: String,
    /// Points of the other.
    pub other: String,
}

/// How the games of a micro-match are counted.
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = MatchCount))]
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum WireMatchCount {
    /// Together, as one game.
    Whole,
}

impl WireScoring {
    pub(super) fn read(&self) -> Result<Scoring, BadTournamentWire> {
        let points =
            |text: &str| text.parse::<Points>().map_err(|_| BadTournamentWire::Points(text.to_owned()));
        let scoring = Scoring::of(points(&self.win)?, points(&self.draw)?, points(&self.loss)?);
        if scoring.win <= scoring.draw || scoring.draw < scoring.loss {
            return Err(BadTournamentWire::Scoring);
        }
        if self.edges.len() > MOST_EDGES {
            return Err(BadTournamentWire::Edges);
        }
        let mut edges = [None; MOST_EDGES];
        for (edge, wire) in edges.iter_mut().zip(&self.edges) {
            let worth = EdgeWorth { favoured: points(&wire.favoured)?, other: points(&wire.other)? };
            if worth.favoured > scoring.win || worth.favoured <= worth.other || worth.other < scoring.loss {
                return Err(BadTournamentWire::Edges);
            }
            *edge = Some(worth);
        }
        let match_count = match self.matches {
            None => MicroMatchCount::Games,
            Some(WireMatchCount::Whole) => MicroMatchCount::Whole,
        };
        let other = |text: &Option<String>, usual: Points| text.as_deref().map_or(Ok(usual), points);
        Ok(Scoring {
            pairing_bye: points(&self.bye)?,
            forfeit_win: other(&self.forfeit_win, scoring.forfeit_win)?,
            forfeit_loss: other(&self.forfeit_loss, scoring.forfeit_loss)?,
            full_bye: other(&self.full_bye, scoring.full_bye)?,
            half_bye: other(&self.half_bye, scoring.half_bye)?,
            zero_bye: other(&self.zero_bye, scoring.zero_bye)?,
            edges,
            match_count,
            ..scoring
        })
    }
}

impl From<&Scoring> for WireScoring {
    fn from(scoring: &Scoring) -> Self {
        let usual = Scoring::of(scoring.win, scoring.draw, scoring.loss);
        let other = |points: Points, usual: Points| (points != usual).then(|| points.to_string());
        Self {
            forfeit_win: other(scoring.forfeit_win, usual.forfeit_win),
            forfeit_loss: other(scoring.forfeit_loss, usual.forfeit_loss),
            full_bye: other(scoring.full_bye, usual.full_bye),
            half_bye: other(scoring.half_bye, usual.half_bye),
            zero_bye: other(scoring.zero_bye, usual.zero_bye),
            win: scoring.win.to_string(),
            draw: scoring.draw.to_string(),
            loss: scoring.loss.to_string(),
            bye: scoring.pairing_bye.to_string(),
            edges: scoring.edges.iter().flatten().map(WireEdgeWorth::from).collect(),
            matches: match scoring.match_count {
                MicroMatchCount::Games => None,
                MicroMatchCount::Whole => Some(WireMatchCount::Whole),
            },
        }
    }
}

impl From<&EdgeWorth> for WireEdgeWorth {
    fn from(worth: &EdgeWorth) -> Self {
        Self { favoured: worth.favoured.to_string(), other: worth.other.to_string() }
    }
}
