//! Text fields. Enter submits the text and releases the focus, Esc restores the old text; invalid input
//! changes nothing and shows an error. What a text means is up to each [`Field`].

use std::fmt::Debug;

use bevy::input::InputSystems;
use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::input_focus::{
    FocusCause, FocusLost, FocusedInput, InputFocus, InputFocusSystems, InputFocusVisible,
};
use bevy::prelude::*;
use bevy::text::{
    EditableText, EditableTextFilter, EditableTextSystems, TextCursorStyle, TextEdit,
};
use bevy::ui_widgets::SelectAllOnFocus;

use super::access::Named;
use super::live::LiveText;
use super::style::FocusRing;
use super::theme::{KEY, PLAIN, QUIET, UiFont, WELL, WRONG};
use crate::app::frame::Phase;
use crate::app::input::Action;
use crate::app::notice::capitalize;
use crate::app::speech;
use crate::app::ui::node::NodeExt;

/// A text field that shows a value of a resource, and requests a change of it when edited.
pub(in crate::app) trait Field: Component + Copy + Debug {
    /// The resource that the value comes from.
    type Shown: Resource;
    /// The message that a submitted text sends.
    type Request: Message;

    /// The text for the current value.
    fn value(self, shown: &Self::Shown) -> String;
    /// The request for `text`, `None` if it would change nothing, or why it is invalid.
    fn request(self, shown: &Self::Shown, text: &str) -> Result<Option<Self::Request>, String>;
    /// Whether only integers can be typed. Those are also submitted when the field loses the focus.
    fn is_number(self) -> bool;
    /// Whether a text that is wrong stays, with the error, when the field loses the focus.
    fn keeps_wrong(self) -> bool {
        false
    }
    /// Changes whenever the resource does, which resets the fields and clears the error.
    fn revision(shown: &Res<Self::Shown>) -> u64;
}

/// Why the last input was invalid; empty if it was valid.
#[derive(Resource, Default, PartialEq, Eq, Debug)]
pub(in crate::app) struct FieldError(pub String);

impl FieldError {
    /// The text that says it.
    pub(in crate::app) fn text(font: &UiFont) -> impl Bundle + use<> {
        let text = LiveText::<Self>::new(|error| error.0.clone());
        (text, font.wrapped("", WRONG))
    }

    /// Sends a request, or keeps the error instead.
    pub(in crate::app) fn send<R: Message>(
        &mut self,
        request: Result<Option<R>, String>,
        requests: &mut MessageWriter<R>,
    ) {
        self.0.clear();
        match request {
            Ok(request) => drop(request.map(|request| requests.write(request))),
            Err(reason) => self.0 = capitalize(&reason),
        }
    }
}

/// The node around a field.
#[derive(Component)]
pub(super) struct FieldFrame;

/// A new field, or one that lost the focus: its text is replaced by the current value.
#[derive(Component)]
struct Stale;

/// The typed text was submitted or dropped, so losing the focus must not submit it again.
#[derive(Component)]
struct Resolved;

/// Enter was pressed in a field with this text.
#[derive(EntityEvent)]
struct Submitted {
    entity: Entity,
    text: String,
}

/// Enter was pressed after this many edits that have not been applied yet.
#[derive(Component)]
struct PendingSubmit(usize);

/// Adds what Bevy's text input lacks: [`Submitted`], triggered once all earlier edits are in the text,
/// and some keys with Shift.
pub(super) fn submit_plugin(app: &mut App) {
    app.init_resource::<FieldError>()
        .add_plugins(speech::speak::<FieldError>(|error| error.0.clone()))
        .add_observer(queue_submit)
        .add_observer(type_with_shift)
        .add_observer(follow_modifier)
        .add_systems(
            PreUpdate,
            rewind_modifiers
                .after(InputSystems)
                .before(InputFocusSystems::Dispatch),
        )
        .add_systems(
            PostUpdate,
            (
                drop_later_edits.before(EditableTextSystems),
                submit.after(EditableTextSystems),
            ),
        );
}

fn queue_submit(
    input: On<FocusedInput<KeyboardInput>>,
    texts: Query<&EditableText, Without<PendingSubmit>>,
    mut commands: Commands,
) {
    let is_enter = input.input.state.is_pressed() && input.input.logical_key == Key::Enter;
    if let Ok(text) = texts.get(input.focused_entity)
        && is_enter
    {
        let pending = PendingSubmit(text.pending_edits.len());
        commands.entity(input.focused_entity).insert(pending);
    }
}

/// Returns the modifiers to what they were before the keys of this frame, which [`follow_modifier`] then
/// follows one by one. Bevy would apply the modifiers at the end of a frame to all of its keys: in a slow
/// frame, Ctrl+A would type an `a`.
fn rewind_modifiers(mut events: MessageReader<KeyboardInput>, mut held: ResMut<ButtonInput<Key>>) {
    let events: Vec<_> = events.read().filter(|event| !event.repeat).collect();
    for event in events.into_iter().rev() {
        set_modifier(event, !event.state.is_pressed(), &mut held);
    }
}

fn follow_modifier(input: On<FocusedInput<KeyboardInput>>, mut held: ResMut<ButtonInput<Key>>) {
    set_modifier(&input.input, input.input.state.is_pressed(), &mut held);
}

fn set_modifier(event: &KeyboardInput, is_held: bool, held: &mut ButtonInput<Key>) {
    let key = &event.logical_key;
    if matches!(key, Key::Control | Key::Shift | Key::Alt | Key::Super) {
        match is_held {
            true => held.press(key.clone()),
            false => held.release(key.clone()),
        }
    }
}

/// Handles Shift+Space and Shift+Backspace, which Bevy ignores.
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

fn drop_later_edits(mut texts: Query<(&mut EditableText, &PendingSubmit)>) {
    for (mut text, pending) in &mut texts {
        text.pending_edits.truncate(pending.0);
    }
}

fn submit(texts: Query<(Entity, &EditableText), With<PendingSubmit>>, mut commands: Commands) {
    for (entity, text) in &texts {
        let text = text.value().to_string();
        commands.entity(entity).remove::<PendingSubmit>();
        commands.trigger(Submitted { entity, text });
    }
}

/// Submits and updates the fields of type `F`.
pub(in crate::app) fn plugin<F: Field>(app: &mut App) {
    app.add_observer(apply_submitted::<F>)
        .add_observer(clear_error::<F>)
        .add_observer(on_focus_lost::<F>)
        .add_systems(
            Update,
            update_texts::<F>
                .run_if(
                    resource_exists_and_changed::<F::Shown>
                        .or_eager(any_match_filter::<(With<F>, With<Stale>)>),
                )
                .in_set(Phase::Show),
        );
}

fn apply_submitted<F: Field>(
    submitted: On<Submitted>,
    fields: Query<&F>,
    shown: Res<F::Shown>,
    mut requests: MessageWriter<F::Request>,
    (mut error, mut focus): (ResMut<FieldError>, ResMut<InputFocus>),
    mut commands: Commands,
) {
    let Ok(field) = fields.get(submitted.entity) else {
        return;
    };
    let request = field.request(&shown, &submitted.text);
    if request.is_ok() {
        commands.entity(submitted.entity).insert(Resolved);
        focus.clear();
    }
    error.send(request, &mut requests);
}

/// Clears the error, which may be another field's, with the first key pressed in a field. On Esc, the old
/// text comes back.
fn clear_error<F: Field>(
    input: On<FocusedInput<KeyboardInput>>,
    fields: Query<(), With<F>>,
    mut error: ResMut<FieldError>,
    mut commands: Commands,
) {
    if !input.input.state.is_pressed() || !fields.contains(input.focused_entity) {
        return;
    }
    error.set_if_neq(FieldError::default());
    if input.input.logical_key == Key::Escape {
        commands.entity(input.focused_entity).insert(Resolved);
    }
}

fn on_focus_lost<F: Field>(
    lost: On<FocusLost>,
    fields: Query<(&F, &EditableText, Has<Resolved>)>,
    shown: Res<F::Shown>,
    mut requests: MessageWriter<F::Request>,
    mut error: ResMut<FieldError>,
    mut commands: Commands,
) {
    let Ok((field, text, resolved)) = fields.get(lost.entity) else {
        return;
    };
    commands.entity(lost.entity).try_insert(Stale);
    let typed = text.value().to_string();
    if resolved {
        commands.entity(lost.entity).try_remove::<Resolved>();
    } else if field.is_number() && typed != field.value(&shown) {
        error.send(field.request(&shown, &typed), &mut requests);
    } else if let (true, Err(reason)) = (field.keeps_wrong(), field.request(&shown, &typed)) {
        error.send::<F::Request>(Err(reason), &mut requests);
    }
}

/// Shows the current values, except in the field that is being edited.
fn update_texts<F: Field>(
    shown: Res<F::Shown>,
    focus: Res<InputFocus>,
    mut error: ResMut<FieldError>,
    mut fields: Query<(Entity, &F, &mut EditableText, Has<Stale>)>,
    mut revision: Local<Option<u64>>,
    mut commands: Commands,
) {
    let now = F::revision(&shown);
    let is_changed = revision.replace(now) != Some(now);
    if is_changed {
        error.set_if_neq(FieldError::default());
    }
    for (entity, field, mut text, stale) in &mut fields {
        if stale {
            commands.entity(entity).remove::<Stale>();
        }
        let value = field.value(&shown);
        let is_wrong = || {
            let typed = text.value().to_string();
            !typed.is_empty() && field.request(&shown, &typed).is_err()
        };
        let is_kept = !is_changed && field.keeps_wrong() && is_wrong();
        let is_edited = focus.get() == Some(entity) && !is_changed || is_kept;
        if !is_edited && text.value().to_string() != value {
            text.queue_edit(TextEdit::SelectAll);
            text.queue_edit(TextEdit::Insert(value.as_str().into()));
            text.queue_edit(TextEdit::TextStart(false));
        } else if stale && focus.get() != Some(entity) {
            // The field scrolls to its cursor: this shows the beginning of a text that does not fit.
            text.queue_edit(TextEdit::TextStart(false));
        }
    }
}

/// Gives the field of type `F` the focus when an action asks for it.
pub(in crate::app) fn focus_on<F: Field, A: Action>(
    asked: A,
) -> impl FnMut(MessageReader<A>, Query<Entity, With<F>>, ResMut<InputFocus>, ResMut<InputFocusVisible>)
{
    move |mut actions, fields, mut focus, mut visible| {
        let is_asked = actions.read().any(|action| *action == asked);
        if let Some(field) = fields.iter().next().filter(|_| is_asked) {
            focus.set(field, FocusCause::Navigated);
            visible.0 = true;
        }
    }
}

/// Spawns a text field for up to `max_characters`. It is `width` characters wide, or takes the free
/// room. Returns the field.
pub(in crate::app) fn spawn_text_field(
    parent: &mut ChildSpawnerCommands,
    font: &UiFont,
    field: impl Field,
    width: Option<f32>,
    max_characters: usize,
) -> Entity {
    let frame = Node {
        flex_grow: if width.is_some() { 0.0 } else { 1.0 },
        ..Node::DEFAULT.padding(6.0, 2.0).rounded(3.0).clip()
    };
    let text = EditableText {
        visible_width: width,
        max_characters: Some(max_characters),
        cursor_width: 0.15,
        ..EditableText::new("")
    };
    let style = TextCursorStyle {
        color: KEY,
        selection_color: Color::srgb(0.40, 0.30, 0.14),
        unfocused_selection_color: Color::NONE,
        ..default()
    };
    let node = Node::DEFAULT.grow();
    let frame = parent
        .spawn((frame, FieldFrame, FocusRing::Outside, BackgroundColor(WELL)))
        .id();
    let mut commands = parent.commands();
    let mut input = commands.spawn((
        (field, Stale, ChildOf(frame)),
        node,
        text,
        font.font(),
        TextColor(PLAIN),
        TextLayout::no_wrap(),
        style,
        TabIndex(0),
        SelectAllOnFocus,
    ));
    if field.is_number() {
        input.insert(EditableTextFilter::new(|c| c.is_ascii_digit() || c == '-'));
    }
    input.id()
}

/// Spawns a row of a label and the field that it names, as [`spawn_text_field`] does.
pub(in crate::app) fn spawn_labelled_field(
    parent: &mut ChildSpawnerCommands,
    font: &UiFont,
    (label, field): (&'static str, impl Field),
    width: Option<f32>,
    max_characters: usize,
) {
    let row = Node::row(6.0).align_centre();
    parent.spawn(row).with_children(|row| {
        row.spawn(font.text(label, QUIET));
        let field = spawn_text_field(row, font, field, width, max_characters);
        row.commands().entity(field).insert(Named::new(label));
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::input::keyboard::KeyCode;
    use bevy::input::{ButtonState, InputPlugin};
    use bevy::input_focus::{FocusCause, InputDispatchPlugin, InputFocusPlugin};
    use bevy::window::PrimaryWindow;

    /// For each `a` that was pressed, whether Ctrl was held.
    #[derive(Resource, Default)]
    struct Seen(Vec<bool>);

    #[test]
    fn a_modifier_counts_for_the_keys_between_its_press_and_its_release() {
        let mut app = App::new();
        app.add_plugins((InputPlugin, InputFocusPlugin, InputDispatchPlugin))
            .init_resource::<Seen>()
            .add_observer(follow_modifier)
            .add_observer(
                |input: On<FocusedInput<KeyboardInput>>,
                 held: Res<ButtonInput<Key>>,
                 mut seen: ResMut<Seen>| {
                    if input.input.logical_key == Key::Character("a".into()) {
                        seen.0.push(held.pressed(Key::Control));
                    }
                },
            )
            .add_systems(
                PreUpdate,
                rewind_modifiers
                    .after(InputSystems)
                    .before(InputFocusSystems::Dispatch),
            );
        let window = app
            .world_mut()
            .spawn((Window::default(), PrimaryWindow))
            .id();
        let press = |app: &mut App, key_code, logical_key: &Key, state| {
            app.world_mut().write_message(KeyboardInput {
                key_code,
                logical_key: logical_key.clone(),
                state,
                text: None,
                repeat: false,
                window,
            });
        };
        let (ctrl, letter) = (Key::Control, Key::Character("a".into()));
        let (down, up) = (ButtonState::Pressed, ButtonState::Released);
        // In one frame, and with Ctrl held from one frame to the next.
        for splits in [false, true] {
            press(&mut app, KeyCode::KeyA, &letter, down);
            press(&mut app, KeyCode::ControlLeft, &ctrl, down);
            if splits {
                app.update();
            }
            press(&mut app, KeyCode::KeyA, &letter, down);
            press(&mut app, KeyCode::ControlLeft, &ctrl, up);
            press(&mut app, KeyCode::KeyA, &letter, down);
            app.update();
            let seen = std::mem::take(&mut app.world_mut().resource_mut::<Seen>().0);
            assert_eq!(seen, [false, true, false]);
            assert!(
                !app.world()
                    .resource::<ButtonInput<Key>>()
                    .pressed(Key::Control)
            );
        }
    }

    #[derive(Resource)]
    struct Shown(&'static str);

    #[derive(Message)]
    struct Change;

    #[derive(Component, Clone, Copy, Debug)]
    struct ShownField;

    impl Field for ShownField {
        type Shown = Shown;
        type Request = Change;

        fn value(self, shown: &Shown) -> String {
            shown.0.to_owned()
        }

        fn request(self, _: &Shown, _: &str) -> Result<Option<Change>, String> {
            Ok(None)
        }

        fn is_number(self) -> bool {
            false
        }

        fn revision(_: &Res<Shown>) -> u64 {
            0
        }
    }

    #[test]
    fn a_field_that_loses_the_focus_shows_the_beginning_of_its_text() {
        let mut app = App::new();
        app.insert_resource(Shown("15x15::5da67eebe4a4641555a3388b18"))
            .init_resource::<FieldError>()
            .init_resource::<InputFocus>()
            .add_systems(Update, update_texts::<ShownField>);
        let text = EditableText::new("15x15::5da67eebe4a4641555a3388b18");
        let field = app.world_mut().spawn((ShownField, text)).id();
        let edits = |app: &mut App| {
            app.update();
            let mut text = app.world_mut().get_mut::<EditableText>(field).unwrap();
            std::mem::take(&mut text.pending_edits)
        };
        assert_eq!(edits(&mut app), [TextEdit::TextEnd(false)], "Bevy's own");
        app.world_mut().entity_mut(field).insert(Stale);
        assert_eq!(edits(&mut app), [TextEdit::TextStart(false)]);
        assert_eq!(edits(&mut app), []);
        app.insert_resource(InputFocus::from_entity(field));
        app.world_mut().entity_mut(field).insert(Stale);
        assert_eq!(edits(&mut app), [], "it has the focus again");
    }

    /// A field for a number.
    #[derive(Component, Clone, Copy, Debug)]
    struct NumberField;

    impl Field for NumberField {
        type Shown = Shown;
        type Request = Change;

        fn value(self, shown: &Shown) -> String {
            shown.0.to_owned()
        }

        fn request(self, _: &Shown, _: &str) -> Result<Option<Change>, String> {
            Ok(Some(Change))
        }

        fn is_number(self) -> bool {
            true
        }

        fn revision(_: &Res<Shown>) -> u64 {
            0
        }
    }

    #[test]
    fn a_typed_number_is_applied_where_its_field_loses_the_focus_but_not_after_esc() {
        for (key, requests) in [(Key::ArrowLeft, 1), (Key::Escape, 0)] {
            let mut app = App::new();
            app.add_plugins((InputPlugin, InputFocusPlugin, InputDispatchPlugin))
                .add_message::<Change>()
                .insert_resource(Shown("7"))
                .init_resource::<FieldError>()
                .add_plugins(plugin::<NumberField>);
            let world = app.world_mut();
            let window = world.spawn((Window::default(), PrimaryWindow)).id();
            let typed = EditableText::new("12");
            let field = world.spawn((NumberField, typed)).id();
            let mut focus = world.resource_mut::<InputFocus>();
            focus.set(field, FocusCause::Navigated);
            app.update();
            app.world_mut().write_message(KeyboardInput {
                key_code: KeyCode::F24,
                logical_key: key.clone(),
                state: ButtonState::Pressed,
                text: None,
                repeat: false,
                window,
            });
            app.update();
            app.world_mut().resource_mut::<InputFocus>().clear();
            app.update();
            let mut sent = app.world_mut().resource_mut::<Messages<Change>>();
            assert_eq!(sent.drain().count(), requests, "{key:?}");
        }
    }
}
