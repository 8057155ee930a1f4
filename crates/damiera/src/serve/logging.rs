//! Log output on standard error, filtered by the environment variable `DAMIERA_LOG`.

use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::failure::Failure;

/// The environment variable with the filter: a level, or levels by module (`info,damiera_server=debug`).
const FILTER: &str = "DAMIERA_LOG";

/// The format of the log.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum LogFormat {
    /// Lines for people.
    #[default]
    Text,
    /// A JSON object per line.
    Json,
}

/// Starts logging; warnings and errors unless the environment asks for more.
pub(crate) fn start(format: LogFormat) -> Result<(), Failure> {
    let filter = match std::env::var(FILTER) {
        Ok(text) => parse(&text)?,
        Err(_) => Targets::new().with_default(LevelFilter::WARN),
    };
    let stderr = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
    let registry = tracing_subscriber::registry().with(filter);
    match format {
        LogFormat::Text => registry.with(stderr).init(),
        LogFormat::Json => registry.with(stderr.json()).init(),
    }
    Ok(())
}

// `Targets` needs no regular expressions; tracing's `EnvFilter` would add two large crates to the build.
fn parse(text: &str) -> Result<Targets, Failure> {
    text.parse().map_err(|error| {
        Failure::input(format!(
            "{FILTER}: {error}; give a level such as info, or levels by module: info,damiera_server=debug"
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_filter_is_a_level_or_levels_by_module() {
        for good in ["debug", "warn,damiera_server=trace", "off"] {
            assert!(parse(good).is_ok(), "{good}");
        }
        assert!(parse("damiera_server=loud").is_err());
    }
}
