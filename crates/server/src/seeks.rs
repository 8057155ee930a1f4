//! Seeks: how they become games.

use std::sync::Arc;
use std::time::Duration;

use damiera_game::{Bonus, ClockControl, Profile, Takebacks, Terms};
use damiera_messages::OpenSeek;
use damiera_rules::{Side, UnknownVariant, Variant};

use crate::clock::Clock;
use crate::invalid_input::InvalidInput;

use crate::lobby::Lobby;
use crate::random::{random_id, random_u64};
use crate::rate_limit::RateKey;
use crate::rooms::{RoomError, RoomRegistry};
use crate::store::{Credentials, GroupCommit, Holder, Holders, Store, StoreError, StoreWrite, StoredSeek};
use damiera_messages::{Seats, SeekTerms};

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

/// The terms of the game that a seek leads to. Every game between two people has a clock, so that an abandoned game ends.
pub(crate) fn game_terms(wanted: &SeekTerms) -> Result<Terms, SeekError> {
    let invalid = SeekError::InvalidTerms;
    let variant: Variant = wanted.variant.parse().map_err(|error: UnknownVariant| invalid(error.into()))?;
    let seconds = |seconds: u32| Duration::from_secs(seconds.into());
    let control = match (wanted.minutes, wanted.days) {
        (Some(minutes @ 1..=180), None) if wanted.increment <= 60 => {
            let bonus = match wanted.increment {
                0 => Bonus::None,
                increment => Bonus::Increment(seconds(increment)),
            };
            ClockControl::with(seconds(60 * minutes), bonus)
        }
        (None, Some(days @ 1..=14)) => ClockControl::PerMove(seconds(24 * 3600 * days)),
        _ => return Err(invalid(InvalidInput::SeekTime)),
    };
    let profile = if wanted.days.is_some() { Profile::CORRESPONDENCE } else { Profile::ONLINE };
    // Nothing but the game depends on a game found here, so moves may be taken back if the opponent agrees.
    let profile = Profile { takebacks: Takebacks::ByConsent, ..profile };
    Ok(Terms { controls: [control.clone(), control], ..Terms::new(variant, profile) })
}

/// Opens, accepts and withdraws seeks.
pub(crate) struct Seeks {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) writer: GroupCommit,
    pub(crate) rooms: Arc<RoomRegistry>,
    pub(crate) lobby: Arc<Lobby>,
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
        game_terms(&terms)?;
        if terms.open {
            self.lobby.check_room(&holder, &client)?;
        }
        let seek = OpenSeek { id: random_id()?, name: holder.name.clone(), terms };
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
        if seek.terms.open && !self.lobby.close(id) {
            return Err(SeekError::UnknownSeek);
        }
        let drawn = if random_u64()? & 1 == 0 { Side::White } else { Side::Black };
        let seeker = seek.terms.colour.map_or(drawn, Side::from);
        let mut holders = [Some(seek.holder.clone()), Some(holder)];
        if seeker == Side::Black {
            holders.swap(0, 1);
        }
        let terms = game_terms(&seek.terms)?;
        let created = self.rooms.create(terms, Seats::PEOPLE, Holders(holders), Some(id.to_owned())).await;
        let room = match created {
            Err(RoomError::Store(StoreError::Conflict)) => return Err(SeekError::AlreadyAccepted),
            created => created?,
        };
        self.lobby.notify_seeker(&seek.holder, id, room.id());
        Ok((room.id().to_owned(), !seeker))
    }

    /// Withdraws a seek.
    pub(crate) async fn withdraw(&self, id: &str, credentials: &Credentials) -> Result<(), SeekError> {
        let seek = self.find(id).await?;
        if !seek.holder.is(credentials) {
            return Err(SeekError::NotOwner);
        }
        self.lobby.close(id);
        Ok(self.store.delete_seek(id).await?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_between_two_people_has_a_clock() {
        let wanted = SeekTerms {
            variant: Variant::ALL[0].name().to_owned(),
            minutes: None,
            increment: 0,
            days: None,
            colour: None,
            open: true,
        };
        assert!(game_terms(&wanted).is_err());
        assert!(game_terms(&SeekTerms { minutes: Some(5), ..wanted.clone() }).is_ok());
        assert!(game_terms(&SeekTerms { minutes: Some(0), ..wanted.clone() }).is_err());
        assert!(game_terms(&SeekTerms { days: Some(3), ..wanted.clone() }).is_ok());
        assert!(game_terms(&SeekTerms { minutes: Some(5), days: Some(3), ..wanted }).is_err());
    }
}
