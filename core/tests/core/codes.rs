//! Maps of several stages, of samples that their code carries, and edited by hand.

use undercroft_core::code::Target;
use undercroft_core::geom::{Pos, Rect, Size};
use undercroft_core::map::{Map, Tile};
use undercroft_core::mapgen::{
    BUILT_IN, Buffers, Edits, GenerateError, Generator, Info, MapSpec, Params, Recorder, Site,
};
use undercroft_core::rng::{Seed, Stream};
use undercroft_core::search::Variants;

use crate::catalogue;
use crate::catalogue::codes;
use crate::golden;
use crate::trial;

fn spec(code: &str) -> MapSpec {
    code.parse()
        .unwrap_or_else(|error| panic!("{code}: {error}"))
}

fn made(code: &str) -> Map {
    spec(code).generate().unwrap()
}

/// Every tile that two maps of the same size do not have in common.
fn differing(one: &Map, other: &Map) -> Vec<Pos> {
    let tiles = one.tiles.iter();
    let differs = tiles.filter(|(pos, tile)| other.tiles[*pos] != **tile);
    differs.map(|(pos, _)| pos).collect()
}

#[test]
fn random_codes_make_the_same_map_again_in_used_memory_and_on_other_threads() {
    let count = trial::amount(80, 10_000);
    let make = |spec: &MapSpec| spec.generate().map(|map| map.to_string());
    let mut stream = Stream::new(11, 40);
    let specs: Vec<MapSpec> = (0..count).map(|_| codes::draw(48, &mut stream)).collect();
    let made: Vec<_> = specs.iter().map(make).collect();
    let (mut map, mut buffers) = (Map::default(), Buffers::default());
    for (spec, made) in specs.iter().zip(&made).rev() {
        let code = spec.to_string();
        let read: MapSpec = code
            .parse()
            .unwrap_or_else(|error| panic!("{code}: {error}"));
        assert_eq!(read, *spec);
        let again = read.generate_into(&mut map, &mut buffers);
        assert_eq!(again.map(|()| map.to_string()), *made, "{code}");
        if made.is_ok() {
            assert!(map.is_walkable(map.start.unwrap()), "{code}");
            assert!(
                !spec.edits().is_empty() || map.is_connected(),
                "{code}\n{map}"
            );
        }
    }
    std::thread::scope(|scope| {
        for (specs, made) in specs.chunks(count / 4).zip(made.chunks(count / 4)) {
            scope.spawn(move || {
                for (spec, made) in specs.iter().zip(made) {
                    assert_eq!(make(spec), *made, "{spec}");
                }
            });
        }
    });
    let refused = made.iter().filter(|made| made.is_err()).count();
    assert!(refused < specs.len() / 5, "{refused} of {}", specs.len());
}

#[test]
fn maps_of_random_codes_equal_the_golden_ones() {
    golden::compare(
        golden::Version::Generation,
        "codes.txt",
        &catalogue::mixed(40),
    )
    .unwrap();
}

#[test]
fn an_observer_sees_every_change_of_every_stage_and_every_edit() {
    let mut stream = Stream::new(12, 40);
    for _ in 0..30 {
        let spec = codes::draw(40, &mut stream);
        let (mut map, mut recorder) = (Map::default(), Recorder::default());
        let watched = spec.observe(&mut map, &mut Buffers::default(), &mut recorder);
        assert_eq!(
            watched.clone().map(|()| map.clone()),
            spec.generate(),
            "{spec}"
        );
        if watched.is_ok() {
            let mut replayed = Map::new(spec.size(), Tile::Wall);
            for step in recorder.steps {
                step.replay(&mut replayed);
            }
            assert_eq!(replayed, map, "{spec}");
        }
    }
}

#[test]
fn a_stage_changes_its_part_of_the_map_and_tunnels_alone_leave_it() {
    let (before, after) = (
        made("caves/80x50#7"),
        made("caves/80x50|rooms/in=left,tries=60#7"),
    );
    let changed = differing(&before, &after);
    let (left, right): (Vec<Pos>, Vec<Pos>) = changed.iter().partition(|pos| pos.x < 40);
    assert!(
        left.len() > 400 && right.len() < 40,
        "{} {}",
        left.len(),
        right.len()
    );
    assert!(after.rooms.len() > 4);
    assert!(after.rooms.iter().all(|room| room.area.right < 40));
    assert!(after.is_connected());

    let maze_in_the_rock = made("caves/80x50|maze-dfs/in=wall#7");
    for (pos, tile) in before.tiles.iter() {
        assert!(
            !tile.is_walkable() || maze_in_the_rock.is_walkable(pos),
            "{pos}"
        );
    }
}

#[test]
fn rooms_that_a_later_stage_changes_are_no_longer_listed() {
    let (before, after) = (made("rooms/80x50#7"), made("rooms/80x50|caves/in=right#7"));
    let kept = before.rooms.iter().filter(|room| room.area.right < 40);
    let kept: Vec<_> = kept.copied().collect();
    assert!(!kept.is_empty() && kept.len() < before.rooms.len());
    let listed: Vec<_> = after
        .rooms
        .iter()
        .filter(|room| room.area.right < 40)
        .copied()
        .collect();
    assert_eq!(listed, kept);
    for room in &after.rooms {
        let mut tiles = room.area.positions();
        assert!(
            tiles.all(|pos| after.tiles[pos] == before.tiles[pos]),
            "{room:?}"
        );
    }
}

#[test]
fn doors_close_the_rooms_of_the_stages_before_them() {
    let doors = |map: &Map| {
        let tiles = map.tiles.iter();
        tiles.filter(|(_, tile)| **tile == Tile::DoorClosed).count()
    };
    let [none, some, all] = [
        "rooms/80x50#7",
        "rooms/80x50|doors#7",
        "rooms/80x50|doors/chance=100#7",
    ]
    .map(|code| doors(&made(code)));
    assert!(none == 0 && some > 5 && all > some, "{none} {some} {all}");
    let left = made("rooms/80x50|doors/in=left,chance=100#7");
    assert!(doors(&left) > 0 && doors(&left) < all);
    let right_of_it = left.tiles.iter().filter(|(pos, _)| pos.x >= 40);
    assert!(
        right_of_it
            .map(|(_, tile)| *tile)
            .all(|tile| tile != Tile::DoorClosed)
    );
    // Not one of them opens a wall or moves the start.
    let plain = made("rooms/80x50#7");
    let closed = made("rooms/80x50|doors/chance=100#7");
    assert_eq!(plain.start, closed.start);
    for pos in differing(&plain, &closed) {
        assert_eq!(
            (plain.tiles[pos], closed.tiles[pos]),
            (Tile::Floor, Tile::DoorClosed)
        );
    }
}

#[test]
fn vaults_are_set_into_the_map_of_any_stages_within_their_mask() {
    let before = made("caves/80x50|rooms/in=left#7");
    let after = made("caves/80x50|rooms/in=left|vaults/in=right,count=4#7");
    let vaults = &after.rooms[before.rooms.len()..];
    assert!(!vaults.is_empty());
    assert!(vaults.iter().all(|room| room.area.left > 40));
}

#[test]
fn a_code_with_spaces_in_a_link_or_in_chat_is_the_same() {
    let plain = spec("caves/80x50|rooms/in=left,tries=20|doors#7");
    for text in [
        " caves/80x50 | rooms / in=left, tries = 20 | doors # 7 ",
        "caves/80x50/wall=45|rooms/tries=20,in=left|doors/chance=50,in=all#0x7",
    ] {
        assert_eq!(spec(text), plain, "{text}");
    }
    assert_eq!(
        plain.to_string(),
        "caves/80x50|rooms/in=left,tries=20|doors#7"
    );
    use undercroft_core::code::{Target, link};
    let link = link::build("https://example.org/", &plain.to_string());
    assert!(link.contains("%7C"), "{link}");
    assert!(matches!(Target::read(&link, &BUILT_IN), Ok(Target::Map(read)) if read == plain));
}

#[test]
fn a_seed_typed_as_words_stays_so_in_the_code_and_makes_the_map_of_its_number() {
    use undercroft_core::code::{Target, link};
    let typed = Target::read("salt and iron", &BUILT_IN).unwrap();
    let words = typed.reseed(&spec("caves/80x50|doors#7")).unwrap();
    let code = words.to_string();
    assert_eq!(code, "caves/80x50|doors#salt+and+iron");
    assert_eq!(words.typed_seed(), "salt and iron");
    let number = format!("caves/80x50|doors#{}", words.seed);
    assert_eq!(spec(&code), spec(&number));
    assert_eq!(made(&code).digest(), made(&number).digest());
    for text in [
        "caves/80x50|doors#salt and iron",
        &link::build("https://example.org/", &code),
    ] {
        assert!(
            matches!(Target::read(text, &BUILT_IN), Ok(Target::Map(read)) if read.to_string() == code),
            "{text}"
        );
    }
    // Another seed is a number again, and edits follow words as they follow a number.
    assert_eq!(words.with_seed(Seed(8)).to_string(), "caves/80x50|doors#8");
    let mut edits = Edits::default();
    edits.set(Pos::new(3, 3), Tile::Water);
    let edited = words.with_edits(edits).unwrap().to_string();
    assert!(
        edited.starts_with("caves/80x50|doors#salt+and+iron~"),
        "{edited}"
    );
    assert_eq!(spec(&edited).to_string(), edited);
}

#[test]
fn each_wrong_part_of_a_stage_or_of_edits_is_named() {
    for (code, needle) in [
        (
            "caves/80x50|room#7",
            "in stage 2, there is no generator \"room\"; did you mean \"rooms\"",
        ),
        (
            "caves/80x50|rooms/80x50#7",
            "the first stage alone has a size",
        ),
        ("caves/80x50|#7", "\"\" is not a stage"),
        (
            "caves/80x50|rooms/tries=x#7",
            "in stage 2, tries must be from",
        ),
        (
            "caves/80x50/in=lef|rooms#7",
            "in stage 1, in must be one of all, left, right",
        ),
        ("caves/80x50/in=left,in=right#7", "in is given twice"),
        ("doors/80x50#7", "write it after another stage"),
        ("vaults/80x50#7", "write it after another stage"),
        (
            "caves/5x5|rogue#7",
            "in stage 2, rogue cannot make a map of 5x5",
        ),
        (
            &format!("caves/80x50{}#7", "|doors".repeat(20)),
            "21 stages are too many",
        ),
        ("caves/80x50#7~", "damaged or incomplete"),
        ("caves/80x50#7~AAAA!", "the edits \"AAAA!\" cannot be read"),
        ("caves/80x50#7~AAAAAC4", "damaged or incomplete"),
        ("caves/5x5#7~AAAyAS4", "the edits do not fit a map of 5x5"),
        ("caves/80x50#~AAAAAS4", "the seed is empty"),
    ] {
        let error = code.parse::<MapSpec>().unwrap_err().to_string();
        assert!(error.contains(needle), "{code}: {error}");
    }
}

#[test]
fn stages_that_leave_nothing_to_walk_on_say_so() {
    // The ring of a map of three tiles per side is empty.
    let spec = spec("box/3x3/in=ring#1");
    assert_eq!(spec.generate(), Err(GenerateError::Closed));
}

#[test]
fn edits_are_what_turns_one_map_into_another() {
    let spec = spec("rooms/40x30#3");
    let map = spec.generate().unwrap();
    let mut painted = map.clone();
    for pos in Rect::sized(Pos::new(5, 5), 9, 4).positions() {
        painted.tiles[pos] = Tile::Water;
    }
    painted.tiles[Pos::new(0, 7)] = Tile::DoorOpen;
    painted.start = Some(Pos::new(5, 5));
    let edited = spec.with_edits(Edits::between(&map, &painted)).unwrap();
    let code = edited.to_string();
    assert!(
        code.starts_with("rooms/40x30#3~") && code.len() < 50,
        "{code}"
    );
    let read: MapSpec = code.parse().unwrap();
    assert_eq!(read, edited);
    let again = read.generate().unwrap();
    assert_eq!((&again.tiles, again.start), (&painted.tiles, painted.start));
    assert!(!read.makes_cell_maze());
    // Without an edit the code is the plain one.
    assert_eq!(edited.with_edits(Edits::between(&map, &map)).unwrap(), spec);
}

#[test]
fn a_start_that_is_painted_over_moves_to_open_ground() {
    let spec = spec("rooms/40x30#3");
    let start = spec.generate().unwrap().start.unwrap();
    let mut edits = Edits::default();
    edits.set(start, Tile::Wall);
    let map = spec.with_edits(edits).unwrap().generate().unwrap();
    assert_ne!(map.start, Some(start));
    assert!(map.is_walkable(map.start.unwrap()));
}

#[test]
fn what_is_kept_stays_while_the_rest_is_made_anew_around_it_and_joined() {
    let area = Rect::sized(Pos::new(20, 10), 25, 15);
    let kept = made("rooms/80x40#1");
    let mut edits = Edits::default();
    edits.joins = true;
    for pos in area.positions() {
        edits.set(pos, kept.tiles[pos]);
    }
    for seed in 0..60 {
        let spec = MapSpec::new("caves", Size::new(80, 40), Seed(seed)).unwrap();
        let map = spec.with_edits(edits.clone()).unwrap().generate().unwrap();
        assert!(map.is_connected(), "{seed}\n{map}");
        assert!(
            area.positions()
                .all(|pos| map.tiles[pos] == kept.tiles[pos]),
            "{seed}\n{map}"
        );
        let plain = spec.generate().unwrap();
        assert!(differing(&plain, &map).len() < 600, "{seed}");
    }
}

#[test]
fn edits_that_lie_outside_a_smaller_map_are_left_out_of_it() {
    let mut edits = Edits::default();
    edits.set(Pos::new(3, 3), Tile::Water);
    edits.set(Pos::new(30, 3), Tile::Water);
    let spec = spec("box/40x20#1").with_edits(edits).unwrap();
    let smaller = spec.with_size(Size::new(20, 20)).unwrap();
    let left: Vec<_> = smaller.edits().iter().collect();
    assert_eq!(left, [(Pos::new(3, 3), Tile::Water)]);
}

/// A generator of a game: a cross of two halls.
struct Cross;

static CROSS: Info = Info {
    name: "cross",
    description: "Two halls that cross in the middle",
    source: "a test",
    params: &[],
};

impl Generator for Cross {
    fn info(&self) -> &'static Info {
        &CROSS
    }

    fn carve(&self, site: &mut Site<'_>, _: &mut Stream) -> Result<(), GenerateError> {
        let (inner, middle) = (site.interior(), site.interior().center());
        site.hall_across(middle.y, inner.left, inner.right);
        site.hall_down(middle.x, inner.top, inner.bottom);
        site.start(middle);
        Ok(())
    }
}

struct Named(Info);

impl Generator for Named {
    fn info(&self) -> &'static Info {
        // The test leaks its few names.
        Box::leak(Box::new(self.0))
    }

    fn carve(&self, _: &mut Site<'_>, _: &mut Stream) -> Result<(), GenerateError> {
        Ok(())
    }
}

#[test]
fn a_generator_of_ones_own_has_codes_and_works_in_stages() {
    assert!("cross/30x20#1".parse::<MapSpec>().is_err());
    let known = BUILT_IN.clone().with(&Cross).unwrap();
    for code in ["cross/30x20#1", "caves/60x40|cross/in=middle#4"] {
        let spec = known.read(code).unwrap();
        assert_eq!(spec.to_string(), code);
        assert!(spec.generate().unwrap().is_connected());
        assert!(code.parse::<MapSpec>().is_err(), "{code}");
    }
    assert!(known.names().any(|name| name == "cross"));
    let kinds = Variants::read("cross/30x20", &known).unwrap();
    assert_eq!(kinds.to_string(), "cross/30x20");
    let target = Target::read("cross/30x20#1", &known);
    assert!(matches!(target, Ok(Target::Map(_))), "{target:?}");
    let error = known.read("cros/30x20#1").unwrap_err().to_string();
    assert!(error.contains("did you mean \"cross\""), "{error}");
    let params: Params = Cross.params();
    assert!(MapSpec::with_params(&Cross, Size::new(9, 9), params, Seed(1)).is_ok());

    for (name, expected) in [
        ("cross", "there is a generator \"cross\" already"),
        ("rooms", "there is a generator \"rooms\" already"),
        ("board", "there is a generator \"board\" already"),
        ("", "\"\" is no name for a generator"),
        ("Cross", "\"Cross\" is no name for a generator"),
        ("my cross", "\"my cross\" is no name for a generator"),
    ] {
        let named: &'static Named = Box::leak(Box::new(Named(Info { name, ..CROSS })));
        let refused = known.clone().with(named).unwrap_err().to_string();
        assert!(refused.starts_with(expected), "{name}: {refused}");
    }
}
