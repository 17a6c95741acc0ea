//! Tooltips: what a control of a side panel means, in a box beside the panel while the pointer or the keyboard's focus
//! is on it.

use bevy::input_focus::{InputFocus, InputFocusVisible};
use bevy::picking::hover::Hovered;
use bevy::prelude::*;

use super::theme::{LINE, PLAIN, UiFont, WELL};
use super::widget::set_displayed;
use crate::app::frame::Phase;
use crate::app::glyph::ViewInsets;
use crate::app::screen::Screen;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        show_tip
            .run_if(any_with_component::<TipBox>)
            .in_set(Phase::Show),
    );
}

/// What the entity means; also of what is inside it. Empty if there is nothing to say.
#[derive(Component, PartialEq, Eq, Clone, Default)]
#[require(Hovered)]
pub(in crate::app) struct Tip(pub String);

impl Tip {
    pub(in crate::app) fn new(text: &str) -> Self {
        Self(text.to_owned())
    }
}

#[derive(Component)]
struct TipBox;

/// Spawns the box on a screen with a side panel.
pub(in crate::app) fn spawn_box(commands: &mut Commands, font: &UiFont, screen: Screen) {
    let node = Node {
        position_type: PositionType::Absolute,
        width: px(330),
        padding: UiRect::axes(px(10), px(6)),
        border: UiRect::all(px(1)),
        display: Display::None,
        ..default()
    };
    let look = (
        BackgroundColor(WELL),
        BorderColor::all(LINE),
        GlobalZIndex(1),
    );
    commands
        .spawn((DespawnOnExit(screen), TipBox, node, look))
        .with_child(font.wrapped("", PLAIN));
}

fn show_tip(
    tips: Query<(&Tip, &Hovered)>,
    parents: Query<&ChildOf>,
    (focus, visible): (Res<InputFocus>, Res<InputFocusVisible>),
    insets: Res<ViewInsets>,
    tip_box: Single<(&mut Node, &Children), With<TipBox>>,
    mut texts: Query<&mut Text>,
) {
    let hovered = tips.iter().find(|(_, hovered)| hovered.0);
    let focus = focus.get().filter(|_| visible.0);
    let around = focus.into_iter().flat_map(|focus| {
        let ancestors = parents.iter_ancestors(focus);
        std::iter::once(focus).chain(ancestors)
    });
    let focused = || around.filter_map(|entity| tips.get(entity).ok()).next();
    let tip = hovered.or_else(focused).map(|(tip, _)| tip);
    let tip = tip.filter(|tip| !tip.0.is_empty());
    let (mut node, children) = tip_box.into_inner();
    set_displayed(&mut node, tip.is_some());
    let Some(Tip(text)) = tip else { return };
    let place = (px(insets.right + 4.0), px(insets.bottom + 4.0));
    if (node.right, node.bottom) != place {
        (node.right, node.bottom) = place;
    }
    let mut texts = texts.iter_many_mut(children);
    while let Some(mut shown) = texts.fetch_next() {
        shown.set_if_neq(Text(text.clone()));
    }
}
