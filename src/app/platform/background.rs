//! Background work: on another thread, or in a browser page, which has no threads, in a web worker that runs its
//! own instance of the program. The worker gets its order as text and answers with bytes.

#[cfg(not(target_family = "wasm"))]
use bevy::tasks::{AsyncComputeTaskPool, Task, futures::check_ready};
#[cfg(target_family = "wasm")]
use std::sync::{Arc, Mutex, PoisonError};

#[cfg(target_family = "wasm")]
use super::page;

/// A background job. Dropping it cancels it.
pub struct Work<T> {
    #[cfg(not(target_family = "wasm"))]
    task: Task<Result<T, String>>,
    #[cfg(target_family = "wasm")]
    _worker: page::Worker,
    #[cfg(target_family = "wasm")]
    answer: Arc<Mutex<Option<Result<Vec<u8>, String>>>>,
    #[cfg(target_family = "wasm")]
    read: Read<T>,
}

/// Decodes the answer of a worker.
type Read<T> = Box<dyn Fn(&[u8]) -> Result<T, String> + Send + Sync>;

impl<T: Send + 'static> Work<T> {
    /// Starts the job: `make` runs on another thread, or in a browser page a worker carries out `order` and
    /// `read` decodes its answer.
    #[cfg(not(target_family = "wasm"))]
    pub fn start(
        _order: &str,
        make: impl FnOnce() -> Result<T, String> + Send + 'static,
        _read: Read<T>,
    ) -> Self {
        let task = AsyncComputeTaskPool::get().spawn(async move { make() });
        Self { task }
    }

    /// As above.
    #[cfg(target_family = "wasm")]
    pub fn start(
        order: &str,
        _make: impl FnOnce() -> Result<T, String> + Send + 'static,
        read: Read<T>,
    ) -> Self {
        let answer: Arc<Mutex<Option<_>>> = Arc::default();
        let shared = Arc::clone(&answer);
        let worker = page::Worker::start(order, move |answer| {
            *shared.lock().unwrap_or_else(PoisonError::into_inner) = Some(answer);
        });
        Self {
            _worker: worker,
            answer,
            read,
        }
    }

    /// The result, as soon as the job is done, or why it failed. Must not be called again after that.
    #[cfg(not(target_family = "wasm"))]
    pub fn take(&mut self) -> Option<Result<T, String>> {
        check_ready(&mut self.task)
    }

    /// As above.
    #[cfg(target_family = "wasm")]
    pub fn take(&mut self) -> Option<Result<T, String>> {
        let mut answer = self.answer.lock().unwrap_or_else(PoisonError::into_inner);
        let made = answer.take()?;
        Some(made.and_then(|bytes| (self.read)(&bytes)))
    }
}
