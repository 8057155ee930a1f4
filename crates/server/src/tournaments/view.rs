//! A tournament as clients see it.

mod appointment;
mod arena;
mod teams;

use damiera_events::tournament::{
    BoardResult, BoardRuling, BoardState, RoundStage, RoundState, TournamentCharter,
};
use damiera_events::wire::{WireArbiterRuling, WireBoardResult, WireStandings, WireTournamentCharter};
use damiera_events::{Points, Scoring};
use damiera_game::wire::WireSide;
use damiera_game::{Lang, Moment};
use damiera_notation::openings::{self, Opening, OpeningDeck};
use serde::Serialize;

use super::{LiveTournament, TournamentAccess, TournamentState};

pub(crate) use appointment::AppointmentBody;
pub(crate) use arena::ArenaBody;
use teams::match_headings;

/// A tournament as it stands, as far as the reader may see it.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = Tournament)]
pub(crate) struct TournamentBody {
    pub(crate) id: String,
    pub(crate) charter: WireTournamentCharter,
    /// How many entries the log has: what a command says it has seen.
    pub(crate) entries: usize,
    /// `organiser`, `arbiter` or `player`; none for the public.
    pub(crate) role: Option<&'static str>,
    /// The reader's own number, if they are a player.
    pub(crate) number: Option<u16>,
    /// Whether every planned round has been closed.
    pub(crate) over: bool,
    pub(crate) players: Vec<PlayerBody>,
    /// The rounds that have been paired; drafts are for officials only.
    pub(crate) rounds: Vec<RoundBody>,
    /// Players who must not meet, for officials only.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) kept_apart: Vec<KeptApartBody>,
    /// How an arena stands; none for other events.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) arena: Option<ArenaBody>,
    pub(crate) standings: WireStandings,
}

/// Players who must not meet in some rounds.
#[derive(Serialize, utoipa::ToSchema, Clone)]
#[serde(rename_all = "kebab-case")]
#[schema(as = KeptApart)]
pub(crate) struct KeptApartBody {
    pub(crate) numbers: Vec<u16>,
    /// The first round.
    pub(crate) from: usize,
    /// The last round.
    pub(crate) to: usize,
}

impl KeptApartBody {
    /// The numbers as a form sends them.
    pub(crate) fn listed(&self) -> String {
        self.numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    }
}

/// A player.
#[derive(Serialize, utoipa::ToSchema, Clone)]
#[serde(rename_all = "kebab-case")]
#[schema(as = TournamentPlayer)]
pub(crate) struct PlayerBody {
    pub(crate) number: u16,
    pub(crate) name: String,
    pub(crate) rating: Option<u16>,
    pub(crate) federation: String,
    pub(crate) withdrawn: bool,
    /// Whether the player is not paired in an arena until they ask for it.
    pub(crate) paused: bool,
    /// The colour that the organiser has fixed.
    pub(crate) colour: Option<WireSide>,
    /// Points, as a decimal number.
    pub(crate) points: String,
}

impl PlayerBody {
    /// Whether the organiser has fixed this colour.
    pub(crate) fn always(&self, side: WireSide) -> bool {
        self.colour == Some(side)
    }
}

/// A round.
#[derive(Serialize, utoipa::ToSchema, Clone)]
#[serde(rename_all = "kebab-case")]
#[schema(as = TournamentRound)]
pub(crate) struct RoundBody {
    pub(crate) number: usize,
    /// `draft`, `checked`, `published`, `playing` or `closed`.
    pub(crate) stage: &'static str,
    pub(crate) boards: Vec<BoardBody>,
    /// Who is free.
    pub(crate) bye: Vec<u16>,
}

/// A board of a round.
#[derive(Serialize, utoipa::ToSchema, Clone)]
#[serde(rename_all = "kebab-case")]
#[schema(as = TournamentBoard)]
pub(crate) struct BoardBody {
    pub(crate) board: usize,
    /// What the board is called: its number, or table and game of a micro-match, such as `2.1`.
    pub(crate) label: String,
    /// The table; both games of a micro-match are played at one.
    pub(crate) table: usize,
    /// The round of the crosstable in which the game stands: that of the board, unless all rounds are played at once.
    pub(crate) round: usize,
    pub(crate) white: u16,
    pub(crate) black: u16,
    /// The opening drawn.
    pub(crate) opening: Option<OpeningBody>,
    /// What White and Black have entered while no result holds.
    pub(crate) claims: [Option<WireBoardResult>; 2],
    pub(crate) result: Option<WireBoardResult>,
    /// The points of the result, such as `2–0`; empty without a result.
    pub(crate) score: String,
    /// The game of this board on this server.
    pub(crate) game: Option<String>,
    /// What officials did in that game, oldest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) rulings: Vec<BoardRulingBody>,
    /// When the pairing is played, at its first board, if the players arrange that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) appointment: Option<AppointmentBody>,
    /// For pages: the teams whose match begins with this board, and what they have made, where teams are paired.
    #[serde(skip)]
    #[schema(ignore)]
    pub(crate) team_match: Option<String>,
}

/// What an official did in the game of a board.
#[derive(Serialize, utoipa::ToSchema, Clone)]
#[serde(rename_all = "kebab-case")]
#[schema(as = BoardRuling)]
pub(crate) struct BoardRulingBody {
    /// The official's name.
    pub(crate) by: String,
    /// When, in milliseconds since 1970.
    pub(crate) at: u64,
    pub(crate) ruling: WireArbiterRuling,
}

impl From<&BoardRuling> for BoardRulingBody {
    fn from(ruling: &BoardRuling) -> Self {
        Self { by: ruling.by.clone(), at: ruling.at.0, ruling: ruling.ruling.into() }
    }
}

/// An opening that was drawn.
#[derive(Serialize, utoipa::ToSchema, Clone)]
#[serde(rename_all = "kebab-case")]
#[schema(as = DrawnOpening)]
pub(crate) struct OpeningBody {
    /// Its number in the deck, from 1.
    pub(crate) number: usize,
    /// Its moves; empty if it is a position.
    pub(crate) moves: Vec<String>,
    /// Its position as FEN; none if it is given by its moves.
    pub(crate) fen: Option<String>,
}

/// A number of points without a useless tenth.
pub(crate) fn plain(points: Points) -> String {
    let text = points.to_string();
    text.strip_suffix(".0").unwrap_or(&text).to_owned()
}

/// A result in points, such as `2–0`; forfeits are marked.
pub(crate) fn score(scoring: &Scoring, result: BoardResult) -> String {
    result.score(scoring, Lang::English)
}

/// The deck of a tournament's openings.
pub(crate) fn deck_of(charter: &TournamentCharter) -> Option<&'static OpeningDeck> {
    let terms = charter.openings.as_ref()?;
    openings::decks_of(charter.variant).find(|deck| deck.name == terms.deck)
}

/// The name of a stage.
const fn stage_name(stage: RoundStage) -> &'static str {
    match stage {
        RoundStage::Draft => "draft",
        RoundStage::Checked => "checked",
        RoundStage::Published => "published",
        RoundStage::Playing => "playing",
        RoundStage::Closed => "closed",
    }
}

/// The openings of every round, board by board.
fn drawn(live: &LiveTournament, state: &TournamentState) -> Vec<Vec<OpeningBody>> {
    let (Some(terms), Some(deck)) = (&live.charter.openings, deck_of(&live.charter)) else {
        return Vec::new();
    };
    let body = |index: usize| {
        let opening = deck.openings().get(index)?;
        Some(match opening {
            Opening::Moves(moves) => OpeningBody { number: index + 1, moves: moves.clone(), fen: None },
            Opening::Position(fen) => {
                OpeningBody { number: index + 1, moves: Vec::new(), fen: Some(fen.clone()) }
            }
        })
    };
    let rounds = state.tournament.openings(terms, deck.openings().len()).unwrap_or_default();
    rounds.into_iter().map(|round| round.into_iter().filter_map(body).collect()).collect()
}

impl LiveTournament {
    /// The opening drawn for a board of the last round.
    pub(super) fn opening(&self, state: &TournamentState, board: usize) -> Option<OpeningBody> {
        drawn(self, state).pop()?.into_iter().nth(board.checked_sub(1)?)
    }
}

impl TournamentBody {
    /// What somebody with this access sees.
    pub(super) fn new(
        live: &LiveTournament,
        state: &TournamentState,
        access: &TournamentAccess,
        standings: WireStandings,
    ) -> Self {
        let (tournament, charter) = (&state.tournament, &live.charter);
        let table = tournament.table();
        let after = table.paired_rounds() + 1;
        let players = table.entrants.iter().map(|entrant| PlayerBody {
            number: entrant.number,
            name: entrant.name.clone(),
            rating: entrant.rating,
            federation: entrant.federation.clone(),
            withdrawn: tournament.is_withdrawn(entrant.number),
            paused: tournament.is_paused(entrant.number),
            colour: table.fixed_sides.iter().find(|f| f.number == entrant.number).map(|f| f.side.into()),
            points: plain(table.score_before(entrant, after)),
        });
        let openings = drawn(live, state);
        let rounds = (1..).zip(tournament.rounds()).map(|(number, round)| {
            let openings = openings.get(number - 1).map_or(&[][..], Vec::as_slice);
            let scoring = &charter.settings.scoring;
            let mut body = round_body(number, round, openings, (scoring, live.now()));
            for (first, heading) in match_headings(table, scoring, &round.boards) {
                body.boards[first].team_match = Some(heading);
            }
            body
        });
        let drafts = access.is_official();
        let kept_apart = table.forbidden.iter().filter(|_| drafts).map(|group| KeptApartBody {
            numbers: group.numbers.clone(),
            from: *group.rounds.start(),
            to: *group.rounds.end(),
        });
        Self {
            id: live.id.clone(),
            charter: charter.into(),
            entries: tournament.entries(),
            role: access.role().map(crate::store::TournamentRole::name),
            number: access.number(),
            over: tournament.is_over(),
            players: players.collect(),
            rounds: rounds.filter(|round| drafts || !matches!(round.stage, "draft" | "checked")).collect(),
            kept_apart: kept_apart.collect(),
            arena: ArenaBody::new(live, state, access.number()),
            standings,
        }
    }

    /// The name of a player.
    pub(crate) fn name(&self, number: &u16) -> &str {
        self.player(*number).map_or("", |player| player.name.as_str())
    }

    /// A player.
    pub(crate) fn player(&self, number: u16) -> Option<&PlayerBody> {
        self.players.iter().find(|player| player.number == number)
    }

    /// Whether games between accounts count for their online ratings.
    pub(crate) fn is_rated(&self) -> bool {
        self.charter.online.is_some_and(|online| online.rated)
    }

    /// How many rounds have all their results.
    pub(crate) fn closed_rounds(&self) -> usize {
        self.rounds.iter().filter(|round| round.stage == stage_name(RoundStage::Closed)).count()
    }

    /// The round whose results count already, although it is not closed.
    pub(crate) fn open_round(&self) -> Option<usize> {
        let counts = [RoundStage::Published, RoundStage::Playing].map(stage_name);
        self.rounds.last().filter(|round| counts.contains(&round.stage)).map(|round| round.number)
    }

    /// Whether the reader is an official.
    pub(crate) fn is_official(&self) -> bool {
        matches!(self.role, Some("organiser" | "arbiter"))
    }
}

fn round_body(
    number: usize,
    round: &RoundState,
    openings: &[OpeningBody],
    (scoring, now): (&Scoring, Moment),
) -> RoundBody {
    let board = |(index, board): (usize, &BoardState)| BoardBody {
        board: index + 1,
        label: round.match_length.label(index + 1),
        table: round.match_length.table_of(index + 1),
        round: board.table_round,
        white: board.pair.white,
        black: board.pair.black,
        opening: openings.get(index).cloned(),
        claims: board.claims.map(|claim| claim.map(WireBoardResult::from)),
        result: board.result.map(WireBoardResult::from),
        score: board.result.map(|result| score(scoring, result)).unwrap_or_default(),
        game: board.game.clone(),
        rulings: board.rulings.iter().map(BoardRulingBody::from).collect(),
        appointment: board.appointment.as_ref().map(|dates| AppointmentBody::new(dates, now)),
        team_match: None,
    };
    RoundBody {
        number,
        stage: stage_name(round.stage),
        boards: round.boards.iter().enumerate().map(board).collect(),
        bye: round.bye.clone(),
    }
}

impl RoundBody {
    /// The first games of the pairings.
    pub(crate) fn first_games(&self) -> impl Iterator<Item = &BoardBody> {
        let is_first = |index: usize| index == 0 || self.boards[index - 1].table != self.boards[index].table;
        self.boards.iter().enumerate().filter(move |(index, _)| is_first(*index)).map(|(_, board)| board)
    }

    /// The results at a table, such as `2–0 1–1`, seen by who has White in the first game.
    pub(crate) fn scores(&self, table: &usize) -> String {
        let mut first = None;
        let mut scores = Vec::new();
        for board in self.boards.iter().filter(|board| board.table == *table) {
            let same_side = *first.get_or_insert(board.white) == board.white;
            scores.push(match board.score.split_once('–') {
                Some((white, black)) if !same_side => format!("{black}–{white}"),
                _ => board.score.clone(),
            });
        }
        scores.join(" ").trim().to_owned()
    }
}

impl BoardBody {
    /// White's and Black's numbers.
    pub(crate) fn numbers(&self) -> [u16; 2] {
        [self.white, self.black]
    }

    /// What the players have arranged, while there is neither a game nor a result.
    pub(crate) fn unplayed(&self) -> Option<&AppointmentBody> {
        self.appointment.as_ref().filter(|_| self.game.is_none() && self.result.is_none())
    }

    /// Whether the two players entered different results.
    pub(crate) fn is_disputed(&self) -> bool {
        self.result.is_none() && matches!(self.claims, [Some(white), Some(black)] if white != black)
    }

    /// Whether one of them has entered a result.
    pub(crate) fn is_claimed(&self) -> bool {
        self.result.is_none() && self.claims.iter().any(Option::is_some)
    }
}
