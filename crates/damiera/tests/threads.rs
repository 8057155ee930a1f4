//! The engine searches with as many threads as it is told to, whatever ends the search; where it cannot, it says so.
#![cfg(target_os = "linux")] // threads are counted in /proc
#![allow(clippy::unwrap_used, reason = "an unexpected error fails the test")]

mod common;

use std::fs;
use std::io::Write;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use common::{damiera, damiera_with};

/// A command that is ended when the test ends, however it ends.
struct Running(Child);

impl Running {
    fn start(words: &[&str], input: &str) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_damiera"))
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        child.stdin.as_mut().unwrap().write_all(input.as_bytes()).unwrap();
        Self(child)
    }

    /// The threads that have used processor time, besides those that only wait.
    fn busy_threads(&self) -> usize {
        let tasks = fs::read_dir(format!("/proc/{}/task", self.0.id())).unwrap();
        let used = |task: fs::DirEntry| {
            let stat = fs::read_to_string(task.path().join("stat")).unwrap_or_default();
            // After the name in parentheses: the state is field 3, user time is field 14.
            let after_name = stat.rsplit_once(')').map_or("", |(_, fields)| fields);
            after_name.split_whitespace().nth(11).and_then(|ticks| ticks.parse::<u64>().ok()).unwrap_or(0)
        };
        tasks.map_while(Result::ok).map(used).filter(|&ticks| ticks > 0).count()
    }

    /// Whether so many threads work, soon or later.
    fn gets_busy_with(&self, threads: usize) -> bool {
        let since = Instant::now();
        while since.elapsed() < Duration::from_secs(60) {
            if self.busy_threads() >= threads {
                return true;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        false
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn every_thread_works_whatever_ends_the_search() {
    let hub = "set-param name=threads value=3\ninit\npos start\nlevel depth=120\ngo think\n";
    let three = "own threads=3 depth=120";
    let runs: [(&[&str], &str); 5] = [
        (&["analyse", "international", "--tables", "", "--threads", "3", "--depth", "120"], ""),
        (&["analyse", "international", "--tables", "", "--threads", "3", "--nodes", "9000000000"], ""),
        (
            &["analyse", "international", "--tables", "", "--threads", "3", "--time", "900", "--lines", "3"],
            "",
        ),
        (&["hub", "--tables", ""], hub),
        (&["match", three, three, "--variant", "international", "--depth", "120"], ""),
    ];
    for (words, input) in runs {
        let running = Running::start(words, input);
        assert!(running.gets_busy_with(3), "{words:?}: {} threads work", running.busy_threads());
    }
}

#[test]
fn several_threads_for_a_level_that_plays_on_one_are_refused() {
    let words =
        ["match", "own level=3 threads=2", "own", "--variant", "english", "--games", "2", "--nodes", "9"];
    let ran = damiera(&words);
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("level 3 plays on one thread"), "{}", ran.err);
    let hub = "set-param name=level value=3\nset-param name=threads value=2\n";
    let said = damiera_with(&["hub", "--variant", "english", "--tables", ""], hub).out;
    assert!(said.contains("level 3 plays on one thread"), "{said}");
}
