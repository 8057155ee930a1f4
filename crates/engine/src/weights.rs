//! The numbers the evaluation learned, with the story of how.
//!
//! A weights file is a few lines of text, an empty line, and then numbers of sixteen bits, in sixteenths of a hundredth of a
//! man: for each feature of positions of men its weight at every knot, then for each feature of positions with kings
//! its weight.

use std::fmt;
use std::str::FromStr;

use damiera_rules::{KingRange, Rules, Variant, with_rules};

use crate::features::{Features, KNOTS};
use crate::value::MAN;

/// Weight units in one unit of value.
pub const UNIT: i32 = 16;

/// The files that come with the program.
const EMBEDDED: [&[u8]; 4] = [
    include_bytes!("../weights/english.weights"),
    include_bytes!("../weights/italian.weights"),
    include_bytes!("../weights/brazilian.weights"),
    include_bytes!("../weights/international.weights"),
];

/// A feature's weight where only men are on the board, at each knot.
pub type Knots = [i16; KNOTS];

/// How the weights came about.
#[derive(Clone, PartialEq, Debug)]
pub struct Provenance {
    /// The game.
    pub variant: Variant,
    /// How often the program learned from its own games; 0 for numbers set by hand.
    pub generation: u32,
    /// Games they were learned from.
    pub games: u64,
    /// Positions of those games that were used.
    pub positions: u64,
    /// Nodes searched a move in those games.
    pub nodes: u64,
    /// The number all chance came from.
    pub seed: u64,
    /// Mean logistic loss on the positions learned from.
    pub loss: f64,
    /// The same on positions held out.
    pub held_out_loss: f64,
    /// How values become chances.
    pub chances: Chances,
}

/// From a value to the chances of a game: a win has the chance σ((v − draw) / slope), a loss the mirror image.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Chances {
    /// Values closer to nought than this are more often drawn than won.
    pub draw: f64,
    /// How many hundredths of a man change the odds by e.
    pub slope: f64,
}

impl Chances {
    /// Chances to win, draw and lose at a value.
    #[must_use]
    pub fn of(self, value: f64) -> [f64; 3] {
        let sigmoid = |x: f64| 1.0 / (1.0 + (-x).exp());
        let win = sigmoid((value - self.draw) / self.slope);
        let loss = sigmoid((-value - self.draw) / self.slope);
        [win, (1.0 - win - loss).max(0.0), loss]
    }
}

/// Weights of one game.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    /// Where they come from.
    pub provenance: Provenance,
    /// For positions of men: for each span between two knots the weights at both, as the evaluation wants them.
    pub(crate) spans: [Box<[[i16; 2]]>; KNOTS - 1],
    /// For positions with kings.
    pub(crate) with_kings: Box<[i16]>,
}

impl Weights {
    /// Nothing learned: men and kings, and a little for men that are far up the board.
    #[must_use]
    pub fn material(variant: Variant) -> Self {
        with_rules!(variant, R => Self::material_of::<R>())
    }

    fn material_of<R: Rules>() -> Self {
        let mut of_men = vec![[0; KNOTS]; Features::<R>::OF_MEN];
        let mut with_kings = vec![0; Features::<R>::WITH_KINGS];
        let man = (MAN * UNIT) as i16;
        of_men[Features::<R>::MAN] = [man; KNOTS];
        with_kings[Features::<R>::MAN] = man;
        let king = match R::KING {
            KingRange::Short => 140,
            KingRange::Flying => 300,
        };
        for square in R::GEOMETRY.all().iter() {
            with_kings[Features::<R>::KING + square.index()] = (king * UNIT) as i16;
        }
        of_men[Features::<R>::TURN][0] = (4 * UNIT) as i16;
        let provenance = Provenance {
            variant: R::VARIANT,
            generation: 0,
            games: 0,
            positions: 0,
            nodes: 0,
            seed: 0,
            loss: 0.0,
            held_out_loss: 0.0,
            chances: Chances { draw: 50.0, slope: 60.0 },
        };
        Self::new(provenance, &of_men, with_kings.into())
    }

    /// Weights from those of each feature: in positions of men at every knot, and in positions with kings.
    #[must_use]
    pub fn new(provenance: Provenance, of_men: &[Knots], with_kings: Box<[i16]>) -> Self {
        let spans =
            std::array::from_fn(|span| of_men.iter().map(|knots| [knots[span], knots[span + 1]]).collect());
        Self { provenance, spans, with_kings }
    }

    /// How many features positions of men have.
    #[must_use]
    pub fn features_of_men(&self) -> usize {
        self.spans[0].len()
    }

    /// The weights of the features of positions with kings.
    #[must_use]
    pub fn with_kings(&self) -> &[i16] {
        &self.with_kings
    }

    /// The weights of a feature of positions of men at every knot.
    #[must_use]
    pub fn knots(&self, feature: usize) -> Knots {
        std::array::from_fn(|knot| {
            let span = knot.min(KNOTS - 2);
            self.spans[span][feature][knot - span]
        })
    }

    /// The weights that come with the program; a game that has none is judged by material.
    #[must_use]
    pub fn learned(variant: Variant) -> Self {
        // Each file says which game it is for.
        EMBEDDED
            .iter()
            .find_map(|bytes| Self::from_bytes(variant, bytes).ok())
            .unwrap_or_else(|| Self::material(variant))
    }

    /// The file's bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = self.provenance.to_string().into_bytes();
        bytes.push(b'\n');
        let of_men = (0..self.features_of_men()).flat_map(|feature| self.knots(feature));
        let weights = of_men.chain(self.with_kings.iter().copied());
        bytes.extend(weights.flat_map(i16::to_le_bytes));
        bytes
    }

    /// Reads a file of weights for that game.
    pub fn from_bytes(variant: Variant, bytes: &[u8]) -> Result<Self, BadWeights> {
        let end = bytes.windows(2).position(|pair| pair == b"\n\n").ok_or(BadWeights::NoHeader)?;
        let header = std::str::from_utf8(&bytes[..=end]).map_err(|_| BadWeights::NoHeader)?;
        let provenance: Provenance = header.parse()?;
        if provenance.variant != variant {
            return Err(BadWeights::OtherGame(provenance.variant));
        }
        let body = &bytes[end + 2..];
        let (of_men, with_kings) =
            with_rules!(variant, R => (KNOTS * Features::<R>::OF_MEN, Features::<R>::WITH_KINGS));
        let (expected, found) = (size_of::<i16>() * (of_men + with_kings), body.len());
        if found != expected {
            return Err(BadWeights::Size { expected, found });
        }
        let numbers: Vec<i16> = body.as_chunks().0.iter().map(|&pair| i16::from_le_bytes(pair)).collect();
        let (of_men, with_kings) = numbers.split_at(of_men);
        Ok(Self::new(provenance, of_men.as_chunks().0, with_kings.into()))
    }
}

/// Why a file is not a file of weights.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BadWeights {
    /// It does not begin with the lines that say where it comes from.
    NoHeader,
    /// A line of them is missing or cannot be read.
    Line(&'static str),
    /// It is for another game.
    OtherGame(Variant),
    /// It has too few or too many numbers.
    Size {
        /// Bytes there should be.
        expected: usize,
        /// Bytes there are.
        found: usize,
    },
}

impl fmt::Display for BadWeights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoHeader => f.write_str("it does not begin with a description of weights"),
            Self::Line(name) => write!(f, "its line \"{name}\" is missing or cannot be read"),
            Self::OtherGame(variant) => write!(f, "it holds weights for {variant}"),
            Self::Size { expected, found } => {
                write!(f, "it has {found} bytes of weights where {expected} are needed")
            }
        }
    }
}

impl std::error::Error for BadWeights {}

impl fmt::Display for Provenance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "damiera weights 2")?;
        writeln!(f, "game {}", self.variant)?;
        writeln!(f, "generation {}", self.generation)?;
        writeln!(f, "games {}", self.games)?;
        writeln!(f, "positions {}", self.positions)?;
        writeln!(f, "nodes {}", self.nodes)?;
        writeln!(f, "seed {}", self.seed)?;
        writeln!(f, "loss {:.6}", self.loss)?;
        writeln!(f, "held-out-loss {:.6}", self.held_out_loss)?;
        writeln!(f, "draw {:.3}", self.chances.draw)?;
        writeln!(f, "slope {:.3}", self.chances.slope)
    }
}

impl FromStr for Provenance {
    type Err = BadWeights;

    fn from_str(text: &str) -> Result<Self, BadWeights> {
        if !text.starts_with("damiera weights 2\n") {
            return Err(BadWeights::NoHeader);
        }
        fn line<T: FromStr>(text: &str, name: &'static str) -> Result<T, BadWeights> {
            text.lines()
                .find_map(|line| line.strip_prefix(name)?.strip_prefix(' ')?.parse().ok())
                .ok_or(BadWeights::Line(name))
        }
        Ok(Self {
            variant: line(text, "game")?,
            generation: line(text, "generation")?,
            games: line(text, "games")?,
            positions: line(text, "positions")?,
            nodes: line(text, "nodes")?,
            seed: line(text, "seed")?,
            loss: line(text, "loss")?,
            held_out_loss: line(text, "held-out-loss")?,
            chances: Chances { draw: line(text, "draw")?, slope: line(text, "slope")? },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_learned_weights() {
        for &variant in Variant::ALL {
            let provenance = Weights::learned(variant).provenance;
            assert_eq!(provenance.variant, variant);
            assert!(provenance.generation > 0 && provenance.games > 0, "{provenance}");
        }
    }
}
