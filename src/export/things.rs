//! What stands and lies on a level of Descend when the player arrives: its monsters, items and hazards.

use crate::game::content::Content;
use crate::game::level_of;
use crate::geom::Pos;
use crate::mapgen::MapSpec;

/// A monster, an item or a hazard.
pub struct Thing {
    /// What it is: `monster`, `item` or `hazard`.
    pub class: &'static str,
    /// Its kind in the content, such as `potion-healing`.
    pub id: String,
    /// Its name, which a player may not know yet.
    pub name: String,
    pub pos: Pos,
}

/// The things of the level that `spec` is; none of other maps. Makes the level again.
pub fn things(spec: Option<&MapSpec>) -> Vec<Thing> {
    let (Some(level), Ok(content)) = (spec.and_then(level_of), Content::embedded()) else {
        return Vec::new();
    };
    let thing = |class, id: &str, name: &str, pos| Thing {
        class,
        id: id.to_owned(),
        name: name.to_owned(),
        pos,
    };
    let monsters = level.monsters.iter().map(|(kind, _, pos)| {
        let def = content.monster(*kind);
        thing("monster", &def.id, &def.name, *pos)
    });
    let items = level.items.iter().map(|(kind, _, _, pos)| {
        let def = content.item(*kind);
        thing("item", &def.id, &def.name, *pos)
    });
    let hazards = level.hazards.iter();
    let hazards = hazards.map(|(kind, pos)| thing("hazard", kind.id(), kind.name(), *pos));
    monsters.chain(items).chain(hazards).collect()
}
