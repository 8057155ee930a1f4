//! Playing scenarios.

use damiera_game::pdn::replay;
use damiera_game::rulebook::BoardPart;
use damiera_game::{
    AbsentPlayers, Action, Actor, Blame, CaptureObjection, Classification, Command, Event, Fact, Game,
    IrregularPolicy, Lang, Moment, Placement, PlacementDoubt, Refusal, StartFault, judge, wire,
};
use damiera_notation::pdn::{GameRecord as PdnRecord, PdnReader};
use damiera_rules::{Article, Piece, Rank, Setup, Side, Variant};

use super::read::{Scenario, side, span, square};

/// Plays a scenario; the error says where it went otherwise.
pub(crate) fn run(scenario: &Scenario) -> Result<(), String> {
    let place =
        |number: usize, what: String| format!("{}:{number}: {}: {what}", scenario.file, scenario.title);
    let terms = scenario.terms.clone().ok_or_else(|| place(0, "no game".to_owned()))?;
    if let Some(wanted) = &scenario.bad_terms {
        return match terms.check() {
            Ok(()) => Err(place(0, "the terms are accepted".to_owned())),
            Err(bad) => equal(&bad.to_string(), wanted).map_err(|what| place(0, what)),
        };
    }
    terms.check().map_err(|bad| place(0, bad.to_string()))?;
    let game = Game::new(terms).map_err(|bad| place(0, bad.to_string()))?;
    let mut table = Table { game, events: Vec::new(), now: Moment(0) };
    for (number, line) in &scenario.lines {
        table.line(line).map_err(|what| place(*number, what))?;
        table.check_laws().map_err(|what| place(*number, what))?;
    }
    Ok(())
}

struct Table {
    game: Game,
    events: Vec<Event>,
    now: Moment,
}

fn cited(article: Option<Article>) -> String {
    article.map_or_else(|| "-".to_owned(), |article| article.to_string())
}

fn equal(found: &str, wanted: &str) -> Result<(), String> {
    if found == wanted { Ok(()) } else { Err(format!("found {found}, wanted {wanted}")) }
}

impl Table {
    fn line(&mut self, line: &str) -> Result<(), String> {
        let (asked, wanted) = line.split_once(" => ").map_or((line, None), |(a, w)| (a, Some(w.trim())));
        let (word, rest) = asked.trim().split_once(' ').unwrap_or((asked.trim(), ""));
        match word {
            "white" | "black" => self.asked(Actor::Player(side(word)), rest, wanted),
            "arbiter" => self.asked(Actor::Arbiter, rest, wanted),
            "play" => self.play(rest),
            "at" => {
                self.now = Moment(u64::try_from(span(rest).as_millis()).expect("a time"));
                Ok(())
            }
            "judge" => self.judge(rest, wanted.unwrap_or_default()),
            "reads" => self.reads(rest, wanted.unwrap_or_default()),
            "named" => named(rest, wanted.unwrap_or_default()),
            _ => self.holds(word, rest),
        }
    }

    fn ask(&mut self, by: Actor, action: Action) -> Result<Vec<Event>, Refusal> {
        let events = self.game.decide(&Command { by, at: self.now, action })?;
        for event in &events {
            self.game.apply(event);
        }
        self.events.extend(events.iter().cloned());
        Ok(events)
    }

    fn asked(&mut self, by: Actor, what: &str, wanted: Option<&str>) -> Result<(), String> {
        let ask = self.read(what)?;
        let before = self.game.view(self.now);
        let answer = self.ask(by, ask);
        if answer.is_err() && self.game.view(self.now) != before {
            return Err("a refusal changed the game".to_owned());
        }
        match (answer, wanted.map(|wanted| wanted.split_once(' ').unwrap_or((wanted, "")))) {
            (Ok(_), None) => Ok(()),
            (Ok(events), Some(("rules" | "irregular", article))) => {
                let law = *self.game.rule_set();
                let articles: Vec<_> = events.iter().map(|e| cited(law.article_of(&e.fact))).collect();
                let irregular = events.iter().any(|event| matches!(event.fact, Fact::Irregular { .. }));
                if !articles.iter().any(|found| found == article) {
                    return Err(format!("found {articles:?}, wanted {article}"));
                }
                let wants_one = wanted.is_some_and(|wanted| wanted.starts_with("irregular"));
                if wants_one && !irregular { Err("no irregularity".to_owned()) } else { Ok(()) }
            }
            (Err(refusal), Some(("refused", article))) => {
                assert!(Lang::ALL.iter().all(|lang| !lang.refusal(&refusal).is_empty()));
                equal(&cited(refusal.article), article)
            }
            (Err(refusal), _) => {
                Err(format!("refused: {} ({})", Lang::English.refusal(&refusal), cited(refusal.article)))
            }
            (Ok(events), Some(_)) => Err(format!("not refused: {events:?}")),
        }
    }

    fn play(&mut self, text: &str) -> Result<(), String> {
        let (times, moves) = match text.strip_prefix('x').and_then(|rest| rest.split_once(' ')) {
            Some((times, moves)) => (times.parse().map_err(|_| "how often?".to_owned())?, moves),
            None => (1, text),
        };
        for _ in 0..times {
            for text in moves.split(' ') {
                let by = Actor::Player(self.game.turn());
                let ask = self.read(text)?;
                self.ask(by, ask).map_err(|refusal| {
                    format!("{text}: {} ({})", Lang::English.refusal(&refusal), cited(refusal.article))
                })?;
            }
        }
        Ok(())
    }

    fn read(&self, what: &str) -> Result<Action, String> {
        let (word, rest) = what.split_once(' ').unwrap_or((what, ""));
        let setup = |fen: &str| fen.parse::<Setup>().map_err(|error| error.to_string());
        Ok(match word {
            "starts" => Action::Start,
            "stands" => Action::Stands(setup(rest)?),
            "touch" => Action::Touch(square(rest)),
            "adjust" => Action::Adjust(square(rest)),
            "crowns" => Action::CrownLate(square(rest)),
            "resigns" => Action::Resign,
            "aborts" => Action::Abort,
            "offers" => Action::OfferDraw,
            "accepts" => Action::AcceptDraw,
            "declines" => Action::DeclineDraw,
            "claims" => Action::ClaimDraw,
            "count" => Action::Count(rest.parse().ok()),
            "cancels" => Action::CancelCount,
            "flag" => Action::Flag,
            "takeback" => Action::AskTakeback,
            "grants" => Action::AcceptTakeback,
            "denies" => Action::DeclineTakeback,
            "keeps" => Action::Keep,
            "corrects" if rest.is_empty() => Action::Correct(None),
            "corrects" => Action::Correct(Some(setup(rest)?)),
            "pauses" => Action::Pause,
            "resumes" => Action::Resume,
            "sets" => {
                let (white, black) = rest.split_once(' ').ok_or("two times")?;
                Action::SetClocks([span(white), span(black)])
            }
            "annuls" => match rest {
                "board" => Action::Annul(StartFault::BoardTurned, Blame::Players),
                "colours" => Action::Annul(StartFault::ColoursSwapped, Blame::Players),
                "board direction" => Action::Annul(StartFault::BoardTurned, Blame::Direction),
                _ => Action::Annul(StartFault::ColoursSwapped, Blame::Direction),
            },
            "disturbs" => Action::Disturb,
            "restores" => Action::Restore,
            "destroyed" => Action::Destroyed,
            "settles" => settles(rest)?,
            "refuses" => Action::RefusesRules(side(rest)),
            "absent" if rest == "both" => Action::NoShow(AbsentPlayers::Both),
            "absent" => Action::NoShow(AbsentPlayers::One(side(rest))),
            "declares-draw" => Action::DeclareDraw,
            "undoes" => Action::Undo,
            "objects" => match rest {
                "unclear" => Action::Object(CaptureObjection::Unclear),
                "order" => Action::Object(CaptureObjection::RemovalOrder),
                other => return Err(format!("no objection {other}")),
            },
            _ => Action::Move(self.game.read(what).map_err(|error| error.to_string())?),
        })
    }

    fn judge(&self, boards: &str, wanted: &str) -> Result<(), String> {
        let (before, after) = boards.split_once(' ').ok_or("two boards")?;
        let setup = |fen: &str| fen.parse::<Setup>().map_err(|error| error.to_string());
        let variant: Variant = self.game.rule_set().variant;
        let verdict = judge(variant, &setup(before)?, &setup(after)?).map_err(|faults| faults.to_string())?;
        let found = match &verdict {
            Classification::Legal { notation, .. } => format!("legal {notation}"),
            Classification::Irregular(finding) => format!("irregular {}", cited(finding.article)),
            Classification::Unknown(_) => "unknown".to_owned(),
        };
        equal(&found, wanted)
    }

    /// Reads a record of this variant and writes it again.
    fn reads(&self, text: &str, wanted: &str) -> Result<(), String> {
        let tag = PdnRecord::new(self.game.rule_set().variant).to_string();
        let head = tag.lines().next().ok_or("a GameType")?;
        let text = format!("{head}\n\n{text}\n");
        let read = PdnReader::new(text.as_bytes()).next().and_then(Result::ok).ok_or("no game")?;
        let written = read.game.to_string();
        equal(written.split_once("\n\n").map_or("", |(_, moves)| moves).trim(), wanted)
    }

    /// What must be so.
    fn holds(&self, word: &str, rest: &str) -> Result<(), String> {
        let view = self.game.view(self.now);
        match word {
            "fen" => equal(&view.fen, rest),
            "turn" => equal(&view.turn.to_string().to_lowercase(), rest),
            "moves" => equal(&view.moves.len().to_string(), rest),
            "legal" => {
                let mut found: Vec<_> = view.legal.iter().map(|m| m.notation.as_str()).collect();
                let mut wanted: Vec<_> = rest.split(' ').collect();
                found.sort_unstable();
                wanted.sort_unstable();
                equal(&found.join(" "), &wanted.join(" "))
            }
            "count" => {
                let counts = view.counts.iter();
                let counts = counts.map(|c| format!("{} {} {}", c.article, c.by_each(), c.limit));
                let found: Vec<_> = counts.collect();
                if found.iter().any(|count| count == rest) {
                    Ok(())
                } else {
                    Err(format!("found {found:?}, wanted {rest}"))
                }
            }
            "no-count" => {
                let such = view.counts.iter().filter(|c| rest.is_empty() || c.article.to_string() == rest);
                equal(&such.count().to_string(), "0")
            }
            "claim" => {
                let found: Vec<_> = view.claims.iter().map(|claim| claim.article.to_string()).collect();
                if found.iter().any(|claim| claim == rest) { Ok(()) } else { Err(format!("found {found:?}")) }
            }
            "must-move" => {
                let found = view.touched.map_or_else(|| "-".to_owned(), |square| square.to_string());
                equal(&found, rest)
            }
            "says" => self.says(rest),
            "no-claim" => equal(&view.claims.len().to_string(), "0"),
            "clock-shows" => self.clock_shows(rest),
            "ended" => match &view.end {
                Some(end) => {
                    let result = self.game.rule_set().written(end.outcome);
                    equal(&format!("{result} {}", cited(end.article)), rest)
                }
                None => Err(format!("the game goes on, at {}", view.fen)),
            },
            "goes-on" => match &view.end {
                Some(end) => Err(format!("ended: {}", Lang::English.end(end))),
                None => Ok(()),
            },
            "pdn" => {
                let text = self.game.pdn().to_string();
                let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
                if text.contains(rest) { Ok(()) } else { Err(format!("no \"{rest}\" in {text}")) }
            }
            other => Err(format!("what is \"{other}\"?")),
        }
    }

    /// The last ruling in a language.
    fn says(&self, rest: &str) -> Result<(), String> {
        let (lang, wanted) = rest.split_once(' ').ok_or("a language and a text")?;
        let lang: Lang = lang.parse().map_err(|_| "a language")?;
        let mut rulings = self.events.iter().rev();
        let found = rulings.find_map(|event| lang.ruling(&event.fact, self.game.rule_set()));
        let found = found.unwrap_or_default();
        if found.contains(wanted) { Ok(()) } else { Err(format!("no \"{wanted}\" in {found}")) }
    }

    fn clock_shows(&self, rest: &str) -> Result<(), String> {
        let (whose, time) = rest.split_once(' ').ok_or("whose clock?")?;
        let view = self.game.view(self.now);
        let face = view.clocks[side(whose) as usize].ok_or("no clock")?;
        let shown = if face.in_period.is_zero() { face.left } else { face.in_period };
        equal(&format!("{shown:?}"), &format!("{:?}", span(time)))
    }

    /// What holds for every game: stored and replayed it is the same, and its rulings have words in every language.
    fn check_laws(&self) -> Result<(), String> {
        let stored: Vec<_> = self
            .events
            .iter()
            .map(|event| {
                serde_json::to_string(&wire::WireEvent::from(event)).expect("an event can be written")
            })
            .collect();
        let terms =
            serde_json::to_string(&wire::WireTerms::from(self.game.terms())).expect("terms can be written");
        let terms: wire::WireTerms = serde_json::from_str(&terms).expect("terms can be read");
        let read = stored.iter().map(|text| {
            let event: wire::WireEvent = serde_json::from_str(text).expect("an event can be read");
            Event::try_from(&event).expect("an event that was written")
        });
        let events: Vec<_> = read.collect();
        let again = Game::replay((&terms).try_into().expect("terms that were written"), &events)
            .expect("terms that were played");
        if again.view(self.now) != self.game.view(self.now) {
            return Err("replayed, the game is another".to_owned());
        }
        let _ = wire::WireGameView::new(&again.view(self.now), again.rule_set(), Lang::Italian);
        self.check_record()?;
        self.check_rights()
    }

    /// Whatever happened at a table, the game's record leads to its position.
    fn check_record(&self) -> Result<(), String> {
        let text = self.game.pdn().to_string();
        let read = PdnReader::new(text.as_bytes()).next().and_then(Result::ok).ok_or("no record")?;
        let terms = self.game.terms();
        let again =
            replay(&read.game, terms.variant, terms.profile).map_err(|bad| format!("{bad} in {text}"))?;
        equal(&again.game.fen(), &self.game.fen())
    }

    /// At a table the view names exactly the objections and annulments that would be accepted.
    fn check_rights(&self) -> Result<(), String> {
        if self.game.terms().profile.irregular != IrregularPolicy::Recorded {
            return Ok(());
        }
        let view = self.game.view(self.now);
        let accepts = |by, action| self.game.decide(&Command { by, at: self.now, action }).is_ok();
        for objection in CaptureObjection::ALL {
            for side in Side::BOTH {
                let named = view.objections.contains(&(side, objection));
                if named != accepts(Actor::Player(side), Action::Object(objection)) {
                    return Err(format!("{side:?} objects, {objection:?}: named {named}"));
                }
            }
        }
        for fault in [StartFault::BoardTurned, StartFault::ColoursSwapped] {
            let named = view.annulments.contains(&(fault, Blame::Players));
            if named != accepts(Actor::Arbiter, Action::Annul(fault, Blame::Players)) {
                return Err(format!("annulled, {fault:?}: named {named}"));
            }
        }
        Ok(())
    }
}

/// The squares of a named part of the board, in groups.
fn named(article: &str, wanted: &str) -> Result<(), String> {
    let article = damiera_game::rulebook::cited(article).ok_or("an article")?;
    let parts = damiera_game::rulebook::board_parts(&article).ok_or("no part of the board")?;
    let part = |part: &BoardPart| part.squares.iter().map(u8::to_string).collect::<Vec<_>>().join(" ");
    equal(&parts.iter().map(part).collect::<Vec<_>>().join(" / "), wanted)
}

fn settles(rest: &str) -> Result<Action, String> {
    let [doubt, colour, rank, from, to] = rest.split(' ').collect::<Vec<_>>()[..] else {
        return Err("settles DOUBT COLOUR RANK FROM TO".to_owned());
    };
    let doubt = match doubt {
        "inactive" => PlacementDoubt::Inactive,
        "astride" => PlacementDoubt::Astride,
        _ => PlacementDoubt::TwoSquares,
    };
    let rank = if rank == "king" { Rank::King } else { Rank::Man };
    let place = |text: &str| (text != "-").then(|| square(text));
    let piece = Piece { side: side(colour), rank };
    Ok(Action::Settle(Placement { doubt, piece, from: place(from), to: place(to) }))
}
