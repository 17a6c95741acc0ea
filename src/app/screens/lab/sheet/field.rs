//! The fields of the sheet: the sentence of a search, which is searched for while it is typed, the rows that change it, and
//! the name of a kept map.

use std::time::Duration;

use bevy::input_focus::{FocusCause, InputFocus};
use bevy::prelude::*;
use bevy::text::EditableText;
use bevy::ui_widgets::Activate;

use super::super::view::LabView;
use super::listing::Source;
use super::rows::{Edit, MOST_ROWS, Row, rows_of};
use super::state::{Sheet, SheetRequest};
use crate::app::frame::Phase;
use crate::app::platform::clock::Wake;
use crate::app::screen::Screen;
use crate::app::ui::access::Named;
use crate::app::ui::field::{self, Field, spawn_text_field};
use crate::app::ui::live::LiveText;
use crate::app::ui::node::NodeExt;
use crate::app::ui::style::{ButtonVariant, Label};
use crate::app::ui::theme::{PLAIN, UiFont};
use crate::app::ui::widget::{self, button};

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((
        field::plugin::<ConditionField>,
        field::plugin::<NumberField>,
        field::plugin::<NameField>,
    ))
    .add_systems(
        Update,
        (
            // So that the sheet searches in the same frame.
            search_while_typing.in_set(Phase::Input),
            show_rows
                .run_if(resource_changed::<Sheet>)
                .in_set(Phase::Show),
        )
            .in_set(Screen::Lab),
    );
}

/// How long the typed sentence must stay before it is searched for.
const PAUSE: Duration = Duration::from_millis(300);

/// The sentence of the search.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ConditionField;

/// The number in a row of the search.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
struct NumberField(usize);

/// The name of the kept map under the cursor.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct NameField;

impl Field for ConditionField {
    type Shown = Sheet;
    type Request = SheetRequest;

    fn value(self, sheet: &Sheet) -> String {
        let condition = sheet.condition();
        condition.map_or_else(String::new, ToString::to_string)
    }

    fn request(self, _: &Sheet, text: &str) -> Result<Option<SheetRequest>, String> {
        let condition = text.parse().map_err(|error| format!("{error}"))?;
        Ok(Some(SheetRequest::Search(condition)))
    }

    fn is_number(self) -> bool {
        false
    }

    fn keeps_wrong(self) -> bool {
        true
    }

    /// What is typed stays, until something else changes the sentence.
    fn revision(sheet: &Res<Sheet>) -> u64 {
        sheet.edits
    }
}

impl Field for NumberField {
    type Shown = Sheet;
    type Request = SheetRequest;

    fn value(self, sheet: &Sheet) -> String {
        row_of(sheet, self.0).map_or_else(String::new, |row| row.number.to_string())
    }

    fn request(self, sheet: &Sheet, text: &str) -> Result<Option<SheetRequest>, String> {
        let number = text.trim().parse();
        let number =
            number.map_err(|_| format!("\"{}\" is not a whole number from 0", text.trim()))?;
        if let Some(row) = row_of(sheet, self.0) {
            row.with_number(number).check()?;
        }
        Ok(Some(SheetRequest::Edit(Edit::Number(self.0, number))))
    }

    fn is_number(self) -> bool {
        true
    }

    fn revision(sheet: &Res<Sheet>) -> u64 {
        sheet.edits
    }
}

impl Field for NameField {
    type Shown = Sheet;
    type Request = SheetRequest;

    fn value(self, sheet: &Sheet) -> String {
        let named = sheet
            .chosen()
            .filter(|item| item.label != item.spec.seed.to_string());
        named.map_or_else(String::new, |item| item.label.clone())
    }

    fn request(self, _: &Sheet, text: &str) -> Result<Option<SheetRequest>, String> {
        Ok(Some(SheetRequest::Name(text.to_owned())))
    }

    fn is_number(self) -> bool {
        false
    }

    /// The field follows the cursor.
    fn revision(sheet: &Res<Sheet>) -> u64 {
        (sheet.source() as u64) << 32 | sheet.cursor() as u64
    }
}

fn row_of(sheet: &Sheet, number: usize) -> Option<Row> {
    rows_of(sheet.condition())?.get(number).copied()
}

/// The controls of a row, or the button that adds one.
#[derive(Component, Clone, Copy)]
enum RowPart {
    Row(usize),
    Add,
}

/// Spawns the controls of the rows.
pub(super) fn spawn_rows(line: &mut ChildSpawnerCommands, font: &UiFont) {
    for number in 0..MOST_ROWS {
        let node = Node::wrapping_row(4.0).margin(UiRect::right(px(10)));
        let text = |text: fn(&Row) -> String| {
            move |sheet: &Sheet| row_of(sheet, number).map_or_else(String::new, |row| text(&row))
        };
        line.spawn((RowPart::Row(number), node))
            .with_children(|parts| {
                let metric = text(|row| row.metric.name().to_owned());
                spawn_button(parts, font, Edit::Metric(number), metric);
                spawn_button(
                    parts,
                    font,
                    Edit::Sign(number),
                    text(|row| row.sign.to_owned()),
                );
                let field = spawn_text_field(parts, font, NumberField(number), Some(6.0), 20);
                parts.commands().entity(field).insert(Named::new("Number"));
                spawn_button(parts, font, Edit::Remove(number), |_| "x".to_owned());
            });
    }
    line.spawn((RowPart::Add, Node::wrapping_row(4.0)))
        .with_children(|parts| {
            spawn_button(parts, font, Edit::Add, |_| "Add a condition".to_owned());
        });
}

/// Spawns a button that changes a row.
fn spawn_button(
    parts: &mut ChildSpawnerCommands,
    font: &UiFont,
    edit: Edit,
    label: impl Fn(&Sheet) -> String + Send + Sync + 'static,
) {
    parts
        .spawn(button((), ButtonVariant::Normal))
        .with_child((Label, LiveText::new(label), font.text("", PLAIN)))
        .observe(
            move |_: On<Activate>, mut requests: MessageWriter<SheetRequest>| {
                requests.write(SheetRequest::Edit(edit));
            },
        );
}

/// Shows the rows of the sentence, if it has any.
fn show_rows(sheet: Res<Sheet>, mut parts: Query<(&RowPart, &mut Node)>) {
    let count = rows_of(sheet.condition()).map(|rows| rows.len());
    for (part, mut node) in &mut parts {
        let is_shown = match part {
            RowPart::Row(number) => count.is_some_and(|count| *number < count),
            RowPart::Add => count.is_some_and(|count| count < MOST_ROWS),
        };
        widget::set_displayed(&mut node, is_shown);
    }
}

/// Gives the field of the shown source the focus, if it has one.
pub(super) fn focus_field(
    mut sheet: ResMut<Sheet>,
    fields: Query<(Entity, Has<NameField>), Or<(With<ConditionField>, With<NameField>)>>,
    mut focus: ResMut<InputFocus>,
) {
    if !std::mem::take(&mut sheet.bypass_change_detection().wants_field) {
        return;
    }
    for (entity, is_name) in &fields {
        let source = if is_name { Source::Kept } else { Source::Found };
        if source == sheet.source() {
            focus.set(entity, FocusCause::Navigated);
        }
    }
}

/// The sentence as it was last seen in its field, and when it is to be searched for.
#[derive(Default)]
struct Typed {
    text: String,
    due: Option<Duration>,
}

/// Searches for the sentence that is being typed, once it has stayed for a moment, if it is one.
fn search_while_typing(
    (sheet, view): (Res<Sheet>, Res<LabView>),
    (focus, time): (Res<InputFocus>, Res<Time<Real>>),
    fields: Query<(Entity, &EditableText), With<ConditionField>>,
    mut typed: Local<Typed>,
    mut requests: MessageWriter<SheetRequest>,
    mut wake: MessageWriter<Wake>,
) {
    let focused = fields
        .iter()
        .find(|(entity, _)| focus.get() == Some(*entity));
    let is_open = *view == LabView::Sheet && sheet.source() == Source::Found;
    let Some((_, text)) = focused.filter(|_| is_open) else {
        typed.due = None;
        return;
    };
    let now = time.elapsed();
    let text = text.value().to_string();
    if typed.text != text {
        typed.text = text;
        typed.due = Some(now + PAUSE);
    }
    match typed.due {
        Some(due) if now < due => {
            wake.write(Wake(due - now));
        }
        Some(_) => {
            typed.due = None;
            if let Ok(condition) = typed.text.parse()
                && sheet.condition() != Some(&condition)
            {
                requests.write(SheetRequest::Search(condition));
            }
        }
        None => {}
    }
}
