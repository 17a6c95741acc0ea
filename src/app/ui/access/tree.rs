//! The nodes of what is shown, made anew from the panels' entities whenever they are asked for.

use accesskit::{
    Action, Live, Node as AccessNode, NodeId, Role, Toggled, Tree, TreeId, TreeUpdate,
};
use bevy::ecs::system::SystemParam;
use bevy::input_focus::InputFocus;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::part::{AccessQuery, PartItem, is_word};
use super::place::Place;
use crate::app::input::Keymap;
use crate::app::screen::Screen;
use crate::app::speech::Speech;
use crate::app::ui::style::ButtonVariant;

/// The first id that is none of an entity's: their generations never come so far.
const OWN_IDS: u64 = 1 << 63;
/// The board or the map.
pub(super) const PICTURE: NodeId = NodeId(OWN_IDS);
/// The live region.
pub(super) const SPEECH: NodeId = NodeId(OWN_IDS + 1);
/// The root where there is no window.
const ROOT: NodeId = NodeId(OWN_IDS + 2);
/// From here on, what the live region says.
const UTTERANCES: u64 = OWN_IDS + 16;

/// The runs of text in fields, each with the number of its field.
const TEXT_RUNS: u64 = OWN_IDS + (1 << 62);

const fn id_of(entity: Entity) -> NodeId {
    NodeId(entity.to_bits())
}

/// The entity of a node, if it is one's.
pub(super) const fn entity_of(node: NodeId) -> Option<Entity> {
    match node.0 < OWN_IDS {
        true => Entity::try_from_bits(node.0),
        false => None,
    }
}

/// Everything that the window shows, for those who do not see it.
#[derive(SystemParam)]
pub struct AccessTreeSource<'w, 's> {
    windows: Query<'w, 's, (Entity, &'static Window), With<PrimaryWindow>>,
    roots: Query<'w, 's, (Entity, Option<&'static GlobalZIndex>), (With<Node>, Without<ChildOf>)>,
    parts: AccessQuery<'w, 's>,
    focus: Option<Res<'w, InputFocus>>,
    screen: Option<Res<'w, State<Screen>>>,
    keymap: Option<Res<'w, Keymap>>,
    place: Option<Res<'w, Place>>,
    speech: Option<Res<'w, Speech>>,
}

impl AccessTreeSource<'_, '_> {
    /// All nodes: the picture, the panels from back to front, and the live region.
    pub fn tree(&self) -> TreeUpdate {
        let window = self.windows.iter().next();
        let root = window.map_or(ROOT, |(entity, _)| id_of(entity));
        let mut builder = TreeBuilder {
            source: self,
            nodes: Vec::new(),
            selected: None,
            dialog: None,
            last_text: String::new(),
        };
        let mut children = vec![builder.add_picture()];
        let mut roots: Vec<(i32, Entity)> = self
            .roots
            .iter()
            .map(|(entity, z)| (z.map_or(0, |z| z.0), entity))
            .collect();
        roots.sort_unstable();
        for (_, entity) in roots {
            builder.last_text.clear();
            builder.add(entity, "", &mut children);
        }
        children.push(builder.add_speech());
        let mut node = AccessNode::new(Role::Window);
        node.set_label(window.map_or("Undercroft", |(_, window)| window.title.as_str()));
        node.set_children(children);
        let focused = self.focus.as_ref().and_then(|focus| focus.get()).map(id_of);
        let focused = focused.filter(|id| builder.nodes.iter().any(|(known, _)| known == id));
        let focus = focused.or(builder.dialog).or(builder.selected);
        let mut nodes = builder.nodes;
        nodes.push((root, node));
        TreeUpdate {
            nodes,
            tree: Some(Tree::new(root)),
            tree_id: TreeId::ROOT,
            focus: focus.unwrap_or(PICTURE),
        }
    }
}

/// A tree that grows.
struct TreeBuilder<'a, 'w, 's> {
    source: &'a AccessTreeSource<'w, 's>,
    nodes: Vec<(NodeId, AccessNode)>,
    /// The line with the cursor that is shown uppermost.
    selected: Option<NodeId>,
    /// The dialog that is shown uppermost.
    dialog: Option<NodeId>,
    /// The text before a field names it.
    last_text: String,
}

impl TreeBuilder<'_, '_, '_> {
    /// Adds the nodes of an entity, and those that go into its parent to `into`; `tip` explains what is around it.
    fn add(&mut self, entity: Entity, tip: &str, into: &mut Vec<NodeId>) {
        let parts = &self.source.parts;
        let Some(part) = parts.get(entity) else {
            return;
        };
        if !part.is_shown() || part.is_tick {
            return;
        }
        let tip = part.tip.map_or(tip, |tip| &tip.0);
        let mut node = if let Some(marked) = part.item {
            return self.add_line(entity, &part, (tip, marked.0), into);
        } else if part.field.is_some() || part.slider.is_some() {
            self.field(entity, &part)
        } else if part.is_button {
            self.button(entity, &part)
        } else if part.tab_index.is_some_and(|index| index.0 >= 0) || parts.is_text(&part) {
            return self.add_text(entity, &part, tip, into);
        } else if parts.is_list(&part) {
            return self.add_list(entity, &part, tip, into);
        } else if let Some(dialog) = part.dialog {
            return self.add_dialog(entity, (&part, dialog.0), into);
        } else {
            return self.add_children(&part, tip, into);
        };
        if !tip.is_empty() {
            node.set_description(tip);
        }
        self.push(entity, node, into);
    }

    fn push(&mut self, entity: Entity, node: AccessNode, into: &mut Vec<NodeId>) {
        self.nodes.push((id_of(entity), node));
        into.push(id_of(entity));
    }

    /// Adds a text, or several beside each other as one.
    fn add_text(
        &mut self,
        entity: Entity,
        part: &PartItem<'_, '_>,
        tip: &str,
        into: &mut Vec<NodeId>,
    ) {
        let mut texts = Vec::new();
        self.source.parts.texts(entity, &mut texts);
        texts.retain(|text| is_word(text));
        if texts.is_empty() {
            return;
        }
        self.last_text = texts.join(" ");
        let mut node = part.as_node(Role::Label);
        node.set_value(self.last_text.as_str());
        if !tip.is_empty() {
            node.set_description(tip);
        }
        if part.tab_index.is_some() {
            node.add_action(Action::Focus);
        }
        self.push(entity, node, into);
    }

    fn add_dialog(
        &mut self,
        entity: Entity,
        (part, name): (&PartItem<'_, '_>, &str),
        into: &mut Vec<NodeId>,
    ) {
        let mut children = Vec::new();
        self.add_children(part, "", &mut children);
        let mut node = part.as_node(Role::Dialog);
        node.set_label(name);
        node.set_modal();
        node.set_children(children);
        self.dialog = Some(id_of(entity));
        self.push(entity, node, into);
    }

    fn add_children(&mut self, part: &PartItem<'_, '_>, tip: &str, into: &mut Vec<NodeId>) {
        for child in part.children() {
            self.add(child, tip, into);
        }
    }

    /// Adds the widgets in a line, whose texts are its name.
    fn add_widgets(&mut self, part: &PartItem<'_, '_>, tip: &str, into: &mut Vec<NodeId>) {
        for child in part.children() {
            match self.source.parts.get(child) {
                Some(part) if part.is_widget() => self.add(child, tip, into),
                Some(part) if part.is_shown() => self.add_widgets(&part, tip, into),
                _ => {}
            }
        }
    }

    /// Adds a list with its lines, in the place of the first line. It is named by what stands above them.
    fn add_list(
        &mut self,
        list: Entity,
        part: &PartItem<'_, '_>,
        tip: &str,
        into: &mut Vec<NodeId>,
    ) {
        let (mut texts, mut lines) = (Vec::new(), Vec::new());
        for child in part.children() {
            let is_line = self.source.parts.is_line(child);
            if !is_line {
                if lines.is_empty() {
                    self.source.parts.texts(child, &mut texts);
                }
                self.add(child, tip, into);
                continue;
            }
            if lines.is_empty() {
                into.push(id_of(list));
            }
            self.add(child, tip, &mut lines);
        }
        let mut node = part.as_node(Role::ListBox);
        node.set_label(match (part.named, texts.is_empty()) {
            (Some(named), _) => named.0.to_string(),
            (None, true) => self.last_text.clone(),
            (None, false) => texts.join(", "),
        });
        node.set_children(lines);
        self.nodes.push((id_of(list), node));
    }

    /// Adds a line of a list, with the widgets in it. One without a text of its own stands for them.
    fn add_line(
        &mut self,
        line: Entity,
        part: &PartItem<'_, '_>,
        (tip, is_selected): (&str, bool),
        into: &mut Vec<NodeId>,
    ) {
        let (mut texts, mut widgets) = (Vec::new(), Vec::new());
        self.source.parts.texts(line, &mut texts);
        texts.retain(|text| is_word(text));
        self.add_widgets(part, tip, &mut widgets);
        if is_selected && part.has_cursor {
            // The button that the cursor is on, if it is on one of several.
            let mut chosen = widgets.iter().filter(|id| self.is_chosen(**id));
            self.selected = match (chosen.next(), chosen.next()) {
                (Some(one), None) => Some(*one),
                _ if texts.is_empty() => widgets.first().copied(),
                _ => Some(id_of(line)),
            };
        }
        if texts.is_empty() {
            return into.append(&mut widgets);
        }
        let mut node = part.as_node(Role::ListBoxOption);
        node.set_label(texts.join(", "));
        node.set_selected(is_selected);
        node.add_action(Action::Focus);
        node.add_action(Action::Click);
        node.set_children(widgets);
        if !tip.is_empty() {
            node.set_description(tip);
        }
        self.push(line, node, into);
    }

    fn is_chosen(&self, id: NodeId) -> bool {
        let node = self.nodes.iter().find(|(known, _)| *known == id);
        node.is_some_and(|(_, node)| node.toggled() == Some(Toggled::True))
    }

    /// A field or a slider is named by the text before it.
    fn field(&mut self, entity: Entity, part: &PartItem<'_, '_>) -> AccessNode {
        let mut node = part.as_node(match part.field {
            Some(_) => Role::TextInput,
            None => Role::Slider,
        });
        node.set_label(part.named.map_or(self.last_text.as_str(), |named| &named.0));
        node.add_action(Action::Focus);
        node.add_action(Action::SetValue);
        if let Some(text) = part.field {
            let text = text.value().to_string();
            // What adapters read of a text, letter by letter.
            let mut run = AccessNode::new(Role::TextRun);
            let lengths: Vec<u8> = text.chars().map(|letter| letter.len_utf8() as u8).collect();
            run.set_character_lengths(lengths);
            run.set_value(text.as_str());
            let id = NodeId(TEXT_RUNS + entity.to_bits());
            self.nodes.push((id, run));
            node.push_child(id);
            node.set_value(text);
        }
        if let Some((value, range, step)) = part.slider {
            node.set_numeric_value(value.0.into());
            node.set_min_numeric_value(range.start().into());
            node.set_max_numeric_value(range.end().into());
            node.set_numeric_value_step(step.map_or(1.0, |step| step.0.into()));
            node.add_action(Action::Increment);
            node.add_action(Action::Decrement);
        }
        node
    }

    /// A button is named by its text, or else by what its action does.
    fn button(&self, entity: Entity, part: &PartItem<'_, '_>) -> AccessNode {
        let mut texts = Vec::new();
        self.source.parts.texts(entity, &mut texts);
        let mut node = part.as_node(Role::Button);
        let bound = self.source.keymap.as_ref().zip(part.action);
        let screen = self.source.screen.as_ref().map(|screen| *screen.get());
        if let Some((keymap, action)) = bound {
            let keys: Vec<String> = keymap.keys(action.action(), screen).collect();
            if !keys.is_empty() {
                node.set_keyboard_shortcut(keys.join(" "));
            }
            // The keys of a hint without a word of its own.
            texts.retain(|text| !keys.contains(text));
            let meaning = keymap.meaning(action.action(), screen);
            match (texts.is_empty(), meaning) {
                (true, Some(meaning)) => texts.push(meaning.to_owned()),
                (false, Some(meaning)) => node.set_description(meaning),
                _ => {}
            }
        }
        node.set_label(
            part.named
                .map_or_else(|| texts.join(", "), |named| named.0.to_string()),
        );
        if part.variant == Some(&ButtonVariant::Primary) {
            node.set_toggled(Toggled::True);
        }
        node.add_action(Action::Focus);
        node.add_action(Action::Click);
        node
    }

    /// The board or the map.
    fn add_picture(&mut self) -> NodeId {
        let mut node = AccessNode::new(Role::Canvas);
        let screen = self.source.screen.as_ref().map(|screen| *screen.get());
        node.set_label(screen.map_or("Map", Screen::title));
        if let Some(place) = &self.source.place
            && !place.1.is_empty()
        {
            node.set_description(place.1.as_str());
        }
        node.add_action(Action::Focus);
        self.nodes.push((PICTURE, node));
        PICTURE
    }

    /// The live region, with a node for each utterance. A name of its own would be spoken, too.
    fn add_speech(&mut self) -> NodeId {
        let said = self.source.speech.iter();
        let mut region = AccessNode::new(Role::Log);
        region.set_live(Live::Polite);
        for utterance in said.flat_map(|speech| speech.utterances()) {
            let id = NodeId(UTTERANCES + utterance.number);
            let mut node = AccessNode::new(Role::Label);
            node.set_value(utterance.text.as_str());
            self.nodes.push((id, node));
            region.push_child(id);
        }
        self.nodes.push((SPEECH, region));
        SPEECH
    }
}
