//! The metrics of the map at the foot of the panel: the value of each, the share of maps of the same kind with less, and a
//! spark line of these. The tip of each says what it is.

use bevy::asset::RenderAssetUsages;
use bevy::image::ImageSampler;
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};

use super::super::compare::Compared;
use super::super::measure::{MapMetrics, MetricRow, format_metrics};
use super::super::rank::{Ranks, Sample};
use crate::app::dungeon::Dungeon;
use crate::app::frame::{Phase, any_changed};
use crate::app::glyph::ViewInsets;
use crate::app::screen::Screen;
use crate::app::ui::edges::UiWindow;
use crate::app::ui::node::NodeExt;
use crate::app::ui::style::FocusRing;
use crate::app::ui::theme::{KEY, LINE, PLAIN, QUIET, TINY, UiFont};
use crate::app::ui::tip::Tip;
use crate::app::ui::widget;
use crate::mapgen::metric::Metric;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            place,
            update.run_if(any_changed::<(MapMetrics, Compared, Ranks, Dungeon)>.or_eager(is_new)),
        )
            .chain()
            .in_set(Screen::Lab)
            .in_set(Phase::Show),
    );
}

/// The least height, in UI pixels, of what scrolls above the metrics at the foot of the panel. With less, they are the last
/// of that.
const LEAST_ABOVE: f32 = 280.0;

/// Width and height of a spark line, in pixels, and the width of a bar.
const SPARK: (u32, u32) = (56, 13);
const BAR: u32 = 2;

/// The metrics, and the two places for them.
#[derive(Component)]
pub(super) struct MetricsBox;
#[derive(Component)]
pub(super) struct Scrolled;
#[derive(Component)]
pub(super) struct Foot;

/// A line of the metrics, by its number.
#[derive(Component)]
struct Line(usize);

/// The parts of a line.
#[derive(Component, Clone, Copy)]
enum Part {
    Name(usize),
    Value(usize),
    /// The share of maps with less, or the value of the map that this one is compared with.
    Beside(usize),
    Spark(usize),
}

fn is_new(new: Query<(), Added<MetricsBox>>) -> bool {
    !new.is_empty()
}

pub(super) fn spawn(panel: &mut ChildSpawnerCommands, font: &UiFont, images: &mut Assets<Image>) {
    let column = Node::column(0.0);
    let line = Node::row(4.0).align_centre();
    let right = |width: u32| Node::DEFAULT.width(px(width)).justify(JustifyContent::End);
    panel.spawn((MetricsBox, column)).with_children(|lines| {
        let head = line.clone().spread().align(AlignItems::End);
        lines.spawn(head).with_children(|head| {
            head.spawn(font.text("Metrics", QUIET));
            head.spawn((Heading, font.sized("", TINY, QUIET)));
        });
        for number in 0..Metric::ALL.len() {
            let node = (Line(number), line.clone(), Tip::default(), TabIndex(0));
            lines
                .spawn((node, FocusRing::Outside))
                .with_children(|line| {
                    let name = Node::DEFAULT.grow();
                    line.spawn(name)
                        .with_child((Part::Name(number), font.text("", QUIET)));
                    line.spawn(right(44))
                        .with_child((Part::Value(number), font.text("", PLAIN)));
                    line.spawn(right(42))
                        .with_child((Part::Beside(number), font.text("", QUIET)));
                    let image = ImageNode::new(images.add(Image::default()));
                    let size = Node::DEFAULT.size(px(SPARK.0), px(SPARK.1));
                    line.spawn((Part::Spark(number), image, size));
                });
        }
    });
}

/// What the shares are of.
#[derive(Component)]
struct Heading;

/// Puts the metrics at the foot of the panel, if the window is high enough.
fn place(
    (window, insets): (UiWindow, Res<ViewInsets>),
    lines: Single<(Entity, &ChildOf, &ComputedNode), With<MetricsBox>>,
    (scrolled, foot): (
        Single<Entity, With<Scrolled>>,
        Single<(Entity, &mut Node), With<Foot>>,
    ),
    mut commands: Commands,
) {
    let (foot, mut node) = foot.into_inner();
    let (lines, parent, computed) = *lines;
    let height = computed.size().y * computed.inverse_scale_factor();
    let is_foot = window.size().y - insets.bottom - height >= LEAST_ABOVE;
    let wanted = if is_foot { foot } else { *scrolled };
    if parent.parent() != wanted {
        commands.entity(lines).insert(ChildOf(wanted));
    }
    widget::set_displayed(&mut node, is_foot);
}

fn update(
    (metrics, compared, ranks): (Res<MapMetrics>, Res<Compared>, Res<Ranks>),
    dungeon: Res<Dungeon>,
    mut texts: Query<(&Part, &mut Text)>,
    mut tips: Query<(&Line, &mut Tip)>,
    mut heading: Single<&mut Text, (With<Heading>, Without<Part>)>,
    sparks: Query<(&Part, &ImageNode)>,
    mut images: ResMut<Assets<Image>>,
) {
    let spec = dungeon.spec();
    let rows = metrics.0.as_ref().map(format_metrics).unwrap_or_default();
    let other = compared.beside(spec).map(|other| &other.metrics);
    let sample = |row: &MetricRow| ranks.sample(spec, row.metric);
    let count = rows.first().and_then(|row| Some(sample(row)?.count()));
    heading.set_if_neq(Text(match (other, count) {
        (Some(_), _) => "the other map".to_owned(),
        (None, Some(_)) if ranks.are_known(spec) => "share with less".to_owned(),
        (None, Some(count)) => format!("share of {count} with less"),
        (None, None) => String::new(),
    }));
    for (part, mut text) in &mut texts {
        let new = match part {
            Part::Name(number) => Metric::ALL[*number].name().to_owned(),
            Part::Value(number) => rows
                .get(*number)
                .map_or_else(|| "...".to_owned(), |row| row.metric.in_words(row.figure)),
            Part::Beside(number) => match (other, rows.get(*number)) {
                (Some(other), _) => {
                    let metric = Metric::ALL[*number];
                    metric.in_words(other.figure(metric).unwrap_or_default())
                }
                (None, Some(row)) => sample(row).map_or_else(String::new, |sample| {
                    format!("{}%", sample.percent_below(row.figure))
                }),
                _ => String::new(),
            },
            Part::Spark(_) => continue,
        };
        text.set_if_neq(Text(new));
    }
    for (Line(number), mut tip) in &mut tips {
        let text = rows.get(*number).map(|row| define(row, sample(row)));
        tip.set_if_neq(Tip(text.unwrap_or_default()));
    }
    for (part, image) in &sparks {
        let Part::Spark(number) = part else { continue };
        let row = rows.get(*number);
        let drawn = row.and_then(|row| {
            let other = other.and_then(|other| other.figure(row.metric));
            Some(draw_spark(sample(row)?, row.figure, other))
        });
        let _ = images.insert(
            &image.image,
            drawn.unwrap_or_else(|| spark(vec![0; PIXELS])),
        );
    }
}

const PIXELS: usize = (SPARK.0 * SPARK.1 * 4) as usize;

/// The colour of the bar of the map that the shown one is compared with.
const OTHER: Color = Color::srgb(0.4, 0.6, 1.0);

fn spark(data: Vec<u8>) -> Image {
    let size = Extent3d {
        width: SPARK.0,
        height: SPARK.1,
        depth_or_array_layers: 1,
    };
    let format = TextureFormat::Rgba8UnormSrgb;
    let usages = RenderAssetUsages::default();
    let mut image = Image::new(size, TextureDimension::D2, data, format, usages);
    image.sampler = ImageSampler::nearest();
    image
}

/// Draws a bar for each part of the range of a sample, and marks the parts of the map and of the one beside it over the
/// whole height.
fn draw_spark(sample: &Sample, figure: u64, other: Option<u64>) -> Image {
    let count = (SPARK.0 / BAR) as usize;
    let bars = sample.bars(count);
    let most = bars.iter().copied().max().unwrap_or(1).max(1);
    let here = sample.bar_of(figure, count);
    let other = other.and_then(|other| sample.bar_of(other, count));
    let mut data = vec![0; PIXELS];
    for (index, pixel) in data.chunks_exact_mut(4).enumerate() {
        let (x, y) = (index as u32 % SPARK.0, index as u32 / SPARK.0);
        let bar = (x / BAR) as usize;
        let maps = bars[bar];
        let height = (maps * (SPARK.1 - 1)).div_ceil(most);
        let is_filled = SPARK.1 - y <= height;
        let colour = match (Some(bar) == here, Some(bar) == other, is_filled) {
            (true, ..) => KEY,
            (_, true, _) => OTHER,
            (.., true) => QUIET,
            _ if y == SPARK.1 - 1 => LINE,
            _ => continue,
        };
        pixel.copy_from_slice(&colour.to_srgba().to_u8_array());
    }
    spark(data)
}

/// What a metric is, and where the map stands among those of its kind.
fn define(row: &MetricRow, sample: Option<&Sample>) -> String {
    let (unit, meaning) = (row.metric.unit(), row.metric.meaning());
    let counted = match row.metric.is_share() {
        true => row.metric.in_words(row.figure),
        false => format!("{} {unit}", row.figure),
    };
    let mut text = format!("{counted}: {meaning}.{}", row.place);
    if let Some((sample, [least, middle, most])) = sample.and_then(|it| Some((it, it.range()?))) {
        let [least, middle, most] = [least, middle, most].map(|it| row.metric.in_words(it));
        text += &format!(
            "\n\n{}% of {} maps of this kind have less. They have from {least} to {most}, half of them up to {middle}.",
            sample.percent_below(row.figure),
            sample.count(),
        );
    }
    text
}
