//! Fields that are typed into. Enter applies what was typed and gives the keys back, Esc takes it
//! back; what is wrong with it is said, and what is shown stays. Knows how a field looks and when it
//! is read, not what it is for.

use std::fmt::Debug;

use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::input_focus::{FocusLost, FocusedInput, InputFocus};
use bevy::prelude::*;
use bevy::text::{
    EditableText, EditableTextFilter, EditableTextSystems, TextCursorStyle, TextEdit,
};
use bevy::ui_widgets::SelectAllOnFocus;
use bevy::window::RequestRedraw;

use super::style::Outlined;
use super::theme::{KEY, PLAIN, Type, WELL};
use crate::app::frame::Phase;

/// What a field is for: what it shows of a resource, and what is typed into it.
pub(in crate::app) trait Field: Component + Copy + Debug {
    /// What fields show.
    type Shown: Resource;
    /// What Enter asks for.
    type Request: Message;

    /// The text that is shown.
    fn value(self, shown: &Self::Shown) -> String;
    /// What `text` leads to, if it leads to anything else than is shown, or what is wrong with it.
    fn request(self, shown: &Self::Shown, text: &str) -> Result<Option<Self::Request>, String>;
    /// Whether it is a number, which counts when the field is left, too; other text does not.
    fn is_number(self) -> bool;
    /// Another number whenever something else is shown, which answers every complaint.
    fn edition(shown: &Res<Self::Shown>) -> u64;
}

/// What is wrong with what was typed last; empty if nothing is.
#[derive(Resource, Default, PartialEq, Eq, Debug)]
pub(in crate::app) struct Complaint(pub String);

impl Complaint {
    /// Asks for what was wanted, or says why it is not to be had.
    pub(in crate::app) fn ask<R: Message>(
        &mut self,
        wanted: Result<Option<R>, String>,
        requests: &mut MessageWriter<R>,
    ) {
        self.0.clear();
        match wanted {
            Ok(request) => drop(request.map(|request| requests.write(request))),
            Err(reason) => self.0 = reason,
        }
    }
}

/// A field that has not been filled yet, or that was left: what is typed into it is read before it
/// shows its own value again.
#[derive(Component)]
pub(in crate::app) struct Fresh;

/// What was typed has been applied or taken back.
#[derive(Component)]
struct Settled;

/// Enter was pressed in a field, which had this text.
#[derive(EntityEvent)]
pub(in crate::app) struct Entered {
    entity: Entity,
    pub text: String,
}

/// Enter was pressed while this many edits waited: all that was typed before it.
#[derive(Component)]
struct Entering(usize);

/// What fields need beyond Bevy's own: [`Entered`], triggered once all that was typed before is in the
/// text, and keys with Shift.
pub(super) fn enter_plugin(app: &mut App) {
    app.add_observer(press_enter)
        .add_observer(type_with_shift)
        .add_systems(
            PostUpdate,
            (
                drop_later_edits.before(EditableTextSystems),
                enter.after(EditableTextSystems),
            ),
        );
}

fn press_enter(
    input: On<FocusedInput<KeyboardInput>>,
    texts: Query<&EditableText, Without<Entering>>,
    mut commands: Commands,
) {
    let is_enter = input.input.state.is_pressed() && input.input.logical_key == Key::Enter;
    if let Ok(text) = texts.get(input.focused_entity)
        && is_enter
    {
        let entering = Entering(text.pending_edits.len());
        commands.entity(input.focused_entity).insert(entering);
    }
}

/// Types a space, and takes a letter back, with Shift: Bevy does so only without. And what is held at
/// the end of a frame counts for all its keys there, so that a space before a capital was lost.
fn type_with_shift(
    input: On<FocusedInput<KeyboardInput>>,
    held: Res<ButtonInput<Key>>,
    mut texts: Query<&mut EditableText>,
) {
    let others = [Key::Control, Key::Alt, Key::Super];
    if !input.input.state.is_pressed() || !held.pressed(Key::Shift) || held.any_pressed(others) {
        return;
    }
    let edit = match input.input.logical_key {
        Key::Space => TextEdit::Insert(" ".into()),
        Key::Backspace => TextEdit::Backspace,
        _ => return,
    };
    if let Ok(mut text) = texts.get_mut(input.focused_entity)
        && !text.is_composing()
    {
        text.queue_edit(edit);
    }
}

fn drop_later_edits(mut texts: Query<(&mut EditableText, &Entering)>) {
    for (mut text, entering) in &mut texts {
        text.pending_edits.truncate(entering.0);
    }
}

fn enter(
    texts: Query<(Entity, &EditableText), With<Entering>>,
    mut redraw: MessageWriter<RequestRedraw>,
    mut commands: Commands,
) {
    for (entity, text) in &texts {
        let text = text.value().to_string();
        commands.entity(entity).remove::<Entering>();
        commands.trigger(Entered { entity, text });
        // What it leads to happens in the next frame.
        redraw.write(RequestRedraw);
    }
}

/// Reads fields and keeps them up to date.
pub(in crate::app) fn plugin<F: Field>(app: &mut App) {
    app.init_resource::<Complaint>()
        .add_observer(apply::<F>)
        .add_observer(take_back::<F>)
        .add_observer(leave::<F>)
        .add_systems(
            Update,
            refresh::<F>
                .run_if(
                    resource_exists_and_changed::<F::Shown>
                        .or_eager(any_match_filter::<(With<F>, With<Fresh>)>),
                )
                .in_set(Phase::Show),
        );
}

fn apply<F: Field>(
    entered: On<Entered>,
    fields: Query<&F>,
    shown: Res<F::Shown>,
    mut requests: MessageWriter<F::Request>,
    (mut complaint, mut focus): (ResMut<Complaint>, ResMut<InputFocus>),
    mut commands: Commands,
) {
    let Ok(field) = fields.get(entered.entity) else {
        return;
    };
    let wanted = field.request(&shown, &entered.text);
    if wanted.is_ok() {
        commands.entity(entered.entity).insert(Settled);
        focus.clear();
    }
    complaint.ask(wanted, &mut requests);
}

fn take_back<F: Field>(
    input: On<FocusedInput<KeyboardInput>>,
    fields: Query<(), With<F>>,
    mut complaint: ResMut<Complaint>,
    mut commands: Commands,
) {
    let is_escape = input.input.state.is_pressed() && input.input.logical_key == Key::Escape;
    if is_escape && fields.contains(input.focused_entity) {
        commands.entity(input.focused_entity).insert(Settled);
        complaint.0.clear();
    }
}

fn leave<F: Field>(
    lost: On<FocusLost>,
    fields: Query<(&F, &EditableText, Has<Settled>)>,
    shown: Res<F::Shown>,
    mut requests: MessageWriter<F::Request>,
    mut complaint: ResMut<Complaint>,
    mut redraw: MessageWriter<RequestRedraw>,
    mut commands: Commands,
) {
    let Ok((field, text, settled)) = fields.get(lost.entity) else {
        return;
    };
    commands.entity(lost.entity).try_insert(Fresh);
    redraw.write(RequestRedraw);
    let typed = text.value().to_string();
    if settled {
        commands.entity(lost.entity).try_remove::<Settled>();
    } else if field.is_number() && typed != field.value(&shown) {
        complaint.ask(field.request(&shown, &typed), &mut requests);
    }
}

/// Shows what there is in all fields but the one that is typed into.
fn refresh<F: Field>(
    shown: Res<F::Shown>,
    focus: Res<InputFocus>,
    mut complaint: ResMut<Complaint>,
    mut fields: Query<(Entity, &F, &mut EditableText, Has<Fresh>)>,
    mut edition: Local<Option<u64>>,
    mut commands: Commands,
) {
    let now = F::edition(&shown);
    let another = edition.replace(now) != Some(now);
    if another {
        complaint.set_if_neq(Complaint::default());
    }
    for (entity, field, mut text, fresh) in &mut fields {
        if fresh {
            commands.entity(entity).remove::<Fresh>();
        }
        let value = field.value(&shown);
        let typing = focus.get() == Some(entity) && !another;
        if !typing && text.value().to_string() != value {
            text.queue_edit(TextEdit::SelectAll);
            text.queue_edit(TextEdit::Insert(value.as_str().into()));
            text.queue_edit(TextEdit::TextStart(false));
        }
    }
}

/// Adds a line that is typed into, up to `most` characters, known by `field`; with `digits`, numbers
/// alone.
pub(in crate::app) fn line(
    parent: &mut ChildSpawnerCommands,
    font: &Type,
    field: impl Component,
    width: Option<f32>,
    most: usize,
    digits: bool,
) -> Entity {
    let frame = Node {
        padding: UiRect::axes(px(6), px(2)),
        flex_grow: if width.is_some() { 0.0 } else { 1.0 },
        border_radius: BorderRadius::all(px(3)),
        overflow: Overflow::clip(),
        ..default()
    };
    let text = EditableText {
        visible_width: width,
        max_characters: Some(most),
        cursor_width: 0.15,
        ..EditableText::new("")
    };
    let style = TextCursorStyle {
        color: KEY,
        selection_color: Color::srgb(0.40, 0.30, 0.14),
        unfocused_selection_color: Color::NONE,
        ..default()
    };
    let node = Node {
        flex_grow: 1.0,
        ..default()
    };
    let mut entity = Entity::PLACEHOLDER;
    parent
        .spawn((frame, Outlined, BackgroundColor(WELL)))
        .with_children(|frame| {
            let mut input = frame.spawn((
                (field, Fresh),
                node,
                text,
                font.font(),
                TextColor(PLAIN),
                TextLayout::no_wrap(),
                style,
                TabIndex(0),
                SelectAllOnFocus,
            ));
            if digits {
                input.insert(EditableTextFilter::new(|c| c.is_ascii_digit() || c == '-'));
            }
            entity = input.id();
        });
    entity
}
