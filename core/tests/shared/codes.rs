//! Random share codes with all that a code may carry: stages, masks, samples and edits.

use undercroft_core::geom::{Grid, Pos, Size};
use undercroft_core::map::Tile;
use undercroft_core::mapgen::waves::Sample;
use undercroft_core::mapgen::{ALL, BUILT_IN, Edits, Kind, MapSpec, Mask, Stage};
use undercroft_core::rng::{Seed, Stream};

/// The tiles that somebody paints.
const PAINT: [Tile; 5] = [
    Tile::Wall,
    Tile::Floor,
    Tile::DoorClosed,
    Tile::Water,
    Tile::Brazier,
];

/// A map of 31 to `side` tiles per side with one to four stages.
pub fn draw(side: i32, stream: &mut Stream) -> MapSpec {
    loop {
        let seed = Seed(stream.next_u64());
        let mut draw_side = || stream.range(31, side) as u32;
        let size = Size::new(draw_side(), draw_side());
        let stages = (0..stream.range(1, 4)).map(|place| draw_stage(place == 0, stream));
        // Parameters may contradict each other, or need a larger map.
        let Ok(spec) = MapSpec::with_stages(stages.collect(), size, seed) else {
            continue;
        };
        return match stream.below(3) {
            0 => {
                let edits = draw_edits(size, stream);
                spec.with_edits(edits).expect("they lie on the map")
            }
            _ => spec,
        };
    }
}

fn draw_stage(is_first: bool, stream: &mut Stream) -> Stage {
    let doors = BUILT_IN.find("doors").expect("there are doors");
    let generator = match !is_first && stream.below(5) == 0 {
        true => doors,
        false => *stream.pick(&ALL).expect("there are generators"),
    };
    let mut stage = Stage::new(generator);
    for (index, spec) in generator.info().params.iter().enumerate() {
        let value = match spec.kind {
            _ if !is_first && spec.name == "base" => continue,
            Kind::Int { min, max, .. } => stream.range(min, max.min(min + 200)),
            Kind::Choice { options, .. } => stream.below(options.len() as u32) as i32,
        };
        if stream.coin() {
            stage.params.set_value(index, value);
        }
    }
    if generator.info().name == "waves" && stream.coin() {
        stage.params.set_sample(draw_sample(stream));
    }
    if stream.coin() {
        let masks = [
            "left", "right", "top", "bottom", "ring", "middle", "noise", "open", "wall",
        ];
        let name = stream.pick(&masks).expect("there are masks");
        stage.mask = Mask::named(name).expect("it is the name of one");
    }
    stage
}

fn draw_sample(stream: &mut Stream) -> Sample {
    let mut side = || stream.range(4, 9) as u32;
    let mut tiles = Grid::new(side(), side(), Tile::Wall);
    for tile in tiles.as_mut_slice() {
        if stream.below(3) > 0 {
            *tile = Tile::Floor;
        }
    }
    tiles.as_mut_slice()[0] = Tile::Floor;
    Sample::from_tiles(tiles).expect("it has floor")
}

fn draw_edits(size: Size, stream: &mut Stream) -> Edits {
    let mut edits = Edits::default();
    let place = |stream: &mut Stream| {
        let (x, y) = (stream.below(size.width), stream.below(size.height));
        Pos::new(x as i32, y as i32)
    };
    for _ in 0..stream.range(1, 4) {
        let (from, to) = (place(stream), place(stream));
        let tile = *stream.pick(&PAINT).expect("there is paint");
        for y in from.y.min(to.y)..=from.y.max(to.y) {
            for x in from.x.min(to.x)..=from.x.max(to.x) {
                edits.set(Pos::new(x, y), tile);
            }
        }
    }
    if stream.coin() {
        edits.start = Some(place(stream));
    }
    edits.joins = stream.coin();
    edits
}
