//! The real games beside the project: every ply legal, every oddity reported.
//!
//! The files are not part of the project; where they are missing the tests say so and pass.
#![allow(clippy::unwrap_used)] // a test may stop where it stands

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use damiera_notation::pdn::{NormalForm, NotationStyle, PdnChecker, PdnReader, normalise, usual_style};
use damiera_rules::{Rules, Variant, with_rules};

fn corpus(name: &str) -> Option<Vec<u8>> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpora").join(name);
    let bytes = fs::read(&path).ok();
    if bytes.is_none() {
        eprintln!("skipped: there is no {}", path.display());
    }
    bytes
}

/// Checks a file by what it says itself, and counts its games and the kinds of oddity.
fn check(name: &str, asked: Option<Variant>, found: Option<Variant>, games: u64, odd: &[(&str, usize)]) {
    let Some(bytes) = corpus(name) else { return };
    let mut check = PdnChecker::new(asked);
    let (mut count, mut kinds) = (0, BTreeMap::new());
    for record in PdnReader::new(bytes.as_slice()) {
        let record = record.unwrap();
        let verdict = check.check(&record);
        assert!(verdict.is_legal(), "{name}, game {}: {:?}", record.number, verdict.problems);
        if found.is_some() {
            assert_eq!(verdict.variant, found, "{name}, game {}", record.number);
        }
        assert_eq!(verdict.plies as usize, record.game.main_line.moves().count());
        for problem in &verdict.problems {
            *kinds.entry(problem.kind.name()).or_insert(0) += 1;
        }
        count += 1;
    }
    assert_eq!(count, games, "{name}");
    assert_eq!(kinds, odd.iter().copied().collect(), "{name}");
}

#[test]
fn english() {
    check("english/acf.pdn", None, Some(Variant::English), 5000, &[]);
    check("english/11-man.pdn", None, None, 2400, &[("game-type-missing", 2400)]);
    check("english/11-man.pdn", Some(Variant::English), Some(Variant::English), 2400, &[]);
}

#[test]
fn italian() {
    let odd = [("foreign-tag", 27 * 6), ("game-type-missing", 27)];
    check("italian/assoluto-2005.pdn", None, Some(Variant::Italian), 27, &odd);
    check("italian/11-man.pdn", Some(Variant::Italian), Some(Variant::Italian), 2400, &[]);
}

#[test]
fn brazilian() {
    check("brazilian/online.pdn", None, Some(Variant::Brazilian), 13, &[("odd-result-form", 13)]);
    let brazilian = Some(Variant::Brazilian);
    let odd = [("one-game-a-line", 1)];
    check("brazilian/championship-openings.txt", brazilian, brazilian, 4780, &odd);
}

#[test]
fn international() {
    let international = Some(Variant::International);
    check("international/wk2003.pdn", None, international, 190, &[("odd-result-form", 190)]);
    let odd = [("not-utf-8", 1), ("odd-result-form", 91)];
    check("international/nk2003.pdn", None, international, 91, &odd);
}

#[test]
fn latin_names_are_read() {
    let Some(bytes) = corpus("international/nk2003.pdn") else { return };
    let names = PdnReader::new(bytes.as_slice()).map(|record| record.unwrap().game);
    let accented = names.filter(|game| game.tags.get("White") == Some("Gérard Jansen")).count();
    assert_eq!(accented, 1);
}

#[test]
fn tidied_games_are_legal_without_a_single_oddity() {
    for name in [
        "english/acf.pdn",
        "italian/assoluto-2005.pdn",
        "brazilian/online.pdn",
        "international/wk2003.pdn",
        "international/nk2003.pdn",
    ] {
        let Some(bytes) = corpus(name) else { continue };
        let mut check = PdnChecker::new(None);
        for record in PdnReader::new(bytes.as_slice()) {
            let record = record.unwrap();
            let variant = check.variant(&record, &mut Vec::new()).unwrap();
            for style in [
                usual_style(variant),
                NotationStyle::Numeric,
                NotationStyle::Algebraic,
                NotationStyle::ShortAlgebraic,
            ] {
                let text = with_rules!(variant, R => {
                    normalise::<R>(&record.game, NormalForm { style, form: R::RESULT_FORM }).to_string()
                });
                let again = PdnReader::new(text.as_bytes()).next().unwrap().unwrap();
                let verdict = PdnChecker::new(None).check(&again);
                assert_eq!(verdict.problems, [], "{name}, game {}\n{text}", record.number);
            }
        }
    }
}

#[test]
fn the_short_forms_of_the_opening_tables_lead_where_the_tables_say() {
    let path =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/openings/fmjd64_draw_table.tsv");
    let Ok(table) = fs::read_to_string(&path) else {
        eprintln!("skipped: there is no {}", path.display());
        return;
    };
    let mut lines = 0;
    for row in table.lines().skip(1) {
        let columns: Vec<&str> = row.split('\t').collect();
        let [_, moves, fen, "1"] = columns[..] else { continue };
        // The flying openings move pieces before the game, which is no move at all.
        if moves.contains('-') {
            continue;
        }
        let record = PdnReader::new(moves.as_bytes()).next().unwrap().unwrap();
        let replayed =
            damiera_notation::pdn::replay::<damiera_rules::variant::Brazilian>(&record.game, |_| {});
        assert!(replayed.complete, "{row}: {:?}", replayed.faults);
        // Whose move it is follows from the moves; one row of the table (45-IX) has it wrong.
        assert_eq!(replayed.last.unwrap().fen()[1..], fen[1..], "{row}");
        lines += 1;
    }
    assert!(lines > 300, "only {lines} openings were read");
}
