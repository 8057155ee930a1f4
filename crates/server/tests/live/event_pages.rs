//! The pages of tournaments: in three languages, with explanations and reports.

use damiera_client::ApiClient;
use serde_json::json;

use crate::common::Server;
use crate::organiser::{FOUR, Organiser, charter};

#[tokio::test]
async fn every_page_of_an_event_is_shown_in_three_languages() {
    let server = Server::start().await;
    let mut olga = Organiser::new(&server, charter("rotation", 2), "Anna\nBruno\nCarla\nDario\nElsa").await;
    olga.start_round().await;
    let kinds = ["players", "pairings", "names", "ballots", "slips", "crosstable", "standings", "cards"];
    let mut pages: Vec<String> = kinds.iter().map(|kind| format!("/print/{kind}")).collect();
    pages.extend(["", "/screen", "/standings"].map(str::to_owned));
    for lang in ["it", "pt", "en"] {
        for page in &pages {
            let at = format!("/event/{}{page}?lang={lang}", olga.event);
            let answer = olga.client.get(&at).await.expect("a page");
            assert_eq!(answer.status, 200, "{at}");
            assert!(
                !answer.text.contains("ev-") || answer.text.contains("ev-sending"),
                "{at} has a bare key"
            );
            assert!(answer.text.contains("Trofeo") || page.ends_with("cards"), "{at}");
        }
        assert_eq!(olga.client.get(&format!("/events?lang={lang}")).await.expect("a page").status, 200);
    }
    let framed = server.client().get(&format!("/event/{}/standings", olga.event)).await.expect("a page");
    assert!(framed.headers["content-security-policy"].to_str().expect("text").contains("frame-ancestors *"));
    assert!(!framed.headers.contains_key("x-frame-options"));
    let cards = server.client().get(&format!("/event/{}/print/cards", olga.event)).await.expect("a page");
    assert_eq!(cards.status, 403, "the codes of the boards are for officials");
    assert!(cards.headers["content-type"].to_str().expect("text").starts_with("text/html"), "{}", cards.text);
    assert!(cards.text.contains("<h1>This page cannot be shown</h1>"), "{}", cards.text);
    let table = olga.client.send(hyper::Method::POST, &format!("/event/{}/table/1", olga.event), None).await;
    let table = table.expect("an answer");
    assert_eq!(table.status, 303, "{}", table.text);
    let page = table.headers["location"].to_str().expect("text").to_owned();
    let game = page.split('?').next().unwrap_or_default().replace("/game/", "/api/games/");
    let shown = olga.client.get(&game).await.expect("a game");
    assert_eq!(
        shown.json["view"]["moves"].as_array().map(Vec::len),
        Some(3),
        "the ballot stands on the table"
    );
    server.stop().await;
}

#[tokio::test]
async fn what_is_wrong_with_a_tournament_is_said_in_the_readers_language() {
    let server = Server::start().await;
    let mut organiser = server.client().with("accept-language", "it");
    let no_players =
        json!({ "name": "Altrove", "variant": "italian", "organiser": "Olga", "trf": "012 Altrove" });
    let refused = organiser.post("/api/events/trf", &no_players).await.expect("an answer");
    assert_eq!(refused.status, 422);
    assert_eq!(refused.json["text"], "riga 1: il file non contiene giocatori (voce 001)");
    for (field, value, wanted) in [
        ("system", json!("svizzero"), "Non c'è un sistema di abbinamento “svizzero”"),
        ("variant", json!("polacca"), "Non c'è un gioco “polacca”"),
        ("tie-breaks", json!(["XX"]), "Non c'è uno spareggio “XX”"),
        ("first-colour", json!("rosso"), "Non c'è un colore “rosso”"),
        ("rounds", json!(0), "Un torneo ha da 1 a 99 turni."),
        ("name", json!(""), "Un nome è vuoto, troppo lungo o contiene caratteri che non si vedono."),
    ] {
        let mut charter = charter("rotation", 3);
        charter[field] = value;
        let body = json!({ "charter": charter, "organiser": "Olga" });
        let refused = organiser.post("/api/events", &body).await.expect("an answer");
        assert_eq!(refused.status, 422, "{field}: {}", refused.text);
        assert!(
            refused.json["text"].as_str().is_some_and(|text| text.starts_with(wanted)),
            "{}",
            refused.text
        );
    }
    server.stop().await;
}

#[tokio::test]
async fn why_a_round_is_paired_so_is_shown_before_and_after_results() {
    let server = Server::start().await;
    let mut olga = Organiser::new(&server, charter("dutch", 3), FOUR).await;
    let page = format!("/event/{}", olga.event);
    olga.start_round().await;
    let reasons = async |client: &mut ApiClient| {
        let text = client.get(&page).await.expect("a page").text;
        let why = text.split("why-title").last().and_then(|rest| rest.split("</section>").next());
        why.expect("reasons").to_owned()
    };
    let before = reasons(&mut olga.client).await;
    assert!(before.contains("Anna") && before.contains("<li>"), "{before}");
    olga.done(json!({ "kind": "enter-result", "board": 1, "result": "white-wins" })).await;
    assert_eq!(reasons(&mut olga.client).await, before);
    server.stop().await;
}

#[tokio::test]
async fn ratings_and_teams_are_reported_with_the_organisers_figures() {
    let server = Server::start().await;
    let list = "Anna;1500;Roma\nBruno;1400;Roma\nCarla;1300;Pisa\nDario;1200;Pisa";
    let mut olga = Organiser::new(&server, charter("round-robin", 1), list).await;
    olga.start_round().await;
    for board in [1, 2] {
        olga.done(json!({ "kind": "enter-result", "board": board, "result": "white-wins" })).await;
    }
    let at = format!("/event/{}/report", olga.event);
    let mut reader = server.client();
    let empty = reader.get(&at).await.expect("a page");
    assert!(empty.status == 200 && !empty.text.contains("Estimate"), "{}", empty.text);
    // 1–4 and 2–3, White wins: 1500 against 1200 with K 20 gains 20 · (1 − 0.849) ≈ 3.
    let fmjd = reader.get(&format!("{at}?formula=fmjd&bands=0:20")).await.expect("a page").text;
    assert!(fmjd.contains("Estimate") && fmjd.contains("<b>1503</b>"), "{fmjd}");
    let lacking = reader.get(&format!("{at}?formula=elo-rubele&bands=0:20")).await.expect("a page").text;
    assert!(lacking.contains("role=\"alert\"") && !lacking.contains("Estimate"), "{lacking}");
    let teams = reader.get(&format!("{at}?boards=2")).await.expect("a page").text;
    let (roma, pisa) = (teams.find("<b>Roma</b>"), teams.find("<b>Pisa</b>"));
    assert!(roma.is_some() && roma < pisa, "Roma won both games: {teams}");
    server.stop().await;
}

#[tokio::test]
async fn lists_are_sorted_as_people_look_names_up_and_say_what_counts() {
    let server = Server::start().await;
    let names = "Zanetti Ugo\nÁlvares João\nde Luca Anna\nAlves Rui\nÖrn Eva\nOrsi Ada";
    let mut olga = Organiser::new(&server, charter("dutch", 3), names).await;
    olga.start_round().await;
    let at = |kind: &str| format!("/event/{}/print/{kind}", olga.event);
    let [names, standings, cards] = ["names", "standings", "cards"].map(at);
    let page = olga.client.get(&names).await.expect("a page").text;
    let places = ["Álvares", "Alves", "de Luca", "Örn", "Orsi", "Zanetti"]
        .map(|name| page.find(&format!("<tr><td>{name}")));
    assert!(places.is_sorted() && places[0].is_some(), "{places:?}");
    let page = olga.client.get(&standings).await.expect("a page").text;
    assert!(page.contains("Provisional standings (round 1 not closed yet)"), "{page}");
    // This server listens to its own machine: the phones of a hall do not reach it.
    let page = olga.client.get(&cards).await.expect("a page").text;
    assert!(page.contains("<code>damiera serve --listen 0.0.0.0:"), "{page}");
    for board in [1, 2, 3] {
        olga.done(json!({ "kind": "enter-result", "board": board, "result": "draw" })).await;
    }
    olga.done(json!({ "kind": "close-round" })).await;
    let page = olga.client.get(&standings).await.expect("a page").text;
    assert!(page.contains("Standings after round 1"), "{page}");
    server.stop().await;
}

/// The size of the page of a draft with so many players.
async fn draft_page_size(server: &Server, players: usize) -> usize {
    let list: Vec<String> = (1..=players).map(|number| format!("Player {number:04}")).collect();
    let mut olga = Organiser::new(server, charter("dutch", 5), &list.join("\n")).await;
    olga.done(json!({ "kind": "pair-round" })).await;
    let page = olga.client.get(&format!("/event/{}", olga.event)).await.expect("a page").text;
    assert!(page.contains("edit-pairing"), "the draft can be edited");
    page.len()
}

#[tokio::test]
async fn the_page_of_a_draft_grows_with_its_players_and_not_with_their_square() {
    let server = Server::start().await;
    let (small, large) = (draft_page_size(&server, 50).await, draft_page_size(&server, 200).await);
    assert!(large < 5 * small, "50 players: {small} bytes, 200 players: {large} bytes");
    server.stop().await;
}

/// What a page shows of a half point in each language.
#[tokio::test]
async fn half_points_are_written_as_the_language_writes_them() {
    let server = Server::start().await;
    let mut terms = charter("dutch", 3);
    terms["scoring"] = json!({ "win": "1", "draw": "0.5", "loss": "0", "bye": "1" });
    let mut olga = Organiser::new(&server, terms, FOUR).await;
    olga.start_round().await;
    for board in [1, 2] {
        olga.done(json!({ "kind": "enter-result", "board": board, "result": "draw" })).await;
    }
    olga.done(json!({ "kind": "close-round" })).await;
    olga.done(json!({ "kind": "pair-round" })).await;
    for (lang, half, other) in [("it", "0,5", "0.5"), ("pt", "0,5", "0.5"), ("en", "0.5", "0,5")] {
        for page in ["", "/screen", "/standings", "/print/pairings", "/print/crosstable", "/print/standings"]
        {
            let at = format!("/event/{}{page}?lang={lang}", olga.event);
            let text = olga.client.get(&at).await.expect("a page").text;
            // What scripts read is for machines.
            let parts = text.split("<script").map(|part| part.rsplit("</script>").next().unwrap_or(part));
            let visible = parts.collect::<Vec<_>>().join(" ");
            assert!(!visible.contains(other), "{at} has {other}");
            assert!(visible.contains(half) || page == "/print/pairings", "{at} has no {half}");
        }
    }
    let machine = olga.client.get(&format!("/api/events/{}", olga.event)).await.expect("an answer");
    assert!(machine.text.contains("0.5") && !machine.text.contains("0,5"), "{}", machine.text);
    server.stop().await;
}
