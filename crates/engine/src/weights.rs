//! The weights of the evaluation and their file format.
//!
//! A weights file is a text header, an empty line, and then, compressed (DEFLATE), the weights of the features that training sees,
//! in units of 1/16 of a hundredth of a man: for each basic feature of positions without kings its weight at every knot, then for
//! each one of positions with kings its weight, as 16-bit little-endian integers; then the corrections of whole patterns without and
//! with kings. Most corrections are zero, so these are pairs of variable-length integers: the number of zeros before the next
//! correction, and its value.

use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, OnceLock};

use damiera_rules::{KingRange, Rules, Variant, with_rules};
use miniz_oxide::{deflate, inflate};

use crate::features::{KNOTS, LearnedFeatures};
use crate::sparse;
use crate::value::MAN;

/// The number of weight units in one unit of value.
pub const UNIT: i32 = 16;

/// More than the weights of any game take. A file that claims to hold more is damaged.
const LARGEST_BODY: usize = 1 << 24;
/// The best compression.
const COMPRESSION: u8 = 10;

/// The embedded weights files. Each one names its game in the header.
const EMBEDDED: [&[u8]; 4] = [
    include_bytes!("../weights/english.weights"),
    include_bytes!("../weights/italian.weights"),
    include_bytes!("../weights/brazilian.weights"),
    include_bytes!("../weights/international.weights"),
];

/// The weight of a feature at each knot, in positions without kings.
pub type KnotWeights = [i16; KNOTS];

/// How the weights were trained: the header of a weights file.
#[derive(Clone, PartialEq, Debug)]
pub struct Provenance {
    /// The game.
    pub variant: Variant,
    /// The generation of training; 0 for weights set by hand.
    pub generation: u32,
    /// The number of games in the training set.
    pub games: u64,
    /// The number of positions in the training set.
    pub positions: u64,
    /// Nodes searched for each move in the latest games.
    pub nodes: u64,
    /// Seed of the random numbers.
    pub seed: u64,
    /// Signature of the search that played those games; 0 if it was not recorded.
    pub signature: u64,
    /// Mean logistic loss on the training set.
    pub loss: f64,
    /// Mean logistic loss on held-out games.
    pub held_out_loss: f64,
    /// The model of winning chances.
    pub chances: ChanceModel,
}

/// A model of winning chances: at value v a win has the probability σ((v − draw) / slope), a loss σ((−v − draw) / slope).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ChanceModel {
    /// The value at which a win is as likely as not.
    pub draw: f64,
    /// The value that changes the odds by a factor of e.
    pub slope: f64,
}

impl ChanceModel {
    /// The probabilities of a win, a draw and a loss at a value.
    #[must_use]
    pub fn of(self, value: f64) -> [f64; 3] {
        let sigmoid = |x: f64| 1.0 / (1.0 + (-x).exp());
        let win = sigmoid((value - self.draw) / self.slope);
        let loss = sigmoid((-value - self.draw) / self.slope);
        [win, (1.0 - win - loss).max(0.0), loss]
    }
}

/// The weights of the features that training sees: the contents of a weights file.
#[derive(Clone, PartialEq, Debug)]
pub struct LearnedWeights {
    /// How they were trained.
    pub provenance: Provenance,
    /// The basic features of positions without kings.
    pub of_men: Vec<KnotWeights>,
    /// Corrections of whole patterns in positions without kings, the same at every knot.
    pub whole_of_men: Vec<i16>,
    /// The basic features of positions with kings.
    pub with_kings: Vec<i16>,
    /// Corrections of whole patterns in positions with kings.
    pub whole_with_kings: Vec<i16>,
}

impl LearnedWeights {
    /// Untrained weights: material and a small bonus for the side to move.
    #[must_use]
    pub fn material(variant: Variant) -> Self {
        with_rules!(variant, R => Self::material_of::<R>())
    }

    fn material_of<R: Rules>() -> Self {
        let [[basic, whole], [basic_with_kings, whole_with_kings]] =
            [LearnedFeatures::<R>::OF_MEN, LearnedFeatures::<R>::WITH_KINGS];
        let mut of_men = vec![[0; KNOTS]; basic];
        let mut with_kings = vec![0; basic_with_kings];
        let man = (MAN * UNIT) as i16;
        of_men[LearnedFeatures::<R>::MAN] = [man; KNOTS];
        with_kings[LearnedFeatures::<R>::MAN] = man;
        let king = match R::KING {
            KingRange::Short => 140,
            KingRange::Flying => 300,
        };
        for square in R::GEOMETRY.all().iter() {
            with_kings[LearnedFeatures::<R>::KING + square.index()] = (king * UNIT) as i16;
        }
        of_men[LearnedFeatures::<R>::TURN][0] = (4 * UNIT) as i16;
        let provenance = Provenance {
            variant: R::VARIANT,
            generation: 0,
            games: 0,
            positions: 0,
            nodes: 0,
            seed: 0,
            signature: 0,
            loss: 0.0,
            held_out_loss: 0.0,
            chances: ChanceModel { draw: 50.0, slope: 60.0 },
        };
        Self {
            provenance,
            of_men,
            whole_of_men: vec![0; whole],
            with_kings,
            whole_with_kings: vec![0; whole_with_kings],
        }
    }

    /// The embedded weights; a game without a file is evaluated by material.
    #[must_use]
    pub fn embedded(variant: Variant) -> Self {
        EMBEDDED
            .iter()
            .find_map(|bytes| Self::from_bytes(variant, bytes).ok())
            .unwrap_or_else(|| Self::material(variant))
    }

    /// The weights as a file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let FeatureCounts { mobility, .. } = FeatureCounts::of(self.provenance.variant);
        let (with_kings, mobility) = self.with_kings.split_at(self.with_kings.len() - mobility);
        let basic = self.of_men.iter().flatten().chain(with_kings);
        let mut body: Vec<u8> = basic.copied().flat_map(i16::to_le_bytes).collect();
        sparse::write(&self.whole_of_men, &mut body);
        sparse::write(&self.whole_with_kings, &mut body);
        if mobility.iter().any(|&weight| weight != 0) {
            body.extend(mobility.iter().copied().flat_map(i16::to_le_bytes));
        }
        let mut bytes = self.provenance.to_string().into_bytes();
        bytes.push(b'\n');
        bytes.extend(deflate::compress_to_vec(&body, COMPRESSION));
        bytes
    }

    /// The FNV-1a hash of the file, to notice that it is another one.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        let mix = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
        self.to_bytes().iter().fold(0xCBF2_9CE4_8422_2325, mix)
    }

    /// Reads a weights file of the given game.
    pub fn from_bytes(variant: Variant, bytes: &[u8]) -> Result<Self, WeightsError> {
        let end = bytes.windows(2).position(|pair| pair == b"\n\n").ok_or(WeightsError::NoHeader)?;
        let header = std::str::from_utf8(&bytes[..=end]).map_err(|_| WeightsError::NoHeader)?;
        let provenance: Provenance = header.parse()?;
        if provenance.variant != variant {
            return Err(WeightsError::OtherGame(provenance.variant));
        }
        let body = inflate::decompress_to_vec_with_limit(&bytes[end + 2..], LARGEST_BODY)
            .map_err(|_| WeightsError::Compression)?;
        let mut body = &body[..];
        let FeatureCounts { of_men, whole_of_men, with_kings, whole_with_kings, mobility } =
            FeatureCounts::of(variant);
        let of_men = read_basic(&mut body, KNOTS * of_men)?.as_chunks().0.to_vec();
        let mut with_kings = read_basic(&mut body, with_kings - mobility)?;
        let mut corrections = |size| sparse::read(&mut body, size).ok_or(WeightsError::Corrections);
        let whole_of_men = corrections(whole_of_men)?;
        let whole_with_kings = corrections(whole_with_kings)?;
        let are_zero = body.is_empty();
        with_kings.extend(if are_zero { vec![0; mobility] } else { read_basic(&mut body, mobility)? });
        if !body.is_empty() {
            return Err(WeightsError::Corrections);
        }
        Ok(Self { provenance, of_men, whole_of_men, with_kings, whole_with_kings })
    }
}

/// How many features of each kind a game has.
struct FeatureCounts {
    of_men: usize,
    whole_of_men: usize,
    with_kings: usize,
    whole_with_kings: usize,
    /// The last of the basic features of positions with kings.
    mobility: usize,
}

impl FeatureCounts {
    fn of(variant: Variant) -> Self {
        with_rules!(variant, R => {
            let ([of_men, whole_of_men], [with_kings, whole_with_kings]) =
                (LearnedFeatures::<R>::OF_MEN, LearnedFeatures::<R>::WITH_KINGS);
            let mobility = LearnedFeatures::<R>::OF_MOBILITY;
            Self { of_men, whole_of_men, with_kings, whole_with_kings, mobility }
        })
    }
}

fn read_basic(body: &mut &[u8], count: usize) -> Result<Vec<i16>, WeightsError> {
    let expected = size_of::<i16>() * count;
    let found = body.len();
    let (numbers, rest) = body.split_at_checked(expected).ok_or(WeightsError::Size { expected, found })?;
    *body = rest;
    Ok(numbers.as_chunks().0.iter().map(|&pair| i16::from_le_bytes(pair)).collect())
}

/// The evaluation weights of one game, folded: one weight for each index of each pattern.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    /// How they were trained.
    pub provenance: Provenance,
    /// For positions without kings: for each span between two knots the weights at both ends, next to each other because the
    /// evaluation interpolates between them.
    pub(crate) spans: [Box<[[i16; 2]]>; KNOTS - 1],
    /// For positions with kings.
    pub(crate) with_kings: Box<[i16]>,
}

impl Weights {
    /// The embedded weights, folded once per process.
    #[must_use]
    pub fn learned(variant: Variant) -> Arc<Self> {
        static FOLDED: [OnceLock<Arc<Weights>>; Variant::ALL.len()] =
            [const { OnceLock::new() }; Variant::ALL.len()];
        let fold = || Arc::new(Self::from(&LearnedWeights::embedded(variant)));
        match Variant::ALL.iter().position(|&listed| listed == variant) {
            Some(place) => Arc::clone(FOLDED[place].get_or_init(fold)),
            None => fold(),
        }
    }

    fn folded<R: Rules>(learned: &LearnedWeights) -> Self {
        let features = LearnedFeatures::<R>::default();
        let at_knot = |knot: usize| {
            let basic: Vec<i16> = learned.of_men.iter().map(|knots| knots[knot]).collect();
            features.fold_of_men(&basic, &learned.whole_of_men)
        };
        let knots: [Vec<i16>; KNOTS] = std::array::from_fn(at_knot);
        let between = |span: usize| knots[span].iter().zip(&knots[span + 1]).map(|(&a, &b)| [a, b]).collect();
        Self {
            provenance: learned.provenance.clone(),
            spans: std::array::from_fn(between),
            with_kings: features.fold_with_kings(&learned.with_kings, &learned.whole_with_kings).into(),
        }
    }
}

impl From<&LearnedWeights> for Weights {
    fn from(learned: &LearnedWeights) -> Self {
        with_rules!(learned.provenance.variant, R => Self::folded::<R>(learned))
    }
}

/// Why a weights file cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WeightsError {
    /// It does not begin with a header.
    NoHeader,
    /// A line of the header is missing or invalid.
    HeaderLine(&'static str),
    /// It is for another game.
    OtherGame(Variant),
    /// It has too few or too many weights.
    Size {
        /// The expected size in bytes.
        expected: usize,
        /// The size in bytes.
        found: usize,
    },
    /// The weights cannot be decompressed.
    Compression,
    /// The corrections of whole patterns are damaged.
    Corrections,
}

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoHeader => f.write_str("it does not begin with the header of a weights file"),
            Self::HeaderLine(name) => write!(f, "the line \"{name}\" of its header is missing or invalid"),
            Self::OtherGame(variant) => write!(f, "it holds weights for {variant}"),
            Self::Size { expected, found } => {
                write!(f, "it has {found} bytes of weights instead of at least {expected}")
            }
            Self::Compression => f.write_str("its weights cannot be decompressed"),
            Self::Corrections => f.write_str("the corrections of whole patterns at its end are damaged"),
        }
    }
}

impl std::error::Error for WeightsError {}

impl fmt::Display for Provenance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "damiera weights 3")?;
        writeln!(f, "game {}", self.variant)?;
        writeln!(f, "generation {}", self.generation)?;
        writeln!(f, "games {}", self.games)?;
        writeln!(f, "positions {}", self.positions)?;
        writeln!(f, "nodes {}", self.nodes)?;
        writeln!(f, "seed {}", self.seed)?;
        if self.signature != 0 {
            writeln!(f, "search {}", self.signature)?;
        }
        writeln!(f, "loss {:.6}", self.loss)?;
        writeln!(f, "held-out-loss {:.6}", self.held_out_loss)?;
        writeln!(f, "draw {:.3}", self.chances.draw)?;
        writeln!(f, "slope {:.3}", self.chances.slope)
    }
}

impl FromStr for Provenance {
    type Err = WeightsError;

    fn from_str(text: &str) -> Result<Self, WeightsError> {
        if !text.starts_with("damiera weights 3\n") {
            return Err(WeightsError::NoHeader);
        }
        fn line<T: FromStr>(text: &str, name: &'static str) -> Result<T, WeightsError> {
            text.lines()
                .find_map(|line| line.strip_prefix(name)?.strip_prefix(' ')?.parse().ok())
                .ok_or(WeightsError::HeaderLine(name))
        }
        Ok(Self {
            variant: line(text, "game")?,
            generation: line(text, "generation")?,
            games: line(text, "games")?,
            positions: line(text, "positions")?,
            nodes: line(text, "nodes")?,
            seed: line(text, "seed")?,
            signature: line(text, "search").unwrap_or(0),
            loss: line(text, "loss")?,
            held_out_loss: line(text, "held-out-loss")?,
            chances: ChanceModel { draw: line(text, "draw")?, slope: line(text, "slope")? },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_learned_weights() {
        for &variant in Variant::ALL {
            let provenance = LearnedWeights::embedded(variant).provenance;
            assert_eq!(provenance.variant, variant);
            assert!(provenance.generation > 0 && provenance.games > 0, "{provenance}");
        }
    }
}
