//! `damiera bot`: takes up seeks over the API and plays them with our engine.

use std::io::Write;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use damiera_engine::Level;
use damiera_game::{Event, Game, Terms, wire};
use damiera_play::{Opponents, TableRegistry};
use damiera_rules::Variant;
use damiera_server::client::{Client, Line};
use damiera_server::protocol::Told;
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::folder;

/// Play online with the engine: take up open seeks, or offer games
#[derive(Args)]
#[command(after_help = "It uses nothing but the API that /api describes.

Examples:
  damiera bot
  damiera bot --server 127.0.0.1:7313 --level 6 --games 10
  damiera bot --offer italian --minutes 5")]
pub(crate) struct Bot {
    /// The server's address
    #[arg(long, default_value = "127.0.0.1:7313")]
    server: SocketAddr,
    /// How well to play, from 1 to 10
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u8).range(1..=10))]
    level: u8,
    /// Offer games of this kind, rather than take up what others offer
    #[arg(long, value_name = "GAME")]
    offer: Option<Variant>,
    /// Minutes on each clock of a game that is offered
    #[arg(long, default_value_t = 15)]
    minutes: u32,
    /// Stop after so many games
    #[arg(long, default_value_t = u32::MAX, hide_default_value = true)]
    games: u32,
    /// The name to play under
    #[arg(long, default_value = "Damiera")]
    name: String,
}

impl Bot {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let runtime = tokio::runtime::Runtime::new()?;
        let opponents = Arc::new(Opponents::new(Arc::new(TableRegistry::new(folder::table_folder(None)))));
        runtime.block_on(async {
            for _ in 0..self.games {
                let (game, key) = self.find_game(out).await?;
                writeln!(out, "playing {game}")?;
                out.flush()?;
                writeln!(out, "{game}: {}", self.play(&game, &key, &opponents).await?)?;
                out.flush()?;
            }
            Ok(())
        })
    }

    /// A game to play, and the key to one's place in it.
    async fn find_game(&self, out: &mut dyn Write) -> Result<(String, String), Failure> {
        let mut client = Client::new(self.server);
        let text = |json: &Value| json.as_str().unwrap_or_default().to_owned();
        if let Some(variant) = self.offer {
            let seek = json!({ "variant": variant.name(), "minutes": self.minutes, "name": self.name, "open": true });
            let put = answered(client.post("/api/seeks", &seek).await)?;
            writeln!(out, "offering a game of {}", variant.name())?;
            out.flush()?;
            // A seek stays up as long as its seeker is in the lobby.
            let mut lobby = client.connect().await.map_err(|error| Failure::input(error.to_string()))?;
            let _ = lobby.say_text(json!({ "type": "lobby" }).to_string()).await;
            while let Some(told) = lobby.hear().await {
                if let Told::Matched { game, .. } = told {
                    return Ok((game, text(&put["key"])));
                }
            }
            return Err(Failure::input("the server has gone"));
        }
        loop {
            let seeks = answered(client.get("/api/seeks").await)?;
            for seek in seeks.as_array().into_iter().flatten() {
                let path = format!("/api/seeks/{}/accept", text(&seek["id"]));
                let taken = client.post(&path, &json!({ "name": self.name })).await?;
                if taken.status == 201 {
                    return Ok((text(&taken.json["game"]), text(&taken.json["key"])));
                }
            }
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
    }

    /// Follows a game to its end, moving when it is our turn.
    async fn play(&self, id: &str, key: &str, opponents: &Arc<Opponents>) -> Result<String, Failure> {
        let client = Client::new(self.server);
        let (mut game, mut own): (Option<Game>, Vec<wire::WireSide>) = (None, Vec::new());
        let mut failures = 0;
        loop {
            let seq = game.as_ref().map(Game::seq);
            let Ok(mut line) = client.join(id, seq, Some(key)).await else {
                failures += 1;
                if failures > 60 {
                    return Err(Failure::input("the server has gone"));
                }
                tokio::time::sleep(Duration::from_secs(1)).await;
                continue;
            };
            failures = 0;
            while let Some(told) = line.hear().await {
                match told {
                    Told::Joined { sides, terms, .. } => {
                        own = sides;
                        if let Some(terms) = terms {
                            let terms = Terms::try_from(&*terms).map_err(Failure::input)?;
                            game = Some(Game::new(terms).map_err(Failure::input)?);
                        }
                    }
                    Told::Events { events, .. } => {
                        let Some(game) = &mut game else { continue };
                        for happened in &events {
                            if happened.seq == game.seq() + 1 {
                                game.apply(&Event::try_from(&happened.event).map_err(Failure::input)?);
                            }
                        }
                        if let Some(end) = game.end() {
                            return Ok(game.rule_set().written(end.outcome).to_owned());
                        }
                        self.answer(game, &own, opponents, &mut line).await?;
                    }
                    _ => {}
                }
            }
        }
    }

    /// Sends a move if it is our turn.
    async fn answer(
        &self,
        game: &Game,
        own: &[wire::WireSide],
        opponents: &Arc<Opponents>,
        line: &mut Line,
    ) -> Result<(), Failure> {
        let turn = wire::WireSide::from(game.turn());
        if !own.contains(&turn) {
            return Ok(());
        }
        let level = Level::new(self.level).unwrap_or(Level::HIGHEST);
        let (asked, seq, opponents) = (game.clone(), game.seq(), Arc::clone(opponents));
        let chosen = tokio::task::spawn_blocking(move || {
            opponents.choose(&asked, level, Some(Duration::from_secs(30)), seq)
        });
        if let Ok(Some(notation)) = chosen.await {
            // The name is the same for the same moment: sent again after a cut, it is played once.
            let _ = line.play(&format!("bot-{seq}"), seq, turn, &notation).await;
        }
        Ok(())
    }
}

fn answered(answer: std::io::Result<damiera_server::client::Answer>) -> Result<Value, Failure> {
    let answer = answer.map_err(|error| Failure::input(format!("the server does not answer: {error}")))?;
    if answer.status < 300 { Ok(answer.json) } else { Err(Failure::input(answer.text)) }
}
