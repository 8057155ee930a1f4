//! The generations of a training run, and the file that keeps a directory to one run.

use std::fmt::{self, Write as _};
use std::fs;
use std::io::ErrorKind;
use std::ops::Range;
use std::path::PathBuf;
use std::str::FromStr;

use damiera_engine::LearnedWeights;

use crate::training::plan::BLOCK;
use crate::training::run::{TrainingError, TrainingSettings, at, write_atomically};

/// The games of one generation, written as `GAMESxNODES` or `GAMESxNODES:WINDOW`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GenerationSize {
    /// The number of games to play.
    pub games: u64,
    /// The number of nodes to search for each move.
    pub nodes: u64,
    /// The window of this generation, if it is not that of the run: the last one gains from the games of all.
    pub window: Option<u32>,
}

impl GenerationSize {
    /// The number of blocks that the games make.
    pub(crate) const fn blocks(self) -> u64 {
        self.games.div_ceil(BLOCK)
    }
}

impl fmt::Display for GenerationSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.games, self.nodes)?;
        self.window.map_or(Ok(()), |window| write!(f, ":{window}"))
    }
}

/// A text that is not a generation of a schedule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GenerationSizeError;

impl fmt::Display for GenerationSizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "a generation is GAMESxNODES or GAMESxNODES:WINDOW, such as 20000x1000 or 20000x1000:4, with at least one game, ten \
             nodes and a window of one",
        )
    }
}

impl std::error::Error for GenerationSizeError {}

impl FromStr for GenerationSize {
    type Err = GenerationSizeError;

    fn from_str(text: &str) -> Result<Self, GenerationSizeError> {
        let (games, rest) = text.split_once('x').ok_or(GenerationSizeError)?;
        let (nodes, window) =
            rest.split_once(':').map_or((rest, None), |(nodes, window)| (nodes, Some(window)));
        let number = |text: &str| text.parse::<u64>().map_err(|_| GenerationSizeError);
        let window = window.map(|window| window.parse().map_err(|_| GenerationSizeError)).transpose()?;
        let size = Self { games: number(games)?, nodes: number(nodes)?, window };
        let usable = size.games > 0 && size.nodes >= 10 && window != Some(0);
        usable.then_some(size).ok_or(GenerationSizeError)
    }
}

impl TrainingSettings {
    /// The generations whose games the weights of this one are learned from, itself included.
    pub(crate) fn window_of(&self, generation: u32) -> Range<u32> {
        let window = self.size_of(generation).window.unwrap_or(self.window);
        (generation + 1).saturating_sub(window).max(1)..generation + 1
    }

    /// Everything that the result follows from, one fact a line; the generations come last.
    fn manifest(&self, teacher: &LearnedWeights, table_pieces: u32, signature: u64) -> String {
        let Self { variant, seed, window, fit, .. } = self;
        let mut text = format!(
            "damiera training 2\ngame {variant}\nseed {seed}\nwindow {window}\nepochs {}\nrate {}\nprior {}\nwhole-prior {}\nlambda {}\n",
            fit.epochs, fit.rate, fit.prior, fit.whole_prior, fit.lambda
        );
        let _ = write!(
            text,
            "teacher {:016x}\ntables {table_pieces}\nsearch {signature}\n",
            teacher.fingerprint()
        );
        for size in &self.schedule {
            let _ = writeln!(text, "generation {size}");
        }
        text
    }

    fn manifest_path(&self) -> PathBuf {
        self.directory.join(format!("{}.run", self.variant))
    }

    /// Refuses a directory that holds another run: games played under other settings would mix. A run may be continued with
    /// more generations.
    pub(crate) fn claim_directory(
        &self,
        teacher: &LearnedWeights,
        table_pieces: u32,
        signature: u64,
    ) -> Result<(), TrainingError> {
        fs::create_dir_all(&self.directory).map_err(at(&self.directory))?;
        let path = self.manifest_path();
        let wanted = self.manifest(teacher, table_pieces, signature);
        let found = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
            Err(error) => return Err(at(&path)(error)),
        };
        if wanted == found {
            return Ok(());
        }
        if let Some((found, wanted)) =
            found.lines().zip(wanted.lines()).find(|(found, wanted)| found != wanted)
        {
            let (found, wanted) = (found.to_owned(), wanted.to_owned());
            return Err(TrainingError::OtherRun { path, found, wanted });
        }
        if wanted.len() > found.len() {
            write_atomically(&path, wanted.as_bytes()).map_err(at(&path))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_generation_is_written_as_games_nodes_and_maybe_its_window() {
        let size = GenerationSize { games: 20_000, nodes: 1_000, window: None };
        for (text, size) in
            [("20000x1000", size), ("20000x1000:4", GenerationSize { window: Some(4), ..size })]
        {
            assert_eq!(text.parse(), Ok(size));
            assert_eq!(size.to_string(), text);
        }
        for text in
            ["", "20000", "x", "0x1000", "10x9", "10x", "-1x50", "10x50x2", "10x50:", "10x50:0", "10x50:1:2"]
        {
            assert_eq!(text.parse::<GenerationSize>(), Err(GenerationSizeError), "{text}");
        }
    }
}
