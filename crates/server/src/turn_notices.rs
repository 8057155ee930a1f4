//! Notices to players of correspondence games, by mail and by browser push: that it is their turn, and once more before their time
//! runs out.
//!
//! Notices are planned in the store when the turn changes and sent by one task. A notice is taken from the store before it is
//! sent, so that it is sent at most once; it is put back only if the mail server or push service has certainly not accepted it.

use std::sync::Arc;
use std::time::Duration;

use damiera_game::{Game, Lang, Moment};
use damiera_messages::Seats;
use futures_util::{StreamExt, TryStreamExt, stream};
use tokio::sync::Notify;

use crate::clock::Clock;
use crate::game_card;
use crate::library;
use crate::mail::MailError;
use crate::push::{PushError, PushMessage, PushRecipient, PushSender};
use crate::rooms::{Room, RoomError, RoomRegistry};
use crate::settings::Settings;
use crate::store::{
    Holder, Holders, NoticeRecipient, PushSubscription, SideMember, Store, StoreError, TokenDigest,
    TurnMailSetting, TurnNotice, TurnNoticeKind, TurnNoticePlan,
};
use crate::texts::{say, text};

/// How long a player may take before a mail or a push message is sent: somebody at the board answers within it.
const MAIL_GRACE: Duration = Duration::from_secs(10 * 60);
const PUSH_GRACE: Duration = Duration::from_secs(20);
/// The longest time before the flag falls at which a reminder is sent.
const LONGEST_NOTICE: Duration = Duration::from_secs(24 * 3600);
/// How often a notice is tried.
const MOST_ATTEMPTS: u32 = 5;
/// The time before the second attempt; each later one takes four times as long.
const FIRST_RETRY: Duration = Duration::from_secs(60);
/// How long the task sleeps at most, and after a failure of the store.
const SLEEP: Duration = Duration::from_secs(3600);
const AFTER_FAILURE: Duration = Duration::from_secs(60);
/// Notices that are read from the store at a time, and those that are sent at the same time.
const BATCH: u32 = 100;
const CONCURRENT: usize = 20;

/// Whether the server sends mail.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MailService {
    Available,
    Missing,
}

/// Plans the notices about a game's turn.
#[derive(Clone)]
pub(crate) struct TurnNoticePlanner {
    store: Arc<dyn Store>,
    wake: Arc<Notify>,
    mail: MailService,
}

impl TurnNoticePlanner {
    pub(crate) fn new(store: Arc<dyn Store>, mail: MailService) -> Self {
        Self { store, wake: Arc::default(), mail }
    }

    /// Plans the notices for the turn that has begun, and forgets those of earlier turns. A plan that could not be written is
    /// made again when the game is loaded the next time.
    pub(crate) fn plan(
        &self,
        id: &str,
        game: &Game,
        seats: Seats,
        holders: &Holders,
        members: &[SideMember],
    ) {
        if !game.terms().is_correspondence() || seats.has_engine() || holders.are_same() {
            return;
        }
        let (id, plans, plies) = (id.to_owned(), self.plans(id, game, holders, members), turn_number(game));
        let (store, wake) = (Arc::clone(&self.store), Arc::clone(&self.wake));
        tokio::spawn(async move {
            let planned = async {
                store.forget_turn_notices(&id, (!plans.is_empty()).then_some(plies)).await?;
                for plan in &plans {
                    store.plan_turn_notices(plan).await?;
                }
                Ok::<_, StoreError>(())
            };
            if let Err(error) = planned.await {
                tracing::warn!(game = id, %error, "notices about a turn could not be planned");
            }
            wake.notify_one();
        });
    }

    /// The notices about the present turn, for everybody who holds the side to move.
    fn plans(&self, id: &str, game: &Game, holders: &Holders, members: &[SideMember]) -> Vec<TurnNoticePlan> {
        if game.end().is_some() || !game.has_begun() {
            return Vec::new();
        }
        let due = |kind, grace| match kind {
            TurnNoticeKind::YourTurn => Some(turn_began(game).plus(grace).0),
            TurnNoticeKind::Reminder => reminder_due(game).map(|due| due.0),
        };
        let plan = |holder: &Holder, kind| {
            Some(TurnNoticePlan {
                game: id.to_owned(),
                plies: turn_number(game),
                kind,
                account: holder.account,
                visitor: holder.visitor,
                mail_due: due(kind, MAIL_GRACE).filter(|_| self.mail == MailService::Available),
                push_due: due(kind, PUSH_GRACE)?,
            })
        };
        let people = to_move(game, holders, members);
        people
            .flat_map(|holder| {
                [TurnNoticeKind::YourTurn, TurnNoticeKind::Reminder].map(|kind| plan(holder, kind))
            })
            .flatten()
            .collect()
    }
}

/// Those who hold the side to move, alone or with others.
fn to_move<'a>(
    game: &Game,
    holders: &'a Holders,
    members: &'a [SideMember],
) -> impl Iterator<Item = &'a Holder> + use<'a> {
    let side = game.turn();
    let members = members.iter().filter(move |member| member.side == side).map(|member| &member.holder);
    holders.0[side as usize].iter().chain(members).filter(|holder| !holder.is_deleted())
}

/// The number of plies before the present turn.
fn turn_number(game: &Game) -> u32 {
    u32::try_from(game.plies().len()).unwrap_or(u32::MAX)
}

fn turn_began(game: &Game) -> Moment {
    game.plies().last().and_then(|ply| ply.at).unwrap_or(game.last_event_at())
}

/// When a reminder is due: a day before the flag falls, or with less time for the move a quarter of it.
fn reminder_due(game: &Game) -> Option<Moment> {
    let falls = game.flag_falls()?;
    let notice = (falls.since(turn_began(game)) / 4).min(LONGEST_NOTICE);
    Some(falls.minus(notice))
}

/// Sends the notices that are due.
pub(crate) struct TurnNotifier {
    pub(crate) planner: TurnNoticePlanner,
    pub(crate) rooms: Arc<RoomRegistry>,
    pub(crate) clock: Clock,
    pub(crate) settings: Settings,
    pub(crate) push: Arc<PushSender>,
}

/// What becomes of a notice that is due.
enum Delivery {
    Mail { to: String, subject: String, text: String },
    Push { subscription: Box<PushSubscription>, message: PushMessage },
    Later(Moment),
    Never,
}

/// What came of sending a notice.
enum SendOutcome {
    Sent,
    /// It was certainly not accepted, and may be tried again.
    NotNow(String),
    GivenUp(String),
}

impl TurnNotifier {
    /// Sends notices as they become due, for ever.
    pub(crate) async fn run(self) {
        loop {
            let wait = match self.send_due().await {
                Ok(next) => next.map_or(SLEEP, |at| at.since(self.clock.now()).min(SLEEP)),
                Err(error) => {
                    tracing::warn!(%error, "notices about turns could not be sent");
                    AFTER_FAILURE
                }
            };
            tokio::select! {
                () = self.planner.wake.notified() => {}
                () = self.clock.sleep(wait) => {}
            }
        }
    }

    /// Sends what is due, and says when the next notice is.
    async fn send_due(&self) -> Result<Option<Moment>, StoreError> {
        let store = &self.planner.store;
        loop {
            let due = store.due_turn_notices(self.clock.now().0, BATCH).await?;
            if due.is_empty() {
                return Ok(store.next_turn_notice().await?.map(Moment));
            }
            let due = stream::iter(due).map(Ok);
            due.try_for_each_concurrent(CONCURRENT, |notice| self.deliver(notice)).await?;
        }
    }

    async fn deliver(&self, mut notice: TurnNotice) -> Result<(), StoreError> {
        let store = &self.planner.store;
        let delivery = self.prepare(&notice).await?;
        if !store.take_turn_notice(&notice).await? {
            return Ok(()); // another node has it, or it was planned anew
        }
        let outcome = match delivery {
            Delivery::Never => return Ok(()),
            Delivery::Later(at) => {
                notice.due_at = at.0;
                return store.put_back_turn_notice(&notice).await;
            }
            Delivery::Mail { to, subject, text } => self.send_mail(&to, &subject, text).await,
            Delivery::Push { subscription, message } => {
                self.send_push(&subscription, &message, &notice.game).await?
            }
        };
        match outcome {
            SendOutcome::Sent => Ok(()),
            SendOutcome::NotNow(reason) if notice.attempts + 1 < MOST_ATTEMPTS => {
                tracing::warn!(game = notice.game, reason, "a notice about a turn is tried again later");
                let pause = FIRST_RETRY * 4u32.pow(notice.attempts);
                notice.attempts += 1;
                notice.due_at = self.clock.now().plus(pause).0;
                store.put_back_turn_notice(&notice).await
            }
            SendOutcome::NotNow(reason) | SendOutcome::GivenUp(reason) => {
                tracing::error!(game = notice.game, reason, "a notice about a turn is given up");
                Ok(())
            }
        }
    }

    async fn send_mail(&self, to: &str, subject: &str, text: String) -> SendOutcome {
        let Some(mailer) = &self.settings.mailer else { return SendOutcome::Sent };
        match mailer.send_checked(to, subject, text).await {
            Ok(()) => SendOutcome::Sent,
            Err(MailError::Deferred(reason)) => SendOutcome::NotNow(reason),
            Err(error) => SendOutcome::GivenUp(error.to_string()),
        }
    }

    /// Sends a push message. A subscription that has ended is deleted.
    async fn send_push(
        &self,
        subscription: &PushSubscription,
        message: &PushMessage,
        topic: &str,
    ) -> Result<SendOutcome, StoreError> {
        let PushSubscription { endpoint, public_key, auth_secret, .. } = subscription;
        let Some(recipient) = PushRecipient::new(public_key, auth_secret) else {
            return Ok(SendOutcome::GivenUp("its keys cannot be used".to_owned()));
        };
        Ok(match self.push.send(endpoint, &recipient, message, topic, self.clock.now()).await {
            Ok(()) => SendOutcome::Sent,
            Err(PushError::Gone) => {
                self.planner.store.delete_push_subscription(endpoint).await?;
                SendOutcome::Sent
            }
            Err(PushError::Deferred(reason)) => SendOutcome::NotNow(reason),
            Err(error @ PushError::Silent) => SendOutcome::NotNow(error.to_string()),
            Err(error) => SendOutcome::GivenUp(error.to_string()),
        })
    }

    /// Looks at the game again: the notice may no longer matter, or only later.
    async fn prepare(&self, notice: &TurnNotice) -> Result<Delivery, StoreError> {
        let room = match self.rooms.find(&notice.game).await {
            Ok(room) => room,
            Err(RoomError::Store(error)) => return Err(error),
            Err(_) => return Ok(Delivery::Never),
        };
        let (game, now) = (room.game(), self.clock.now());
        if turn_number(&game) != notice.plies || game.end().is_some() {
            return Ok(Delivery::Never);
        }
        if notice.kind == TurnNoticeKind::Reminder {
            // The time may have been given back, or stand still during a vacation.
            match reminder_due(&game).or_else(|| Some(game.vacation_ends()?.plus(FIRST_RETRY))) {
                Some(due) if due > now => return Ok(Delivery::Later(due)),
                Some(_) => {}
                None => return Ok(Delivery::Never),
            }
        }
        match notice.recipient {
            NoticeRecipient::Mail(account) => self.prepare_mail(&room, &game, notice, account).await,
            NoticeRecipient::Push(subscription) => {
                self.prepare_push(&room, &game, notice, subscription).await
            }
        }
    }

    async fn prepare_mail(
        &self,
        room: &Room,
        game: &Game,
        notice: &TurnNotice,
        account: i64,
    ) -> Result<Delivery, StoreError> {
        let store = &self.planner.store;
        let setting = store.turn_mail_setting(account).await?;
        let (Some(setting), Some(to)) = (setting, store.email(account).await?) else {
            return Ok(Delivery::Never);
        };
        if !self.is_to_move(room, game, Some(account), None).await? {
            return Ok(Delivery::Never);
        }
        let (subject, text) = self.write_mail(room, game, notice.kind, &setting);
        Ok(Delivery::Mail { to, subject, text })
    }

    async fn prepare_push(
        &self,
        room: &Room,
        game: &Game,
        notice: &TurnNotice,
        subscription: i64,
    ) -> Result<Delivery, StoreError> {
        let Some(subscription) = self.planner.store.push_subscription(subscription).await? else {
            return Ok(Delivery::Never);
        };
        if !self.is_to_move(room, game, subscription.account, subscription.visitor).await? {
            return Ok(Delivery::Never);
        }
        let lang: Lang = subscription.language.parse().unwrap_or_default();
        let (title, body) = self.sentences(room, game, notice.kind, lang);
        let message = PushMessage { title, body, url: format!("/game/{}", room.id()) };
        Ok(Delivery::Push { subscription: Box::new(subscription), message })
    }

    /// Whether an account or a browser holds the side to move.
    async fn is_to_move(
        &self,
        room: &Room,
        game: &Game,
        account: Option<i64>,
        visitor: Option<TokenDigest>,
    ) -> Result<bool, StoreError> {
        let members = match game.terms().consultation {
            [None, None] => Vec::new(),
            _ => self.planner.store.side_members(room.id()).await?,
        };
        Ok(to_move(game, &room.holders, &members).any(|holder| match holder.account {
            Some(own) => account == Some(own),
            None => visitor.is_some() && holder.visitor == visitor,
        }))
    }

    /// What a notice says: in a few words, and in a sentence.
    fn sentences(&self, room: &Room, game: &Game, kind: TurnNoticeKind, lang: Lang) -> (String, String) {
        let named = Some(library::name((&room.seats, &room.holders), !game.turn()));
        let opponent = named.filter(|name| !name.is_empty()).unwrap_or_else(|| text(lang, "guest"));
        let left = game.clocks().face(game.turn(), self.clock.now()).map_or(Duration::ZERO, |face| face.left);
        let left = game_card::time_left(left, lang);
        let (subject, sentence) = match kind {
            TurnNoticeKind::YourTurn => ("turn-mail-subject", "turn-mail-text"),
            TurnNoticeKind::Reminder => ("turn-mail-reminder-subject", "turn-mail-reminder-text"),
        };
        let said = |key| say(lang, key, &[("text", &opponent), ("made", &left)]);
        (said(subject), said(sentence))
    }

    fn write_mail(
        &self,
        room: &Room,
        game: &Game,
        kind: TurnNoticeKind,
        setting: &TurnMailSetting,
    ) -> (String, String) {
        let lang: Lang = setting.language.parse().unwrap_or_default();
        let (subject, sentence) = self.sentences(room, game, kind, lang);
        let mut lines = vec![sentence];
        // A blindfold player gets the last move without the board.
        if let Some(ply) = game.plies().last() {
            lines.push(say(lang, "card-last", &[("move", &ply.notation)]));
        }
        if !game.conceals_board() {
            lines.push(String::new());
            lines.extend(game_card::diagram(game));
            lines.push(text(lang, "card-legend"));
        }
        lines.push(String::new());
        lines.push(self.settings.link(&format!("/game/{}", room.id())));
        let stop = self.settings.link(&format!("/account/link/stop/{}", setting.stop_token));
        lines.push(say(lang, "turn-mail-stop", &[("text", &stop)]));
        (subject, lines.join("\n"))
    }
}

#[cfg(test)]
mod tests {
    use damiera_game::{Action, Actor, ClockControl, Command, Profile, Terms};
    use damiera_rules::Variant;

    use super::*;

    const HOUR: u64 = 3_600_000;

    /// When the reminder of a first move is due, in hours, with a clock of so many hours.
    fn reminder(control: ClockControl) -> u64 {
        let terms = Terms::new(Variant::Italian, Profile::CORRESPONDENCE);
        let game = Game::new(Terms { controls: [control.clone(), control], ..terms }).expect("a game");
        let start = Command { by: Actor::Arbiter, at: Moment(0), action: Action::Start };
        let (_, game) = game.foresee(&start, Duration::ZERO).expect("started");
        reminder_due(&game).expect("a clock").0 / HOUR
    }

    #[test]
    fn a_reminder_comes_a_day_before_the_end_or_with_a_quarter_of_the_time() {
        let hours = |hours: u64| Duration::from_millis(hours * HOUR);
        assert_eq!(reminder(ClockControl::PerMove(hours(24))), 18);
        assert_eq!(reminder(ClockControl::PerMove(hours(24 * 3))), 54);
        assert_eq!(reminder(ClockControl::PerMove(hours(24 * 14))), 24 * 13);
        assert_eq!(reminder(ClockControl::sudden(hours(24 * 60))), 24 * 59);
    }
}
