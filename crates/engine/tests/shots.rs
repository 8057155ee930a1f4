//! Shots: sacrifices that win by force, each with a single winning first move. An exhaustive search that shares no code with
//! the engine verifies the data; then the engine has to find them.
#![allow(clippy::unwrap_used)] // a test may panic

use damiera_engine::{
    Engine, EngineResources, Score, SearchControl, SearchLimits, SearchRequest, SearchRules,
};
use damiera_rules::{History, Position, Rules, Variant, with_rules};

/// Whether the side to move wins within this many plies.
fn wins<R: Rules>(position: &Position<R>, plies: u32) -> bool {
    plies > 0 && position.legal().iter().any(|m| loses(&position.after(m), plies - 1))
}

fn loses<R: Rules>(position: &Position<R>, plies: u32) -> bool {
    let legal = position.legal();
    legal.is_empty() || plies >= 2 && legal.iter().all(|m| wins(&position.after(m), plies - 1))
}

struct Shot {
    variant: Variant,
    fen: &'static str,
    best: &'static str,
    plies: u32,
}

fn shots() -> Vec<Shot> {
    let data = include_str!("data/shots.tsv");
    let rows = data.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    rows.map(|row| {
        let fields: Vec<_> = row.split('\t').collect();
        let [variant, fen, best, plies] = fields[..] else { panic!("{row}") };
        Shot { variant: variant.parse().unwrap(), fen, best, plies: plies.parse().unwrap() }
    })
    .collect()
}

fn check<R: SearchRules>(shot: &Shot) {
    let position = Position::<R>::from_fen(shot.fen).unwrap();
    let best = position.parse_move(shot.best).unwrap();
    let winning: Vec<_> =
        position.legal().into_iter().filter(|m| loses(&position.after(m), shot.plies - 1)).collect();
    assert_eq!(winning, [best], "{}", shot.fen);

    let engine = Engine::<R>::new(EngineResources { threads: 1, table_mib: 8 });
    let game = History::new(position);
    let report = engine.think(
        &SearchRequest::best(&game, SearchLimits::nodes(400_000)),
        &SearchControl::default(),
        |_| (),
    );
    assert_eq!(report.best().map(|m| position.notation(&m)).as_deref(), Some(shot.best), "{}", shot.fen);
    assert_eq!(report.lines[0].score(), Score::WinIn(shot.plies), "{}", shot.fen);
}

#[test]
fn the_engine_finds_every_shot() {
    let shots = shots();
    assert!(shots.len() >= 30);
    for shot in &shots {
        with_rules!(shot.variant, R => check::<R>(shot));
    }
}

/// Short wins and losses that the engine reports are verified by exhaustive search.
#[test]
fn proved_wins_are_wins() {
    fn check_random<R: SearchRules>(seed: u64) -> u32 {
        let engine = Engine::<R>::new(EngineResources { threads: 1, table_mib: 4 });
        let mut rng = damiera_engine::SplitMix64::new(seed);
        let mut proved = 0;
        for _ in 0..60 {
            let mut game = History::new(Position::<R>::start());
            for _ in 0..30 + rng.below(60) {
                let legal = game.position().legal();
                let Some(m) = legal.get(rng.below(legal.len().max(1))) else { break };
                game.push(m);
            }
            let game = History::new(*game.position());
            let report = engine.think(
                &SearchRequest::best(&game, SearchLimits::nodes(3_000)),
                &SearchControl::default(),
                |_| (),
            );
            let Some(line) = report.lines.first() else { continue };
            match line.score() {
                Score::WinIn(plies @ ..=7) => {
                    assert!(wins(game.position(), plies), "{}", game.position().fen());
                }
                Score::LossIn(plies @ ..=6) => {
                    assert!(loses(game.position(), plies), "{}", game.position().fen());
                }
                _ => continue,
            }
            proved += 1;
        }
        proved
    }
    let proved =
        Variant::ALL.iter().map(|&variant| with_rules!(variant, R => check_random::<R>(5))).sum::<u32>();
    assert!(proved > 10, "only {proved} positions were decided");
}
