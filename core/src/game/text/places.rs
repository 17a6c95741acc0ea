//! Descriptions of tiles and aimed actions, and the tiles worth examining. Uses only what the player
//! knows.

use super::messages::MessageWriter;
use super::names;
use super::set_pieces;
use crate::game::content::{Abilities, Aims, Class, MarkKind, MonsterKind, Potion};
use crate::game::rules::aim::{self, Aim};
use crate::game::view::View;
use crate::game::view::values::{ActorView, FeatureView, ItemView, Odds, SetPiecePart};
use crate::game::world::action::{Action, Refusal};
use crate::game::world::actor::{ActorId, Mood};
use crate::game::world::condition::Condition;
use crate::game::world::detail::{EventItem, Landmark, Surprise};
use crate::game::world::hazard::HazardKind;
use crate::game::world::light::Lighting;
use crate::game::world::scene::WARD;
use crate::geom::Pos;
use crate::map::{Tile, TileSet};
use crate::text;

impl View<'_> {
    /// The player's health: `health 12 of 20`.
    pub fn describe_health(self) -> String {
        let player = self.player();
        format!("health {} of {}", player.health, player.max_health)
    }

    /// Where a tile is from the player, by steps: `3 north and 2 east`.
    pub fn describe_offset(self, to: Pos) -> String {
        let from = self.player().pos;
        let (east, south) = (to.x - from.x, to.y - from.y);
        let part = |count: i32, names: [&str; 2]| {
            (count != 0).then(|| format!("{} {}", count.abs(), names[usize::from(count > 0)]))
        };
        let parts = [
            part(south, ["north", "south"]),
            part(east, ["west", "east"]),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        match parts.is_empty() {
            true => "here".to_owned(),
            false => parts.join(" and "),
        }
    }

    /// What throwing, shooting, reading or using something at a tile would do.
    ///
    /// # Errors
    /// Why the action would be refused, warnings aside; also for actions that are not aimed.
    pub fn aim(self, action: Action) -> Result<Aim, Refusal> {
        aim::preview(self.scene, action)
    }

    /// Describes an aim in sentences: its odds, whom it catches, what stops it.
    pub fn describe_aim(self, aim: &Aim) -> Vec<String> {
        let mut lines = Vec::new();
        let obstacle = aim.stopped_by.map(|pos| match self.actor_at(pos) {
            Some(actor) => self.monster_name(actor.kind),
            None => match self.tile(pos) {
                Some(tile) => tile.tile.name().to_owned(),
                None => "something".to_owned(),
            },
        });
        if let Some(by) = obstacle {
            let by = format!("{by} is in the way");
            if aim.target.is_none() && aim.blast.is_empty() {
                let what = match aim.class.and_then(Class::spell) {
                    Some(_) => "the bolt".to_owned(),
                    None => self.the_item(aim.letter),
                };
                lines.push(names::to_sentence(match aim.path.is_empty() {
                    true => format!("{by}: {what} will fall at your feet"),
                    false => format!("{by}: {what} will hit nobody"),
                }));
                lines.extend(self.describe_coals(aim).map(str::to_owned));
                return lines;
            }
            lines.push(names::to_sentence(by));
        }
        match (aim.target, aim.damage) {
            (Some(id), Some((least, most))) => {
                if let Some(actor) = self.actors().find(|actor| actor.id == id) {
                    lines.push(self.describe_strike(&actor, aim.hit, (least, most)));
                }
            }
            _ if !aim.blast.is_empty() => lines.push(self.describe_blast(aim)),
            _ => lines.push(self.describe_flight(aim).to_owned()),
        }
        if aim.spills {
            lines.push(
                "Its oil spills there and burns; the lantern is empty then, and out of your hands."
                    .to_owned(),
            );
        }
        if aim.spreads {
            let here = self.tile(self.player().pos).map(|tile| tile.tile);
            let by = match here.filter(|tile| tile.fuel() > 0) {
                Some(tile) => tile.name(),
                None => "what burns between you",
            };
            lines.push(names::to_sentence(format!(
                "{by} would carry the fire to you"
            )));
        } else if let Some(what) = self.would_burn(aim) {
            lines.push(format!("It would set fire to {what}."));
        }
        lines.extend(self.describe_coals(aim).map(str::to_owned));
        lines
    }

    /// Says that an aim knocks a burning brazier over, if it does.
    fn describe_coals(self, aim: &Aim) -> Option<&'static str> {
        let pos = aim.stopped_by?;
        let from = aim.path.last().copied().unwrap_or(self.player().pos);
        let lit = self.lamps().any(|lamp| lamp.pos == pos && lamp.lit);
        (lit && from.dir_to(pos).is_some()).then_some(
            "It knocks the brazier over, and the coals fall on the three tiles behind it.",
        )
    }

    /// What the flames of an aim would set on fire, as far as the player knows.
    fn would_burn(self, aim: &Aim) -> Option<&'static str> {
        let flames = aim.blast.iter().filter(|_| aim.damage.is_some());
        let flames = flames.chain(aim.spills.then_some(&aim.lands));
        let mut fuels = flames.filter_map(|pos| {
            let (tile, field) = (self.tile(*pos)?.tile, self.field(*pos));
            match () {
                () if field.marsh > 0 => Some("marsh gas, which bursts"),
                () if field.oil > 0 => Some("oil"),
                () if field.web > 0 => Some("a web"),
                () if tile.fuel() > 0 => Some(tile.name()),
                () => None,
            }
        });
        fuels.next()
    }

    /// Describes what blocks a step onto a tile, and how to open the gate of a vault, in a sentence; `None`
    /// for walkable tiles, and for walls, which need no explanation.
    pub fn describe_obstacle(self, at: Pos) -> Option<String> {
        let tile = self.tile(at)?.tile;
        let mut features = self.features();
        if let Some(feature) = features.find(|one| one.sealed_door() == Some(at)) {
            let key = match feature.has_conduit {
                true if feature.landmark == Landmark::BrokenConduit => {
                    "bring light to the lamp of the vault on its conduit"
                }
                true => "bring light to all the lamps of its conduit",
                false => "pull its lever",
            };
            return Some(format!("The gate of the vault is sealed: {key}."));
        }
        if let Some(name) = self.name_of_mark(at, tile) {
            let name = name.split([',', ':']).next().unwrap_or(name);
            return (!tile.is_walkable())
                .then(|| names::to_sentence(format!("{name} is in the way")));
        }
        let is_notable = !tile.is_passable() && !matches!(tile, Tile::Wall | Tile::Void);
        is_notable.then(|| names::to_sentence(format!("{} is in the way", tile.name())))
    }

    fn describe_strike(self, actor: &ActorView, hit: u8, (least, most): (i32, i32)) -> String {
        let name = self.monster_name(actor.kind);
        if hit == 0 {
            let why = "nothing harms it from more than";
            return format!("It would glance off {name}: {why} {WARD} tiles away.");
        }
        let chance = match hit {
            100 => "Sure to hit".to_owned(),
            hit => format!("{hit}% to hit"),
        };
        let ends = if least >= actor.health {
            "a killing blow".to_owned()
        } else {
            format!("it has {} health", actor.health)
        };
        format!("{chance} {name} for {least} to {most}; {ends}.")
    }

    /// Describes what a blast or cloud does, and to whom.
    fn describe_blast(self, aim: &Aim) -> String {
        let potion = match aim.class {
            Some(Class::Potion(potion)) => Some(potion.row()),
            _ => None,
        };
        let cloud = potion.and_then(|potion| potion.cloud);
        let does = match (aim.damage, aim.class) {
            (Some((least, most)), _) => {
                format!("Flames burn everyone they reach for {least} to {most}")
            }
            (_, Some(_)) => match cloud {
                Some(does) => self.filled(does),
                None => return "It shatters to no effect.".to_owned(),
            },
            (_, None) => "It shatters; you learn what it was if it affects anyone".to_owned(),
        };
        match self.caught_in(aim).as_slice() {
            [] => format!("{does}: nobody is there."),
            caught => format!("{does}: {}.", text::list(caught, "and")),
        }
    }

    /// Names whoever a blast or cloud affects, the monsters by kind.
    fn caught_in(self, aim: &Aim) -> Vec<String> {
        let within = self.actors().filter(|actor| aim.blast.contains(&actor.pos));
        let mut kinds: Vec<(MonsterKind, u32)> = Vec::new();
        for actor in within {
            match kinds.iter_mut().find(|(kind, _)| *kind == actor.kind) {
                Some((_, count)) => *count += 1,
                None => kinds.push((actor.kind, 1)),
            }
        }
        let name = |(kind, count): (MonsterKind, u32)| match count {
            1 => self.monster_name(kind),
            _ => names::monster_group(self.content(), kind, count, false),
        };
        let mut caught: Vec<String> = kinds.into_iter().map(name).collect();
        // A thrown potion of healing does not heal its thrower.
        let spares_you = aim.class == Some(Class::Potion(Potion::Healing));
        if aim.blast.contains(&self.player().pos) && !spares_you {
            caught.push("you".to_owned());
        }
        caught
    }

    /// Describes the outcome of an aim that strikes nobody.
    fn describe_flight(self, aim: &Aim) -> &'static str {
        let Some(class) = aim.class else {
            return "Read it to learn what it does.";
        };
        match class.spell().map(|scroll| scroll.row().aims) {
            Some(Aims::AtPlace) => "It takes you there.",
            Some(Aims::Bolt { .. }) => "It hits nobody there.",
            Some(Aims::Nowhere) => "It needs no target.",
            None if aim.path.is_empty() => "It falls at your feet.",
            None => "It hits nobody and falls to the ground.",
        }
    }

    /// Positions of the enemies in sight, the nearest first: the possible targets.
    pub fn targets(self) -> Vec<Pos> {
        self.monster_positions(|actor| actor.in_sight && !actor.friend)
    }

    /// The tiles worth examining: first what is in sight, monsters before all else, and doors and braziers last; then
    /// what is remembered or sensed: monsters, prizes and items, tombs, mechanisms and gates that are still of use,
    /// stairs, braziers. The nearest come first in each group.
    pub fn sights(self) -> Vec<Pos> {
        // Nothing is left to do at the mechanism and the gate of an open vault, or at an empty font.
        let is_of_use = |one: &FeatureView| !one.done || one.is_everlamp();
        let mechanisms = self.features().filter(is_of_use);
        let gates = self.features().filter_map(|one| one.sealed_door());
        let parts = self.set_piece_parts().filter(|(_, part)| {
            matches!(
                part,
                SetPiecePart::Lever { live: true } | SetPiecePart::Plate { live: true }
            )
        });
        let gates = gates.chain(parts.map(|(pos, _)| pos));
        let stairs = self.stairs_down().into_iter().chain(self.stairs_up());
        let groups: [Vec<Pos>; 6] = [
            self.monster_positions(|_| true),
            self.items().map(|item| item.pos).collect(),
            self.closed_tombs().collect(),
            mechanisms.map(|one| one.at).chain(gates).collect(),
            stairs.collect(),
            self.doors_in_sight()
                .chain(self.lamps().map(|lamp| lamp.pos))
                .collect(),
        ];
        let me = self.player().pos;
        let last = groups.len() - 1;
        let rank = |group: usize, pos: Pos| match (self.in_sight(pos), group) {
            (true, 0) => 0,
            (true, group) if group < last => 1,
            (true, _) => 2,
            (false, group) => 3 + group,
        };
        let all = groups.into_iter().enumerate();
        let mut sights: Vec<(usize, Pos)> = all
            .flat_map(|(group, tiles)| tiles.into_iter().map(move |pos| (group, pos)))
            .map(|(group, pos)| (rank(group, pos), pos))
            .collect();
        sights.sort_by_key(|(rank, pos)| (*rank, pos.steps_to(me), pos.y, pos.x));
        let mut found = Vec::new();
        for (_, pos) in sights {
            if !found.contains(&pos) {
                found.push(pos);
            }
        }
        found
    }

    fn monster_positions(self, which: impl Fn(&ActorView) -> bool) -> Vec<Pos> {
        let mut actors: Vec<ActorView> = self.actors().filter(which).collect();
        let me = self.player().pos;
        actors.sort_by_key(|actor| (actor.pos.steps_to(me), actor.id));
        actors.into_iter().map(|actor| actor.pos).collect()
    }

    fn closed_tombs(self) -> impl Iterator<Item = Pos> {
        let known = self.known().iter();
        known.filter_map(|(pos, tile)| (*tile == Tile::Tomb).then_some(pos))
    }

    fn doors_in_sight(self) -> impl Iterator<Item = Pos> {
        let seen = self.scene.level.cache.seen.iter();
        seen.filter(move |pos| {
            let tile = self.scene.level.tile(*pos);
            matches!(tile, Tile::DoorClosed | Tile::DoorOpen)
        })
    }

    /// Describes a tile, one paragraph each: who stands on it, what lies on it, and what it is.
    pub fn look(self, at: Pos) -> Vec<String> {
        let mut lines = Vec::new();
        if at == self.player().pos {
            lines.push("You.".to_owned());
        }
        if let Some(actor) = self.actor_at(at) {
            self.describe_monster(&actor, &mut lines);
        }
        if let Some(item) = self.item_at(at) {
            self.describe_item(&item, &mut lines);
        }
        lines.push(self.describe_place(at));
        self.describe_field(at, &mut lines);
        let hazard = self.hazard_at(at);
        lines.extend(hazard.map(HazardKind::description));
        let devices = self.devices().filter(|device| device.pos == at);
        lines.extend(devices.map(|device| set_pieces::describe_rule(device.def, device.rule)));
        lines
    }

    /// Describes what burns, lies or hangs on a tile, and what fire would do there.
    fn describe_field(self, at: Pos, lines: &mut Vec<String>) {
        let Some(tile) = self.tile(at) else {
            return;
        };
        let field = self.field(at);
        let mut front = TileSet::default();
        self.fire_front(&mut front);
        if field.flame > 0 {
            lines.push(format!(
                "In flames: they take {} health in each turn from whoever stands there, and set them \
                 on fire.",
                self.scene.flames_damage()
            ));
        } else if !front.is_empty() && front.contains(at) {
            lines.push("It may catch fire in the next turn.".to_owned());
        } else if tile.tile.fuel() > 0 {
            lines.push("It would burn.".to_owned());
        }
        if field.oil > 0 {
            lines.push("Oil on it: it catches fire as soon as flames are beside it.".to_owned());
        }
        if field.web > 0 {
            lines.push(format!(
                "A web hangs here: it holds whoever walks in for {}, and burns at once.",
                names::counted(field.web, "turn")
            ));
        }
        if field.marsh > 0 {
            lines.push(
                "Marsh gas over it: it bursts as far as it reaches when it meets a flame."
                    .to_owned(),
            );
        }
        if field.incense > 0 {
            lines.push(
                "Incense over it: monsters that breathe it fall asleep, and your eyes grow heavy."
                    .to_owned(),
            );
        }
        if field.thick {
            lines.push("Smoke over it: nobody sees through it.".to_owned());
        }
    }

    /// Describes a monster: its name and state, its habit, its text, and the odds of a fight.
    fn describe_monster(self, actor: &ActorView, lines: &mut Vec<String>) {
        let def = self.content().monster(actor.kind);
        let name = self.monster_name(actor.kind);
        let states = self.states(actor).join(", ");
        let (health, whole) = (actor.health, actor.max_health);
        lines.push(names::to_sentence(format!(
            "{name}: {states}, {health} of {whole} health"
        )));
        lines.push(names::to_sentence(def.habit.clone()));
        let abilities = self.content().describe_abilities(actor.kind).join(", ");
        if !abilities.is_empty() && abilities != def.habit {
            lines.push(names::to_sentence(abilities));
        }
        if def.named {
            lines.push(format!(
                "Whatever you throw, shoot or cast from more than {WARD} tiles away glances off."
            ));
        }
        if let Some(announcement) = actor.prepares {
            lines.push(announcement.words().answer.to_owned());
        }
        lines.push(def.text.clone());
        if let Some(range) = self.notice_range(actor.id) {
            let tiles = names::counted(range.unsigned_abs(), "tile");
            lines.push(match actor.mood {
                Mood::Asleep => format!("It may hear you within {tiles}."),
                _ => format!("It may notice you within {tiles}."),
            });
        }
        if let Some(odds) = self.odds(actor.id) {
            let health = (actor.health, self.player().health);
            let [ours, theirs] = describe_odds(&odds, health);
            lines.push(ours);
            let (low, high) = odds.damage_back;
            let blast = format!("its blast hits you for {low} to {high}.");
            let Abilities {
                bursts,
                charges,
                shoots,
                ..
            } = &def.abilities;
            match (bursts, charges.is_some() || shoots.is_some()) {
                (None, _) => lines.push(theirs),
                (Some(_), false) => lines.push(format!("It strikes no blows; {blast}")),
                (Some(_), true) => lines.extend([theirs, names::to_sentence(blast)]),
            }
        }
    }

    /// The mood and conditions of a monster, in words.
    fn states(self, actor: &ActorView) -> Vec<&'static str> {
        let target = self
            .scene
            .level
            .actor(actor.id)
            .and_then(|actor| actor.target);
        let is_after_you = target == Some(ActorId::PLAYER);
        let row = actor.mood.row();
        let mood = if is_after_you {
            row.towards_you
        } else {
            row.otherwise
        };
        let mut states = vec![mood];
        if actor.friend {
            states.insert(0, "on your side");
        }
        if !actor.in_sight {
            states.push("sensed from afar");
        }
        let is_patrol = (self.scene.level.actor(actor.id)).is_some_and(|actor| actor.patrols);
        if is_patrol {
            states.push("carrying a lamp");
        }
        if actor.has_loot {
            states.push("carrying what it stole");
        }
        if self
            .scene
            .level
            .actor(actor.id)
            .is_some_and(|actor| actor.summoned || actor.patrols)
        {
            states.push("worth no experience");
        }
        states.extend(self.conditions_of(actor.id));
        states
    }

    /// What a monster has announced, and its conditions, in words.
    pub fn conditions_of(self, id: ActorId) -> impl Iterator<Item = &'static str> {
        let actor = self.scene.level.actor(id);
        let seen = actor.filter(|actor| self.scene.sees(actor));
        let prepared = seen.and_then(|actor| actor.preparing);
        let prepared = prepared.map(|prepared| prepared.announcement.words().state);
        let has = move |condition: &Condition| {
            actor.is_some_and(|actor| actor.conditions.has(*condition))
        };
        let conditions = Condition::ALL.into_iter().filter(has);
        let conditions = conditions.filter_map(|condition| condition.words().of_monster);
        prepared.into_iter().chain(conditions)
    }

    fn describe_item(self, item: &ItemView, lines: &mut Vec<String>) {
        let writer = MessageWriter(self.content());
        let known = EventItem {
            kind: item.kind,
            count: item.count,
            plus: item.plus,
        };
        lines.push(names::to_sentence(match item.offer {
            Some(_) => format!(
                "{}: take one of the vault's things, and the others vanish",
                writer.offer_here(known)
            ),
            None if item.declined => format!("{}, which you left behind", writer.item_here(known)),
            None => writer.item_here(known),
        }));
        lines.extend(self.about_item(item.kind, item.plus));
    }

    /// Describes a tile apart from what is on it.
    fn describe_place(self, at: Pos) -> String {
        let Some(tile) = self.tile(at) else {
            return "You have not seen this place yet.".to_owned();
        };
        let part = self.features().find_map(|one| name_of_part(&one, at));
        let part = part.or_else(|| self.name_of_mark(at, tile.tile));
        let mut what = match part {
            Some(part) => part.to_owned(),
            None => self.name_of_tile(tile.tile, at),
        };
        if tile.in_sight && tile.tile.is_walkable() {
            what += match tile.lighting {
                Lighting::Bright => ", in bright light",
                Lighting::Dim => ", in dim light",
                Lighting::Dark => ", in the dark",
            };
        }
        if tile.in_sight && self.is_hallowed(at) {
            what += ", on hallowed ground";
        }
        if tile.mapped {
            what = format!("on the map you read: {what}");
        } else if !tile.in_sight {
            what = format!("out of sight: {what}");
        }
        names::to_sentence(what)
    }

    /// The name of what a set piece has on a tile, if it is not what the tile seems to be.
    fn name_of_mark(self, at: Pos, tile: Tile) -> Option<&'static str> {
        let level = self.scene.level;
        let mut set_pieces = level.set_pieces.iter();
        let piece = set_pieces.find(|piece| piece.seen && piece.area.contains(at))?;
        let mark = piece.mark_at(at)?;
        let lever = level.known.landmarks.contains(&at);
        Some(match piece.def(self.content()).mark(mark).is {
            MarkKind::Lever if lever => "a lever in the wall: walk into it to pull it",
            MarkKind::Plate => "a plate in the floor",
            MarkKind::Gate if tile == Tile::Wall => "a gate of stone, closed",
            MarkKind::Gate => "a gate of stone, open",
            MarkKind::Bars if tile == Tile::Pew => {
                "wooden bars, which stop what flies but not the eye"
            }
            MarkKind::Bars => "bars, raised",
            _ => return None,
        })
    }

    /// The name of a tile, and its effects on the player.
    fn name_of_tile(self, tile: Tile, at: Pos) -> String {
        match tile {
            Tile::StairsUp if self.depth() == 1 => {
                "the door to the church above, barred until the Everlamp burns".to_owned()
            }
            Tile::Brazier => match self.lamps().find(|lamp| lamp.pos == at) {
                Some(lamp) if lamp.lit => "a brazier, burning".to_owned(),
                Some(_) => "a brazier, unlit".to_owned(),
                None => "a brazier".to_owned(),
            },
            tile if tile.hides() => format!(
                "{} from more than {} tiles away",
                tile.description(),
                self.content().rules().sight.grass
            ),
            tile => tile.description().to_owned(),
        }
    }
}

/// The name of a tile that belongs to a vault or the Everlamp.
fn name_of_part(feature: &FeatureView, at: Pos) -> Option<&'static str> {
    let open = feature.open;
    if feature.at == at {
        return Some(match (feature.is_everlamp(), feature.has_conduit) {
            _ if feature.landmark == Landmark::Font => match (open, feature.done) {
                (false, _) => "a font, dry: the light of the conduit would fill it",
                (_, false) => {
                    "a font full of light: walk into it to drink, and you are healed, once"
                }
                (_, true) => "a font, drunk dry",
            },
            (_, true) if feature.landmark == Landmark::BrokenConduit => match feature.done {
                true => "a conduit, with light in all its lamps",
                false => {
                    "a conduit with a broken tile: its lamps light the vault, a font and the hall of the stairs, but \
                     there is pipe for all but one"
                }
            },
            (true, _) if open => "the Everlamp, burning",
            (true, _) => "the Everlamp, dark: bring the light through its conduit",
            (_, true) if open => "the conduit that opened the vault",
            (_, true) => "a conduit: bring light to all its lamps, and the vault opens",
            (_, false) if open => "the lever that opened the vault",
            (_, false) => "a lever: pull it, and the vault opens",
        });
    }
    (feature.sealed_door() == Some(at)).then_some("the gate of a vault, sealed")
}

/// Describes the odds of a fight, in two sentences. `health` is that of the monster and of the player.
fn describe_odds(odds: &Odds, (health, health_back): (i32, i32)) -> [String; 2] {
    let ((low, high), (low_back, high_back)) = (odds.damage, odds.damage_back);
    let blows = |blows: Option<u32>, (is_sure, whom): (bool, &str)| match blows {
        None => format!("no blow can kill{whom}"),
        Some(1) if is_sure => format!("1 blow to kill{whom}"),
        Some(1) => format!("1 or 2 blows to kill{whom}"),
        Some(count) => format!("about {count} blows to kill{whom}"),
    };
    let surprise = match odds.surprise {
        Some(Surprise::Unaware) => "Out of the dark you hit",
        Some(Surprise::Doorway) => "In the doorway you hit it",
        _ if odds.is_cramped => "From the doorway you hit",
        _ => "You hit",
    };
    let hit_back = match odds.is_cramped_back {
        true => "From the doorway it hits you",
        false => "You are hit",
    };
    [
        format!(
            "{surprise} {}% of the time for {low} to {high}; {}.",
            odds.hit,
            match odds.slays {
                true => "1 blow kills a sleeper".to_owned(),
                false => blows(odds.blows, (low >= health, "")),
            }
        ),
        format!(
            "{hit_back} {}% of the time for {low_back} to {high_back}, {}% of your health; {}.",
            odds.hit_back,
            odds.share_back,
            blows(odds.blows_back, (low_back >= health_back, " you"))
        ),
    ]
}
