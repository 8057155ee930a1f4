//! A private NATS server on a free port of the loopback interface.

use std::io;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// How long the server may take to start.
const PATIENCE: Duration = Duration::from_secs(20);

/// A private NATS server. It is killed when the value is dropped.
#[derive(Debug)]
pub struct PrivateNats {
    /// Where its streams are kept.
    folder: TempDir,
    port: u16,
    server: Option<Child>,
}

impl PrivateNats {
    /// Starts a server; `None` if the program is not installed.
    #[must_use]
    pub fn start() -> Option<Self> {
        let started = || {
            let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
            let folder = TempDir::with_prefix("damiera-nats-")?;
            let mut server = Self { folder, port, server: None };
            server.start_again()?;
            Ok::<_, io::Error>(server)
        };
        match started() {
            Ok(server) => Some(server),
            Err(error) => {
                eprintln!("no private NATS server, so the tests that need it are skipped: {error}");
                None
            }
        }
    }

    /// Its address.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        SocketAddr::from(([127, 0, 0, 1], self.port))
    }

    /// Starts the server after [`kill`](Self::kill), at the same address.
    pub fn start_again(&mut self) -> io::Result<()> {
        let mut command = Command::new("nats-server");
        command.args(["--addr", "127.0.0.1", "--port", &self.port.to_string(), "--jetstream"]);
        command.arg("--store_dir").arg(self.folder.path());
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        self.server = Some(command.spawn()?);
        let begun = Instant::now();
        while TcpStream::connect(self.address()).is_err() {
            if begun.elapsed() > PATIENCE {
                return Err(io::Error::other("the NATS server did not start"));
            }
            sleep(Duration::from_millis(10));
        }
        Ok(())
    }

    /// Kills the server.
    pub fn kill(&mut self) {
        if let Some(mut server) = self.server.take() {
            let _ = server.kill();
            let _ = server.wait();
        }
    }
}

impl Drop for PrivateNats {
    fn drop(&mut self) {
        self.kill();
    }
}
