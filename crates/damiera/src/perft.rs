//! `damiera perft`: counts move sequences, to test and time the move generator.

use std::io::Write;
use std::time::Instant;

use clap::Args;
use damiera_rules::perft::{PerftPool, perft};
use damiera_rules::{Position, Rules, Variant, with_rules};
use serde::Serialize;

use crate::failure::Failure;
use crate::moves::position_or_start;
use crate::values;

/// Count all move sequences of a given length (perft)
#[derive(Args)]
#[command(
    after_help = "Captures that differ only in their route (same ends, same captured pieces) count once.

Examples:
  damiera perft english 10
  damiera perft international 12 --threads 2 --hash 1024
  damiera perft brazilian 6 --divide --fen W:W17,21,22:B9,10,K3"
)]
pub(crate) struct PerftCommand {
    /// Rules to use
    #[arg(value_name = "GAME", value_parser = values::variant())]
    variant: Variant,
    /// Number of plies
    #[arg(value_parser = clap::value_parser!(u32).range(0..=99))]
    depth: u32,
    /// Position; the initial position if omitted
    #[arg(long)]
    fen: Option<String>,
    /// Show the count for each first move
    #[arg(long)]
    divide: bool,
    /// Number of threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Size of the hash table in MiB; 0 for none
    #[arg(long, default_value_t = 0, value_name = "MIB", value_parser = clap::value_parser!(u32).range(0..=1 << 20))]
    hash: u32,
    /// Write one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct PerftJson {
    variant: &'static str,
    fen: String,
    depth: u32,
    nodes: u64,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Vec<PerftBranchJson>>,
}

#[derive(Serialize)]
struct PerftBranchJson {
    notation: String,
    nodes: u64,
}

impl PerftCommand {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        with_rules!(self.variant, R => {
            let position = position_or_start::<R>(self.fen.as_deref())?;
            self.count(&position, out)
        })
    }

    fn count<R: Rules>(&self, position: &Position<R>, out: &mut dyn Write) -> Result<(), Failure> {
        let pool = PerftPool::new(usize::from(self.threads), self.hash as usize);
        if self.json {
            let counted = self.counted(position, &pool, self.depth);
            serde_json::to_writer(&mut *out, &counted)?;
            writeln!(out)?;
            return Ok(());
        }
        writeln!(out, "depth                nodes    seconds  Mnodes/s")?;
        for depth in self.depth.min(1)..=self.depth {
            out.flush()?; // show each depth as soon as it is finished
            let counted = self.counted(position, &pool, depth);
            let speed = counted.nodes as f64 / counted.seconds.max(1e-9) / 1e6;
            writeln!(out, "{depth:>5}{:>21}{:>11.3}{speed:>10.1}", grouped(counted.nodes), counted.seconds)?;
            if depth == self.depth {
                for branch in counted.divide.iter().flatten() {
                    writeln!(out, "  {:<18}{:>21}", branch.notation, grouped(branch.nodes))?;
                }
            }
        }
        Ok(())
    }

    fn counted<R: Rules>(&self, position: &Position<R>, pool: &PerftPool, depth: u32) -> PerftJson {
        let start = Instant::now();
        let plain = self.threads == 1 && self.hash == 0 && !self.divide;
        let (nodes, divide) = if plain {
            (perft(position, depth), None)
        } else if self.divide && depth > 0 {
            let branches = pool.divide(position, depth);
            (branches.iter().map(|(_, nodes)| nodes).sum(), Some(branches))
        } else {
            (pool.perft(position, depth), None)
        };
        let seconds = start.elapsed().as_secs_f64();
        let divide = divide.map(|branches| {
            branches
                .iter()
                .map(|(m, nodes)| PerftBranchJson { notation: position.notation(m), nodes: *nodes })
                .collect()
        });
        PerftJson { variant: R::VARIANT.name(), fen: position.fen(), depth, nodes, seconds, divide }
    }
}

/// A number with spaces between groups of three digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}
