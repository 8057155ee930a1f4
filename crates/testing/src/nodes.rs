//! Several `damiera serve` processes on one private PostgreSQL and NATS, behind a balancer.

use std::io::{self, BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

use crate::{Balancer, Link, PrivateNats, PrivatePostgres};

/// Several servers ("nodes"), with everything they need. They are killed when the value is dropped.
#[derive(Debug)]
pub struct PrivateCluster {
    /// What the nodes run: the next one the next program, in turn.
    programs: Vec<PathBuf>,
    /// Further options of the nodes.
    options: Vec<String>,
    /// The nodes.
    pub nodes: Vec<PrivateNode>,
    /// The balancer in front of them.
    pub balancer: Balancer,
    /// The broker that they share.
    pub nats: PrivateNats,
    /// The database that they share.
    pub postgres: PrivatePostgres,
    /// The name of the database.
    pub database: String,
    folder: TempDir,
    started: u32,
}

/// One node.
#[derive(Debug)]
pub struct PrivateNode {
    child: Child,
    /// Where it listens.
    pub address: SocketAddr,
    /// Its link to the broker.
    pub broker: Link,
    /// Its link to the database.
    pub database: Link,
}

impl Drop for PrivateNode {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl PrivateNode {
    /// Sends a signal, such as `-STOP`.
    pub fn signal(&self, signal: &str) {
        let _ = Command::new("kill").args([signal, &self.child.id().to_string()]).status();
    }

    /// Waits until the process ends; says whether it ended in good order.
    pub fn wait(&mut self) -> bool {
        self.child.wait().is_ok_and(|status| status.success())
    }
}

impl PrivateCluster {
    /// Starts nodes of a program; `None` if PostgreSQL or NATS is not installed.
    pub async fn start(program: &Path, nodes: usize) -> io::Result<Option<Self>> {
        Self::start_with(program, nodes, &[]).await
    }

    /// Starts nodes with further options.
    pub async fn start_with(program: &Path, nodes: usize, options: &[&str]) -> io::Result<Option<Self>> {
        Self::start_versions(&[program.to_owned()], nodes, options).await
    }

    /// Starts nodes that run several versions in turn, and so do those that are started later.
    pub async fn start_versions(
        programs: &[PathBuf],
        nodes: usize,
        options: &[&str],
    ) -> io::Result<Option<Self>> {
        let (Some(postgres), Some(nats)) = (PrivatePostgres::start(), PrivateNats::start()) else {
            return Ok(None);
        };
        let url = postgres.create_database()?;
        let database = url.rsplit('/').next().unwrap_or_default().to_owned();
        let mut cluster = Self {
            programs: programs.to_vec(),
            options: options.iter().map(|&option| option.to_owned()).collect(),
            nodes: Vec::new(),
            balancer: Balancer::start().await?,
            nats,
            postgres,
            database,
            folder: TempDir::with_prefix("damiera-cluster-")?,
            started: 0,
        };
        for _ in 0..nodes {
            let node = cluster.start_node().await?;
            cluster.nodes.push(node);
        }
        cluster.tell_balancer();
        Ok(Some(cluster))
    }

    /// Has the balancer use the nodes that there are now.
    pub fn tell_balancer(&self) {
        self.balancer.set_servers(self.nodes.iter().map(|node| node.address).collect());
    }

    /// Starts one more node, which the balancer does not know yet.
    pub async fn start_node(&mut self) -> io::Result<PrivateNode> {
        let program = &self.programs[self.started as usize % self.programs.len()];
        self.started += 1;
        let data = self.folder.path().join(self.started.to_string());
        let log = std::fs::File::create(self.folder.path().join(format!("{}.log", self.started)))?;
        let broker = Link::to(self.nats.address()).await?;
        let database = Link::to(self.postgres.address()).await?;
        let mut command = Command::new(program);
        command.args(["serve", "--no-browser", "--no-tables", "--no-limits", "--listen", "127.0.0.1:0"]);
        command.args(&self.options).args(["--database-timeout", "3", "--data"]).arg(data);
        command.env("DAMIERA_DATABASE", self.postgres.url_at(database.address(), &self.database));
        command.env("DAMIERA_BROKER", format!("nats://{}", broker.address()));
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(log).spawn()?;
        let output = child.stdout.take();
        let address = tokio::task::spawn_blocking(move || {
            let mut lines = BufReader::new(output?).lines();
            let first = lines.next()?.ok()?;
            std::thread::spawn(move || lines.count()); // its output must not fill the pipe
            first.split("http://").nth(1)?.trim().trim_end_matches('/').parse().ok()
        });
        let address = address.await.ok().flatten();
        let log = self.folder.path().join(format!("{}.log", self.started));
        let failed = || {
            io::Error::other(format!(
                "a node did not start: {}",
                std::fs::read_to_string(log).unwrap_or_default()
            ))
        };
        Ok(PrivateNode { child, address: address.ok_or_else(failed)?, broker, database })
    }

    /// The folder with the nodes' logs.
    #[must_use]
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }
}
