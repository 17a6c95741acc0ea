//! Which overlays are on the map, and their legend. Keeps the [`Tint`] in step; the renderer draws it.

use std::collections::BTreeSet;

use bevy::prelude::*;

use super::action::{LabAction, Overlay};
use super::animation::Animation;
use super::compare::Compared;
use super::pointer::HoveredTile;
use super::tint::{combine, has_colour, kept_tint};
use super::tool::LabTool;
use crate::app::dungeon::{Dungeon, Scene};
use crate::app::frame::{Phase, React, any_changed};
use crate::app::glyph::{Glyph, GlyphSprite, Sticker, Tint};
use crate::app::notice::capitalize;
use crate::app::screen::Screen;
use crate::app::stage::PlayedContent;
use crate::game::content::Content;
use crate::game::{about_set_piece, glyph_of, things};
use crate::geom::Pos;
use crate::map::{Map, RoomName, Thing};

/// Keeps the [`Tint`] in step with the [`ActiveOverlays`].
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<ActiveOverlays>()
        .init_resource::<Legend>()
        .init_resource::<Marks>()
        .add_systems(OnExit(Screen::Lab), clear_tint)
        .add_systems(React, apply_actions.in_set(Screen::Lab).in_set(Phase::Act))
        .add_systems(
            Update,
            (
                update_tint
                    .run_if(
                        any_changed::<(
                            ActiveOverlays,
                            Dungeon,
                            Scene,
                            HoveredTile,
                            Compared,
                            LabTool,
                        )>,
                    )
                    .run_if(resource_equals(Scene::Dungeon))
                    .in_set(Screen::Lab)
                    .in_set(Phase::Show),
                update_legend
                    .run_if(
                        any_changed::<(ActiveOverlays, Animation, Marks, Compared, HoveredTile)>,
                    )
                    .after(update_tint)
                    .in_set(Phase::Show),
                show_things
                    .run_if(any_changed::<(Marks, Animation)>)
                    .after(update_tint)
                    .in_set(Screen::Lab)
                    .in_set(Phase::Show),
            ),
        );
}

/// The overlays on the map: at most one that [colours all of it](Overlay::colours_ground), and any of the others over it.
#[derive(Resource, Default, Clone, PartialEq, Eq, Debug)]
pub struct ActiveOverlays(BTreeSet<Overlay>);

impl ActiveOverlays {
    /// Whether this one is shown.
    pub fn has(&self, overlay: Overlay) -> bool {
        self.0.contains(&overlay)
    }

    /// Those that are shown, in their order.
    pub fn iter(&self) -> impl Iterator<Item = Overlay> {
        self.0.iter().copied()
    }

    /// Shows one, or no longer.
    pub fn toggle(&mut self, overlay: Overlay) {
        if self.0.remove(&overlay) {
            return;
        }
        if overlay.colours_ground() {
            self.0.retain(|other| !other.colours_ground());
        }
        self.0.insert(overlay);
    }
}

/// What the colours of the overlays mean; empty without any.
#[derive(Resource, Default, Clone, PartialEq, Eq, Debug)]
pub struct Legend(pub Vec<LegendPart>);

/// What the colours of one overlay mean.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LegendPart {
    /// The overlay.
    pub overlay: Overlay,
    /// Each colour (sRGB with alpha) with its meaning.
    pub lines: Vec<([u8; 4], String)>,
    /// Why nothing is coloured, or what else is to say; may be empty.
    pub note: String,
}

fn apply_actions(mut actions: MessageReader<LabAction>, mut shown: ResMut<ActiveOverlays>) {
    for action in actions.read() {
        if let LabAction::Overlay(overlay) = *action {
            shown.toggle(overlay);
        }
    }
}

/// The tints of the overlays that mark few tiles, which do not follow the pointer, and what the map lacks of those
/// in the legend.
#[derive(Resource, Default)]
struct Marks {
    tints: Vec<Tint>,
    lacking: Vec<(Overlay, [u8; 4])>,
    /// Those of [`Overlay::Things`].
    things: Vec<Thing>,
    /// What the room that the map is does; empty of other maps.
    about: String,
}

fn update_tint(
    (dungeon, hovered): (Res<Dungeon>, Res<HoveredTile>),
    (active, compared, tool): (Res<ActiveOverlays>, Res<Compared>, Res<LabTool>),
    (scene, mut marks): (Res<Scene>, ResMut<Marks>),
    mut marks_kept: Local<bool>,
    mut tint: ResMut<Tint>,
) {
    let paints = *tool == LabTool::Paint;
    let was_marking = std::mem::replace(&mut *marks_kept, paints);
    let has_changed = active.is_changed()
        || dungeon.is_changed()
        || compared.is_changed()
        || scene.is_changed()
        || was_marking != paints;
    if !has_changed && !active.has(Overlay::Sight) {
        return;
    }
    let map = dungeon.map();
    let other = compared.beside(dungeon.spec()).map(|other| &other.map);
    if has_changed {
        *marks = Marks::default();
        if active.has(Overlay::Things) {
            marks.things = things(dungeon.spec(), map);
            marks.about = about_set_piece(dungeon.spec()).unwrap_or_default();
        }
    }
    let mut ground = Tint::default();
    for overlay in active.iter() {
        if !has_changed && overlay != Overlay::Sight {
            continue;
        }
        let layer = overlay.tint(map, hovered.0, other, &marks.things);
        if matches!(
            overlay,
            Overlay::Rooms | Overlay::DeadEnds | Overlay::Farthest | Overlay::Things
        ) {
            let colours = overlay.legend().into_iter().map(|(colour, _)| colour);
            let lacking = colours.filter(|colour| !has_colour(&layer, *colour));
            marks
                .lacking
                .extend(lacking.map(|colour| (overlay, colour)));
        }
        if overlay.colours_ground() {
            ground = layer;
        } else if !layer.is_empty() {
            marks.tints.push(layer);
        }
    }
    let edits = dungeon.spec().edits();
    if has_changed && paints && edits.joins {
        marks.tints.push(kept_tint(map, edits));
    }
    let new = match marks.tints.as_slice() {
        [] => ground,
        marks => combine(map, &ground, marks),
    };
    tint.set_if_neq(new);
}

/// The glyph of a thing on the map.
#[derive(Component)]
struct ThingGlyph;

/// Below the walker, and above the ground.
const THING_Z: f32 = 0.9;

/// The things that are shown, as glyphs over their colours.
pub(super) fn stickers<'a>(
    things: &'a [Thing],
    content: &'a Content,
) -> impl Iterator<Item = Sticker> + 'a {
    things.iter().map(|thing| Sticker {
        at: thing.pos(),
        glyph: Glyph::of(glyph_of(thing, content)).unwrap_or_default(),
        colour: INK,
    })
}

/// The colour of glyphs over the bright colours of things, sRGB.
const INK: [u8; 3] = [16, 12, 18];

/// Shows the things as glyphs.
fn show_things(
    (marks, animation): (Res<Marks>, Res<Animation>),
    content: Option<Res<PlayedContent>>,
    old: Query<Entity, With<ThingGlyph>>,
    mut commands: Commands,
) {
    for entity in &old {
        commands.entity(entity).despawn();
    }
    // While a map is made, what lies on it is not there yet.
    let Some(content) = content.filter(|_| animation.film().is_none()) else {
        return;
    };
    for Sticker { at, glyph, colour } in stickers(&marks.things, content.0) {
        commands.spawn((
            DespawnOnExit(Screen::Lab),
            ThingGlyph,
            GlyphSprite {
                glyph,
                fg: colour,
                at: Vec2::new(at.x as f32, at.y as f32),
            },
            Transform::from_xyz(0.0, 0.0, THING_Z),
            Visibility::Inherited,
        ));
    }
}

/// Describes the colours of the overlays, and which of their parts the map lacks.
fn update_legend(
    (active, animation): (Res<ActiveOverlays>, Res<Animation>),
    (dungeon, compared, hovered): (Res<Dungeon>, Res<Compared>, Res<HoveredTile>),
    marks: Res<Marks>,
    mut legend: ResMut<Legend>,
) {
    let is_on_film = animation.film().is_some();
    let part = |overlay: Overlay| {
        let note = if is_on_film && overlay != Overlay::Grid {
            "Shown once the map is finished".to_owned()
        } else if overlay == Overlay::Difference && compared.beside(dungeon.spec()).is_none() {
            "Compare with another map first".to_owned()
        } else if overlay == Overlay::Rooms {
            name_rooms(dungeon.map(), hovered.0)
        } else if overlay == Overlay::Things {
            let named = name_things(&marks.things, hovered.0);
            [named.as_str(), &marks.about]
                .join("\n")
                .trim_end()
                .to_owned()
        } else {
            String::new()
        };
        let line = |(colour, meaning): ([u8; 4], &str)| {
            let is_lacking = !is_on_film && marks.lacking.contains(&(overlay, colour));
            let suffix = if is_lacking { ": none on this map" } else { "" };
            (colour, format!("{meaning}{suffix}"))
        };
        LegendPart {
            overlay,
            lines: overlay.legend().into_iter().map(line).collect(),
            note,
        }
    };
    let new = Legend(active.iter().map(part).collect());
    legend.set_if_neq(new);
}

/// The named room under the pointer, or else all of them.
fn name_rooms(map: &Map, pointer: Option<Pos>) -> String {
    let named = map
        .rooms
        .iter()
        .filter_map(|room| Some((room.area, room.name?)));
    let here = named
        .clone()
        .filter(|(area, _)| pointer.is_some_and(|pos| area.contains(pos)));
    let here: Vec<RoomName> = here.map(|(_, name)| name).collect();
    let names = match here.is_empty() {
        true => named.map(|(_, name)| name).collect(),
        false => here,
    };
    let names = names.iter().map(ToString::to_string);
    names.collect::<Vec<_>>().join(", ")
}

/// What is under the pointer.
fn name_things(things: &[Thing], pointer: Option<Pos>) -> String {
    let is_here = |thing: &&Thing| pointer.is_some_and(|pos| thing.area.contains(pos));
    let here = things.iter().filter(is_here);
    let names: Vec<&str> = here.map(|thing| thing.name.as_str()).collect();
    match (things, names.as_slice()) {
        ([], _) => "The generators level and set-piece make things, and files have them".to_owned(),
        (_, []) => "Point at one for its name".to_owned(),
        (_, names) => capitalize(&names.join("; ")),
    }
}

/// Removes the tint, so that it does not carry over to another screen.
fn clear_tint(mut tint: ResMut<Tint>) {
    *tint = Tint::default();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::input::Action;
    use crate::map::ThingClass;

    #[test]
    fn the_help_starts_with_the_name_on_the_button() {
        for (action, row) in LabAction::TABLE {
            if let LabAction::Overlay(overlay) = action {
                assert!(row.meaning.starts_with(overlay.name()), "{}", row.meaning);
            }
        }
    }

    #[test]
    fn what_is_under_the_pointer_is_named_and_where_there_are_things_if_here_are_none() {
        let thing = |name: &str| Thing::at(ThingClass::Item, "", name, Pos::new(2, 1));
        let things = [thing("an arrow"), thing("a lamp")];
        let named = |x| name_things(&things, Some(Pos::new(x, 1)));
        assert_eq!(named(2), "An arrow; a lamp");
        assert_eq!(named(3), "Point at one for its name");
        assert!(name_things(&[], Some(Pos::new(2, 1))).contains("set-piece"));
    }

    #[test]
    fn one_overlay_colours_the_ground_at_a_time_and_the_others_lie_over_it() {
        let mut active = ActiveOverlays::default();
        for overlay in [
            Overlay::Grid,
            Overlay::Distance,
            Overlay::Farthest,
            Overlay::Rooms,
        ] {
            active.toggle(overlay);
        }
        let shown: Vec<Overlay> = active.iter().collect();
        assert_eq!(shown, [Overlay::Rooms, Overlay::Farthest, Overlay::Grid]);
        active.toggle(Overlay::Grid);
        assert!(!active.has(Overlay::Grid) && active.has(Overlay::Rooms));
    }
}
