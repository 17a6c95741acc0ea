//! `caves`: noise smoothed by a cellular automaton, its pockets joined or filled.
//!
//! Works on bits from the first draw to the last tunnel, and writes tiles once, at the end.

mod automaton;
mod join;

pub(super) use self::join::{Keep, Pockets};

use super::param::params;
use super::{GenerateError, Generator, Info, ParamSpec, Params, Site};
use crate::geom::Size;
use crate::map::TileSet;
use crate::rng::Stream;

/// `caves`: smoothed noise, joined into one cave.
pub struct Caves;

/// The value of `pockets` that keeps only the largest cave.
const FILL_POCKETS: i32 = 1;

/// How often to draw the noise before settling for solid rock.
const MAX_TRIES: usize = 4;

/// Working memory, kept between maps.
#[derive(Clone, Debug, Default)]
pub struct CavesScratch {
    open: TileSet,
    /// Buffer of the automaton.
    before: Vec<u64>,
    pockets: Pockets,
}

params! {
    WALL = int("wall", 10, 70, 45, "percentage of the noise that is wall");
    ROUNDS = int("rounds", 0, 50, 5, "how often the noise is smoothed");
    RULE = int(
        "rule", 3, 7, 5,
        "walls needed among a tile and its eight neighbours for it to become wall",
    );
    POCKETS = choice(
        "pockets", &["join", "fill"],
        "join all caves by tunnels, or keep only the largest",
    );
    MIN_POCKET = int(
        "min-pocket", 1, 10_000, 12,
        "size of the smallest cave that is joined, in tiles; smaller ones are filled in",
    );
}

static INFO: Info = Info {
    name: "caves",
    description: "Caves made by smoothing random noise, then joined by tunnels or reduced to the largest",
    source: "the 4-5 rule of J. Babcock, \"Cellular Automata Method for Generating Random Cave-Like Levels\" (RogueBasin, 2005)",
    params: PARAMS,
};

impl Generator for Caves {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn min_size(&self, _: &Params) -> Size {
        Size::new(5, 5)
    }

    fn carve(&self, site: &mut Site<'_>, stream: &mut Stream) -> Result<(), GenerateError> {
        let params = site.params();
        let mut scratch = std::mem::take(&mut site.buffers().caves);
        make_noise(&mut scratch, site, params, stream);
        let keep = match params.value(POCKETS) {
            FILL_POCKETS => Keep::Largest,
            _ => Keep::AtLeast(params.value(MIN_POCKET) as u32),
        };
        scratch.pockets.fill(&mut scratch.open, keep);
        if site.is_watched() {
            site.picture(&scratch.open);
        }
        scratch.pockets.join(&mut scratch.open);
        site.picture(&scratch.open);
        let first = scratch.open.iter().next();
        site.buffers().caves = scratch;
        site.start_far_from(first.unwrap_or_else(|| site.interior().center()));
        Ok(())
    }
}

/// Smooth patches that cover about half of a map of `size`, whose sides are at least 3. Its border is
/// never covered.
pub(super) fn patches(size: Size, stream: &mut Stream) -> TileSet {
    let (mut open, mut before) = (TileSet::new(size), Vec::new());
    automaton::fill_with_noise(&mut open, 48, stream);
    for _ in 0..3 {
        automaton::smooth(&mut open, 5, &mut before);
    }
    open
}

/// Draws noise and smooths it, again if nothing is open; as a last resort opens the middle tile.
fn make_noise(
    scratch: &mut CavesScratch,
    site: &mut Site<'_>,
    params: &Params,
    stream: &mut Stream,
) {
    for _ in 0..MAX_TRIES {
        scratch.open.reset(site.size());
        automaton::fill_with_noise(&mut scratch.open, params.value(WALL), stream);
        if site.is_watched() {
            site.picture(&scratch.open);
        }
        for _ in 0..params.value(ROUNDS) {
            automaton::smooth(&mut scratch.open, params.value(RULE), &mut scratch.before);
            if site.is_watched() {
                site.picture(&scratch.open);
            }
        }
        if !scratch.open.is_empty() {
            return;
        }
        site.refuse(site.interior());
    }
    scratch.open.insert(site.interior().center());
}

#[cfg(test)]
mod tests {
    use crate::map::region::Touch;
    use crate::map::{Map, Regions, Tile, TileSet};
    use crate::mapgen::{Buffers, MapSpec, Recorder, Step, generate};

    fn regions(map: &Map) -> Vec<usize> {
        let open = TileSet::of(&map.tiles, Tile::is_walkable);
        let mut regions = Regions::default();
        regions.label(&open, Touch::Side);
        let mut sizes = vec![0; regions.len()];
        for run in regions.runs() {
            sizes[run.region as usize] += (run.right - run.left + 1) as usize;
        }
        sizes.retain(|size| *size > 0);
        sizes
    }

    fn open(map: &Map) -> usize {
        regions(map).into_iter().sum()
    }

    /// The map after the last round, before pockets are filled and joined.
    fn before_filling(code: &str) -> Map {
        let spec: MapSpec = code.parse().unwrap();
        let mut recorder = Recorder::default();
        spec.observe(&mut Map::default(), &mut Buffers::default(), &mut recorder)
            .unwrap();
        let rounds = recorder.steps.iter().filter(|step| **step == Step::Round);
        let last = rounds.count() - 3;
        let mut map = Map::new(spec.size(), Tile::Wall);
        let mut seen = 0;
        for step in recorder.steps {
            step.replay(&mut map);
            if step == Step::Round {
                if seen == last {
                    break;
                }
                seen += 1;
            }
        }
        map
    }

    #[test]
    fn pockets_are_joined_filled_or_too_small() {
        let (mut pockets, mut tunnels) = (0, 0);
        for seed in 0..200 {
            let sizes = regions(&before_filling(&format!("caves/80x50#{seed}")));
            let kept: usize = sizes.iter().filter(|size| **size >= 12).sum();
            let joined = open(&generate(&format!("caves/80x50#{seed}")));
            assert!(joined >= kept, "seed {seed}");
            tunnels += joined - kept;
            let filled = open(&generate(&format!("caves/80x50/pockets=fill#{seed}")));
            assert_eq!(Some(&filled), sizes.iter().max(), "seed {seed}");
            pockets += sizes.len() - 1;
        }
        assert!(pockets > 200 && tunnels > 200, "{pockets} {tunnels}");
        // Tunnels are short, since caves lie close together.
        assert!(tunnels < 10 * pockets, "{tunnels} tiles of tunnels");
    }

    #[test]
    fn a_map_of_rock_alone_is_opened_in_the_middle() {
        let map = generate("caves/9x9/wall=70,rounds=9#3");
        assert_eq!(open(&map), 1, "{map}");
        assert!(map.to_string().contains('@'));
    }

    #[test]
    fn each_round_is_a_step_of_its_own() {
        let spec: MapSpec = "caves/80x50/rounds=7#1".parse().unwrap();
        let mut recorder = Recorder::default();
        spec.observe(&mut Map::default(), &mut Buffers::default(), &mut recorder)
            .unwrap();
        let rounds = recorder.steps.iter().filter(|step| **step == Step::Round);
        // The noise, seven rounds, the filled pockets, the tunnels.
        assert_eq!(rounds.count(), 10);
    }

    #[test]
    fn more_rounds_leave_fewer_pillars() {
        let pillars = |rounds: i32| {
            let map = generate(&format!("caves/200x200/rounds={rounds}#4"));
            let rock = TileSet::of(&map.tiles, |tile| !tile.is_walkable());
            let mut regions = Regions::default();
            regions.label(&rock, Touch::Side);
            regions.count()
        };
        assert!(pillars(8) < pillars(2));
        assert!(pillars(2) < pillars(0));
    }
}
