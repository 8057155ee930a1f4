//! A window on a stream of bytes that moves along and never holds the whole.

use std::io::{self, Read};

/// The usual size of the buffer; it grows for a longer token.
const WINDOW: usize = 256 * 1024;

/// A buffered window of a stream.
pub(super) struct StreamBuffer<R> {
    source: R,
    bytes: Vec<u8>,
    start: usize,
    end: usize,
    finished: bool,
    failure: Option<io::Error>,
}

impl<R: Read> StreamBuffer<R> {
    pub(super) fn new(source: R) -> Self {
        Self { source, bytes: vec![0; WINDOW], start: 0, end: 0, finished: false, failure: None }
    }

    /// The buffered bytes.
    #[inline]
    pub(super) fn rest(&self) -> &[u8] {
        &self.bytes[self.start..self.end]
    }

    /// Whether the buffered bytes are the last of the stream.
    #[inline]
    pub(super) fn is_last(&self) -> bool {
        self.finished
    }

    #[inline]
    pub(super) fn advance(&mut self, count: usize) {
        self.start += count;
        debug_assert!(self.start <= self.end);
    }

    /// Buffers at least this many bytes, or all that are left.
    #[inline]
    pub(super) fn ensure(&mut self, wanted: usize) {
        if self.end - self.start < wanted && !self.finished {
            self.fill(wanted);
        }
    }

    /// The error that ended the stream, if any.
    pub(super) fn take_failure(&mut self) -> Option<io::Error> {
        self.failure.take()
    }

    #[cold]
    fn fill(&mut self, wanted: usize) {
        self.bytes.copy_within(self.start..self.end, 0);
        self.end -= self.start;
        self.start = 0;
        if wanted > self.bytes.len() {
            self.bytes.resize(wanted.next_power_of_two(), 0);
        } else if self.bytes.len() > WINDOW && self.end.max(wanted) <= WINDOW {
            self.bytes.truncate(WINDOW);
            self.bytes.shrink_to_fit();
        }
        while self.end < wanted && !self.finished {
            match self.source.read(&mut self.bytes[self.end..]) {
                Ok(0) => self.finished = true,
                Ok(count) => self.end += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    self.failure = Some(error);
                    self.finished = true;
                }
            }
        }
    }
}
