//! Settings, profiles, blocked players and challenges.

use damiera_client::ApiClient;
use serde_json::json;

use super::asker::{Asker, text};
use crate::common::{Server, blitz};

/// What Marion, who is signed in, and Asa do.
pub(super) async fn between_players(asker: &mut Asker<'_>, server: &Server, client: &mut ApiClient) {
    let settings = "/api/account/settings";
    let chosen = json!({ "scheme": "dark", "theme": "wood", "pieces": "turned", "coordinates": "numbers",
        "notation": "algebraic", "sound": true, "confirm": false, "hints": false, "chat": true });
    asker.ask(client, ("put", settings, settings), Some(&chosen), 204).await;
    let kept = asker.ask(client, ("get", settings, settings), None, 200).await;
    assert_eq!(kept.json, chosen);
    let mut other = server.client();
    let entry = json!({ "name": "Asa", "password": "a long sentence" });
    asker.ask(&mut other, ("post", "/api/account", "/api/account"), Some(&entry), 201).await;
    let challenges = "/api/challenges";
    let mut challenge = blitz();
    challenge["to"] = json!("Asa");
    let made = asker.ask(client, ("post", challenges, challenges), Some(&challenge), 201).await;
    asker.ask(&mut other, ("get", challenges, challenges), None, 200).await;
    let one = format!("{challenges}/{}", text(&made.json["id"]));
    asker.ask(client, ("delete", "/api/challenges/{id}", &one), None, 403).await;
    asker.ask(&mut other, ("delete", "/api/challenges/{id}", &one), None, 204).await;
    let (blocked, block) = ("/api/account/blocked", "/api/account/blocked/{name}");
    asker.ask(&mut other, ("put", block, "/api/account/blocked/Marion"), None, 204).await;
    asker.ask(&mut other, ("get", blocked, blocked), None, 200).await;
    asker.ask(client, ("post", challenges, challenges), Some(&challenge), 403).await;
    asker.ask(&mut other, ("delete", block, "/api/account/blocked/Marion"), None, 204).await;
    asker.ask(&mut other, ("put", block, "/api/account/blocked/Nobody"), None, 404).await;
    asker.ask(client, ("get", "/api/players/{name}", "/api/players/Asa"), None, 200).await;
    asker.ask(client, ("get", "/api/players/{name}", "/api/players/Nobody"), None, 404).await;
    asker.ask(client, ("get", "/api/live", "/api/live"), None, 200).await;
}
