//! The tags at the head of a game.

use std::collections::HashMap;
use std::fmt;
use std::ops::Range;

use super::work;

/// With more tags than this, names are looked up in an index. Games have about ten.
const FEW: usize = 24;

/// A game's tags, in the order they were given; names are unique.
///
/// All texts are stored in one string, so that a reader of many games rarely allocates.
#[derive(Clone, Default)]
pub struct Tags {
    text: String,
    spans: Vec<TagSpan>,
    /// The place of each name, in lower case; `None` for few tags.
    index: Option<HashMap<String, usize>>,
    /// The bits of all names, to find quickly that a name is not there.
    filter: NameFilter,
}

/// Where a tag's name and value are in a text.
#[derive(Clone, Debug)]
pub(super) struct TagSpan {
    pub(super) name: Range<usize>,
    pub(super) value: Range<usize>,
}

impl TagSpan {
    const fn moved(&self, by: usize) -> Self {
        let (name, value) = (&self.name, &self.value);
        Self { name: name.start + by..name.end + by, value: value.start + by..value.end + by }
    }
}

/// The place of a letter in the alphabet, upper or lower case.
const fn letter(byte: u8) -> u64 {
    (byte & 31) as u64
}

/// A set of names with one bit for each (a Bloom filter with one hash function), without regard to case.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct NameFilter(u64);

impl NameFilter {
    /// The names that [`usual_name`] may have something to say about.
    pub(super) const FOREIGN: Self = {
        let mut filter = Self(0);
        let mut i = 0;
        while i < FOREIGN.len() {
            filter = filter.with(Self::of(FOREIGN[i].0.as_bytes()));
            i += 1;
        }
        filter
    };

    /// The set of one name.
    #[inline(always)]
    pub(super) const fn of(name: &[u8]) -> Self {
        let (Some(first), Some(last)) = (name.first(), name.last()) else { return Self(1) };
        // With these factors, the usual names of tags and their foreign names share no bit.
        let mixed =
            letter(*first) + 62 * letter(name[name.len() / 2]) + 27 * letter(*last) + 42 * name.len() as u64;
        Self(1 << (mixed & 63))
    }

    /// Both sets together.
    #[inline(always)]
    pub(super) const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether the sets may have a name in common; if not, they certainly have none.
    #[inline(always)]
    pub(super) const fn overlaps(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

impl Tags {
    /// The value of a tag; names are case-insensitive.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        Some(&self.text[self.spans[self.position(name)?].value.clone()])
    }

    /// The bits of all names.
    pub(super) const fn names(&self) -> NameFilter {
        self.filter
    }

    /// The place of a tag among the tags.
    pub(super) fn position(&self, name: &str) -> Option<usize> {
        if !self.filter.overlaps(NameFilter::of(name.as_bytes())) {
            return None;
        }
        match &self.index {
            Some(index) => {
                work::step();
                index.get(&name.to_ascii_lowercase()).copied()
            }
            None => self.spans.iter().position(|span| {
                work::step();
                span.name.len() == name.len() && self.text[span.name.clone()].eq_ignore_ascii_case(name)
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
        self.spans.iter().map(|span| (&self.text[span.name.clone()], &self.text[span.value.clone()]))
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.spans.is_empty()
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
        self.spans.clear();
        self.index = None;
        self.filter = NameFilter::default();
    }

    /// Adds a tag that is known to be new and normalised.
    pub(super) fn push(&mut self, name: &str, value: &str) {
        let start = self.text.len();
        self.text.push_str(name);
        let name_end = self.text.len();
        self.text.push_str(value);
        self.add_span(TagSpan { name: start..name_end, value: name_end..self.text.len() });
    }

    /// Adds the tags of a text, which are known to be new and normalised. What stands between them is stored as well.
    /// `names` is the set of all names, those there before included.
    pub(super) fn push_all(&mut self, text: &str, spans: &[TagSpan], names: NameFilter) {
        let start = self.text.len();
        self.text.push_str(text);
        if self.spans.len() + spans.len() <= FEW {
            self.spans.extend(spans.iter().map(|span| span.moved(start)));
            self.filter = names;
        } else {
            spans.iter().for_each(|span| self.add_span(span.moved(start)));
        }
    }

    fn add_span(&mut self, span: TagSpan) {
        self.filter = self.filter.with(NameFilter::of(self.text[span.name.clone()].as_bytes()));
        if let Some(index) = &mut self.index {
            index.insert(self.text[span.name.clone()].to_ascii_lowercase(), self.spans.len());
        }
        self.spans.push(span);
        if self.index.is_none() && self.spans.len() > FEW {
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
    if !NameFilter::FOREIGN.overlaps(NameFilter::of(name.as_bytes())) || SEVEN.contains(&name) {
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
