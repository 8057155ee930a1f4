//! `damiera serve`, and `damiera` alone: the web app.

use std::io::Write;
use std::net::SocketAddr;
use std::path::PathBuf;

use clap::Args;
use damiera_server::store::Sqlite;

use crate::failure::Failure;

/// Open the web app: play, record and understand
#[derive(Args)]
#[command(after_help = "Examples:
  damiera serve
  damiera serve --listen 127.0.0.1:8080 --data ./games --no-browser")]
pub(crate) struct Serve {
    /// The address to listen on; port 0 takes any that is free
    #[arg(long, default_value = "127.0.0.1:7313", env = "DAMIERA_LISTEN")]
    listen: SocketAddr,
    /// The folder to keep games in; your own data folder if not given
    #[arg(long, value_name = "DIR", env = "DAMIERA_DATA")]
    data: Option<PathBuf>,
    /// Do not open a browser
    #[arg(long)]
    no_browser: bool,
}

impl Default for Serve {
    fn default() -> Self {
        Self { listen: SocketAddr::from(([127, 0, 0, 1], 7313)), data: None, no_browser: false }
    }
}

impl Serve {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        tracing_subscriber::fmt()
            .with_env_filter(
                tracing_subscriber::EnvFilter::try_from_env("DAMIERA_LOG").unwrap_or_else(|_| "warn".into()),
            )
            .with_writer(std::io::stderr)
            .init();
        let runtime = tokio::runtime::Runtime::new()?;
        runtime.block_on(self.serve(out))
    }

    async fn serve(self, out: &mut dyn Write) -> Result<(), Failure> {
        let folder = match &self.data {
            Some(folder) => folder.clone(),
            None => data_folder().ok_or_else(|| {
                Failure::input("there is no home folder to keep games in; name one with --data DIR")
            })?,
        };
        std::fs::create_dir_all(&folder).map_err(|error| {
            Failure::input(format!("the folder {} cannot be made: {error}", folder.display()))
        })?;
        let store = Sqlite::open(&folder.join("damiera.sqlite")).await.map_err(|error| {
            Failure::input(format!("the games in {} cannot be opened: {error}", folder.display()))
        })?;
        let listener = tokio::net::TcpListener::bind(self.listen).await.map_err(|error| {
            Failure::input(format!("cannot listen on {}: {error}; choose another with --listen", self.listen))
        })?;
        let address = format!("http://{}/", listener.local_addr()?);
        writeln!(
            out,
            "Damiera is ready: {address}\nGames are kept in {}\nStop with Ctrl-C.",
            folder.display()
        )?;
        out.flush()?;
        if !self.no_browser {
            open_browser(&address);
        }
        damiera_server::serve(listener, store, stopped()).await?;
        writeln!(out, "Stopped; every game is kept.")?;
        Ok(())
    }
}

/// Ctrl-C, or the signal that ends a service.
async fn stopped() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let Ok(mut terminated) = signal(SignalKind::terminate()) else {
            let _ = tokio::signal::ctrl_c().await;
            return;
        };
        tokio::select! {
            _ = tokio::signal::ctrl_c() => {}
            _ = terminated.recv() => {}
        }
    }
    #[cfg(not(unix))]
    let _ = tokio::signal::ctrl_c().await;
}

/// Where a person's data belong on this system.
fn data_folder() -> Option<PathBuf> {
    let named = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    named("XDG_DATA_HOME")
        .or_else(|| named("HOME").map(|home| home.join(".local/share")))
        .or_else(|| named("APPDATA"))
        .map(|folder| folder.join("damiera"))
}

/// Opens the page if this machine has a way to; it is no failure if it has not.
fn open_browser(address: &str) {
    let opener = if cfg!(target_os = "macos") {
        "open"
    } else if cfg!(windows) {
        "explorer"
    } else {
        "xdg-open"
    };
    let quiet = std::process::Stdio::null;
    let _ = std::process::Command::new(opener)
        .arg(address)
        .stdin(quiet())
        .stdout(quiet())
        .stderr(quiet())
        .spawn();
}
