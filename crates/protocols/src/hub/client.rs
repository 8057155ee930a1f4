//! The other side of the protocol: using an engine that runs as a program of its own.

use std::fmt;
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use damiera_engine::{SearchLimits, TimeAllowance};
use damiera_play::moves_played;
use damiera_rules::{History, Move, Rules};

use crate::hub::message::Message;
use crate::hub::text::{BadMove, move_text, places, read_move};

/// An engine as a program.
pub struct Client {
    process: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

/// Why an engine did not give a move.
#[derive(Debug)]
pub enum ClientFault {
    /// The program cannot be started, or its pipes broke.
    Pipe(io::Error),
    /// It ended.
    Ended,
    /// It did not answer in time.
    Silent,
    /// It answered with something that is not a legal move.
    Move(String, BadMove),
}

impl fmt::Display for ClientFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pipe(error) => write!(f, "the engine cannot be reached: {error}"),
            Self::Ended => f.write_str("the engine ended"),
            Self::Silent => f.write_str("the engine did not answer in time"),
            Self::Move(text, error) => write!(f, "the engine played \"{text}\": {error}"),
        }
    }
}

impl std::error::Error for ClientFault {}

impl From<io::Error> for ClientFault {
    fn from(error: io::Error) -> Self {
        Self::Pipe(error)
    }
}

impl Client {
    /// How long an engine may take to get ready.
    const PREPARATION: Duration = Duration::from_secs(60);
    /// How much longer than allowed a move may take before the engine counts as hung.
    const PATIENCE: Duration = Duration::from_secs(20);

    /// Starts a program and gets it ready, with parameters set.
    pub fn start(
        program: &str,
        arguments: &[String],
        parameters: &[(String, String)],
    ) -> Result<Self, ClientFault> {
        let mut process = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let missing = || ClientFault::Pipe(io::Error::other("it has no pipes"));
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
        let until = Instant::now() + Self::PREPARATION;
        client.say(&Message::new("hub"))?;
        client.wait_for("wait", until)?;
        for (name, value) in parameters {
            client.say(&Message::new("set-param").with("name", name).with("value", value))?;
        }
        client.say(&Message::new("init"))?;
        client.wait_for("ready", until)?;
        Ok(client)
    }

    /// A game begins.
    pub fn new_game(&mut self) -> Result<(), ClientFault> {
        self.say(&Message::new("new-game"))
    }

    /// The engine's move in a game.
    pub fn choose<R: Rules>(&mut self, game: &History<R>, limits: SearchLimits) -> Result<Move, ClientFault> {
        let moves: Vec<_> = moves_played(game).iter().map(move_text).collect();
        let mut pos = Message::new("pos").with("pos", places(&game.positions()[0]));
        if !moves.is_empty() {
            pos = pos.with("moves", moves.join(" "));
        }
        self.say(&pos)?;
        self.say(&level(limits))?;
        self.say(&Message::new("go").with_flag("think"))?;
        let allowed = limits.time.map_or(Duration::from_secs(3600), |time| time.budget().hard);
        let done = self.wait_for("done", Instant::now() + allowed + Self::PATIENCE)?;
        let text = done.get("move").unwrap_or_default().to_owned();
        read_move(game.position(), &text).map_err(|error| ClientFault::Move(text, error))
    }

    fn say(&mut self, message: &Message) -> Result<(), ClientFault> {
        writeln!(self.input, "{message}")?;
        Ok(self.input.flush()?)
    }

    /// Skips lines until one with that command comes.
    fn wait_for(&mut self, command: &str, until: Instant) -> Result<Message, ClientFault> {
        loop {
            let line = self.lines.recv_timeout(until.saturating_duration_since(Instant::now()));
            match line.map(|line| Message::read(&line)) {
                Ok(Ok(message)) if message.command == command => return Ok(message),
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) => return Err(ClientFault::Silent),
                Err(RecvTimeoutError::Disconnected) => return Err(ClientFault::Ended),
            }
        }
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.say(&Message::new("quit"));
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

fn level(limits: SearchLimits) -> Message {
    let mut level = Message::new("level");
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
