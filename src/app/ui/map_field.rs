//! Fields of the map that is shown: size, seed or share code, numbers. Enter applies what was typed and
//! gives the keys back to the map, Esc takes it back; what is wrong with it is said below, and the map stays.

use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::input_focus::{FocusLost, FocusedInput, InputFocus};
use bevy::prelude::*;
use bevy::text::{EditableText, TextEdit};
use bevy::window::RequestRedraw;

use super::field;
use super::theme::Type;
use crate::app::dungeon::{Dungeon, Regenerate, entry};
use crate::app::frame::Phase;
use crate::geom::Size;
use crate::mapgen::MapSpec;

/// Reads the fields and keeps them up to date.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Complaint>()
        .add_observer(keys)
        .add_observer(leave)
        .add_systems(
            Update,
            (
                forget.run_if(resource_changed::<Dungeon>),
                refresh.run_if(resource_changed::<Dungeon>.or_eager(any_with_component::<Fresh>)),
            )
                .chain()
                .in_set(Phase::Show),
        );
}

/// What is wrong with what was typed last; empty if nothing is.
#[derive(Resource, Default, PartialEq, Eq, Debug)]
pub(in crate::app) struct Complaint(pub String);

/// What a field is for.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::app) enum Field {
    /// Columns of the map.
    Width,
    /// Rows of the map.
    Height,
    /// The seed, or a share code.
    Seed,
    /// The value of this parameter.
    Param(usize),
}

/// A field that has not been filled yet, or that was left: what is typed into it is read before it
/// shows the map's own value again.
#[derive(Component)]
struct Fresh;

/// What was typed has been applied or taken back.
#[derive(Component)]
struct Settled;

impl Field {
    /// What it shows of `spec`.
    fn value(self, spec: &MapSpec) -> String {
        match self {
            Self::Width => spec.size().width.to_string(),
            Self::Height => spec.size().height.to_string(),
            Self::Seed => spec.seed.to_string(),
            Self::Param(index) => {
                let known = index < spec.generator().info().params.len();
                known.then(|| spec.params().value(index).to_string())
            }
            .unwrap_or_default(),
        }
    }

    /// The map that `text` leads to.
    fn read(self, spec: &MapSpec, text: &str) -> Result<MapSpec, String> {
        let Size { width, height } = spec.size();
        match self {
            Self::Width => entry::size(spec, Size::new(entry::side(text)?, height)),
            Self::Height => entry::size(spec, Size::new(width, entry::side(text)?)),
            Self::Seed => entry::seed_or_code(spec, text),
            Self::Param(index) => {
                let of = &spec.generator().info().params[index];
                entry::param(spec, index, entry::number(of, text)?)
            }
        }
    }
}

/// Adds a field, `width` characters wide, or as wide as there is room.
pub(in crate::app) fn spawn(
    parent: &mut ChildSpawnerCommands,
    font: &Type,
    field: Field,
    width: Option<f32>,
) -> Entity {
    let digits = field != Field::Seed;
    field::line(parent, font, (field, Fresh), width, 400, digits)
}

/// Asks for a map, or says why there is none.
pub(in crate::app) fn ask(
    wanted: Result<MapSpec, String>,
    dungeon: &Dungeon,
    requests: &mut MessageWriter<Regenerate>,
    complaint: &mut Complaint,
) {
    match wanted {
        Ok(spec) => {
            complaint.0.clear();
            if spec != *dungeon.spec() {
                requests.write(Regenerate::Exactly(spec));
            }
        }
        Err(reason) => complaint.0 = reason,
    }
}

fn keys(
    input: On<FocusedInput<KeyboardInput>>,
    fields: Query<(&Field, &EditableText)>,
    dungeon: Res<Dungeon>,
    mut requests: MessageWriter<Regenerate>,
    (mut complaint, mut focus): (ResMut<Complaint>, ResMut<InputFocus>),
    mut commands: Commands,
) {
    let Ok((field, text)) = fields.get(input.focused_entity) else {
        return;
    };
    if !input.input.state.is_pressed() {
        return;
    }
    match input.input.logical_key {
        Key::Enter => {
            let wanted = field.read(dungeon.spec(), &text.value().to_string());
            if wanted.is_ok() {
                commands.entity(input.focused_entity).insert(Settled);
                focus.clear();
            }
            ask(wanted, &dungeon, &mut requests, &mut complaint);
        }
        Key::Escape => {
            commands.entity(input.focused_entity).insert(Settled);
        }
        _ => {}
    }
}

/// A number that was typed counts when the field is left, too; a seed does not.
fn leave(
    lost: On<FocusLost>,
    fields: Query<(&Field, &EditableText, Has<Settled>)>,
    dungeon: Res<Dungeon>,
    mut requests: MessageWriter<Regenerate>,
    mut complaint: ResMut<Complaint>,
    mut redraw: MessageWriter<RequestRedraw>,
    mut commands: Commands,
) {
    let Ok((field, text, settled)) = fields.get(lost.entity) else {
        return;
    };
    commands.entity(lost.entity).insert(Fresh);
    redraw.write(RequestRedraw);
    let typed = text.value().to_string();
    let spec = dungeon.spec();
    if settled {
        commands.entity(lost.entity).remove::<Settled>();
    } else if *field != Field::Seed && typed != field.value(spec) {
        let wanted = field.read(spec, &typed);
        ask(wanted, &dungeon, &mut requests, &mut complaint);
    }
}

/// A new map answers every complaint.
fn forget(mut complaint: ResMut<Complaint>) {
    complaint.set_if_neq(Complaint::default());
}

/// Shows the map's own values in all fields but the one that is typed into.
fn refresh(
    dungeon: Res<Dungeon>,
    focus: Res<InputFocus>,
    mut fields: Query<(Entity, &Field, &mut EditableText, Has<Fresh>)>,
    mut commands: Commands,
) {
    for (entity, field, mut text, fresh) in &mut fields {
        if fresh {
            commands.entity(entity).remove::<Fresh>();
        }
        let value = field.value(dungeon.spec());
        let typing = focus.get() == Some(entity) && !dungeon.is_changed();
        if !typing && text.value().to_string() != value {
            text.queue_edit(TextEdit::SelectAll);
            text.queue_edit(TextEdit::Insert(value.as_str().into()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_reads_back_what_it_shows_and_changes_its_own_part_alone() {
        let spec: MapSpec = "rooms/80x50/tries=60#7".parse().unwrap();
        for field in [Field::Width, Field::Height, Field::Seed, Field::Param(0)] {
            let shown = field.value(&spec);
            assert_eq!(field.read(&spec, &shown), Ok(spec.clone()), "{field:?}");
        }
        let code = |field: Field, text| field.read(&spec, text).unwrap().to_string();
        assert_eq!(code(Field::Width, "90"), "rooms/90x50/tries=60#7");
        assert_eq!(code(Field::Height, "90"), "rooms/80x90/tries=60#7");
        assert_eq!(code(Field::Param(0), "31"), "rooms/80x50/tries=31#7");
        assert_eq!(code(Field::Seed, "9"), "rooms/80x50/tries=60#9");
        let error = Field::Width.read(&spec, "5000").unwrap_err();
        assert!(error.contains("4096x4096"), "{error}");
    }
}
