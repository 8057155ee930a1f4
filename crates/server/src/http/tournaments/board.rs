//! A board of the hall: what players see after scanning its code, and the arbiter's table.

use askama::Template;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Redirect, Response};
use damiera_events::tournament::TournamentAsk;
use damiera_game::{Profile, StartPosition, Terms};
use damiera_messages::Seats;

use super::super::Shared;
use super::super::error::ApiError;
use super::super::guard::{ClientAddress, ReadPermit};
use super::super::identity::{Caller, Visitor};
use super::super::lang::Reader;
use super::super::pages::{Page, nothing_here};
use super::board_rows::{ResultChoice, claims, results};
use super::{made, open};
use crate::random::secret_token;
use crate::rate_limit::{LimitedAction, RateKey};
use crate::rooms::RoomError;
use crate::store::Holders;
use crate::tournaments::{BoardBody, CommandOrigin, RoundBody, TournamentBody, TournamentError};

#[derive(Template)]
#[template(path = "event-board.html")]
struct BoardPage {
    page: Page,
    body: TournamentBody,
    number: usize,
    code: String,
    round: Option<RoundBody>,
    board: Option<BoardBody>,
    /// Where the phone's own player sits in this round, if not here.
    elsewhere: Option<usize>,
    /// Results over the board, from White's point of view.
    results: Vec<ResultChoice>,
    diagram: Option<String>,
}

impl BoardPage {
    /// Whether the phone belongs to one of the two players.
    fn is_mine(&self) -> bool {
        let own = self.body.number;
        self.board.as_ref().is_some_and(|board| own == Some(board.white) || own == Some(board.black))
    }

    /// What the phone's player has entered.
    fn own_claim(&self) -> Option<String> {
        let board = self.board.as_ref()?;
        let seat = usize::from(self.body.number == Some(board.black));
        let claim = board.claims[seat].filter(|_| self.is_mine())?;
        let name = serde_json::to_value(claim).ok()?;
        self.results.iter().find(|(value, _)| name == *value).map(|(_, text)| text.clone())
    }

    /// Whether the phone's player has entered this result.
    fn has_claimed(&self, value: &str) -> bool {
        self.own_claim()
            .is_some_and(|claim| self.results.iter().any(|(name, text)| *name == value && *text == claim))
    }

    /// What each player has entered.
    fn claims(&self) -> Vec<(String, String)> {
        self.board.as_ref().map_or_else(Vec::new, |board| claims(&self.body, board, &self.results))
    }

    /// The name of the opponent of the phone's player.
    fn opponent(&self) -> String {
        let Some(board) = &self.board else { return String::new() };
        let opponent = if self.body.number == Some(board.white) { board.black } else { board.white };
        self.body.name(&opponent).to_owned()
    }
}

/// The address of a picture of the position after an opening.
pub(super) fn diagram(variant: &str, board: &BoardBody) -> Option<String> {
    let opening = board.opening.as_ref()?;
    Some(match &opening.fen {
        Some(fen) => format!("/api/diagram.svg?game={variant}&fen={fen}"),
        None => format!("/api/diagram.svg?game={variant}&moves={}", opening.moves.join("+")),
    })
}

pub(super) async fn page(
    ReadPermit(client): ReadPermit,
    State(app): State<Shared>,
    Path((id, number, code)): Path<(String, usize, String)>,
    Reader(lang): Reader,
    Caller(credentials): Caller,
) -> Result<Response, ApiError> {
    let (live, access) = open(&app, &id, &credentials).await?;
    if live.board_code(number) != code {
        return Ok(nothing_here(Reader(lang)).await);
    }
    let mut body = live.body(&live.state(), &access, &client).await?;
    // A draft is nobody's business at the board.
    body.rounds.retain(|round| !matches!(round.stage, "draft" | "checked"));
    let round = body.rounds.last().cloned();
    let boards = round.as_ref().map_or(&[][..], |round| &round.boards);
    // The second game of a micro-match follows the first.
    let at_table = || boards.iter().filter(|board| board.table == number);
    let board = at_table().find(|board| board.result.is_none()).or_else(|| at_table().next_back()).cloned();
    let own = body.number.and_then(|own| boards.iter().find(|b| b.white == own || b.black == own));
    let elsewhere = own.map(|board| board.table).filter(|own| *own != number);
    let diagram = board.as_ref().and_then(|board| diagram(&body.charter.variant, board));
    let page = Page { lang };
    let [results, _] = results(&page, &live.charter);
    let page = BoardPage { page, body, number, code, round, board, elsewhere, results, diagram };
    made(&app, &client, move || page).await
}

/// Opens the arbiter's table of a board, with the opening that was drawn, or goes to it.
pub(super) async fn open_table(
    State(app): State<Shared>,
    Path((id, number)): Path<(String, usize)>,
    ClientAddress(address): ClientAddress,
    visitor: Visitor,
) -> Result<Response, ApiError> {
    app.rate_limiter.allow(LimitedAction::CreateGame, address, visitor.credentials().account)?;
    let (live, access) = open(&app, &id, visitor.credentials()).await?;
    let (actor, client) = (access.official()?, RateKey::from(address));
    let body = live.body(&live.state(), &access, &client).await?;
    let boards = body.rounds.last().map_or(&[][..], |round| &round.boards);
    let board = boards.iter().find(|board| board.board == number).ok_or(TournamentError::Unknown)?;
    if let Some(game) = &board.game {
        return Ok(Redirect::to(&format!("/game/{game}?event={id}&board={number}")).into_response());
    }
    let mut terms = Terms::new(live.charter.variant, Profile::TABLE);
    if let Some(opening) = &board.opening {
        terms.opening.clone_from(&opening.moves);
        if let Some(fen) = &opening.fen {
            terms.start = StartPosition::Set(fen.parse().map_err(RoomError::invalid)?);
        }
    }
    let holders = Holders::both(visitor.holder(&secret_token()?, None));
    let room = app.rooms.create(terms, Seats::PEOPLE, holders, None, client.clone()).await?;
    let game = room.id().to_string();
    let origin = CommandOrigin { id: None, seen: None, round: None, client: &client };
    live.command(actor, TournamentAsk::OpenGame { board: number, game }, origin).await?;
    // If another arbiter was quicker, theirs is the table.
    let state = live.state();
    let boards = state.tournament.rounds().last().map_or(&[][..], |round| &round.boards);
    let opened = number.checked_sub(1).and_then(|index| boards.get(index)?.game.clone());
    let game = opened.ok_or(TournamentError::Unknown)?;
    Ok((visitor, Redirect::to(&format!("/game/{game}?event={id}&board={number}"))).into_response())
}
