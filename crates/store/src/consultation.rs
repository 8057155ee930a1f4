//! Sides that several people hold: who they are, and what they vote for.

use async_trait::async_trait;
use damiera_rules::Side;

use crate::StoreResult;
use crate::seat::Holder;
use crate::token::TokenDigest;

/// Somebody who holds a side besides its captain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SideMember {
    /// Which side.
    pub side: Side,
    /// The number among its members, from 1; the captain has the number 0.
    pub number: u16,
    /// How the member is recognised.
    pub holder: Holder,
}

/// The move that a member proposes or votes for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SideVote {
    /// Which side.
    pub side: Side,
    /// The member's number; 0 is the captain.
    pub member: u16,
    /// The move.
    pub notation: String,
    /// When, in milliseconds since 1970.
    pub at: u64,
}

/// Storage of sides that several people hold.
#[async_trait]
pub trait ConsultationStore: Send + Sync + 'static {
    /// Adds a link by which people join a side, in place of the one before.
    async fn put_side_link(&self, token: TokenDigest, game: &str, side: Side) -> StoreResult<()>;

    /// The game and the side of a link.
    async fn side_link(&self, token: TokenDigest) -> StoreResult<Option<(String, Side)>>;

    /// Adds a member; a conflict if the number is taken.
    async fn add_side_member(&self, game: &str, member: &SideMember) -> StoreResult<()>;

    /// The members of both sides, by their numbers.
    async fn side_members(&self, game: &str) -> StoreResult<Vec<SideMember>>;

    /// Stores a vote for the move after this many plies, in place of the member's earlier one.
    async fn put_side_vote(&self, game: &str, plies: u32, vote: &SideVote) -> StoreResult<()>;

    /// The votes for the move after this many plies, the first first.
    async fn side_votes(&self, game: &str, plies: u32) -> StoreResult<Vec<SideVote>>;
}

/// Implements [`ConsultationStore`] for a store with `execute_one` and `fetch_rows`. Both databases understand the same
/// statements.
macro_rules! consultation_store {
    ($store:ty, $database:ty) => {
        #[async_trait]
        impl ConsultationStore for $store {
            async fn put_side_link(&self, token: TokenDigest, game: &str, side: Side) -> StoreResult<()> {
                let earlier = query("DELETE FROM side_link WHERE game = $1 AND side = $2");
                self.execute_one(earlier.bind(game.to_owned()).bind(side as i64)).await?;
                let add = query("INSERT INTO side_link (token, game, side) VALUES ($1, $2, $3)");
                let add = add.bind(token.0.to_vec()).bind(game.to_owned()).bind(side as i64);
                self.execute_one(add).await.map(|_| ())
            }

            async fn side_link(&self, token: TokenDigest) -> StoreResult<Option<(String, Side)>> {
                let found = query("SELECT game, side FROM side_link WHERE token = $1").bind(token.0.to_vec());
                let rows = self.fetch_rows(found).await?;
                Ok(rows.first().map(|row| (row.get(0), side_of(row.get(1)))))
            }

            async fn add_side_member(&self, game: &str, member: &SideMember) -> StoreResult<()> {
                let Holder { name, visitor, account, key } = &member.holder;
                let bytes = |digest: &Option<TokenDigest>| digest.map(|digest| digest.0.to_vec());
                let add = query(
                    "INSERT INTO side_member (game, side, number, name, visitor, account, key) \
                     VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (game, side, number) DO NOTHING",
                )
                .bind(game.to_owned())
                .bind(member.side as i64)
                .bind(i64::from(member.number))
                .bind(name.as_deref().map(storable))
                .bind(bytes(visitor))
                .bind(*account)
                .bind(bytes(key));
                match self.execute_one(add).await? {
                    0 => Err(crate::StoreError::Conflict),
                    _ => Ok(()),
                }
            }

            async fn side_members(&self, game: &str) -> StoreResult<Vec<SideMember>> {
                let members = query(
                    "SELECT side, number, name, visitor, account, key FROM side_member WHERE game = $1 ORDER BY side, number",
                );
                let rows = self.fetch_rows(members.bind(game.to_owned())).await?;
                let digest = |bytes: Option<Vec<u8>>| crate::row::read_digest(bytes);
                let read = |row: &<$database as sqlx::Database>::Row| SideMember {
                    side: side_of(row.get(0)),
                    number: u16::try_from(row.get::<i64, _>(1)).unwrap_or(u16::MAX),
                    holder: Holder {
                        name: row.get(2),
                        visitor: digest(row.get(3)),
                        account: row.get(4),
                        key: digest(row.get(5)),
                    },
                };
                Ok(rows.iter().map(read).collect())
            }

            async fn put_side_vote(&self, game: &str, plies: u32, vote: &SideVote) -> StoreResult<()> {
                let put = query(
                    "INSERT INTO side_vote (game, side, plies, member, notation, at) VALUES ($1, $2, $3, $4, $5, $6) \
                     ON CONFLICT (game, side, plies, member) DO UPDATE SET notation = EXCLUDED.notation, at = EXCLUDED.at",
                )
                .bind(game.to_owned())
                .bind(vote.side as i64)
                .bind(i64::from(plies))
                .bind(i64::from(vote.member))
                .bind(storable(&vote.notation))
                .bind(vote.at as i64);
                self.execute_one(put).await.map(|_| ())
            }

            async fn side_votes(&self, game: &str, plies: u32) -> StoreResult<Vec<SideVote>> {
                let votes = query(
                    "SELECT side, member, notation, at FROM side_vote WHERE game = $1 AND plies = $2 ORDER BY at, member",
                );
                let rows = self.fetch_rows(votes.bind(game.to_owned()).bind(i64::from(plies))).await?;
                let read = |row: &<$database as sqlx::Database>::Row| SideVote {
                    side: side_of(row.get(0)),
                    member: u16::try_from(row.get::<i64, _>(1)).unwrap_or(u16::MAX),
                    notation: row.get(2),
                    at: row.get::<i64, _>(3) as u64,
                };
                Ok(rows.iter().map(read).collect())
            }
        }

        fn side_of(stored: i64) -> Side {
            if stored == 0 { Side::White } else { Side::Black }
        }

        fn query(sql: &'static str) -> sqlx::query::Query<'static, $database, <$database as sqlx::Database>::Arguments> {
            sqlx::query(sql)
        }
    };
}
pub(crate) use consultation_store;
