//! Work beside the frames: in another thread, or in a browser page, which has none, in a worker with an instance
//! of the program of its own. The worker is told in a text what to make, and answers with bytes.

#[cfg(not(target_family = "wasm"))]
use bevy::tasks::{AsyncComputeTaskPool, Task, futures::check_ready};
#[cfg(target_family = "wasm")]
use std::sync::{Arc, Mutex, PoisonError};

#[cfg(target_family = "wasm")]
use super::page;

/// What is being made. Dropped, it is given up.
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

/// Reads the answer of a worker.
type Read<T> = Box<dyn Fn(&[u8]) -> Result<T, String> + Send + Sync>;

impl<T: Send + 'static> Work<T> {
    /// Begins: does `make`, or has a worker do `order`, whose answer is for `read`.
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

    /// What was made, once, or why it was not.
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
