//! Scenes: a game with a small map, drawn as text, and whoever and whatever a test needs on it. They
//! are made as saves are, by editing a state, so that nothing of the game need be open to tests.

use serde_json::{Value, json};
use undercroft_core::conduit::{Answer, Board, SEARCH_BUDGET};
use undercroft_core::game::content::{Content, ItemKind, MonsterKind};
use undercroft_core::game::{
    Action, ActorView, Announcement, Command, Condition, Game, GameEvent, Letter, Refusal, Setup,
    State, describe,
};
use undercroft_core::geom::{Dir, Pos};
use undercroft_core::rng::Seed;

/// A game being set up.
pub struct Scene {
    pub state: Value,
    content: &'static Content,
    next_id: u32,
}

pub fn content() -> &'static Content {
    Content::embedded().unwrap()
}

pub fn monster(id: &str) -> MonsterKind {
    content()
        .find_monster(id)
        .unwrap_or_else(|| panic!("no monster {id}"))
}

pub fn item(id: &str) -> ItemKind {
    content()
        .find_item(id)
        .unwrap_or_else(|| panic!("no item {id}"))
}

pub fn letter(c: char) -> Letter {
    Letter::new(c).unwrap()
}

impl Scene {
    /// A map whose upper left corner is at (1, 1), walls all around. `@` is the player; a letter is
    /// a monster of the kind that `cast` gives, awake and hunting. Stairs that are not drawn are out
    /// of reach in the far corner.
    pub fn new(seed: u64, map: &str, cast: &[(char, &str)]) -> Self {
        Self::with_content(content(), seed, map, cast)
    }

    /// As [`new`](Self::new), with other monsters.
    pub fn with_content(
        content: &'static Content,
        seed: u64,
        map: &str,
        cast: &[(char, &str)],
    ) -> Self {
        let game = Game::new(Setup::with_content(Seed(seed), content)).unwrap();
        let mut scene = Self {
            state: serde_json::to_value(game.state()).unwrap(),
            content,
            next_id: 1,
        };
        let mut tiles = vec![b'#'; 80 * 50];
        scene.state["here"]["actors"] = json!([]);
        scene.state["here"]["items"] = json!([]);
        scene.state["here"]["braziers"] = json!([]);
        scene.state["here"]["rooms"] = json!([]);
        scene.state["here"]["tombs"] = json!([]);
        scene.state["here"]["features"] = json!([]);
        scene.state["here"]["actors_created"] = json!(500);
        scene.state["here"]["items_created"] = json!(500);
        scene.state["player"]["pack"]["slots"] = json!(vec![Value::Null; 26]);
        scene.state["player"]["pack"]["weapon"] = Value::Null;
        scene.state["player"]["pack"]["lantern"] = Value::Null;
        scene.give_lantern();
        let mut met = Vec::new();
        for (y, row) in (1..).zip(map.lines()) {
            for (x, c) in (1..).zip(row.chars()) {
                let pos = Pos::new(x, y);
                let mut tile = c;
                if c == '@' {
                    scene.state["player"]["pos"] = json!(pos);
                    tile = '.';
                } else if let Some((_, id)) = cast.iter().find(|(sign, _)| *sign == c) {
                    met.push((*id, pos));
                    tile = '.';
                } else if c == '^' {
                    let brazier = json!({"pos": pos, "lit": true});
                    scene.state["here"]["braziers"]
                        .as_array_mut()
                        .unwrap()
                        .push(brazier);
                }
                if c == '0' {
                    let tomb = json!({"pos": pos, "inside": "Nothing"});
                    scene.state["here"]["tombs"]
                        .as_array_mut()
                        .unwrap()
                        .push(tomb);
                }
                if c == '<' {
                    scene.state["here"]["up"] = json!(pos);
                }
                if c == '>' {
                    scene.state["here"]["down"] = json!(pos);
                }
                tiles[(y * 80 + x) as usize] = tile as u8;
            }
        }
        for (stairs, place, x) in [(b'<', "up", 76), (b'>', "down", 78)] {
            if !tiles.contains(&stairs) {
                tiles[48 * 80 + x] = stairs;
                scene.state["here"][place] = json!(Pos::new(x as i32, 48));
            }
        }
        scene.state["here"]["tiles"]["tiles"] = json!(String::from_utf8(tiles).unwrap());
        scene.forget();
        let stairs = ["up", "down"].map(|stairs| scene.state["here"][stairs].clone());
        scene.known()["landmarks"] = json!(stairs);
        for (id, pos) in met {
            scene.add_monster(id, pos);
        }
        scene
    }

    fn id(&mut self) -> u32 {
        self.next_id += 1;
        self.next_id
    }

    /// What the player knows of the level, to change.
    pub fn known(&mut self) -> &mut Value {
        &mut self.state["here"]["known"]
    }

    /// The vault of a [`vault_scene`], to change.
    pub fn vault(&mut self) -> &mut Value {
        &mut self.state["here"]["features"][0]["opens"]["Vault"]
    }

    /// The player knows nothing of the level.
    pub fn forget(&mut self) {
        let known = self.known();
        known["tiles"]["tiles"] = json!(" ".repeat(80 * 50));
        for set in ["landmarks", "unlit", "items", "declined", "met", "in_sight"] {
            known[set] = json!([]);
        }
    }

    /// One more monster, awake and hunting.
    pub fn add_monster(&mut self, id: &str, pos: Pos) -> &mut Value {
        let kind = self.content.find_monster(id).unwrap();
        let health = self.content.monster(kind).health;
        let number = 10_000 + self.id();
        let me = self.state["player"]["pos"].clone();
        let actors = self.state["here"]["actors"].as_array_mut().unwrap();
        actors.push(json!({
            "id": number, "kind": kind, "pos": pos, "health": health, "max_health": health,
            "next": 0, "mood": "Hunting", "side": "Dungeon", "target": 0, "goal": me, "route": [], "patience": 20, "home": pos,
            "disguised": false, "summoned": false, "loot": null,
            "lamp": self.content.monster(kind).glow.map_or(0, |glow| glow.reach),
            "conditions": {"left": Condition::ALL.map(|_| 0)}, "patrols": false, "preparing": null, "blows": vec![0; Announcement::ALL.len()],
        }));
        for set in ["met", "in_sight"] {
            let known = self.known()[set].as_array_mut().unwrap();
            known.push(number.into());
        }
        let actors = self.state["here"]["actors"].as_array_mut().unwrap();
        actors.last_mut().unwrap()
    }

    /// The first monster, to change.
    pub fn first(&mut self) -> &mut Value {
        &mut self.state["here"]["actors"][0]
    }

    /// The player has not seen the first monster yet.
    pub fn hide_first(&mut self) {
        let id = self.first()["id"].clone();
        for set in ["met", "in_sight"] {
            let known = self.known()[set].as_array_mut().unwrap();
            known.retain(|other| *other != id);
        }
    }

    /// No monster was in sight when the last turn ended.
    pub fn lose_sight(&mut self) {
        self.known()["in_sight"] = json!([]);
    }

    /// The player has seen every item on the floor.
    pub fn see_items(&mut self) {
        let items = self.state["here"]["items"].as_array().unwrap().iter();
        let ids: Vec<Value> = items.map(|one| one["item"]["id"].clone()).collect();
        self.known()["items"] = json!(ids);
    }

    /// Nobody was seen yet, and nobody acts for ten turns.
    pub fn hide_all(&mut self) {
        for actor in self.state["here"]["actors"].as_array_mut().unwrap() {
            actor["next"] = 1000.into();
        }
        self.lose_sight();
        self.known()["met"] = json!([]);
    }

    /// Puts something into the pack; returns its letter.
    pub fn give(&mut self, id: &str, count: u16) -> Letter {
        let number = 100_000 + self.id();
        let slots = self.state["player"]["pack"]["slots"]
            .as_array_mut()
            .unwrap();
        let free = slots.iter().position(Value::is_null).unwrap();
        let letter = Letter::all().nth(free).unwrap();
        slots[free] = json!({
            "id": number, "kind": item(id), "count": count, "plus": 0, "letter": letter,
        });
        letter
    }

    /// Puts a burning lantern into the last slot, as everybody starts with one.
    fn give_lantern(&mut self) {
        let letter = self.give("tin-lantern", 1);
        let slots = &mut self.state["player"]["pack"]["slots"];
        let mut lantern = slots[0].take();
        lantern["letter"] = "z".into();
        slots[25] = lantern;
        self.state["player"]["pack"]["lantern"] = "z".into();
        assert_eq!(letter.to_char(), 'a');
    }

    /// The player carries nothing.
    pub fn empty_pack(&mut self) {
        let pack = &mut self.state["player"]["pack"];
        pack["slots"] = json!(vec![Value::Null; 26]);
        pack["lantern"] = Value::Null;
    }

    /// The player has hooded the lantern.
    pub fn hood(&mut self) {
        self.set_player("hooded", true);
    }

    /// Puts something into the pack and in its place.
    pub fn equip(&mut self, id: &str, place: &str) -> Letter {
        let letter = self.give(id, 1);
        if place == "ring" {
            self.state["player"]["pack"]["rings"][0] = json!(letter);
        } else {
            self.state["player"]["pack"][place] = json!(letter);
        }
        letter
    }

    /// Lays something on a tile.
    pub fn lay(&mut self, id: &str, count: u16, pos: Pos) {
        let number = 100_000 + self.id();
        let thing = json!({
            "id": number, "kind": item(id), "count": count, "plus": 0, "letter": null,
        });
        let lying = json!({"pos": pos, "item": thing});
        self.state["here"]["items"]
            .as_array_mut()
            .unwrap()
            .push(lying);
    }

    /// The player has learnt what everything is.
    pub fn know_all(&mut self) {
        self.state["player"]["known"] = json!([u64::MAX, u64::MAX]);
    }

    /// The player has seen the whole map.
    pub fn remember_all(&mut self) {
        self.state["here"]["known"]["tiles"] = self.state["here"]["tiles"].clone();
    }

    pub fn set_player(&mut self, field: &str, value: impl Into<Value>) {
        self.state["player"][field] = value.into();
    }

    pub fn game(&self) -> Game {
        let state: State = serde_json::from_value(self.state.clone()).unwrap();
        Game::with_state(state, self.content)
    }
}

/// Does an action and returns what happened.
pub fn act(game: &mut Game, command: impl Into<Command>) -> Vec<GameEvent> {
    let command = command.into();
    let mut events = Vec::new();
    if let Err(refusal) = game.apply(command, &mut events) {
        panic!("{command} was refused: {refusal}");
    }
    events
}

/// Reads a scroll that is not aimed; returns what happened.
pub fn read(game: &mut Game, letter: Letter) -> Vec<GameEvent> {
    let at = None;
    act(game, Action::Use { letter, at })
}

/// Does an action that is refused, and checks that nothing has changed.
pub fn refuse(game: &mut Game, command: impl Into<Command>) -> Refusal {
    let command = command.into();
    let before = game.digest();
    let mut events = Vec::new();
    let refusal = game.apply(command, &mut events).expect_err("it was done");
    assert_eq!(
        game.digest(),
        before,
        "{command} was refused and changed something"
    );
    assert!(events.is_empty());
    refusal
}

/// Turns the first wrong tile of the conduit beside the player until it is right; returns what happened in the last
/// turn.
pub fn turn_wrong_tile(game: &mut Game) -> Vec<GameEvent> {
    let board = game.view().conduit().unwrap();
    let Answer::One(solved) = board.answer(SEARCH_BUDGET) else {
        panic!("it has several solutions");
    };
    let tiles = |board: &Board| board.rows().flatten().collect::<Vec<_>>();
    let wrong = tiles(&board)
        .iter()
        .zip(tiles(&solved))
        .position(|(one, other)| *one != other);
    let (tile, clockwise) = (wrong.unwrap() as u16, true);
    loop {
        let events = act(game, Action::Rotate { tile, clockwise });
        let board = game.view().conduit();
        let is_right =
            |board: &Board| tiles(board)[usize::from(tile)] == tiles(&solved)[usize::from(tile)];
        if board.is_none_or(|board| is_right(&board)) {
            return events;
        }
    }
}

pub fn step(game: &mut Game, dir: Dir) -> Vec<GameEvent> {
    act(game, Action::step(dir))
}

/// The one monster that is seen or felt.
pub fn only(game: &Game) -> ActorView {
    let all: Vec<ActorView> = game.view().actors().collect();
    assert_eq!(all.len(), 1, "{all:?}");
    all[0]
}

/// What the state says of something, whether the player knows it or not.
pub fn peek(game: &Game) -> Value {
    serde_json::to_value(game.state()).unwrap()
}

/// All monsters of the level, seen or not: kind and position.
pub fn monsters(game: &Game) -> Vec<(MonsterKind, Pos)> {
    let state = peek(game);
    let actors = state["here"]["actors"].as_array().unwrap();
    let read = |actor: &Value| {
        let kind = serde_json::from_value(actor["kind"].clone()).unwrap();
        let pos = serde_json::from_value(actor["pos"].clone()).unwrap();
        (kind, pos)
    };
    actors.iter().map(read).collect()
}

pub fn me(game: &Game) -> Pos {
    game.view().player().pos
}

pub fn wait(game: &mut Game, turns: usize) {
    for _ in 0..turns {
        act(game, Action::Wait);
    }
}

/// A sealed room with a lever beside its door, as levels have it.
pub fn vault_scene() -> Scene {
    let map = "\
@......
#.#####
##...##
##...##
##...##";
    let mut scene = Scene::new(6, map, &[]);
    let offers: Vec<serde_json::Value> = ["hatchet", "quilted-jack", "ring-hush"]
        .into_iter()
        .zip(3..)
        .map(|(id, x)| {
            let thing = serde_json::json!({
                "id": 100_400 + x, "kind": item(id), "count": 1, "plus": 1, "letter": null,
            });
            serde_json::json!([Pos::new(x, 4), thing])
        })
        .collect();
    // The door is the wall at (4, 2), the lever the wall at (5, 2).
    scene.state["here"]["features"] = serde_json::json!([{
        "at": Pos::new(5, 2),
        "mechanism": {"Lever": {"pulled": false}},
        "opens": {"Vault": {
            "room": {"left": 3, "top": 3, "right": 5, "bottom": 5},
            "door": Pos::new(4, 2),
            "offers": offers,
        }},
    }]);
    scene
}

/// The game with its player put on the stairs down, one level deeper.
pub fn descend_at_once(game: &Game) -> Game {
    let mut state = peek(game);
    state["player"]["pos"] = state["here"]["down"].clone();
    let down = state["here"]["down"].clone();
    let actors = state["here"]["actors"].as_array_mut().unwrap();
    actors.retain(|actor| actor["pos"] != down);
    // A brazier in sight from the stairs is known to burn or not.
    let braziers = state["here"]["braziers"].as_array().unwrap().iter();
    let unlit = braziers.filter(|brazier| brazier["lit"] == false);
    state["here"]["known"]["unlit"] = unlit.map(|brazier| brazier["pos"].clone()).collect();
    state["plan"] = serde_json::Value::Null;
    let mut game = Game::with_state(serde_json::from_value(state).unwrap(), content());
    act(&mut game, Action::Descend.sure());
    game
}

/// What the log says of some events.
pub fn told(events: &[GameEvent]) -> Vec<String> {
    let lines = events.iter().filter_map(|event| describe(content(), event));
    lines.collect()
}

/// The least and the most damage of a hit, as docs/rules.md gives them.
pub fn damage_range(attack: i32, defence: i32) -> (i32, i32) {
    let (a, d) = (f64::from(attack), f64::from(defence));
    let plain = if a >= 2.0 * d {
        a - d
    } else {
        a * (0.25 + (a / (8.0 * d)).min(0.25))
    };
    let swing = f64::from(content().rules().combat.swing) / 100.0;
    let (least, most) = (plain * (1.0 - swing), plain * (1.0 + swing));
    (least.floor() as i32, most.ceil() as i32)
}
