//! `damiera event draw`: openings by lot, from a published seed.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use damiera_events::draw::{DrawScope, DrawnOpening, OpeningDraw};
use damiera_events::pair_next;
use damiera_notation::openings::{Opening, OpeningDeck, decks};
use serde::Serialize;

use super::EventFile;
use crate::failure::Failure;
use crate::texts::say;
use crate::values::LangArg;

/// Draw the openings of a round from a deck, by a seed that anyone can check
#[derive(Args)]
#[command(after_help = "Examples:
  damiera event draw open.trf --deck english/three-move --seed \"Livorno 2026\"
  damiera event draw open.trf --deck deck.txt --seed 4711 --round 2 --per round --json

The same file, deck and seed always give the same draw, and the draw of an event on a server. Rounds are drawn in order, so that \
no pair repeats an opening.")]
pub(crate) struct EventDrawCommand {
    #[command(flatten)]
    event: EventFile,
    /// A built-in deck such as english/three-move or italian/three-move, or a file in the same form
    #[arg(long)]
    deck: String,
    /// The published seed, any text
    #[arg(long, value_parser = clap::builder::NonEmptyStringValueParser::new())]
    seed: String,
    /// The round [default: the next one]
    #[arg(long)]
    round: Option<usize>,
    /// One opening for each pair, or one for the whole round
    #[arg(long, value_enum, default_value = "pair")]
    per: DrawPer,
    /// An opening that must not be drawn, as its moves or its number in the deck; may be given again
    #[arg(long, value_name = "MOVES")]
    bar: Vec<String>,
    /// Games of a pairing, with the same opening; rounds are then those of matches [default: two if the file has every pairing
    /// twice in a row with colours exchanged, else one]
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=2))]
    games: Option<u8>,
    /// Write one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    language: LangArg,
}

/// For whom an opening is drawn, on the command line.
#[derive(Clone, Copy, ValueEnum)]
enum DrawPer {
    Pair,
    Round,
}

#[derive(Serialize)]
struct WireDraw<'a> {
    round: usize,
    seed: &'a str,
    openings: Vec<WireDrawnOpening>,
}

#[derive(Serialize)]
struct WireDrawnOpening {
    board: usize,
    white: u16,
    black: u16,
    /// The place in the deck, from 1.
    opening: usize,
    moves: String,
}

impl EventDrawCommand {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let loaded = self.event.load(self.language.lang)?;
        let deck = self.open_deck()?;
        let written = |opening: &Opening| match opening {
            Opening::Moves(moves) => moves.join(" "),
            Opening::Position(fen) => fen.clone(),
        };
        let lines: Vec<String> = deck.openings().iter().map(written).collect();
        let barred = self.barred(&lines)?;
        let scope = match self.per {
            DrawPer::Pair => DrawScope::Pairing,
            DrawPer::Round => DrawScope::Round,
        };
        let mut draw = OpeningDraw::new(&self.seed, scope, lines.len(), &barred).map_err(Failure::input)?;
        // Both games of a match have the same opening.
        let table = if self.games == Some(1) { &loaded.as_written } else { &loaded.table };
        let paired = table.paired_rounds();
        let wanted = self.round.unwrap_or(paired + 1);
        if wanted == 0 || wanted > paired + 1 {
            let text = say(self.language.lang, "event-draw-not-paired", &[("round", wanted.into())]);
            return Err(self.event.fault(text));
        }
        let mut drawn = Vec::new();
        for round in 1..=wanted {
            let pairing = if round <= paired {
                table.pairing_of(round)
            } else {
                pair_next(table, loaded.system)
                    .map_err(|none| self.event.fault(none.text(self.language.lang)))?
            };
            drawn = draw.draw(&pairing);
        }
        self.write(wanted, &drawn, &lines, out)
    }

    fn open_deck(&self) -> Result<OpeningDeck, Failure> {
        if let Some((game, name)) = self.deck.split_once('/')
            && let Some(found) = decks().iter().find(|deck| deck.variant.name() == game && deck.name == name)
        {
            return Ok(found.clone());
        }
        let path = PathBuf::from(&self.deck);
        let text = std::fs::read_to_string(&path)
            .map_err(|error| Failure::input(format!("{}: {error}", path.display())))?;
        OpeningDeck::parse(&text, None)
            .map_err(|error| Failure::input(format!("{}: {error}", path.display())))
    }

    fn barred(&self, lines: &[String]) -> Result<Vec<usize>, Failure> {
        let place = |moves: &String| {
            let wanted: Vec<&str> = moves.split_whitespace().collect();
            let number = moves.parse::<usize>().ok().filter(|number| (1..=lines.len()).contains(number));
            let found = lines.iter().position(|line| *line == wanted.join(" "));
            let found = found.or(number.map(|number| number - 1));
            found.ok_or_else(|| {
                let values = [("moves", moves.as_str().into())];
                Failure::input(say(self.language.lang, "event-draw-not-in-deck", &values))
            })
        };
        self.bar.iter().map(place).collect()
    }

    fn write(
        &self,
        round: usize,
        drawn: &[DrawnOpening],
        lines: &[String],
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        if self.json {
            let openings = drawn.iter().map(|drawn| WireDrawnOpening {
                board: drawn.board,
                white: drawn.pair.white,
                black: drawn.pair.black,
                opening: drawn.opening + 1,
                moves: lines[drawn.opening].clone(),
            });
            let wire = WireDraw { round, seed: &self.seed, openings: openings.collect() };
            serde_json::to_writer(&mut *out, &wire)?;
            writeln!(out)?;
            return Ok(());
        }
        let values = [("round", round.into()), ("seed", self.seed.as_str().into())];
        writeln!(out, "{}", say(self.language.lang, "event-draw-heading", &values))?;
        for drawn in drawn {
            let (white, black) = (drawn.pair.white, drawn.pair.black);
            let number = drawn.opening + 1;
            writeln!(
                out,
                "{:>4}  {white:>4} {black:>4}  {number:>4}  {}",
                drawn.board, lines[drawn.opening]
            )?;
        }
        Ok(())
    }
}
