//! The rows of the sidebar: what they can show, and the nodes that show it.

use bevy::prelude::*;

use crate::app::ui::node::NodeExt;
use crate::app::ui::theme::{KEY, QUIET, SMALL, TINY, UiFont, WELL};

pub(super) type ColouredText = (String, Color);

/// A row of the sidebar.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum SidebarRow {
    /// A glyph, the text beside it, the text at the right edge, and a thin bar below.
    Portrait(ColouredText, String, String, Meter),
    Gap,
    /// A label, its value at the right edge, and a bar below.
    Gauge(&'static str, ColouredText, Meter),
    /// Short texts side by side, which wrap.
    Chips(Vec<ColouredText>),
    /// As [`Self::Chips`]: the light that the player stands in, and their lantern.
    Light(Vec<ColouredText>),
    /// The name of an equipment slot, and the item in it.
    Slot(&'static str, ColouredText),
    /// Small text.
    Heading(&'static str),
    /// A monster: its name, its sign at the right edge, how a fight with it would end, and its health below.
    Foe(ColouredText, ColouredText, ColouredText, Meter),
    /// Text that wraps.
    Text(ColouredText),
}

/// A row with its tooltip, which may be empty.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct RowWithTip {
    pub row: SidebarRow,
    pub tip: String,
}

impl From<SidebarRow> for RowWithTip {
    fn from(row: SidebarRow) -> Self {
        let tip = String::new();
        Self { row, tip }
    }
}

/// How far a bar is filled, in thousandths.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Meter {
    pub share: u16,
    /// The share before the latest loss, shown behind.
    pub ghost: u16,
    pub colour: Color,
}

pub(in crate::app) const HEALTH: Color = Color::srgb(0.72, 0.24, 0.20);
pub(in crate::app::stage) const GHOST: Color = Color::srgb(0.93, 0.78, 0.62);

impl Meter {
    pub fn new(part: i32, whole: i32, colour: Color) -> Self {
        let share = thousandths(part.into(), whole.into());
        Self {
            share,
            ghost: share,
            colour,
        }
    }
}

pub(super) fn thousandths(part: i64, whole: i64) -> u16 {
    (1000 * part / whole.max(1)).clamp(0, 1000) as u16
}

impl SidebarRow {
    pub fn node(&self) -> Node {
        Node::column(0.0)
            .width(percent(100))
            .min_height(if matches!(self, Self::Gap) {
                px(5)
            } else {
                Val::Auto
            })
            .rigid()
    }

    /// Its texts, in the order in which they are spawned.
    fn texts(&self) -> Vec<(&str, Color)> {
        fn borrowed((text, colour): &ColouredText) -> (&str, Color) {
            (text, *colour)
        }
        match self {
            Self::Gap => Vec::new(),
            Self::Portrait(glyph, left, right, _) => {
                vec![borrowed(glyph), (left, KEY), (right, KEY)]
            }
            Self::Gauge(label, value, _) | Self::Slot(label, value) => {
                vec![(label, QUIET), borrowed(value)]
            }
            Self::Chips(chips) | Self::Light(chips) => chips.iter().map(borrowed).collect(),
            Self::Heading(text) => vec![(text, QUIET)],
            Self::Foe(name, sign, danger, _) => {
                vec![borrowed(name), borrowed(sign), borrowed(danger)]
            }
            Self::Text(text) => vec![borrowed(text)],
        }
    }

    /// The fills of its bar, back to front: two, or none without a bar.
    pub fn fills(&self) -> impl Iterator<Item = (u16, Color)> {
        let bar = match self {
            Self::Portrait(.., bar) | Self::Gauge(.., bar) | Self::Foe(.., bar) => Some(bar),
            _ => None,
        };
        bar.into_iter()
            .flat_map(|bar| [(bar.ghost, GHOST), (bar.share, bar.colour)])
    }

    /// Whether both have the same nodes, so that [`Self::update`] can turn one into the other.
    pub fn has_same_nodes(&self, other: &Self) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other)
            && self.texts().len() == other.texts().len()
    }

    /// Shows this row in the nodes of another one with the same nodes, given in the order in which they
    /// were spawned.
    pub fn update(
        &self,
        nodes: impl Iterator<Item = Entity>,
        texts: &mut Texts,
        fills: &mut Fills,
    ) {
        let (mut new_texts, mut new_fills) = (self.texts().into_iter(), self.fills());
        for node in nodes {
            if let Ok((mut text, mut shown)) = texts.get_mut(node)
                && let Some((new_text, colour)) = new_texts.next()
            {
                text.set_if_neq(Text::new(new_text));
                shown.set_if_neq(TextColor(colour));
            } else if let Ok((mut node, mut shown)) = fills.get_mut(node)
                && let Some((share, colour)) = new_fills.next()
            {
                let width = fill_width(share);
                if node.width != width {
                    node.width = width;
                }
                shown.set_if_neq(BackgroundColor(colour));
            }
        }
    }

    /// Spawns its nodes as children of `frame`.
    pub fn spawn(&self, frame: &mut ChildSpawnerCommands, font: &UiFont) {
        let texts = self.texts();
        let size = match self {
            Self::Portrait(..) => 18.0,
            Self::Heading(..) => TINY,
            _ => SMALL,
        };
        let text = |index: usize| {
            let (text, colour) = texts[index];
            font.sized(text, size, colour)
        };
        // A name that is too long wraps, so that what is at the right edge stays in view.
        let long = |index: usize| {
            let (text, colour) = texts[index];
            font.wrapped(text, colour)
        };
        let name = || Node::DEFAULT.min_width(px(0));
        match self {
            Self::Gap => {}
            Self::Portrait(..) => {
                frame.spawn(spread()).with_children(|line| {
                    line.spawn(Node::row(8.0)).with_children(|left| {
                        left.spawn(text(0));
                        left.spawn(text(1));
                    });
                    line.spawn(text(2));
                });
            }
            Self::Chips(_) | Self::Light(_) => {
                frame
                    .spawn(Node::row(12.0).wrap(0.0))
                    .with_children(|line| {
                        for index in 0..texts.len() {
                            line.spawn(text(index));
                        }
                    });
            }
            Self::Slot(..) => {
                frame.spawn(Node::default()).with_children(|line| {
                    line.spawn(Node::DEFAULT.width(px(SLOT_WIDTH)).rigid())
                        .with_child(text(0));
                    line.spawn(name()).with_child(long(1));
                });
            }
            Self::Heading(_) => {
                frame.spawn(text(0));
            }
            Self::Gauge(..) | Self::Foe(..) => {
                frame.spawn(spread()).with_children(|line| {
                    line.spawn(name()).with_child(long(0));
                    let whole = Node::DEFAULT.rigid();
                    line.spawn((text(1), whole));
                });
                if texts.len() > 2 {
                    frame.spawn(text(2));
                }
            }
            Self::Text(_) => {
                let (text, colour) = texts[0];
                frame.spawn(font.wrapped(text, colour));
            }
        }
        let height = match self {
            Self::Gauge(..) => 7.0,
            Self::Portrait(..) | Self::Foe(..) => 3.0,
            _ => return,
        };
        spawn_bar(frame, height, self.fills());
    }
}

/// The texts of all rows.
pub(super) type Texts<'w, 's> = Query<'w, 's, (&'static mut Text, &'static mut TextColor)>;

/// The fills of all bars.
pub(super) type Fills<'w, 's> =
    Query<'w, 's, (&'static mut Node, &'static mut BackgroundColor), With<Fill>>;

#[derive(Component)]
pub(super) struct Fill;

/// Width of a slot's name, in logical pixels.
const SLOT_WIDTH: f32 = 66.0;

/// A line whose children stand at both edges.
fn spread() -> Node {
    Node::row(8.0).spread()
}

fn fill_width(share: u16) -> Val {
    percent(f32::from(share) / 10.0)
}

/// Spawns a bar with these fills, the last in front.
fn spawn_bar(
    frame: &mut ChildSpawnerCommands,
    height: f32,
    fills: impl Iterator<Item = (u16, Color)>,
) {
    let well = Node::DEFAULT.size(percent(100), px(height));
    frame
        .spawn((well, BackgroundColor(WELL)))
        .with_children(|well| {
            for (share, colour) in fills {
                let node = Node::DEFAULT
                    .absolute()
                    .size(fill_width(share), percent(100));
                well.spawn((Fill, node, BackgroundColor(colour)));
            }
        });
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::ecs::system::RunSystemOnce;

    fn spawn_row(row: &SidebarRow, world: &mut World) -> Entity {
        let font = UiFont::from_world(world);
        let id = world.spawn(row.node()).id();
        world
            .commands()
            .entity(id)
            .with_children(|frame| row.spawn(frame, &font));
        world.flush();
        id
    }

    /// The texts and the widths of fills in the nodes below `root`, in order, with their colours.
    fn contents(root: Entity, world: &mut World) -> Vec<ColouredText> {
        let read = move |children: Query<&Children>, mut texts: Texts, mut fills: Fills| {
            let mut contents = Vec::new();
            for node in children.iter_descendants_depth_first(root) {
                if let Ok((text, colour)) = texts.get_mut(node) {
                    contents.push((text.0.clone(), colour.0));
                } else if let Ok((node, colour)) = fills.get_mut(node) {
                    contents.push((format!("{:?}", node.width), colour.0));
                }
            }
            contents
        };
        world.run_system_once(read).unwrap()
    }

    #[test]
    fn a_row_drawn_anew_in_old_nodes_shows_what_it_shows_in_new_ones() {
        let mut world = World::new();
        world.init_resource::<Assets<Font>>();
        let text = |text: &str, colour| (text.to_owned(), colour);
        let bar = |share, ghost| Meter {
            share,
            ghost,
            colour: KEY,
        };
        let pairs = [
            (
                SidebarRow::Portrait(
                    text("@", KEY),
                    "level 1".into(),
                    "depth 1".into(),
                    bar(0, 0),
                ),
                SidebarRow::Portrait(
                    text("@", QUIET),
                    "level 2".into(),
                    "depth 3".into(),
                    bar(70, 70),
                ),
            ),
            (
                SidebarRow::Gauge("health", text("40 / 40", QUIET), bar(900, 1000)),
                SidebarRow::Gauge("health", text("12 / 40", KEY), bar(300, 400)),
            ),
            (
                SidebarRow::Chips(vec![text("Halls", QUIET), text("turn 9", QUIET)]),
                SidebarRow::Chips(vec![text("Crypts", QUIET), text("turn 10", KEY)]),
            ),
            (
                SidebarRow::Slot("ring", text("none", QUIET)),
                SidebarRow::Slot("light", text("wax light", KEY)),
            ),
            (
                SidebarRow::Foe(
                    text("r rat", KEY),
                    text("z", KEY),
                    text("dies in 1", KEY),
                    bar(1000, 1000),
                ),
                SidebarRow::Foe(
                    text("m moth", QUIET),
                    text("¿", KEY),
                    text("dies in 2", KEY),
                    bar(500, 500),
                ),
            ),
            (
                SidebarRow::Text(text("> stairs", KEY)),
                SidebarRow::Text(text("x", QUIET)),
            ),
        ];
        for (before, after) in pairs {
            assert!(before.has_same_nodes(&after));
            let old = spawn_row(&before, &mut world);
            let new = spawn_row(&after, &mut world);
            let wanted = contents(new, &mut world);
            assert_ne!(contents(old, &mut world), wanted);
            let row = after.clone();
            let update = move |children: Query<&Children>, mut texts: Texts, mut fills: Fills| {
                let nodes = children.iter_descendants_depth_first(old);
                row.update(nodes, &mut texts, &mut fills);
            };
            world.run_system_once(update).unwrap();
            assert_eq!(contents(old, &mut world), wanted, "{after:?}");
        }
        let chips = |count| SidebarRow::Chips(vec![text("", KEY); count]);
        assert!(!chips(2).has_same_nodes(&chips(3)));
    }
}
