//! Conditional moves, mail about turns, and sides that several people hold.

use std::sync::Arc;

use damiera_rules::Side;
use damiera_store::{
    Holders, NewAccount, NewGame, SideMember, SideVote, Store, StoreWrite, StoredConditionalMoves,
    TokenDigest, TurnMail, TurnMailKind, TurnMailSetting,
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
    let mail = |plies, kind, due_at| {
        let game = "g".to_owned();
        TurnMail { game, plies, kind, account, due_at, attempts: 0 }
    };
    let first = mail(1, TurnMailKind::YourTurn, 5);
    store.plan_turn_mail(&first).await.unwrap();
    assert_eq!(store.next_turn_mail().await.unwrap(), None, "nobody asked for mail");
    let setting = TurnMailSetting { account, language: "it".to_owned(), stop_token: "stop".to_owned() };
    store.set_turn_mail(&setting).await.unwrap();
    assert_eq!(store.turn_mail_setting(account).await.unwrap(), Some(setting));
    assert_eq!(store.turn_mail_account("stop").await.unwrap(), Some(account));
    store.plan_turn_mail(&first).await.unwrap();
    let first = mail(1, TurnMailKind::YourTurn, 7);
    store.plan_turn_mail(&first).await.unwrap();
    assert_eq!(store.next_turn_mail().await.unwrap(), Some(7), "the later plan holds");
    assert!(store.due_turn_mails(6, 9).await.unwrap().is_empty());
    assert_eq!(store.due_turn_mails(7, 9).await.unwrap(), std::slice::from_ref(&first));
    assert!(store.take_turn_mail(&first).await.unwrap());
    assert!(!store.take_turn_mail(&first).await.unwrap(), "once");
    store.plan_turn_mail(&first).await.unwrap();
    assert_eq!(store.next_turn_mail().await.unwrap(), None, "it is not planned again");
    store.put_back_turn_mail(&TurnMail { due_at: 9, attempts: 1, ..first }).await.unwrap();
    assert_eq!(store.due_turn_mails(9, 9).await.unwrap()[0].attempts, 1);
    store.plan_turn_mail(&mail(2, TurnMailKind::Reminder, 20)).await.unwrap();
    store.forget_turn_mails("g", Some(2)).await.unwrap();
    assert_eq!(store.next_turn_mail().await.unwrap(), Some(20));
    store.stop_turn_mail(account).await.unwrap();
    assert_eq!(store.next_turn_mail().await.unwrap(), None);
    assert_eq!(store.turn_mail_setting(account).await.unwrap(), None);
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
