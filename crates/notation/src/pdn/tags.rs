//! The tags at the head of a game.

use std::collections::HashMap;
use std::fmt;

use super::work;

/// With more tags than this, names are looked up in an index. Games have about ten.
const FEW: usize = 24;

/// A game's tags, in the order they were given; names are unique.
///
/// All texts are stored in one string, so that a reader of many games rarely allocates.
#[derive(Clone, Default)]
pub struct Tags {
    text: String,
    /// The end of each name and of each value.
    ends: Vec<(usize, usize)>,
    /// The place of each name, in lower case; `None` for few tags.
    index: Option<HashMap<String, usize>>,
}

impl Tags {
    /// The value of a tag; names are case-insensitive.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        let (name_end, value_end) = self.ends[self.position(name)?];
        Some(&self.text[name_end..value_end])
    }

    /// The place of a tag among the tags.
    pub(super) fn position(&self, name: &str) -> Option<usize> {
        match &self.index {
            Some(index) => {
                work::step();
                index.get(&name.to_ascii_lowercase()).copied()
            }
            None => self.iter().position(|(known, _)| {
                work::step();
                known.eq_ignore_ascii_case(name)
            }),
        }
    }

    /// Sets a tag, in its old place if it exists.
    ///
    /// Invalid characters are removed from the name. White space in the value is collapsed to single spaces, because a tag
    /// is written on one line.
    pub fn set(&mut self, name: &str, value: &str) {
        let name: String = name
            .chars()
            .filter(|&c| c.is_ascii_alphanumeric() || c == '_')
            .skip_while(|c| !c.is_ascii_alphabetic())
            .collect();
        let value = collapsed(value);
        if name.is_empty() {
            return;
        }
        if self.get(&name).is_none() {
            return self.push(&name, &value);
        }
        self.rebuild(|tags| {
            for (known, old) in tags.iter_mut() {
                if known.eq_ignore_ascii_case(&name) {
                    old.clone_from(&value);
                }
            }
        });
    }

    /// Removes a tag.
    pub fn remove(&mut self, name: &str) {
        self.rebuild(|tags| tags.retain(|(known, _)| !known.eq_ignore_ascii_case(name)));
    }

    /// Names and values.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        let mut start = 0;
        self.ends.iter().map(move |&(name, value)| {
            let tag = (&self.text[start..name], &self.text[name..value]);
            start = value;
            tag
        })
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Moves the Seven Tag Roster to the front, in its order.
    pub fn sort(&mut self) {
        let rank = |name: &str| {
            SEVEN.iter().position(|known| known.eq_ignore_ascii_case(name)).unwrap_or(SEVEN.len())
        };
        self.rebuild(|tags| tags.sort_by_key(|(name, _)| rank(name)));
    }

    pub(super) fn clear(&mut self) {
        self.text.clear();
        self.ends.clear();
        self.index = None;
    }

    /// Adds a tag that is known to be new and normalised.
    pub(super) fn push(&mut self, name: &str, value: &str) {
        self.text.push_str(name);
        let name_end = self.text.len();
        self.text.push_str(value);
        self.ends.push((name_end, self.text.len()));
        if let Some(index) = &mut self.index {
            index.insert(name.to_ascii_lowercase(), self.ends.len() - 1);
        } else if self.ends.len() > FEW {
            let names = self.iter().enumerate().map(|(i, (name, _))| (name.to_ascii_lowercase(), i));
            self.index = Some(names.collect());
        }
    }

    pub(super) fn first_name(&self) -> Option<&str> {
        self.iter().next().map(|(name, _)| name)
    }

    fn rebuild(&mut self, change: impl FnOnce(&mut Vec<(String, String)>)) {
        let mut tags = self.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        change(&mut tags);
        self.clear();
        for (name, value) in &tags {
            self.push(name, value);
        }
    }
}

impl PartialEq for Tags {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for Tags {}

impl fmt::Debug for Tags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

/// The Seven Tag Roster.
pub const SEVEN: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// Italian and Portuguese names of the standard tags.
const FOREIGN: [(&str, &str); 20] = [
    ("Bianco", "White"),
    ("Nero", "Black"),
    ("Risultato", "Result"),
    ("Apertura", "Opening"),
    ("Dati", "Event"),
    ("Evento", "Event"),
    ("Torneo", "Event"),
    ("Luogo", "Site"),
    ("Sede", "Site"),
    ("Data", "Date"),
    ("Anno", "Date"),
    ("Turno", "Round"),
    ("Gioco", "GameType"),
    ("Brancas", "White"),
    ("Negras", "Black"),
    ("Pretas", "Black"),
    ("Resultado", "Result"),
    ("Abertura", "Opening"),
    ("Local", "Site"),
    ("Rodada", "Round"),
];

/// The standard name of a tag with a foreign name.
pub(super) fn usual_name(name: &str) -> Option<&'static str> {
    if SEVEN.contains(&name) {
        return None;
    }
    FOREIGN.iter().find(|(foreign, _)| foreign.eq_ignore_ascii_case(name)).map(|(_, usual)| *usual)
}

/// The text with every run of white space collapsed to one space and trimmed.
pub(super) fn collapsed(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty()) {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}

/// A fast check that collapsing white space and decoding escapes would change nothing.
pub(super) fn is_plain(text: &str) -> bool {
    let mut before = b' ';
    for &byte in text.as_bytes() {
        if !(b' '..=b'~').contains(&byte) || byte == b'\\' || (byte == b' ' && before == b' ') {
            return false;
        }
        before = byte;
    }
    before != b' ' || text.is_empty()
}
