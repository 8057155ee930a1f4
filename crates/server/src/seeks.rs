//! Seeks: how they become games.

mod challenge;

use std::sync::Arc;
use std::time::Duration;

use damiera_messages::{OpenSeek, ServerMessage};
use damiera_rules::Side;

use crate::clock::Clock;
use crate::invalid_input::InvalidInput;

use crate::lobby::Lobby;
use crate::notices::Notices;
use crate::random::{random_id, random_u64};
use crate::rate_limit::RateKey;
use crate::ratings;
use crate::rooms::{RoomError, RoomRegistry};
use crate::seek_terms;
use crate::store::{Credentials, GroupCommit, Holder, Holders, Store, StoreError, StoreWrite, StoredSeek};
use damiera_messages::{OnlineRating, RatingRange, Seats, SeekTerms};

/// Why a seek could not be opened, accepted or withdrawn.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SeekError {
    /// There is no such seek, or its seeker has gone.
    #[error("there is no such seek")]
    UnknownSeek,
    /// Nobody accepts their own seek.
    #[error("the seek is the sender's own")]
    OwnSeek,
    /// Only its seeker may withdraw a seek.
    #[error("the seek belongs to somebody else")]
    NotOwner,
    /// It is addressed to somebody else.
    #[error("the seek is addressed to somebody else")]
    NotChallenged,
    /// A rated game is for players with accounts.
    #[error("a rated game needs an account")]
    AccountNeeded,
    /// The seek is for other ratings than the sender's.
    #[error("the seek is for ratings {0}")]
    RatingOutOfRange(RatingRange),
    /// The other player has blocked the sender.
    #[error("the other player has blocked the sender")]
    Blocked,
    /// No account has the name of the player who is challenged.
    #[error("there is no such player")]
    UnknownPlayer,
    /// The player has too many challenges to answer.
    #[error("too many challenges wait for an answer")]
    TooManyChallenges,
    /// Somebody else has accepted it.
    #[error("the seek was already accepted")]
    AlreadyAccepted,
    /// No game can be played on these terms.
    #[error("{0}")]
    InvalidTerms(InvalidInput),
    /// Too many seeks are open.
    #[error("too many seeks are open")]
    TooManyOpen {
        /// How long to wait.
        retry_after: Duration,
    },
    /// The game could not be created.
    #[error(transparent)]
    Room(#[from] RoomError),
}

impl From<StoreError> for SeekError {
    fn from(error: StoreError) -> Self {
        Self::Room(error.into())
    }
}

impl From<std::io::Error> for SeekError {
    fn from(error: std::io::Error) -> Self {
        Self::Room(error.into())
    }
}

/// Opens, accepts and withdraws seeks.
pub(crate) struct Seeks {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) writer: GroupCommit,
    pub(crate) rooms: Arc<RoomRegistry>,
    pub(crate) lobby: Arc<Lobby>,
    pub(crate) notices: Arc<Notices>,
    pub(crate) clock: Clock,
}

impl Seeks {
    /// A seek by its id.
    pub(crate) async fn find(&self, id: &str) -> Result<StoredSeek, SeekError> {
        self.store.seek(id).await?.ok_or(SeekError::UnknownSeek)
    }

    /// Opens a seek: listed in the lobby, or for people with its link.
    pub(crate) async fn open(
        &self,
        terms: SeekTerms,
        holder: Holder,
        client: RateKey,
    ) -> Result<OpenSeek, SeekError> {
        let mut terms = seek_terms::complete(terms)?;
        if terms.open {
            self.lobby.check_room(&holder, &client)?;
        }
        let rating = self.rating_of(&holder, &terms).await?;
        seek_terms::settle_range(&mut terms, rating);
        let (name, profile) = (holder.name.clone(), holder.has_profile());
        let seek = OpenSeek { id: random_id()?, name, profile, rating, terms };
        let stored = StoredSeek {
            id: seek.id.clone(),
            at: self.clock.now().0,
            terms: seek.terms.clone(),
            holder: holder.clone(),
            game: None,
        };
        self.writer.write(StoreWrite::Seek(Box::new(stored))).await?;
        if seek.terms.open {
            self.lobby.open(seek.clone(), holder, client)?;
        }
        Ok(seek)
    }

    /// Lists an open seek again whose seeker has come back to the lobby: the list is in memory, and forgets with a restart, and
    /// the seeks of people who were away.
    pub(crate) async fn list_again(
        &self,
        id: &str,
        seeker: &Credentials,
        client: RateKey,
    ) -> Result<(), SeekError> {
        let StoredSeek { id, terms, holder, game, .. } = self.find(id).await?;
        if !holder.is(seeker) {
            return Err(SeekError::NotOwner);
        }
        if !terms.open || game.is_some() || self.lobby.lists(&id) {
            return Ok(());
        }
        let rating = self.rating_of(&holder, &terms).await?;
        let (name, profile) = (holder.name.clone(), holder.has_profile());
        self.lobby.open(OpenSeek { id, name, profile, rating, terms }, holder, client)
    }

    /// The rating of somebody who offers a game, if it is rated.
    async fn rating_of(
        &self,
        seeker: &Holder,
        wanted: &SeekTerms,
    ) -> Result<Option<OnlineRating>, SeekError> {
        if wanted.rated && seeker.account.is_none() {
            return Err(SeekError::AccountNeeded);
        }
        let terms = seek_terms::game_terms(wanted, Side::White)?;
        Ok(ratings::of_seeker(&*self.store, seeker.account, &terms, self.clock.now().0).await?)
    }

    /// Accepts a seek. Returns the id of the game and the side of the player who accepted it.
    pub(crate) async fn accept(
        &self,
        id: &str,
        credentials: &Credentials,
        holder: Holder,
    ) -> Result<(String, Side), SeekError> {
        let seek = self.find(id).await?;
        if seek.holder.is(credentials) {
            return Err(SeekError::OwnSeek);
        }
        if seek.game.is_some() {
            return Err(SeekError::AlreadyAccepted);
        }
        if seek.terms.rated && holder.account.is_none() {
            return Err(SeekError::AccountNeeded);
        }
        if let Some(range) = &seek.terms.rating_range {
            let own = self.rating_of(&holder, &seek.terms).await?;
            if own.is_some_and(|own| !range.contains(own.rating)) {
                return Err(SeekError::RatingOutOfRange(range.clone()));
            }
        }
        let challenged = self.store.challenged(id).await?;
        if challenged.is_some() && challenged != credentials.account {
            return Err(SeekError::NotChallenged);
        }
        if let (Some(seeker), Some(account)) = (seek.holder.account, credentials.account)
            && self.store.has_blocked(seeker, account).await?
        {
            return Err(SeekError::Blocked);
        }
        if seek.terms.open && !self.lobby.close(id) {
            return Err(SeekError::UnknownSeek);
        }
        let drawn = if random_u64()? & 1 == 0 { Side::White } else { Side::Black };
        let seeker = seek.terms.colour.map_or(drawn, Side::from);
        let mut holders = [Some(seek.holder.clone()), Some(holder)];
        if seeker == Side::Black {
            holders.swap(0, 1);
        }
        let terms = seek_terms::game_terms(&seek.terms, seeker)?;
        let created = self
            .rooms
            .create(terms, Seats::PEOPLE, Holders(holders), Some(id.to_owned()), RateKey::Server)
            .await;
        let room = match created {
            Err(RoomError::Store(StoreError::Conflict)) => return Err(SeekError::AlreadyAccepted),
            created => created?,
        };
        self.lobby.notify_seeker(&seek.holder, id, room.id());
        if let Some(challenged) = challenged {
            if let Some(challenger) = seek.holder.account {
                let (seek, game) = (id.to_owned(), room.id().to_owned());
                self.notices.send(challenger, &ServerMessage::Matched { seek, game });
            }
            self.send_challenges(challenged).await;
        }
        Ok((room.id().to_owned(), !seeker))
    }

    /// Withdraws a seek, unless it has led to a game.
    pub(crate) async fn withdraw(&self, id: &str, credentials: &Credentials) -> Result<(), SeekError> {
        let seek = self.find(id).await?;
        if !seek.holder.is(credentials) {
            return Err(SeekError::NotOwner);
        }
        self.lobby.close(id);
        let challenged = self.store.challenged(id).await?;
        self.store.delete_seek(id).await?;
        // A seek with a game is not deleted: somebody may have accepted it meanwhile.
        if self.store.seek(id).await?.is_some() {
            return Err(SeekError::AlreadyAccepted);
        }
        if let Some(challenged) = challenged {
            self.send_challenges(challenged).await;
        }
        Ok(())
    }
}
