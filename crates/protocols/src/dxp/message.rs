//! The messages of the protocol.

use std::fmt;

use damiera_rules::{Move, Piece, Position, Rank, Rules, Setup, Side, Square, SquareSet};

/// The start position of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DxpStart<R> {
    /// The initial position.
    Standard,
    /// Another position.
    Position(Position<R>),
}

/// How a game ended, from the point of view of the sender.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DxpOutcome {
    /// Unspecified.
    Unknown,
    /// The sender lost.
    Lost,
    /// A draw.
    Draw,
    /// The sender won.
    Won,
}

/// A message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DxpMessage<R> {
    /// The initiator requests a game.
    Request {
        /// The initiator's name.
        name: String,
        /// The follower's colour.
        follower: Side,
        /// Minutes on each clock.
        minutes: u16,
        /// Number of moves in that time; 0 for the whole game.
        moves: u16,
        /// The start position.
        start: DxpStart<R>,
    },
    /// The follower's reply.
    Accept {
        /// The follower's name.
        name: String,
        /// 0 to accept.
        code: u8,
    },
    /// A move.
    Move {
        /// Seconds used.
        seconds: u16,
        /// Start square.
        from: Square,
        /// Destination square.
        to: Square,
        /// Squares of the captured pieces.
        captured: SquareSet,
    },
    /// The game is over.
    End {
        /// The result.
        reason: DxpOutcome,
        /// Whether the sender closes the connection.
        leaves: bool,
    },
    /// Chat.
    Chat(String),
    /// A request to take moves back.
    Back,
    /// The reply to one: 0 to accept, 1 if it is not supported.
    BackAnswer(u8),
}

/// Why a message is invalid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DxpMessageError {
    /// The kind is unknown.
    Kind,
    /// A field is missing or malformed.
    Field(&'static str),
    /// The version of the protocol is not supported.
    Version,
}

impl fmt::Display for DxpMessageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Kind => f.write_str("the kind of the message is unknown"),
            Self::Field(field) => write!(f, "the field {field} of the message is malformed"),
            Self::Version => f.write_str("the other program uses another version of the protocol"),
        }
    }
}

impl std::error::Error for DxpMessageError {}

const NAME: usize = 32;

/// The letter of a side; Black is *zwart*.
const fn letter(side: Side) -> char {
    match side {
        Side::White => 'W',
        Side::Black => 'Z',
    }
}

fn side(letter: char) -> Option<Side> {
    match letter {
        'W' => Some(Side::White),
        'Z' => Some(Side::Black),
        _ => None,
    }
}

impl<R: Rules> DxpMessage<R> {
    /// The message for a move.
    #[must_use]
    pub const fn of_move(m: &Move, seconds: u16) -> Self {
        Self::Move { seconds, from: m.from, to: m.to, captured: m.captured }
    }

    /// Parses a message without its NUL.
    pub fn parse(text: &str) -> Result<Self, DxpMessageError> {
        let mut fields = FieldReader(text);
        let bad = DxpMessageError::Field;
        Ok(match fields.take(1, "kind")? {
            "R" => {
                if fields.number(2, "version")? != 1 {
                    return Err(DxpMessageError::Version);
                }
                let name = fields.take(NAME, "name")?.trim().to_owned();
                let follower = fields.letter("colour").and_then(|c| side(c).ok_or(bad("colour")))?;
                let (minutes, moves) = (fields.number(3, "time")?, fields.number(3, "moves")?);
                let start = match fields.letter("start")? {
                    'A' => DxpStart::Standard,
                    'B' => DxpStart::Position(position(&mut fields)?),
                    _ => return Err(bad("start")),
                };
                Self::Request { name, follower, minutes, moves, start }
            }
            "A" => Self::Accept {
                name: fields.take(NAME, "name")?.trim().to_owned(),
                code: fields.number(1, "code")? as u8,
            },
            "M" => {
                let seconds = fields.number(4, "time")?;
                let (from, to) = (fields.square("from")?, fields.square("to")?);
                let count = fields.number(2, "captures")?;
                let captured =
                    (0..count).map(|_| fields.square("captures")).collect::<Result<SquareSet, _>>()?;
                Self::Move { seconds, from, to, captured }
            }
            "E" => Self::End {
                reason: match fields.number(1, "reason")? {
                    1 => DxpOutcome::Lost,
                    2 => DxpOutcome::Draw,
                    3 => DxpOutcome::Won,
                    _ => DxpOutcome::Unknown,
                },
                leaves: fields.number(1, "stop")? == 1,
            },
            "C" => Self::Chat(fields.0.to_owned()),
            "B" => Self::Back,
            "K" => Self::BackAnswer(fields.number(1, "code")? as u8),
            _ => return Err(DxpMessageError::Kind),
        })
    }
}

/// Reads fixed-width fields from a message.
struct FieldReader<'a>(&'a str);

impl<'a> FieldReader<'a> {
    fn take(&mut self, length: usize, name: &'static str) -> Result<&'a str, DxpMessageError> {
        let (field, rest) = self.0.split_at_checked(length).ok_or(DxpMessageError::Field(name))?;
        self.0 = rest;
        Ok(field)
    }

    fn letter(&mut self, name: &'static str) -> Result<char, DxpMessageError> {
        self.take(1, name)?.chars().next().ok_or(DxpMessageError::Field(name))
    }

    fn number(&mut self, length: usize, name: &'static str) -> Result<u16, DxpMessageError> {
        self.take(length, name)?.trim().parse().map_err(|_| DxpMessageError::Field(name))
    }

    fn square(&mut self, name: &'static str) -> Result<Square, DxpMessageError> {
        u8::try_from(self.number(2, name)?).ok().and_then(Square::new).ok_or(DxpMessageError::Field(name))
    }
}

fn position<R: Rules>(fields: &mut FieldReader<'_>) -> Result<Position<R>, DxpMessageError> {
    let bad = DxpMessageError::Field("position");
    let turn = side(fields.letter("position")?).ok_or(bad)?;
    let mut setup = Setup { turn: Some(turn), pieces: Vec::new() };
    for square in R::GEOMETRY.all().iter() {
        let (side, rank) = match fields.letter("position")? {
            'e' => continue,
            'w' => (Side::White, Rank::Man),
            'W' => (Side::White, Rank::King),
            'z' => (Side::Black, Rank::Man),
            'Z' => (Side::Black, Rank::King),
            _ => return Err(bad),
        };
        setup.pieces.push((square.into(), Piece { side, rank }));
    }
    setup.position().map_err(|_| bad)
}

fn position_text<R: Rules>(position: &Position<R>) -> String {
    let of_piece = |piece: Option<Piece>| match piece {
        None => 'e',
        Some(Piece { side, rank: Rank::Man }) => letter(side).to_ascii_lowercase(),
        Some(Piece { side, rank: Rank::King }) => letter(side),
    };
    R::GEOMETRY.all().iter().map(|square| of_piece(position.piece_at(square))).collect()
}

impl<R: Rules> fmt::Display for DxpMessage<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Fields have a fixed width in bytes, so only printable ASCII is written.
        let plain = |text: &str, most: usize| -> String {
            text.chars().filter(|c| matches!(c, ' '..='~')).take(most).collect()
        };
        match self {
            Self::Request { name, follower, minutes, moves, start } => {
                let name = plain(name, NAME);
                write!(f, "R01{name:<NAME$}{}{minutes:03}{moves:03}", letter(*follower))?;
                match start {
                    DxpStart::Standard => f.write_str("A"),
                    DxpStart::Position(position) => {
                        write!(f, "B{}{}", letter(position.turn()), position_text(position))
                    }
                }
            }
            Self::Accept { name, code } => write!(f, "A{:<NAME$}{code}", plain(name, NAME)),
            Self::Move { seconds, from, to, captured } => {
                let (from, to, seconds) = (from.number(), to.number(), seconds.min(&9999));
                write!(f, "M{seconds:04}{from:02}{to:02}{:02}", captured.len())?;
                captured.iter().try_for_each(|square| write!(f, "{:02}", square.number()))
            }
            Self::End { reason, leaves } => {
                let reason = match reason {
                    DxpOutcome::Unknown => 0,
                    DxpOutcome::Lost => 1,
                    DxpOutcome::Draw => 2,
                    DxpOutcome::Won => 3,
                };
                write!(f, "E{reason}{}", u8::from(*leaves))
            }
            Self::Chat(text) => write!(f, "C{}", plain(text, 126)),
            Self::Back => f.write_str("B000W"),
            Self::BackAnswer(code) => write!(f, "K{code}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use damiera_rules::variant::{International, Italian};
    use proptest::prelude::*;

    type DxpInternational = DxpMessage<International>;

    #[test]
    fn the_protocols_own_examples() {
        let request = "R01Tester                          W001075A";
        let read = DxpInternational::parse(request).unwrap();
        let DxpMessage::Request { ref name, follower, minutes, moves, start } = read else {
            panic!("{read:?}")
        };
        assert_eq!((name.as_str(), follower, minutes, moves), ("Tester", Side::White, 1, 75));
        assert_eq!(start, DxpStart::Standard);
        assert_eq!(read.to_string(), request);
        let capture = DxpInternational::parse("M001205250422122320").unwrap();
        let DxpMessage::Move { seconds: 12, captured, .. } = capture else { panic!("{capture:?}") };
        assert_eq!(captured.iter().map(Square::number).collect::<Vec<_>>(), [12, 20, 22, 23]);
        assert_eq!(
            DxpInternational::parse("E01"),
            Ok(DxpMessage::End { reason: DxpOutcome::Unknown, leaves: true })
        );
    }

    #[test]
    fn a_written_position_parses_to_itself() {
        let position = Position::<Italian>::from_fen("B:WK30,22:B10,K12,18").unwrap();
        let request = DxpMessage::Request {
            name: "Ada".to_owned(),
            follower: Side::Black,
            minutes: 5,
            moves: 0,
            start: DxpStart::Position(position),
        };
        assert_eq!(DxpMessage::parse(&request.to_string()), Ok(request));
    }

    proptest! {
        #[test]
        fn any_text_is_parsed_or_refused(text in "[RAMECBKXé]{0,2}.{0,60}") {
            let _ = DxpInternational::parse(&text);
        }
    }
}
