//! Correspondence games: who has which in progress, conditional moves, and mail about a turn.

use async_trait::async_trait;
use damiera_rules::Side;

use crate::StoreResult;
use crate::seat::Credentials;

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

/// Why a mail about a turn is sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TurnMailKind {
    /// The opponent has moved.
    YourTurn,
    /// The time runs out.
    Reminder,
}

impl TurnMailKind {
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

/// A mail about a turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TurnMail {
    /// The game's id.
    pub game: String,
    /// The number of plies when the turn began.
    pub plies: u32,
    /// Why it is sent.
    pub kind: TurnMailKind,
    /// Who gets it.
    pub account: i64,
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

    /// Plans a mail if its account wants mail. A mail of the same kind for the same move that waits gets the new time;
    /// one that was sent or given up stays as it is.
    async fn plan_turn_mail(&self, mail: &TurnMail) -> StoreResult<()>;

    /// Forgets the mails of a game that wait, except those for the turn after this many plies.
    async fn forget_turn_mails(&self, game: &str, except: Option<u32>) -> StoreResult<()>;

    /// The mails that are due at an instant, the first first.
    async fn due_turn_mails(&self, at: u64, limit: u32) -> StoreResult<Vec<TurnMail>>;

    /// When the next mail is due.
    async fn next_turn_mail(&self) -> StoreResult<Option<u64>>;

    /// Takes a mail that waits in order to send it; says whether it was there. It is not offered again unless it is put back:
    /// after a crash it is lost, but never sent twice.
    async fn take_turn_mail(&self, mail: &TurnMail) -> StoreResult<bool>;

    /// Puts a mail back that could not be sent, to be tried at its new time.
    async fn put_back_turn_mail(&self, mail: &TurnMail) -> StoreResult<()>;
}

/// Implements [`CorrespondenceStore`] for a store with `execute_one` and `fetch_rows`. Both databases understand the same
/// statements.
macro_rules! correspondence_store {
    ($store:ty, $database:ty) => {
        #[async_trait]
        impl CorrespondenceStore for $store {
            async fn games_in_progress(&self, who: &Credentials, limit: u32) -> StoreResult<Vec<String>> {
                let bytes = |digest: &Option<crate::token::TokenDigest>| digest.map(|digest| digest.0.to_vec());
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
                let waiting = query("DELETE FROM turn_mail WHERE account = $1 AND state = 'waiting'").bind(account);
                self.execute_one(waiting).await.map(|_| ())
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

            async fn plan_turn_mail(&self, mail: &TurnMail) -> StoreResult<()> {
                let plan = query(
                    "INSERT INTO turn_mail (game, plies, kind, account, due_at, attempts, state) \
                     SELECT $1, $2, $3, account, $4, 0, 'waiting' FROM turn_mail_setting WHERE account = $5 \
                     ON CONFLICT (game, plies, kind) DO UPDATE SET due_at = EXCLUDED.due_at \
                     WHERE turn_mail.state = 'waiting' AND turn_mail.attempts = 0",
                )
                .bind(mail.game.clone())
                .bind(i64::from(mail.plies))
                .bind(mail.kind.name())
                .bind(mail.due_at as i64)
                .bind(mail.account);
                self.execute_one(plan).await.map(|_| ())
            }

            async fn forget_turn_mails(&self, game: &str, except: Option<u32>) -> StoreResult<()> {
                let forget = query("DELETE FROM turn_mail WHERE game = $1 AND plies <> $2 AND state = 'waiting'");
                let forget = forget.bind(game.to_owned()).bind(except.map_or(-1, i64::from));
                self.execute_one(forget).await.map(|_| ())
            }

            async fn due_turn_mails(&self, at: u64, limit: u32) -> StoreResult<Vec<TurnMail>> {
                let due = query(
                    "SELECT game, plies, kind, account, due_at, attempts FROM turn_mail \
                     WHERE state = 'waiting' AND due_at <= $1 ORDER BY due_at, game, kind LIMIT $2",
                );
                let rows = self.fetch_rows(due.bind(at as i64).bind(i64::from(limit))).await?;
                let read = |row: &<$database as sqlx::Database>::Row| TurnMail {
                    game: row.get(0),
                    plies: u32::try_from(row.get::<i64, _>(1)).unwrap_or(u32::MAX),
                    kind: TurnMailKind::named(row.get(2)),
                    account: row.get(3),
                    due_at: row.get::<i64, _>(4) as u64,
                    attempts: u32::try_from(row.get::<i64, _>(5)).unwrap_or(u32::MAX),
                };
                Ok(rows.iter().map(read).collect())
            }

            async fn next_turn_mail(&self) -> StoreResult<Option<u64>> {
                let next = query("SELECT MIN(due_at) FROM turn_mail WHERE state = 'waiting'");
                let rows = self.fetch_rows(next).await?;
                Ok(rows.first().and_then(|row| row.get::<Option<i64>, _>(0)).map(|at| at as u64))
            }

            async fn take_turn_mail(&self, mail: &TurnMail) -> StoreResult<bool> {
                let take = query(
                    "UPDATE turn_mail SET state = 'taken' \
                     WHERE game = $1 AND plies = $2 AND kind = $3 AND due_at = $4 AND state = 'waiting'",
                );
                let take = take.bind(mail.game.clone()).bind(i64::from(mail.plies)).bind(mail.kind.name());
                Ok(self.execute_one(take.bind(mail.due_at as i64)).await? > 0)
            }

            async fn put_back_turn_mail(&self, mail: &TurnMail) -> StoreResult<()> {
                let put = query(
                    "UPDATE turn_mail SET state = 'waiting', due_at = $1, attempts = $2 \
                     WHERE game = $3 AND plies = $4 AND kind = $5",
                )
                .bind(mail.due_at as i64)
                .bind(i64::from(mail.attempts))
                .bind(mail.game.clone())
                .bind(i64::from(mail.plies))
                .bind(mail.kind.name());
                self.execute_one(put).await.map(|_| ())
            }
        }

        fn query(sql: &'static str) -> sqlx::query::Query<'static, $database, <$database as sqlx::Database>::Arguments> {
            sqlx::query(sql)
        }
    };
}
pub(crate) use correspondence_store;
