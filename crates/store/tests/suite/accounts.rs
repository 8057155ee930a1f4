//! Accounts and sessions.

use std::sync::Arc;

use damiera_rules::Side;
use damiera_store::{
    AccountStatus, AuditEntry, ConductReport, Credentials, Holder, Holders, JobLimits, LibraryQuery,
    MailLink, MailPurpose, NewAccount, NewGame, NewJob, NewTournament, SideMember, Store, StoreError,
    StoreWrite, StoredKey, StoredPasskey, StoredSession, TokenDigest, TournamentPass, TournamentRole,
};

use crate::samples::{holder, imported, new_game, visitor, write};

fn new<'a>(name: &'a str, name_keys: &'a [String], visitor: Option<&str>) -> NewAccount<'a> {
    NewAccount { name, name_keys, password_hash: "hash", visitor: visitor.map(TokenDigest::of), at: 1 }
}

fn session(token: &str, expires_at: u64) -> StoredSession {
    StoredSession { token: TokenDigest::of(token), created_at: 1, expires_at, label: "Browser".to_owned() }
}

pub(crate) async fn names_are_unique_whatever_their_case(store: Arc<dyn Store>) {
    let id = store.create_account(&new("Marion", &[], None)).await.unwrap();
    let again = store.create_account(&new("MARION", &[], None)).await;
    assert!(matches!(again, Err(StoreError::Conflict)), "{again:?}");
    let account = store.account("mArIoN").await.unwrap().unwrap();
    assert_eq!((account.id, &*account.name, &*account.password_hash), (id, "Marion", "hash"));
    assert!(store.account("Asa").await.unwrap().is_none());
}

pub(crate) async fn a_new_account_takes_over_the_visitors_games(store: Arc<dyn Store>) {
    let game = NewGame { holders: Holders([Some(holder("v")), Some(holder("other"))]), ..new_game("g") };
    write(&store, &[StoreWrite::Game(Box::new(game))]).await;
    store.import_games(&[imported("i", "Asa", "draw", &[7])], &visitor("v")).await.unwrap();
    let id = store.create_account(&new("Marion", &[], Some("v"))).await.unwrap();
    let Holders([white, black]) = store.load("g").await.unwrap().unwrap().holders;
    let white = white.unwrap();
    assert_eq!((white.account, black.unwrap().account), (Some(id), None));
    let account = Credentials { account: Some(id), ..Credentials::default() };
    assert_eq!(store.games_of(&account, 10).await.unwrap().len(), 1);
    assert_eq!(store.import_ids_of(id).await.unwrap().len(), 1, "imports as well as games");
    // The browser's cookie alone means nothing any more.
    assert!(white.is(&account) && !white.is(&visitor("v")));
    assert!(store.games_of(&visitor("v"), 10).await.unwrap().is_empty());
}

/// What a visitor has besides games: a collection, a removed import, a job, a place in a side, and a right in an event.
async fn belongings(store: &Arc<dyn Store>, owner: &Credentials) -> StoredBelongings {
    let search = store.search(&LibraryQuery::default(), owner, 0, 10).await.unwrap();
    let sides = store.side_members("g").await.unwrap();
    StoredBelongings {
        collections: store.collections(owner).await.unwrap().len(),
        shown: search.cards.into_iter().map(|card| card.id).collect(),
        jobs: store.jobs_of(owner, 9).await.unwrap().len(),
        sides: sides.iter().filter(|member| member.holder.is(owner)).count(),
    }
}

#[derive(PartialEq, Debug, Default)]
struct StoredBelongings {
    collections: usize,
    shown: Vec<String>,
    jobs: usize,
    sides: usize,
}

pub(crate) async fn whatever_a_visitor_has_goes_to_the_account_and_with_it(store: Arc<dyn Store>) {
    let (v, at_home) = (visitor("v"), JobLimits { own: 9, visitors: 9 });
    write(&store, &[StoreWrite::Game(Box::new(new_game("g")))]).await;
    let imports = [imported("kept", "Asa", "draw", &[7]), imported("removed", "Asa", "draw", &[8])];
    store.import_games(&imports, &v).await.unwrap();
    store.remove_cards(&["removed".to_owned()], &v, 1).await.unwrap();
    assert!(store.add_collection("c", "Endings", &v, 1, 9).await.unwrap());
    let games = ["1. 22-18 *".to_owned()];
    let job = NewJob { id: "j", kind: "review", at: 5, owner: &v, quota: "q", lang: "it", games: &games };
    store.add_job(&job, at_home).await.unwrap();
    let member = SideMember { side: Side::Black, number: 1, holder: holder("v") };
    store.add_side_member("g", &member).await.unwrap();
    let (role, name, digest) = (TournamentRole::Organiser, "Olga".to_owned(), TokenDigest::of("v"));
    let pass = TournamentPass { digest, role, name, number: None, account: None };
    let (charter, secret) = ("{}".to_owned(), "s".to_owned());
    store
        .create_tournament(&NewTournament { id: "t".to_owned(), at: 1, charter, secret, passes: vec![pass] })
        .await
        .unwrap();

    let all = StoredBelongings { collections: 1, shown: vec!["kept".to_owned()], jobs: 1, sides: 1 };
    assert_eq!(belongings(&store, &v).await, all);
    let id = store.create_account(&new("Marion", &[], Some("v"))).await.unwrap();
    let account = Credentials { account: Some(id), ..Credentials::default() };
    assert_eq!(belongings(&store, &account).await, all);
    assert_eq!(belongings(&store, &v).await, StoredBelongings::default(), "the browser alone has nothing");
    assert_eq!(store.tournament_passes_of("t", id).await.unwrap().len(), 1);
    assert_eq!(store.tournament_rights(id).await.unwrap()[0].0, "t");

    store.delete_account(id).await.unwrap();
    for shown in [&account, &v, &Credentials { account: Some(Holder::DELETED), ..Credentials::default() }] {
        assert_eq!(belongings(&store, shown).await, StoredBelongings::default());
    }
    let left = store.tournament_passes("t", &[TokenDigest::of("v")]).await.unwrap();
    assert_eq!(left[0].account, Some(Holder::DELETED), "nobody can sign in to it");
}

pub(crate) async fn a_session_ends_by_time_or_by_sign_out(store: Arc<dyn Store>) {
    let id = store.create_account(&new("Marion", &[], None)).await.unwrap();
    let token = TokenDigest::of("token");
    store.open_session(id, &session("token", 100)).await.unwrap();
    assert_eq!(store.session(token, 99).await.unwrap().unwrap().id, id);
    assert!(store.session(token, 100).await.unwrap().is_none());
    assert!(store.session(TokenDigest::of("guess"), 1).await.unwrap().is_none());
    store.close_session(token).await.unwrap();
    assert!(store.session(token, 1).await.unwrap().is_none());
}

pub(crate) async fn names_that_look_alike_are_taken_once(store: Arc<dyn Store>) {
    let keys = ["marion".to_owned(), "rnarion".to_owned()];
    let id = store.create_account(&new("Marion", &keys, None)).await.unwrap();
    let again = store.create_account(&new("Rnarion", &keys[1..], None)).await;
    assert!(matches!(again, Err(StoreError::Conflict)), "{again:?}");
    assert!(store.account("Rnarion").await.unwrap().is_none(), "nothing is left of it");
    assert_eq!(store.account_named_like(&["x".to_owned(), keys[1].clone()]).await.unwrap(), Some(id));
    assert_eq!(store.account_named_like(&["x".to_owned()]).await.unwrap(), None);
    let old = store.create_account(&new("Asa", &[], None)).await.unwrap();
    assert_eq!(store.accounts_without_name_keys().await.unwrap(), [(old, "Asa".to_owned())]);
    store.add_name_key(old, "asa").await.unwrap();
    store.add_name_key(old, "marion").await.unwrap();
    assert_eq!(store.account_named_like(&keys[..1]).await.unwrap(), Some(id), "the first keeps it");
    assert!(store.accounts_without_name_keys().await.unwrap().is_empty());
}

pub(crate) async fn sessions_keys_and_devices_are_listed_and_ended(store: Arc<dyn Store>) {
    let id = store.create_account(&new("Marion", &[], None)).await.unwrap();
    store.open_session(id, &session("old", 100)).await.unwrap();
    store.open_session(id, &StoredSession { created_at: 2, ..session("new", 200) }).await.unwrap();
    let tokens = |sessions: Vec<StoredSession>| sessions.iter().map(|s| s.token).collect::<Vec<_>>();
    assert_eq!(tokens(store.sessions(id, 99).await.unwrap()), ["new", "old"].map(TokenDigest::of));
    assert_eq!(store.delete_expired(150, 0).await.unwrap(), 1);
    assert_eq!(tokens(store.sessions(id, 99).await.unwrap()), ["new"].map(TokenDigest::of));
    let key = StoredKey { token: TokenDigest::of("key"), created_at: 3, label: "bot".to_owned() };
    store.add_key(id, &key).await.unwrap();
    assert_eq!(store.keys(id).await.unwrap(), std::slice::from_ref(&key));
    assert_eq!(store.account_of_key(key.token).await.unwrap().unwrap().id, id);
    store.delete_key(key.token).await.unwrap();
    assert!(store.account_of_key(key.token).await.unwrap().is_none());
    let device = TokenDigest::of("device");
    assert!(!store.knows_device(id, device).await.unwrap());
    store.add_device(id, device, 5).await.unwrap();
    assert!(store.knows_device(id, device).await.unwrap());
    for i in 0..10 {
        store.add_device(id, TokenDigest::of(&i.to_string()), 6).await.unwrap();
    }
    assert!(!store.knows_device(id, device).await.unwrap(), "ten are remembered");
}

pub(crate) async fn operators_read_the_audit_log_and_reports(store: Arc<dyn Store>) {
    let id = store.create_account(&new("Marion", &[], None)).await.unwrap();
    let status = AccountStatus { muted: true, banned: true, operator: false };
    store.set_status(id, status).await.unwrap();
    store.set_password(id, "other").await.unwrap();
    let account = store.account("marion").await.unwrap().unwrap();
    assert_eq!((account.status, &*account.password_hash), (status, "other"));
    let entry = |at, action: &str| AuditEntry {
        at,
        action: action.to_owned(),
        name: "Marion".to_owned(),
        address: "192.0.2.1".to_owned(),
    };
    store.audit(Some(id), &entry(1, "sign-in")).await.unwrap();
    store.audit(None, &entry(2, "sign-in-refused")).await.unwrap();
    assert_eq!(store.audit_log(None, 9).await.unwrap(), [entry(2, "sign-in-refused"), entry(1, "sign-in")]);
    assert_eq!(store.audit_log(Some(id), 9).await.unwrap(), [entry(1, "sign-in")]);
    assert_eq!(store.delete_expired(0, 2).await.unwrap(), 1);
    let text = "Lets the clock run when losing".to_owned();
    let report =
        ConductReport { id: 0, at: 3, reporter: Some(id), about: "Asa".to_owned(), game: None, text };
    store.add_report(&report).await.unwrap();
    let open = store.open_reports(9).await.unwrap();
    assert_eq!(open, [ConductReport { id: open[0].id, ..report }]);
    store.close_report(open[0].id, 4).await.unwrap();
    assert!(store.open_reports(9).await.unwrap().is_empty());
    assert_eq!(store.reports_by(id).await.unwrap(), open);
}

pub(crate) async fn a_deleted_account_leaves_its_games_to_nobody(store: Arc<dyn Store>) {
    let keys = ["marion".to_owned()];
    let id = store.create_account(&new("Marion", &keys, None)).await.unwrap();
    let seat = Holder { account: Some(id), name: Some("Marion".to_owned()), ..holder("v") };
    let game = NewGame { holders: Holders([Some(seat), Some(holder("other"))]), ..new_game("g") };
    write(&store, &[StoreWrite::Game(Box::new(game))]).await;
    store.open_session(id, &session("token", 100)).await.unwrap();
    store
        .import_games(
            &[imported("i", "Asa", "draw", &[7])],
            &Credentials { account: Some(id), ..visitor("v") },
        )
        .await
        .unwrap();
    store.add_device(id, TokenDigest::of("device"), 5).await.unwrap();
    store.add_passkey(id, &passkey(b"p")).await.unwrap();
    store.put_mail_link(id, &link("l", MailPurpose::Reset, 9)).await.unwrap();
    store.delete_account(id).await.unwrap();
    assert!(store.account("Marion").await.unwrap().is_none());
    assert!(store.passkey(b"p").await.unwrap().is_none());
    assert!(store.session(TokenDigest::of("token"), 1).await.unwrap().is_none());
    assert_eq!(store.imported_pdn("i").await.unwrap(), None);
    let Holders([white, black]) = store.load("g").await.unwrap().unwrap().holders;
    let white = white.unwrap();
    assert!(white.is_deleted() && white.name.is_none() && white.key.is_none(), "{white:?}");
    assert!(!white.is(&Credentials { account: Some(Holder::DELETED), ..visitor("v") }));
    assert!(!black.unwrap().is_deleted());
    assert!(store.create_account(&new("Marion", &keys, None)).await.is_ok(), "the name is free again");
}

fn passkey(id: &[u8]) -> StoredPasskey {
    StoredPasskey {
        id: id.to_vec(),
        public_key: vec![4; 65],
        uses: 3,
        created_at: 7,
        label: "Phone".to_owned(),
    }
}

pub(crate) async fn a_passkey_belongs_to_one_account(store: Arc<dyn Store>) {
    let id = store.create_account(&new("Marion", &[], None)).await.unwrap();
    let other = store.create_account(&new("Asa", &[], None)).await.unwrap();
    store.add_passkey(id, &passkey(b"one")).await.unwrap();
    let taken = store.add_passkey(other, &passkey(b"one")).await;
    assert!(matches!(taken, Err(StoreError::Conflict)), "{taken:?}");
    store.set_passkey_uses(b"one", 4_000_000_000).await.unwrap();
    let used = StoredPasskey { uses: 4_000_000_000, ..passkey(b"one") };
    let (account, found) = store.passkey(b"one").await.unwrap().unwrap();
    assert_eq!((account.id, found), (id, used.clone()));
    assert_eq!(store.passkeys(id).await.unwrap(), [used]);
    assert!(!store.delete_passkey(other, b"one").await.unwrap(), "not theirs");
    assert!(store.delete_passkey(id, b"one").await.unwrap());
    store.add_passkey(id, &passkey(b"two")).await.unwrap();
    store.delete_passkeys(id).await.unwrap();
    assert!(store.passkey(b"two").await.unwrap().is_none());
}

fn link(token: &str, purpose: MailPurpose, expires_at: u64) -> MailLink {
    MailLink { token: TokenDigest::of(token), purpose, email: "m@example.org".to_owned(), expires_at }
}

pub(crate) async fn a_mail_link_works_once_and_expires(store: Arc<dyn Store>) {
    let id = store.create_account(&new("Marion", &[], None)).await.unwrap();
    assert_eq!(store.email(id).await.unwrap(), None);
    store.set_email(id, Some("m@example.org")).await.unwrap();
    assert_eq!(store.email(id).await.unwrap().as_deref(), Some("m@example.org"));
    for (token, purpose) in
        [("old", MailPurpose::Reset), ("new", MailPurpose::Reset), ("c", MailPurpose::Confirm)]
    {
        store.put_mail_link(id, &link(token, purpose, 10)).await.unwrap();
    }
    let found = async |token, purpose, at| {
        store.mail_link(TokenDigest::of(token), purpose, at).await.unwrap().map(|(account, _)| account.id)
    };
    assert_eq!(found("old", MailPurpose::Reset, 5).await, None, "replaced by the newer one");
    assert_eq!(found("new", MailPurpose::Reset, 9).await, Some(id));
    assert_eq!(found("new", MailPurpose::Confirm, 9).await, None);
    assert_eq!(found("new", MailPurpose::Reset, 10).await, None, "expired");
    assert!(store.take_mail_link(TokenDigest::of("new")).await.unwrap());
    assert!(!store.take_mail_link(TokenDigest::of("new")).await.unwrap(), "once");
    assert_eq!(store.delete_expired_links(9).await.unwrap(), 0);
    assert_eq!(store.delete_expired_links(10).await.unwrap(), 1);
    store.set_email(id, None).await.unwrap();
    assert_eq!(store.email(id).await.unwrap(), None);
}
