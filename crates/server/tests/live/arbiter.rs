//! An arbiter's table over the HTTP API: each scenario of `arbiter.txt` is played with the requests that a program sends.
//!
//! ```text
//! scenario TITLE
//! game TERMS                 a table with these terms (JSON); the variant is required
//! BY ASK [FIELDS] => RESULT  a command; RESULT is `ok`, the article of the newest ruling, or `refused ARTICLE` (`-` for none)
//! back-and-forth N W B W B    N moves by each side, White first, by turns the two named moves
//! verdict BY FEN => ARTICLE  the verdict shown before an entry is recorded
//! wait SECONDS               the clock of the server goes on
//! view POINTER VALUE         a part of the view, by JSON pointer
//! says LANG TEXT             a part of the newest ruling in a language
//! says-only LANG TEXT        the whole of the newest ruling in a language
//! record LANG TEXT           a part of the printed record, without its markup
//! terms TERMS => TEXT        no game is made, for a reason with this text
//! ```

use std::time::Duration;

use damiera_client::ApiClient;
use damiera_server::{Limits, Settings};
use serde_json::{Map, Value, json};

use crate::common::Server;

struct ArbiterSession<'a> {
    server: &'a Server,
    client: ApiClient,
    game: String,
}

#[tokio::test]
async fn the_table_answers_by_the_book() {
    let limits =
        Limits { games: 10_000, moves: 10_000, requests: 100_000, reads: 100_000, ..Limits::default() };
    let server = Server::with_manual_clock(Settings { limits, ..Settings::default() }).await;
    let mut wrong = Vec::new();
    let mut title = "";
    let mut session = ArbiterSession { server: &server, client: server.client(), game: String::new() };
    for (number, line) in include_str!("arbiter.txt").lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some(new) = line.strip_prefix("scenario ") {
            title = new;
        } else if let Err(what) = session.step(line).await {
            wrong.push(format!("line {}, {title}: {line}: {what}", number + 1));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    server.stop().await;
}

impl ArbiterSession<'_> {
    async fn step(&mut self, line: &str) -> Result<(), String> {
        let (asked, wanted) = line.split_once(" => ").unwrap_or((line, "ok"));
        let (word, rest) = asked.split_once(' ').ok_or("no word")?;
        match word {
            "game" => self.create(rest).await,
            "terms" => self.refused_terms(rest, wanted).await,
            "wait" => {
                let seconds = rest.parse().map_err(|_| "no number of seconds")?;
                self.server.clock.advance(Duration::from_secs(seconds));
                Ok(())
            }
            "view" => self.view(rest).await,
            "says" => self.says(rest, |found, text| found.contains(text)).await,
            "says-only" => self.says(rest, |found, text| found == text).await,
            "record" => self.record(rest).await,
            "back-and-forth" => self.back_and_forth(rest).await,
            "verdict" => self.verdict(rest, wanted).await,
            by => self.command(by, rest, wanted).await,
        }
    }

    fn terms(text: &str) -> Result<Value, String> {
        let given: Map<String, Value> = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let person = json!({ "kind": "person" });
        let mut terms = json!({ "profile": "table", "white": person, "black": person });
        terms.as_object_mut().ok_or("no object")?.extend(given);
        Ok(terms)
    }

    async fn create(&mut self, terms: &str) -> Result<(), String> {
        let made = self.post("/api/games", &Self::terms(terms)?).await?;
        if made.0 != 201 {
            return Err(format!("no game is made: {}", made.1));
        }
        self.game = made.1["id"].as_str().ok_or("no id")?.to_owned();
        Ok(())
    }

    async fn refused_terms(&mut self, terms: &str, wanted: &str) -> Result<(), String> {
        let (status, body) = self.post("/api/games", &Self::terms(terms)?).await?;
        let text = body["text"].as_str().unwrap_or_default();
        if status == 422 && text.contains(wanted) { Ok(()) } else { Err(format!("{status} {body}")) }
    }

    async fn post(&mut self, path: &str, body: &Value) -> Result<(u16, Value), String> {
        let answer = self.client.post(path, body).await.map_err(|error| error.to_string())?;
        Ok((answer.status, answer.json))
    }

    async fn get(&self, path: &str, lang: &str) -> Result<(String, Value), String> {
        let mut client = self.server.client().with("accept-language", lang);
        let answer = client.get(path).await.map_err(|error| error.to_string())?;
        if answer.status == 200 { Ok((answer.text, answer.json)) } else { Err(answer.text) }
    }

    async fn command(&mut self, by: &str, rest: &str, wanted: &str) -> Result<(), String> {
        let (ask, fields) = rest.split_once(' ').unwrap_or((rest, "{}"));
        let mut body: Value = serde_json::from_str(fields).map_err(|error| error.to_string())?;
        (body["by"], body["ask"]) = (json!(by), json!(ask));
        let path = format!("/api/games/{}/commands", self.game);
        let (status, answer) = self.post(&path, &body).await?;
        if let Some(article) = wanted.strip_prefix("refused ") {
            let found = answer["article"].as_str().unwrap_or("-");
            return if status == 409 && found == article {
                Ok(())
            } else {
                Err(format!("{status} {answer}"))
            };
        }
        if status != 200 {
            return Err(format!("{status} {answer}"));
        }
        let newest = self.newest("en").await?;
        let found = newest["article"].as_str().unwrap_or("-");
        if wanted == "ok" || found == wanted { Ok(()) } else { Err(newest.to_string()) }
    }

    async fn back_and_forth(&mut self, rest: &str) -> Result<(), String> {
        let (count, moves) = rest.split_once(' ').ok_or("no moves")?;
        let plies = 2 * count.parse::<usize>().map_err(|_| "no number of moves")?;
        let moves: Vec<_> = moves.split(' ').collect();
        for (ply, notation) in moves.iter().cycle().take(plies).enumerate() {
            let by = if ply % 2 == 0 { "white" } else { "black" };
            let fields = json!({ "notation": notation }).to_string();
            self.command(by, &format!("move {fields}"), "ok").await?;
        }
        Ok(())
    }

    async fn newest(&self, lang: &str) -> Result<Value, String> {
        let (_, rulings) = self.get(&format!("/api/games/{}/rulings", self.game), lang).await?;
        Ok(rulings.as_array().and_then(|rulings| rulings.last()).cloned().unwrap_or_default())
    }

    async fn verdict(&mut self, rest: &str, wanted: &str) -> Result<(), String> {
        let (by, fen) = rest.split_once(' ').ok_or("no FEN")?;
        let path = format!("/api/games/{}/verdict", self.game);
        let (status, answer) = self.post(&path, &json!({ "by": by, "fen": fen })).await?;
        let found = answer["article"].as_str().unwrap_or("-");
        if status == 200 && found == wanted { Ok(()) } else { Err(format!("{status} {answer}")) }
    }

    async fn view(&self, rest: &str) -> Result<(), String> {
        let (pointer, value) = rest.split_once(' ').ok_or("no value")?;
        let wanted: Value = serde_json::from_str(value).map_err(|error| error.to_string())?;
        let (_, game) = self.get(&format!("/api/games/{}", self.game), "en").await?;
        let found = game["view"].pointer(pointer).cloned().unwrap_or_default();
        if found == wanted { Ok(()) } else { Err(format!("found {found}")) }
    }

    async fn says(&self, rest: &str, fits: fn(&str, &str) -> bool) -> Result<(), String> {
        let (lang, text) = rest.split_once(' ').ok_or("no text")?;
        let newest = self.newest(lang).await?;
        let found = newest["text"].as_str().unwrap_or_default();
        if fits(found, text) { Ok(()) } else { Err(format!("found {found}")) }
    }

    async fn record(&self, rest: &str) -> Result<(), String> {
        let (lang, text) = rest.split_once(' ').ok_or("no text")?;
        let path = format!("/api/games/{}/record?format=page&arbiter=Carla", self.game);
        let (page, _) = self.get(&path, lang).await?;
        let main = page.split("<main").nth(1).unwrap_or_default();
        let words: Vec<&str> =
            main.split('<').filter_map(|part| Some(part.split_once('>')?.1.trim())).collect();
        let plain = words.join(" ");
        if plain.contains(text) { Ok(()) } else { Err(format!("found {plain}")) }
    }
}
