//! Mail over SMTP, if the operator has set up a server for it.

use std::time::Duration;

use lettre::message::{Mailbox, header::ContentType};
use lettre::{Address, AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};

/// How long the mail server may take to answer.
const TIMEOUT: Duration = Duration::from_secs(20);

/// Why mail cannot be sent.
#[derive(Debug, thiserror::Error)]
pub enum MailError {
    /// The address of the mail server or of the sender cannot be read.
    #[error("{0}")]
    Settings(String),
    /// The recipient's address cannot be used.
    #[error("the address cannot be used")]
    Recipient,
    /// The mail server does not take the mail now; it has not accepted it.
    #[error("the mail server does not take the mail now: {0}")]
    Deferred(String),
    /// The mail could not be made or sent.
    #[error("the mail could not be sent: {0}")]
    Failed(String),
}

/// Sends mail.
#[derive(Clone, Debug)]
pub struct Mailer {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
}

impl Mailer {
    /// Sends mail by a server such as `smtps://user:password@mail.example.org` from an address such as
    /// `Damiera <dama@example.org>`. Nothing is sent before the first mail.
    pub fn new(smtp: &str, from: &str) -> Result<Self, MailError> {
        let transport = AsyncSmtpTransport::<Tokio1Executor>::from_url(smtp)
            .map_err(|error| MailError::Settings(format!("the mail server cannot be used: {error}")))?
            .timeout(Some(TIMEOUT))
            .build();
        let from = from
            .parse()
            .map_err(|error| MailError::Settings(format!("the sender \"{from}\" cannot be used: {error}")))?;
        Ok(Self { transport, from })
    }

    /// Whether mail can be sent to an address.
    pub(crate) fn accepts(address: &str) -> bool {
        address.len() <= 254 && address.parse::<Address>().is_ok()
    }

    /// Sends a plain text.
    pub(crate) async fn send(&self, to: &str, subject: &str, text: String) -> Result<(), MailError> {
        let to: Address = to.parse().map_err(|_| MailError::Recipient)?;
        let message = Message::builder()
            .from(self.from.clone())
            .to(Mailbox::new(None, to))
            .subject(subject)
            .header(ContentType::TEXT_PLAIN)
            .body(text)
            .map_err(|error| MailError::Failed(error.to_string()))?;
        let sent = self.transport.send(message).await;
        sent.map(|_| ()).map_err(|error| match error.is_transient() {
            true => MailError::Deferred(error.to_string()),
            false => MailError::Failed(error.to_string()),
        })
    }

    /// [`Mailer::send`] after a look whether the mail server is there, so that a server that is not is told from one that
    /// may have accepted the mail.
    pub(crate) async fn send_checked(&self, to: &str, subject: &str, text: String) -> Result<(), MailError> {
        match self.transport.test_connection().await {
            Ok(true) => self.send(to, subject, text).await,
            Ok(false) => Err(MailError::Deferred("it does not answer".to_owned())),
            Err(error) => Err(MailError::Deferred(error.to_string())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_and_addresses_are_checked() {
        assert!(Mailer::new("smtps://user:word@mail.example.org", "Damiera <dama@example.org>").is_ok());
        assert!(Mailer::new("smtp://127.0.0.1:2525", "dama@example.org").is_ok());
        for (smtp, from) in [("http://example.org", "dama@example.org"), ("smtp://127.0.0.1", "nobody")] {
            assert!(matches!(Mailer::new(smtp, from), Err(MailError::Settings(_))), "{smtp} {from}");
        }
        assert!(Mailer::accepts("anna@example.org"));
        let long = format!("{}@example.org", "a".repeat(300));
        for wrong in ["", "anna", "@", "a b@example.org", "a@b\r\nBcc: c@d.org", &long] {
            assert!(!Mailer::accepts(wrong), "{wrong}");
        }
    }
}
