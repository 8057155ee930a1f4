//! `damiera bench`: the signature and speed of the search. `damiera bench server` measures the server.

mod server;

use std::io::Write;

use clap::{Args, Subcommand};
use damiera_lab::{BenchResult, bench};
use damiera_rules::Variant;
use serde::Serialize;

use crate::failure::Failure;
use crate::values;

/// Search fixed positions and show the node count (the signature of the search) and the speed
#[derive(Args)]
#[command(
    after_help = "The node count is the same on every machine. It changes only if the search or the evaluation changes.

Examples:
  damiera bench
  damiera bench international --depth 12
  damiera bench server",
    args_conflicts_with_subcommands = true
)]
pub(crate) struct BenchCommand {
    #[command(subcommand)]
    subcommand: Option<BenchSubcommand>,
    /// Game to search; all games if omitted
    #[arg(value_name = "GAME", value_parser = values::variant())]
    variant: Option<Variant>,
    /// Depth in plies
    #[arg(long, default_value_t = 11, value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: u32,
    /// Write one JSON object per game
    #[arg(long)]
    json: bool,
}

#[derive(Subcommand)]
enum BenchSubcommand {
    Server(server::BenchServerCommand),
}

#[derive(Serialize)]
struct BenchJson {
    variant: &'static str,
    depth: u32,
    positions: usize,
    nodes: u64,
    seconds: f64,
}

impl BenchCommand {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        if let Some(BenchSubcommand::Server(server)) = self.subcommand {
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
                let json = BenchJson { variant: variant.name(), depth, positions, nodes, seconds };
                serde_json::to_writer(&mut *out, &json)?;
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
