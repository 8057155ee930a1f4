//! The parameters of the engine.

use damiera_engine::{EngineResources, Level};
use damiera_play::{BookSource, TableFolder};
use damiera_rules::{Rules, Variant};

use crate::hub::message::HubMessage;

/// The parameters that the user of the engine can set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct HubParameters {
    pub(super) variant: Variant,
    pub(super) threads: usize,
    /// The size of the transposition table, as the binary logarithm of its number of entries.
    pub(super) tt_size: u32,
    pub(super) level: Level,
    pub(super) tables: TableFolder,
    pub(super) book: BookSource,
}

impl HubParameters {
    /// Bytes per entry of the table.
    const ENTRY: usize = 16;
    const TT_SIZES: [u32; 2] = [16, 30];
    const MOST_THREADS: usize = 64;

    /// The messages that describe the parameters.
    pub(super) fn list(&self) -> Vec<HubMessage> {
        let param = |name: &str, value: String, kind: &str| {
            HubMessage::new("param").with("name", name).with("value", value).with("type", kind)
        };
        let games: Vec<_> = Variant::ALL.iter().map(|variant| variant.name()).collect();
        vec![
            param("variant", self.variant.to_string(), "enum").with("values", games.join(" ")),
            param("threads", self.threads.to_string(), "int").with("min", 1).with("max", Self::MOST_THREADS),
            param("tt-size", self.tt_size.to_string(), "int")
                .with("min", Self::TT_SIZES[0])
                .with("max", Self::TT_SIZES[1]),
            param("level", self.level.number().to_string(), "int").with("min", 1).with("max", 10),
            param("tables", self.tables.name(), "string"),
            param("book", self.book.to_string(), "string"),
        ]
    }

    /// Sets a parameter. Unknown names are ignored, as the protocol demands.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let wrong = || format!("{value} is not a value of {name}");
        match name {
            // The protocol's own name for the game that it was made for.
            "variant" if value == "normal" => self.variant = Variant::PROTOCOL_DEFAULT,
            "variant" => self.variant = value.parse().map_err(|error| format!("{error}"))?,
            "threads" => self.threads = within(value, 1, Self::MOST_THREADS).ok_or_else(wrong)?,
            "tt-size" => {
                self.tt_size = within(value, Self::TT_SIZES[0], Self::TT_SIZES[1]).ok_or_else(wrong)?;
            }
            "level" => {
                self.level = value.parse().ok().and_then(Level::new).ok_or_else(wrong)?;
            }
            // A program may send the default back. The program's own folder then stays its own.
            "tables" if value == self.tables.name() => {}
            "tables" => self.tables = TableFolder::given(Some(value.into())),
            "book" => self.book = value.parse().map_err(|_| wrong())?,
            _ => {}
        }
        Ok(())
    }

    /// What is wrong with parameters that do not fit together.
    pub(super) fn conflict<R: Rules>(&self) -> Option<String> {
        (self.threads > 1 && self.level.is_single_threaded::<R>()).then(|| {
            let (level, threads) = (self.level.number(), self.threads);
            format!("level {level} plays on one thread; threads={threads} applies to full strength only")
        })
    }

    pub(super) const fn resources(&self) -> EngineResources {
        let mib = (Self::ENTRY << self.tt_size) >> 20;
        EngineResources { threads: self.threads, table_mib: if mib == 0 { 1 } else { mib } }
    }
}

fn within<T: std::str::FromStr + PartialOrd + Copy>(text: &str, least: T, most: T) -> Option<T> {
    text.parse().ok().filter(|value| least <= *value && *value <= most)
}
