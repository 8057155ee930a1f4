//! Three nodes of `damiera serve` on a private PostgreSQL and NATS behind a balancer, until Ctrl-C. `./cluster` runs it.

use std::path::PathBuf;

use damiera_testing::PrivateCluster;

#[tokio::main]
async fn main() -> std::io::Result<()> {
    let program = std::env::args_os().nth(1).map_or_else(|| "target/release/damiera".into(), PathBuf::from);
    let Some(cluster) = PrivateCluster::start(&program, 3).await? else {
        return Err(std::io::Error::other(
            "PostgreSQL and nats-server are needed: apt-get install postgresql nats-server",
        ));
    };
    println!("The cluster is ready: http://{}/", cluster.balancer.address());
    for node in &cluster.nodes {
        println!("  node http://{}/", node.address);
    }
    println!("  database {}", cluster.postgres.url(&cluster.database));
    println!("  broker nats://{}", cluster.nats.address());
    println!("  logs {}\nStop with Ctrl-C.", cluster.folder().display());
    let mut terminated = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate())?;
    tokio::select! {
        stopped = tokio::signal::ctrl_c() => stopped?,
        _ = terminated.recv() => {}
    }
    println!("Stopped.");
    Ok(())
}
