//! Mail to players of correspondence games: that it is their turn, and once more before their time runs out.
//!
//! Mails are planned in the store when the turn changes and sent by one task. A mail is taken from the store before it is
//! sent, so that it is sent at most once; it is put back only if the mail server has certainly not accepted it.

use std::sync::Arc;
use std::time::Duration;

use damiera_game::{Game, Lang, Moment};
use damiera_messages::Seats;
use damiera_rules::Side;
use tokio::sync::Notify;

use crate::clock::Clock;
use crate::game_card;
use crate::library;
use crate::mail::{MailError, Mailer};
use crate::rooms::{Room, RoomError, RoomRegistry};
use crate::settings::Settings;
use crate::store::{Holders, Store, StoreError, TurnMail, TurnMailKind, TurnMailSetting};
use crate::texts::{say, text};

/// How long a player may take before a mail is sent: who is at the board answers within it.
const GRACE: Duration = Duration::from_secs(10 * 60);
/// The longest time before the flag falls at which a reminder is sent.
const LONGEST_NOTICE: Duration = Duration::from_secs(24 * 3600);
/// How often a mail is tried.
const MOST_ATTEMPTS: u32 = 5;
/// The time before the second attempt; each later one takes four times as long.
const FIRST_RETRY: Duration = Duration::from_secs(60);
/// How long the task sleeps at most, and after a failure of the store.
const SLEEP: Duration = Duration::from_secs(3600);
const AFTER_FAILURE: Duration = Duration::from_secs(60);
/// Mails that are read from the store at a time.
const BATCH: u32 = 20;

/// Plans the mails about a game's turn.
#[derive(Clone)]
pub(crate) struct TurnMailPlanner {
    store: Arc<dyn Store>,
    wake: Arc<Notify>,
}

impl TurnMailPlanner {
    pub(crate) fn new(store: Arc<dyn Store>) -> Self {
        Self { store, wake: Arc::default() }
    }

    /// Plans the mails for the turn that has begun, and forgets those of earlier turns. A plan that could not be written is
    /// made again when the game is loaded the next time.
    pub(crate) fn plan(&self, id: &str, game: &Game, seats: Seats, holders: &Holders) {
        if !game.terms().is_correspondence() || seats.has_engine() || holders.are_same() {
            return;
        }
        let (id, mails, plies) = (id.to_owned(), turn_mails(id, game, holders), turn_number(game));
        let (store, wake) = (Arc::clone(&self.store), Arc::clone(&self.wake));
        tokio::spawn(async move {
            let planned = async {
                store.forget_turn_mails(&id, (!mails.is_empty()).then_some(plies)).await?;
                for mail in &mails {
                    store.plan_turn_mail(mail).await?;
                }
                Ok::<_, StoreError>(())
            };
            if let Err(error) = planned.await {
                tracing::warn!(game = id, %error, "mail about a turn could not be planned");
            }
            wake.notify_one();
        });
    }
}

/// The number of plies before the present turn.
fn turn_number(game: &Game) -> u32 {
    u32::try_from(game.plies().len()).unwrap_or(u32::MAX)
}

/// The mails about the present turn.
fn turn_mails(id: &str, game: &Game, holders: &Holders) -> Vec<TurnMail> {
    let account = account_of(holders, game.turn()).filter(|_| game.end().is_none() && game.has_begun());
    let Some(account) = account else { return Vec::new() };
    let mail = |kind, due: Moment| TurnMail {
        game: id.to_owned(),
        plies: turn_number(game),
        kind,
        account,
        due_at: due.0,
        attempts: 0,
    };
    let your_turn = mail(TurnMailKind::YourTurn, turn_began(game).plus(GRACE));
    let reminder = reminder_due(game).map(|due| mail(TurnMailKind::Reminder, due));
    [your_turn].into_iter().chain(reminder).collect()
}

fn account_of(holders: &Holders, side: Side) -> Option<i64> {
    holders.0[side as usize].as_ref().filter(|holder| !holder.is_deleted())?.account
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

/// Sends the mails that are due.
pub(crate) struct TurnMailer {
    pub(crate) planner: TurnMailPlanner,
    pub(crate) rooms: Arc<RoomRegistry>,
    pub(crate) clock: Clock,
    pub(crate) settings: Settings,
    pub(crate) mailer: Mailer,
}

/// What becomes of a mail that is due.
enum Delivery {
    Send { to: String, subject: String, text: String },
    Later(Moment),
    Never,
}

impl TurnMailer {
    /// Sends mails as they become due, for ever.
    pub(crate) async fn run(self) {
        loop {
            let wait = match self.send_due().await {
                Ok(next) => next.map_or(SLEEP, |at| at.since(self.clock.now()).min(SLEEP)),
                Err(error) => {
                    tracing::warn!(%error, "mail about turns could not be sent");
                    AFTER_FAILURE
                }
            };
            tokio::select! {
                () = self.planner.wake.notified() => {}
                () = self.clock.sleep(wait) => {}
            }
        }
    }

    /// Sends what is due, and says when the next mail is.
    async fn send_due(&self) -> Result<Option<Moment>, StoreError> {
        let store = &self.planner.store;
        loop {
            let due = store.due_turn_mails(self.clock.now().0, BATCH).await?;
            if due.is_empty() {
                return Ok(store.next_turn_mail().await?.map(Moment));
            }
            for mail in due {
                self.deliver(mail).await?;
            }
        }
    }

    async fn deliver(&self, mut mail: TurnMail) -> Result<(), StoreError> {
        let store = &self.planner.store;
        let delivery = self.prepare(&mail).await?;
        if !store.take_turn_mail(&mail).await? {
            return Ok(()); // another node has it, or it was planned anew
        }
        match delivery {
            Delivery::Never => Ok(()),
            Delivery::Later(at) => {
                mail.due_at = at.0;
                store.put_back_turn_mail(&mail).await
            }
            Delivery::Send { to, subject, text } => match self.mailer.send_checked(&to, &subject, text).await
            {
                Ok(()) => Ok(()),
                Err(MailError::Deferred(reason)) if mail.attempts + 1 < MOST_ATTEMPTS => {
                    tracing::warn!(game = mail.game, reason, "mail about a turn is tried again later");
                    let pause = FIRST_RETRY * 4u32.pow(mail.attempts);
                    mail.attempts += 1;
                    mail.due_at = self.clock.now().plus(pause).0;
                    store.put_back_turn_mail(&mail).await
                }
                Err(error) => {
                    tracing::error!(game = mail.game, %error, "mail about a turn is given up");
                    Ok(())
                }
            },
        }
    }

    /// Looks at the game again: the mail may no longer matter, or only later.
    async fn prepare(&self, mail: &TurnMail) -> Result<Delivery, StoreError> {
        let store = &self.planner.store;
        let room = match self.rooms.find(&mail.game).await {
            Ok(room) => room,
            Err(RoomError::Store(error)) => return Err(error),
            Err(_) => return Ok(Delivery::Never),
        };
        let (game, now) = (room.game(), self.clock.now());
        let current = turn_number(&game) == mail.plies && game.end().is_none();
        if !current || account_of(&room.holders, game.turn()) != Some(mail.account) {
            return Ok(Delivery::Never);
        }
        if mail.kind == TurnMailKind::Reminder {
            // The time may have been given back, or stand still during a vacation.
            match reminder_due(&game).or_else(|| Some(game.vacation_ends()?.plus(FIRST_RETRY))) {
                Some(due) if due > now => return Ok(Delivery::Later(due)),
                Some(_) => {}
                None => return Ok(Delivery::Never),
            }
        }
        let setting = store.turn_mail_setting(mail.account).await?;
        let (Some(setting), Some(to)) = (setting, store.email(mail.account).await?) else {
            return Ok(Delivery::Never);
        };
        let (subject, text) = self.write(&room, &game, mail, &setting);
        Ok(Delivery::Send { to, subject, text })
    }

    fn write(
        &self,
        room: &Room,
        game: &Game,
        mail: &TurnMail,
        setting: &TurnMailSetting,
    ) -> (String, String) {
        let lang: Lang = setting.language.parse().unwrap_or_default();
        let named = Some(library::name((&room.seats, &room.holders), !game.turn()));
        let opponent = named.filter(|name| !name.is_empty()).unwrap_or_else(|| text(lang, "guest"));
        let left = game.clocks().face(game.turn(), self.clock.now()).map_or(Duration::ZERO, |face| face.left);
        let left = game_card::time_left(left, lang);
        let (subject, first) = match mail.kind {
            TurnMailKind::YourTurn => ("turn-mail-subject", "turn-mail-text"),
            TurnMailKind::Reminder => ("turn-mail-reminder-subject", "turn-mail-reminder-text"),
        };
        let mut lines = vec![say(lang, first, &[("text", &opponent), ("made", &left)])];
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
        (say(lang, subject, &[("text", &opponent), ("made", &left)]), lines.join("\n"))
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
