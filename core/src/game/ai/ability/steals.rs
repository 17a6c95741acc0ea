//! `steals`: its hit takes a stack out of the player's pack, and it flees with it.

use super::declare::{Ability, Nature, ability};
use crate::game::content::Class;
use crate::game::rules::turn::Turn;
use crate::game::world::action::Letter;
use crate::game::world::actor::{ActorId, Mood};
use crate::game::world::event::MonsterEvent;
use crate::game::world::item::Item;
use crate::rng::Tag;

ability! {
    /// Its hit steals an item that is neither in use nor food, and it flees with it. Killed, it drops the item.
    steals: Steals, Snicker, "steals from your pack, and runs" {}
}

impl Ability for Steals {
    const NATURE: Nature = Nature {
        is_dangerous: true,
        ..Nature::PLAIN
    };

    /// Steals a random stack that is neither equipped nor food.
    fn follow_hit(&self, turn: &mut Turn<'_>, id: ActorId) {
        if turn.level[id].loot.is_some() {
            return;
        }
        let mut stream = turn.stream(Tag::ART, id, 1);
        let pack = &turn.player.pack;
        let loose = |(letter, item): (Letter, &Item)| {
            let food = matches!(turn.content.item(item.kind).class, Class::Food(_));
            (!food && !pack.is_equipped(letter)).then_some((letter, item.count))
        };
        let loose: Vec<(Letter, u16)> = pack.items().filter_map(loose).collect();
        if let Some(&(letter, count)) = stream.pick(&loose)
            && let Some(item) = turn.take_from_pack(letter, count)
        {
            let (who, stolen) = (turn.event_actor(id), turn.event_item(item));
            let thief = &mut turn.level[id];
            thief.loot = Some(item);
            thief.mood = Mood::Fleeing;
            thief.route.clear();
            turn.emit(MonsterEvent::Stole { who, item: stolen });
        }
    }
}
