//! `damiera dxp`: plays another program over the DamExchange protocol.

use std::io::{BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;

use clap::Args;
use damiera_engine::{Engine, EngineResources, SearchLimits, Weights};
use damiera_game::Lang;
use damiera_play::{BookSource, PlayRules};
use damiera_protocols::dxp::{
    DxpError, DxpOutcome, DxpPlayer, DxpResult, DxpStart, DxpTerms, follow, initiate,
};
use damiera_rules::{Side, Variant, with_rules};

use crate::failure::Failure;
use crate::folders;
use crate::moves::position_in;
use crate::values::{self, SideChoice};

/// Play another program over the network with the DamExchange protocol (DXP)
#[derive(Args)]
#[command(
    after_help = "With --listen it waits for another program to request a game; with --connect it requests one.

Examples:
  damiera dxp --listen 127.0.0.1:27531
  damiera dxp --connect 127.0.0.1:27531 --minutes 5 --moves 75 --colour white"
)]
pub(crate) struct DxpCommand {
    /// Rules to use
    #[arg(long, value_name = "GAME", default_value = Variant::PROTOCOL_DEFAULT.name(), value_parser = values::variant())]
    variant: Variant,
    /// Address to listen on
    #[arg(long, required_unless_present = "connect", conflicts_with = "connect")]
    listen: Option<String>,
    /// Address to connect to
    #[arg(long)]
    connect: Option<String>,
    /// Minutes on each clock
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..=999))]
    minutes: u16,
    /// Number of moves in that time; 0 for the whole game
    #[arg(long, default_value_t = 75, value_parser = clap::value_parser!(u16).range(0..=999))]
    moves: u16,
    /// The engine's colour, with --connect
    #[arg(long, value_enum, default_value_t = SideChoice::White)]
    colour: SideChoice,
    /// Start position, with --connect; the initial position if omitted
    #[arg(long)]
    fen: Option<String>,
    /// Number of search threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Directory of endgame tables, or "" for none; by default the one in your data directory
    #[arg(long, value_name = "DIRECTORY", value_parser = values::folder_or_none())]
    tables: Option<PathBuf>,
    /// Opening book: a file, "own" for the one of the program, or "" for none
    #[arg(long, value_name = "FILE", default_value = "")]
    book: BookSource,
}

impl DxpCommand {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        with_rules!(self.variant, R => self.play::<R>(out))
    }

    fn play<R: PlayRules>(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let start = match &self.fen {
            Some(fen) => DxpStart::Position(position_in::<R>(Some(fen), Lang::English)?),
            None => DxpStart::Standard,
        };
        let terms =
            DxpTerms { follower: !Side::from(self.colour), minutes: self.minutes, moves: self.moves, start };
        let resources = EngineResources { threads: self.threads.into(), table_mib: 128 };
        let endgames = folders::open_tables(folders::table_folder(self.tables.clone()), Lang::English)?;
        let engine = Engine::with(resources, Weights::learned(R::VARIANT), endgames);
        let book = self.book.open(R::VARIANT).map_err(Failure::input)?;
        let player = DxpPlayer { engine: &engine, limits: SearchLimits::default(), book: book.as_deref() };
        let ended = match (&self.listen, &self.connect) {
            (Some(address), _) => {
                let listener = TcpListener::bind(address).map_err(|e| at(address, &e))?;
                let (stream, _) = listener.accept().map_err(|e| at(address, &e))?;
                meet(stream, |input, output| follow(player, input, output))
            }
            (None, Some(address)) => {
                let stream = TcpStream::connect(address).map_err(|e| at(address, &e))?;
                meet(stream, |input, output| initiate(player, terms, input, output))
            }
            (None, None) => return Err(Failure::input("give an address with --listen or --connect")),
        };
        let ended = ended.map_err(Failure::input)?;
        let outcome = match ended.reason {
            DxpOutcome::Won => "we won",
            DxpOutcome::Lost => "we lost",
            DxpOutcome::Draw => "a draw",
            DxpOutcome::Unknown => "ended without a result",
        };
        writeln!(out, "we had {}; {outcome} after {} moves", ended.ours, ended.game.positions().len() - 1)?;
        writeln!(out, "{}", ended.game.position().fen())?;
        Ok(())
    }
}

fn at(address: &str, error: &std::io::Error) -> Failure {
    Failure::input(format!("{address} cannot be used: {error}"))
}

fn meet<R>(
    stream: TcpStream,
    play: impl FnOnce(&mut BufReader<TcpStream>, &mut TcpStream) -> Result<DxpResult<R>, DxpError>,
) -> Result<DxpResult<R>, DxpError> {
    stream.set_nodelay(true)?;
    let mut output = stream.try_clone()?;
    play(&mut BufReader::new(stream), &mut output)
}
