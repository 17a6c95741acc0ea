//! The page's copy of the nodes, since no adapter hands them to a browser: elements with roles inside the canvas, where
//! nobody sees them, and a live region beside it. The canvas keeps the focus and names the element that stands for it.

use std::cell::RefCell;
use std::collections::BTreeMap;

use accesskit::{
    Action, ActionRequest, Node as AccessNode, NodeId, Role, Toggled, TreeId, TreeUpdate,
};
use bevy::a11y::{AccessibilityRequested, ActionRequest as Request};
use bevy::prelude::*;
use bevy::ui::UiSystems;
use bevy::winit::WinitUserEvent;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{Document, Element, Event, HtmlElement};

use super::tree::{AccessTreeSource, PICTURE, SPEECH};
use crate::app::platform;
use crate::app::speech::Speaking;

/// Ids of elements of the page: the canvas, what holds the copy in it, and the live region.
const CANVAS: &str = "undercroft";
const PANELS: &str = "panels";
const LIVE: &str = "speech";

/// The nodes whose elements stand elsewhere in the page.
const OWN: [NodeId; 2] = [PICTURE, SPEECH];

thread_local! {
    /// The copies that were pressed since the last frame.
    static PRESSED: RefCell<Vec<NodeId>> = const { RefCell::new(Vec::new()) };
    static COPIED: RefCell<Copied> = const {
        RefCell::new(Copied {
            nodes: BTreeMap::new(),
            focus: PICTURE,
        })
    };
}

pub(super) fn plugin(app: &mut App) {
    // A page is not told whether a screen reader is there.
    app.world().resource::<AccessibilityRequested>().set(true);
    let wake = platform::event_sender(app);
    let press = Closure::<dyn Fn(Event)>::new(move |event: Event| {
        let target = event.target();
        let element = target.and_then(|target| target.dyn_into::<Element>().ok());
        if let Some(id) = element.and_then(|element| read_id(&element.id())) {
            PRESSED.with_borrow_mut(|pressed| pressed.push(id));
            if let Some(wake) = &wake {
                wake(WinitUserEvent::WakeUp);
            }
        }
    });
    let document = web_sys::window().and_then(|window| window.document());
    let panels = document.and_then(|document| document.get_element_by_id(PANELS));
    if let Some(panels) = panels.and_then(|panels| panels.dyn_into::<HtmlElement>().ok()) {
        panels.set_onclick(Some(press.as_ref().unchecked_ref()));
        press.forget();
    }
    app.add_systems(First, pass_pressed).add_systems(
        PostUpdate,
        copy.after(UiSystems::PostLayout).after(Speaking::Place),
    );
}

/// The id of the element of a node.
fn element_id(NodeId(number): NodeId) -> String {
    format!("n{number}")
}

fn read_id(text: &str) -> Option<NodeId> {
    text.strip_prefix('n')?.parse().ok().map(NodeId)
}

fn pass_pressed(mut requests: MessageWriter<Request>) {
    for target_node in PRESSED.with_borrow_mut(std::mem::take) {
        requests.write(Request(ActionRequest {
            action: Action::Click,
            target_tree: TreeId::ROOT,
            target_node,
            data: None,
        }));
    }
}

/// The nodes as they were copied last, with their elements.
struct Copied {
    nodes: BTreeMap<NodeId, (AccessNode, Element)>,
    focus: NodeId,
}

/// Updates the elements of the nodes that differ.
fn copy(screenful: AccessTreeSource) {
    let document = web_sys::window().and_then(|window| window.document());
    if let Some(document) = document {
        COPIED.with_borrow_mut(|copied| copied.update(&document, screenful.tree()));
    }
}

impl Copied {
    fn update(&mut self, document: &Document, tree: TreeUpdate) {
        let root = tree.tree.map(|tree| tree.root);
        let mut before = std::mem::take(&mut self.nodes);
        // Children are emitted before their parent.
        for (id, mut node) in tree.nodes {
            // The value of a field says the same.
            if node.role() == Role::TextRun {
                continue;
            }
            // The copy is never rendered. The canvas itself stands for the board or the map.
            node.clear_bounds();
            let old = before.remove(&id);
            let known = || match id {
                PICTURE => document.get_element_by_id(CANVAS),
                SPEECH => document.get_element_by_id(LIVE),
                _ if Some(id) == root => document.get_element_by_id(PANELS),
                _ => document.create_element("div").ok(),
            };
            let (old, element) = match old {
                Some((old, element)) => (Some(old), Some(element)),
                None => (None, known()),
            };
            let Some(element) = element else { continue };
            if old.as_ref() != Some(&node) {
                if Some(id) != root && id != SPEECH {
                    describe(&element, id, &node);
                }
                if old.as_ref().map(AccessNode::children) != Some(node.children()) {
                    for child in node.children().iter().filter(|id| !OWN.contains(id)) {
                        if let Some((_, child)) = self.nodes.get(child) {
                            // It is no ancestor, so it can be moved there.
                            let _ = element.append_child(child);
                        }
                    }
                }
            }
            self.nodes.insert(id, (node, element));
        }
        for (_, element) in before.into_values() {
            element.remove();
        }
        if self.focus != tree.focus {
            self.focus = tree.focus;
            if let Some((_, canvas)) = self.nodes.get(&PICTURE) {
                let focused = (tree.focus != PICTURE).then(|| element_id(tree.focus));
                set(canvas, "aria-activedescendant", focused.as_deref());
            }
        }
    }
}

/// Sets an attribute, or removes it. Every element takes every attribute, so this does not fail.
fn set(element: &Element, name: &str, value: Option<&str>) {
    let _ = match value {
        Some(value) => element.set_attribute(name, value),
        None => element.remove_attribute(name),
    };
}

/// Makes an element say what its node says.
fn describe(element: &Element, id: NodeId, node: &AccessNode) {
    let role = match node.role() {
        Role::Button => Some("button"),
        Role::Dialog => Some("dialog"),
        Role::ListBox => Some("listbox"),
        Role::ListBoxOption => Some("option"),
        Role::Slider => Some("slider"),
        Role::TextInput => Some("textbox"),
        Role::Canvas => Some("application"),
        _ => None,
    };
    if id != PICTURE {
        element.set_id(&element_id(id));
    }
    let flag = |flag: Option<bool>| flag.map(|flag| if flag { "true" } else { "false" });
    let toggled = node.toggled().map(|toggled| toggled == Toggled::True);
    let number = |number: Option<f64>| number.map(|number| number.to_string());
    set(element, "role", role);
    set(element, "aria-label", node.label());
    set(element, "aria-description", node.description());
    set(element, "aria-keyshortcuts", node.keyboard_shortcut());
    set(element, "aria-selected", flag(node.is_selected()));
    set(element, "aria-pressed", flag(toggled));
    for (name, value) in [
        ("aria-valuenow", node.numeric_value()),
        ("aria-valuemin", node.min_numeric_value()),
        ("aria-valuemax", node.max_numeric_value()),
    ] {
        set(element, name, number(value).as_deref());
    }
    if let Some(value) = node.value() {
        element.set_text_content(Some(value));
    }
}
