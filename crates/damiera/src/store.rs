//! `damiera store`: care for the database of the web app.

mod backup;
mod check;
mod copy;
mod progress;

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use damiera_server::store::Database;

use crate::failure::Failure;
use crate::folders;
use crate::serve::Config;

/// Back up, check and copy the database of the web app
#[derive(Args)]
pub(crate) struct StoreCommand {
    #[command(subcommand)]
    command: StoreSubcommand,
}

#[derive(Subcommand)]
enum StoreSubcommand {
    Backup(backup::BackupCommand),
    Check(check::CheckCommand),
    Copy(copy::CopyCommand),
}

impl StoreCommand {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        // One connection that waits for the disk or the network: a thread is enough.
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(async {
            match self.command {
                StoreSubcommand::Backup(command) => command.run(out).await,
                StoreSubcommand::Check(command) => command.run(out).await,
                StoreSubcommand::Copy(command) => command.run(out).await,
            }
        })
    }
}

/// Which database: chosen as `damiera serve` chooses it.
#[derive(Args)]
struct StoreLocation {
    /// Data directory of the server; by default your data directory
    #[arg(long, value_name = "DIRECTORY", env = "DAMIERA_DATA")]
    data: Option<PathBuf>,
    /// Database of the server, if it is not in the data directory: postgres://USER@HOST/NAME, or the path of an SQLite file
    #[arg(long, value_name = "DATABASE", env = "DAMIERA_DATABASE", hide_env_values = true)]
    database: Option<String>,
    /// Configuration file of the server
    #[arg(long, value_name = "FILE", env = "DAMIERA_CONFIG")]
    config: Option<PathBuf>,
}

impl StoreLocation {
    fn database(self) -> Result<Database, Failure> {
        let config = Config::find(self.config.as_deref())?;
        if let Some(named) = self.database.or(config.database) {
            return Ok(named.parse().unwrap_or_else(|never| match never {}));
        }
        let folder = self.data.or(config.data).or_else(folders::data);
        let folder = folder.ok_or_else(|| {
            Failure::input("there is no home directory; name the server's directory with --data")
        })?;
        Ok(Database::Sqlite(folder.join(folders::DATABASE)))
    }
}
