//! A line that is typed into. Knows how it looks and what may be typed, not what it is for.

use bevy::feathers::focus::FocusWithinIndicator;
use bevy::feathers::theme::ThemeBackgroundColor;
use bevy::feathers::tokens;
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::prelude::*;
use bevy::text::{EditableText, EditableTextFilter, TextCursorStyle};
use bevy::ui_widgets::SelectAllOnFocus;

use super::theme::{KEY, PLAIN, Type};

/// Adds a line that is typed into, up to `most` characters, known by `field`; with `digits`, numbers
/// alone.
pub(in crate::app) fn line(
    parent: &mut ChildSpawnerCommands,
    font: &Type,
    field: impl Bundle,
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
        .spawn((
            frame,
            FocusWithinIndicator,
            ThemeBackgroundColor(tokens::TEXT_INPUT_BG),
        ))
        .with_children(|frame| {
            let mut input = frame.spawn((
                field,
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
