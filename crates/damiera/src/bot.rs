//! `damiera bot`: plays online with the engine, through the public API.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use damiera_client::{ApiClient, ApiConnection, ApiResponse, ClientError, ServerUrl, TrustedCertificates};
use damiera_engine::Level;
use damiera_game::{Event, Game, Moment, Terms, wire};
use damiera_messages::ServerMessage;
use damiera_play::{Opponents, TableRegistry, time_left};
use damiera_rules::Variant;
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::folders;
use crate::values;

/// How long to wait before asking for seeks or connecting again.
const RETRY_DELAY: Duration = Duration::from_secs(1);
/// Failed connections in a row after which the bot gives up.
const MAX_RETRIES: u32 = 60;

/// Play online with the engine: accept open seeks, or offer games
#[derive(Args)]
#[command(after_help = "The bot uses only the public API, which the server describes at /api.

Examples:
  damiera bot
  damiera bot --server https://dama.example.org --level 6 --games 10
  damiera bot --server https://dama.lan:8443 --ca authority.pem
  damiera bot --offer italian --minutes 5")]
pub(crate) struct BotCommand {
    /// Address of the server; one that begins with https:// is reached with TLS
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:7313")]
    server: ServerUrl,
    /// PEM file of certificates to trust besides those of the system, for a server with a private authority
    #[arg(long, value_name = "FILE")]
    ca: Option<PathBuf>,
    /// Level of play, from 1 to 10
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u8).range(1..=10))]
    level: u8,
    /// Offer games by these rules instead of accepting seeks
    #[arg(long, value_name = "GAME", value_parser = values::variant())]
    offer: Option<Variant>,
    /// Minutes on each clock of an offered game
    #[arg(long, default_value_t = 15)]
    minutes: u32,
    /// Stop after this many games
    #[arg(long, default_value_t = u32::MAX, hide_default_value = true)]
    games: u32,
    /// Name to play under
    #[arg(long, default_value = "Damiera")]
    name: String,
}

/// A game that the bot takes part in.
struct BotGame {
    id: String,
    /// The key that entitles to the bot's seat.
    key: String,
}

impl BotCommand {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let mut trusted = TrustedCertificates::default();
        if let Some(ca) = &self.ca {
            trusted = trusted.with_pem_file(ca).map_err(Failure::input)?;
        }
        let client = ApiClient::for_server(self.server.clone(), &trusted).map_err(Failure::input)?;
        let tables = Arc::new(TableRegistry::new(folders::table_folder(None)));
        let bot = Bot { options: self, client, opponents: Arc::new(Opponents::new(tables)) };
        tokio::runtime::Runtime::new()?.block_on(bot.run(out))
    }
}

/// The bot: its options, its connection to the server, and its engines, which open the endgame tables once.
struct Bot {
    options: BotCommand,
    client: ApiClient,
    opponents: Arc<Opponents>,
}

impl Bot {
    async fn run(&self, out: &mut dyn Write) -> Result<(), Failure> {
        for _ in 0..self.options.games {
            let game = match self.options.offer {
                Some(variant) => self.offer_game(variant, out).await?,
                None => self.accept_seek().await?,
            };
            writeln!(out, "playing {}", game.id)?;
            out.flush()?;
            writeln!(out, "{}: {}", game.id, self.play(&game).await?)?;
            out.flush()?;
        }
        Ok(())
    }

    /// Puts up a seek and waits until it is accepted.
    async fn offer_game(&self, variant: Variant, out: &mut dyn Write) -> Result<BotGame, Failure> {
        let BotCommand { minutes, name, .. } = &self.options;
        let mut client = self.client.clone();
        let seek = json!({ "variant": variant.name(), "minutes": minutes, "name": name, "open": true });
        let mut put = accepted(client.post("/api/seeks", &seek).await)?;
        writeln!(out, "offering a game of {variant}")?;
        out.flush()?;
        let mut failures = 0;
        loop {
            match wait_until_accepted(&mut client, &text(&put["id"])).await {
                Ok(SeekOutcome::Accepted { game }) => {
                    return Ok(BotGame { id: game, key: text(&put["key"]) });
                }
                Ok(SeekOutcome::Gone) => put = accepted(client.post("/api/seeks", &seek).await)?,
                Ok(SeekOutcome::ConnectionLost) => failures = 0,
                Err(_) if failures < MAX_RETRIES => failures += 1,
                Err(error) => return Err(Failure::input(error)),
            }
            tokio::time::sleep(RETRY_DELAY).await;
        }
    }

    /// Waits for open seeks and accepts the first that is still open.
    async fn accept_seek(&self) -> Result<BotGame, Failure> {
        let mut client = self.client.clone();
        loop {
            let seeks = accepted(client.get("/api/seeks").await)?;
            for seek in seeks.as_array().into_iter().flatten() {
                let path = format!("/api/seeks/{}/accept", text(&seek["id"]));
                let reply = client.post(&path, &json!({ "name": self.options.name })).await;
                let reply = reply.map_err(Failure::input)?;
                if reply.status == 201 {
                    return Ok(BotGame { id: text(&reply.json["game"]), key: text(&reply.json["key"]) });
                }
            }
            tokio::time::sleep(RETRY_DELAY).await;
        }
    }

    /// Plays a game to its end and returns the result. A lost connection is opened again.
    async fn play(&self, own: &BotGame) -> Result<String, Failure> {
        let mut seat = BotSeat { bot: self, sides: Vec::new(), game: None };
        let mut failures = 0;
        loop {
            let seq = seat.game.as_ref().map(Game::seq);
            let mut connection = match self.client.join(&own.id, seq, Some(&own.key)).await {
                Ok(connection) => connection,
                Err(error) => {
                    failures += 1;
                    if failures > MAX_RETRIES {
                        return Err(Failure::input(error));
                    }
                    tokio::time::sleep(RETRY_DELAY).await;
                    continue;
                }
            };
            failures = 0;
            while let Some(message) = connection.receive().await {
                if let Some(result) = seat.follow(message, &mut connection).await? {
                    return Ok(result);
                }
            }
        }
    }
}

/// What became of the bot's seek.
enum SeekOutcome {
    Accepted {
        game: String,
    },
    /// The server no longer has it, for example after a restart.
    Gone,
    ConnectionLost,
}

/// Follows the lobby until a seek is accepted. A seek stays open as long as its owner is in the lobby.
async fn wait_until_accepted(client: &mut ApiClient, own: &str) -> Result<SeekOutcome, ClientError> {
    let mut lobby = client.connect().await?;
    lobby.send_text(json!({ "type": "lobby" }).to_string()).await?;
    // Once the list of seeks is here, a match will be announced; one that came before has to be asked for.
    if lobby.receive().await.is_none() {
        return Ok(SeekOutcome::ConnectionLost);
    }
    let seek = client.get(&format!("/api/seeks/{own}")).await?;
    if let Some(game) = seek.json["game"].as_str() {
        return Ok(SeekOutcome::Accepted { game: game.to_owned() });
    }
    if seek.status == 404 {
        return Ok(SeekOutcome::Gone);
    }
    while let Some(message) = lobby.receive().await {
        if let ServerMessage::Matched { seek, game } = message
            && seek == own
        {
            return Ok(SeekOutcome::Accepted { game });
        }
    }
    Ok(SeekOutcome::ConnectionLost)
}

/// The bot's view of a game in progress.
struct BotSeat<'a> {
    bot: &'a Bot,
    sides: Vec<wire::WireSide>,
    game: Option<Game>,
}

impl BotSeat<'_> {
    /// Applies a message, and moves if it is the bot's turn. Returns the result once the game is over.
    async fn follow(
        &mut self,
        message: ServerMessage,
        connection: &mut ApiConnection,
    ) -> Result<Option<String>, Failure> {
        match message {
            ServerMessage::Joined { sides, terms, .. } => {
                self.sides = sides;
                if let Some(terms) = terms {
                    let terms = Terms::try_from(&*terms).map_err(Failure::input)?;
                    self.game = Some(Game::new(terms).map_err(Failure::input)?);
                }
            }
            ServerMessage::Events { events, now, .. } => {
                let Some(game) = &mut self.game else { return Ok(None) };
                for happened in &events {
                    if happened.seq == game.seq() + 1 {
                        game.apply(&Event::try_from(&happened.event).map_err(Failure::input)?);
                    }
                }
                if let Some(end) = game.end() {
                    return Ok(Some(game.rule_set().written(end.outcome).to_owned()));
                }
                self.bot.move_if_on_turn(game, &self.sides, Moment(now), connection).await;
            }
            _ => {}
        }
        Ok(None)
    }
}

impl Bot {
    async fn move_if_on_turn(
        &self,
        game: &Game,
        own: &[wire::WireSide],
        now: Moment,
        connection: &mut ApiConnection,
    ) {
        let (side, turn) = (game.turn(), wire::WireSide::from(game.turn()));
        if !own.contains(&turn) {
            return;
        }
        let level = Level::new(self.options.level).unwrap_or(Level::HIGHEST);
        let left = time_left(game, side, now);
        let (position, seq, opponents) = (game.clone(), game.seq(), Arc::clone(&self.opponents));
        let search = tokio::task::spawn_blocking(move || opponents.choose(&position, level, left, seq));
        if let Ok(Some(notation)) = search.await {
            // The id is derived from the event number: sent again after a lost connection, the move is played once.
            // A failure to send shows as the end of the connection, which is then opened again.
            let _ = connection.play(&format!("bot-{seq}"), seq, turn, &notation).await;
        }
    }
}

fn text(json: &Value) -> String {
    json.as_str().unwrap_or_default().to_owned()
}

/// The JSON of a successful response.
fn accepted(response: Result<ApiResponse, ClientError>) -> Result<Value, Failure> {
    let response = response.map_err(Failure::input)?;
    match response.status {
        200..300 => Ok(response.json),
        300..400 => {
            let location = response.headers.get("location").and_then(|location| location.to_str().ok());
            let location = location.unwrap_or("another address");
            Err(Failure::input(format!("the server redirects to {location}; use its address with --server")))
        }
        status => Err(Failure::input(format!("the server refused with status {status}: {}", response.text))),
    }
}
