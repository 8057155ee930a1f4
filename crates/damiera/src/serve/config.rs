//! The configuration file of the web app: what the command line and the environment do not say.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::failure::Failure;

/// A configuration file; every line may be missing.
#[derive(Deserialize, Default, PartialEq, Eq, Debug)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Config {
    pub(super) listen: Option<SocketAddr>,
    pub(super) data: Option<PathBuf>,
    pub(super) base_url: Option<String>,
    /// Whether a browser is opened.
    pub(super) browser: Option<bool>,
    /// Whether small endgame tables are made.
    pub(super) endgame_tables: Option<bool>,
}

impl Config {
    /// The file that is named, or the person's own if there is one.
    pub(super) fn find(named: Option<&Path>) -> Result<Self, Failure> {
        let own = own_file().filter(|file| file.exists());
        match named.map(Path::to_path_buf).or(own) {
            Some(file) => Self::read(&file),
            None => Ok(Self::default()),
        }
    }

    fn read(file: &Path) -> Result<Self, Failure> {
        let text = std::fs::read_to_string(file).map_err(|error| {
            Failure::input(format!("the configuration {} cannot be read: {error}", file.display()))
        })?;
        Self::parse(&text).map_err(|fault| Failure::input(format!("{}: {fault}", file.display())))
    }

    /// Reads a file's text; a fault is one sentence with its line.
    fn parse(text: &str) -> Result<Self, String> {
        toml::from_str(text).map_err(|error| {
            let line = error.span().map(|span| text[..span.start].matches('\n').count() + 1);
            let place = line.map(|line| format!("line {line}: ")).unwrap_or_default();
            format!("{place}{}", error.message())
        })
    }
}

fn own_file() -> Option<PathBuf> {
    let named = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let base = named("XDG_CONFIG_HOME")
        .or_else(|| named("HOME").map(|home| home.join(".config")))
        .or_else(|| named("APPDATA"))?;
    Some(base.join("damiera/config.toml"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_may_say_as_little_as_it_likes() {
        assert_eq!(Config::parse(""), Ok(Config::default()));
        let config =
            Config::parse("listen = \"0.0.0.0:80\"\nbase-url = \"https://dama.example\"\nbrowser = false\n");
        let config = config.expect("a configuration");
        assert_eq!(config.listen, Some(SocketAddr::from(([0, 0, 0, 0], 80))));
        assert_eq!(config.browser, Some(false));
    }

    #[test]
    fn a_fault_names_its_line() {
        let fault =
            Config::parse("listen = \"127.0.0.1:1\"\nlevel = 3\n").expect_err("there is no such line");
        assert!(fault.starts_with("line 2: ") && fault.contains("level"), "{fault}");
    }
}
