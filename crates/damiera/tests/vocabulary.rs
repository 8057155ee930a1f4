//! A type name means one thing in the workspace.
//!
//! The test reads the sources of all crates and fails if two of them define a struct, enum, trait or union of the same
//! name, or if a type has the name of an item of the standard prelude.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Names that may be defined more than once, each with the reason. Keep it empty if at all possible.
const ALLOWED: [(&str, &str); 0] = [];

/// Types and traits of the prelude that no type of ours may shadow.
const PRELUDE: [&str; 28] = [
    "AsMut",
    "AsRef",
    "Box",
    "Clone",
    "Copy",
    "Default",
    "DoubleEndedIterator",
    "Drop",
    "Eq",
    "Extend",
    "Fn",
    "FnMut",
    "FnOnce",
    "From",
    "Into",
    "IntoIterator",
    "Iterator",
    "Option",
    "Ord",
    "PartialEq",
    "PartialOrd",
    "Result",
    "Send",
    "Sized",
    "String",
    "Sync",
    "ToString",
    "Vec",
];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("a readable entry").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The type that a line defines, if it defines one.
fn defined(line: &str) -> Option<&str> {
    let mut rest = line.trim_start();
    if let Some(public) = rest.strip_prefix("pub") {
        rest = match public.strip_prefix('(') {
            Some(scope) => scope.split_once(')')?.1.trim_start(),
            None => public.strip_prefix(' ')?,
        };
    }
    rest = rest.strip_prefix("unsafe ").unwrap_or(rest);
    let name =
        ["struct ", "enum ", "trait ", "union "].iter().find_map(|keyword| rest.strip_prefix(keyword))?;
    let end = name.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(name.len());
    let name = &name[..end];
    name.starts_with(|c: char| c.is_ascii_uppercase()).then_some(name)
}

#[test]
fn a_definition_is_recognised() {
    let lines = [
        ("pub struct Game {", Some("Game")),
        ("    pub(crate) enum Way<'a> {", Some("Way")),
        ("pub(in crate::a) trait Rules: Copy {", Some("Rules")),
        ("struct Unit;", Some("Unit")),
        ("pub unsafe trait Raw {", Some("Raw")),
        ("public struct of data", None),
        ("/// struct Game", None),
        ("        pub enum $name {", None),
        ("let structure = 1;", None),
    ];
    for (line, name) in lines {
        assert_eq!(defined(line), name, "{line}");
    }
}

#[test]
fn a_type_name_means_one_thing() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the folder of the crates");
    let mut files = Vec::new();
    for entry in fs::read_dir(crates).expect("the crates") {
        let source = entry.expect("a crate").path().join("src");
        if source.is_dir() {
            sources(&source, &mut files);
        }
    }
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for file in files {
        let text = fs::read_to_string(&file).expect("a readable source");
        let name = file.strip_prefix(crates).unwrap_or(&file).display().to_string();
        for (number, line) in text.lines().enumerate() {
            if let Some(defined) = defined(line) {
                places.entry(defined.to_owned()).or_default().push(format!("{name}:{}", number + 1));
            }
        }
    }
    assert!(places.len() > 300, "the sources were not found");
    let wrong: Vec<String> = places
        .iter()
        .filter(|(name, _)| !ALLOWED.iter().any(|(allowed, _)| allowed == name))
        .filter(|(name, places)| places.len() > 1 || PRELUDE.contains(&name.as_str()))
        .map(|(name, places)| format!("{name}: {}", places.join(", ")))
        .collect();
    assert!(wrong.is_empty(), "these names are not unique:\n{}", wrong.join("\n"));
}
