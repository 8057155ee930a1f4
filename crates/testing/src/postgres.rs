//! A private PostgreSQL server: its own data in a temporary folder, on a free port of the loopback interface.

use std::fs;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// The role that tests connect as.
const ROLE: &str = "damiera";
/// How long the server may take to start or to stop.
const PATIENCE: Duration = Duration::from_secs(60);

/// A private PostgreSQL server. It is stopped and its folder is deleted when the value is dropped.
#[derive(Debug)]
pub struct PrivatePostgres {
    programs: PathBuf,
    folder: TempDir,
    port: u16,
    server: Option<Child>,
    databases: AtomicU32,
}

impl PrivatePostgres {
    /// Starts a server; `None` if the server programs are not installed, or if there is no user to run them as.
    #[must_use]
    pub fn start() -> Option<Self> {
        match Self::try_start() {
            Ok(server) => Some(server),
            Err(error) => {
                eprintln!("no private PostgreSQL, so the tests that need it are skipped: {error}");
                None
            }
        }
    }

    fn try_start() -> io::Result<Self> {
        let programs = programs().ok_or_else(|| io::Error::other("initdb is not installed"))?;
        let folder = TempDir::with_prefix("damiera-postgres-")?;
        if is_root() {
            let owner = format!("{0}:", user()?);
            run(Command::new("chown").arg(owner).arg(folder.path()))?;
        }
        let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        let mut server = Self { programs, folder, port, server: None, databases: AtomicU32::new(0) };
        let data = server.data();
        let mut initdb = server.command("initdb")?;
        initdb.args(["--auth=trust", "--username", ROLE, "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync"]);
        run(initdb.arg("--pgdata").arg(data))?;
        server.start_again()?;
        Ok(server)
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// A server program. PostgreSQL refuses to run as root, so root runs it as another user; and if the tests are killed,
    /// the server ends with them.
    fn command(&self, program: &str) -> io::Result<Command> {
        let program = self.programs.join(program);
        if !is_root() {
            return Ok(Command::new(program));
        }
        let user = user()?;
        let mut command = Command::new("setpriv");
        command
            .args(["--reuid", &user, "--regid", &user, "--init-groups", "--pdeathsig", "INT"])
            .arg(program);
        command.current_dir(self.folder.path()).env("HOME", self.folder.path());
        Ok(command)
    }

    /// Starts the server after [`stop`](Self::stop) or [`kill`](Self::kill), at the same address with the same data.
    pub fn start_again(&mut self) -> io::Result<()> {
        let begun = Instant::now();
        self.spawn()?;
        while !self.is_ready()? {
            let ended =
                self.server.as_mut().is_some_and(|server| server.try_wait().is_ok_and(|end| end.is_some()));
            if begun.elapsed() > PATIENCE {
                let log = fs::read_to_string(self.folder.path().join("log")).unwrap_or_default();
                return Err(io::Error::other(format!("PostgreSQL did not start: {log}")));
            }
            sleep(Duration::from_millis(20));
            if ended {
                self.spawn()?; // the children of a server that was killed still held its shared memory
            }
        }
        Ok(())
    }

    fn spawn(&mut self) -> io::Result<()> {
        let log = fs::OpenOptions::new().create(true).append(true).open(self.folder.path().join("log"))?;
        let settings = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "max_connections=200"];
        let mut command = self.command("postgres")?;
        command.arg("-D").arg(self.data()).args(["-p", &self.port.to_string()]);
        command.args(settings.iter().flat_map(|setting| ["-c", setting]));
        let quiet = command.stdin(Stdio::null()).stdout(log.try_clone()?).stderr(log);
        self.server = Some(quiet.spawn()?);
        Ok(())
    }

    fn is_ready(&self) -> io::Result<bool> {
        let mut ask = Command::new(self.programs.join("pg_isready"));
        ask.args(["--quiet", "--host=127.0.0.1", &format!("--port={}", self.port), "--dbname=postgres"]);
        Ok(ask.status()?.success())
    }

    /// Ends all connections and shuts the server down.
    pub fn stop(&mut self) {
        self.signal("-INT");
    }

    /// Kills the server process. Its backends notice and end without finishing what they do.
    pub fn kill(&mut self) {
        self.signal("-KILL");
        // The children of a killed server hold its shared memory for a moment.
        let _ = fs::remove_file(self.data().join("postmaster.pid"));
    }

    fn signal(&mut self, signal: &str) {
        let Some(mut server) = self.server.take() else { return };
        let _ = Command::new("kill").args([signal, &server.id().to_string()]).status();
        let _ = server.wait();
    }

    /// Creates an empty database and returns its address.
    pub fn create_database(&self) -> io::Result<String> {
        let name = format!("test_{}", self.databases.fetch_add(1, Ordering::Relaxed));
        self.execute("postgres", &format!("CREATE DATABASE {name}"))?;
        Ok(self.url(&name))
    }

    /// The address of a database.
    #[must_use]
    pub fn url(&self, database: &str) -> String {
        format!("postgres://{ROLE}@127.0.0.1:{}/{database}", self.port)
    }

    /// The server's address.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        SocketAddr::from(([127, 0, 0, 1], self.port))
    }

    /// The address of a database by way of a link to the server.
    #[must_use]
    pub fn url_at(&self, link: SocketAddr, database: &str) -> String {
        format!("postgres://{ROLE}@{link}/{database}?sslmode=disable")
    }

    /// Runs SQL and returns what it prints, without headers.
    pub fn execute(&self, database: &str, sql: &str) -> io::Result<String> {
        let mut psql = Command::new(self.programs.join("psql"));
        psql.args(["--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "--set=ON_ERROR_STOP=1"]);
        run(psql.args(["--command", sql]).arg(self.url(database)))
    }
}

impl Drop for PrivatePostgres {
    fn drop(&mut self) {
        self.stop();
    }
}

/// The folder of the server programs, which Debian does not put on the path.
fn programs() -> Option<PathBuf> {
    let configured = Command::new("pg_config")
        .arg("--bindir")
        .output()
        .ok()
        .map(|output| PathBuf::from(String::from_utf8_lossy(&output.stdout).trim()));
    let mut debian: Vec<_> = fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .filter_map(|version| Some(version.ok()?.path().join("bin")))
        .collect();
    debian.sort();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path: Vec<_> = std::env::split_paths(&path).collect();
    let all = configured.into_iter().chain(debian.into_iter().rev()).chain(path);
    all.into_iter()
        .find(|folder| ["initdb", "postgres", "psql"].iter().all(|name| folder.join(name).is_file()))
}

fn is_root() -> bool {
    Path::new("/proc/self").metadata().is_ok_and(|own| {
        use std::os::unix::fs::MetadataExt;
        own.uid() == 0
    })
}

/// An unprivileged user to run the server as.
fn user() -> io::Result<String> {
    let exists =
        |name: &&str| Command::new("id").arg(name).output().is_ok_and(|output| output.status.success());
    let name = ["postgres", "nobody"].into_iter().find(exists);
    Ok(name.ok_or_else(|| io::Error::other("there is no user postgres or nobody"))?.to_owned())
}

fn run(command: &mut Command) -> io::Result<String> {
    let output = command.stdin(Stdio::null()).output()?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let text = String::from_utf8_lossy(&output.stderr);
    Err(io::Error::other(format!("{command:?}: {}", text.trim())))
}
