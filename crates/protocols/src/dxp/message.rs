//! The messages of the protocol.

use std::fmt;

use damiera_rules::{Move, Piece, Position, Rank, Rules, Setup, Side, Square, SquareSet};

/// Where a game begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start<R> {
    /// As every game does.
    Standard,
    /// From a position.
    Position(Position<R>),
}

/// How a game ended, for the one who says so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// Not said.
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
pub enum Message<R> {
    /// The initiator asks for a game.
    Request {
        /// His name.
        name: String,
        /// The other's colour.
        follower: Side,
        /// Minutes for each side.
        minutes: u16,
        /// For so many moves; 0 for the whole game.
        moves: u16,
        /// Where it begins.
        start: Start<R>,
    },
    /// The follower's answer.
    Accept {
        /// His name.
        name: String,
        /// 0 if he plays.
        code: u8,
    },
    /// A move.
    Move {
        /// Seconds it took.
        seconds: u16,
        /// From which square.
        from: Square,
        /// To which.
        to: Square,
        /// The pieces it takes.
        captured: SquareSet,
    },
    /// The game is over.
    End {
        /// How.
        reason: Reason,
        /// Whether the sender leaves.
        leaves: bool,
    },
    /// Words.
    Chat(String),
    /// A request to go back.
    Back,
    /// The answer to one: 0 if granted, 1 if not known here.
    BackAnswer(u8),
}

/// Why bytes are not a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BadDxp {
    /// The first character is not a kind of message.
    Kind,
    /// It is too short, or a field cannot be read.
    Field(&'static str),
    /// Its version is not ours.
    Version,
}

impl fmt::Display for BadDxp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Kind => f.write_str("the message is of no known kind"),
            Self::Field(field) => write!(f, "the message's {field} cannot be read"),
            Self::Version => f.write_str("the other side speaks another version of the protocol"),
        }
    }
}

impl std::error::Error for BadDxp {}

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

impl<R: Rules> Message<R> {
    /// A move of ours.
    #[must_use]
    pub const fn of_move(m: &Move, seconds: u16) -> Self {
        Self::Move { seconds, from: m.from, to: m.to, captured: m.captured }
    }

    /// Reads a message, without its NUL.
    pub fn read(text: &str) -> Result<Self, BadDxp> {
        let mut fields = Fields(text);
        let bad = BadDxp::Field;
        Ok(match fields.take(1, "kind")? {
            "R" => {
                if fields.number(2, "version")? != 1 {
                    return Err(BadDxp::Version);
                }
                let name = fields.take(NAME, "name")?.trim().to_owned();
                let follower = fields.letter("colour").and_then(|c| side(c).ok_or(bad("colour")))?;
                let (minutes, moves) = (fields.number(3, "time")?, fields.number(3, "moves")?);
                let start = match fields.letter("start")? {
                    'A' => Start::Standard,
                    'B' => Start::Position(position(&mut fields)?),
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
                    1 => Reason::Lost,
                    2 => Reason::Draw,
                    3 => Reason::Won,
                    _ => Reason::Unknown,
                },
                leaves: fields.number(1, "stop")? == 1,
            },
            "C" => Self::Chat(fields.0.to_owned()),
            "B" => Self::Back,
            "K" => Self::BackAnswer(fields.number(1, "code")? as u8),
            _ => return Err(BadDxp::Kind),
        })
    }
}

/// The rest of a message, taken field by field.
struct Fields<'a>(&'a str);

impl<'a> Fields<'a> {
    fn take(&mut self, length: usize, name: &'static str) -> Result<&'a str, BadDxp> {
        let (field, rest) = self.0.split_at_checked(length).ok_or(BadDxp::Field(name))?;
        self.0 = rest;
        Ok(field)
    }

    fn letter(&mut self, name: &'static str) -> Result<char, BadDxp> {
        self.take(1, name)?.chars().next().ok_or(BadDxp::Field(name))
    }

    fn number(&mut self, length: usize, name: &'static str) -> Result<u16, BadDxp> {
        self.take(length, name)?.trim().parse().map_err(|_| BadDxp::Field(name))
    }

    fn square(&mut self, name: &'static str) -> Result<Square, BadDxp> {
        u8::try_from(self.number(2, name)?).ok().and_then(Square::new).ok_or(BadDxp::Field(name))
    }
}

fn position<R: Rules>(fields: &mut Fields<'_>) -> Result<Position<R>, BadDxp> {
    let bad = BadDxp::Field("position");
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

fn places<R: Rules>(position: &Position<R>) -> String {
    let of_piece = |piece: Option<Piece>| match piece {
        None => 'e',
        Some(Piece { side, rank: Rank::Man }) => letter(side).to_ascii_lowercase(),
        Some(Piece { side, rank: Rank::King }) => letter(side),
    };
    R::GEOMETRY.all().iter().map(|square| of_piece(position.piece_at(square))).collect()
}

impl<R: Rules> fmt::Display for Message<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Fields are counted in characters; only plain ones keep the count.
        let plain = |text: &str, most: usize| -> String {
            text.chars().filter(|c| matches!(c, ' '..='~')).take(most).collect()
        };
        match self {
            Self::Request { name, follower, minutes, moves, start } => {
                let name = plain(name, NAME);
                write!(f, "R01{name:<NAME$}{}{minutes:03}{moves:03}", letter(*follower))?;
                match start {
                    Start::Standard => f.write_str("A"),
                    Start::Position(position) => {
                        write!(f, "B{}{}", letter(position.turn()), places(position))
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
                    Reason::Unknown => 0,
                    Reason::Lost => 1,
                    Reason::Draw => 2,
                    Reason::Won => 3,
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

    type Dxp = Message<International>;

    #[test]
    fn the_protocols_own_examples() {
        let request = "R01Tester                          W001075A";
        let read = Dxp::read(request).unwrap();
        let Message::Request { ref name, follower, minutes, moves, start } = read else { panic!("{read:?}") };
        assert_eq!((name.as_str(), follower, minutes, moves), ("Tester", Side::White, 1, 75));
        assert_eq!(start, Start::Standard);
        assert_eq!(read.to_string(), request);
        let capture = Dxp::read("M001205250422122320").unwrap();
        let Message::Move { seconds: 12, captured, .. } = capture else { panic!("{capture:?}") };
        assert_eq!(captured.iter().map(Square::number).collect::<Vec<_>>(), [12, 20, 22, 23]);
        assert_eq!(Dxp::read("E01"), Ok(Message::End { reason: Reason::Unknown, leaves: true }));
    }

    #[test]
    fn a_position_reads_as_it_was_written() {
        let position = Position::<Italian>::from_fen("B:WK30,22:B10,K12,18").unwrap();
        let request = Message::Request {
            name: "Ada".to_owned(),
            follower: Side::Black,
            minutes: 5,
            moves: 0,
            start: Start::Position(position),
        };
        assert_eq!(Message::read(&request.to_string()), Ok(request));
    }

    proptest! {
        #[test]
        fn no_text_is_a_surprise(text in "[RAMECBKXé]{0,2}.{0,60}") {
            let _ = Dxp::read(&text);
        }
    }
}
