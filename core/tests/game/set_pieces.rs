//! Set pieces: where they are, what each does, and that none leaves anybody without a way.

use std::collections::BTreeMap;

use serde_json::json;
use undercroft_core::game::content::{
    Content, Effect, FILES, LevelKind, MarkKind, Presence, SetPieceDef, Trigger,
};
use undercroft_core::game::{
    Action, BodyEvent, Buried, Game, GameEvent, HazardKind, Mood, NewLevel, PlaceEvent, Refusal,
    Setup,
};
use undercroft_core::geom::{Dir, Pos, Rect};
use undercroft_core::map::distance::{DistanceMap, UNBOUNDED};
use undercroft_core::map::{Drawn, Steps, Tile, TileSet};
use undercroft_core::rng::Seed;

use super::scene::{Scene, act, content, item, me, peek, step, told, wait};
use crate::trial;

fn new_level(seed: u64, depth: u8) -> NewLevel {
    Game::new_level(Setup::new(Seed(seed)).unwrap(), depth)
}

// ---- where they are ----

/// Whether all that every player needs can be reached with every room taken as rock, in whatever state.
fn is_finishable(level: &NewLevel, distances: &mut DistanceMap) -> bool {
    let mut open = TileSet::of(&level.map.tiles, Tile::is_walkable);
    for pos in level
        .set_pieces
        .iter()
        .flat_map(|(_, area)| area.positions())
    {
        open.remove(pos);
    }
    // Nobody needs to step on a trap.
    for (kind, pos) in &level.hazards {
        if kind.is_trap() {
            open.remove(*pos);
        }
    }
    let up = level.map.start.unwrap();
    distances.measure(&open, Steps::Eight, &[up], UNBOUNDED);
    let come_to = |pos: Pos| {
        Dir::ALL
            .iter()
            .any(|dir| distances.get(pos.step(*dir)).is_some())
    };
    let ration = content().ration();
    let mut rations = level.items.iter().filter(|(kind, ..)| *kind == ration);
    come_to(level.down) && rations.any(|(.., pos)| distances.get(*pos).is_some())
}

#[test]
fn levels_have_rooms_from_depth_2_and_nobody_needs_them() {
    let mut distances = DistanceMap::default();
    let mut found = vec![0; content().set_pieces().len()];
    let mut kinds: BTreeMap<LevelKind, (u32, usize)> = BTreeMap::new();
    for number in 0..trial::amount(200, 100_000) {
        let (seed, depth) = (number / 11, 2 + (number % 11) as u8);
        let level = new_level(seed, depth);
        let named = || format!("seed {seed}, depth {depth}\n{}", level.map);
        assert!(is_finishable(&level, &mut distances), "{}", named());
        assert!(level.set_pieces.len() <= 3, "{}", named());
        let alike = |number: usize| {
            level
                .set_pieces
                .iter()
                .filter(|(other, _)| *other == number)
                .count()
        };
        assert!(
            level
                .set_pieces
                .iter()
                .all(|(number, _)| alike(*number) == 1),
            "{}",
            named()
        );
        let (levels, rooms) = kinds.entry(level.kind).or_default();
        *levels += 1;
        *rooms += level.set_pieces.len();
        for (index, area) in &level.set_pieces {
            found[*index] += 1;
            let def = &content().set_pieces()[*index];
            assert!(def.fits(level.kind, depth), "{}", named());
            let apart = level
                .set_pieces
                .iter()
                .filter(|(_, other)| other.intersects(*area));
            assert_eq!(apart.count(), 1, "{}", named());
            for stairs in [level.map.start.unwrap(), level.down] {
                assert!(!area.contains(stairs), "{}", named());
            }
        }
    }
    let ids = content().set_pieces().iter().map(|def| def.id.as_str());
    let listed: Vec<(&str, u32)> = ids.zip(found).collect();
    assert!(listed.iter().all(|(_, count)| *count > 0), "{listed:?}");
    for (kind, (levels, rooms)) in &kinds {
        assert!(
            *rooms * 3 >= *levels as usize,
            "{rooms} on {levels} levels of {kind:?}"
        );
    }
    let all: usize = kinds.values().map(|(_, rooms)| rooms).sum();
    let levels: u32 = kinds.values().map(|(levels, _)| levels).sum();
    assert!(all > levels as usize, "{all} on {levels} levels: {kinds:?}");
    assert!(new_level(1, 1).set_pieces.is_empty());
}

// ---- what they do ----

/// A room, with its tiles where [`Room::scene`] puts them.
struct Room {
    content: &'static Content,
    def: &'static SetPieceDef,
    number: usize,
}

/// Where the left upper corner of a room lies in its scene.
const CORNER: Pos = Pos::new(3, 2);

/// A room of the game.
fn room(id: &str) -> Room {
    set_piece_of(content(), id)
}

fn set_piece_of(content: &'static Content, id: &str) -> Room {
    let rooms = content.set_pieces();
    let number = rooms.iter().position(|def| def.id == id).unwrap();
    let def = &rooms[number];
    Room {
        content,
        def,
        number,
    }
}

/// Content with one room, `cell`: what follows its text in the file.
fn content_of(cell: &str) -> &'static Content {
    let mut files = FILES;
    let rooms = format!("name: cell\ntext: a cell\n{cell}");
    files[5] = ("r.txt", &rooms);
    match Content::read(files) {
        Ok(content) => Box::leak(Box::new(content)),
        Err(errors) => panic!("{errors}"),
    }
}

/// Makes a tile of a scene bare floor.
fn dig(scene: &mut Scene, pos: Pos) {
    let tiles = &mut scene.state["here"]["tiles"]["tiles"];
    let mut text = tiles.as_str().unwrap().to_owned();
    let at = (pos.y * 80 + pos.x) as usize;
    text.replace_range(at..=at, ".");
    *tiles = json!(text);
}

impl Room {
    fn tiles(&self, sign: char) -> Vec<Pos> {
        let drawn = self.def.drawing.iter();
        let here = drawn.filter(|(_, one)| **one == Drawn::Mark(sign));
        here.map(|(pos, _)| CORNER + pos).collect()
    }

    fn tile(&self, sign: char) -> Pos {
        self.tiles(sign)[0]
    }

    /// The room with the player on its entrance. Monsters are crypt rats; what lies there is a ration.
    fn scene(&self) -> Scene {
        let mut map = vec![vec!['#'; 24]; 16];
        let (mut braziers, mut unlit) = (Vec::new(), Vec::new());
        let (mut sleepers, mut guests, mut lying) = (Vec::new(), Vec::new(), Vec::new());
        let mut marks = vec![Vec::new(); self.def.marks.len()];
        for (pos, drawn) in self.def.drawing.iter() {
            let at = CORNER + pos;
            let mut tile = match drawn {
                Drawn::Keep => Tile::Wall,
                Drawn::Tile(tile) => *tile,
                Drawn::Mark(sign) => {
                    let mark = self.def.mark_of(*sign).unwrap();
                    marks[usize::from(mark)].push(at);
                    let what = self.def.mark(mark);
                    match &what.is {
                        MarkKind::Brazier { lit } => {
                            braziers.push(json!({"pos": at, "lit": lit}));
                            unlit.extend((!lit).then_some(at));
                        }
                        MarkKind::Monster { does, .. } if *does == Presence::Waits => {
                            let kind = content().find_monster("crypt-rat");
                            guests.push(json!({"pos": at, "mark": mark, "kind": kind, "id": null}));
                        }
                        MarkKind::Monster { .. } => sleepers.push(at),
                        MarkKind::Find | MarkKind::Prize | MarkKind::Item { .. } => {
                            lying.push((mark, at));
                        }
                        _ => {}
                    }
                    what.tile
                }
            };
            if *drawn == Drawn::Mark('E') {
                tile = Tile::Floor;
            }
            map[at.y as usize - 1][at.x as usize - 1] = tile.to_char();
        }
        let me = self.tile('E');
        map[me.y as usize - 1][me.x as usize - 1] = '@';
        let rows: Vec<String> = map.iter().map(|row| row.iter().collect()).collect();
        let mut scene = Scene::with_content(self.content, 1, &rows.join("\n"), &[]);
        scene.state["here"]["braziers"] = json!(braziers);
        scene.state["here"]["known"]["unlit"] = json!(unlit);
        for pos in sleepers {
            scene.add_monster("crypt-rat", pos)["mood"] = json!("Asleep");
        }
        scene.hide_all();
        let mut prizes = Vec::new();
        for (mark, pos) in lying {
            scene.lay("ration", 1, pos);
            let items = scene.state["here"]["items"].as_array().unwrap();
            prizes.push(json!([mark, items.last().unwrap()["item"]["id"]]));
        }
        let size = self.def.drawing.size();
        let rule = json!({"spent": false, "holds": false, "left": 0});
        scene.state["here"]["set_pieces"] = json!([{
            "kind": self.number,
            "area": Rect::sized(CORNER, size.width as i32, size.height as i32),
            "marks": marks,
            "rules": vec![rule; self.def.rules.len()],
            "prizes": prizes,
            "guests": guests,
            "seen": false,
            "acts": 0,
        }]);
        scene
    }
}

/// The effects that the player was told of.
fn changes(events: &[GameEvent]) -> Vec<Effect> {
    let changes = events.iter().filter_map(|event| match event {
        GameEvent::Place(PlaceEvent::SetPieceChanged { effect, .. }) => Some(*effect),
        _ => None,
    });
    changes.collect()
}

fn put(scene: &mut Scene, pos: Pos) {
    scene.set_player("pos", json!(pos));
}

fn tile(game: &Game, pos: Pos) -> Tile {
    game.view().whole().known()[pos]
}

/// Walks to a tile by the shortest way that is known.
fn walk(game: &mut Game, to: Pos) -> Vec<GameEvent> {
    let mut events = Vec::new();
    while me(game) != to {
        let path = game.view().known_path(to).unwrap();
        let dir = me(game).dir_to(*path.last().unwrap()).unwrap();
        events.extend(step(game, dir));
    }
    events
}

#[test]
fn whoever_takes_from_one_cage_sees_the_others_close() {
    let room = room("cage-of-three");
    let mut scene = room.scene();
    let prize = room.tile('2');
    put(&mut scene, prize + Pos::new(0, -1));
    scene.lay("roof-slate", 1, room.tile('a'));
    scene.remember_all();
    let mut game = scene.game();
    let events = step(&mut game, Dir::South);
    assert_eq!(changes(&events), [], "nothing is taken by walking there");
    assert!(
        game.view()
            .look(me(&game))
            .concat()
            .contains("lowers the bars")
    );
    let events = act(&mut game, Action::PickUp);
    assert_eq!(changes(&events), [Effect::Close]);
    assert!(told(&events).contains(&"You hear bars rattle.".to_owned()));
    for bars in ['a', 'c'] {
        assert_eq!(tile(&game, room.tile(bars)), Tile::Pew);
    }
    let state = peek(&game);
    let mut lying = state["here"]["items"].as_array().unwrap().iter();
    let slate = lying.find(|one| one["item"]["kind"] == json!(item("roof-slate")));
    let pushed: Pos = serde_json::from_value(slate.unwrap()["pos"].clone()).unwrap();
    assert_eq!(pushed.steps_to(room.tile('a')), 1, "what lay there");
    assert_eq!(
        tile(&game, room.tile('b')),
        Tile::Floor,
        "the way out stays open"
    );
    walk(&mut game, room.tile('E'));
}

#[test]
fn exploring_takes_nothing_that_sets_a_room_off_and_going_on_leads_there() {
    let room = room("cage-of-three");
    let mut scene = room.scene();
    scene.remember_all();
    let mut game = scene.game();
    wait(&mut game, 1);
    let mut turns = 0;
    loop {
        match game.apply(Action::Explore, &mut Vec::new()) {
            Ok(()) => turns += 1,
            Err(Refusal::Explored) => break,
            Err(other) => panic!("{other:?}"),
        }
        assert!(turns < 100);
    }
    assert_eq!(
        game.view()
            .pack()
            .filter(|(_, one)| one.kind == content().ration())
            .count(),
        0
    );
    let (_, pos) = game.view().errand().unwrap();
    assert!(['1', '2', '3'].iter().any(|sign| room.tile(*sign) == pos));
    let mut turns = 0;
    while me(&game) != pos {
        act(&mut game, Action::Proceed);
        turns += 1;
        assert!(turns < 30);
    }
}

#[test]
fn the_sluice_lets_the_water_out_and_the_drowned_get_up() {
    let room = room("flooded-crypt");
    let mut scene = room.scene();
    let lever = room.tile('L');
    put(&mut scene, lever + Pos::new(0, 1));
    scene.remember_all();
    let mut game = scene.game();
    wait(&mut game, 1);
    assert!(
        game.view()
            .look(lever)
            .concat()
            .contains("Pulling it lets the water out")
    );
    assert!(
        game.view().known_path(room.tile('!')).is_none(),
        "it lies beyond deep water"
    );
    let mut events = step(&mut game, Dir::North);
    for _ in 0..12 {
        events.extend(act(&mut game, Action::Wait));
    }
    assert!(changes(&events).contains(&Effect::Drain), "{events:?}");
    assert!(changes(&events).contains(&Effect::Appear));
    assert!(game.view().known_path(room.tile('!')).is_some());
    assert_eq!(game.view().whole().actors().count(), 1);
}

#[test]
fn fire_takes_the_bridge_and_the_way_back_is_down() {
    let room = room("rope-bridge");
    let mut scene = room.scene();
    scene.remember_all();
    let beyond = room.tile('!');
    put(&mut scene, beyond + Pos::new(-1, 0));
    let bridge = room.tile('b');
    let pits: Vec<Pos> = room.tiles('o');
    let hazards = pits
        .iter()
        .map(|pos| json!({"pos": pos, "kind": "Pit", "known": false}));
    scene.state["here"]["hazards"] = hazards.collect();
    let number = bridge.y * 80 + bridge.x;
    scene.state["here"]["fields"]["flames"] = json!([[number, 5]]);
    let mut game = scene.game();
    let events = act(&mut game, Action::Wait);
    assert!(
        changes(&events).contains(&Effect::Collapse) || {
            let events = act(&mut game, Action::Wait);
            changes(&events).contains(&Effect::Collapse)
        }
    );
    assert!(
        game.view().known_path(room.tile('E')).is_none(),
        "the bridge is gone"
    );
    let hole = room.tiles('b').into_iter().max_by_key(|pos| pos.x).unwrap();
    walk(&mut game, Pos::new(hole.x + 1, hole.y));
    let depth = game.depth();
    act(&mut game, Action::Move { dir: Dir::West }.sure());
    assert_eq!(game.depth(), depth + 1);
}

#[test]
fn a_loud_noise_rings_the_bell_and_wakes_who_sleeps_under_it() {
    let room = room("belfry");
    let mut scene = room.scene();
    scene.remember_all();
    // A brazier to knock over, which is loud.
    let at = room.tile('E') + Pos::new(2, 0);
    scene.state["here"]["braziers"] = json!([{"pos": at, "lit": true}]);
    let mut tiles = scene.state["here"]["tiles"]["tiles"]
        .as_str()
        .unwrap()
        .to_owned();
    let index = (at.y * 80 + at.x) as usize;
    tiles.replace_range(index..=index, "^");
    scene.state["here"]["tiles"]["tiles"] = json!(tiles);
    let mut game = scene.game();
    walk(&mut game, room.tile('E') + Pos::new(1, 0));
    act(&mut game, Action::Wait);
    assert!(
        game.view()
            .whole()
            .actors()
            .all(|one| one.mood == Mood::Asleep)
    );
    let events = act(
        &mut game,
        Action::Push {
            dir: Some(Dir::East),
        },
    );
    assert!(changes(&events).contains(&Effect::Ring), "{events:?}");
    assert!(
        game.view()
            .whole()
            .actors()
            .all(|one| one.mood != Mood::Asleep)
    );
}

#[test]
fn the_dead_come_when_the_lamp_goes_out_and_go_when_it_burns() {
    let room = room("dark-chapel");
    let mut scene = room.scene();
    scene.remember_all();
    let lamp = room.tile('B');
    put(&mut scene, lamp + Pos::new(-1, 0));
    let mut game = scene.game();
    wait(&mut game, 2);
    assert_eq!(game.view().whole().actors().count(), 0);
    let events = act(&mut game, Action::Tend { dir: None });
    assert!(changes(&events).contains(&Effect::Appear), "{events:?}");
    assert_eq!(game.view().whole().actors().count(), 1);
    let events = act(&mut game, Action::Tend { dir: None });
    assert!(changes(&events).contains(&Effect::Vanish), "{events:?}");
    assert_eq!(game.view().whole().actors().count(), 0);
}

#[test]
fn who_has_appeared_hunts_gives_no_experience_and_dead_stays_away() {
    let room = room("dark-chapel");
    let mut scene = room.scene();
    scene.remember_all();
    let lamp = room.tile('B');
    put(&mut scene, lamp + Pos::new(-1, 0));
    scene.set_player("strength", 50);
    scene.set_player("vigour", 500);
    scene.set_player("health", 500);
    let mut game = scene.game();
    wait(&mut game, 1);
    act(&mut game, Action::Tend { dir: None });
    let guest = game.view().whole().actors().next().unwrap();
    assert_eq!(guest.mood, Mood::Hunting);
    while game.view().whole().actors().count() > 0 {
        let beside = game.view().actors().next();
        let dir = beside.and_then(|one| me(&game).dir_to(one.pos));
        act(&mut game, dir.map_or(Action::Wait, Action::step));
    }
    let player = game.view().player();
    assert_eq!((player.kills, player.experience), (1, 0));
    for _ in 0..2 {
        act(&mut game, Action::Tend { dir: None });
    }
    wait(&mut game, 1);
    assert!(!game.view().lamps().next().unwrap().lit);
    assert_eq!(game.view().whole().actors().count(), 0);
}

#[test]
fn all_braziers_together_open_the_gate() {
    let room = room("hall-of-braziers");
    let mut scene = room.scene();
    scene.remember_all();
    let mut game = scene.game();
    let gate = room.tile('G');
    let braziers = room.tiles('B');
    for (number, brazier) in braziers.iter().enumerate() {
        assert_eq!(tile(&game, gate), Tile::Wall, "{number} of them burn");
        let beside = Dir::CARDINAL.map(|dir| brazier.step(dir));
        let beside = beside
            .into_iter()
            .find(|pos| game.view().known_path(*pos).is_some());
        walk(&mut game, beside.unwrap());
        let dir = me(&game).dir_to(*brazier);
        let told = game.view().look(*brazier).concat();
        assert!(told.contains("opens the gate"), "{told}");
        act(&mut game, Action::Tend { dir });
    }
    assert_eq!(tile(&game, gate), Tile::Floor);
}

#[test]
fn bars_that_rise_for_a_while_drop_again_and_a_lever_lets_out_whoever_is_behind() {
    let room = room("toll-of-the-tomb");
    let mut scene = room.scene();
    scene.remember_all();
    let plate = room.tile('P');
    put(&mut scene, plate + Pos::new(-1, 0));
    let mut game = scene.game();
    wait(&mut game, 1);
    assert!(
        game.view().known_path(plate).is_none(),
        "no path leads over a plate"
    );
    let told = game.view().look(plate).concat();
    assert!(told.contains("raises the bars"), "{told}");
    let bars = room.tiles('x');
    let events = step(&mut game, Dir::East);
    assert!(changes(&events).contains(&Effect::Open));
    assert!(bars.iter().all(|pos| tile(&game, *pos) == Tile::Floor));
    let lever = room.tile('L');
    walk(&mut game, Pos::new(lever.x - 1, lever.y));
    wait(&mut game, 12);
    assert!(bars.iter().all(|pos| tile(&game, *pos) == Tile::Pew));
    assert!(game.view().known_path(room.tile('E')).is_none());
    let events = step(&mut game, Dir::East);
    assert!(changes(&events).contains(&Effect::Open));
    walk(&mut game, Pos::new(plate.x - 1, plate.y));
}

#[test]
fn bars_do_not_drop_on_whoever_stands_there() {
    let room = room("toll-of-the-tomb");
    let mut scene = room.scene();
    scene.remember_all();
    put(&mut scene, room.tile('P') + Pos::new(-1, 0));
    let mut game = scene.game();
    step(&mut game, Dir::East);
    let bars = room.tiles('x');
    let middle = bars[bars.len() / 2];
    walk(&mut game, middle);
    wait(&mut game, 14);
    assert_eq!(me(&game), middle);
    let open = bars.iter().filter(|pos| tile(&game, **pos) == Tile::Floor);
    assert_eq!(open.collect::<Vec<_>>(), [&middle]);
}

#[test]
fn every_trigger_and_every_effect_is_used_by_some_room() {
    let rules = || content().set_pieces().iter().flat_map(|def| &def.rules);
    for trigger in [
        Trigger::Step,
        Trigger::Take,
        Trigger::Lever,
        Trigger::Noise,
        Trigger::Light,
        Trigger::Dark,
        Trigger::Fire,
    ] {
        assert!(rules().any(|rule| rule.trigger == trigger), "{trigger:?}");
    }
    for effect in [
        Effect::Open,
        Effect::Close,
        Effect::Flood,
        Effect::Drain,
        Effect::Light,
        Effect::PutOut,
        Effect::Wake,
        Effect::Ring,
        Effect::Collapse,
        Effect::Appear,
        Effect::Vanish,
        Effect::Kindle,
        Effect::Incense,
        Effect::Spill,
    ] {
        let mut does = rules().flat_map(|rule| &rule.does);
        assert!(does.any(|(found, _)| *found == effect), "{effect:?}");
    }
}

#[test]
fn each_effect_does_to_its_marks_what_it_says() {
    let cell = |rule: &str| {
        format!(
            "legend: E = entrance\nlegend: L = lever\nlegend: x = place\nlegend: o = basin\nlegend: B = brazier out\n\
             legend: m = monster any sleeps\nwhenever: lever L do {rule}\n\
             ###L######\nE.x..B..m#\n#........#\n#..ooo...#\n##########\n"
        )
    };
    // The middle of the room is at (7, 4).
    let (hears, does_not) = (Pos::new(21, 4), Pos::new(22, 4));
    let pull = |rule: &str| {
        let room = set_piece_of(content_of(&cell(rule)), "cell");
        let mut scene = room.scene();
        put(&mut scene, room.tile('L') + Pos::new(0, 1));
        for pos in [hears, does_not] {
            dig(&mut scene, pos);
            let sleeper = scene.add_monster("crypt-rat", pos);
            (sleeper["mood"], sleeper["next"]) = (json!("Asleep"), json!(1000));
        }
        scene.hide_all();
        let mut game = scene.game();
        wait(&mut game, 1);
        step(&mut game, Dir::North);
        (room, game)
    };
    for (rule, layer) in [
        ("gas x", "marsh"),
        ("incense x", "incense"),
        ("spill x", "oil"),
        ("kindle x", "flames"),
    ] {
        let (room, game) = pull(rule);
        let at = room.tile('x');
        let amounts = peek(&game)["here"]["fields"][layer].clone();
        let amounts: Vec<(i32, u8)> = serde_json::from_value(amounts).unwrap();
        let lies = amounts
            .iter()
            .any(|(number, _)| *number == at.y * 80 + at.x);
        assert!(lies, "{rule}: {amounts:?}");
    }
    let (room, mut game) = pull("flood o");
    wait(&mut game, 5);
    let basin = room.tiles('o');
    assert!(basin.iter().all(|pos| tile(&game, *pos) == Tile::Deep));
    let is_lit = |game: &Game| game.view().whole().lamps().all(|lamp| lamp.lit);
    assert!(is_lit(&pull("light B").1));
    // What was lit for a while goes out.
    let (_, mut game) = pull("light B for 3 turns");
    assert!(is_lit(&game));
    wait(&mut game, 3);
    assert!(!is_lit(&game));
    // The sleeper of the room, and those outside.
    let moods = |game: &Game| {
        let moods = game.view().whole().actors().map(|actor| actor.mood);
        moods.collect::<Vec<Mood>>()
    };
    let (sleeps, called) = (Mood::Asleep, Mood::Searching);
    assert_eq!(moods(&pull("wake").1), [Mood::Hunting, sleeps, sleeps]);
    assert_eq!(moods(&pull("ring").1), [called, called, sleeps]);
}

#[test]
fn ground_that_is_bright_or_dark_sets_a_room_off() {
    let cell = |trigger: &str| {
        format!(
            "legend: E = entrance\nlegend: x = place\non: {trigger} x do ring\n\
             ######\nE..x.#\n######\n"
        )
    };
    for (trigger, hooded) in [("light", true), ("dark", false)] {
        let room = set_piece_of(content_of(&cell(trigger)), "cell");
        let mut scene = room.scene();
        scene.set_player("hooded", hooded);
        let mut game = scene.game();
        let events = (0..3).flat_map(|_| act(&mut game, Action::Wait));
        let events: Vec<GameEvent> = events.collect();
        assert_eq!(changes(&events), [], "{trigger}");
        let events = act(&mut game, Action::Hood);
        assert_eq!(changes(&events), [Effect::Ring], "{trigger}");
    }
}

#[test]
fn only_the_player_sets_off_a_plate() {
    let cell = "legend: E = entrance\nlegend: P = plate\nlegend: m = monster any sleeps\non: step P do ring\n\
                ########\nE..P..m#\n########\n";
    let room = set_piece_of(content_of(cell), "cell");
    let mut scene = room.scene();
    let rat = scene.first();
    (rat["mood"], rat["next"]) = (json!("Hunting"), json!(0));
    scene.set_player("strength", 50);
    let mut game = scene.game();
    let events = (0..6).flat_map(|_| act(&mut game, Action::Wait));
    let events: Vec<GameEvent> = events.collect();
    let plate = room.tile('P');
    let passed = |event: &GameEvent| matches!(event, GameEvent::Body(BodyEvent::Moved { to, .. }) if *to == plate);
    assert!(events.iter().any(passed), "{events:?}");
    assert_eq!(changes(&events), []);
    scene.state["here"]["actors"] = json!([]);
    put(&mut scene, plate + Pos::new(-1, 0));
    let events = step(&mut scene.game(), Dir::East);
    assert_eq!(changes(&events), [Effect::Ring]);
}

#[test]
fn exploring_leaves_a_room_alone_that_has_acted_eight_times() {
    let room = room("belfry");
    let entrance = room.tile('E');
    for (acts, enters) in [(7, true), (8, false)] {
        let mut scene = room.scene();
        scene.state["here"]["actors"] = json!([]);
        scene.state["here"]["items"] = json!([]);
        scene.state["here"]["set_pieces"][0]["prizes"] = json!([]);
        scene.state["here"]["set_pieces"][0]["acts"] = json!(acts);
        // Around a corner outside, from where a scroll has shown the room.
        for (x, y) in [(-1, 0), (-2, 0), (-2, 1), (-2, 2)] {
            dig(&mut scene, entrance + Pos::new(x, y));
        }
        put(&mut scene, entrance + Pos::new(-2, 2));
        let letter = scene.give("scroll-mapping", 1);
        let mut game = scene.game();
        super::scene::read(&mut game, letter);
        let mut inside = false;
        for _ in 0..60 {
            if game.apply(Action::Explore, &mut Vec::new()).is_err() {
                break;
            }
            inside |= me(&game).x > entrance.x;
        }
        assert_eq!(inside, enters, "{acts}");
    }
}

#[test]
fn a_new_room_holds_what_its_legend_says() {
    let content = content_of(
        "depths: 2 to 11\nlegend: D = entrance door\n\
         legend: a = item 3 roof-slate\nlegend: p = prize\nlegend: f = find\nlegend: t = tomb\n\
         legend: h = pit\nlegend: o = oil\nlegend: g = gas on ~\nlegend: w = pool\n\
         legend: B = brazier out\nlegend: k = monster crypt-rat sleeps\n\
         legend: s = monster swims wanders\nlegend: n = monster any waits\non: noise do appear n\n\
         ##########\nD.a.p.f.B#\n#........#\n#h.o.g.wt#\n#........#\n#.k.s.n..#\n##########\n",
    );
    let def = &content.set_pieces()[0];
    let mut seen = 0;
    for seed in 0..8 {
        let setup = Setup::with_content(Seed(seed), content);
        let level = Game::new_level(setup, 2);
        let Some((_, area)) = level.set_pieces.first() else {
            continue;
        };
        seen += 1;
        // Where each is, by what the level says of it when it is entered.
        let mut state = peek(&Game::new(setup).unwrap());
        state["player"]["pos"] = state["here"]["down"].clone();
        state["here"]["actors"] = json!([]);
        let mut game = Game::with_state(serde_json::from_value(state).unwrap(), content);
        act(&mut game, Action::Descend);
        let here = peek(&game)["here"].clone();
        let place = |sign: char| -> Pos {
            let mark = def
                .marks
                .iter()
                .position(|(other, _)| *other == sign)
                .unwrap();
            serde_json::from_value(here["set_pieces"][0]["marks"][mark][0].clone()).unwrap()
        };
        assert!(
            def.marks
                .iter()
                .all(|(sign, _)| area.contains(place(*sign)))
        );
        let item = |sign: char| {
            let mut items = level.items.iter();
            let (kind, count, ..) = items.find(|(.., pos)| *pos == place(sign)).unwrap();
            (content.item(*kind), *count)
        };
        let (slates, count) = item('a');
        assert_eq!((slates.id.as_str(), count), ("roof-slate", 3));
        assert!(item('p').0.prize > 0);
        let find = item('f').0;
        assert!(find.weight > 0 && (find.depths.0..=find.depths.1).contains(&2));
        let buried = |(inside, pos): &(Buried, Pos)| match inside {
            Buried::Item(kind, ..) => *pos == place('t') && content.item(*kind).prize > 0,
            Buried::Monster(_) => false,
        };
        assert!(level.tombs.iter().any(buried), "{:?}", level.tombs);
        assert!(level.hazards.contains(&(HazardKind::Pit, place('h'))));
        for (sign, tile) in [
            ('D', Tile::DoorClosed),
            ('g', Tile::Water),
            ('w', Tile::Deep),
            ('B', Tile::Brazier),
            ('t', Tile::Tomb),
        ] {
            assert_eq!(level.map.tiles[place(sign)], tile, "{sign}");
        }
        let field = |pos: Pos| game.view().whole().field(pos);
        assert!(field(place('o')).oil > 0 && field(place('g')).marsh > 0);
        let out = json!({"pos": place('B'), "lit": false});
        assert!(here["braziers"].as_array().unwrap().contains(&out));
        let monster = |sign: char| {
            let mut monsters = level.monsters.iter();
            let (kind, asleep, _) = monsters.find(|(.., pos)| *pos == place(sign)).unwrap();
            (content.monster(*kind), *asleep)
        };
        assert_eq!(
            (monster('k').0.id.as_str(), monster('k').1),
            ("crypt-rat", true)
        );
        assert!(monster('s').0.abilities.swims.is_some() && !monster('s').1);
        assert!(level.waiting.iter().any(|(_, pos)| *pos == place('n')));
        assert!(level.monsters.iter().all(|(.., pos)| *pos != place('n')));
    }
    assert!(seen >= 5, "{seen}");
}

#[test]
fn a_draught_puts_out_what_is_carried_past_it_and_the_wet_way_does_not() {
    let room = room("procession");
    let mut scene = room.scene();
    scene.state["here"]["actors"] = json!([]);
    scene.remember_all();
    let mut game = scene.game();
    let (first, last) = (room.tile('A'), room.tile('B'));
    let lit = |game: &Game, at: Pos| {
        let mut lamps = game.view().whole().lamps();
        lamps.find(|lamp| lamp.pos == at).unwrap().lit
    };
    // Along the wall, over a plate: the first lamp goes out.
    let plate = room
        .tiles('P')
        .into_iter()
        .min_by_key(|pos| (pos.y, pos.x))
        .unwrap();
    walk(&mut game, plate + Pos::new(-1, 0));
    let events = step(&mut game, Dir::East);
    assert!(told(&events).contains(&"The plate sinks under your foot.".to_owned()));
    assert!(!lit(&game, first));
    step(&mut game, Dir::West);
    walk(&mut game, first + Pos::new(1, 0));
    act(
        &mut game,
        Action::Tend {
            dir: Some(Dir::West),
        },
    );
    assert!(lit(&game, first));
    // Through the water, which no plate bars.
    walk(&mut game, last + Pos::new(1, 0));
    assert!(lit(&game, first), "no draught reaches the water");
    let events = act(
        &mut game,
        Action::Tend {
            dir: Some(Dir::West),
        },
    );
    assert!(changes(&events).contains(&Effect::Open), "{events:?}");
    let bars = room.tile('x');
    assert_eq!(tile(&game, bars), Tile::Floor);
    walk(&mut game, bars + Pos::new(0, -1));
    walk(&mut game, room.tile('!'));
}

#[test]
fn a_cellar_of_gas_is_burnt_out_from_afar_before_its_prize_is_taken() {
    let room = room("marsh-cellar");
    let gas = |scene: &mut Scene| {
        let tiles = room.tiles('g').into_iter().chain(room.tiles('r'));
        let mut numbers: Vec<i32> = tiles.map(|pos| pos.y * 80 + pos.x).collect();
        numbers.sort_unstable();
        let layer: Vec<_> = numbers
            .into_iter()
            .map(|number| json!([number, 6]))
            .collect();
        scene.state["here"]["fields"]["marsh"] = json!(layer);
        scene.state["here"]["actors"] = json!([]);
        scene.remember_all();
    };
    // Whoever takes it at once stands beside the burst, and whoever has walked through it, in it.
    let mut scene = room.scene();
    gas(&mut scene);
    let prize = room.tile('!');
    put(&mut scene, prize);
    let mut game = scene.game();
    let events = act(&mut game, Action::PickUp);
    assert!(changes(&events).contains(&Effect::Kindle), "{events:?}");
    let burst = |events: &[GameEvent]| {
        let is_burst =
            |event: &GameEvent| matches!(event, GameEvent::Place(PlaceEvent::GasBurst { .. }));
        events.iter().any(is_burst)
    };
    assert!(burst(&events) || burst(&act(&mut game, Action::Wait)));
    assert_eq!(game.view().whole().field(prize + Pos::new(-1, 0)).marsh, 0);
}

#[test]
fn the_dead_do_not_stir_before_somebody_comes() {
    let room = room("ghost-hall");
    let mut scene = room.scene();
    scene.remember_all();
    // Far from the room, with a wall between.
    put(&mut scene, Pos::new(20, 14));
    dig(&mut scene, Pos::new(20, 14));
    let mut game = scene.game();
    wait(&mut game, 5);
    assert_eq!(game.view().whole().actors().count(), 0);
}

#[test]
fn what_a_room_does_out_of_sight_and_hearing_is_not_counted() {
    let room = room("ghost-hall");
    let mut counted = Vec::new();
    for me in [Pos::new(60, 40), room.tile('E')] {
        let mut scene = room.scene();
        scene.remember_all();
        scene.state["here"]["set_pieces"][0]["seen"] = json!(true);
        dig(&mut scene, me);
        scene.hood();
        put(&mut scene, me);
        let mut game = scene.game();
        wait(&mut game, 2);
        assert!(game.view().whole().actors().count() > 0, "the dead walk");
        counted.push(game.view().set_pieces().map(|room| room.acts).sum::<u16>());
    }
    assert_eq!(counted[0], 0);
    assert!(counted[1] > 0, "{counted:?}");
}

#[test]
fn a_floor_that_breaks_takes_whoever_stands_on_it_but_those_who_touch_no_ground_and_named_ones() {
    for (kind, falls) in [
        ("crypt-rat", true),
        ("wall-wraith", false),
        ("prior-malvern", false),
    ] {
        let room = room("rope-bridge");
        let mut scene = room.scene();
        scene.state["here"]["actors"] = json!([]);
        let bridge = room.tile('b');
        let thing = scene.state["here"]["items"][0]["item"].clone();
        scene.state["here"]["items"] = json!([]);
        scene.state["here"]["set_pieces"][0]["prizes"] = json!([]);
        let actor = scene.add_monster(kind, bridge);
        (actor["mood"], actor["loot"]) = (json!("Asleep"), thing);
        scene.state["here"]["set_pieces"][0]["seen"] = json!(true);
        scene.remember_all();
        let number = bridge.y * 80 + bridge.x;
        scene.state["here"]["fields"]["flames"] = json!([[number, 5]]);
        let mut game = scene.game();
        let mut events = act(&mut game, Action::Wait);
        events.extend(act(&mut game, Action::Wait));
        assert!(changes(&events).contains(&Effect::Collapse), "{events:?}");
        let left = game.view().whole().actors().count();
        assert_eq!(left, usize::from(!falls), "{kind}");
        // What it stole stays behind.
        let lying = peek(&game)["here"]["items"].as_array().unwrap().len();
        assert_eq!(lying, usize::from(falls), "{kind}");
    }
}

#[test]
fn a_room_is_told_once_and_its_devices_with_what_they_do() {
    let room = room("flooded-crypt");
    let mut scene = room.scene();
    scene.state["here"]["set_pieces"][0]["seen"] = json!(false);
    let mut game = scene.game();
    let mut lines = Vec::new();
    for dir in [Dir::East, Dir::East, Dir::West, Dir::East] {
        lines.extend(told(&step(&mut game, dir)));
    }
    let first = |text: &str| lines.iter().filter(|line| line.contains(text)).count();
    assert_eq!(first("A grave lies under deep water"), 1, "{lines:?}");
    assert_eq!(
        first("You see a lever: pulling it lets the water out"),
        1,
        "{lines:?}"
    );
    assert_eq!(game.view().set_pieces().count(), 1);
    let levers = game
        .view()
        .devices()
        .filter(|one| one.rule.trigger == Trigger::Lever);
    assert_eq!(levers.count(), 1);
}

#[test]
fn no_magic_takes_anybody_into_a_room() {
    let room = room("toll-of-the-tomb");
    let mut scene = room.scene();
    scene.remember_all();
    scene.know_all();
    let blink = scene.give("scroll-blink", 3);
    let plate = room.tile('P');
    put(&mut scene, plate + Pos::new(-1, 0));
    let mut game = scene.game();
    wait(&mut game, 1);
    let bars = room.tiles('x');
    let behind = bars[2] + Pos::new(1, 0);
    let at = Some(behind);
    let letter = blink;
    let mut events = Vec::new();
    let refused = game.apply(Action::Use { letter, at }.sure(), &mut events);
    assert!(refused.is_err() || me(&game) != behind);
}
