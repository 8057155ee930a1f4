//! The command `damiera`: one file a subcommand.

mod analyse;
mod bench;
mod bot;
mod contest;
mod diagram;
mod dxp;
mod endgame;
mod explain;
mod failure;
mod folder;
mod game;
mod hub;
mod judge;
mod moves;
mod pdn;
mod perft;
mod rulebook;
mod serve;
mod show;
mod train;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{Parser, Subcommand};

use failure::Failure;

/// Draughts by the book: English, Italian, Brazilian and International.
#[derive(Parser)]
#[command(name = "damiera", version, infer_subcommands = false)]
struct Cli {
    /// What to do; the web app if nothing is given
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Serve(serve::Serve),
    Bot(bot::Bot),
    Moves(moves::Moves),
    Perft(perft::Perft),
    Show(show::Show),
    Diagram(diagram::Diagram),
    Explain(explain::Explain),
    Pdn(pdn::Pdn),
    Endgame(endgame::Endgame),
    Game(game::Game),
    Judge(judge::Judge),
    Rulebook(rulebook::Rulebook),
    Analyse(analyse::Analyse),
    Bench(bench::Bench),
    Train(train::Train),
    Hub(hub::Hub),
    Match(Box<contest::Match>),
    Dxp(dxp::Dxp),
}

impl Command {
    fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        match self {
            Self::Serve(command) => command.run(out),
            Self::Bot(command) => command.run(out),
            Self::Moves(command) => command.run(out),
            Self::Perft(command) => command.run(out),
            Self::Show(command) => command.run(out),
            Self::Diagram(command) => command.run(out),
            Self::Explain(command) => command.run(out),
            Self::Pdn(command) => command.run(out),
            Self::Endgame(command) => command.run(out),
            Self::Game(command) => command.run(out),
            Self::Judge(command) => command.run(out),
            Self::Rulebook(command) => command.run(out),
            Self::Analyse(command) => command.run(out),
            Self::Bench(command) => command.run(out),
            Self::Train(command) => command.run(out),
            Self::Hub(command) => command.run(out),
            Self::Match(command) => command.run(out),
            Self::Dxp(command) => command.run(out),
        }
    }
}

fn main() -> ExitCode {
    // Alone it is the web app, which looks at the environment as if it had been named.
    let parsed = Cli::try_parse().and_then(|cli| match cli.command {
        Some(command) => Ok(Some(command)),
        None => Cli::try_parse_from(["damiera", "serve"]).map(|cli| cli.command),
    });
    let command = match parsed {
        Ok(Some(command)) => command,
        Ok(None) => return ExitCode::SUCCESS,
        Err(error) => return wrong_call(&error),
    };
    let mut out = io::BufWriter::new(anstream::stdout());
    match command.run(&mut out).and_then(|()| Ok(out.flush()?)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::ReaderGone) => ExitCode::SUCCESS,
        Err(Failure::Said(code)) => ExitCode::from(code),
        Err(Failure::Input(sentence)) => {
            eprintln!("damiera: {sentence}");
            ExitCode::from(2)
        }
        Err(Failure::Output(error)) => {
            eprintln!("damiera: the result could not be written: {error}");
            ExitCode::from(2)
        }
    }
}

/// Help goes where it was asked for; anything else is one sentence on standard error.
fn wrong_call(error: &clap::Error) -> ExitCode {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            let _ = error.print();
            ExitCode::SUCCESS
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let _ = error.print();
            ExitCode::from(2)
        }
        _ => {
            let text = error.to_string();
            let said = text.strip_prefix("error: ").unwrap_or(&text);
            let sentence: Vec<_> =
                said.lines().take_while(|line| !line.starts_with("Usage:")).map(str::trim).collect();
            let sentence = sentence.join(" ");
            let sentence = sentence.split(" For more information").next().unwrap_or_default();
            eprintln!("damiera: {} (--help shows how)", sentence.trim());
            ExitCode::from(2)
        }
    }
}
