//! What was measured, as a table or as JSON.

use std::io::Write;
use std::time::Duration;

use serde::Serialize;

use super::Load;
use super::served::{Commits, Served, Used};
use crate::failure::Failure;

/// What was measured of one server under one load.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) struct Measured {
    what: &'static str,
    games: usize,
    connections: usize,
    messages: usize,
    per_second: f64,
    p50_ms: f64,
    p99_ms: f64,
    /// Of the server's processor for each message.
    cpu_us: f64,
    memory_mib: f64,
    /// Of the server for each game, its two connections included.
    kib_per_game: f64,
    /// What its commits took.
    #[serde(skip_serializing_if = "Option::is_none")]
    commits: Option<Waited>,
    /// How long it took to connect all, or to make the games.
    setup_seconds: f64,
}

/// What every move has to wait for.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct Waited {
    p50_ms: f64,
    p99_ms: f64,
    /// Writes that shared a commit.
    writes_each: f64,
}

impl Measured {
    pub(super) fn new(
        what: &'static str,
        load: Load,
        server: &Served,
        (mut took, used): (Vec<Duration>, Used),
        setup: Duration,
    ) -> Self {
        took.sort_unstable();
        Self {
            what,
            games: load.games,
            connections: 2 * load.games,
            messages: took.len(),
            per_second: took.len() as f64 / load.seconds as f64,
            p50_ms: at(&took, 0.5),
            p99_ms: at(&took, 0.99),
            cpu_us: used.cpu.as_secs_f64() * 1e6 / (took.len() as f64).max(1.0),
            memory_mib: used.kib as f64 / 1024.0,
            kib_per_game: server.beyond_idle(used.kib) as f64 / load.games as f64,
            commits: None,
            setup_seconds: setup.as_secs_f64(),
        }
    }

    /// The same, with what the server says of its commits.
    pub(super) fn with(mut self, commits: &Commits) -> Self {
        let (p50_ms, p99_ms) = (commits.at(0.5), commits.at(0.99));
        self.commits = Some(Waited { p50_ms, p99_ms, writes_each: commits.writes_each() });
        self
    }
}

/// How long this part of them took at most, in milliseconds; the shortest come first.
fn at(took: &[Duration], part: f64) -> f64 {
    let i = ((took.len() as f64 * part) as usize).min(took.len().saturating_sub(1));
    took.get(i).map_or(0.0, |time| time.as_secs_f64() * 1e3)
}

/// Where results go, as they come.
pub(super) struct Report<'a> {
    out: &'a mut dyn Write,
    json: bool,
}

impl<'a> Report<'a> {
    pub(super) fn begin(out: &'a mut dyn Write, json: bool) -> Result<Self, Failure> {
        if !json {
            writeln!(
                out,
                "             games  connections  messages/s   p50 ms   p99 ms   CPU µs  memory MiB  KiB a game"
            )?;
        }
        Ok(Self { out, json })
    }

    pub(super) fn show(&mut self, measured: &Measured) -> Result<(), Failure> {
        if self.json {
            serde_json::to_writer(&mut *self.out, measured)?;
            writeln!(self.out)?;
        } else {
            let Measured { what, games, connections, per_second, p50_ms, p99_ms, .. } = measured;
            let Measured { cpu_us, memory_mib, kib_per_game, .. } = measured;
            writeln!(
                self.out,
                "{what:<10}{games:>8}{connections:>13}{per_second:>12.0}{p50_ms:>9.2}{p99_ms:>9.2}{cpu_us:>9.0}{memory_mib:>12.0}{kib_per_game:>12.1}"
            )?;
        }
        Ok(self.out.flush()?)
    }

    pub(super) fn compare(
        &mut self,
        played: &Measured,
        echoed: &Measured,
        safely: &Measured,
    ) -> Result<(), Failure> {
        let (false, Some(commits)) = (self.json, &played.commits) else { return Ok(()) };
        let Waited { p50_ms, p99_ms, writes_each } = commits;
        writeln!(
            self.out,
            "{:<43}{p50_ms:>9.2}{p99_ms:>9.2}  {writes_each:.1} moves and more in each",
            "  commits"
        )?;
        let times = |other: &Measured| played.p99_ms / other.p99_ms.max(1e-9);
        writeln!(
            self.out,
            "             p99 {:.1} times the echo's, {:.1} times the safe echo's; games made in {:.1} s",
            times(echoed),
            times(safely),
            played.setup_seconds
        )?;
        Ok(self.out.flush()?)
    }
}
