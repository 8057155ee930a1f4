//! Correspondence games: who has which in progress, conditional moves, and notices about a turn.

use async_trait::async_trait;
use damiera_rules::Side;

use crate::StoreResult;
use crate::seat::Credentials;
use crate::token::TokenDigest;

/// The conditional moves of a side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredConditionalMoves {
    /// Whose they are. Nobody else may read them.
    pub side: Side,
    /// The number of plies before the tree.
    pub plies: u32,
    /// The position at which the tree begins.
    pub fen: String,
    /// The tree as JSON.
    pub body: String,
}

/// Why somebody is notified of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TurnNoticeKind {
    /// The opponent has moved.
    YourTurn,
    /// The time runs out.
    Reminder,
}

impl TurnNoticeKind {
    /// Its name in the database.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::YourTurn => "your-turn",
            Self::Reminder => "reminder",
        }
    }

    pub(crate) fn named(name: &str) -> Self {
        if name == Self::Reminder.name() { Self::Reminder } else { Self::YourTurn }
    }
}

/// How somebody is notified, and who.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoticeRecipient {
    /// By mail, an account.
    Mail(i64),
    /// By browser push, a subscription.
    Push(i64),
}

impl NoticeRecipient {
    /// The name of the channel in the database, and the number of the account or the subscription.
    pub(crate) const fn stored(self) -> (&'static str, i64) {
        match self {
            Self::Mail(account) => ("mail", account),
            Self::Push(subscription) => ("push", subscription),
        }
    }

    pub(crate) fn read(channel: &str, number: i64) -> Self {
        if channel == "push" { Self::Push(number) } else { Self::Mail(number) }
    }
}

/// The notices about a turn for a person who holds the side to move. Those who do not want any get none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TurnNoticePlan {
    /// The game's id.
    pub game: String,
    /// The number of plies when the turn began.
    pub plies: u32,
    /// Why they are sent.
    pub kind: TurnNoticeKind,
    /// The person's account.
    pub account: Option<i64>,
    /// The person's browser, for somebody without an account.
    pub visitor: Option<TokenDigest>,
    /// When mail is to be sent, in milliseconds since 1970; never if the server sends no mail.
    pub mail_due: Option<u64>,
    /// When push messages are to be sent.
    pub push_due: u64,
}

/// A notice about a turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TurnNotice {
    /// The game's id.
    pub game: String,
    /// The number of plies when the turn began.
    pub plies: u32,
    /// Why it is sent.
    pub kind: TurnNoticeKind,
    /// Who gets it, and how.
    pub recipient: NoticeRecipient,
    /// When it is to be sent, in milliseconds since 1970.
    pub due_at: u64,
    /// How often it could not be sent.
    pub attempts: u32,
}

/// How an account gets mail about its turns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TurnMailSetting {
    /// The account.
    pub account: i64,
    /// The code of the language that the mails are written in.
    pub language: String,
    /// The token in the links that stop the mails.
    pub stop_token: String,
}

/// Storage of what correspondence games need besides their log.
#[async_trait]
pub trait CorrespondenceStore: Send + Sync + 'static {
    /// The newest games with clocks in which somebody holds a seat, alone or with others, and which have not ended.
    async fn games_in_progress(&self, who: &Credentials, limit: u32) -> StoreResult<Vec<String>>;

    /// Replaces the conditional moves of a side.
    async fn put_conditional_moves(&self, game: &str, moves: &StoredConditionalMoves) -> StoreResult<()>;

    /// Deletes the conditional moves of a side.
    async fn delete_conditional_moves(&self, game: &str, side: Side) -> StoreResult<()>;

    /// The conditional moves of both sides.
    async fn conditional_moves(&self, game: &str) -> StoreResult<Vec<StoredConditionalMoves>>;

    /// Switches mail about turns on for an account; its token stays the same if it is on already.
    async fn set_turn_mail(&self, setting: &TurnMailSetting) -> StoreResult<()>;

    /// Switches mail about turns off for an account, and forgets what was to be sent.
    async fn stop_turn_mail(&self, account: i64) -> StoreResult<()>;

    /// How an account gets mail about its turns; `None` if it does not want any.
    async fn turn_mail_setting(&self, account: i64) -> StoreResult<Option<TurnMailSetting>>;

    /// The account whose mails a token stops.
    async fn turn_mail_account(&self, stop_token: &str) -> StoreResult<Option<i64>>;

    /// Plans notices for a person, one for each way in which the person wants to be notified. A notice of the same kind for the same
    /// move that waits gets the new time; one that was sent or given up stays as it is.
    async fn plan_turn_notices(&self, plan: &TurnNoticePlan) -> StoreResult<()>;

    /// Forgets the notices of a game that wait, except those for the turn after this many plies.
    async fn forget_turn_notices(&self, game: &str, except: Option<u32>) -> StoreResult<()>;

    /// The notices that are due at an instant, the first first.
    async fn due_turn_notices(&self, at: u64, limit: u32) -> StoreResult<Vec<TurnNotice>>;

    /// When the next notice is due.
    async fn next_turn_notice(&self) -> StoreResult<Option<u64>>;

    /// Takes a notice that waits in order to send it; says whether it was there. It is not offered again unless it is put back:
    /// after a crash it is lost, but never sent twice.
    async fn take_turn_notice(&self, notice: &TurnNotice) -> StoreResult<bool>;

    /// Puts a notice back that could not be sent, to be tried at its new time.
    async fn put_back_turn_notice(&self, notice: &TurnNotice) -> StoreResult<()>;
}

/// Implements [`CorrespondenceStore`] for a store with `execute_one` and `fetch_rows`. Both databases understand the same
/// statements.
macro_rules! correspondence_store {
    ($store:ty, $database:ty) => {
        #[async_trait]
        impl CorrespondenceStore for $store {
            async fn games_in_progress(&self, who: &Credentials, limit: u32) -> StoreResult<Vec<String>> {
                let bytes = |digest: &Option<TokenDigest>| digest.map(|digest| digest.0.to_vec());
                let games = query(
                    "SELECT id FROM game WHERE timed AND ended_at IS NULL AND id IN \
                     (SELECT game FROM seat WHERE visitor = $1 OR account = $2 OR key = $3 \
                      UNION SELECT game FROM side_member WHERE visitor = $1 OR account = $2 OR key = $3) \
                     ORDER BY created_at DESC, id LIMIT $4",
                );
                let games = games.bind(bytes(&who.visitor)).bind(who.account).bind(bytes(&who.key));
                let rows = self.fetch_rows(games.bind(i64::from(limit))).await?;
                Ok(rows.iter().map(|row| row.get(0)).collect())
            }

            async fn put_conditional_moves(&self, game: &str, moves: &StoredConditionalMoves) -> StoreResult<()> {
                let put = query(
                    "INSERT INTO conditional_moves (game, side, plies, fen, body) VALUES ($1, $2, $3, $4, $5) \
                     ON CONFLICT (game, side) DO UPDATE SET plies = EXCLUDED.plies, fen = EXCLUDED.fen, body = EXCLUDED.body",
                )
                .bind(game.to_owned())
                .bind(moves.side as i64)
                .bind(i64::from(moves.plies))
                .bind(moves.fen.clone())
                .bind(storable(&moves.body));
                self.execute_one(put).await.map(|_| ())
            }

            async fn delete_conditional_moves(&self, game: &str, side: Side) -> StoreResult<()> {
                let delete = query("DELETE FROM conditional_moves WHERE game = $1 AND side = $2");
                self.execute_one(delete.bind(game.to_owned()).bind(side as i64)).await.map(|_| ())
            }

            async fn conditional_moves(&self, game: &str) -> StoreResult<Vec<StoredConditionalMoves>> {
                let kept = query("SELECT side, plies, fen, body FROM conditional_moves WHERE game = $1 ORDER BY side");
                let rows = self.fetch_rows(kept.bind(game.to_owned())).await?;
                let read = |row: &<$database as sqlx::Database>::Row| StoredConditionalMoves {
                    side: if row.get::<i64, _>(0) == 0 { Side::White } else { Side::Black },
                    plies: u32::try_from(row.get::<i64, _>(1)).unwrap_or(u32::MAX),
                    fen: row.get(2),
                    body: row.get(3),
                };
                Ok(rows.iter().map(read).collect())
            }

            async fn set_turn_mail(&self, setting: &TurnMailSetting) -> StoreResult<()> {
                let set = query(
                    "INSERT INTO turn_mail_setting (account, language, stop_token) VALUES ($1, $2, $3) \
                     ON CONFLICT (account) DO UPDATE SET language = EXCLUDED.language",
                );
                let set = set.bind(setting.account).bind(setting.language.clone()).bind(setting.stop_token.clone());
                self.execute_one(set).await.map(|_| ())
            }

            async fn stop_turn_mail(&self, account: i64) -> StoreResult<()> {
                self.execute_one(query("DELETE FROM turn_mail_setting WHERE account = $1").bind(account)).await?;
                let waiting = query(
                    "DELETE FROM turn_notice WHERE channel = 'mail' AND recipient = $1 AND state = 'waiting'",
                );
                self.execute_one(waiting.bind(account)).await.map(|_| ())
            }

            async fn turn_mail_setting(&self, account: i64) -> StoreResult<Option<TurnMailSetting>> {
                let setting = query("SELECT language, stop_token FROM turn_mail_setting WHERE account = $1");
                let rows = self.fetch_rows(setting.bind(account)).await?;
                Ok(rows.first().map(|row| TurnMailSetting { account, language: row.get(0), stop_token: row.get(1) }))
            }

            async fn turn_mail_account(&self, stop_token: &str) -> StoreResult<Option<i64>> {
                let found = query("SELECT account FROM turn_mail_setting WHERE stop_token = $1");
                let rows = self.fetch_rows(found.bind(storable(stop_token))).await?;
                Ok(rows.first().map(|row| row.get(0)))
            }

            async fn plan_turn_notices(&self, plan: &TurnNoticePlan) -> StoreResult<()> {
                if let (Some(account), Some(due)) = (plan.account, plan.mail_due) {
                    let mail = query(
                        "INSERT INTO turn_notice (game, plies, kind, channel, recipient, due_at, attempts, state) \
                         SELECT $1, $2, $3, 'mail', account, $4, 0, 'waiting' FROM turn_mail_setting WHERE account = $5 \
                         ON CONFLICT (game, plies, kind, channel, recipient) DO UPDATE SET due_at = EXCLUDED.due_at \
                         WHERE turn_notice.state = 'waiting' AND turn_notice.attempts = 0",
                    )
                    .bind(plan.game.clone())
                    .bind(i64::from(plan.plies))
                    .bind(plan.kind.name())
                    .bind(due as i64)
                    .bind(account);
                    self.execute_one(mail).await?;
                }
                // An account is notified wherever it is signed in; a guest in the browser that plays.
                let visitor = plan.visitor.filter(|_| plan.account.is_none()).map(|digest| digest.0.to_vec());
                let push = query(
                    "INSERT INTO turn_notice (game, plies, kind, channel, recipient, due_at, attempts, state) \
                     SELECT $1, $2, $3, 'push', id, $4, 0, 'waiting' FROM push_subscription WHERE account = $5 OR visitor = $6 \
                     ON CONFLICT (game, plies, kind, channel, recipient) DO UPDATE SET due_at = EXCLUDED.due_at \
                     WHERE turn_notice.state = 'waiting' AND turn_notice.attempts = 0",
                )
                .bind(plan.game.clone())
                .bind(i64::from(plan.plies))
                .bind(plan.kind.name())
                .bind(plan.push_due as i64)
                .bind(plan.account)
                .bind(visitor);
                self.execute_one(push).await.map(|_| ())
            }

            async fn forget_turn_notices(&self, game: &str, except: Option<u32>) -> StoreResult<()> {
                let forget = query("DELETE FROM turn_notice WHERE game = $1 AND plies <> $2 AND state = 'waiting'");
                let forget = forget.bind(game.to_owned()).bind(except.map_or(-1, i64::from));
                self.execute_one(forget).await.map(|_| ())
            }

            async fn due_turn_notices(&self, at: u64, limit: u32) -> StoreResult<Vec<TurnNotice>> {
                let due = query(
                    "SELECT game, plies, kind, channel, recipient, due_at, attempts FROM turn_notice \
                     WHERE state = 'waiting' AND due_at <= $1 ORDER BY due_at, game, kind, channel, recipient LIMIT $2",
                );
                let rows = self.fetch_rows(due.bind(at as i64).bind(i64::from(limit))).await?;
                let read = |row: &<$database as sqlx::Database>::Row| TurnNotice {
                    game: row.get(0),
                    plies: u32::try_from(row.get::<i64, _>(1)).unwrap_or(u32::MAX),
                    kind: TurnNoticeKind::named(row.get(2)),
                    recipient: NoticeRecipient::read(row.get(3), row.get(4)),
                    due_at: row.get::<i64, _>(5) as u64,
                    attempts: u32::try_from(row.get::<i64, _>(6)).unwrap_or(u32::MAX),
                };
                Ok(rows.iter().map(read).collect())
            }

            async fn next_turn_notice(&self) -> StoreResult<Option<u64>> {
                let next = query("SELECT MIN(due_at) FROM turn_notice WHERE state = 'waiting'");
                let rows = self.fetch_rows(next).await?;
                Ok(rows.first().and_then(|row| row.get::<Option<i64>, _>(0)).map(|at| at as u64))
            }

            async fn take_turn_notice(&self, notice: &TurnNotice) -> StoreResult<bool> {
                let (channel, recipient) = notice.recipient.stored();
                let take = query(
                    "UPDATE turn_notice SET state = 'taken' WHERE game = $1 AND plies = $2 AND kind = $3 \
                     AND channel = $4 AND recipient = $5 AND due_at = $6 AND state = 'waiting'",
                )
                .bind(notice.game.clone())
                .bind(i64::from(notice.plies))
                .bind(notice.kind.name())
                .bind(channel)
                .bind(recipient)
                .bind(notice.due_at as i64);
                Ok(self.execute_one(take).await? > 0)
            }

            async fn put_back_turn_notice(&self, notice: &TurnNotice) -> StoreResult<()> {
                let (channel, recipient) = notice.recipient.stored();
                let put = query(
                    "UPDATE turn_notice SET state = 'waiting', due_at = $1, attempts = $2 \
                     WHERE game = $3 AND plies = $4 AND kind = $5 AND channel = $6 AND recipient = $7",
                )
                .bind(notice.due_at as i64)
                .bind(i64::from(notice.attempts))
                .bind(notice.game.clone())
                .bind(i64::from(notice.plies))
                .bind(notice.kind.name())
                .bind(channel)
                .bind(recipient);
                self.execute_one(put).await.map(|_| ())
            }
        }

        fn query(sql: &'static str) -> sqlx::query::Query<'static, $database, <$database as sqlx::Database>::Arguments> {
            sqlx::query(sql)
        }
    };
}
pub(crate) use correspondence_store;
