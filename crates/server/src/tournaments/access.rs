//! Who may do what: rights go with a browser, an invitation or a key.

use damiera_events::tournament::{NewEntrant, RoundState, TournamentActor, TournamentAsk, TournamentRefusal};

use super::{CommandOrigin, LiveTournament, TournamentError, TournamentState};
use crate::invalid_input::InvalidInput;
use crate::names;
use crate::random::secret_token;
use crate::rate_limit::RateKey;
use crate::store::{Credentials, Store, TokenDigest, TournamentPass, TournamentRole};

/// The longest name of an official, in characters: as long as a player's.
const LONGEST_NAME: usize = 33;

/// What the sender of a request may do in a tournament.
#[derive(Clone, Debug)]
pub(crate) struct TournamentAccess {
    pass: Option<TournamentPass>,
}

impl TournamentAccess {
    /// The highest right that goes with these credentials.
    pub(crate) async fn of(
        live: &LiveTournament,
        store: &dyn Store,
        shown: &Credentials,
    ) -> Result<Self, TournamentError> {
        let digests: Vec<TokenDigest> = [shown.visitor, shown.key].into_iter().flatten().collect();
        let mut passes = store.tournament_passes(&live.id, &digests).await?;
        if let Some(account) = shown.account {
            passes.extend(store.tournament_passes_of(&live.id, account).await?);
        }
        let state = live.state();
        let holds = |pass: &TournamentPass| {
            // What belongs to an account is nobody's after the sign-out.
            (pass.account.is_none() || pass.account == shown.account)
                // Players may be renumbered before round 1: a phone belongs to a person, not to a number.
                && pass.number.is_none_or(|number| state.name(number) == pass.name)
        };
        Ok(Self { pass: passes.into_iter().filter(holds).max_by_key(|pass| pass.role) })
    }

    /// What everybody may see.
    pub(crate) const fn public() -> Self {
        Self { pass: None }
    }

    /// The role, if there is any.
    pub(crate) fn role(&self) -> Option<TournamentRole> {
        self.pass.as_ref().map(|pass| pass.role)
    }

    /// The number of a player.
    pub(crate) fn number(&self) -> Option<u16> {
        self.pass.as_ref().and_then(|pass| pass.number)
    }

    /// Whether drafts are shown and officials' commands are carried out.
    pub(crate) fn is_official(&self) -> bool {
        self.role().is_some_and(|role| role >= TournamentRole::Arbiter)
    }

    /// Who acts.
    pub(crate) fn actor(&self) -> Result<TournamentActor, TournamentError> {
        match &self.pass {
            Some(TournamentPass { role: TournamentRole::Player, number: Some(number), .. }) => {
                Ok(TournamentActor::Player(*number))
            }
            Some(pass) if self.is_official() => Ok(TournamentActor::Official(pass.name.clone())),
            _ => Err(TournamentError::NotAllowed),
        }
    }

    /// Who acts, if it is an official.
    pub(crate) fn official(&self) -> Result<TournamentActor, TournamentError> {
        if self.is_official() { self.actor() } else { Err(TournamentError::NotAllowed) }
    }

    /// An invitation by the organiser: the token for its link. Only the digest is stored.
    pub(crate) async fn invite(
        &self,
        live: &LiveTournament,
        store: &dyn Store,
        role: TournamentRole,
        name: &str,
        number: Option<u16>,
    ) -> Result<String, TournamentError> {
        if self.role() != Some(TournamentRole::Organiser) {
            return Err(TournamentError::NotAllowed);
        }
        let state = live.state();
        let (name, number) = match (role, number) {
            (TournamentRole::Player, _) if !name.trim().is_empty() => {
                return Err(TournamentError::Invalid(InvalidInput::Invitation));
            }
            (TournamentRole::Player, Some(number)) if !state.name(number).is_empty() => {
                (state.name(number), Some(number))
            }
            (TournamentRole::Player, number) => {
                return Err(TournamentRefusal::UnknownPlayer(number.unwrap_or_default()).into());
            }
            (_, Some(_)) => return Err(TournamentError::Invalid(InvalidInput::Invitation)),
            (_, None) => (official_name(name)?, None),
        };
        let token = secret_token()?;
        let pass = TournamentPass { digest: TokenDigest::of(&token), role, name, number, account: None };
        store.add_tournament_pass(&live.id, &pass).await?;
        Ok(token)
    }

    /// Gives the account or the browser of somebody who came by an invitation the same right.
    pub(crate) async fn accept(
        live: &LiveTournament,
        store: &dyn Store,
        token: &str,
        shown: &Credentials,
    ) -> Result<TournamentRole, TournamentError> {
        let found = store.tournament_passes(&live.id, &[TokenDigest::of(token)]).await?;
        let Some(pass) = found.into_iter().next() else { return Err(TournamentError::BadLink) };
        let bearer = bearer(shown)?;
        let own = match shown.account {
            Some(account) => store.tournament_passes_of(&live.id, account).await?,
            None => store.tournament_passes(&live.id, &[bearer]).await?,
        };
        // A higher right that they have is not lost.
        let own = own.into_iter().max_by_key(|pass| pass.role);
        let digest = own.as_ref().map_or(bearer, |own| own.digest);
        if own.is_none_or(|own| own.role < pass.role || own.role == TournamentRole::Player) {
            let pass = TournamentPass { digest, account: shown.account, ..pass.clone() };
            store.add_tournament_pass(&live.id, &pass).await?;
        }
        Ok(pass.role)
    }

    /// Somebody enters an online event: the browser is the player's from now on, or every browser in which they sign in to their
    /// account.
    pub(crate) async fn enter(
        &self,
        live: &LiveTournament,
        store: &dyn Store,
        name: &str,
        shown: &Credentials,
        client: &RateKey,
    ) -> Result<u16, TournamentError> {
        let Some(online) = live.charter.online else { return Err(TournamentError::NotAllowed) };
        if self.number().is_some() {
            return Err(TournamentError::NotAllowed);
        }
        if online.rated && shown.account.is_none() {
            return Err(TournamentError::AccountNeeded);
        }
        let name = official_name(name)?;
        let new = NewEntrant { name: name.clone(), ..NewEntrant::default() };
        let by = TournamentActor::Official(name.clone());
        live.command(
            by,
            TournamentAsk::Enter(new),
            CommandOrigin { id: None, seen: None, round: None, client },
        )
        .await?;
        let state = live.state();
        let entrant = state.tournament.table().entrants.iter().find(|entrant| entrant.name == name);
        let number = entrant.map(|entrant| entrant.number).ok_or(TournamentError::NotAllowed)?;
        if !self.is_official() {
            let (digest, role, account) = (bearer(shown)?, TournamentRole::Player, shown.account);
            let pass = TournamentPass { digest, role, name, number: Some(number), account };
            store.add_tournament_pass(&live.id, &pass).await?;
        }
        Ok(number)
    }

    /// A phone at a board becomes that of one of the two players. It stays theirs for the whole event.
    pub(crate) async fn sit_down(
        &self,
        live: &LiveTournament,
        store: &dyn Store,
        state: &TournamentState,
        (board, code, number): (usize, &str, u16),
        visitor: TokenDigest,
    ) -> Result<(), TournamentError> {
        if live.board_code(board) != code {
            return Err(TournamentError::BadLink);
        }
        if let Some(own) = self.number().filter(|own| *own != number) {
            return Err(TournamentError::OtherPlayer(state.name(own)));
        }
        let round = state.tournament.rounds().last();
        let sits = round.is_some_and(|round| round.at_table(board).iter().any(|game| game.pair.has(number)));
        if !sits {
            let mut tables = round.into_iter().flat_map(RoundState::first_games);
            let own = tables.position(|game| game.pair.has(number)).map(|index| index + 1);
            return Err(TournamentRefusal::NotAtBoard { board, own }.into());
        }
        if !self.is_official() {
            let (role, name) = (TournamentRole::Player, state.name(number));
            let pass = TournamentPass { digest: visitor, role, name, number: Some(number), account: None };
            store.add_tournament_pass(&live.id, &pass).await?;
        }
        Ok(())
    }
}

/// What a right is stored under: the cookie of a browser, or a program's key. The right of an account goes with the account, and is
/// stored under a token that nobody has.
pub(crate) fn bearer(shown: &Credentials) -> Result<TokenDigest, TournamentError> {
    match shown.account {
        Some(_) => Ok(TokenDigest::of(&secret_token()?)),
        None => shown.visitor.or(shown.key).ok_or(TournamentError::NotAllowed),
    }
}

/// The name of an official, as it will stand in the log.
pub(crate) fn official_name(name: &str) -> Result<String, TournamentError> {
    match names::parse_of_any_length(name) {
        Ok(name) if name.chars().count() <= LONGEST_NAME => Ok(name),
        _ => Err(TournamentRefusal::BadName.into()),
    }
}
