//! Runs the command as a user or a script does.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// The outcome of a run.
pub(crate) struct Ran {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

/// Runs `damiera` with arguments and standard input. Its data directory is in the build directory, not in the home.
pub(crate) fn damiera_with(words: &[&str], input: &str) -> Ran {
    damiera_at(concat!(env!("CARGO_TARGET_TMPDIR"), "/data").as_ref(), words, input)
}

/// Runs `damiera` with this data directory.
pub(crate) fn damiera_at(data: &Path, words: &[&str], input: &str) -> Ran {
    let mut child = Command::new(env!("CARGO_BIN_EXE_damiera"))
        .args(words)
        .env("XDG_DATA_HOME", data)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // A command that does not read its input may have ended before all of it is written.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("the output");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    let ran = Ran { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) };
    // Panics are printed on standard error, also those of threads that do not change the exit code.
    assert!(!ran.err.contains("panicked at"), "{words:?}: {}", ran.err);
    ran
}

/// Runs `damiera` with arguments.
pub(crate) fn damiera(words: &[&str]) -> Ran {
    damiera_with(words, "")
}
