//! Painting on the map: a brush, a rectangle, a fill, the start, a rectangle that is locked while the rest is made anew, one
//! that becomes a room with a name, and one that `waves` imitates. What is painted travels in the map's code. A stroke is
//! made with the pointer here, and with keys in [`pen`](super::pen).

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use strum::VariantArray;

use super::imitate::imitate;
use super::tool::LabTool;
use crate::app::dungeon::{Dungeon, Regenerate, takes_long};
use crate::app::frame::{Phase, React};
use crate::app::input::MapPointer;
use crate::app::notice::Notice;
use crate::app::screen::Screen;
use crate::game::counted;
use crate::geom::{Dir, Pos, Rect};
use crate::map::distance::{DistanceMap, UNBOUNDED};
use crate::map::{Map, Room, RoomName, Steps, Tile, TileSet};
use crate::mapgen::waves::Sample;
use crate::mapgen::{Edits, MapSpec, SpecError};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Paint>()
        .add_systems(
            React,
            drop_stroke
                .run_if(resource_changed::<LabTool>)
                .in_set(Screen::Lab)
                .in_set(Phase::Generate),
        )
        .add_systems(
            Update,
            work.run_if(resource_exists::<ButtonInput<MouseButton>>)
                .in_set(Screen::Lab)
                .in_set(Phase::Tick),
        );
}

/// What a stroke of the pointer does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, VariantArray)]
pub enum Tool {
    /// Paints the tiles that the pointer passes over.
    Brush,
    /// Paints a rectangle, from the press to the release.
    Rectangle,
    /// Paints all tiles of one kind that join the one under the pointer.
    Fill,
    /// Puts the start on a tile.
    Start,
    /// Locks a rectangle as it is, while another seed or other parameters make the rest.
    Lock,
    /// Makes a rectangle a room with a name.
    Room,
    /// Makes a map of which every small area also occurs in a rectangle.
    Imitate,
}

impl Tool {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Brush => "Brush",
            Self::Rectangle => "Rectangle",
            Self::Fill => "Fill",
            Self::Start => "Start",
            Self::Lock => "Lock",
            Self::Room => "Room",
            Self::Imitate => "Imitate",
        }
    }

    /// What its button says of it.
    pub(super) const fn meaning(self) -> &'static str {
        match self {
            Self::Brush => "Paints the tiles that you pass over.",
            Self::Rectangle => "Paints a rectangle, from where you press to where you let go.",
            Self::Fill => "Paints all tiles of one kind that join this one.",
            Self::Start => "Puts the start where you let go.",
            Self::Lock => {
                "Locks a rectangle as it is, while another seed or other parameters make the rest."
            }
            Self::Room => "Makes a rectangle a room with the name below, which exports keep.",
            Self::Imitate => "Makes a map of which every small area also occurs in a rectangle.",
        }
    }

    /// Whether it paints with a tile.
    pub(super) const fn paints(self) -> bool {
        matches!(self, Self::Brush | Self::Rectangle | Self::Fill)
    }

    /// Whether it works on the rectangle from a stroke's first tile to its last.
    const fn is_rectangular(self) -> bool {
        matches!(
            self,
            Self::Rectangle | Self::Lock | Self::Room | Self::Imitate
        )
    }
}

/// The name of the next room, unless the player gives another.
const FIRST_NAME: &str = "boss";

/// What is painted, and with what.
#[derive(Resource, Clone, Debug)]
pub struct Paint {
    /// What a stroke does.
    pub tool: Tool,
    /// The tile that is painted; with none, tiles become what the generator made.
    pub tile: Option<Tile>,
    /// What the next room is called.
    pub name: RoomName,
    stroke: Option<Stroke>,
}

impl Paint {
    /// Whether a stroke has begun.
    pub(super) const fn has_stroke(&self) -> bool {
        self.stroke.is_some()
    }

    /// The rectangle of the stroke that has begun, if its tool works on one.
    pub(super) fn rectangle(&self) -> Option<Rect> {
        let stroke = self.stroke.as_ref()?;
        let area = Rect::between(stroke.first, stroke.last);
        self.tool.is_rectangular().then_some(area)
    }
}

impl Default for Paint {
    fn default() -> Self {
        Self {
            tool: Tool::Brush,
            tile: Some(Tile::Wall),
            name: FIRST_NAME.parse().expect("it is a name"),
            stroke: None,
        }
    }
}

/// A press that is not yet released.
#[derive(Clone, Debug)]
struct Stroke {
    /// The map at the press.
    spec: MapSpec,
    map: std::sync::Arc<Map>,
    first: Pos,
    last: Pos,
    edits: Edits,
}

impl Stroke {
    /// Goes on to a tile.
    fn reach(&mut self, to: Pos, tool: Tool, tile: Option<Tile>) {
        match tool {
            Tool::Brush => {
                for pos in line(self.last, to) {
                    put(&mut self.edits, pos, tile);
                }
            }
            Tool::Rectangle => {
                self.edits = self.spec.edits().clone();
                for pos in Rect::between(self.first, to).positions() {
                    put(&mut self.edits, pos, tile);
                }
            }
            Tool::Fill => {
                self.edits = self.spec.edits().clone();
                for pos in region(&self.map, to) {
                    put(&mut self.edits, pos, tile);
                }
            }
            // What they make is made at the end.
            Tool::Start | Tool::Lock | Tool::Room | Tool::Imitate => {}
        }
        self.last = to;
    }

    fn result(&self, tool: Tool, name: RoomName) -> Result<MapSpec, String> {
        let area = Rect::between(self.first, self.last);
        let mut edits = self.edits.clone();
        match tool {
            Tool::Imitate => {
                let sample = Sample::of_part(&self.map.tiles, area);
                let sample = sample.map_err(|error| error.to_string())?;
                return imitate(&self.spec, sample);
            }
            Tool::Start if !self.map.is_walkable(self.last) => {
                return Err("the start must be on a tile that can be walked on".to_owned());
            }
            Tool::Start => edits.start = Some(self.last),
            Tool::Lock => return self.locked(area).map_err(|error| error.to_string()),
            Tool::Room => {
                // It takes the place of the same room.
                edits.rooms.retain(|room| room.area != area);
                let others = self.map.rooms.iter().filter(|room| room.area != area);
                edits.rooms.push(Room {
                    name: Some(free_name(name, others)),
                    ..Room::plain(area)
                });
            }
            Tool::Brush | Tool::Rectangle | Tool::Fill => {}
        }
        let spec = self.spec.with_edits(edits);
        spec.map_err(|error| error.to_string())
    }

    /// The map with the tiles of `area` locked. Of one that was drawn, all else goes, and a generator makes the rest.
    fn locked(&self, area: Rect) -> Result<MapSpec, SpecError> {
        let lies_in = |other: Rect| {
            let last = Pos::new(other.right, other.bottom);
            area.contains(Pos::new(other.left, other.top)) && area.contains(last)
        };
        let (mut edits, spec) = match self.spec.is_drawn() && !self.edits.joins {
            false => (self.edits.clone(), self.spec.clone()),
            true => {
                let old = &self.edits;
                let rooms = old.rooms.iter().filter(|room| lies_in(room.area));
                let things = old.things.iter().filter(|thing| lies_in(thing.area));
                let mut edits = Edits::default();
                edits.rooms = rooms.copied().collect();
                edits.things = things.cloned().collect();
                let spec = MapSpec::new(OF_THE_REST, self.spec.size(), self.spec.seed)?;
                (edits, spec)
            }
        };
        for pos in area.positions() {
            edits.set(pos, self.map.tiles[pos]);
        }
        edits.joins = true;
        spec.with_edits(edits)
    }
}

/// What makes the rest of a map that was drawn, until the player chooses another.
const OF_THE_REST: &str = "caves";

/// A name like `name` that none of the rooms has.
fn free_name<'a>(name: RoomName, rooms: impl Iterator<Item = &'a Room>) -> RoomName {
    let taken: Vec<RoomName> = rooms.filter_map(|room| room.name).collect();
    let is_free = |name: &RoomName| !taken.contains(name);
    let numbered = (2..).filter_map(|number: u32| {
        let number = number.to_string();
        let mut stem = name.as_str().to_owned();
        stem.truncate(RoomName::MAX - 1 - number.len());
        format!("{stem}-{number}").parse().ok()
    });
    let mut names = std::iter::once(name).chain(numbered);
    names.find(is_free).unwrap_or(name)
}

/// What is cut off from the start on `map` and was not on the map `before`, in words; empty if nothing is.
fn cut_off(map: &Map, before: &Map) -> String {
    let reached = |map: &Map| {
        let open = TileSet::of(&map.tiles, Tile::is_walkable);
        let mut distances = DistanceMap::default();
        let start = map.start.into_iter().collect::<Vec<_>>();
        distances.measure(&open, Steps::Four, &start, UNBOUNDED);
        let lost = open.iter().filter(|pos| distances.get(*pos).is_none());
        let lost = lost.count() as u64;
        (distances, open, lost)
    };
    let (distances, open, lost) = reached(map);
    if lost <= reached(before).2 {
        return String::new();
    }
    let is_lost = |room: &&Room| {
        let mut tiles = room
            .area
            .positions()
            .filter(|pos| open.contains(*pos))
            .peekable();
        tiles.peek().is_some() && tiles.all(|pos| distances.get(pos).is_none())
    };
    let rooms = map.rooms.iter().filter(is_lost);
    let names: Vec<&str> = rooms
        .filter_map(|room| Some(room.name.as_ref()?.as_str()))
        .collect();
    let tiles = counted(lost, "tile");
    match names.as_slice() {
        [] => format!("{tiles} cannot be reached from the start"),
        names => format!(
            "{} cannot be reached from the start: {tiles} are cut off",
            names.join(" and ")
        ),
    }
}

fn put(edits: &mut Edits, pos: Pos, tile: Option<Tile>) {
    match tile {
        Some(tile) => edits.set(pos, tile),
        None => edits.remove(pos),
    }
}

/// The tiles of a straight line, each beside the one before it or at its corner, with both ends.
fn line(from: Pos, to: Pos) -> impl Iterator<Item = Pos> {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let steps = dx.abs().max(dy.abs()).max(1);
    (0..=steps).map(move |step| {
        let along = |way: i32| (2 * way * step + steps * way.signum()) / (2 * steps);
        Pos::new(from.x + along(dx), from.y + along(dy))
    })
}

/// The tiles of the same kind that join `from` by their sides.
fn region(map: &Map, from: Pos) -> Vec<Pos> {
    let mut seen = crate::map::TileSet::new(map.size());
    let mut found = vec![from];
    seen.insert(from);
    let mut at = 0;
    while let Some(&pos) = found.get(at) {
        at += 1;
        for next in Dir::CARDINAL.map(|dir| pos.step(dir)) {
            if map.tiles.get(next) == Some(&map.tiles[from]) && seen.insert(next) {
                found.push(next);
            }
        }
    }
    found
}

/// Leaves a stroke that has begun.
fn drop_stroke(mut paint: ResMut<Paint>) {
    if paint.stroke.is_some() {
        paint.stroke = None;
    }
}

/// What strokes are made on.
#[derive(SystemParam)]
pub(super) struct Canvas<'w> {
    pub(super) dungeon: Res<'w, Dungeon>,
    requests: MessageWriter<'w, Regenerate>,
    pub(super) notice: ResMut<'w, Notice>,
}

impl Canvas<'_> {
    /// Begins a stroke at a tile.
    pub(super) fn begin(&mut self, paint: &mut Paint, at: Pos) {
        paint.stroke = Some(Stroke {
            spec: self.dungeon.spec().clone(),
            map: self.dungeon.shared_map(),
            first: at,
            last: at,
            edits: self.dungeon.spec().edits().clone(),
        });
        self.reach(paint, at);
    }

    /// Goes on with the stroke to a tile, and shows the map as it is painted so far, unless it takes long to make.
    pub(super) fn reach(&mut self, paint: &mut Paint, at: Pos) {
        let Some(stroke) = &mut paint.stroke else {
            return;
        };
        stroke.reach(at, paint.tool, paint.tile);
        if paint.tool.paints()
            && let Ok(spec) = stroke.result(paint.tool, paint.name)
            && !takes_long(&spec)
        {
            self.requests.write(Regenerate::Passing(spec));
        }
    }

    /// Shows another map, and says why; nothing if the reason is empty.
    pub(super) fn show(&mut self, spec: MapSpec, reason: &str) {
        self.requests.write(Regenerate::Exactly(spec));
        if !reason.is_empty() {
            self.notice.say(reason);
        }
    }

    /// Ends the stroke.
    pub(super) fn end(&mut self, paint: &mut Paint) {
        let Some(stroke) = paint.stroke.take() else {
            return;
        };
        match stroke.result(paint.tool, paint.name) {
            Ok(spec) => {
                let said = match paint.tool {
                    Tool::Lock if spec.is_drawn() != stroke.spec.is_drawn() => {
                        format!(
                            "Locked: {OF_THE_REST} makes the rest, until you choose another generator"
                        )
                    }
                    Tool::Lock => {
                        "Locked: another seed or other parameters make the rest".to_owned()
                    }
                    Tool::Imitate => "waves imitates what was in the rectangle".to_owned(),
                    _ if takes_long(&spec) => String::new(),
                    _ => spec
                        .generate()
                        .map_or_else(|_| String::new(), |map| cut_off(&map, &stroke.map)),
                };
                self.show(spec, &said);
            }
            Err(reason) => self.notice.refuse(&reason),
        }
    }
}

/// Paints where the left button is held.
fn work(
    buttons: Res<ButtonInput<MouseButton>>,
    pointer: MapPointer,
    mut canvas: Canvas,
    (mut paint, tool): (ResMut<Paint>, Res<LabTool>),
    mut is_held: Local<bool>,
) {
    if *tool != LabTool::Paint {
        return;
    }
    let at = pointer
        .tile()
        .filter(|tile| canvas.dungeon.map().tiles.contains(*tile));
    if buttons.just_pressed(MouseButton::Left)
        && let Some(at) = at
    {
        *is_held = true;
        canvas.begin(&mut paint, at);
    }
    // A stroke by keys goes on without the button.
    if !*is_held {
        return;
    }
    if let Some(at) = at.filter(|at| {
        paint
            .stroke
            .as_ref()
            .is_some_and(|stroke| stroke.last != *at)
    }) {
        canvas.reach(&mut paint, at);
    }
    if !buttons.pressed(MouseButton::Left) {
        *is_held = false;
        canvas.end(&mut paint);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stroke(code: &str, first: Pos) -> Stroke {
        let spec: MapSpec = code.parse().unwrap();
        let map = spec.generate().unwrap().into();
        Stroke {
            edits: spec.edits().clone(),
            spec,
            map,
            first,
            last: first,
        }
    }

    fn result(stroke: &Stroke, tool: Tool) -> Result<MapSpec, String> {
        stroke.result(tool, FIRST_NAME.parse().unwrap())
    }

    #[test]
    fn of_a_map_that_was_drawn_only_what_is_locked_stays() {
        let map = Map::from_text(&format!(
            "{0}\n{1}{0}\n",
            "#".repeat(40),
            format!("#{}#\n", ".".repeat(38)).repeat(28)
        ));
        let mut map = map.unwrap();
        map.tiles[Pos::new(5, 5)] = Tile::Brazier;
        map.start = Some(Pos::new(30, 20));
        let spec = MapSpec::drawn(&map, Vec::new()).unwrap();
        let mut stroke = stroke(&spec.to_string(), Pos::new(3, 3));
        assert_eq!(stroke.map.tiles, map.tiles);
        stroke.reach(Pos::new(9, 9), Tool::Lock, None);
        let locked = result(&stroke, Tool::Lock).unwrap();
        assert_eq!((locked.is_drawn(), locked.edits().len()), (false, 49));
        let other = locked.generate().unwrap();
        assert_eq!(other.tiles[Pos::new(5, 5)], Tile::Brazier);
        assert_ne!(other.tiles, map.tiles);
    }

    #[test]
    fn rooms_have_names_of_their_own_and_what_is_cut_off_is_said() {
        let mut stroke = stroke("rooms/60x36#1", Pos::new(20, 10));
        stroke.reach(Pos::new(30, 15), Tool::Room, None);
        let named = result(&stroke, Tool::Room).unwrap();
        let map = named.generate().unwrap();
        let names = |map: &Map| {
            map.rooms
                .iter()
                .filter_map(|room| room.name)
                .map(|name| name.to_string())
                .collect::<Vec<_>>()
        };
        assert_eq!(names(&map), ["boss"]);
        stroke.map = map.into();
        stroke.edits = named.edits().clone();
        let twice = result(&stroke, Tool::Room).unwrap().generate().unwrap();
        assert_eq!(names(&twice), ["boss"], "it takes its own place");
        stroke.last = Pos::new(31, 15);
        let both = result(&stroke, Tool::Room).unwrap().generate().unwrap();
        assert_eq!(names(&both), ["boss", "boss-2"]);

        let hall = Map::from_text("#########\n#@......#\n#.......#\n#########\n").unwrap();
        let mut walled = hall.clone();
        for y in 1..3 {
            walled.tiles[Pos::new(4, y)] = Tile::Wall;
        }
        assert_eq!(cut_off(&hall, &hall), "");
        assert_eq!(cut_off(&walled, &walled), "");
        assert_eq!(
            cut_off(&walled, &hall),
            "6 tiles cannot be reached from the start"
        );
        walled.rooms.push(Room {
            name: Some("den".parse().unwrap()),
            ..Room::plain(Rect::sized(Pos::new(5, 1), 3, 2))
        });
        assert_eq!(
            cut_off(&walled, &hall),
            "den cannot be reached from the start: 6 tiles are cut off"
        );
    }

    #[test]
    fn a_brush_paints_every_tile_of_its_way() {
        let mut stroke = stroke("box/20x10#1", Pos::new(2, 2));
        stroke.reach(Pos::new(2, 2), Tool::Brush, Some(Tile::Water));
        stroke.reach(Pos::new(8, 5), Tool::Brush, Some(Tile::Water));
        let painted: Vec<Pos> = stroke.edits.iter().map(|(pos, _)| pos).collect();
        assert_eq!(painted.len(), 7, "{painted:?}");
        assert!(painted.contains(&Pos::new(2, 2)) && painted.contains(&Pos::new(8, 5)));
        let map = result(&stroke, Tool::Brush).unwrap().generate().unwrap();
        assert_eq!(map.tiles[Pos::new(8, 5)], Tile::Water);
        for pos in painted {
            stroke.reach(pos, Tool::Brush, None);
        }
        assert!(stroke.edits.is_empty());
    }

    #[test]
    fn a_rectangle_is_that_of_the_last_tile_reached() {
        let mut stroke = stroke("box/20x10#1", Pos::new(4, 3));
        for to in [Pos::new(9, 8), Pos::new(5, 5)] {
            stroke.reach(to, Tool::Rectangle, Some(Tile::Wall));
        }
        assert_eq!(stroke.edits.len(), 6);
        assert!(!stroke.edits.joins);
    }

    #[test]
    fn a_fill_stays_within_tiles_of_one_kind() {
        let mut stroke = stroke("two-rooms/80x31#1", Pos::new(0, 0));
        stroke.reach(Pos::new(0, 0), Tool::Fill, Some(Tile::Grass));
        let map = result(&stroke, Tool::Brush).unwrap().generate().unwrap();
        let open = |map: &Map| {
            let tiles = map.tiles.iter();
            tiles.filter(|(_, tile)| **tile == Tile::Floor).count()
        };
        assert_eq!(open(&map), open(&stroke.map));
        assert!(stroke.edits.len() > 100);
    }

    #[test]
    fn waves_imitates_a_rectangle_and_a_size_that_is_none_of_a_sample_is_refused() {
        let mut stroke = stroke("caves/60x36#3", Pos::new(10, 8));
        stroke.reach(Pos::new(11, 30), Tool::Imitate, None);
        let error = result(&stroke, Tool::Imitate).unwrap_err();
        assert!(
            error.contains("2x23") && error.contains("4 to 64"),
            "{error}"
        );
        stroke.reach(Pos::new(40, 30), Tool::Imitate, None);
        let spec = result(&stroke, Tool::Imitate).unwrap();
        assert!(
            spec.to_string().starts_with("waves/60x36/sample=~"),
            "{spec}"
        );
        let sample = spec.params().sample().unwrap().tiles();
        assert_eq!(sample[Pos::new(3, 4)], stroke.map.tiles[Pos::new(13, 12)]);
        // Another sample leaves the other parameters as they are.
        let mut params = spec.params().clone();
        params.set("pattern=2").unwrap();
        let spec = spec.with_stage_params(0, params).unwrap();
        let again = imitate(
            &spec,
            crate::mapgen::waves::Sample::from_text("....\n.##.\n....\n....\n").unwrap(),
        );
        assert!(again.unwrap().to_string().contains("pattern=2"));
    }

    #[test]
    fn what_is_locked_is_there_on_the_map_of_another_seed() {
        let mut stroke = stroke("rooms/60x36#1", Pos::new(20, 10));
        stroke.reach(Pos::new(40, 25), Tool::Lock, None);
        let kept = result(&stroke, Tool::Lock).unwrap();
        assert_eq!(kept.generate().unwrap().tiles, stroke.map.tiles);
        let other = kept.with_seed(crate::rng::Seed(2)).generate().unwrap();
        let mut area = Rect::between(Pos::new(20, 10), Pos::new(40, 25)).positions();
        assert!(area.all(|pos| other.tiles[pos] == stroke.map.tiles[pos]));
        assert_ne!(other.tiles, stroke.map.tiles);
    }
}
