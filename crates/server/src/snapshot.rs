//! Takes the snapshot of a game that a page shows.

use damiera_game::{Game, GameOutcome, IrregularPolicy, Lang, Moment, Takebacks, wire};
use damiera_messages::{BoardLayout, GameSnapshot, PositionStep};

use damiera_rules::Side;

use crate::blindfold::{BoardAccess, conceal};
use crate::store::{Holder, Holders};
use crate::texts;
use damiera_messages::Seats;

/// A game with the people who play it: what a snapshot is made of.
#[derive(Clone, Copy)]
pub(crate) struct GameContext<'a> {
    pub(crate) id: &'a str,
    pub(crate) seats: Seats,
    pub(crate) holders: &'a Holders,
    pub(crate) game: &'a Game,
}

impl GameContext<'_> {
    /// The snapshot at an instant, with texts in a language, as somebody with this access to the board may see it.
    pub(crate) fn snapshot(&self, at: Moment, lang: Lang, access: BoardAccess) -> GameSnapshot {
        let mut snapshot = self.full_snapshot(at, lang);
        if access.conceals(self.game) {
            conceal(&mut snapshot, self.game);
        }
        snapshot
    }

    fn full_snapshot(&self, at: Moment, lang: Lang) -> GameSnapshot {
        let game = self.game;
        let terms = wire::WireTerms::from(game.terms());
        GameSnapshot {
            id: self.id.to_owned(),
            seats: self.seats,
            names: self.holders.0.each_ref().map(|holder| {
                let holder = holder.as_ref()?;
                let deleted = || holder.is_deleted().then(|| texts::text(lang, "deleted-player"));
                holder.name.clone().or_else(deleted)
            }),
            profiles: self.holders.0.each_ref().map(|one| one.as_ref().is_some_and(Holder::has_profile)),
            now: at.0,
            board: BoardLayout::of(game.rule_set().board),
            table: game.terms().profile.irregular == IrregularPolicy::Recorded,
            countable: game.may_ask_count(),
            takebacks: game.terms().profile.takebacks != Takebacks::Never,
            rated: game.terms().rated,
            clocks: game.terms().controls.each_ref().map(wire::WireClockControl::from),
            simultaneous: terms.simultaneous,
            sight: terms.sight,
            blindfold: terms.blindfold,
            correspondence: game.terms().is_correspondence(),
            consultation: terms.consultation,
            vacation: (!game.terms().vacation.is_zero())
                .then(|| Side::BOTH.map(|side| game.vacation(side).into())),
            illegal_tries: game.illegal_tries(),
            concealed: false,
            last: game.trace(game.plies().len()).map(PositionStep::from),
            winner: game.end().and_then(|end| match end.outcome {
                GameOutcome::Win(side) => Some(side.into()),
                GameOutcome::Draw | GameOutcome::BothLose | GameOutcome::Void => None,
            }),
            view: wire::WireGameView::new(&game.view(at), game.rule_set(), lang),
        }
    }
}
