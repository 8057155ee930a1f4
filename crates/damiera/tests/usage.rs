//! Help, completions and manual pages: they cover every subcommand and take lists from the registries.

mod common;

use std::io::Write;
use std::process::{Command, Stdio};

use clap::ValueEnum;
use clap_complete::Shell;
use common::{damiera, damiera_with};
use damiera_game::Lang;
use damiera_rules::Variant;

/// The help of every command: its words, and the text.
fn all_help() -> Vec<(Vec<String>, String)> {
    let (mut found, mut pending) = (Vec::new(), vec![Vec::new()]);
    while let Some(words) = pending.pop() {
        let call: Vec<&str> = words.iter().map(String::as_str).chain(["--help"]).collect();
        let ran = damiera(&call);
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{call:?}");
        for name in subcommands(&ran.out) {
            pending.push([words.clone(), vec![name]].concat());
        }
        found.push((words, ran.out));
    }
    found
}

/// The names under "Commands:", without "help".
fn subcommands(help: &str) -> Vec<String> {
    let section = help.split("\nCommands:\n").nth(1).unwrap_or_default();
    let lines = section.lines().take_while(|line| !line.is_empty());
    let names = lines.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names = names.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help");
    names.map(str::to_owned).collect()
}

#[test]
fn every_command_has_help_with_an_example() {
    let all = all_help();
    assert!(all.len() > 25, "only {} commands", all.len());
    for (words, help) in all {
        let only_groups = help.contains("\nCommands:\n") && words != ["bench"];
        assert!(only_groups || help.contains("Example"), "{words:?} has no example:\n{help}");
        for he in [" he ", " his ", " him "] {
            assert!(!help.contains(he), "{words:?} says{he}");
        }
    }
}

/// A paragraph that was wrapped by hand is wrapped a second time by clap, in the middle of its lines.
#[test]
fn paragraphs_of_the_help_fill_their_lines() {
    const WIDTH: usize = 100;
    for (words, help) in all_help() {
        for (line, next) in help.lines().zip(help.lines().skip(1)) {
            let prose = |line: &str| line.starts_with(|first: char| !first.is_whitespace());
            let first = next.split_whitespace().next().unwrap_or_default();
            let fits = line.chars().count() + 1 + first.chars().count() <= WIDTH;
            assert!(
                !(prose(line) && prose(next) && fits),
                "{words:?} breaks a line of a paragraph early:\n{line}\n{next}"
            );
        }
    }
}

#[test]
fn lists_of_games_and_languages_come_from_the_registries() {
    let games: Vec<_> = Variant::ALL.iter().map(|variant| variant.name()).collect();
    let games = format!("possible values: {}", games.join(", "));
    let languages: Vec<_> = Lang::ALL.iter().map(|lang| lang.code()).collect();
    let languages = format!("possible values: {}", languages.join(", "));
    let (mut with_games, mut with_languages) = (0, 0);
    for (words, help) in all_help() {
        let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
        if help.contains("GAME>") || help.contains("[GAME]") {
            assert!(help.contains(&games), "{words:?}: {help}");
            with_games += 1;
        }
        if help.contains("<LANG>") {
            assert!(help.contains(&languages), "{words:?}: {help}");
            with_languages += 1;
        }
    }
    assert!(with_games >= 20 && with_languages >= 3, "{with_games} and {with_languages}");
    let wrong = damiera(&["moves", "chess"]);
    assert!(wrong.err.contains(&games), "{}", wrong.err);
}

#[test]
fn names_are_read_leniently() {
    assert_eq!(damiera(&["moves", "Italian"]).code, Some(0));
    let ran = damiera(&["rulebook", "brazilian", "item 12", "--lang", "pt-BR"]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
}

#[test]
fn completions_cover_every_subcommand_in_every_shell() {
    let top = subcommands(&damiera(&["--help"]).out);
    for shell in Shell::value_variants() {
        let ran = damiera(&["completions", &shell.to_string()]);
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{shell}");
        for name in &top {
            assert!(ran.out.contains(name.as_str()), "{shell} does not complete {name}");
        }
    }
    let wrong = damiera(&["completions", "cobol"]);
    assert!(wrong.code == Some(2) && wrong.err.contains("possible values: bash"), "{}", wrong.err);
}

/// Asks bash itself what it would complete.
#[test]
fn bash_completes_the_games() {
    let script = damiera(&["completions", "bash"]).out;
    let ask = "COMP_WORDS=(damiera moves ''); COMP_CWORD=2; _damiera damiera '' moves; printf '%s\\n' \"${COMPREPLY[@]}\"";
    // By standard input: the script is longer than an argument may be.
    let mut bash =
        Command::new("bash").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("bash runs");
    let mut input = bash.stdin.take().expect("an input");
    input.write_all(format!("{script}\n{ask}\n").as_bytes()).expect("bash reads");
    drop(input);
    let output = bash.wait_with_output().expect("bash ends");
    let offered = String::from_utf8_lossy(&output.stdout);
    for variant in Variant::ALL {
        assert!(offered.lines().any(|line| line == variant.name()), "{variant} is not offered: {offered}");
    }
}

#[test]
fn manual_pages_cover_every_command() {
    let folder = tempfile::tempdir().expect("a folder");
    let target = folder.path().join("man1");
    let ran = damiera(&["man", target.to_str().expect("a path")]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    for (words, help) in all_help() {
        let name = [vec!["damiera".to_owned()], words].concat().join("-");
        let page = std::fs::read_to_string(target.join(format!("{name}.1"))).expect(&name);
        // Undo the escapes of roff.
        let page = page.replace("\\*(Aq", "'").replace("\\-", "-");
        let about = help.lines().next().expect("a first line");
        assert!(page.contains(".TH") && page.contains(about), "{name}: {about}\n{page}");
    }
    let file = tempfile::NamedTempFile::new().expect("a file");
    let wrong = damiera(&["man", file.path().to_str().expect("a path")]);
    assert!(wrong.code == Some(2) && wrong.err.contains("cannot write to"), "{}", wrong.err);
}

#[test]
fn a_reader_that_closes_the_output_is_no_error() {
    let ran = damiera_with(&["completions", "zsh"], "");
    assert!(ran.out.lines().count() > 100);
    let mut child = Command::new(env!("CARGO_BIN_EXE_damiera"))
        .args(["completions", "zsh"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
}
