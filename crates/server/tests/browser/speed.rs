//! What a page costs on a slow link: requests, bytes and round trips.

use std::net::SocketAddr;
use std::time::Duration;

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::time::Instant;

use crate::harness::{Screen, browse};
use crate::runner::{Tests, tests};

/// The tests of this file.
pub(crate) const TESTS: Tests = tests! {
    without: [
        a_game_appears_after_one_round_trip,
        everything_a_cold_page_needs_is_asked_for_at_once,
    ],
};

/// Half of a round trip.
const DELAY: Duration = Duration::from_millis(150);

/// A link to the server on which everything takes time, including opening a connection.
async fn slow_link(server: String) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(async move {
        while let Ok((near, _)) = listener.accept().await {
            let server = server.clone();
            tokio::spawn(async move {
                tokio::time::sleep(2 * DELAY).await;
                let Ok(far) = TcpStream::connect(server).await else { return };
                let ((from_near, to_near), (from_far, to_far)) = (near.into_split(), far.into_split());
                tokio::spawn(delay(from_near, to_far));
                delay(from_far, to_near).await;
            });
        }
    });
    address
}

/// Forwards one direction, each piece after the delay.
async fn delay(mut from: impl AsyncReadExt + Unpin, mut to: impl AsyncWriteExt + Unpin + Send + 'static) {
    let (queue, mut queued) = mpsc::unbounded_channel::<(Instant, Vec<u8>)>();
    tokio::spawn(async move {
        while let Some((due, bytes)) = queued.recv().await {
            tokio::time::sleep_until(due).await;
            if to.write_all(&bytes).await.is_err() {
                return;
            }
        }
        let _ = to.shutdown().await;
    });
    let mut bytes = vec![0; 64 * 1024];
    while let Ok(read @ 1..) = from.read(&mut bytes).await {
        let _ = queue.send((Instant::now() + DELAY, bytes[..read].to_vec()));
    }
}

/// Milliseconds from pressing Play to the board, and what was fetched for it, by the browser's own clock.
const MEASURED: &str = "const nav = performance.getEntriesByType('navigation')[0], mark = name => performance.getEntriesByName(name)[0]?.startTime;
    const fetched = performance.getEntriesByType('resource').filter(one => one.transferSize > 0);
    return { press: performance.timeOrigin + mark('board') - Number(sessionStorage.getItem('pressed')),
      board: mark('board'), joined: mark('joined'), bytes: nav.encodedBodySize, plain: nav.decodedBodySize,
      files: fetched.map(one => new URL(one.name).pathname) }";

/// Whether everything that the page fetches ahead has arrived.
const FETCHED_AHEAD: &str = "const arrived = new Set(performance.getEntriesByType('resource').filter(one => one.responseEnd > 0).map(one => one.name));
    return [...document.querySelectorAll('link[rel=prefetch]')].every(link => arrived.has(link.href))";

fn a_game_appears_after_one_round_trip() {
    browse("speed", Screen::DESKTOP, async |page| {
        let link = slow_link(page.server().to_owned()).await;
        let slow = page.another(Screen::DESKTOP, format!("http://{link}")).await;
        for visit in ["first", "second"] {
            slow.open("/").await;
            slow.until("the files of a game, fetched ahead", FETCHED_AHEAD).await;
            slow.eval("document.querySelector('#new').addEventListener('submit', () => sessionStorage.setItem('pressed', Date.now()));").await;
            slow.click("#new button.big").await;
            slow.until("the connection", "return document.getElementById('game')?.dataset.line === 'up'")
                .await;
            let measured = slow.eval(MEASURED).await;
            println!("{visit}: {} ms from Play to the board", measured["press"]);
            // The board comes with the page: the connection, two round trips later, is not waited for.
            assert!(measured["board"].as_f64() < measured["joined"].as_f64(), "{measured}");
            assert_eq!(measured["files"], json!([]), "{visit}: fetched though it was there");
            assert!(
                slow.path().await.starts_with("/game/"),
                "the page that answers the form is at the game's address"
            );
            assert!(
                measured["bytes"].as_f64() < measured["plain"].as_f64().map(|plain| plain / 2.0),
                "{measured}"
            );
        }
        slow.close().await;
    });
}

/// When each file was asked for and had arrived, and when the page was first seen and worked, in milliseconds.
const COLD: &str = "const nav = performance.getEntriesByType('navigation')[0], paint = performance.getEntriesByName('first-contentful-paint')[0];
    const needed = [...document.querySelectorAll('link[rel=stylesheet], link[rel=modulepreload], script[src]')].map(one => one.href || one.src);
    const files = performance.getEntriesByType('resource').filter(one => needed.includes(one.name));
    return { html: nav.responseEnd, seen: paint?.startTime, works: nav.domContentLoadedEventEnd,
      files: files.map(one => ({ name: new URL(one.name).pathname, asked: one.startTime, arrived: one.responseEnd })) }";

fn everything_a_cold_page_needs_is_asked_for_at_once() {
    browse("cold", Screen::DESKTOP, async |page| {
        let link = slow_link(page.server().to_owned()).await;
        for path in ["/", "/lobby", "/settings"] {
            let cold = page.another(Screen::DESKTOP, format!("http://{link}")).await;
            cold.open(path).await;
            cold.until("the page", "return performance.getEntriesByName('first-contentful-paint')[0] && performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd > 0").await;
            let measured = cold.eval(COLD).await;
            println!(
                "{path}: html {} ms, seen {} ms, works {} ms",
                measured["html"], measured["seen"], measured["works"]
            );
            let files = measured["files"].as_array().expect("files");
            assert!(files.len() > 5, "{measured}");
            let times = |name: &str| {
                files.iter().map(|file| file[name].as_f64().expect("a time")).collect::<Vec<_>>()
            };
            let first_arrived = times("arrived").into_iter().fold(f64::MAX, f64::min);
            // A file that is asked for only after another one has arrived was found in it: one more round trip.
            for file in files {
                assert!(file["asked"].as_f64() < Some(first_arrived), "{path} {file}");
            }
            cold.close().await;
        }
    });
}
