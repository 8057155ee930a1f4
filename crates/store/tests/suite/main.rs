//! What every store must do. The cases are written against the trait [`Store`]; each implementation runs all of them on
//! an empty store of its own.
#![allow(clippy::unwrap_used)] // a failed step fails the test

mod accounts;
mod copy;
mod correspondence;
mod exhibitions;
mod group_commit;
mod jobs;
mod leases;
mod library;
mod log;
mod postgres;
mod ratings;
mod retention;
mod samples;
mod seeks;
mod social;
mod tournaments;

use std::pin::Pin;
use std::process::ExitCode;
use std::sync::Arc;

use damiera_store::{SqliteStore, Store};
use damiera_testing::{Availability, trial};
use libtest_mimic::{Arguments, Trial};

/// A case, given an empty store.
type Case = fn(Arc<dyn Store>) -> Pin<Box<dyn Future<Output = ()>>>;

/// Lists cases by their names.
macro_rules! cases {
    ($($area:ident { $($case:ident),+ $(,)? })+) => {
        &[$($(
            (concat!(stringify!($area), "::", stringify!($case)), |store| Box::pin($area::$case(store))),
        )+)+]
    };
}

const CASES: &[(&str, Case)] = cases! {
    log {
        a_game_is_read_back_as_written,
        events_are_read_after_a_number,
        a_sequence_number_is_written_once,
        a_command_id_is_written_once_per_game,
        a_conflict_fails_alone,
        a_game_of_a_missing_seek_conflicts,
        a_game_may_end_in_the_batch_that_creates_it,
        games_are_found_by_visitor_and_account,
        timed_games_are_unfinished_until_they_end,
        the_latest_heartbeat_or_event_of_a_running_game_counts,
        outages_are_kept_in_order,
    }
    group_commit {
        a_lost_answer_is_read_back_from_the_log,
        a_lost_write_is_known_to_have_failed,
        a_write_is_tried_again_until_the_store_is_available,
        every_write_of_a_crowd_is_answered,
    }
    accounts {
        names_are_unique_whatever_their_case,
        a_new_account_takes_over_the_visitors_games,
        whatever_a_visitor_has_goes_to_the_account_and_with_it,
        a_session_ends_by_time_or_by_sign_out,
        names_that_look_alike_are_taken_once,
        sessions_keys_and_devices_are_listed_and_ended,
        operators_read_the_audit_log_and_reports,
        a_deleted_account_leaves_its_games_to_nobody,
        a_passkey_belongs_to_one_account,
        a_mail_link_works_once_and_expires,
    }
    retention {
        only_what_visitors_left_behind_is_abandoned,
        what_else_visitors_left_is_deleted,
        old_imports_of_visitors_are_deleted,
    }
    seeks {
        a_seek_is_read_back_as_written,
        a_seek_leads_to_one_game,
        a_seek_with_a_game_is_not_deleted,
        dead_seeks_are_deleted_by_age,
    }
    correspondence {
        conditional_moves_are_kept_for_each_side,
        mail_about_a_turn_is_taken_once,
        a_browser_subscribes_to_push_messages,
        a_side_has_members_and_votes,
    }
    social {
        preferences_are_replaced,
        a_block_is_listed_and_lifted_and_blocks_are_limited,
        a_challenge_waits_until_it_is_answered,
        a_player_has_games_and_results_against_others,
        a_deleted_account_leaves_no_challenges_and_blocks,
    }
    ratings {
        the_latest_rating_of_each_kind_counts,
        a_game_is_rated_once_and_a_number_is_used_once,
        a_deleted_account_has_no_ratings,
    }
    jobs {
        a_job_is_open_until_every_game_has_a_result,
        a_result_is_written_once,
        games_that_wait_are_limited,
        jobs_are_deleted_by_age_and_with_their_account,
        long_games_and_results_are_read_back,
    }
    library {
        imports_are_stored_together_or_not_at_all,
        any_text_can_be_imported,
        a_long_text_is_read_back,
        a_search_combines_its_filters,
        nobody_sees_other_peoples_imports,
        a_removed_game_can_be_restored_for_a_day,
        cards_are_stale_until_they_cover_the_log,
        a_collection_has_games_and_one_owner,
    }
    exhibitions {
        a_board_is_taken_once_and_freed_until_its_game_begins,
        a_stage_follows_the_one_before,
        a_board_goes_to_the_new_account_and_to_nobody_after_it,
    }
    tournaments {
        a_tournament_is_read_back_as_written,
        a_tournament_entry_is_written_once,
        a_token_has_one_right_in_a_tournament,
    }
};

/// A test that opens stores by itself.
type StoreTest = fn() -> Pin<Box<dyn Future<Output = ()>>>;

/// Copies, checks and backups of SQLite stores. Those with PostgreSQL are in `postgres`.
const COPIES: &[(&str, StoreTest)] = &[
    ("a_copy_is_complete_and_can_be_resumed", || Box::pin(copy::a_copy_is_complete_and_can_be_resumed())),
    ("a_check_finds_what_was_tampered_with", || Box::pin(copy::a_check_finds_what_was_tampered_with())),
    ("a_check_goes_on_after_a_game", || Box::pin(copy::a_check_goes_on_after_a_game())),
    ("a_backup_is_made_while_the_store_is_used", || {
        Box::pin(copy::a_backup_is_made_while_the_store_is_used())
    }),
];

fn main() -> ExitCode {
    let mut trials: Vec<Trial> = CASES.iter().map(|&(name, case)| in_sqlite(name, case)).collect();
    trials.extend(COPIES.iter().map(|&(name, test)| {
        trial(format!("copy::{name}"), Availability::Present, move || block_on(test()))
    }));
    trials.extend(postgres::trials(CASES));
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

fn in_sqlite(name: &str, case: Case) -> Trial {
    trial(format!("sqlite::{name}"), Availability::Present, move || {
        let folder = tempfile::tempdir().unwrap();
        block_on(async {
            let store = SqliteStore::open(&folder.path().join("games.sqlite")).await.unwrap();
            case(Arc::new(store)).await;
        });
    })
}

/// Runs a test's future on a runtime of its own.
fn block_on(test: impl Future<Output = ()>) {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(test);
}
