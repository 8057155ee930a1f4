//! An exhibition as clients see it.

use damiera_game::wire::{WireClockFace, WireGameEnding, WireSide};
use damiera_game::{GameOutcome, Lang, Moment, RuleSet};
use damiera_rules::Side;
use serde::Serialize;

use super::live::{BoardGame, ExhibitionRole, ExhibitionState, LiveExhibition, last_move};
use super::terms::WireExhibitionTerms;
use crate::store::{Credentials, Holder};
use crate::texts;

/// An exhibition as it stands, as far as the reader may see it.
#[derive(Serialize, Clone, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = Exhibition)]
pub(crate) struct ExhibitionBody {
    pub(crate) id: String,
    pub(crate) terms: WireExhibitionTerms,
    /// `open`, `filling` (games are played and boards can be taken), `playing`, `over` or `cancelled`.
    pub(crate) stage: &'static str,
    /// When it was announced, in milliseconds since 1970.
    pub(crate) at: u64,
    /// The instant of the clocks.
    pub(crate) now: u64,
    /// The host's name; empty if they gave none.
    pub(crate) host: String,
    /// `host` or `player`; none for spectators.
    pub(crate) role: Option<&'static str>,
    /// The reader's board, if they are a player.
    pub(crate) own_board: Option<u16>,
    pub(crate) score: ExhibitionScore,
    pub(crate) boards: Vec<ExhibitionBoardBody>,
}

/// How the games stand, from the host's side.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug, Default, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct ExhibitionScore {
    /// Games that the host has won.
    pub(crate) won: usize,
    pub(crate) drawn: usize,
    pub(crate) lost: usize,
    /// Games that ended without a result.
    pub(crate) void: usize,
    /// Games that are being played.
    pub(crate) playing: usize,
    /// Those of them in which it is the host's turn.
    pub(crate) waiting: usize,
}

/// A board of an exhibition.
#[derive(Serialize, Clone, PartialEq, Eq, Debug, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = ExhibitionBoard)]
pub(crate) struct ExhibitionBoardBody {
    /// Its number, from 1.
    pub(crate) board: u16,
    pub(crate) variant: &'static str,
    /// The host's colour.
    pub(crate) host: WireSide,
    /// `free`, `taken`, `host` (it is the host's turn), `player` (it is the player's turn) or `over`.
    pub(crate) state: &'static str,
    /// The player's name; empty if there is no player, or one without a name.
    pub(crate) player: String,
    /// The game's id, once it has been created.
    pub(crate) game: Option<String>,
    /// The position; none before the game, and while it is kept from the reader because the host plays blindfold.
    pub(crate) fen: Option<String>,
    /// Half-moves so far.
    pub(crate) plies: usize,
    /// The last move.
    pub(crate) last: Option<String>,
    /// White's and Black's clocks.
    pub(crate) clocks: [Option<WireClockFace>; 2],
    /// The side that offers a draw.
    pub(crate) offer: Option<WireSide>,
    /// `host`, `player` or `draw`; `none` if the game ended without a result.
    pub(crate) outcome: Option<&'static str>,
    /// How the game ended.
    pub(crate) end: Option<WireGameEnding>,
}

impl ExhibitionBody {
    /// The board of the reader's game, if they play.
    pub(crate) fn own(&self) -> Option<&ExhibitionBoardBody> {
        let own = self.own_board?;
        self.boards.iter().find(|board| board.board == own)
    }

    pub(crate) fn is_host(&self) -> bool {
        self.role == Some("host")
    }

    /// Boards that somebody has taken.
    pub(crate) fn taken(&self) -> usize {
        self.boards.iter().filter(|board| board.is_taken()).count()
    }

    /// Whether boards can be taken.
    pub(crate) fn admits_players(&self) -> bool {
        matches!(self.stage, "open" | "filling") && self.taken() < self.boards.len()
    }

    /// Whether games are played.
    pub(crate) fn is_running(&self) -> bool {
        matches!(self.stage, "filling" | "playing")
    }
}

impl ExhibitionBoardBody {
    pub(crate) fn is_taken(&self) -> bool {
        self.state != "free"
    }

    /// The player's colour.
    pub(crate) fn player_side(&self) -> WireSide {
        (!Side::from(self.host)).into()
    }
}

/// A name as it is shown.
fn name(holder: &Holder, lang: Lang) -> String {
    let deleted = || holder.is_deleted().then(|| texts::text(lang, "deleted-player"));
    holder.name.clone().or_else(deleted).unwrap_or_default()
}

impl LiveExhibition {
    /// The exhibition as somebody with these credentials sees it.
    pub(crate) fn body(
        &self,
        state: &ExhibitionState,
        credentials: &Credentials,
        lang: Lang,
        at: Moment,
    ) -> ExhibitionBody {
        let role = state.role(credentials);
        let numbers = 1..=self.terms.boards().len() as u16;
        let boards: Vec<_> =
            numbers.filter_map(|number| self.board(state, number, credentials, lang, at)).collect();
        ExhibitionBody {
            id: self.id.clone(),
            terms: self.terms.wire().clone(),
            stage: state.stored.stage.name(),
            at: state.stored.at,
            now: at.0,
            host: name(&state.stored.host, lang),
            role: match role {
                ExhibitionRole::Host => Some("host"),
                ExhibitionRole::Player(_) => Some("player"),
                ExhibitionRole::Spectator => None,
            },
            own_board: match role {
                ExhibitionRole::Player(board) => Some(board),
                ExhibitionRole::Host | ExhibitionRole::Spectator => None,
            },
            score: ExhibitionScore::of(&boards),
            boards,
        }
    }

    /// A board as somebody with these credentials sees it.
    pub(crate) fn board(
        &self,
        state: &ExhibitionState,
        number: u16,
        credentials: &Credentials,
        lang: Lang,
        at: Moment,
    ) -> Option<ExhibitionBoardBody> {
        let plan = self.terms.board(number)?;
        let taken = state.taken(number);
        let mut body = ExhibitionBoardBody {
            board: number,
            variant: plan.variant.name(),
            host: plan.host(),
            state: if taken.is_some() { "taken" } else { "free" },
            player: taken.map(|taken| name(&taken.holder, lang)).unwrap_or_default(),
            game: taken.and_then(|taken| taken.game.clone()),
            fen: None,
            plies: 0,
            last: None,
            clocks: [None, None],
            offer: None,
            outcome: None,
            end: None,
        };
        match state.games.get(&number) {
            None => {}
            Some(BoardGame::Running { room, game }) => {
                body.state = if game.turn() == plan.host { "host" } else { "player" };
                // The last move is announced to everybody; the board is not, while the host plays blindfold.
                body.fen = (!room.access(credentials).conceals(game)).then(|| game.fen());
                body.plies = game.plies().len();
                body.last = last_move(game);
                body.clocks = room.clocks(game, at);
                body.offer = game.offer().map(WireSide::from);
            }
            Some(BoardGame::Ended(ended)) => {
                body.state = "over";
                body.fen = Some(ended.fen.clone());
                body.plies = ended.plies;
                body.last.clone_from(&ended.last);
                body.outcome = Some(match ended.ending.outcome {
                    GameOutcome::Win(side) if side == plan.host => "host",
                    GameOutcome::Win(_) => "player",
                    GameOutcome::Draw => "draw",
                    GameOutcome::BothLose | GameOutcome::Void => "none",
                });
                body.end = Some(WireGameEnding::new(&ended.ending, &RuleSet::of(plan.variant), lang));
            }
        }
        Some(body)
    }
}

impl ExhibitionScore {
    fn of(boards: &[ExhibitionBoardBody]) -> Self {
        let mut score = Self::default();
        for board in boards {
            match (board.outcome, board.state) {
                (Some("host"), _) => score.won += 1,
                (Some("player"), _) => score.lost += 1,
                (Some("draw"), _) => score.drawn += 1,
                (Some(_), _) => score.void += 1,
                (None, "host") => {
                    score.playing += 1;
                    score.waiting += 1;
                }
                (None, "player") => score.playing += 1,
                (None, _) => {}
            }
        }
        score
    }
}
