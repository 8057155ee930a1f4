//! A small training run, stopped and resumed.
#![allow(clippy::unwrap_used)] // a test may panic

use std::collections::BTreeMap;
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use damiera_engine::LearnedWeights;
use damiera_lab::WeightsSource;
use damiera_lab::training::{FitSettings, TrainingError, TrainingEvent, TrainingSettings, train};
use damiera_play::TableFolder;
use damiera_rules::Variant;

fn settings(directory: &Path) -> TrainingSettings {
    TrainingSettings {
        variant: Variant::Italian,
        directory: directory.to_owned(),
        schedule: vec!["210x10".parse().unwrap(), "210x12".parse().unwrap()],
        window: 2,
        teacher: WeightsSource::Material,
        seed: 5,
        threads: 2,
        fit: FitSettings { epochs: 3, ..FitSettings::default() },
        adjudication: TableFolder::Disabled,
    }
}

/// All files below a directory.
fn files(directory: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if path.is_dir() {
            found.extend(files(&path).into_iter().map(|(inner, bytes)| (format!("{name}/{inner}"), bytes)));
        } else {
            found.insert(name, fs::read(path).unwrap());
        }
    }
    found
}

#[test]
fn a_run_that_is_stopped_and_resumed_writes_the_same_files() {
    let [whole, resumed] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let mut losses = Vec::new();
    train(&settings(whole.path()), &mut |event| {
        if let TrainingEvent::EpochFinished(progress) = event {
            losses.push(progress.loss);
        }
        ControlFlow::Continue(())
    })
    .unwrap();
    assert!(losses[3] < losses[0], "{losses:?}");

    // Stopped at every event, it advances by a step each time.
    let mut stops = 0;
    let mut budget = 1;
    loop {
        let mut left = budget;
        let threads = 1 + stops % 2;
        let run = train(&TrainingSettings { threads, ..settings(resumed.path()) }, &mut |_| {
            left -= 1;
            if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        match run {
            Ok(()) => break,
            Err(TrainingError::Stopped) => stops += 1,
            Err(error) => panic!("{error}"),
        }
        // A fit reports several events, and a stop discards it: allow more of them each time.
        budget += 1;
    }
    assert!(stops >= 3, "{stops}");
    assert_eq!(files(whole.path()), files(resumed.path()));
}

#[test]
fn a_directory_belongs_to_one_run() {
    let directory = tempfile::tempdir().unwrap();
    let first = TrainingSettings { schedule: vec!["20x10".parse().unwrap()], ..settings(directory.path()) };
    train(&first, &mut |_| ControlFlow::Continue(())).unwrap();
    for other in [
        TrainingSettings { seed: 6, ..first.clone() },
        TrainingSettings { schedule: vec!["20x11".parse().unwrap()], ..first.clone() },
        TrainingSettings { teacher: WeightsSource::Learned, ..first.clone() },
    ] {
        let refused = train(&other, &mut |_| ControlFlow::Continue(()));
        assert!(matches!(refused, Err(TrainingError::OtherRun { .. })), "{refused:?}");
    }
    let mut longer = first;
    longer.schedule.push("20x10".parse().unwrap());
    train(&longer, &mut |_| ControlFlow::Continue(())).unwrap();
    let file = fs::read(directory.path().join("italian-2.weights")).unwrap();
    let provenance = LearnedWeights::from_bytes(Variant::Italian, &file).unwrap().provenance;
    assert_eq!([provenance.generation.into(), provenance.games, provenance.seed], [2, 40, 5]);
    assert!(provenance.signature > 0);
}

#[test]
fn a_generation_may_have_a_window_of_its_own() {
    let directory = tempfile::tempdir().unwrap();
    let schedule = ["20x10", "20x10", "20x10:1", "20x10:4"].map(|text| text.parse().unwrap());
    let run = TrainingSettings { schedule: schedule.into(), ..settings(directory.path()) };
    let mut games = Vec::new();
    train(&run, &mut |event| {
        if let TrainingEvent::GenerationFinished { provenance, .. } = event {
            games.push(provenance.games);
        }
        ControlFlow::Continue(())
    })
    .unwrap();
    assert_eq!(games, [20, 40, 20, 80]);
}
