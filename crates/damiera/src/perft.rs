//! `damiera perft`: counts move sequences, to test and time the move generator.

use std::io::Write;
use std::time::Instant;

use clap::Args;
use damiera_lab::PerftRun;
use damiera_rules::Variant;
use serde::Serialize;

use crate::failure::Failure;
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
        let perft =
            PerftRun::new(self.variant, self.fen.as_deref(), usize::from(self.threads), self.hash as usize)
                .map_err(Failure::input)?;
        if self.json {
            serde_json::to_writer(&mut *out, &self.counted(&perft, self.depth))?;
            writeln!(out)?;
            return Ok(());
        }
        writeln!(out, "depth                nodes    seconds  Mnodes/s")?;
        for depth in self.depth.min(1)..=self.depth {
            out.flush()?; // show each depth as soon as it is finished
            let counted = self.counted(&perft, depth);
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

    fn counted(&self, perft: &PerftRun, depth: u32) -> PerftJson {
        let start = Instant::now();
        let divide = (self.divide && depth > 0).then(|| perft.divide(depth));
        let nodes = match &divide {
            Some(branches) => branches.iter().map(|(_, nodes)| nodes).sum(),
            None => perft.count(depth),
        };
        let seconds = start.elapsed().as_secs_f64();
        let divide = divide.map(|branches| {
            branches.into_iter().map(|(notation, nodes)| PerftBranchJson { notation, nodes }).collect()
        });
        PerftJson { variant: self.variant.name(), fen: perft.fen().to_owned(), depth, nodes, seconds, divide }
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
