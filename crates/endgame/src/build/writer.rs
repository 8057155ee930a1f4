//! A thread that writes finished classes while the next ones are computed.

use std::io;
use std::path::Path;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread::{Scope, ScopedJoinHandle};

use damiera_rules::Rules;

use crate::file;
use crate::kind::TableKind;
use crate::material::MaterialClass;

/// Length of the queue. A slow disk then blocks the build instead of filling the memory.
const WAITING: usize = 4;

pub(super) struct TableFileWriter<'scope> {
    queue: SyncSender<(MaterialClass, Vec<u8>)>,
    thread: ScopedJoinHandle<'scope, io::Result<()>>,
}

impl<'scope> TableFileWriter<'scope> {
    pub(super) fn start<'env, R: Rules>(
        scope: &'scope Scope<'scope, 'env>,
        dir: &'env Path,
        kind: TableKind,
    ) -> Self {
        let (queue, waiting) = sync_channel::<(MaterialClass, Vec<u8>)>(WAITING);
        let thread = scope.spawn(move || {
            for (class, bytes) in waiting {
                file::write(dir, R::VARIANT, class, kind, &bytes)?;
            }
            Ok(())
        });
        Self { queue, thread }
    }

    /// Queues a class. An error means that an earlier one could not be written; [`TableFileWriter::finish`] returns the cause.
    pub(super) fn write(&self, class: MaterialClass, bytes: Vec<u8>) -> io::Result<()> {
        self.queue.send((class, bytes)).map_err(|_| io::ErrorKind::BrokenPipe.into())
    }

    /// Waits until everything is on disk.
    pub(super) fn finish(self) -> io::Result<()> {
        drop(self.queue);
        self.thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    }
}
