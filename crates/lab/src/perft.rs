//! Perft for a variant chosen at run time.

use damiera_rules::perft::{PerftPool, perft};
use damiera_rules::{Position, PositionError, Rules, Variant, with_rules};

/// A position whose move sequences are counted.
pub struct PerftRun {
    variant: Variant,
    fen: String,
    /// `None` to count on this thread without a hash table.
    pool: Option<PerftPool>,
}

impl PerftRun {
    /// Counts from a position, or from the initial one, with a number of threads and a hash table of `hash` MiB.
    pub fn new(
        variant: Variant,
        fen: Option<&str>,
        threads: usize,
        hash: usize,
    ) -> Result<Self, PositionError> {
        let fen = with_rules!(variant, R => match fen {
            Some(fen) => Position::<R>::from_fen(fen)?.fen(),
            None => Position::<R>::start().fen(),
        });
        let pool = (threads > 1 || hash > 0).then(|| PerftPool::new(threads, hash));
        Ok(Self { variant, fen, pool })
    }

    /// The position.
    #[must_use]
    pub fn fen(&self) -> &str {
        &self.fen
    }

    /// The number of move sequences of a length.
    #[must_use]
    pub fn count(&self, depth: u32) -> u64 {
        with_rules!(self.variant, R => match (&self.pool, self.position::<R>()) {
            (Some(pool), position) => pool.perft(&position, depth),
            (None, position) => perft(&position, depth),
        })
    }

    /// The same for each first move, in notation.
    #[must_use]
    pub fn divide(&self, depth: u32) -> Vec<(String, u64)> {
        with_rules!(self.variant, R => {
            let position = self.position::<R>();
            let one_thread;
            let pool = match &self.pool {
                Some(pool) => pool,
                None => {
                    one_thread = PerftPool::new(1, 0);
                    &one_thread
                }
            };
            let branches = pool.divide(&position, depth);
            branches.iter().map(|(m, nodes)| (position.notation(m), *nodes)).collect()
        })
    }

    fn position<R: Rules>(&self) -> Position<R> {
        Position::from_fen(&self.fen).expect("the FEN of a position")
    }
}
