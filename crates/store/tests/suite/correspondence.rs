//! Conditional moves, mail about turns, and sides that several people hold.

use std::sync::Arc;

use damiera_rules::Side;
use damiera_store::{
    Holders, NewAccount, NewGame, NoticeRecipient, PushSubscription, SideMember, SideVote, Store, StoreWrite,
    StoredConditionalMoves, TokenDigest, TurnMailSetting, TurnNotice, TurnNoticeKind, TurnNoticePlan,
};

use crate::samples::{holder, new_game, visitor, write};

async fn game(store: &Arc<dyn Store>) {
    let holders = Holders([Some(holder("white")), Some(holder("black"))]);
    write(store, &[StoreWrite::Game(Box::new(NewGame { timed: true, holders, ..new_game("g") }))]).await;
}

pub(crate) async fn conditional_moves_are_kept_for_each_side(store: Arc<dyn Store>) {
    game(&store).await;
    assert_eq!(store.games_in_progress(&visitor("white"), 9).await.unwrap(), ["g"]);
    assert!(store.games_in_progress(&visitor("other"), 9).await.unwrap().is_empty());
    let moves = |side, body: &str| {
        let (fen, body) = ("W:W22:B1".to_owned(), body.to_owned());
        StoredConditionalMoves { side, plies: 3, fen, body }
    };
    for (side, body) in [(Side::White, "[]"), (Side::Black, "[1]"), (Side::White, "[2]")] {
        store.put_conditional_moves("g", &moves(side, body)).await.unwrap();
    }
    let both = [moves(Side::White, "[2]"), moves(Side::Black, "[1]")];
    assert_eq!(store.conditional_moves("g").await.unwrap(), both);
    store.delete_conditional_moves("g", Side::White).await.unwrap();
    assert_eq!(store.conditional_moves("g").await.unwrap(), both[1..]);
}

pub(crate) async fn mail_about_a_turn_is_taken_once(store: Arc<dyn Store>) {
    game(&store).await;
    let new = NewAccount { name: "Marion", name_keys: &[], password_hash: "hash", visitor: None, at: 1 };
    let account = store.create_account(&new).await.unwrap();
    let plan = |plies, kind, due| TurnNoticePlan {
        game: "g".to_owned(),
        plies,
        kind,
        account: Some(account),
        visitor: None,
        mail_due: Some(due),
        push_due: due,
    };
    let first = plan(1, TurnNoticeKind::YourTurn, 5);
    store.plan_turn_notices(&first).await.unwrap();
    assert_eq!(store.next_turn_notice().await.unwrap(), None, "nobody asked for mail");
    let setting = TurnMailSetting { account, language: "it".to_owned(), stop_token: "stop".to_owned() };
    store.set_turn_mail(&setting).await.unwrap();
    assert_eq!(store.turn_mail_setting(account).await.unwrap(), Some(setting));
    assert_eq!(store.turn_mail_account("stop").await.unwrap(), Some(account));
    store.plan_turn_notices(&first).await.unwrap();
    store.plan_turn_notices(&plan(1, TurnNoticeKind::YourTurn, 7)).await.unwrap();
    assert_eq!(store.next_turn_notice().await.unwrap(), Some(7), "the later plan holds");
    assert!(store.due_turn_notices(6, 9).await.unwrap().is_empty());
    let due = store.due_turn_notices(7, 9).await.unwrap();
    assert_eq!((due.len(), due[0].recipient), (1, NoticeRecipient::Mail(account)));
    assert!(store.take_turn_notice(&due[0]).await.unwrap());
    assert!(!store.take_turn_notice(&due[0]).await.unwrap(), "once");
    store.plan_turn_notices(&plan(1, TurnNoticeKind::YourTurn, 7)).await.unwrap();
    assert_eq!(store.next_turn_notice().await.unwrap(), None, "it is not planned again");
    store.put_back_turn_notice(&TurnNotice { due_at: 9, attempts: 1, ..due[0].clone() }).await.unwrap();
    assert_eq!(store.due_turn_notices(9, 9).await.unwrap()[0].attempts, 1);
    store.plan_turn_notices(&plan(2, TurnNoticeKind::Reminder, 20)).await.unwrap();
    store.forget_turn_notices("g", Some(2)).await.unwrap();
    assert_eq!(store.next_turn_notice().await.unwrap(), Some(20));
    store.stop_turn_mail(account).await.unwrap();
    assert_eq!(store.next_turn_notice().await.unwrap(), None);
    assert_eq!(store.turn_mail_setting(account).await.unwrap(), None);
}

pub(crate) async fn a_browser_subscribes_to_push_messages(store: Arc<dyn Store>) {
    game(&store).await;
    let secret = store.server_secret("key", b"one").await.unwrap();
    assert_eq!(
        (secret, store.server_secret("key", b"two").await.unwrap()),
        (b"one".to_vec(), b"one".to_vec())
    );
    let (own, other) = (Some(TokenDigest::of("own")), Some(TokenDigest::of("other")));
    let subscription = |id, visitor, at| PushSubscription {
        id,
        endpoint: format!("https://push.example.org/{id}"),
        public_key: vec![4; 65],
        auth_secret: vec![7; 16],
        visitor,
        account: None,
        language: "pt".to_owned(),
        at,
    };
    for one in
        [subscription(1, own, 1), subscription(2, own, 2), subscription(3, other, 3), subscription(4, own, 4)]
    {
        store.put_push_subscription(&one, 2).await.unwrap();
    }
    assert_eq!(store.push_subscription(1).await.unwrap(), None, "the oldest of three");
    assert_eq!(store.push_subscription(4).await.unwrap(), Some(subscription(4, own, 4)));
    let mut again = subscription(9, other, 5);
    again.endpoint = subscription(4, own, 4).endpoint;
    store.put_push_subscription(&again, 2).await.unwrap();
    let kept = store.push_subscription(4).await.unwrap().expect("the same number");
    assert_eq!((kept.visitor, kept.at), (other, 5), "an endpoint has one owner");
    let plan = TurnNoticePlan {
        game: "g".to_owned(),
        plies: 1,
        kind: TurnNoticeKind::YourTurn,
        account: None,
        visitor: other,
        mail_due: None,
        push_due: 5,
    };
    store.plan_turn_notices(&plan).await.unwrap();
    let due = store.due_turn_notices(5, 9).await.unwrap();
    let recipients: Vec<_> = due.iter().map(|notice| notice.recipient).collect();
    assert_eq!(recipients, [NoticeRecipient::Push(3), NoticeRecipient::Push(4)]);
    store.delete_push_subscription(&again.endpoint).await.unwrap();
    assert_eq!(store.push_subscription(4).await.unwrap(), None);
}

pub(crate) async fn a_side_has_members_and_votes(store: Arc<dyn Store>) {
    game(&store).await;
    let token = TokenDigest::of("link");
    store.put_side_link(token, "g", Side::Black).await.unwrap();
    assert_eq!(store.side_link(token).await.unwrap(), Some(("g".to_owned(), Side::Black)));
    store.put_side_link(TokenDigest::of("new"), "g", Side::Black).await.unwrap();
    assert_eq!(store.side_link(token).await.unwrap(), None, "replaced");
    let member = SideMember { side: Side::Black, number: 1, holder: holder("friend") };
    store.add_side_member("g", &member).await.unwrap();
    assert!(store.add_side_member("g", &member).await.is_err(), "the number is taken");
    assert_eq!(store.side_members("g").await.unwrap(), [member]);
    let vote = |member, notation: &str, at| {
        let notation = notation.to_owned();
        SideVote { side: Side::Black, member, notation, at }
    };
    for vote in [vote(0, "a", 1), vote(1, "b", 2), vote(0, "b", 3)] {
        store.put_side_vote("g", 4, &vote).await.unwrap();
    }
    assert_eq!(store.side_votes("g", 4).await.unwrap(), [vote(1, "b", 2), vote(0, "b", 3)]);
    assert!(store.side_votes("g", 5).await.unwrap().is_empty());
}
