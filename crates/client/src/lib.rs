//! A client of the server's API, for `damiera bot`, `damiera bench server` and the tests.
//!
//! [`ApiClient`] sends HTTP requests and keeps cookies; [`ApiConnection`] is a WebSocket with the typed messages of
//! [`damiera_messages`]. Both use plain TCP for `http://` addresses and TLS for `https://` addresses.
//!
//! TLS is rustls with the `ring` provider, on the connections that hyper and tungstenite already provide. That costs
//! far less to compile than a complete HTTP client, and needs no system library.

mod connection;
mod error;
mod http;
mod server_url;
mod tls;
mod transport;

pub use connection::ApiConnection;
pub use error::ClientError;
pub use http::{ApiClient, ApiResponse};
pub use server_url::ServerUrl;
pub use tls::TrustedCertificates;
