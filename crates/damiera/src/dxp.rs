//! `damiera dxp`: a game with another program over the DamExchange protocol.

use std::io::{BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use damiera_engine::{Engine, EngineResources, SearchLimits, Weights};
use damiera_play::PlayRules;
use damiera_protocols::dxp::{Broken, Ended, Reason, Start, Terms, follow, initiate};
use damiera_rules::{Side, Variant, with_rules};

use crate::failure::Failure;
use crate::folder;
use crate::moves::position_or_start;

/// Play another program over the network (DXP)
#[derive(Args)]
#[command(after_help = "With --listen it waits to be asked for a game; with --connect it asks for one.

Examples:
  damiera dxp --listen 127.0.0.1:27531
  damiera dxp --connect 127.0.0.1:27531 --minutes 5 --moves 75 --colour white")]
pub(crate) struct Dxp {
    /// The game: english, italian, brazilian or international
    #[arg(long, default_value = "international")]
    variant: Variant,
    /// Wait at this address
    #[arg(long, required_unless_present = "connect", conflicts_with = "connect")]
    listen: Option<String>,
    /// Ask at this address
    #[arg(long)]
    connect: Option<String>,
    /// Minutes for each side
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..=999))]
    minutes: u16,
    /// For so many moves; 0 for the whole game
    #[arg(long, default_value_t = 75, value_parser = clap::value_parser!(u16).range(0..=999))]
    moves: u16,
    /// Our colour when we ask: white or black
    #[arg(long, default_value = "white", value_parser = colour)]
    colour: Side,
    /// The position to begin from; the start of the game if not given
    #[arg(long)]
    fen: Option<String>,
    /// Search with so many threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// The folder of endgame tables, "" for none; your data folder if not given
    #[arg(long)]
    tables: Option<PathBuf>,
}

fn colour(text: &str) -> Result<Side, String> {
    match text {
        "white" => Ok(Side::White),
        "black" => Ok(Side::Black),
        _ => Err("it should be white or black".to_owned()),
    }
}

impl Dxp {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        with_rules!(self.variant, R => self.play::<R>(out))
    }

    fn play<R: PlayRules>(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let start = match &self.fen {
            Some(fen) => Start::Position(position_or_start::<R>(Some(fen))?),
            None => Start::Standard,
        };
        let terms = Terms { follower: !self.colour, minutes: self.minutes, moves: self.moves, start };
        let resources = EngineResources { threads: self.threads.into(), table_mib: 128 };
        let endgames = folder::open_tables(folder::table_folder(self.tables.clone()))?;
        let engine = Engine::with(resources, Arc::new(Weights::learned(R::VARIANT)), endgames);
        let ended = match (&self.listen, &self.connect) {
            (Some(address), _) => {
                let listener = TcpListener::bind(address).map_err(|e| at(address, &e))?;
                let (stream, _) = listener.accept().map_err(|e| at(address, &e))?;
                meet(stream, |input, output| follow(&engine, SearchLimits::default(), input, output))
            }
            (None, Some(address)) => {
                let stream = TcpStream::connect(address).map_err(|e| at(address, &e))?;
                meet(stream, |input, output| initiate(&engine, SearchLimits::default(), terms, input, output))
            }
            (None, None) => return Err(Failure::input("say --listen or --connect with an address")),
        };
        let ended = ended.map_err(Failure::input)?;
        let outcome = match ended.reason {
            Reason::Won => "we won",
            Reason::Lost => "we lost",
            Reason::Draw => "a draw",
            Reason::Unknown => "ended without a result",
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
    play: impl FnOnce(&mut BufReader<TcpStream>, &mut TcpStream) -> Result<Ended<R>, Broken>,
) -> Result<Ended<R>, Broken> {
    stream.set_nodelay(true)?;
    let mut output = stream.try_clone()?;
    play(&mut BufReader::new(stream), &mut output)
}
