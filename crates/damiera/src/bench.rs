//! `damiera bench`: the search's signature and its speed; and the server's, in `bench server`.

mod server;

use std::io::Write;

use clap::{Args, Subcommand};
use damiera_lab::{BenchResult, bench};
use damiera_rules::Variant;
use serde::Serialize;

use crate::failure::Failure;

/// Search fixed positions; show the node count (the search's signature) and the speed
#[derive(Args)]
#[command(
    after_help = "The node count is the same on every machine; it changes only when search or evaluation do.

Examples:
  damiera bench
  damiera bench international --depth 12
  damiera bench server",
    args_conflicts_with_subcommands = true
)]
pub(crate) struct Bench {
    #[command(subcommand)]
    other: Option<Other>,
    /// The game: english, italian, brazilian or international; all four if not given
    variant: Option<Variant>,
    /// How deep to search
    #[arg(long, default_value_t = 11, value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: u32,
    /// Write one JSON object a game
    #[arg(long)]
    json: bool,
}

#[derive(Subcommand)]
enum Other {
    Server(server::Server),
}

#[derive(Serialize)]
struct Shown {
    variant: &'static str,
    depth: u32,
    positions: usize,
    nodes: u64,
    seconds: f64,
}

impl Bench {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        if let Some(Other::Server(server)) = self.other {
            return server.run(out);
        }
        let variants = self.variant.as_ref().map_or(Variant::ALL, std::slice::from_ref);
        if !self.json {
            writeln!(out, "game           depth  positions         nodes  seconds  Mnodes/s")?;
        }
        for &variant in variants {
            let BenchResult { positions, nodes, elapsed } = bench(variant, self.depth);
            let (seconds, depth) = (elapsed.as_secs_f64(), self.depth);
            if self.json {
                let shown = Shown { variant: variant.name(), depth, positions, nodes, seconds };
                serde_json::to_writer(&mut *out, &shown)?;
                writeln!(out)?;
            } else {
                let speed = nodes as f64 / seconds.max(1e-9) / 1e6;
                let name = variant.name();
                writeln!(out, "{name:<15}{depth:>5}{positions:>11}{nodes:>14}{seconds:>9.2}{speed:>10.2}")?;
            }
            out.flush()?;
        }
        Ok(())
    }
}
