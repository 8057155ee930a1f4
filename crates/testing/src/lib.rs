//! Private instances of other programs for tests. Nothing here touches a service that the machine already runs.

mod link;
mod nats;
mod nodes;
mod postgres;

pub use link::{Balancer, Link, LinkState, is_ready};
pub use nats::PrivateNats;
pub use nodes::{PrivateCluster, PrivateNode};
pub use postgres::PrivatePostgres;

use libtest_mimic::{Failed, Trial};

/// A test that needs a program which this machine may not have: without it the test is reported as ignored, and `./test`
/// counts it as skipped.
pub fn trial(name: impl Into<String>, can_run: Availability, test: impl FnOnce() + Send + 'static) -> Trial {
    let run = move || -> Result<(), Failed> {
        test();
        Ok(())
    };
    Trial::test(name, run).with_ignored_flag(can_run == Availability::Missing)
}

/// Whether the program that a test needs is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Availability {
    /// The test can run.
    Present,
    /// The test is skipped.
    Missing,
}
