//! A fuzzer: asks for any action, sensible or not, legal or not, to test the rules. In between, an
//! explorer plays, or no run would get past the first level.

use super::{Bot, Explorer};
use crate::game::{Action, Letter, Refusal, View};
use crate::geom::{Dir, Pos};
use crate::rng::{Seed, Stream, Tag};

/// Asks for random actions, legal or not, and lets an [`Explorer`] choose half of them.
#[derive(Clone, Debug)]
pub struct Chaos {
    seed: Seed,
    asked: u64,
    guide: Explorer,
    /// Whether the guide chose the last action.
    guided: bool,
}

impl Chaos {
    /// Creates the bot; its choices depend on the run's seed.
    pub fn new(seed: Seed) -> Self {
        Self {
            seed,
            asked: 0,
            guide: Explorer::default(),
            guided: false,
        }
    }
}

/// Key that separates its streams from those of other bots.
const WHO: u64 = 2;

impl Bot for Chaos {
    fn act(&mut self, view: View<'_>) -> Action {
        let mut stream = Stream::keyed(Tag::BOT, self.seed, &[WHO, self.asked]);
        self.asked += 1;
        self.guided = stream.coin();
        if self.guided {
            self.guide.act(view)
        } else {
            any_action(view, &mut stream)
        }
    }

    fn refused(&mut self, action: Action, why: Refusal) {
        if self.guided {
            self.guide.refused(action, why);
        }
    }
}

/// A random action, which need not be legal.
fn any_action(view: View<'_>, stream: &mut Stream) -> Action {
    let letter = any_letter(stream);
    let dir = any_dir(stream);
    let at = any_place(view, stream);
    let aimed = stream.coin();
    let sure = stream.coin();
    let number = stream.below(500);
    let aim = aimed.then_some(at);
    let (count, tile, offer) = ((number % 4) as u16, number as u16, (number % 5) as u8);
    let beside = sure.then_some(dir);
    let stairs = view.stairs_down().unwrap_or(at);
    match stream.below(36) {
        0..=6 => Action::Move { dir, sure },
        7 => Action::Wait,
        8 => Action::Search,
        9 => Action::Rest,
        10 => Action::PickUp,
        11 => Action::Drop { letter, count },
        12 => Action::Use {
            letter,
            at: aim,
            sure,
        },
        13 => Action::Eat { letter, sure },
        14 => Action::Quaff { letter, sure },
        15 => Action::Read {
            letter,
            at: aim,
            sure,
        },
        16 => Action::Equip { letter },
        17 => Action::Unequip { letter },
        18 => Action::Throw { letter, at, sure },
        19 => Action::Fire { at, sure },
        20 => Action::Open { dir },
        21 => Action::Close { dir: beside },
        22 => Action::Tend { dir: beside },
        23 => Action::Pull { dir },
        24 => Action::Rotate {
            tile,
            clockwise: sure,
        },
        25 => Action::Choose { offer },
        26 => Action::Ascend,
        27 | 28 => Action::Descend { sure },
        29..=31 => Action::Explore,
        32 => Action::Travel { to: at },
        33 | 34 => Action::Travel { to: stairs },
        _ => Action::Run { dir },
    }
}

fn any_letter(stream: &mut Stream) -> Letter {
    let index = stream.below(Letter::COUNT as u32);
    Letter::all()
        .nth(index as usize)
        .expect("the index is below the number of letters")
}

fn any_dir(stream: &mut Stream) -> Dir {
    Dir::ALL[stream.below(8) as usize]
}

/// A position near the player or anywhere, sometimes off the map.
fn any_place(view: View<'_>, stream: &mut Stream) -> Pos {
    let size = view.size();
    let me = view.player().pos;
    let near = stream.coin();
    let dx = stream.range(-6, 6);
    let dy = stream.range(-6, 6);
    let x = stream.range(-3, size.width as i32 + 3);
    let y = stream.range(-3, size.height as i32 + 3);
    if near {
        Pos::new(me.x + dx, me.y + dy)
    } else {
        Pos::new(x, y)
    }
}
