//! Games on three nodes while nodes, broker, database and connections fail: nothing acknowledged is lost, no game forks,
//! and every game goes on.

mod checker;
mod drains;
mod events;
mod faults;
mod jobs;
mod late_news;
mod players;
mod report;
mod versions;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use damiera_testing::{Availability, PrivateCluster, PrivateNats, PrivatePostgres, trial};
use libtest_mimic::Arguments;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::sleep;

use checker::{ExplainedOutages, LogRow, WitnessedGame};
use faults::FaultTimes;
use players::{Play, Random, now, play_games};
use report::CausedFault;

const SLOW: bool = cfg!(feature = "slow");
/// Games at a time, unless `DAMIERA_GAMES` says otherwise.
const GAMES: u64 = if SLOW { 300 } else { 30 };
/// The longest time for a move, in milliseconds.
const THOUGHT: u64 = if SLOW { 2_000 } else { 1_000 };
/// Faults in all.
const COUNT: usize = if SLOW { 40 } else { 7 };
/// Time between the end of a fault and the next.
const PEACE: Duration = Duration::from_secs(if SLOW { 6 } else { 4 });
const TIMES: FaultTimes = FaultTimes {
    stopped: Duration::from_secs(if SLOW { 15 } else { 6 }),
    cut: Duration::from_secs(if SLOW { 8 } else { 5 }),
};
/// Time without faults at the end, longer than what a fault explains: no time is given back in the rest of it.
const QUIET: Duration = Duration::from_secs(if SLOW { 25 } else { 0 });
/// Clocks are right to a second, whatever happens, in milliseconds.
const SECOND: i64 = 1_000;
/// What a clock may lose by a drain. Beside other tests it is only right to a second, like every clock.
const MOST_LOST: i64 = if SLOW { 250 } else { SECOND };
/// Every move is acknowledged within this time, whatever happens.
const LONGEST: u64 = 10_000;

fn main() -> ExitCode {
    let present = PrivatePostgres::start().is_some() && PrivateNats::start().is_some();
    let can_run = if present { Availability::Present } else { Availability::Missing };
    let trials = vec![
        trial("the_checker_detects_tampering", Availability::Present, checker::detects_tampering),
        trial("games_survive_every_fault", can_run, || block_on(games_survive_every_fault())),
        trial("an_online_event_has_one_game_for_each_board", can_run, || {
            block_on(events::an_online_event_has_one_game_for_each_board());
        }),
        trial("an_arena_goes_on_when_its_node_is_lost", can_run, || {
            block_on(events::an_arena_goes_on_when_its_node_is_lost());
        }),
        trial("a_node_that_stops_hands_its_games_over", can_run, || {
            block_on(drains::a_node_that_stops_hands_its_games_over());
        }),
        trial("a_turn_counts_from_when_it_is_shown", can_run, || {
            block_on(late_news::a_turn_counts_from_when_it_is_shown());
        }),
        trial("nodes_list_each_others_games", can_run, || {
            block_on(versions::nodes_list_each_others_games());
        }),
        trial("what_a_newer_version_wrote_is_left_to_it", can_run, || {
            block_on(versions::what_a_newer_version_wrote_is_left_to_it());
        }),
        trial("an_exhibition_has_one_game_for_each_board", can_run, || {
            block_on(events::an_exhibition_has_one_game_for_each_board());
        }),
        trial("a_killed_worker_loses_nothing", can_run, || block_on(jobs::a_killed_worker_loses_nothing())),
    ];
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

fn block_on(test: impl Future<Output = ()>) {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .expect("a runtime")
        .block_on(test);
}

async fn games_survive_every_fault() {
    let seed = std::env::var("DAMIERA_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or_else(now);
    eprintln!("seed {seed} (set DAMIERA_SEED to repeat the same faults)");
    let cluster = PrivateCluster::start_versions(&programs(), 3, &[]).await;
    let mut cluster = cluster.expect("a cluster").expect("PostgreSQL and NATS");
    let (end, over) = watch::channel(false);
    let play = Play { balancer: cluster.balancer.address(), thought: THOUGHT, over };
    let mut playing = JoinSet::new();
    let games = std::env::var("DAMIERA_GAMES").ok().and_then(|games| games.parse().ok()).unwrap_or(GAMES);
    for game in 1..=games {
        playing.spawn(play_games(play.clone(), seed ^ game));
    }
    sleep(PEACE).await;
    let caused = cause_faults(&mut cluster, Random(seed)).await;
    sleep(QUIET).await;
    end.send_replace(true);
    let (mut games, mut failures) = (Vec::new(), Vec::new());
    while let Some(played) = playing.join_next().await {
        let (played, refused) = played.expect("no player panicked");
        games.extend(played);
        failures.extend(refused);
    }
    let outages = ExplainedOutages::new(caused.iter().map(|caused| (caused.begun, caused.ended)));
    let logs = read_log(&cluster);
    let losses: Vec<_> =
        with_logs(&games, &logs).flat_map(|(game, log)| checker::losses(game, log)).collect();
    report::print(&games, &caused, &losses);
    let found = faults_found(&games, &logs, &outages);
    eprintln!("{} faults in what clients saw and in the log", found.len());
    failures.extend(found);
    failures.extend(report::unbearable_losses(&caused, &losses));
    let slowest = report::slowest_move(&games);
    failures.extend((slowest > LONGEST).then(|| format!("a move took {slowest} ms")));
    if !failures.is_empty() {
        let (kept, some) = (keep(&cluster), &failures[..failures.len().min(20)]);
        panic!("{} failures, such as {some:#?}; the nodes' logs are in {kept}", failures.len());
    }
    tamper(&cluster, &games, &outages);
}

/// What the nodes run: `DAMIERA_PROGRAM` may name another build, or several versions that run side by side, separated by colons.
fn programs() -> Vec<PathBuf> {
    let named = std::env::var_os("DAMIERA_PROGRAM").unwrap_or_else(|| env!("CARGO_BIN_EXE_damiera").into());
    std::env::split_paths(&named).collect()
}

/// Causes the faults, one after another.
async fn cause_faults(cluster: &mut PrivateCluster, mut random: Random) -> Vec<CausedFault> {
    let mut caused = Vec::new();
    let (chosen, count) = faults::chosen(COUNT);
    for number in 0..count {
        let fault =
            chosen.get(number).copied().unwrap_or_else(|| chosen[random.below(chosen.len() as u64) as usize]);
        let begun = now();
        faults::cause(cluster, fault, TIMES, &mut random).await;
        caused.push(CausedFault { fault, begun, ended: now() });
        sleep(PEACE).await;
    }
    caused
}

/// Copies the nodes' logs to where they stay.
fn keep(cluster: &PrivateCluster) -> String {
    let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cluster-logs");
    let _ = std::fs::create_dir_all(&kept);
    for file in std::fs::read_dir(cluster.folder()).into_iter().flatten().flatten() {
        if file.path().extension().is_some_and(|ending| ending == "log") {
            let _ = std::fs::copy(file.path(), kept.join(file.file_name()));
        }
    }
    kept.display().to_string()
}

/// The log of all games.
fn read_log(cluster: &PrivateCluster) -> HashMap<String, Vec<LogRow>> {
    let printed = cluster.postgres.execute(&cluster.database, checker::PRINT_LOG).expect("the log");
    checker::read_log(&printed)
}

/// Games with their logs.
fn with_logs<'a>(
    games: &'a [WitnessedGame],
    logs: &'a HashMap<String, Vec<LogRow>>,
) -> impl Iterator<Item = (&'a WitnessedGame, &'a [LogRow])> {
    games.iter().map(|game| (game, logs.get(&game.id).map_or(&[][..], Vec::as_slice)))
}

/// Everything that is wrong with some games.
fn faults_found(
    games: &[WitnessedGame],
    logs: &HashMap<String, Vec<LogRow>>,
    outages: &ExplainedOutages,
) -> Vec<String> {
    with_logs(games, logs).flat_map(|(game, log)| checker::faults(game, log, outages)).collect()
}

/// The same check fails once a row of the database is changed.
fn tamper(cluster: &PrivateCluster, games: &[WitnessedGame], outages: &ExplainedOutages) {
    let game = games.iter().find(|game| game.moves.len() > 2).expect("a game with moves");
    let one = std::slice::from_ref(game);
    let (id, seq) = (&game.id, game.moves[1].seq);
    let sql = [
        format!(
            "UPDATE game_event SET body = replace(body, '\"to\":', '\"to\":1') WHERE game = '{id}' AND seq = {seq}"
        ),
        format!("DELETE FROM game_event WHERE game = '{id}' AND seq = {seq}"),
    ];
    for sql in sql {
        cluster.postgres.execute(&cluster.database, &sql).expect("a changed row");
        assert!(!faults_found(one, &read_log(cluster), outages).is_empty(), "{sql} is not detected");
    }
}
