//! The lines of the sidebar: what each can show, and how it is drawn.

use bevy::prelude::*;

use crate::app::ui::theme::{KEY, QUIET, SMALL, TINY, Type, WELL};

/// Coloured words.
pub(super) type Words = (String, Color);

/// What a line of the sidebar shows.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Row {
    /// The portrait line: a mark, words beside it, and words at the right edge.
    Portrait(Words, String, String),
    Gap,
    /// A word, its value at the right edge, and a bar below.
    Gauge(&'static str, Words, Bar),
    /// Words side by side, over as many lines as they need.
    Chips(Vec<Words>),
    /// A slot for equipment, and what is in it.
    Slot(&'static str, Words),
    /// Small words at both ends.
    Heading(&'static str, &'static str),
    /// Somebody in sight: name, danger, and health.
    Foe(Words, Words, Bar),
    /// Words over as many lines as they need.
    Text(Words),
}

/// A line, with what is said while the pointer rests on it.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Told {
    pub row: Row,
    pub tip: String,
}

impl From<Row> for Told {
    /// A line that nothing is said about.
    fn from(row: Row) -> Self {
        let tip = String::new();
        Self { row, tip }
    }
}

/// Shares of a whole, in thousandths: what there is, and what there was until just now.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Bar {
    pub share: u16,
    pub ghost: u16,
    pub colour: Color,
}

pub(super) const GHOST: Color = Color::srgb(0.93, 0.78, 0.62);

impl Bar {
    pub fn of(part: i32, whole: i32, colour: Color) -> Self {
        let share = thousandths(part.into(), whole.into());
        Self {
            share,
            ghost: share,
            colour,
        }
    }
}

/// A share of a whole in thousandths.
pub(super) fn thousandths(part: i64, whole: i64) -> u16 {
    (1000 * part / whole.max(1)).clamp(0, 1000) as u16
}

impl Row {
    pub fn node(&self) -> Node {
        Node {
            flex_direction: FlexDirection::Column,
            flex_shrink: 0.0,
            min_height: if matches!(self, Self::Gap) {
                px(5)
            } else {
                Val::Auto
            },
            ..default()
        }
    }

    /// Its words, in the order in which they are drawn.
    fn words(&self) -> Vec<(&str, Color)> {
        fn of((words, colour): &Words) -> (&str, Color) {
            (words, *colour)
        }
        match self {
            Self::Gap => Vec::new(),
            Self::Portrait(mark, who, place) => vec![of(mark), (who, KEY), (place, KEY)],
            Self::Gauge(word, value, _) | Self::Slot(word, value) => {
                vec![(word, QUIET), of(value)]
            }
            Self::Chips(chips) => chips.iter().map(of).collect(),
            Self::Heading(left, right) => vec![(left, QUIET), (right, QUIET)],
            Self::Foe(name, danger, _) => vec![of(name), of(danger)],
            Self::Text(words) => vec![of(words)],
        }
    }

    /// The parts of its bar, one over the other.
    fn fills(&self) -> Vec<(u16, Color)> {
        let (Self::Gauge(.., bar) | Self::Foe(.., bar)) = self else {
            return Vec::new();
        };
        let lost = (bar.ghost > bar.share).then_some((bar.ghost, GHOST));
        lost.into_iter().chain([(bar.share, bar.colour)]).collect()
    }

    /// Whether the nodes of one show the other with other words and bars.
    pub fn is_built_as(&self, other: &Self) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other)
            && self.words().len() == other.words().len()
            && self.fills().len() == other.fills().len()
    }

    /// Shows it in the nodes of a row that is built as this one, given in the order in which they were drawn.
    pub fn redraw(
        &self,
        nodes: impl Iterator<Item = Entity>,
        texts: &mut Texts,
        fills: &mut Fills,
    ) {
        let (mut words, mut shares) = (self.words().into_iter(), self.fills().into_iter());
        for node in nodes {
            if let Ok((mut text, mut shown)) = texts.get_mut(node)
                && let Some((words, colour)) = words.next()
            {
                text.set_if_neq(Text::new(words));
                shown.set_if_neq(TextColor(colour));
            } else if let Ok((mut node, mut shown)) = fills.get_mut(node)
                && let Some((share, colour)) = shares.next()
            {
                let width = width(share);
                if node.width != width {
                    node.width = width;
                }
                shown.set_if_neq(BackgroundColor(colour));
            }
        }
    }

    pub fn draw(&self, frame: &mut ChildSpawnerCommands, font: &Type) {
        let words = self.words();
        let size = match self {
            Self::Portrait(..) => 18.0,
            Self::Heading(..) => TINY,
            _ => SMALL,
        };
        let text = |index: usize| {
            let (words, colour) = words[index];
            font.sized(words, size, colour)
        };
        match self {
            Self::Gap => {}
            Self::Portrait(..) => {
                frame.spawn(ends()).with_children(|line| {
                    line.spawn(Node {
                        column_gap: px(8),
                        ..default()
                    })
                    .with_children(|left| {
                        left.spawn(text(0));
                        left.spawn(text(1));
                    });
                    line.spawn(text(2));
                });
            }
            Self::Chips(_) => {
                frame
                    .spawn(Node {
                        flex_wrap: FlexWrap::Wrap,
                        column_gap: px(12),
                        ..default()
                    })
                    .with_children(|line| {
                        for index in 0..words.len() {
                            line.spawn(text(index));
                        }
                    });
            }
            Self::Slot(..) => {
                frame.spawn(Node::default()).with_children(|line| {
                    line.spawn(Node {
                        width: px(SLOT),
                        flex_shrink: 0.0,
                        ..default()
                    })
                    .with_child(text(0));
                    line.spawn(text(1));
                });
            }
            Self::Gauge(..) | Self::Heading(..) | Self::Foe(..) => {
                frame.spawn(ends()).with_children(|line| {
                    line.spawn(text(0));
                    line.spawn(text(1));
                });
            }
            Self::Text(_) => {
                let (words, colour) = words[0];
                frame.spawn(font.wrapped(words, colour));
            }
        }
        let height = match self {
            Self::Gauge(..) => 7.0,
            Self::Foe(..) => 3.0,
            _ => return,
        };
        draw_bar(frame, height, &self.fills());
    }
}

/// The texts of the rows.
pub(super) type Texts<'w, 's> = Query<'w, 's, (&'static mut Text, &'static mut TextColor)>;

/// The parts of their bars.
pub(super) type Fills<'w, 's> =
    Query<'w, 's, (&'static mut Node, &'static mut BackgroundColor), With<Fill>>;

/// A part of a bar.
#[derive(Component)]
pub(super) struct Fill;

/// Width of the name of a slot, in logical pixels.
const SLOT: f32 = 66.0;

/// What stands at both ends of a line.
fn ends() -> Node {
    Node {
        justify_content: JustifyContent::SpaceBetween,
        column_gap: px(8),
        ..default()
    }
}

fn width(share: u16) -> Val {
    percent(f32::from(share) / 10.0)
}

/// A bar of these parts, the last in front.
fn draw_bar(frame: &mut ChildSpawnerCommands, height: f32, fills: &[(u16, Color)]) {
    let well = Node {
        width: percent(100),
        height: px(height),
        ..default()
    };
    frame
        .spawn((well, BackgroundColor(WELL)))
        .with_children(|well| {
            for (share, colour) in fills {
                let part = Node {
                    position_type: PositionType::Absolute,
                    width: width(*share),
                    height: percent(100),
                    ..default()
                };
                well.spawn((Fill, part, BackgroundColor(*colour)));
            }
        });
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::ecs::system::RunSystemOnce;

    /// What the nodes below one show, in order: words and the widths of bars, with their colours.
    type Seen = Vec<(String, Color)>;

    fn drawn(row: &Row, world: &mut World) -> Entity {
        let font = Type::from_world(world);
        let id = world.spawn(row.node()).id();
        world
            .commands()
            .entity(id)
            .with_children(|frame| row.draw(frame, &font));
        world.flush();
        id
    }

    fn seen(root: Entity, world: &mut World) -> Seen {
        let look = move |below: Query<&Children>, mut texts: Texts, mut fills: Fills| {
            let mut seen = Seen::new();
            for node in below.iter_descendants_depth_first(root) {
                if let Ok((text, colour)) = texts.get_mut(node) {
                    seen.push((text.0.clone(), colour.0));
                } else if let Ok((node, colour)) = fills.get_mut(node) {
                    seen.push((format!("{:?}", node.width), colour.0));
                }
            }
            seen
        };
        world.run_system_once(look).unwrap()
    }

    #[test]
    fn a_row_drawn_anew_in_old_nodes_shows_what_it_shows_in_new_ones() {
        let mut world = World::new();
        world.init_resource::<Assets<Font>>();
        let words = |text: &str, colour| (text.to_owned(), colour);
        let bar = |share, ghost| Bar {
            share,
            ghost,
            colour: KEY,
        };
        let pairs = [
            (
                Row::Portrait(words("@", KEY), "level 1".into(), "depth 1".into()),
                Row::Portrait(words("@", QUIET), "level 2".into(), "depth 3".into()),
            ),
            (
                Row::Gauge("health", words("40 / 40", QUIET), bar(900, 1000)),
                Row::Gauge("health", words("12 / 40", KEY), bar(300, 400)),
            ),
            (
                Row::Chips(vec![words("Halls", QUIET), words("turn 9", QUIET)]),
                Row::Chips(vec![words("Crypts", QUIET), words("turn 10", KEY)]),
            ),
            (
                Row::Slot("ring", words("none", QUIET)),
                Row::Slot("light", words("wax light", KEY)),
            ),
            (
                Row::Foe(words("r rat", KEY), words("1 / 9", KEY), bar(1000, 1000)),
                Row::Foe(words("m moth", QUIET), words("2 / 8", KEY), bar(500, 500)),
            ),
            (
                Row::Text(words("> stairs", KEY)),
                Row::Text(words("x", QUIET)),
            ),
        ];
        for (before, after) in pairs {
            assert!(before.is_built_as(&after));
            let (old, new) = (drawn(&before, &mut world), drawn(&after, &mut world));
            let wanted = seen(new, &mut world);
            assert_ne!(seen(old, &mut world), wanted);
            let row = after.clone();
            let redraw = move |below: Query<&Children>, mut texts: Texts, mut fills: Fills| {
                let nodes = below.iter_descendants_depth_first(old);
                row.redraw(nodes, &mut texts, &mut fills);
            };
            world.run_system_once(redraw).unwrap();
            assert_eq!(seen(old, &mut world), wanted, "{after:?}");
        }
        let lost = Row::Gauge("food", words("fed", KEY), bar(300, 400));
        let kept = Row::Gauge("food", words("fed", KEY), bar(300, 300));
        assert!(!lost.is_built_as(&kept), "one has a part more");
        let chips = |count| Row::Chips(vec![words("", KEY); count]);
        assert!(!chips(2).is_built_as(&chips(3)));
    }
}
