//! Running the command as a person or a script would.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// What a run left behind.
pub(crate) struct Ran {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

/// Runs `damiera` with these words and this standard input. Its data are kept with the build, not in anybody's home.
pub(crate) fn damiera_with(words: &[&str], input: &str) -> Ran {
    damiera_at(concat!(env!("CARGO_TARGET_TMPDIR"), "/data").as_ref(), words, input)
}

/// The same with its data in this folder.
pub(crate) fn damiera_at(data: &Path, words: &[&str], input: &str) -> Ran {
    let mut child = Command::new(env!("CARGO_BIN_EXE_damiera"))
        .args(words)
        .env("XDG_DATA_HOME", data)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that does not read its input may be gone before it is written.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Ran { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

/// Runs `damiera` with these words.
pub(crate) fn damiera(words: &[&str]) -> Ran {
    damiera_with(words, "")
}
