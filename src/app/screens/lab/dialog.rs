//! The choice of formats to export to, over the map. Shows it; what is written is not its
//! business.

use bevy::feathers::controls::ButtonVariant;
use bevy::input_focus::tab_navigation::TabGroup;
use bevy::input_focus::{FocusCause, InputFocus, InputFocusVisible};
use bevy::prelude::*;

use super::button::Does;
use crate::app::dungeon::Dungeon;
use crate::app::frame::Phase;
use crate::app::input::{Layer, Layers};
use crate::app::ui::theme::{LINE, PANEL, PLAIN, QUIET, Type};
use crate::app::ui::widget::word_button;
use crate::export::Format;

/// Shows the choice while [`Layer::Dialog`] is open.
pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, spawn).add_systems(
        Update,
        show.run_if(resource_changed::<Layers>).in_set(Phase::Show),
    );
}

#[derive(Component)]
struct Dialog;

fn spawn(mut commands: Commands, font: Res<Type>) {
    commands
        .spawn((
            Dialog,
            GlobalZIndex(1),
            Node {
                position_type: PositionType::Absolute,
                width: percent(100),
                height: percent(100),
                align_items: AlignItems::Center,
                justify_content: JustifyContent::Center,
                display: Display::None,
                ..default()
            },
            // Over the panel's text, too, the choice is what stands out.
            BackgroundColor(Color::srgba(0.0, 0.0, 0.0, 0.55)),
            Interaction::default(),
        ))
        .with_children(|parent| {
            parent
                .spawn((
                    TabGroup::modal(),
                    Node {
                        flex_direction: FlexDirection::Column,
                        padding: UiRect::axes(px(22), px(14)),
                        border: UiRect::all(px(1)),
                        row_gap: px(6),
                        ..default()
                    },
                    BackgroundColor(PANEL),
                    BorderColor::all(LINE),
                ))
                .with_children(|frame| {
                    frame.spawn(font.text("write the map as", PLAIN));
                    for format in Format::ALL {
                        let word = format!("{} (.{})", label(format), format.extension());
                        let does = Does::Write(format);
                        word_button(frame, &font, &word, does, ButtonVariant::Normal);
                    }
                    frame.spawn(font.text("Tab next, Enter writes, Esc closes", QUIET));
                });
        });
}

/// What a format is called by those who choose one.
const fn label(format: Format) -> &'static str {
    match format {
        Format::Text => "text",
        Format::Json => "JSON",
        Format::Png => "PNG picture",
        Format::Tmj => "Tiled map",
        Format::Hex => "hex maze",
    }
}

/// Shows or hides the choice, and gives it the keys. Hex is offered for mazes of cells alone.
fn show(
    (layers, mut was_open): (Res<Layers>, Local<bool>),
    dungeon: Res<Dungeon>,
    mut nodes: Query<(&mut Node, Has<Dialog>, Option<&Does>)>,
    buttons: Query<(Entity, &Does)>,
    (mut focus, mut visible): (ResMut<InputFocus>, ResMut<InputFocusVisible>),
) {
    let open = layers.is_open(Layer::Dialog);
    if std::mem::replace(&mut *was_open, open) == open {
        return;
    }
    for (mut node, is_dialog, does) in &mut nodes {
        let shown = match does {
            Some(Does::Write(Format::Hex)) => dungeon.spec().generator().makes_cell_maze(),
            _ if is_dialog => open,
            _ => continue,
        };
        node.display = if shown { Display::Flex } else { Display::None };
    }
    let first = buttons
        .iter()
        .find(|(_, does)| **does == Does::Write(Format::ALL[0]));
    if let (true, Some((first, _))) = (open, first) {
        focus.set(first, FocusCause::Navigated);
        visible.0 = true;
    } else if focus
        .get()
        .and_then(|entity| buttons.get(entity).ok())
        .is_some_and(|(_, does)| matches!(does, Does::Write(_)))
    {
        focus.clear();
    }
}
