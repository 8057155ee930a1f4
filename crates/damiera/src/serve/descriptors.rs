//! The limit of open files: each connection takes a descriptor.

use damiera_server::Limits;

/// Descriptors for everything but connections: the database, endgame tables, standard streams.
const RESERVED: usize = 256;

/// Raises the limit of open files as far as the system allows, and lowers the limit of connections to what then fits, so that
/// connections are refused rather than left waiting.
pub(super) fn fit(limits: &mut Limits) {
    let Some(files) = raise() else { return };
    let fits = files.saturating_sub(RESERVED).max(files / 2);
    if fits < limits.connections {
        if fits < Limits::default().connections {
            tracing::warn!(
                files,
                connections = fits,
                "the limit of open files is low, so fewer connections are accepted; raise it with LimitNOFILE or ulimit -n"
            );
        }
        limits.connections = fits;
    }
}

/// The limit of open files, after it was raised.
#[cfg(unix)]
fn raise() -> Option<usize> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let wanted = Rlimit { current: maximum, maximum };
    let raised = setrlimit(Resource::Nofile, wanted).map_or(current, |()| maximum);
    raised.map(|files| usize::try_from(files).unwrap_or(usize::MAX))
}

#[cfg(not(unix))]
fn raise() -> Option<usize> {
    None
}
