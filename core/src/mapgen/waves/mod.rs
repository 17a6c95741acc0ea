//! `waves`: wave function collapse. Every neighbourhood of the map occurs in a small sample.

mod collapse;
mod model;
mod sample;

use self::collapse::Collapse;
use self::model::{MAX_PATTERNS, Model};
pub use self::sample::{NAMES, SIDES, Sample};
use super::caves::{Keep, Pockets};
use super::param::params;
use super::{GenerateError, Generator, Info, ParamSpec, Params, Site};
use crate::geom::{Pos, Rect, Size};
use crate::map::{Tile, TileSet};
use crate::rng::Stream;

/// `waves`: maps in the style of a sample.
pub struct Waves;

/// The largest side, in tiles: a cell of the map costs up to 300 bytes and several microseconds.
const MAX_SIDE: u32 = 512;

/// The turns for [`Model::new`], in the order of the values of `symmetry`.
const TURNS: [&[u32]; 4] = [&[0, 1, 2, 3, 4, 5, 6, 7], &[0, 3, 5, 6], &[0, 1], &[0]];

/// The most attempts to make a map that is not all wall.
const MAX_ATTEMPTS: usize = 4;

/// Size of the smallest pocket that is joined to the others, in tiles; smaller ones are filled.
const MIN_POCKET: u32 = 6;

/// Working memory, kept between maps.
#[derive(Clone, Debug, Default)]
pub struct WavesScratch {
    collapse: Collapse,
    /// The last model, and what it was made from.
    model: Option<(ModelKey, Model)>,
    open: TileSet,
    pockets: Pockets,
}

/// Everything that determines a model.
#[derive(Clone, PartialEq, Eq, Debug)]
struct ModelKey {
    sample: Sample,
    side: usize,
    symmetry: usize,
}

impl ModelKey {
    fn of(params: &Params) -> Self {
        let built_in = params.value(SAMPLE) as usize;
        Self {
            sample: match params.sample() {
                Some(own) => Sample::clone(own),
                None => sample::BUILT_IN[built_in].clone(),
            },
            side: params.value(PATTERN) as usize,
            symmetry: params.value(SYMMETRY) as usize,
        }
    }

    fn build_model(&self) -> Model {
        Model::new(&self.sample, self.side, TURNS[self.symmetry])
    }
}

params! {
    SAMPLE = sample("sample", &NAMES, "the small map that is imitated");
    PATTERN = int("pattern", 2, 4, 3, "side of the areas that have to match, in tiles");
    SYMMETRY = choice(
        "symmetry", &["all", "turns", "mirror", "none"],
        "how the sample may also be used: turned and mirrored, turned, mirrored left to right, or only as it is",
    );
}

static INFO: Info = Info {
    name: "waves",
    description: "Wave function collapse: every small area of the map also occurs in a sample",
    source: "the overlapping model of M. Gumin, \"WaveFunctionCollapse\" (2016), as I. Karth and A. Smith describe it, \"WaveFunctionCollapse Is Constraint Solving in the Wild\" (2017)",
    params: PARAMS,
};

impl Generator for Waves {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn min_size(&self, _: &Params) -> Size {
        Size::new(7, 7)
    }

    fn max_size(&self) -> Size {
        Size::new(MAX_SIDE, MAX_SIDE)
    }

    // With the slowest parameters 80x50 tiles take 0.4 s, 128x128 take 1.5.
    fn quick_area(&self) -> usize {
        64 * 64
    }

    fn check_params(&self, params: &Params) -> Result<(), String> {
        // A test covers the built-in samples.
        if params.sample().is_none() {
            return Ok(());
        }
        match ModelKey::of(params).build_model().len() {
            ..=MAX_PATTERNS => Ok(()),
            found => Err(format!(
                "the sample has {found} patterns, and at most {MAX_PATTERNS} are accepted: use a smaller pattern, less symmetry or a simpler sample"
            )),
        }
    }

    fn carve(&self, site: &mut Site<'_>, stream: &mut Stream) -> Result<(), GenerateError> {
        let params = site.params();
        let mut scratch = std::mem::take(&mut site.buffers().waves);
        let key = ModelKey::of(params);
        let kept = scratch
            .model
            .take()
            .filter(|(model_key, _)| *model_key == key);
        let (key, model) = kept.unwrap_or_else(|| {
            let model = key.build_model();
            (key, model)
        });
        for attempt in 0..MAX_ATTEMPTS {
            // Walls along the edges can spread over all of a small map.
            let closed = attempt < MAX_ATTEMPTS / 2;
            scratch.collapse.run(&model, site, stream, closed);
            wall_up_border(site);
            scratch.open.read(&site.map().tiles, Tile::is_walkable);
            if !scratch.open.is_empty() {
                break;
            }
            site.refuse(site.interior());
        }
        scratch.model = Some((key, model));
        scratch.connect(site);
        let first = scratch.open.iter().next();
        site.buffers().waves = scratch;
        site.start_far_from(first.unwrap_or_else(|| site.interior().center()));
        if let Some(start) = site.map().start {
            // The farthest tile may be water or grass.
            site.paint(Rect::between(start, start), Tile::Floor);
        }
        Ok(())
    }
}

impl WavesScratch {
    /// Fills small pockets, joins the others, and removes doors that then separate nothing.
    fn connect(&mut self, site: &mut Site<'_>) {
        if self.open.is_empty() {
            self.open.insert(site.interior().center());
        }
        self.pockets.fill(&mut self.open, Keep::AtLeast(MIN_POCKET));
        self.pockets.join(&mut self.open);
        site.open_only(&self.open);
    }
}

fn wall_up_border(site: &mut Site<'_>) {
    let (right, bottom) = (site.size().width as i32 - 1, site.size().height as i32 - 1);
    for (x, y, to_x, to_y) in [
        (0, 0, right, 0),
        (0, bottom, right, bottom),
        (0, 0, 0, bottom),
        (right, 0, right, bottom),
    ] {
        let edge = Rect::between(Pos::new(x, y), Pos::new(to_x, to_y));
        if edge
            .positions()
            .any(|pos| site.map().tiles[pos] != Tile::Wall)
        {
            site.paint(edge, Tile::Wall);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::{Dir, Grid};
    use crate::map::Map;
    use crate::mapgen::{Buffers, Edits, Generator, MapSpec, Recorder, Step, count_open, generate};
    use crate::rng::Seed;

    fn with_sample(text: &str, size: Size, seed: u64) -> Result<MapSpec, String> {
        let mut params = Waves.params();
        params.set_sample(Sample::from_text(text).unwrap());
        MapSpec::with_params(&Waves, size, params, Seed(seed)).map_err(|error| error.to_string())
    }

    /// The map, and how often a part of it was reopened.
    fn watch(spec: &MapSpec) -> (Map, usize) {
        let (mut map, mut recorder) = (Map::default(), Recorder::default());
        spec.observe(&mut map, &mut Buffers::default(), &mut recorder)
            .unwrap();
        let reopened = |step: &&Step| matches!(step, Step::Refused(_));
        (map, recorder.steps.iter().filter(reopened).count())
    }

    #[test]
    fn samples_of_ours_have_few_enough_patterns_for_every_parameter() {
        for sample in sample::BUILT_IN.iter() {
            for side in 2..=4 {
                for turns in TURNS {
                    let found = Model::new(sample, side, turns).len();
                    assert!((2..=MAX_PATTERNS).contains(&found), "{found}");
                }
            }
        }
    }

    #[test]
    fn samples_of_ours_fill_maps_that_end_at_walls_and_seldom_fail() {
        for name in NAMES {
            let (mut reopened, mut open) = (0, 0);
            for seed in 0..10 {
                let code = format!("waves/60x40/sample={name}#{seed}");
                let (map, again) = watch(&code.parse().unwrap());
                reopened += again;
                open += count_open(&map);
            }
            let share = open * 100 / (10 * 60 * 40);
            assert!((15..90).contains(&share), "{name}: {share} per cent open");
            assert!(reopened < 200, "{name}: reopened {reopened} times");
        }
    }

    #[test]
    fn the_start_lies_on_floor() {
        // In both, the farthest tile is water.
        for code in [
            "waves/33x8/sample=fen,symmetry=mirror#6236688363255738608",
            "waves/61x32/sample=fen,symmetry=none#13367213585540368940",
        ] {
            let map = generate(code);
            assert_eq!(
                map.start.map(|start| map.tiles[start]),
                Some(Tile::Floor),
                "{map}"
            );
        }
    }

    #[test]
    fn doors_stand_between_walls_and_lead_through() {
        let mut doors = 0;
        for seed in 0..10 {
            let map = generate(&format!("waves/60x40/sample=cells#{seed}"));
            for (pos, tile) in map.tiles.iter() {
                if *tile == Tile::DoorClosed {
                    let [north, east, south, west] =
                        Dir::CARDINAL.map(|dir| map.is_walkable(pos.step(dir)));
                    assert!(
                        north == south && east == west && north != east,
                        "seed {seed}: the door at {pos}\n{map}"
                    );
                    doors += 1;
                }
            }
        }
        assert!(doors > 100, "{doors}");
    }

    #[test]
    fn the_rest_is_made_to_fit_what_is_kept() {
        let size = Size::new(60, 40);
        let spec: MapSpec = "waves/60x40/sample=cells,symmetry=none#1".parse().unwrap();
        let area = Rect::between(Pos::new(20, 12), Pos::new(32, 24));
        let map = spec.generate().unwrap();
        let mut edits = Edits::default();
        area.positions()
            .for_each(|pos| edits.set(pos, map.tiles[pos]));
        let sample = &sample::BUILT_IN[2];
        let at = |tiles: &Grid<Tile>, corner: Pos| {
            [0, 1, 2].map(|y| [0, 1, 2].map(|x| tiles[corner + Pos::new(x, y)]))
        };
        let side = sample.tiles().size();
        let wrapped = |corner: Pos| {
            [0, 1, 2].map(|y| {
                [0, 1, 2].map(|x| {
                    let (x, y) = (corner.x + x, corner.y + y);
                    let (width, height) = (side.width as i32, side.height as i32);
                    sample.tiles()[Pos::new(x % width, y % height)]
                })
            })
        };
        let all = Rect::between(
            Pos::default(),
            Pos::new(side.width as i32 - 1, side.height as i32 - 1),
        );
        let known: Vec<_> = all.positions().map(wrapped).collect();
        // Of the squares of 3x3 that lie in part on what is kept, how many are in the sample.
        let fitting = |map: &Map| {
            let inner = Rect::between(
                Pos::new(area.left, area.top),
                Pos::new(area.right - 2, area.bottom - 2),
            );
            let outer = Rect::between(
                Pos::new(area.left - 2, area.top - 2),
                Pos::new(area.right, area.bottom),
            );
            let corners = outer.positions().filter(|pos| !inner.contains(*pos));
            corners
                .filter(|pos| known.contains(&at(&map.tiles, *pos)))
                .count()
        };
        let (mut fit, mut pasted) = (0, 0);
        for seed in 2..8 {
            edits.joins = true;
            let kept = spec.with_edits(edits.clone()).unwrap();
            let kept = kept.with_seed(Seed(seed)).generate().unwrap();
            assert!(
                area.positions()
                    .all(|pos| kept.tiles[pos] == map.tiles[pos])
            );
            assert!(kept.is_connected() && kept.size() == size, "{kept}");
            fit += fitting(&kept);
            edits.joins = false;
            let plain = spec.with_edits(edits.clone()).unwrap();
            pasted += fitting(&plain.with_seed(Seed(seed)).generate().unwrap());
        }
        assert!(
            fit > 2 * pasted,
            "{fit} and {pasted} of {}",
            6 * (15 * 15 - 11 * 11)
        );
    }

    #[test]
    fn what_no_sample_has_may_be_kept_too() {
        let spec: MapSpec = "waves/40x30/sample=burrows#1".parse().unwrap();
        let mut edits = Edits::default();
        edits.joins = true;
        // An entrance through the border, and braziers, which this sample lacks.
        for pos in [Pos::new(0, 9), Pos::new(1, 9), Pos::new(2, 9)] {
            edits.set(pos, Tile::Floor);
        }
        edits.set(Pos::new(20, 15), Tile::Brazier);
        for seed in 0..20 {
            let spec = spec.with_edits(edits.clone()).unwrap();
            let map = spec.with_seed(Seed(seed)).generate().unwrap();
            assert!(edits.iter().all(|(pos, tile)| map.tiles[pos] == tile));
            assert!(map.is_connected(), "{map}");
        }
    }

    fn noise(tiles: &[char], side: usize) -> String {
        let mut stream = Stream::new(4, 4);
        let mut text = String::new();
        for _ in 0..side {
            text.extend((0..side).filter_map(|_| stream.pick(tiles)));
            text.push('\n');
        }
        text
    }

    #[test]
    fn patterns_that_often_contradict_each_other_end_in_a_connected_map() {
        let mut most = 0;
        for seed in 0..5 {
            let code = format!("waves/60x40/sample=cells,pattern=4#{seed}");
            let (map, reopened) = watch(&code.parse().unwrap());
            assert!(map.is_connected() && map.start.is_some(), "{map}");
            most = most.max(reopened);
        }
        assert!(most > 10, "{most}");
    }

    #[test]
    fn a_sample_without_floor_in_reach_opens_the_middle() {
        // Every pattern on the border is wall, and so is everything that fits beside it.
        let text = "####.\n####.\n####.\n####.\n.....\n";
        let map = with_sample(text, Size::new(9, 9), 1)
            .unwrap()
            .generate()
            .unwrap();
        assert!(map.is_connected() && map.start.is_some(), "{map}");
    }

    #[test]
    fn the_code_carries_a_sample_of_the_callers_own() {
        let size = Size::new(30, 20);
        let spec = with_sample("#...\n....\n....\n..~.\n", size, 3).unwrap();
        let code = spec.to_string();
        assert!(
            code.starts_with("waves/30x20/sample=~") && code.len() < 60,
            "{code}"
        );
        assert_eq!(code.parse::<MapSpec>().as_ref(), Ok(&spec));
        assert_eq!(code.parse::<MapSpec>().unwrap().generate(), spec.generate());
        for (wrong, needle) in [
            (code.replace('~', "~~"), "damaged or incomplete"),
            (code.replace("=~A", "=~B"), "damaged or incomplete"),
            (
                "waves/30x20/sample=~AAQEECM#3".to_owned(),
                "no tile to walk on",
            ),
            ("waves/30x20/sample=~AAIEECM#3".to_owned(), "2x4"),
        ] {
            let error = wrong.parse::<MapSpec>().unwrap_err().to_string();
            assert!(error.contains(needle), "{wrong}: {error}");
        }
        assert_eq!(spec.with_seed(Seed(4)).params(), spec.params());
        assert_ne!(
            spec.generate(),
            MapSpec::new("waves", size, Seed(3)).unwrap().generate()
        );
        // Choosing a built-in sample drops it.
        let mut params = spec.params().clone();
        params.set_value(SAMPLE, 0);
        assert_eq!(params, Waves.params());
    }

    #[test]
    fn too_many_patterns_are_refused() {
        let mut params = Waves.params();
        params.set("pattern=4").unwrap();
        params.set_sample(Sample::from_text(&noise(&['#', '.'], 30)).unwrap());
        let error = MapSpec::with_params(&Waves, Size::new(30, 20), params, Seed(1)).unwrap_err();
        assert!(error.to_string().contains("at most 1024"), "{error}");
    }
}
