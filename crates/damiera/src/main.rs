//! The command `damiera`. Each subcommand has a file of its own.

mod account;
mod analyse;
mod bench;
mod book;
mod bot;
mod completions;
mod diagram;
mod dxp;
mod endgame;
mod event;
mod explain;
mod failure;
mod folders;
mod game;
mod hub;
mod judge;
mod man;
mod match_engines;
mod moves;
mod odds;
mod pdn;
mod perft;
mod rulebook;
mod serve;
mod show;
mod store;
mod texts;
mod train;
mod usage;
mod values;
mod worker;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{Parser, Subcommand};

use failure::Failure;

/// Draughts by the book: play, judge, record, analyse and solve by the federations' rules
///
/// Without a subcommand it starts the web app, as `damiera serve` does.
///
/// Commands for players, arbiters and organisers write Italian, Portuguese or English (`--lang`). Tools for operators and engineers (serve,
/// account, bot, store, perft, bench, train, match, odds, book, hub, dxp) and the help write English.
#[derive(Parser)]
#[command(name = "damiera", version, infer_subcommands = false)]
struct Cli {
    #[command(subcommand)]
    command: Option<TopCommand>,
}

#[derive(Subcommand)]
enum TopCommand {
    Serve(serve::ServeCommand),
    Worker(worker::WorkerCommand),
    Account(account::AccountCommand),
    Bot(bot::BotCommand),
    Moves(moves::MovesCommand),
    Perft(perft::PerftCommand),
    Show(show::ShowCommand),
    Diagram(diagram::DiagramCommand),
    Explain(explain::ExplainCommand),
    Pdn(pdn::PdnCommand),
    Endgame(endgame::EndgameCommand),
    Game(game::GameCommand),
    Judge(judge::JudgeCommand),
    Rulebook(rulebook::RulebookCommand),
    Analyse(analyse::AnalyseCommand),
    Bench(bench::BenchCommand),
    Train(train::TrainCommand),
    Book(book::BookCommand),
    Hub(hub::HubCommand),
    Match(Box<match_engines::MatchCommand>),
    Odds(odds::OddsCommand),
    Dxp(dxp::DxpCommand),
    Completions(completions::CompletionsCommand),
    Man(man::ManCommand),
    Event(event::EventCommand),
    Store(store::StoreCommand),
}

impl TopCommand {
    fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        match self {
            Self::Serve(command) => command.run(out),
            Self::Worker(command) => command.run(out),
            Self::Account(command) => command.run(out),
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
            Self::Book(command) => command.run(out),
            Self::Hub(command) => command.run(out),
            Self::Match(command) => command.run(out),
            Self::Odds(command) => command.run(out),
            Self::Dxp(command) => command.run(out),
            Self::Completions(command) => command.run(out),
            Self::Man(command) => command.run(out),
            Self::Event(command) => command.run(out),
            Self::Store(command) => command.run(out),
        }
    }
}

fn main() -> ExitCode {
    // Without a subcommand, parse again as `serve`, so that its environment variables count.
    let parsed = Cli::try_parse().and_then(|cli| match cli.command {
        Some(command) => Ok(Some(command)),
        None => Cli::try_parse_from(["damiera", "serve"]).map(|cli| cli.command),
    });
    let command = match parsed {
        Ok(Some(command)) => command,
        Ok(None) => return ExitCode::SUCCESS,
        Err(error) => return usage_error(&error),
    };
    let mut out = io::BufWriter::new(anstream::stdout());
    match command.run(&mut out).and_then(|()| Ok(out.flush()?)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::OutputClosed) => ExitCode::SUCCESS,
        Err(Failure::Reported(code)) => ExitCode::from(code),
        Err(Failure::Input(sentence)) => {
            eprintln!("damiera: {sentence}");
            ExitCode::from(2)
        }
        Err(Failure::Output(error)) => {
            eprintln!("damiera: cannot write the result: {error}");
            ExitCode::from(2)
        }
    }
}

/// Prints help if that was asked for, and any other error as one sentence on standard error.
fn usage_error(error: &clap::Error) -> ExitCode {
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
            let lang = usage::asked_lang(std::env::args_os());
            eprintln!("damiera: {} {}", usage::sentence(error, lang), texts::word(lang, "usage-help"));
            ExitCode::from(2)
        }
    }
}
