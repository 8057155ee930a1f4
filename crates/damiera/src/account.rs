//! `damiera account`: what an operator does with accounts, also while the server runs.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use clap::{Args, Subcommand};
use damiera_server::account_tools;
use damiera_server::store::{
    Account, AccountStatus, AuditEntry, Database, PostgresSettings, Store, StoreError,
};

use crate::failure::Failure;
use crate::folders;

/// Manage accounts: reset passwords, mute, ban, name operators
#[derive(Args)]
#[command(after_help = "Examples:
  damiera account reset Marion
  damiera account ban Marion --data /var/lib/damiera
  damiera account reports")]
pub(crate) struct AccountCommand {
    #[command(subcommand)]
    action: AccountAction,
    /// Directory of the server's games; by default your data directory
    #[arg(long, value_name = "DIRECTORY", env = "DAMIERA_DATA", global = true)]
    data: Option<PathBuf>,
    /// Database of the server, if it is not in the data directory
    #[arg(long, value_name = "DATABASE", env = "DAMIERA_DATABASE", hide_env_values = true, global = true)]
    database: Option<String>,
}

#[derive(Subcommand)]
enum AccountAction {
    /// Set a new random password, print it, and end all sessions
    #[command(after_help = "Example:\n  damiera account reset Marion")]
    Reset(AccountName),
    /// Forbid an account to sign in, and end its sessions
    #[command(after_help = "Example:\n  damiera account ban Marion")]
    Ban(AccountName),
    /// Forbid an account to offer games in the lobby
    #[command(after_help = "Example:\n  damiera account mute Marion")]
    Mute(AccountName),
    /// Lift a ban or a mute
    #[command(after_help = "Example:\n  damiera account lift Marion")]
    Lift(AccountName),
    /// Let an account moderate in the app (/moderation)
    #[command(after_help = "Example:\n  damiera account operator Marion")]
    Operator(AccountName),
    /// No longer let an account moderate
    #[command(after_help = "Example:\n  damiera account demote Marion")]
    Demote(AccountName),
    /// List open reports
    #[command(after_help = "Example:\n  damiera account reports")]
    Reports,
    /// List the newest entries of the audit log
    #[command(after_help = "Example:\n  damiera account audit --data /var/lib/damiera")]
    Audit,
}

#[derive(Args)]
struct AccountName {
    /// Name of the account
    name: String,
}

impl AccountCommand {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(async {
            let store = self.open().await?;
            self.action.run(&*store, out).await
        })
    }

    async fn open(&self) -> Result<Arc<dyn Store>, Failure> {
        let database = match &self.database {
            Some(named) => named.parse().unwrap_or_else(|never| match never {}),
            None => {
                let folder = self.data.clone().or_else(folders::data).ok_or_else(|| {
                    Failure::input("there is no home directory; name the data directory with --data")
                })?;
                Database::Sqlite(folder.join("damiera.sqlite"))
            }
        };
        if let Database::Sqlite(file) = &database
            && !file.exists()
        {
            return Err(Failure::input(format!("there are no accounts in {}", file.display())));
        }
        database.open(PostgresSettings::default()).await.map_err(|error| failed(&error))
    }
}

fn failed(error: &StoreError) -> Failure {
    Failure::input(format!("the accounts cannot be read or changed: {error}"))
}

impl AccountAction {
    async fn run(&self, store: &dyn Store, out: &mut dyn Write) -> Result<(), Failure> {
        match self {
            Self::Reset(name) => {
                let account = find(store, name).await?;
                let password = account_tools::reset_password(store, &account)
                    .await
                    .map_err(|error| Failure::input(format!("the password cannot be reset: {error}")))?;
                audit(store, &account, "password-reset").await?;
                writeln!(out, "The password of {} is now: {password}", account.name)?;
                writeln!(out, "All sessions have ended. Ask the owner to change the password.")?;
            }
            Self::Ban(name) => set(store, out, name, |status| status.banned = true, "banned").await?,
            Self::Mute(name) => set(store, out, name, |status| status.muted = true, "muted").await?,
            Self::Lift(name) => {
                let lift = |status: &mut AccountStatus| (status.banned, status.muted) = (false, false);
                set(store, out, name, lift, "neither banned nor muted").await?;
            }
            Self::Operator(name) => {
                set(store, out, name, |status| status.operator = true, "an operator").await?;
            }
            Self::Demote(name) => {
                set(store, out, name, |status| status.operator = false, "not an operator").await?;
            }
            Self::Reports => {
                for report in store.open_reports(1000).await.map_err(|error| failed(&error))? {
                    let game = report.game.map(|game| format!(" (game {game})")).unwrap_or_default();
                    writeln!(out, "{} {}{game}: {}", report.id, report.about, report.text)?;
                }
            }
            Self::Audit => {
                for AuditEntry { at, action, name, address } in
                    store.audit_log(None, 100).await.map_err(|error| failed(&error))?
                {
                    writeln!(out, "{at} {action} {name} {address}")?;
                }
            }
        }
        Ok(())
    }
}

async fn find(store: &dyn Store, AccountName { name }: &AccountName) -> Result<Account, Failure> {
    let account = store.account(name).await.map_err(|error| failed(&error))?;
    account.ok_or_else(|| Failure::input(format!("there is no account named {name}")))
}

async fn set(
    store: &dyn Store,
    out: &mut dyn Write,
    name: &AccountName,
    change: impl FnOnce(&mut AccountStatus),
    what: &str,
) -> Result<(), Failure> {
    let account = find(store, name).await?;
    let mut status = account.status;
    change(&mut status);
    store.set_status(account.id, status).await.map_err(|error| failed(&error))?;
    if status.banned {
        account_tools::end_sessions(store, &account).await.map_err(|error| failed(&error))?;
    }
    audit(store, &account, "status-changed").await?;
    writeln!(out, "{} is {what} now.", account.name)?;
    Ok(())
}

async fn audit(store: &dyn Store, account: &Account, action: &str) -> Result<(), Failure> {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let entry = AuditEntry {
        at: u64::try_from(since.as_millis()).unwrap_or(u64::MAX),
        action: action.to_owned(),
        name: account.name.clone(),
        address: "command line".to_owned(),
    };
    store.audit(Some(account.id), &entry).await.map_err(|error| failed(&error))
}
