//! The tags at the head of a game.

/// A game's tags, in the order they were given; names are unique.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tags(Vec<(String, String)>);

impl Tags {
    /// The value of a tag; upper and lower case do not count.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// Gives a tag a value, in its old place if it has one.
    ///
    /// What a name cannot hold is dropped from it, and white space in the value becomes single spaces, for a
    /// tag stands on one line.
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
        match self.0.iter_mut().find(|(known, _)| known.eq_ignore_ascii_case(&name)) {
            Some((_, old)) => *old = value,
            None => self.0.push((name, value)),
        }
    }

    /// Takes a tag away.
    pub fn remove(&mut self, name: &str) {
        self.0.retain(|(known, _)| !known.eq_ignore_ascii_case(name));
    }

    /// Names and values.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// Adds a tag that is known to be new and tidy.
    pub(super) fn push(&mut self, name: String, value: String) {
        self.0.push((name, value));
    }

    pub(super) fn first_name(&self) -> Option<&str> {
        self.0.first().map(|(name, _)| name.as_str())
    }

    /// Puts the seven tags everyone expects first, in their order, and leaves the others as they are.
    pub fn sort(&mut self) {
        let rank = |name: &str| {
            SEVEN.iter().position(|known| known.eq_ignore_ascii_case(name)).unwrap_or(SEVEN.len())
        };
        self.0.sort_by_key(|(name, _)| rank(name));
    }
}

/// The tags that every tournament game should have, in their order.
pub const SEVEN: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// Names that Italian and Portuguese files give to the usual tags.
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

/// The usual name for a tag that a file names in another language.
pub(super) fn usual_name(name: &str) -> Option<&'static str> {
    FOREIGN.iter().find(|(foreign, _)| foreign.eq_ignore_ascii_case(name)).map(|(_, usual)| *usual)
}

/// The text with every run of white space made one space, and none at its ends.
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
