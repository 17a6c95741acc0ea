//! A fuzzer that tests the rules: half of its actions are random, sensible or not, legal or not. An
//! explorer chooses the others, or no run would get past the first level.

use super::{Bot, Explorer};
use crate::game::{Action, Command, Letter, Refusal, View};
use crate::geom::{Dir, Pos};
use crate::rng::{Seed, Stream, Tag};

/// Asks for random actions, legal or not, and lets an [`Explorer`] choose half of them.
#[derive(Clone, Debug)]
pub struct Chaos {
    seed: Seed,
    /// Decisions so far, which key the stream of the next one.
    decisions: u64,
    explorer: Explorer,
    /// Whether the explorer chose the last action.
    explorer_chose: bool,
}

impl Chaos {
    /// Creates the bot; its choices depend on the run's seed.
    pub fn new(seed: Seed) -> Self {
        Self {
            seed,
            decisions: 0,
            explorer: Explorer::default(),
            explorer_chose: false,
        }
    }
}

/// Key that separates its streams from those of other bots.
const STREAM_KEY: u64 = 2;

impl Bot for Chaos {
    fn choose_action(&mut self, view: View<'_>) -> Command {
        let mut stream = Stream::keyed(Tag::BOT, self.seed, &[STREAM_KEY, self.decisions]);
        self.decisions += 1;
        self.explorer_chose = stream.coin();
        if self.explorer_chose {
            self.explorer.choose_action(view)
        } else {
            pick_action(view, &mut stream)
        }
    }

    fn handle_refusal(&mut self, command: Command, reason: Refusal) {
        if self.explorer_chose {
            self.explorer.handle_refusal(command, reason);
        }
    }
}

/// Picks a random action, which need not be legal.
fn pick_action(view: View<'_>, stream: &mut Stream) -> Command {
    let letter = pick_letter(stream);
    let dir = Dir::ALL[stream.below(8) as usize];
    let at = pick_pos(view, stream);
    let is_aimed = stream.coin();
    let sure = stream.coin();
    let number = stream.below(500);
    let target = is_aimed.then_some(at);
    let (count, tile) = ((number % 4) as u16, number as u16);
    let optional_dir = sure.then_some(dir);
    let stairs = view.stairs_down().unwrap_or(at);
    let action = match stream.below(40) {
        0..=7 => Action::Move { dir },
        8 => Action::Wait,
        9 => Action::Search,
        10 => Action::Rest,
        11 => Action::PickUp,
        12 => Action::Drop { letter, count },
        13..=18 => Action::Use { letter, at: target },
        19 => Action::Throw { letter, at },
        20 => Action::Fire { at },
        21 => Action::Close { dir: optional_dir },
        22 => Action::Tend { dir: optional_dir },
        23 => Action::Rotate {
            tile,
            clockwise: sure,
        },
        24 | 25 => Action::Feel { dir },
        26 => Action::Ascend,
        27 | 28 => Action::Descend,
        29..=31 => Action::Explore,
        32 => Action::Travel { to: at },
        33 | 34 => Action::Travel { to: stairs },
        35 | 36 => Action::Fight,
        37 => Action::Proceed,
        38 => Action::Push { dir: optional_dir },
        _ => Action::Run { dir },
    };
    Command { action, sure }
}

fn pick_letter(stream: &mut Stream) -> Letter {
    let index = stream.below(Letter::COUNT as u32);
    Letter::all()
        .nth(index as usize)
        .expect("the index is below the number of letters")
}

/// Picks a random position near the player or anywhere, sometimes off the map.
fn pick_pos(view: View<'_>, stream: &mut Stream) -> Pos {
    let size = view.size();
    let me = view.player().pos;
    let is_near = stream.coin();
    let dx = stream.range(-6, 6);
    let dy = stream.range(-6, 6);
    let x = stream.range(-3, size.width as i32 + 3);
    let y = stream.range(-3, size.height as i32 + 3);
    if is_near {
        Pos::new(me.x + dx, me.y + dy)
    } else {
        Pos::new(x, y)
    }
}
