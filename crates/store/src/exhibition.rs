//! Simultaneous exhibitions: what was announced, how far they are, and who has taken which board.
//!
//! The terms are a JSON text that the store does not look into. Results are not stored here: they follow from the logs
//! of the games.

use async_trait::async_trait;

use crate::StoreResult;
use crate::seat::Holder;

/// How far an exhibition is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ExhibitionStage {
    /// Players take boards; no game has begun.
    Open,
    /// Games have begun, and boards that are still free can be taken.
    Filling,
    /// Games have begun, and nobody can join any more.
    Playing,
    /// Every game is over, or the host has closed it.
    Over,
    /// The host has called it off before it began.
    Cancelled,
}

impl ExhibitionStage {
    /// Every stage.
    pub const ALL: [Self; 5] = [Self::Open, Self::Filling, Self::Playing, Self::Over, Self::Cancelled];

    /// The name under which it is stored.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Filling => "filling",
            Self::Playing => "playing",
            Self::Over => "over",
            Self::Cancelled => "cancelled",
        }
    }

    /// The stage with a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|stage| stage.name() == name)
    }

    /// Whether games are played.
    #[must_use]
    pub const fn is_running(self) -> bool {
        matches!(self, Self::Filling | Self::Playing)
    }

    /// Whether boards can be taken.
    #[must_use]
    pub const fn admits_players(self) -> bool {
        matches!(self, Self::Open | Self::Filling)
    }
}

/// An exhibition as the store holds it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredExhibition {
    /// Its id.
    pub id: String,
    /// When it was created, in milliseconds since 1970.
    pub at: u64,
    /// What was announced, as JSON.
    pub terms: String,
    /// How far it is.
    pub stage: ExhibitionStage,
    /// Who plays on all boards.
    pub host: Holder,
    /// The boards that are taken, in order. Ignored when an exhibition is created.
    pub boards: Vec<StoredExhibitionBoard>,
}

/// A board that somebody has taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredExhibitionBoard {
    /// Its number, from 1.
    pub board: u16,
    /// Who has taken it.
    pub holder: Holder,
    /// The game, once it has been created.
    pub game: Option<String>,
}

/// Exhibitions. Each change is one conditional statement, so that of two people who act at once one succeeds.
#[async_trait]
pub trait ExhibitionStore: Send + Sync + 'static {
    /// Creates an exhibition without players; `Conflict` if the id is in use.
    async fn create_exhibition(&self, new: &StoredExhibition) -> StoreResult<()>;

    /// An exhibition with its boards.
    async fn exhibition(&self, id: &str) -> StoreResult<Option<StoredExhibition>>;

    /// The newest exhibitions in these stages, without their boards.
    async fn exhibitions(&self, stages: &[ExhibitionStage], limit: u32)
    -> StoreResult<Vec<StoredExhibition>>;

    /// Takes a board; false if it is taken, the player has one already, or nobody can join now.
    async fn take_exhibition_board(
        &self,
        id: &str,
        board: u16,
        holder: &Holder,
        at: u64,
    ) -> StoreResult<bool>;

    /// Frees a board whose game has not been created; false if there is none.
    async fn free_exhibition_board(&self, id: &str, board: u16) -> StoreResult<bool>;

    /// Moves an exhibition from one stage to another; false if it is in neither of the two.
    async fn set_exhibition_stage(
        &self,
        id: &str,
        from: ExhibitionStage,
        to: ExhibitionStage,
    ) -> StoreResult<bool>;

    /// Notes the game of a board; false if the board was freed or has a game.
    async fn set_exhibition_game(&self, id: &str, board: u16, game: &str) -> StoreResult<bool>;

    /// The exhibition that a game belongs to, and the number of its board.
    async fn exhibition_of_game(&self, game: &str) -> StoreResult<Option<(String, u16)>>;
}

/// Implements [`ExhibitionStore`] for a store with `execute_one` and `fetch_rows`. Both databases understand the same
/// statements.
macro_rules! exhibition_store {
    ($store:ty, $database:ty) => {
        #[async_trait]
        impl ExhibitionStore for $store {
            async fn create_exhibition(&self, new: &StoredExhibition) -> StoreResult<()> {
                let StoredExhibition { id, at, terms, stage, host, boards: _ } = new;
                let create = query(
                    "INSERT INTO exhibition (id, created_at, terms, stage, name, visitor, account, key) \
                     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
                );
                let create = create.bind(id.clone()).bind(*at as i64).bind(storable(terms)).bind(stage.name());
                self.execute_one(bind_holder(create, host)).await.map(|_| ())
            }

            async fn exhibition(&self, id: &str) -> StoreResult<Option<StoredExhibition>> {
                let found = query(
                    "SELECT id, created_at, terms, stage, name, visitor, account, key FROM exhibition WHERE id = $1",
                );
                let found = self.fetch_rows(found.bind(id.to_owned())).await?;
                let Some(mut exhibition) = found.first().and_then(read_exhibition) else { return Ok(None) };
                let boards = query(
                    "SELECT board, name, visitor, account, key, game FROM exhibition_board WHERE exhibition = $1 \
                     ORDER BY board",
                );
                let boards = self.fetch_rows(boards.bind(id.to_owned())).await?;
                exhibition.boards = boards.iter().map(read_exhibition_board).collect();
                Ok(Some(exhibition))
            }

            async fn exhibitions(
                &self,
                stages: &[ExhibitionStage],
                limit: u32,
            ) -> StoreResult<Vec<StoredExhibition>> {
                let newest = query(
                    "SELECT id, created_at, terms, stage, name, visitor, account, key FROM exhibition \
                     WHERE stage IN ($2, $3, $4, $5, $6) ORDER BY created_at DESC, id LIMIT $1",
                );
                let mut newest = newest.bind(i64::from(limit));
                for stage in ExhibitionStage::ALL {
                    newest = newest.bind(stages.contains(&stage).then(|| stage.name()));
                }
                let rows = self.fetch_rows(newest).await?;
                Ok(rows.iter().filter_map(read_exhibition).collect())
            }

            async fn take_exhibition_board(
                &self,
                id: &str,
                board: u16,
                holder: &Holder,
                at: u64,
            ) -> StoreResult<bool> {
                let take = query(
                    "INSERT INTO exhibition_board (exhibition, board, joined_at, name, visitor, account, key) \
                     SELECT id, $2, $3, $4, $5, $6, $7 FROM exhibition \
                     WHERE id = $1 AND stage IN ('open', 'filling') ON CONFLICT DO NOTHING",
                );
                let take = take.bind(id.to_owned()).bind(i64::from(board)).bind(at as i64);
                Ok(self.execute_one(bind_holder(take, holder)).await? > 0)
            }

            async fn free_exhibition_board(&self, id: &str, board: u16) -> StoreResult<bool> {
                let free = query("DELETE FROM exhibition_board WHERE exhibition = $1 AND board = $2 AND game IS NULL");
                Ok(self.execute_one(free.bind(id.to_owned()).bind(i64::from(board))).await? > 0)
            }

            async fn set_exhibition_stage(
                &self,
                id: &str,
                from: ExhibitionStage,
                to: ExhibitionStage,
            ) -> StoreResult<bool> {
                let set = query("UPDATE exhibition SET stage = $3 WHERE id = $1 AND stage IN ($2, $3)");
                Ok(self.execute_one(set.bind(id.to_owned()).bind(from.name()).bind(to.name())).await? > 0)
            }

            async fn set_exhibition_game(&self, id: &str, board: u16, game: &str) -> StoreResult<bool> {
                let set = query(
                    "UPDATE exhibition_board SET game = $3 WHERE exhibition = $1 AND board = $2 AND game IS NULL",
                );
                let set = set.bind(id.to_owned()).bind(i64::from(board)).bind(game.to_owned());
                Ok(self.execute_one(set).await? > 0)
            }

            async fn exhibition_of_game(&self, game: &str) -> StoreResult<Option<(String, u16)>> {
                let found = query("SELECT exhibition, board FROM exhibition_board WHERE game = $1");
                let found = self.fetch_rows(found.bind(game.to_owned())).await?;
                Ok(found.first().map(|row| (row.get(0), board_number(row.get(1)))))
            }
        }

        type Statement = sqlx::query::Query<'static, $database, <$database as sqlx::Database>::Arguments>;

        fn query(sql: &'static str) -> Statement {
            sqlx::query(sql)
        }

        fn bind_holder(statement: Statement, holder: &Holder) -> Statement {
            let bytes = |digest: &Option<TokenDigest>| digest_bytes(digest).map(<[u8]>::to_vec);
            statement
                .bind(holder.name.as_deref().map(storable))
                .bind(bytes(&holder.visitor))
                .bind(holder.account)
                .bind(bytes(&holder.key))
        }
    };
}
pub(crate) use exhibition_store;

/// A number of a board as it is stored.
pub(crate) fn board_number(stored: i64) -> u16 {
    u16::try_from(stored).unwrap_or_default()
}
