//! Challenges: seeks that are addressed to one account.

use damiera_messages::{OpenSeek, SeekTerms, ServerMessage};

use super::{SeekError, Seeks};
use crate::outbox::Outbox;
use crate::random::random_id;
use crate::seek_terms;
use crate::store::{Account, Holder, StoreError, StoreWrite, StoredChallenge, StoredSeek};

/// Challenges that wait for an account's answer at most.
const MAX_WAITING: u32 = 20;
/// Of these, challenges by one player.
const MAX_FROM_ONE: usize = 2;

impl Seeks {
    /// Challenges an account. Its owner sees the challenge at once on any page.
    pub(crate) async fn challenge(
        &self,
        terms: SeekTerms,
        challenger: &Account,
        holder: Holder,
        challenged: &Account,
    ) -> Result<OpenSeek, SeekError> {
        let mut terms = seek_terms::complete(SeekTerms { open: false, ..terms })?;
        if challenger.id == challenged.id {
            return Err(SeekError::OwnSeek);
        }
        if self.store.has_blocked(challenged.id, challenger.id).await? {
            return Err(SeekError::Blocked);
        }
        let waiting = self.store.challenges_to(challenged.id, MAX_WAITING).await?;
        let own = waiting.iter().filter(|one| one.name == challenger.name).count();
        if waiting.len() >= MAX_WAITING as usize || own >= MAX_FROM_ONE {
            return Err(SeekError::TooManyChallenges);
        }
        let rating = self.rating_of(&holder, &terms).await?;
        seek_terms::settle_range(&mut terms, rating);
        let (id, at) = (random_id()?, self.clock.now().0);
        self.store.add_challenge(&id, challenged.id, at).await?;
        let (name, terms_shown) = (holder.name.clone(), terms.clone());
        let seek = OpenSeek { id: id.clone(), name, profile: true, rating, terms: terms_shown };
        let stored = StoredSeek { id, at, terms, holder, game: None };
        self.writer.write(StoreWrite::Seek(Box::new(stored))).await?;
        self.send_challenges(challenged.id).await;
        Ok(seek)
    }

    /// The challenges that wait for an account's answer, the newest first.
    pub(crate) async fn challenges_to(&self, account: i64) -> Result<Vec<OpenSeek>, StoreError> {
        let open = |StoredChallenge { seek: id, name, terms, .. }| OpenSeek {
            id,
            name: Some(name),
            profile: true,
            rating: None,
            terms,
        };
        Ok(self.store.challenges_to(account, MAX_WAITING).await?.into_iter().map(open).collect())
    }

    /// Declines a challenge to an account.
    pub(crate) async fn decline(&self, id: &str, account: i64) -> Result<(), SeekError> {
        let seek = self.find(id).await?;
        if self.store.challenged(id).await? != Some(account) {
            return Err(SeekError::NotOwner);
        }
        self.store.delete_seek(id).await?;
        if let Some(challenger) = seek.holder.account {
            self.notices.send(challenger, &ServerMessage::Declined { seek: id.to_owned() });
        }
        self.send_challenges(account).await;
        Ok(())
    }

    /// Sends an account the challenges that wait for its answer.
    pub(super) async fn send_challenges(&self, account: i64) {
        match self.challenges_to(account).await {
            Ok(challenges) => self.notices.send(account, &ServerMessage::Challenges { challenges }),
            Err(error) => tracing::error!(%error, "challenges could not be read"),
        }
    }

    /// Sends an account's notices to a connection, now and as they come.
    pub(crate) async fn follow_notices(
        &self,
        account: i64,
        connection: u64,
        outbox: Outbox,
    ) -> Result<(), StoreError> {
        self.notices.join(account, connection, outbox.clone());
        let challenges = self.challenges_to(account).await?;
        outbox.send(&ServerMessage::Challenges { challenges });
        Ok(())
    }
}
