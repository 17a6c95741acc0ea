//! Small pictures of maps, with their metrics.

use std::sync::Arc;

use crate::app::dungeon::{Look, plan};
use crate::export::Painter;
use crate::geom::Size;
use crate::map::Map;
use crate::mapgen::metric::{Measurement, Metric, MetricBuffers};
use crate::mapgen::{Buffers, MapSpec};

/// The picture of a map of a sheet.
#[derive(Clone, Default, Debug)]
pub enum Thumbnail {
    /// It is yet to be made.
    #[default]
    Due,
    /// It is made.
    Made {
        /// The values of [`Metric::ALL`].
        figures: [u64; Metric::ALL.len()],
        /// What it looks like.
        picture: Picture,
    },
    /// There is no such map.
    Failed(String),
}

/// Pixels, which clones share.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Picture {
    /// Number of columns, in pixels.
    pub width: usize,
    /// Red, green, blue and alpha of each pixel, row by row.
    pub pixels: Arc<[u8]>,
}

impl Thumbnail {
    /// What it looks like, if it is made.
    pub const fn picture(&self) -> Option<&Picture> {
        match self {
            Self::Made { picture, .. } => Some(picture),
            _ => None,
        }
    }

    /// The value of a metric, if it is known.
    pub fn figure(&self, metric: Metric) -> Option<u64> {
        let Self::Made { figures, .. } = self else {
            return None;
        };
        let place = Metric::ALL.iter().position(|one| *one == metric)?;
        Some(figures[place])
    }

    /// A picture without pixels, of a map of which one metric is known.
    #[cfg(test)]
    pub fn with_figure(metric: Metric, value: u64) -> Self {
        let figures = Metric::ALL.map(|one| if one == metric { value } else { 0 });
        Self::Made {
            figures,
            picture: Picture::default(),
        }
    }

    /// A picture of a map of which no metric is known.
    #[cfg(test)]
    pub fn with_picture(picture: Picture) -> Self {
        let figures = Metric::ALL.map(|_| 0);
        Self::Made { figures, picture }
    }
}

/// Working memory of a thread.
#[derive(Default)]
pub(super) struct Scratch {
    map: Map,
    buffers: Buffers,
    metric_buffers: MetricBuffers,
    /// The painter for maps of this size in this room.
    painter: Option<(Size, (u32, u32), Painter)>,
}

impl Scratch {
    /// The painter for maps of `size` in `room` pixels; the last one, if it is for the same.
    fn painter(
        painter: &mut Option<(Size, (u32, u32), Painter)>,
        size: Size,
        room: (u32, u32),
    ) -> &Painter {
        painter.take_if(|last| (last.0, last.1) != (size, room));
        let (.., painter) =
            painter.get_or_insert_with(|| (size, room, Painter::fitting(size, room.0, room.1)));
        painter
    }
}

/// Makes the picture of a map as the Lab would show it, in at most `room` pixels.
pub(super) fn make(
    spec: &MapSpec,
    look: Look,
    room: (u32, u32),
    scratch: &mut Scratch,
) -> Thumbnail {
    let map = &mut scratch.map;
    if let Err(error) = spec.generate_into(map, &mut scratch.buffers) {
        return Thumbnail::Failed(error.to_string());
    }
    let mut measurement = Measurement::new(map, &mut scratch.metric_buffers);
    let figures = Metric::ALL.map(|metric| measurement.get(metric));
    let painter = Scratch::painter(&mut scratch.painter, map.size(), room);
    let (width, height) = painter.picture_size(map.size());
    let mut pixels = Vec::with_capacity((width * height * 4) as usize);
    let row = |row: &[[u8; 3]]| {
        for [red, green, blue] in row {
            pixels.extend([*red, *green, *blue, 255]);
        }
    };
    match look {
        Look::Lit => painter.paint(map, row),
        Look::Plan => painter.paint_flat(map.size(), |pos| plan::small_colour_at(map, pos), row),
    }
    Thumbnail::Made {
        figures,
        picture: Picture {
            width: width as usize,
            pixels: pixels.into(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_picture_looks_as_the_map_does() {
        let spec: MapSpec = "box/6x5#1".parse().unwrap();
        let map = spec.generate().unwrap();
        let picture = |look: Look| {
            let made = make(&spec, look, (12, 10), &mut Scratch::default());
            made.picture().unwrap().clone()
        };
        let plan = picture(Look::Plan);
        let (pixels, _) = plan.pixels.as_chunks::<4>();
        for (pos, _) in map.tiles.iter() {
            let pixel = pixels[2 * pos.y as usize * plan.width + 2 * pos.x as usize];
            assert_eq!(pixel[..3], plan::small_colour_at(&map, pos), "{pos}");
        }
        assert_ne!(picture(Look::Lit), plan);
    }
}
