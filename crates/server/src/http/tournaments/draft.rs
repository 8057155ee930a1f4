//! Why a round is paired as it is, and the form in which a draft is changed by hand.

use damiera_events::RoundPairing;
use damiera_events::teams::{CompetitorKind, Team};

use super::super::pages::Page;
use crate::tournaments::{ExplainedRound, TournamentBody, TournamentState};

/// Why a pair or a bye.
pub(super) struct ExplainedRow {
    pub(super) title: String,
    pub(super) reasons: Vec<String>,
}

/// The names of those who are paired: players, or teams.
pub(super) struct CompetitorNames<'a> {
    body: &'a TournamentBody,
    teams: &'a [Team],
    kind: CompetitorKind,
}

impl<'a> CompetitorNames<'a> {
    pub(super) const fn new(body: &'a TournamentBody, teams: &'a [Team], kind: CompetitorKind) -> Self {
        Self { body, teams, kind }
    }

    pub(super) fn are_players(&self) -> bool {
        self.kind == CompetitorKind::Player
    }

    fn name(&self, number: u16) -> &'a str {
        match self.kind {
            CompetitorKind::Player => self.body.name(&number),
            CompetitorKind::Team => {
                let team = usize::from(number).checked_sub(1).and_then(|place| self.teams.get(place));
                team.map_or("", |team| team.name.as_str())
            }
        }
    }
}

/// Why the system pairs a round so, and whether it was changed by hand.
pub(super) fn explained(
    page: &Page,
    paired: &RoundPairing,
    explained: &ExplainedRound,
    names: &CompetitorNames<'_>,
) -> (Vec<ExplainedRow>, bool) {
    let Some((pairing, explained)) = explained else { return (Vec::new(), false) };
    let edited = pairing.pairs.iter().any(|pair| !paired.pairs.contains(pair));
    let rows = explained.iter().map(|one| ExplainedRow {
        title: match (one.pair, one.bye) {
            (Some(pair), _) => format!("{} – {}", names.name(pair.white), names.name(pair.black)),
            (None, bye) => page.say("ev-rests", "text", names.name(bye.unwrap_or_default())),
        },
        reasons: one.reasons.iter().map(|reason| reason.text(page.lang, names.kind)).collect(),
    });
    (rows.collect(), edited)
}

/// A draft as a form: players, or teams where those are paired.
pub(super) struct EditForm {
    /// Whether teams are paired.
    pub(super) of_teams: bool,
    /// Number and name of everybody who is paired.
    pub(super) choices: Vec<(u16, String)>,
    /// White and Black; of teams, who has White on the first board, and the other.
    pub(super) pairs: Vec<[u16; 2]>,
    pub(super) byes: Vec<u16>,
}

impl EditForm {
    pub(super) fn new(paired: &RoundPairing, names: &CompetitorNames<'_>) -> Self {
        let pairs: Vec<[u16; 2]> = paired.pairs.iter().map(|pair| [pair.white, pair.black]).collect();
        let mut numbers: Vec<u16> = pairs.iter().flatten().chain(&paired.bye).copied().collect();
        numbers.sort_unstable();
        Self {
            of_teams: names.kind == CompetitorKind::Team,
            choices: numbers.into_iter().map(|number| (number, names.name(number).to_owned())).collect(),
            pairs,
            byes: paired.bye.clone(),
        }
    }
}

/// The pairing of the last round, if the reader sees it.
pub(super) fn paired_round(state: &TournamentState, body: &TournamentBody) -> Option<RoundPairing> {
    state.tournament.paired(body.rounds.last()?.number)
}
