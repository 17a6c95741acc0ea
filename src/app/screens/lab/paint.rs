//! Painting on the map: a brush, a rectangle, a fill, a rectangle that is kept while the rest is made anew, and one
//! that `waves` imitates. What is painted travels in the map's code. A stroke is made with the pointer here, and with
//! keys in [`pen`](super::pen).

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
use crate::geom::{Dir, Pos, Rect};
use crate::map::{Map, Tile};
use crate::mapgen::waves::Sample;
use crate::mapgen::{Edits, MapSpec};

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
    /// Keeps a rectangle as it is, while another seed or other parameters make the rest.
    Keep,
    /// Makes a map of which every small area also occurs in a rectangle.
    Imitate,
}

impl Tool {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Brush => "Brush",
            Self::Rectangle => "Rectangle",
            Self::Fill => "Fill",
            Self::Keep => "Keep",
            Self::Imitate => "Imitate",
        }
    }

    /// What its button says of it.
    pub(super) const fn meaning(self) -> &'static str {
        match self {
            Self::Brush => "Paints the tiles that you pass over.",
            Self::Rectangle => "Paints a rectangle, from where you press to where you let go.",
            Self::Fill => "Paints all tiles of one kind that join this one.",
            Self::Keep => {
                "Keeps a rectangle as it is, while another seed or other parameters make the rest."
            }
            Self::Imitate => "Makes a map of which every small area also occurs in a rectangle.",
        }
    }

    /// Whether it paints with a tile.
    pub(super) const fn paints(self) -> bool {
        matches!(self, Self::Brush | Self::Rectangle | Self::Fill)
    }

    /// Whether it works on the rectangle from a stroke's first tile to its last.
    const fn is_rectangular(self) -> bool {
        matches!(self, Self::Rectangle | Self::Keep | Self::Imitate)
    }
}

/// The tiles that are painted with, and what their buttons say.
pub(super) const TILES: [(Tile, &str); 8] = [
    (Tile::Wall, "wall"),
    (Tile::Floor, "floor"),
    (Tile::DoorClosed, "door"),
    (Tile::Water, "water"),
    (Tile::Grass, "grass"),
    (Tile::Brazier, "brazier"),
    (Tile::StairsUp, "stairs up"),
    (Tile::StairsDown, "stairs down"),
];

/// What is painted, and with what.
#[derive(Resource, Clone, Debug)]
pub struct Paint {
    /// What a stroke does.
    pub tool: Tool,
    /// The tile that is painted; with none, tiles become what the generator made.
    pub tile: Option<Tile>,
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
            Tool::Rectangle | Tool::Keep => {
                self.edits = self.spec.edits().clone();
                for pos in Rect::between(self.first, to).positions() {
                    match tool {
                        Tool::Keep => self.edits.set(pos, self.map.tiles[pos]),
                        _ => put(&mut self.edits, pos, tile),
                    }
                }
                self.edits.joins |= tool == Tool::Keep;
            }
            Tool::Fill => {
                self.edits = self.spec.edits().clone();
                for pos in region(&self.map, to) {
                    put(&mut self.edits, pos, tile);
                }
            }
            Tool::Imitate => {}
        }
        self.last = to;
    }

    fn result(&self, tool: Tool) -> Result<MapSpec, String> {
        if tool == Tool::Imitate {
            let area = Rect::between(self.first, self.last);
            let sample = Sample::of_part(&self.map.tiles, area);
            let sample = sample.map_err(|error| error.to_string())?;
            return imitate(&self.spec, sample);
        }
        let spec = self.spec.with_edits(self.edits.clone());
        spec.map_err(|error| error.to_string())
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
            && let Ok(spec) = stroke.result(paint.tool)
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
        match stroke.result(paint.tool) {
            Ok(spec) => self.show(
                spec,
                match paint.tool {
                    Tool::Keep => "Kept: another seed or other parameters make the rest",
                    Tool::Imitate => "waves imitates what was in the rectangle",
                    _ => "",
                },
            ),
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

    #[test]
    fn a_brush_paints_every_tile_of_its_way() {
        let mut stroke = stroke("box/20x10#1", Pos::new(2, 2));
        stroke.reach(Pos::new(2, 2), Tool::Brush, Some(Tile::Water));
        stroke.reach(Pos::new(8, 5), Tool::Brush, Some(Tile::Water));
        let painted: Vec<Pos> = stroke.edits.iter().map(|(pos, _)| pos).collect();
        assert_eq!(painted.len(), 7, "{painted:?}");
        assert!(painted.contains(&Pos::new(2, 2)) && painted.contains(&Pos::new(8, 5)));
        let map = stroke.result(Tool::Brush).unwrap().generate().unwrap();
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
        let map = stroke.result(Tool::Brush).unwrap().generate().unwrap();
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
        let error = stroke.result(Tool::Imitate).unwrap_err();
        assert!(
            error.contains("2x23") && error.contains("4 to 64"),
            "{error}"
        );
        stroke.reach(Pos::new(40, 30), Tool::Imitate, None);
        let spec = stroke.result(Tool::Imitate).unwrap();
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
    fn what_is_kept_is_there_on_the_map_of_another_seed() {
        let mut stroke = stroke("rooms/60x36#1", Pos::new(20, 10));
        stroke.reach(Pos::new(40, 25), Tool::Keep, None);
        let kept = stroke.result(Tool::Brush).unwrap();
        assert_eq!(kept.generate().unwrap().tiles, stroke.map.tiles);
        let other = kept.with_seed(crate::rng::Seed(2)).generate().unwrap();
        let mut area = Rect::between(Pos::new(20, 10), Pos::new(40, 25)).positions();
        assert!(area.all(|pos| other.tiles[pos] == stroke.map.tiles[pos]));
        assert_ne!(other.tiles, stroke.map.tiles);
    }
}
