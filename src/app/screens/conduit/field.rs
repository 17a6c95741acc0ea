//! The fields of the panel: size, walls, seed and id. Enter begins the board that was typed, Esc
//! takes it back; what is wrong with it is said below, and the board stays.

use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::input_focus::{FocusLost, FocusedInput, InputFocus};
use bevy::prelude::*;
use bevy::text::{EditableText, TextEdit};

use super::act::Begin;
use super::entry::{self, Wanted};
use super::session::Session;
use super::shown;
use crate::app::frame::Phase;
use crate::app::ui::field::line as spawn_line;
use crate::app::ui::theme::Type;
use crate::geom::Size;

/// Reads the fields and keeps them up to date.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Complaint>()
        .add_observer(keys)
        .add_observer(leave)
        .add_systems(
            Update,
            refresh
                .run_if(shown)
                .run_if(
                    resource_changed::<Session>
                        .or_eager(resource_changed::<InputFocus>)
                        .or_eager(any_with_component::<Fresh>),
                )
                .in_set(Phase::Show),
        );
}

/// Characters of the longest id: 50x50 tiles with as many walls, and what is before them.
const LONGEST: usize = 5100;

/// What is wrong with what was typed last; empty if nothing is.
#[derive(Resource, Default, PartialEq, Eq, Debug)]
pub(super) struct Complaint(pub String);

/// What a field is for.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Field {
    /// Columns of the board.
    Width,
    /// Rows of the board.
    Height,
    /// Share of sides with walls, in per cent.
    Walls,
    /// The seed; takes share codes and ids, too.
    Seed,
    /// The id; takes share codes and numbers, too.
    Id,
}

/// A field that has not been filled yet.
#[derive(Component)]
pub(super) struct Fresh;

/// What was typed has been applied or taken back.
#[derive(Component)]
struct Settled;

impl Field {
    /// What it shows.
    fn value(self, session: &Session) -> String {
        let size = session.conduit().size();
        match self {
            Self::Width => size.width.to_string(),
            Self::Height => size.height.to_string(),
            Self::Walls => session.order().spec.walls().to_string(),
            Self::Seed => session
                .spec()
                .map_or_else(String::new, |spec| spec.seed.to_string()),
            Self::Id => session.conduit().puzzle().start().id(),
        }
    }

    /// The board that `text` leads to.
    fn read(self, session: &Session, text: &str) -> Result<Wanted, String> {
        let order = session.order();
        let Size { width, height } = order.spec.size();
        match self {
            Self::Width => entry::size(order, Size::new(entry::side(text)?, height)),
            Self::Height => entry::size(order, Size::new(width, entry::side(text)?)),
            Self::Walls => {
                let percent = text
                    .trim()
                    .parse()
                    .map_err(|_| format!("walls take 0 to 100 per cent, not `{}`", text.trim()))?;
                entry::walls(order, percent)
            }
            Self::Seed => entry::seed(order, text),
            Self::Id => entry::pasted(order, text),
        }
    }

    const fn is_number(self) -> bool {
        matches!(self, Self::Width | Self::Height | Self::Walls)
    }
}

/// Adds a field, `width` characters wide, or as wide as there is room.
pub(super) fn spawn(
    parent: &mut ChildSpawnerCommands,
    font: &Type,
    field: Field,
    width: Option<f32>,
) {
    spawn_line(
        parent,
        font,
        (field, Fresh),
        width,
        LONGEST,
        field.is_number(),
    );
}

/// Begins what was asked for, or says why not.
pub(super) fn ask(
    wanted: Result<Wanted, String>,
    begins: &mut MessageWriter<Begin>,
    complaint: &mut Complaint,
) {
    match wanted {
        Ok(wanted) => {
            complaint.0.clear();
            begins.write(Begin(wanted));
        }
        Err(reason) => complaint.0 = reason,
    }
}

fn keys(
    input: On<FocusedInput<KeyboardInput>>,
    fields: Query<(&Field, &EditableText)>,
    session: Res<Session>,
    mut begins: MessageWriter<Begin>,
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
            let typed = text.value().to_string();
            let wanted = field.read(&session, &typed);
            if wanted.is_ok() {
                commands.entity(input.focused_entity).insert(Settled);
                focus.clear();
            }
            if wanted.is_err() || typed.trim() != field.value(&session) {
                ask(wanted, &mut begins, &mut complaint);
            } else {
                complaint.0.clear();
            }
        }
        Key::Escape => {
            commands.entity(input.focused_entity).insert(Settled);
            complaint.0.clear();
        }
        _ => {}
    }
}

/// A number that was typed counts when the field is left, too; a seed or an id does not.
fn leave(
    lost: On<FocusLost>,
    fields: Query<(&Field, &EditableText, Has<Settled>)>,
    session: Res<Session>,
    mut begins: MessageWriter<Begin>,
    mut complaint: ResMut<Complaint>,
    mut commands: Commands,
) {
    let Ok((field, text, settled)) = fields.get(lost.entity) else {
        return;
    };
    let typed = text.value().to_string();
    if settled {
        commands.entity(lost.entity).try_remove::<Settled>();
    } else if field.is_number() && typed != field.value(&session) {
        ask(field.read(&session, &typed), &mut begins, &mut complaint);
    }
}

/// Shows the board's own values in all fields but the one that is typed into; another board
/// answers every complaint.
fn refresh(
    session: Res<Session>,
    focus: Res<InputFocus>,
    mut complaint: ResMut<Complaint>,
    mut fields: Query<(Entity, &Field, &mut EditableText, Has<Fresh>)>,
    mut shown: Local<Option<u64>>,
    mut commands: Commands,
) {
    let another = shown.replace(session.boards()) != Some(session.boards());
    if another {
        complaint.set_if_neq(Complaint::default());
    }
    if !another && !focus.is_changed() && !fields.iter().any(|field| field.3) {
        return;
    }
    for (entity, field, mut text, fresh) in &mut fields {
        if fresh {
            commands.entity(entity).remove::<Fresh>();
        }
        let value = field.value(&session);
        let typing = focus.get() == Some(entity) && !another;
        if !typing && text.value().to_string() != value {
            text.queue_edit(TextEdit::SelectAll);
            text.queue_edit(TextEdit::Insert(value.as_str().into()));
            text.queue_edit(TextEdit::TextStart(false));
        }
    }
}
