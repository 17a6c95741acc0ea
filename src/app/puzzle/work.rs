//! A round that is being made.

use crate::app::platform::background;

/// The making of a round. One that takes long goes on in the background.
pub struct Work<R>(State<R>);

enum State<R> {
    Ready(Option<Box<Result<R, String>>>),
    Background {
        work: background::Work<Result<R, String>>,
        make: Box<dyn Fn() -> Result<R, String> + Send + Sync>,
    },
}

impl<R: Send + 'static> Work<R> {
    /// A round that is there already, or why it cannot be.
    pub fn ready(made: Result<R, String>) -> Self {
        Self(State::Ready(Some(Box::new(made))))
    }

    /// Makes a round in the background. In a browser page, a worker carries out `order`, and `read` decodes
    /// its answer.
    pub fn start(
        order: &str,
        make: impl Fn() -> Result<R, String> + Clone + Send + Sync + 'static,
        read: impl Fn(&[u8]) -> Result<Result<R, String>, String> + Send + Sync + 'static,
    ) -> Self {
        let there = make.clone();
        let work = background::Work::start(order, move || Ok(there()), Box::new(read));
        let make = Box::new(make);
        Self(State::Background { work, make })
    }

    /// The round, as soon as it is made. Must not be called again after that.
    pub(super) fn take(&mut self) -> Option<Result<R, String>> {
        match &mut self.0 {
            State::Ready(made) => made.take().map(|made| *made),
            // A browser worker may fail to start or to answer.
            State::Background { work, make } => {
                work.take().map(|made| made.unwrap_or_else(|_| make()))
            }
        }
    }
}
