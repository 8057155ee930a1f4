//! Positions and moves as the protocol writes them.

use std::fmt;

use damiera_rules::{Move, Piece, Position, Rank, Rules, Setup, Side, Square, SquareSet};

/// The position: the side to move, then each square's piece.
#[must_use]
pub fn places<R: Rules>(position: &Position<R>) -> String {
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
pub enum BadPlaces {
    /// It has too many or too few characters.
    Length {
        /// How many there should be.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// A character stands for nothing.
    Letter(char),
    /// The pieces make no valid position.
    Faults(String),
}

impl fmt::Display for BadPlaces {
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

/// Reads a position.
pub fn read_places<R: Rules>(text: &str) -> Result<Position<R>, BadPlaces> {
    let expected = 1 + usize::from(R::GEOMETRY.squares());
    let found = text.chars().count();
    if found != expected {
        return Err(BadPlaces::Length { expected, found });
    }
    let mut letters = text.chars();
    let turn = match letters.next() {
        Some('W') => Side::White,
        Some('B') => Side::Black,
        other => return Err(BadPlaces::Letter(other.unwrap_or(' '))),
    };
    let mut setup = Setup { turn: Some(turn), pieces: Vec::new() };
    for (square, letter) in R::GEOMETRY.all().iter().zip(letters) {
        let (side, rank) = match letter {
            'e' => continue,
            'w' => (Side::White, Rank::Man),
            'W' => (Side::White, Rank::King),
            'b' => (Side::Black, Rank::Man),
            'B' => (Side::Black, Rank::King),
            other => return Err(BadPlaces::Letter(other)),
        };
        setup.pieces.push((square.into(), Piece { side, rank }));
    }
    setup.position().map_err(|faults| BadPlaces::Faults(faults.to_string()))
}

/// A move: its ends, and for a capture the squares of the pieces it takes.
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
pub enum BadMove {
    /// It cannot be read.
    Text,
    /// It is not legal here.
    Illegal,
    /// It leaves open which pieces are taken.
    Ambiguous,
}

impl fmt::Display for BadMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Text => "the move cannot be read",
            Self::Illegal => "the move is not legal here",
            Self::Ambiguous => "the move leaves open which pieces it takes",
        })
    }
}

/// The legal move a text names. The pieces it takes may be left out where they are clear.
pub fn read_move<R: Rules>(position: &Position<R>, text: &str) -> Result<Move, BadMove> {
    let squares: Option<Vec<Square>> =
        text.split(['-', 'x']).map(|number| number.parse().ok().and_then(Square::new)).collect();
    let squares = squares.ok_or(BadMove::Text)?;
    let &[from, to, ref taken @ ..] = squares.as_slice() else { return Err(BadMove::Text) };
    let taken: SquareSet = taken.iter().copied().collect();
    let legal = position.legal();
    let mut fitting =
        legal.iter().filter(|m| m.from == from && m.to == to && (taken.is_empty() || taken == m.captured));
    let m = fitting.next().ok_or(BadMove::Illegal)?;
    if fitting.next().is_some() { Err(BadMove::Ambiguous) } else { Ok(*m) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use damiera_engine::SplitMix64;
    use damiera_rules::variant::{Brazilian, English, International, Italian};

    /// Positions and moves of random games read as they were written.
    fn round_trip<R: Rules>(seed: u64) {
        let mut chance = SplitMix64::new(seed);
        let mut position = Position::<R>::start();
        for _ in 0..80 {
            let legal = position.legal();
            if legal.is_empty() {
                break; // perhaps without a piece, which is no valid position to begin from
            }
            assert_eq!(read_places::<R>(&places(&position)), Ok(position));
            for m in &legal {
                assert_eq!(read_move(&position, &move_text(m)), Ok(*m));
            }
            position = position.after(&legal[chance.below(legal.len())]);
        }
    }

    #[test]
    fn what_is_written_reads_the_same() {
        for seed in 0..10 {
            round_trip::<English>(seed);
            round_trip::<Italian>(seed);
            round_trip::<Brazilian>(seed);
            round_trip::<International>(seed);
        }
    }

    #[test]
    fn the_start_is_the_protocols() {
        let start = "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww";
        assert_eq!(places(&Position::<International>::start()), start);
    }

    #[test]
    fn wrong_texts_are_told_apart() {
        let start = Position::<English>::start();
        assert_eq!(read_move(&start, "11"), Err(BadMove::Text));
        assert_eq!(read_move(&start, "11-99"), Err(BadMove::Text));
        assert_eq!(read_move(&start, "11-20"), Err(BadMove::Illegal));
        assert!(matches!(read_places::<English>("W"), Err(BadPlaces::Length { expected: 33, found: 1 })));
        assert!(matches!(read_places::<English>(&"W".repeat(33)), Err(BadPlaces::Faults(_))));
    }
}
