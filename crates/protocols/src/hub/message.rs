//! A line of the protocol: a command, and arguments with values.

use std::fmt;

/// A command with its arguments in the order they were given.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Message {
    /// What is asked or said.
    pub command: String,
    /// Names and values; an argument without a value has an empty one.
    pub arguments: Vec<(String, String)>,
}

/// Why a line is not a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BadMessage {
    /// Nothing is on it.
    Empty,
    /// A quoted value does not end.
    OpenQuote,
    /// An argument has no name before its `=`.
    NoName,
}

impl fmt::Display for BadMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Empty => "the line is empty",
            Self::OpenQuote => "a quoted value does not end",
            Self::NoName => "an argument has no name",
        })
    }
}

impl Message {
    /// A command without arguments.
    #[must_use]
    pub fn new(command: &str) -> Self {
        Self { command: command.to_owned(), arguments: Vec::new() }
    }

    /// The same with one argument more.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl fmt::Display) -> Self {
        self.arguments.push((name.to_owned(), value.to_string()));
        self
    }

    /// The same with a word that has no value.
    #[must_use]
    pub fn with_flag(self, word: &str) -> Self {
        self.with(word, "")
    }

    /// The value of an argument.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.arguments.iter().find(|(given, _)| given == name).map(|(_, value)| value.as_str())
    }

    /// Whether an argument is there, with a value or without.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// Reads a line.
    pub fn read(line: &str) -> Result<Self, BadMessage> {
        let mut rest = line.trim();
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        if end == 0 {
            return Err(BadMessage::Empty);
        }
        let mut message = Self::new(&rest[..end]);
        rest = rest[end..].trim_start();
        while !rest.is_empty() {
            let end = rest.find(|c: char| c == '=' || c.is_whitespace()).unwrap_or(rest.len());
            let name = &rest[..end];
            if name.is_empty() {
                return Err(BadMessage::NoName);
            }
            let after = rest[end..].trim_start();
            let value;
            (value, rest) = match after.strip_prefix('=') {
                Some(after) => Self::value(after.trim_start())?,
                None => ("", after),
            };
            message.arguments.push((name.to_owned(), value.to_owned()));
            rest = rest.trim_start();
        }
        Ok(message)
    }

    /// A value, and what comes after it.
    fn value(text: &str) -> Result<(&str, &str), BadMessage> {
        if let Some(quoted) = text.strip_prefix('"') {
            return quoted.split_once('"').ok_or(BadMessage::OpenQuote);
        }
        Ok(text.split_at(text.find(char::is_whitespace).unwrap_or(text.len())))
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.command)?;
        for (name, value) in &self.arguments {
            if value.is_empty() {
                write!(f, " {name}")?;
                continue;
            }
            let quoted = value.contains(|c: char| c == '=' || c.is_whitespace());
            // A value has no way to hold a quotation mark or a line's end.
            let value: String = value.chars().filter(|&c| c != '"' && c != '\n' && c != '\r').collect();
            if quoted {
                write!(f, " {name}=\"{value}\"")?;
            } else {
                write!(f, " {name}={value}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn values_may_be_quoted_or_missing() {
        let message = Message::read("level  moves=3 time = 2.5  note=\"a b=c\" infinite").unwrap();
        assert_eq!(message.command, "level");
        assert_eq!(message.get("moves"), Some("3"));
        assert_eq!(message.get("time"), Some("2.5"));
        assert_eq!(message.get("note"), Some("a b=c"));
        assert!(message.has("infinite") && !message.has("nodes"));
    }

    proptest! {
        #[test]
        fn a_message_reads_as_it_was_written(
            command in "[a-z-]{1,9}",
            arguments in proptest::collection::vec(("[a-z-]{1,9}", "[ -!#-~]{0,12}"), 0..5),
        ) {
            let message = Message { command, arguments };
            prop_assert_eq!(Message::read(&message.to_string()), Ok(message));
        }

        #[test]
        fn no_line_is_a_surprise(line in ".{0,60}") {
            let _ = Message::read(&line);
        }
    }
}
