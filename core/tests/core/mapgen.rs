//! Every generator over many seeds and sizes: what must hold of each map, and the catalogue of
//! golden maps that pins them.

use crate::catalogue::{self, enough, sizes};
use crate::golden;
use proptest::prelude::*;
use undercroft_core::geom::{Pos, Size};
use undercroft_core::map::{Map, Tile};
use undercroft_core::mapgen::{
    ALL, Buffers, GenerateError, Kind, MAX_SIDE, MapSpec, Params, Recorder,
};
use undercroft_core::rng::Seed;

/// What must hold of every map, whatever made it.
fn check(spec: &MapSpec, map: &Map) {
    let size = spec.size();
    assert_eq!(map.size(), size, "{spec}");
    let text = map.to_string();
    assert_eq!(text.lines().count(), size.height as usize, "{spec}\n{text}");
    assert!(
        text.lines().all(|line| line.len() == size.width as usize),
        "{spec}\n{text}"
    );
    assert_eq!(text.matches('@').count(), 1, "{spec}\n{text}");
    let start = map.start.expect("one @ was counted");
    assert!(
        map.is_walkable(start),
        "{spec}: the start is not open\n{text}"
    );
    for (pos, tile) in map.tiles.iter() {
        let border = pos.x == 0
            || pos.y == 0
            || pos.x == size.width as i32 - 1
            || pos.y == size.height as i32 - 1;
        assert!(
            !border || *tile == Tile::Wall,
            "{spec}: a hole in the border at {pos}\n{text}"
        );
    }
    assert!(
        map.is_connected(),
        "{spec}: something cannot be reached\n{text}"
    );
    let reread = Map::from_text(&text).unwrap();
    assert_eq!(
        (&reread.tiles, reread.start),
        (&map.tiles, map.start),
        "{spec}"
    );
}

#[test]
fn every_generator_keeps_its_word_on_a_thousand_seeds_at_five_sizes() {
    let mut map = Map::default();
    let mut again = Map::default();
    let mut buffers = Buffers::default();
    for generator in ALL {
        let name = generator.info().name;
        let mut made = 0;
        for (index, size) in sizes(name).into_iter().enumerate() {
            for seed in 0..enough(name, 1000) {
                let spec = MapSpec::new(name, size, Seed(seed)).unwrap();
                match spec.generate_into(&mut map, &mut buffers) {
                    Ok(()) => {
                        check(&spec, &map);
                        spec.generate_into(&mut again, &mut buffers).unwrap();
                        assert_eq!(map, again, "{spec}");
                        made += 1;
                    }
                    // Only a map of barely the size of a room may stay without one.
                    Err(GenerateError::NoRooms { .. }) => assert_eq!(index, 0, "{spec}"),
                    Err(error) => panic!("{spec}: {error}"),
                }
            }
        }
        assert!(made > 4 * enough(name, 1000), "{name} made {made} maps");
    }
}

#[test]
fn replaying_the_steps_gives_the_map() {
    for generator in ALL {
        for size in sizes(generator.info().name).into_iter().skip(1) {
            for seed in 0..enough(generator.info().name, 50) {
                let spec = MapSpec::new(generator.info().name, size, Seed(seed)).unwrap();
                let mut map = Map::default();
                let mut recorder = Recorder::default();
                spec.observe(&mut map, &mut Buffers::default(), &mut recorder)
                    .unwrap();
                assert_eq!(
                    map,
                    spec.generate().unwrap(),
                    "{spec}: watching changes nothing"
                );
                let mut replayed = Map::new(size, Tile::Wall);
                assert!(!recorder.steps.is_empty());
                for step in recorder.steps {
                    step.replay(&mut replayed);
                }
                assert_eq!(replayed, map, "{spec}");
            }
        }
    }
}

#[test]
fn a_buffer_that_held_another_map_makes_no_difference() {
    let mut map = Map::default();
    let mut buffers = Buffers::default();
    for code in [
        "rogue/200x90#1",
        "scatter/40x40/walls=700#2",
        "rooms/80x50#3",
        "maze-kruskal/90x70/braid=30#6",
        "box/9x9#4",
        "maze-growing-tree/31x41#7",
        "maze-dfs/99x99#8",
        "caves/200x90#6",
        "bsp/90x90#7",
        "drunkard/64x64#8",
        "caves/120x70|vaults/count=9#9",
        "caves/65x40#10",
        "bsp/30x30#11",
        "drunkard/20x20#12",
        "rooms/80x50|vaults#13",
        "waves/60x40/sample=fen#14",
        "waves/30x30/sample=cells,pattern=4#15",
        "waves/60x40/sample=fen#16",
        "rogue/80x50#5",
    ] {
        let spec: MapSpec = code.parse().unwrap();
        spec.generate_into(&mut map, &mut buffers).unwrap();
        assert_eq!(map, spec.generate().unwrap(), "{code}");
    }
}

#[test]
fn the_largest_size_works_and_larger_is_refused() {
    for generator in ALL {
        let name = generator.info().name;
        let max = generator.max_size();
        assert!(max.width <= MAX_SIDE && max.height <= MAX_SIDE);
        let spec = MapSpec::new(name, max, Seed(1)).unwrap();
        let map = spec.generate().unwrap();
        assert!(map.is_connected(), "{spec}");
        for size in [
            Size::new(max.width + 1, 50),
            Size::new(80, u32::MAX),
            Size::new(0, 0),
            Size::new(1, 1),
        ] {
            let error = MapSpec::new(name, size, Seed(1)).unwrap_err().to_string();
            assert!(
                error.contains(name) && error.contains(&size.to_string()),
                "{error}"
            );
        }
    }
}

#[test]
fn seeds_differ_and_generators_do_not_share_draws() {
    for generator in ALL
        .iter()
        .filter(|g| g.info().name != "box" && g.info().name != "two-rooms")
    {
        let name = generator.info().name;
        let mut digests: Vec<u64> = (0..enough(name, 500))
            .map(|seed| {
                MapSpec::new(name, Size::new(80, 50), Seed(seed))
                    .unwrap()
                    .generate()
                    .unwrap()
                    .digest()
            })
            .collect();
        digests.sort_unstable();
        digests.dedup();
        // A blob has few shapes to choose from.
        assert!(
            digests.len() as u64 > enough(name, 500) * 49 / 50,
            "{name} makes {} different maps of 500: if the seed should matter less to it, leave it out above",
            digests.len()
        );
    }
    let keys: std::collections::BTreeSet<u64> =
        ALL.iter().map(|generator| generator.info().key()).collect();
    assert_eq!(keys.len(), ALL.len());
}

/// Any generator with any parameters in their ranges, at any size up to 120x120.
fn any_spec() -> impl Strategy<Value = Result<MapSpec, String>> {
    let most = ALL.iter().map(|generator| generator.info().params.len());
    let values = proptest::collection::vec(any::<u32>(), most.max().unwrap());
    (0..ALL.len(), 0..120u32, 0..120u32, values, any::<u64>()).prop_map(
        |(index, w, h, values, seed)| {
            let generator = ALL[index];
            // A collapse takes long, and small ones meet every rule.
            let (w, h) = match generator.info().name {
                "waves" => (w % 41, h % 41),
                _ => (w, h),
            };
            let mut params = generator.params();
            for (number, spec) in generator.info().params.iter().enumerate() {
                let value = match spec.kind {
                    // A few hundred are as good as a million, and sooner done.
                    Kind::Int { min, max, .. } => {
                        min + (values[number] % (max.min(300) - min + 1) as u32) as i32
                    }
                    Kind::Choice { options, .. } => (values[number] % options.len() as u32) as i32,
                };
                params.set_value(number, value);
            }
            MapSpec::with_params(generator, Size::new(w, h), params, Seed(seed))
                .map_err(|error| error.to_string())
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn any_parameters_make_a_sound_map_or_a_clear_error(spec in any_spec()) {
        match spec {
            Ok(spec) => {
                match spec.generate() {
                    Ok(map) => check(&spec, &map),
                    Err(error) => prop_assert!(matches!(error, GenerateError::NoRooms { .. }), "{spec}: {error}"),
                }
                let code = spec.to_string();
                prop_assert_eq!(code.parse::<MapSpec>().unwrap(), spec, "{}", code);
            }
            Err(error) => prop_assert!(error.contains("accepts") || error.contains("larger than"), "{error}"),
        }
    }

    #[test]
    fn no_share_code_panics(code in "[a-z-]{0,9}/?[0-9x]{0,8}/?[a-z=,0-9-]{0,20}#?.{0,12}") {
        if let Ok(spec) = code.parse::<MapSpec>() {
            prop_assert_eq!(spec.to_string().parse::<MapSpec>().unwrap(), spec);
        }
    }

    #[test]
    fn no_parameter_text_panics(text in ".{0,20}") {
        for generator in ALL {
            let mut params: Params = generator.params();
            if params.set(&text).is_err() {
                prop_assert_eq!(&params, &generator.params());
            }
        }
    }
}

// ---- golden catalogue ----

#[test]
fn maps_equal_the_golden_catalogue() {
    let failures: Vec<String> = ALL
        .iter()
        .map(|generator| generator.info().name)
        .filter_map(|name| {
            golden::compare(
                golden::Version::Generation,
                &format!("maps-{name}.txt"),
                &catalogue::maps(name, &[0, u64::MAX]),
            )
            .err()
        })
        .collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// `scripts/web parity` compares the browser's build with the same file.
#[test]
fn digests_of_what_seeds_make_equal_the_golden_ones() {
    golden::compare_derived("parity.txt", &catalogue::digests()).unwrap();
}

#[test]
fn a_start_is_in_the_open() {
    let center = |code: &str| {
        let spec: MapSpec = code.parse().unwrap();
        let map = spec.generate().unwrap();
        (
            map.start.unwrap(),
            map.rooms
                .iter()
                .map(|room| room.area.center())
                .collect::<Vec<Pos>>(),
        )
    };
    for seed in 0..200 {
        let (start, centers) = center(&format!("rogue/80x50#{seed}"));
        assert!(centers.contains(&start));
        let (start, centers) = center(&format!("rooms/80x50#{seed}"));
        assert_eq!(Some(&start), centers.last());
    }
}
