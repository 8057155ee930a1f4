//! The user's side of the protocol: drives an engine in another process.

use std::fmt;
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use damiera_engine::{SearchLimits, TimeAllowance};
use damiera_play::moves_played;
use damiera_rules::{History, Move, Rules};

use crate::hub::message::HubMessage;
use crate::hub::text::{HubMoveError, move_text, parse_move, position_text};

/// An engine in another process.
pub struct HubClient {
    process: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

/// Why an engine did not return a move.
#[derive(Debug)]
pub enum HubClientError {
    /// The program cannot be started, or a pipe failed.
    Pipe(io::Error),
    /// The program ended.
    Ended,
    /// The program did not reply in time.
    Timeout,
    /// The program replied with an illegal move.
    Move(String, HubMoveError),
}

impl fmt::Display for HubClientError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pipe(error) => write!(f, "the engine cannot be run: {error}"),
            Self::Ended => f.write_str("the engine ended"),
            Self::Timeout => f.write_str("the engine did not reply in time"),
            Self::Move(text, error) => write!(f, "the engine played \"{text}\": {error}"),
        }
    }
}

impl std::error::Error for HubClientError {}

impl From<io::Error> for HubClientError {
    fn from(error: io::Error) -> Self {
        Self::Pipe(error)
    }
}

impl HubClient {
    /// How long an engine may take to start.
    const START_TIME: Duration = Duration::from_secs(60);
    /// How much longer than its limit a search may take before the engine counts as hung.
    const GRACE: Duration = Duration::from_secs(20);

    /// Starts a program, sets parameters and waits until it is ready.
    pub fn start(
        program: &str,
        arguments: &[String],
        parameters: &[(String, String)],
    ) -> Result<Self, HubClientError> {
        let mut process = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let missing = || HubClientError::Pipe(io::Error::other("the process has no pipes"));
        let input = process.stdin.take().ok_or_else(missing)?;
        let output = process.stdout.take().ok_or_else(missing)?;
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let mut client = Self { process, input, lines };
        let until = Instant::now() + Self::START_TIME;
        client.send(&HubMessage::new("hub"))?;
        client.wait_for("wait", until)?;
        for (name, value) in parameters {
            client.send(&HubMessage::new("set-param").with("name", name).with("value", value))?;
        }
        client.send(&HubMessage::new("init"))?;
        client.wait_for("ready", until)?;
        Ok(client)
    }

    /// Starts a new game.
    pub fn new_game(&mut self) -> Result<(), HubClientError> {
        self.send(&HubMessage::new("new-game"))
    }

    /// Searches a position and returns the engine's move.
    pub fn choose<R: Rules>(
        &mut self,
        game: &History<R>,
        limits: SearchLimits,
    ) -> Result<Move, HubClientError> {
        let moves: Vec<_> = moves_played(game).iter().map(move_text).collect();
        let mut pos = HubMessage::new("pos").with("pos", position_text(&game.positions()[0]));
        if !moves.is_empty() {
            pos = pos.with("moves", moves.join(" "));
        }
        self.send(&pos)?;
        self.send(&level(limits))?;
        self.send(&HubMessage::new("go").with_flag("think"))?;
        let allowed = limits.time.map_or(Duration::from_secs(3600), |time| time.budget().hard);
        let done = self.wait_for("done", Instant::now() + allowed + Self::GRACE)?;
        let text = done.get("move").unwrap_or_default().to_owned();
        parse_move(game.position(), &text).map_err(|error| HubClientError::Move(text, error))
    }

    fn send(&mut self, message: &HubMessage) -> Result<(), HubClientError> {
        writeln!(self.input, "{message}")?;
        Ok(self.input.flush()?)
    }

    /// Skips messages until one with this command arrives.
    fn wait_for(&mut self, command: &str, until: Instant) -> Result<HubMessage, HubClientError> {
        loop {
            let line = self.lines.recv_timeout(until.saturating_duration_since(Instant::now()));
            match line.map(|line| HubMessage::parse(&line)) {
                Ok(Ok(message)) if message.command == command => return Ok(message),
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) => return Err(HubClientError::Timeout),
                Err(RecvTimeoutError::Disconnected) => return Err(HubClientError::Ended),
            }
        }
    }
}

impl Drop for HubClient {
    fn drop(&mut self) {
        let _ = self.send(&HubMessage::new("quit"));
        let until = Instant::now() + Duration::from_secs(1);
        while Instant::now() < until {
            if matches!(self.process.try_wait(), Ok(Some(_))) {
                return;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn level(limits: SearchLimits) -> HubMessage {
    let mut level = HubMessage::new("level");
    if let Some(depth) = limits.depth {
        level = level.with("depth", depth);
    }
    if let Some(nodes) = limits.nodes {
        level = level.with("nodes", nodes);
    }
    match limits.time {
        Some(TimeAllowance::Move(time)) => level.with("move-time", time.as_secs_f64()),
        Some(TimeAllowance::Clock { left, increment, moves }) => {
            let level = level.with("time", left.as_secs_f64()).with("inc", increment.as_secs_f64());
            moves.map_or(level.clone(), |moves| level.with("moves", moves))
        }
        None if limits == SearchLimits::default() => level.with_flag("infinite"),
        None => level,
    }
}
