//! Creates the random streams of a run, one for each outcome. Builds with debug assertions also check
//! that no two outcomes of a tick share a stream.

use super::Game;
use super::state::ActorId;
use crate::rng::{Stream, Tag};

/// The streams made so far in a tick, cleared when the tick changes.
#[cfg(any(test, debug_assertions))]
#[derive(Clone, Debug)]
pub(super) struct StreamLog {
    tick: u64,
    streams: Vec<Stream>,
}

#[cfg(any(test, debug_assertions))]
impl Default for StreamLog {
    /// Roomy enough that a quiet turn allocates nothing.
    fn default() -> Self {
        Self {
            tick: 0,
            streams: Vec::with_capacity(64),
        }
    }
}

#[cfg(any(test, debug_assertions))]
impl StreamLog {
    /// Records a new stream, and fails if the same one was made before in this tick.
    fn note(&mut self, tick: u64, tag: Tag, keys: &[u64], stream: &Stream) {
        if self.tick != tick {
            self.tick = tick;
            self.streams.clear();
        }
        // Equal starts mean equal tag and keys: they are 128-bit hashes of them.
        assert!(
            !self.streams.contains(stream),
            "two outcomes share the stream `{tag}` {keys:?}"
        );
        self.streams.push(stream.clone());
    }
}

impl Game {
    /// The stream of an outcome of this tick about one actor; `part` tells it from the tag's other
    /// outcomes about the same actor.
    pub(super) fn stream(&mut self, tag: Tag, who: ActorId, part: u64) -> Stream {
        self.keyed(tag, &[self.state.time, who.0.into(), part])
    }

    /// The stream of an outcome between two actors in this tick; `part` as in
    /// [`stream`](Self::stream).
    pub(super) fn stream_between(
        &mut self,
        tag: Tag,
        (who, other): (ActorId, ActorId),
        part: u64,
    ) -> Stream {
        self.keyed(tag, &[self.state.time, who.0.into(), other.0.into(), part])
    }

    fn keyed(&mut self, tag: Tag, keys: &[u64]) -> Stream {
        let stream = Stream::keyed(tag, self.state.seed, keys);
        #[cfg(any(test, debug_assertions))]
        (self.scratch.stream_log).note(self.state.time, tag, keys, &stream);
        stream
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Setup;
    use crate::rng::Seed;

    fn game() -> Game {
        Game::new(Setup::new(Seed(1)).unwrap()).unwrap()
    }

    #[test]
    #[should_panic(expected = "two outcomes share the stream `notice` [0, 7, 1]")]
    fn a_stream_made_twice_in_a_tick_is_caught() {
        let mut game = game();
        let _ = game.stream(Tag::NOTICE, ActorId(7), 1);
        let _ = game.stream(Tag::WANDER, ActorId(7), 1);
        let _ = game.stream(Tag::NOTICE, ActorId(7), 1);
    }

    #[test]
    fn another_part_another_actor_another_tick_and_another_game_have_streams_of_their_own() {
        let mut game = game();
        let first = game.stream(Tag::NOTICE, ActorId(7), 1);
        let mut copy = game.clone();
        for other in [
            game.stream(Tag::NOTICE, ActorId(7), 2),
            game.stream(Tag::NOTICE, ActorId(8), 1),
            game.stream_between(Tag::NOTICE, (ActorId(7), ActorId(0)), 1),
            game.stream_between(Tag::NOTICE, (ActorId(7), ActorId(9)), 1),
        ] {
            assert_ne!(other, first);
        }
        // A copy that was tried out leaves the streams of the game alone.
        let tried = copy.stream(Tag::NOTICE, ActorId(9), 1);
        assert_eq!(tried, game.stream(Tag::NOTICE, ActorId(9), 1));
        game.state.time += 1;
        assert_ne!(game.stream(Tag::NOTICE, ActorId(7), 1), first);
    }
}
