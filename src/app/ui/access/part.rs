//! The entities of the panels, as far as they say something of themselves.

use accesskit::{Node as AccessNode, Rect, Role};
use bevy::ecs::query::QueryData;
use bevy::ecs::system::SystemParam;
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::prelude::*;
use bevy::text::EditableText;
use bevy::ui_widgets::{Button, SliderRange, SliderStep, SliderValue};

use super::{Dialog, Named};
use crate::app::ui::list::{Item, Marked};
use crate::app::ui::style::{ButtonVariant, Tick};
use crate::app::ui::tip::Tip;
use crate::app::ui::widget::{ActionButton, KeyName};

/// What a node of a panel says of itself.
#[derive(QueryData)]
pub(super) struct Part {
    pub node: &'static Node,
    pub visibility: Option<&'static Visibility>,
    pub children: Option<&'static Children>,
    pub place: Option<(&'static ComputedNode, &'static UiGlobalTransform)>,
    pub text: Option<&'static Text>,
    pub field: Option<&'static EditableText>,
    pub slider: Option<(
        &'static SliderValue,
        &'static SliderRange,
        Option<&'static SliderStep>,
    )>,
    pub is_button: Has<Button>,
    pub variant: Option<&'static ButtonVariant>,
    pub action: Option<&'static ActionButton>,
    pub item: Option<&'static Marked>,
    pub has_cursor: Has<Item>,
    pub is_tick: Has<Tick>,
    pub is_key: Has<KeyName>,
    pub tip: Option<&'static Tip>,
    pub tab_index: Option<&'static TabIndex>,
    pub named: Option<&'static Named>,
    pub dialog: Option<&'static Dialog>,
}

/// All nodes of panels.
#[derive(SystemParam)]
pub(super) struct AccessQuery<'w, 's>(Query<'w, 's, Part>);

impl AccessQuery<'_, '_> {
    pub fn get(&self, entity: Entity) -> Option<PartItem<'_, '_>> {
        self.0.get(entity).ok()
    }

    /// The texts in a node, in order, without those of the widgets in it.
    pub fn texts(&self, entity: Entity, texts: &mut Vec<String>) {
        let Some(part) = self.get(entity) else {
            return;
        };
        if !part.is_shown() || part.is_tick || part.is_key {
            return;
        }
        let own = part.text.map_or("", |text| text.0.trim());
        if !own.is_empty() {
            texts.push(own.to_owned());
        }
        for child in part.children() {
            if self.get(child).is_some_and(|part| !part.is_widget()) {
                self.texts(child, texts);
            }
        }
    }

    /// Whether there is nothing but texts in a node, and at least one.
    pub fn is_text(&self, part: &PartItem<'_, '_>) -> bool {
        let is_leaf = |child: Entity| {
            let part = self.get(child);
            part.is_some_and(|part| part.text.is_some() && part.children.is_none())
        };
        part.text.is_some() || part.children().next().is_some() && part.children().all(is_leaf)
    }

    /// Whether a node has several lines. One alone is no list.
    pub fn is_list(&self, part: &PartItem<'_, '_>) -> bool {
        let mut lines = part.children().filter(|child| self.is_line(*child));
        lines.nth(1).is_some()
    }

    /// Whether the cursor of a list can be on a node.
    pub fn is_line(&self, entity: Entity) -> bool {
        self.get(entity).is_some_and(|part| part.item.is_some())
    }
}

impl PartItem<'_, '_> {
    pub fn children(&self) -> impl Iterator<Item = Entity> + use<'_> {
        self.children.iter().flat_map(|children| children.iter())
    }

    /// Whether it is shown, where what it is in is.
    pub fn is_shown(&self) -> bool {
        self.node.display != Display::None && self.visibility != Some(&Visibility::Hidden)
    }

    pub fn is_widget(&self) -> bool {
        self.is_button || self.field.is_some() || self.slider.is_some() || self.item.is_some()
    }

    /// A node of a role, where this one is in the window, in physical pixels.
    pub fn as_node(&self, role: Role) -> AccessNode {
        let mut node = AccessNode::new(role);
        if let Some((computed, place)) = self.place {
            let (centre, half) = (
                place.translation.as_dvec2(),
                computed.size().as_dvec2() / 2.0,
            );
            let (min, max) = (centre - half, centre + half);
            node.set_bounds(Rect::new(min.x, min.y, max.x, max.y));
        }
        node
    }
}

/// Whether a text is more than a decoration: there is something in it to say.
pub(super) fn is_word(text: &str) -> bool {
    text.contains(|letter: char| letter.is_alphanumeric() || "<>?+★☆".contains(letter))
}
