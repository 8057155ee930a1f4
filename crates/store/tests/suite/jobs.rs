//! Jobs and their results.

use std::sync::Arc;

use damiera_store::{
    Credentials, JobAdmission, JobLimits, NewAccount, NewJob, Store, StoreError, StoredTask,
};

use crate::samples::visitor;

const LIMITS: JobLimits = JobLimits { own: 4, visitors: 6 };

async fn add(
    store: &Arc<dyn Store>,
    id: &str,
    owner: &Credentials,
    quota: &str,
    games: usize,
) -> JobAdmission {
    let games: Vec<_> = (1..=games).map(|number| format!("1. 22-18 {{{id} \"{number}\"}} *")).collect();
    let job = NewJob { id, kind: "review", at: 5, owner, quota, lang: "it", games: &games };
    store.add_job(&job, LIMITS).await.unwrap()
}

pub(crate) async fn account(store: &Arc<dyn Store>, name: &str) -> Credentials {
    let new = NewAccount { name, name_keys: &[], password_hash: "hash", visitor: None, at: 1 };
    Credentials { account: Some(store.create_account(&new).await.unwrap()), ..Credentials::default() }
}

pub(crate) async fn a_job_is_open_until_every_game_has_a_result(store: Arc<dyn Store>) {
    let owner = visitor("Marion");
    assert_eq!(add(&store, "one", &owner, "home", 2).await, JobAdmission::Added);
    assert_eq!(add(&store, "one", &owner, "home", 1).await, JobAdmission::Exists);
    let task = store.job_task("one", 2).await.unwrap();
    let expected = StoredTask {
        kind: "review".to_owned(),
        lang: "it".to_owned(),
        pdn: "1. 22-18 {one \"2\"} *".to_owned(),
        games: 2,
        is_open: true,
        has_result: false,
    };
    assert_eq!(task, Some(expected));
    assert_eq!(store.job_task("one", 3).await.unwrap(), None);
    store.add_job_result("one", 2, 6, "second").await.unwrap();
    assert!(!store.finish_job("one", 7).await.unwrap());
    assert_eq!(store.job_result_numbers("one").await.unwrap(), [2]);
    assert!(store.job_task("one", 2).await.unwrap().unwrap().has_result);
    let open = store.open_jobs(10).await.unwrap();
    assert_eq!(open.iter().map(|job| (&*job.id, job.games, job.done)).collect::<Vec<_>>(), [("one", 2, 1)]);
    store.add_job_result("one", 1, 8, "first").await.unwrap();
    assert!(store.finish_job("one", 9).await.unwrap());
    assert!(store.finish_job("one", 10).await.unwrap(), "it stays finished");
    let job = store.job("one").await.unwrap().unwrap();
    assert_eq!((job.done, job.finished_at, job.cancelled), (2, Some(9), false));
    assert!(job.is_of(&owner) && !job.is_of(&visitor("Asa")) && !job.is_of(&Credentials::default()));
    assert!(store.open_jobs(10).await.unwrap().is_empty());
    assert_eq!(store.job_task("one", 1).await.unwrap().unwrap().pdn, "", "the results contain the games");
    let results = store.job_results("one", 0, 10).await.unwrap();
    assert_eq!(results, [(1, "first".to_owned()), (2, "second".to_owned())]);
    assert_eq!(store.job_results("one", 1, 10).await.unwrap().len(), 1);
}

pub(crate) async fn a_result_is_written_once(store: Arc<dyn Store>) {
    add(&store, "one", &visitor("Marion"), "home", 1).await;
    let results = ["a", "b", "c"].map(|body| {
        let store = Arc::clone(&store);
        async move { store.add_job_result("one", 1, 6, body).await }
    });
    let [a, b, c] = results;
    let (a, b, c) = tokio::join!(a, b, c);
    let written = [a, b, c].into_iter().filter(|result| match result {
        Ok(()) => true,
        Err(StoreError::Conflict) => false,
        Err(error) => panic!("{error}"),
    });
    assert_eq!(written.count(), 1);
    assert_eq!(store.job_results("one", 0, 10).await.unwrap().len(), 1);
    let unknown = store.add_job_result("none", 1, 6, "x").await;
    assert!(matches!(unknown, Err(StoreError::Conflict)), "{unknown:?}");
}

pub(crate) async fn games_that_wait_are_limited(store: Arc<dyn Store>) {
    let (one, other) = (visitor("Marion"), visitor("Asa"));
    assert_eq!(add(&store, "large", &one, "home", 5).await, JobAdmission::OwnLimit);
    assert_eq!(add(&store, "a", &one, "home", 3).await, JobAdmission::Added);
    assert_eq!(add(&store, "b", &one, "home", 2).await, JobAdmission::OwnLimit);
    assert_eq!(add(&store, "c", &other, "elsewhere", 3).await, JobAdmission::Added);
    assert_eq!(add(&store, "d", &other, "elsewhere", 1).await, JobAdmission::VisitorLimit);
    let account = account(&store, "Tom").await;
    assert_eq!(add(&store, "e", &account, "account", 4).await, JobAdmission::Added);
    // A result makes room, and so does a cancelled job.
    store.add_job_result("a", 1, 6, "x").await.unwrap();
    assert_eq!(add(&store, "f", &one, "home", 1).await, JobAdmission::Added);
    store.cancel_job("c", 7).await.unwrap();
    assert_eq!(add(&store, "g", &other, "elsewhere", 3).await, JobAdmission::Added);
    let cancelled = store.job("c").await.unwrap().unwrap();
    assert!(cancelled.cancelled && cancelled.finished_at == Some(7));
    let task = store.job_task("c", 1).await.unwrap().unwrap();
    assert_eq!((task.is_open, &*task.pdn), (false, ""), "the games of a cancelled job take no space");
    store.cancel_job("c", 8).await.unwrap();
    assert_eq!(store.job("c").await.unwrap().unwrap().finished_at, Some(7));
    let listed = store.jobs_of(&other, 10).await.unwrap();
    assert_eq!(listed.iter().map(|job| &*job.id).collect::<Vec<_>>(), ["c", "g"]);
}

pub(crate) async fn jobs_are_deleted_by_age_and_with_their_account(store: Arc<dyn Store>) {
    let (owner, account) = (visitor("Marion"), account(&store, "Tom").await);
    add(&store, "a", &owner, "home", 1).await;
    add(&store, "b", &account, "account", 2).await;
    store.add_job_result("b", 1, 6, "x").await.unwrap();
    assert_eq!(store.delete_old_jobs(5, 5, 10).await.unwrap(), 0);
    assert_eq!(store.delete_old_jobs(6, 5, 10).await.unwrap(), 1);
    assert_eq!(store.job("a").await.unwrap(), None);
    assert!(store.job("b").await.unwrap().is_some());
    store.delete_account(account.account.unwrap()).await.unwrap();
    assert_eq!(store.job("b").await.unwrap(), None);
    add(&store, "c", &owner, "home", 1).await;
    store.delete_job("c").await.unwrap();
    assert_eq!(store.job_task("c", 1).await.unwrap(), None);
}

pub(crate) async fn long_games_and_results_are_read_back(store: Arc<dyn Store>) {
    let owner = visitor("Marion");
    let texts = ["é".repeat(200_000), "short".to_owned(), "☃".repeat(50_000), "x".repeat(64 << 10)];
    let games: Vec<_> = texts.iter().map(|text| format!("{{{text}}}")).collect();
    let job =
        NewJob { id: "one", kind: "review", at: 5, owner: &owner, quota: "home", lang: "it", games: &games };
    assert_eq!(store.add_job(&job, LIMITS).await.unwrap(), JobAdmission::Added);
    for (number, game) in (1..).zip(&games) {
        let task = store.job_task("one", number).await.unwrap().unwrap();
        assert!(task.pdn == *game && task.is_open, "game {number}");
        store.add_job_result("one", number, 6, &format!("result {game}")).await.unwrap();
        let again = store.add_job_result("one", number, 7, game).await;
        assert!(matches!(again, Err(StoreError::Conflict)), "{again:?}");
    }
    assert!(store.finish_job("one", 8).await.unwrap());
    assert_eq!(store.job_task("one", 1).await.unwrap().unwrap().pdn, "");
    let results = store.job_results("one", 0, 10).await.unwrap();
    let expected: Vec<_> =
        (1..).zip(&games).map(|(number, game)| (number, format!("result {game}"))).collect();
    assert!(results == expected);
    assert_eq!(store.add_job(&job, LIMITS).await.unwrap(), JobAdmission::Exists);
    store.delete_job("one").await.unwrap();
    assert_eq!(store.add_job(&job, LIMITS).await.unwrap(), JobAdmission::Added);
}
