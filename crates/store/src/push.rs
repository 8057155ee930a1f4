//! Browsers that want push messages, and secrets of the server.

use async_trait::async_trait;

use crate::StoreResult;
use crate::token::TokenDigest;

/// A browser that wants push messages.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PushSubscription {
    /// Its number.
    pub id: i64,
    /// Where messages to it are sent.
    pub endpoint: String,
    /// Its public key: a point of P-256, uncompressed.
    pub public_key: Vec<u8>,
    /// Its authentication secret.
    pub auth_secret: Vec<u8>,
    /// The browser's cookie.
    pub visitor: Option<TokenDigest>,
    /// The account that was signed in when it subscribed.
    pub account: Option<i64>,
    /// The code of the language that messages are written in.
    pub language: String,
    /// When it subscribed, in milliseconds since 1970.
    pub at: u64,
}

/// Storage of push subscriptions and of secrets of the server.
#[async_trait]
pub trait PushStore: Send + Sync + 'static {
    /// The secret with a name; the given one becomes it if there is none.
    async fn server_secret(&self, name: &str, new: &[u8]) -> StoreResult<Vec<u8>>;

    /// Adds a subscription in place of any with the same endpoint. Its owner keeps as many as given, the newest.
    async fn put_push_subscription(&self, subscription: &PushSubscription, most: u32) -> StoreResult<()>;

    /// A subscription by its number.
    async fn push_subscription(&self, id: i64) -> StoreResult<Option<PushSubscription>>;

    /// The subscriptions of an account, the oldest first.
    async fn push_subscriptions_of(&self, account: i64) -> StoreResult<Vec<PushSubscription>>;

    /// Deletes the subscription with an endpoint.
    async fn delete_push_subscription(&self, endpoint: &str) -> StoreResult<()>;

    /// Deletes the subscriptions of an account in one browser, because it is signed out there.
    async fn delete_push_subscriptions_of(&self, account: i64, visitor: TokenDigest) -> StoreResult<()>;
}

/// Implements [`PushStore`] for a store with `execute_one` and `fetch_rows`. Both databases understand the same statements.
macro_rules! push_store {
    ($store:ty, $database:ty) => {
        #[async_trait]
        impl PushStore for $store {
            async fn server_secret(&self, name: &str, new: &[u8]) -> StoreResult<Vec<u8>> {
                let add = query("INSERT INTO server_secret (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING");
                self.execute_one(add.bind(name.to_owned()).bind(new.to_vec())).await?;
                let kept = query("SELECT value FROM server_secret WHERE name = $1").bind(name.to_owned());
                let rows = self.fetch_rows(kept).await?;
                Ok(rows.first().map_or_else(|| new.to_vec(), |row| row.get(0)))
            }

            async fn put_push_subscription(&self, subscription: &PushSubscription, most: u32) -> StoreResult<()> {
                let PushSubscription { id, endpoint, public_key, auth_secret, visitor, account, language, at } =
                    subscription.clone();
                let visitor = visitor.map(|digest| digest.0.to_vec());
                let put = query(
                    "INSERT INTO push_subscription (id, endpoint, public_key, auth_secret, visitor, account, language, at) \
                     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (endpoint) DO UPDATE SET \
                     public_key = EXCLUDED.public_key, auth_secret = EXCLUDED.auth_secret, visitor = EXCLUDED.visitor, \
                     account = EXCLUDED.account, language = EXCLUDED.language, at = EXCLUDED.at",
                )
                .bind(id)
                .bind(storable(&endpoint))
                .bind(public_key)
                .bind(auth_secret)
                .bind(visitor.clone())
                .bind(account)
                .bind(language)
                .bind(at as i64);
                self.execute_one(put).await?;
                let surplus = query(
                    "DELETE FROM push_subscription WHERE id IN (SELECT id FROM push_subscription \
                     WHERE account = $1 OR (account IS NULL AND $1 IS NULL AND visitor = $2) \
                     ORDER BY at DESC, id LIMIT 1000 OFFSET $3)",
                );
                let surplus = surplus.bind(account).bind(visitor).bind(i64::from(most));
                self.execute_one(surplus).await.map(|_| ())
            }

            async fn push_subscription(&self, id: i64) -> StoreResult<Option<PushSubscription>> {
                let found = query(
                    "SELECT id, endpoint, public_key, auth_secret, visitor, account, language, at \
                     FROM push_subscription WHERE id = $1",
                );
                let rows = self.fetch_rows(found.bind(id)).await?;
                Ok(rows.first().map(read_subscription))
            }

            async fn push_subscriptions_of(&self, account: i64) -> StoreResult<Vec<PushSubscription>> {
                let found = query(
                    "SELECT id, endpoint, public_key, auth_secret, visitor, account, language, at \
                     FROM push_subscription WHERE account = $1 ORDER BY at, id",
                );
                let rows = self.fetch_rows(found.bind(account)).await?;
                Ok(rows.iter().map(read_subscription).collect())
            }

            async fn delete_push_subscription(&self, endpoint: &str) -> StoreResult<()> {
                let delete = query("DELETE FROM push_subscription WHERE endpoint = $1").bind(storable(endpoint));
                self.execute_one(delete).await.map(|_| ())
            }

            async fn delete_push_subscriptions_of(&self, account: i64, visitor: TokenDigest) -> StoreResult<()> {
                let delete = query("DELETE FROM push_subscription WHERE account = $1 AND visitor = $2");
                self.execute_one(delete.bind(account).bind(visitor.0.to_vec())).await.map(|_| ())
            }
        }

        fn read_subscription(row: &<$database as sqlx::Database>::Row) -> PushSubscription {
            PushSubscription {
                id: row.get(0),
                endpoint: row.get(1),
                public_key: row.get(2),
                auth_secret: row.get(3),
                visitor: read_digest(row.get(4)),
                account: row.get(5),
                language: row.get(6),
                at: row.get::<i64, _>(7) as u64,
            }
        }

        fn query(sql: &'static str) -> sqlx::query::Query<'static, $database, <$database as sqlx::Database>::Arguments> {
            sqlx::query(sql)
        }
    };
}
pub(crate) use push_store;
