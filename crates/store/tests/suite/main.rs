//! What every store must do. The cases are written against the trait [`Store`]; each implementation runs all of them on
//! an empty store of its own.
#![allow(clippy::unwrap_used)] // a failed step fails the test

mod accounts;
mod group_commit;
mod library;
mod log;
mod samples;
mod seeks;

/// Makes a test of every case, given a function that opens an empty store.
macro_rules! suite {
    ($open:path) => {
        suite! { $open;
            log {
                a_game_is_read_back_as_written,
                events_are_read_after_a_number,
                a_sequence_number_is_written_once,
                a_command_id_is_written_once_per_game,
                a_conflict_fails_alone,
                a_game_of_a_missing_seek_conflicts,
                games_are_found_by_visitor_and_account,
                timed_games_are_unfinished_until_they_end,
                the_latest_heartbeat_or_event_of_a_running_game_counts,
                outages_are_kept_in_order,
            }
            group_commit {
                a_lost_answer_is_read_back_from_the_log,
                a_lost_write_is_known_to_have_failed,
                every_write_of_a_crowd_is_answered,
            }
            accounts {
                names_are_unique_whatever_their_case,
                a_new_account_takes_over_the_visitors_games,
                a_session_ends_by_time_or_by_sign_out,
            }
            seeks {
                a_seek_is_read_back_as_written,
                a_seek_leads_to_one_game,
                a_seek_with_a_game_is_not_deleted,
            }
            library {
                imports_are_stored_together_or_not_at_all,
                a_search_combines_its_filters,
                nobody_sees_other_peoples_imports,
                cards_are_stale_until_they_cover_the_log,
            }
        }
    };
    ($open:path; $($area:ident { $($case:ident),+ $(,)? })+) => { $(
        mod $area { $(
            #[tokio::test]
            async fn $case() {
                let (_folder, store) = $open().await;
                crate::$area::$case(store).await;
            }
        )+ }
    )+ };
}

mod sqlite {
    use std::sync::Arc;

    use damiera_store::{SqliteStore, Store};
    use tempfile::TempDir;

    async fn open() -> (TempDir, Arc<dyn Store>) {
        let folder = TempDir::new().unwrap();
        let store = SqliteStore::open(&folder.path().join("games.sqlite")).await.unwrap();
        (folder, Arc::new(store))
    }

    suite!(crate::sqlite::open);
}
