//! Positions and moves in the protocol's notation.

use std::fmt;

use damiera_rules::{Move, Piece, Position, Rank, Rules, Setup, Side, Square, SquareSet};

/// Writes a position: the side to move, then the content of each square.
#[must_use]
pub fn position_text<R: Rules>(position: &Position<R>) -> String {
    let of_piece = |piece: Option<Piece>| match piece {
        None => 'e',
        Some(Piece { side: Side::White, rank: Rank::Man }) => 'w',
        Some(Piece { side: Side::White, rank: Rank::King }) => 'W',
        Some(Piece { side: Side::Black, rank: Rank::Man }) => 'b',
        Some(Piece { side: Side::Black, rank: Rank::King }) => 'B',
    };
    let squares = R::GEOMETRY.all().iter().map(|square| of_piece(position.piece_at(square)));
    std::iter::once(position.turn().letter()).chain(squares).collect()
}

/// Why a text is not a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HubPositionError {
    /// The number of characters is wrong.
    Length {
        /// The right number.
        expected: usize,
        /// The number found.
        found: usize,
    },
    /// A character has no meaning.
    Letter(char),
    /// The position is invalid.
    Faults(String),
}

impl fmt::Display for HubPositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { expected, found } => {
                write!(f, "a position has {expected} characters, not {found}")
            }
            Self::Letter(letter) => write!(f, "'{letter}' stands for no piece and no side"),
            Self::Faults(faults) => f.write_str(faults),
        }
    }
}

/// Parses a position.
pub fn parse_position<R: Rules>(text: &str) -> Result<Position<R>, HubPositionError> {
    let expected = 1 + usize::from(R::GEOMETRY.squares());
    let found = text.chars().count();
    if found != expected {
        return Err(HubPositionError::Length { expected, found });
    }
    let mut letters = text.chars();
    let turn = match letters.next() {
        Some('W') => Side::White,
        Some('B') => Side::Black,
        other => return Err(HubPositionError::Letter(other.unwrap_or(' '))),
    };
    let mut setup = Setup { turn: Some(turn), pieces: Vec::new() };
    for (square, letter) in R::GEOMETRY.all().iter().zip(letters) {
        let (side, rank) = match letter {
            'e' => continue,
            'w' => (Side::White, Rank::Man),
            'W' => (Side::White, Rank::King),
            'b' => (Side::Black, Rank::Man),
            'B' => (Side::Black, Rank::King),
            other => return Err(HubPositionError::Letter(other)),
        };
        setup.pieces.push((square.into(), Piece { side, rank }));
    }
    setup.position().map_err(|faults| HubPositionError::Faults(faults.to_string()))
}

/// Writes a move: its ends and, for a capture, the squares of the captured pieces.
#[must_use]
pub fn move_text(m: &Move) -> String {
    if !m.is_capture() {
        return format!("{}-{}", m.from, m.to);
    }
    let taken = m.captured.iter().map(|square| format!("x{square}"));
    std::iter::once(format!("{}x{}", m.from, m.to)).chain(taken).collect()
}

/// Why a text is not a legal move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HubMoveError {
    /// The text is malformed.
    Text,
    /// The move is illegal.
    Illegal,
    /// Several captures match.
    Ambiguous,
}

impl fmt::Display for HubMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Text => "the move is malformed",
            Self::Illegal => "the move is illegal",
            Self::Ambiguous => "the move is ambiguous: several captures match",
        })
    }
}

/// Parses a legal move. The captured pieces may be omitted if that is unambiguous.
pub fn parse_move<R: Rules>(position: &Position<R>, text: &str) -> Result<Move, HubMoveError> {
    let squares: Option<Vec<Square>> =
        text.split(['-', 'x']).map(|number| number.parse().ok().and_then(Square::new)).collect();
    let squares = squares.ok_or(HubMoveError::Text)?;
    let &[from, to, ref taken @ ..] = squares.as_slice() else { return Err(HubMoveError::Text) };
    let taken: SquareSet = taken.iter().copied().collect();
    let legal = position.legal();
    let mut fitting =
        legal.iter().filter(|m| m.from == from && m.to == to && (taken.is_empty() || taken == m.captured));
    let m = fitting.next().ok_or(HubMoveError::Illegal)?;
    if fitting.next().is_some() { Err(HubMoveError::Ambiguous) } else { Ok(*m) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use damiera_engine::SplitMix64;
    use damiera_rules::variant::{English, International};
    use damiera_rules::{Variant, with_rules};

    /// Writes and parses the positions and moves of a random game.
    fn round_trip<R: Rules>(seed: u64) {
        let mut chance = SplitMix64::new(seed);
        let mut position = Position::<R>::start();
        for _ in 0..80 {
            let legal = position.legal();
            if legal.is_empty() {
                break; // a side without pieces is not a valid start position
            }
            assert_eq!(parse_position::<R>(&position_text(&position)), Ok(position));
            for m in &legal {
                assert_eq!(parse_move(&position, &move_text(m)), Ok(*m));
            }
            position = position.after(&legal[chance.below(legal.len())]);
        }
    }

    #[test]
    fn written_positions_and_moves_parse_to_themselves() {
        for &variant in Variant::ALL {
            with_rules!(variant, R => (0..10).for_each(round_trip::<R>));
        }
    }

    #[test]
    fn the_initial_position_is_that_of_the_protocol() {
        let start = "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww";
        assert_eq!(position_text(&Position::<International>::start()), start);
    }

    #[test]
    fn wrong_texts_are_told_apart() {
        let start = Position::<English>::start();
        assert_eq!(parse_move(&start, "11"), Err(HubMoveError::Text));
        assert_eq!(parse_move(&start, "11-99"), Err(HubMoveError::Text));
        assert_eq!(parse_move(&start, "11-20"), Err(HubMoveError::Illegal));
        assert!(matches!(
            parse_position::<English>("W"),
            Err(HubPositionError::Length { expected: 33, found: 1 })
        ));
        assert!(matches!(parse_position::<English>(&"W".repeat(33)), Err(HubPositionError::Faults(_))));
    }
}
