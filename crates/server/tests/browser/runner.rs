//! The runner of the browser tests: libtest's own has no way to skip a test at run time.
//!
//! A test that cannot run on this machine is reported as ignored, and `./test` counts it as skipped.

use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

use libtest_mimic::{Arguments, Trial};

use crate::harness::target;

/// What a test needs besides Chromium and its driver.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Needs {
    Nothing,
    /// axe-core, which checks accessibility.
    Axe,
}

/// The tests of a file.
pub(crate) type Tests = &'static [(&'static str, Needs, fn())];

/// Lists the tests of a file: those that check accessibility, and the others.
macro_rules! tests {
    ($(with axe: [$($axe:ident,)*],)? $(without: [$($plain:ident,)*],)?) => {
        &[
            $($((stringify!($axe), $crate::runner::Needs::Axe, $axe),)*)?
            $($((stringify!($plain), $crate::runner::Needs::Nothing, $plain),)*)?
        ]
    };
}
pub(crate) use tests;

/// Where `./test` puts axe-core.
pub(crate) fn axe() -> std::path::PathBuf {
    target().join("npm/node_modules/axe-core/axe.min.js")
}

fn answers(program: &str) -> bool {
    let quiet = || Stdio::null();
    Command::new(program).arg("--version").stdout(quiet()).stderr(quiet()).status().is_ok_and(|s| s.success())
}

/// Runs a test again if it fails, and says so. A browser on a busy machine is late in ways that no test foresees; a fault of the
/// app fails twice.
fn twice(name: &str, test: fn()) {
    if std::panic::catch_unwind(test).is_err() {
        eprintln!("{name} failed and is run once more");
        test();
    }
}

/// Runs the tests of all files that the arguments of the command line select.
pub(crate) fn run(files: &[(&str, Tests)]) -> ExitCode {
    let has_browser = answers("chromedriver") && answers("chromium");
    let has_axe = Path::new(&axe()).is_file();
    if !has_browser {
        eprintln!("no chromium or no chromedriver: every browser test is skipped; ./test installs them");
    } else if !has_axe {
        eprintln!("no axe-core: tests that check accessibility are skipped; ./test installs it");
    }
    let trials = files.iter().flat_map(|(file, tests)| {
        tests.iter().map(move |&(name, needs, test)| {
            let can_run = has_browser && (has_axe || needs == Needs::Nothing);
            let name = format!("{file}::{name}");
            let repeated = name.clone();
            let test = move || {
                twice(&repeated, test);
                Ok(())
            };
            Trial::test(name, test).with_ignored_flag(!can_run)
        })
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit_code()
}
