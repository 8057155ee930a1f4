//! Tournaments and their logs.

use std::sync::Arc;

use damiera_store::{
    NewTournament, NewTournamentEntries, Store, StoreError, StoredTournamentEntry, TokenDigest,
    TournamentPass, TournamentRole,
};

fn pass(token: &str, role: TournamentRole, number: Option<u16>) -> TournamentPass {
    TournamentPass {
        digest: TokenDigest::of(token),
        role,
        name: format!("holder of {token}"),
        number,
        account: None,
    }
}

fn new(id: &str, at: u64) -> NewTournament {
    NewTournament {
        id: id.to_owned(),
        at,
        charter: format!(r#"{{"name":"{id}"}}"#),
        secret: "s".to_owned(),
        passes: vec![pass("founder", TournamentRole::Organiser, None)],
    }
}

fn entries(id: &str, seq: u64, command_id: Option<&str>, bodies: &[&str]) -> NewTournamentEntries {
    NewTournamentEntries {
        tournament: id.to_owned(),
        seq,
        command_id: command_id.map(str::to_owned),
        entries: bodies.iter().map(|body| (7, (*body).to_owned())).collect(),
    }
}

pub(crate) async fn a_tournament_is_read_back_as_written(store: Arc<dyn Store>) {
    store.create_tournament(&new("t", 5)).await.unwrap();
    store.append_to_tournament(&entries("t", 1, Some("a"), &["1", "2"])).await.unwrap();
    let stored = store.tournament("t").await.unwrap().unwrap();
    assert_eq!((stored.at, stored.charter.as_str(), stored.secret.as_str()), (5, r#"{"name":"t"}"#, "s"));
    let expected = [
        StoredTournamentEntry { command_id: Some("a".to_owned()), body: "1".to_owned() },
        StoredTournamentEntry { command_id: None, body: "2".to_owned() },
    ];
    assert_eq!(stored.entries, expected);
    assert_eq!(store.tournament("other").await.unwrap(), None);
    assert_eq!(store.tournament_entries_after("t", 0).await.unwrap(), expected);
    assert_eq!(store.tournament_entries_after("t", 1).await.unwrap(), expected[1..]);
    assert_eq!(store.tournament_entries_after("t", 2).await.unwrap(), []);
    assert!(matches!(store.create_tournament(&new("t", 6)).await, Err(StoreError::Conflict)));
    store.create_tournament(&new("u", 9)).await.unwrap();
    let listed = store.tournaments(10).await.unwrap();
    assert_eq!(listed.iter().map(|one| one.id.as_str()).collect::<Vec<_>>(), ["u", "t"], "newest first");
    assert_eq!(store.tournaments(1).await.unwrap().len(), 1);
}

pub(crate) async fn a_tournament_entry_is_written_once(store: Arc<dyn Store>) {
    store.create_tournament(&new("t", 5)).await.unwrap();
    store.create_tournament(&new("u", 5)).await.unwrap();
    store.append_to_tournament(&entries("t", 1, Some("a"), &["1"])).await.unwrap();
    let refused = [
        entries("t", 1, Some("b"), &["number in use"]),
        entries("t", 3, Some("b"), &["a gap"]),
        entries("t", 2, Some("a"), &["command id in use"]),
        entries("t", 2, Some("a"), &["command id in use", "so nothing of it"]),
        entries("none", 1, None, &["no such tournament"]),
    ];
    for new in refused {
        let written = store.append_to_tournament(&new).await;
        assert!(matches!(written, Err(StoreError::Conflict)), "{new:?}: {written:?}");
    }
    assert_eq!(store.tournament("t").await.unwrap().unwrap().entries.len(), 1);
    store.append_to_tournament(&entries("u", 1, Some("a"), &["1"])).await.unwrap();
    store.append_to_tournament(&entries("t", 2, None, &["2"])).await.unwrap();
    store.append_to_tournament(&entries("t", 3, None, &["3"])).await.unwrap();
}

pub(crate) async fn a_token_has_one_right_in_a_tournament(store: Arc<dyn Store>) {
    store.create_tournament(&new("t", 5)).await.unwrap();
    store.create_tournament(&new("u", 5)).await.unwrap();
    let player = pass("phone", TournamentRole::Player, Some(4));
    store.add_tournament_pass("t", &player).await.unwrap();
    let tokens = ["founder", "phone", "stranger"].map(TokenDigest::of);
    let found = store.tournament_passes("t", &tokens).await.unwrap();
    assert_eq!(found, [pass("founder", TournamentRole::Organiser, None), player.clone()]);
    assert_eq!(store.tournament_players("t").await.unwrap(), [player]);
    assert_eq!(store.tournament_passes("u", &tokens).await.unwrap().len(), 1);
    let signed_in = TournamentPass { account: Some(7), ..pass("laptop", TournamentRole::Player, Some(5)) };
    store.add_tournament_pass("t", &signed_in).await.unwrap();
    assert_eq!(store.tournament_passes_of("t", 7).await.unwrap(), [signed_in]);
    assert_eq!(store.tournament_passes_of("t", 8).await.unwrap(), []);
    assert_eq!(store.tournament_passes_of("u", 7).await.unwrap(), []);
    let arbiter = pass("phone", TournamentRole::Arbiter, None);
    store.add_tournament_pass("t", &arbiter).await.unwrap();
    assert_eq!(store.tournament_passes("t", &tokens[1..]).await.unwrap(), [arbiter]);
    let lost = store.add_tournament_pass("none", &pass("x", TournamentRole::Player, None)).await;
    assert!(matches!(lost, Err(StoreError::Conflict)), "{lost:?}");
}
