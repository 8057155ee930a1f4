//! Messages: a command and named arguments on one line.

use std::fmt;

/// A command and its arguments in order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct HubMessage {
    /// The command.
    pub command: String,
    /// Names and values. The value of an argument without one is empty.
    pub arguments: Vec<(String, String)>,
}

/// Why a line is not a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HubMessageError {
    /// The line is empty.
    Empty,
    /// A quoted value does not end.
    OpenQuote,
    /// An argument has no name before its `=`.
    NoName,
}

impl fmt::Display for HubMessageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Empty => "the line is empty",
            Self::OpenQuote => "a quoted value does not end",
            Self::NoName => "an argument has no name",
        })
    }
}

impl HubMessage {
    /// A command without arguments.
    #[must_use]
    pub fn new(command: &str) -> Self {
        Self { command: command.to_owned(), arguments: Vec::new() }
    }

    /// Adds an argument.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl fmt::Display) -> Self {
        self.arguments.push((name.to_owned(), value.to_string()));
        self
    }

    /// Adds an argument without a value.
    #[must_use]
    pub fn with_flag(self, word: &str) -> Self {
        self.with(word, "")
    }

    /// The value of an argument.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.arguments.iter().find(|(given, _)| given == name).map(|(_, value)| value.as_str())
    }

    /// Whether there is an argument of this name.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// Parses a line.
    pub fn parse(line: &str) -> Result<Self, HubMessageError> {
        let mut rest = line.trim();
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        if end == 0 {
            return Err(HubMessageError::Empty);
        }
        let mut message = Self::new(&rest[..end]);
        rest = rest[end..].trim_start();
        while !rest.is_empty() {
            let end = rest.find(|c: char| c == '=' || c.is_whitespace()).unwrap_or(rest.len());
            let name = &rest[..end];
            if name.is_empty() {
                return Err(HubMessageError::NoName);
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

    /// Splits off a value.
    fn value(text: &str) -> Result<(&str, &str), HubMessageError> {
        if let Some(quoted) = text.strip_prefix('"') {
            return quoted.split_once('"').ok_or(HubMessageError::OpenQuote);
        }
        Ok(text.split_at(text.find(char::is_whitespace).unwrap_or(text.len())))
    }
}

impl fmt::Display for HubMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.command)?;
        for (name, value) in &self.arguments {
            if value.is_empty() {
                write!(f, " {name}")?;
                continue;
            }
            let quoted = value.contains(|c: char| c == '=' || c.is_whitespace());
            // The protocol has no escape for a quotation mark or a line break.
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
        let message = HubMessage::parse("level  moves=3 time = 2.5  note=\"a b=c\" infinite").unwrap();
        assert_eq!(message.command, "level");
        assert_eq!(message.get("moves"), Some("3"));
        assert_eq!(message.get("time"), Some("2.5"));
        assert_eq!(message.get("note"), Some("a b=c"));
        assert!(message.has("infinite") && !message.has("nodes"));
    }

    proptest! {
        #[test]
        fn a_written_message_parses_to_itself(
            command in "[a-z-]{1,9}",
            arguments in proptest::collection::vec(("[a-z-]{1,9}", "[ -!#-~]{0,12}"), 0..5),
        ) {
            let message = HubMessage { command, arguments };
            prop_assert_eq!(HubMessage::parse(&message.to_string()), Ok(message));
        }

        #[test]
        fn any_line_is_parsed_or_refused(line in ".{0,60}") {
            let _ = HubMessage::parse(&line);
        }
    }
}
