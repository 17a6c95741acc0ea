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
use crate::app::glyph::Tint;
use crate::app::notice::capitalize;
use crate::app::screen::Screen;
use crate::game::{Thing, about_set_piece, things};
use crate::geom::Pos;

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
            marks.things = things(dungeon.spec());
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

/// What is under the pointer.
fn name_things(things: &[Thing], pointer: Option<Pos>) -> String {
    let here = things.iter().filter(|thing| Some(thing.pos) == pointer);
    let names: Vec<&str> = here.map(|thing| thing.name.as_str()).collect();
    match (things, names.as_slice()) {
        ([], _) => "Levels and rooms of Descend have things: level, set-piece".to_owned(),
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
    use crate::game::ThingClass;

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
        let thing = |name: &str| Thing {
            class: ThingClass::Item,
            id: String::new(),
            name: name.to_owned(),
            pos: Pos::new(2, 1),
        };
        let things = [thing("an arrow"), thing("a lamp")];
        let named = |x| name_things(&things, Some(Pos::new(x, 1)));
        assert_eq!(named(2), "An arrow; a lamp");
        assert_eq!(named(3), "Point at one for its name");
        assert!(name_things(&[], Some(Pos::new(2, 1))).contains("room"));
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
