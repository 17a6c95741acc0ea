//! The pictures of screens in `docs/`, each drawn by the real window. `scripts/gallery screens` puts them there, and
//! `scripts/trial pictures` finds those that no longer are what the window shows.

use std::env;
use std::fs;
use std::path::Path;
use std::rc::Rc;

use undercroft::app::screens::lab::Film;
use undercroft::bot::BotKind;
use undercroft::conduit::Spec;
use undercroft::disk;
use undercroft::game::{Action, Command, Game, Outcome, Run, Setup};
use undercroft::mazerun::Leg;
use undercroft::rng::Seed;

use crate::beside_conduit::{key_towards, run_beside_a_conduit};
use crate::clipboard;
use crate::conduit::solving_keys;
use crate::descend::{act, die, first_death};
use crate::desktop::{Desktop, Folder, wait_for};
use crate::maze::keys_to_goal;
use crate::picture::Picture;
use crate::program::Program;

/// Keeps a picture for the documentation, or checks that it looks like the one there is. It is not that of before.
#[track_caller]
fn keep(name: &str, picture: &Picture, before: &Picture) {
    picture.assert_is_not_quite(before, name);
    let file = format!("{name}.png");
    match env::var_os("UNDERCROFT_PICTURES") {
        Some(folder) => picture.save(&Path::new(&folder).join(file)),
        None => {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/pictures");
            let shown = Picture::open(&folder.join(file)).expect("it is in the documentation");
            picture.assert_looks_like(&shown, name);
        }
    }
}

/// The window on a screen, as it looks with a GPU.
fn open<'a>(desktop: &'a Desktop, screen: &str, code: &str) -> (Program<'a>, Picture) {
    Program::still_with_options(desktop, screen, code, "board: Rich, ")
}

#[test]
#[ignore = "takes long: scripts/trial pictures runs it"]
fn pictures_of_the_puzzles() {
    let desktop = Desktop::open();
    let spec: Spec = "board/10x9#7".parse().unwrap();
    let keys = solving_keys(&spec.make());
    let (mut program, new) = open(&desktop, "conduit", &spec.to_string());
    let blank = Picture::blank(new.size());
    keep("conduit-new", &new, &blank);
    let half = program.press(&keys[..keys.len() / 2]);
    let hinted = program.press(&["h", "h", "h"]);
    keep("conduit-half", &hinted, &half);
    // The hint has turned a tile that the keys would turn again.
    drop(program);
    let (mut program, _) = open(&desktop, "conduit", &spec.to_string());
    let won = program.press(&keys);
    keep("conduit-won", &won, &new);
    drop(program);

    let code = "maze-dfs/33x21#7";
    let keys = keys_to_goal(Leg::of(&code.parse().unwrap()).unwrap().make().unwrap());
    let (mut program, new) = open(&desktop, "maze", code);
    keep("maze-new", &new, &blank);
    program.press(&keys[..keys.len() / 5]);
    let trail = program.press(&["space", "space"]);
    keep("maze-trail", &trail, &new);
    drop(program);
    let (mut program, _) = open(&desktop, "maze", code);
    keep("maze-won", &program.press(&keys), &new);
    drop(program);
    let (mut program, light) =
        Program::still_with_options(&desktop, "maze", code, "light_walls: true, ");
    let light_trail = program.press(&keys[..keys.len() / 3]);
    keep("maze-light", &light_trail, &light);
}

#[test]
#[ignore = "takes long: scripts/trial pictures runs it"]
fn pictures_of_the_title_the_options_and_the_lab() {
    let desktop = Desktop::open();
    let (program, title) = open(&desktop, "title", "15");
    let blank = Picture::blank(title.size());
    keep("title", &title, &blank);
    drop(program);
    let (program, options) = open(&desktop, "options", "15");
    keep("options", &options, &title);
    drop(program);
    for (name, code, overlay) in [
        ("lab-distance", "caves/80x50#7", "1"),
        ("lab-rooms", "rooms/80x50#7", "2"),
        ("lab-things", "set-piece/23x23/name=flooded-crypt#7", "8"),
    ] {
        let (mut program, map) = open(&desktop, "lab", code);
        keep(name, &program.press(&[overlay]), &map);
    }
    let code = "rogue/80x50#7";
    let steps = Film::record(&code.parse().unwrap()).unwrap().length();
    let (mut program, map) = open(&desktop, "lab", code);
    let half = program.press(&vec!["comma"; steps / 2]);
    keep("lab-making", &half, &map);
    drop(program);
    let (mut program, map) = open(&desktop, "lab", "caves/80x50#7");
    keep("lab-sheet", &program.press(&["s", "Right", "Down"]), &map);
    program.press(&["slash"]);
    program.type_text("loops >= 3 && longest_steps >= 150");
    keep("lab-search", &program.press(&["Return"]), &map);
    drop(program);
    let (mut program, map) = open(&desktop, "lab", "caves/40x30/wall=48#7");
    let _text = clipboard::put(&desktop, "caves/40x30#7");
    program.press(&["v"]);
    program.settle();
    program.press(&["x", "s", "e"]);
    // The cursor begins where most maps were counted at first; from the corner, it is where the keys lead.
    program.press(&[["Left"; 40], ["Down"; 40]].concat());
    keep("lab-range", &program.press(&["Up"; 9]), &map);
    drop(program);
    let (mut program, map) = open(&desktop, "lab", "rooms/80x50#7");
    let compared = program.press(&["r", "x", "x", "7"]);
    keep("lab-compare", &compared, &map);
    drop(program);
    let code = "caves/80x50|rooms/in=left,tries=40|vaults/in=right,count=3|doors#7";
    let (_, staged) = open(&desktop, "lab", code);
    keep("lab-stages", &staged, &map);
    let (mut program, map) = open(&desktop, "lab", "rogue/80x50#7");
    program.press(&["p", "shift+w"]);
    // A step at a time: of several within a frame only the last one's view is remembered.
    let walked = (0..23).map(|_| program.press(&["Left"])).last();
    keep("lab-fog", &walked.unwrap(), &map);
}

#[test]
#[ignore = "takes long: scripts/trial pictures runs it"]
fn pictures_of_descend() {
    let desktop = Desktop::open();
    // A first encounter, on the way down that exploring takes.
    let (mut program, begin) = open(&desktop, "descend", "11");
    let mut game = Game::new(Setup::new(Seed(11)).unwrap()).unwrap();
    let mut map = begin.clone();
    for _ in 0..40 {
        if game.view().enemy_in_sight() {
            break;
        }
        map = program.press(&["x"]);
        assert!(act(&mut game, Action::Explore));
    }
    assert!(game.view().enemy_in_sight());
    keep("descend-look", &program.press(&["semicolon"]), &map);
    program.press(&["Escape"]);
    keep("descend-pause", &program.press(&["Escape"]), &map);
    program.press(&["Escape"]);
    // The list of what can be thrown, and its first line.
    let list = program.press(&["t"]);
    keep("descend-aim", &program.press(&["Return"]), &list);
    drop(program);

    let (run, dir) = run_beside_a_conduit(false);
    let (mut program, map) = Program::on_run(&desktop, &run);
    let board = program.press(&[key_towards(dir)]);
    keep("descend-conduit", &board, &map);
    drop(program);

    let (seed, keys, _) = first_death();
    let (mut program, begin) = Program::in_its_folder(&desktop, "descend", &seed.to_string());
    die(&mut program, &keys);
    keep("descend-end", &program.look(), &begin);
}

#[test]
#[ignore = "takes long: scripts/trial pictures runs it"]
fn picture_of_a_replay() {
    const TURN: u64 = 1121;
    let desktop = Desktop::open();
    let seed = Seed(8_994_127_568_921_660_382);
    let mut run = Run::new(Setup::new(seed).unwrap()).unwrap();
    let mut bot = BotKind::Explorer.create_bot(seed);
    while run.game().outcome() == Outcome::Playing && run.game().turns() < 2 * TURN {
        let game = run.game();
        let going_on = game.doing().map(Command::from);
        let command = going_on.unwrap_or_else(|| bot.choose_action(game.view()));
        if let Err(why) = run.apply(command, &mut Vec::new()) {
            bot.handle_refusal(command, why);
        }
    }
    let folder = Rc::new(Folder::new());
    let replays = folder.path().join("data/replays");
    fs::create_dir_all(&replays).unwrap();
    disk::write_recording(&replays.join("a.replay"), &run.recording()).unwrap();
    let (mut program, list) = Program::in_folder(&desktop, folder, "replays");
    // It plays until it is paused.
    program.send(&["Return"]);
    wait_for("the replay plays", || {
        (program.look().count_different(&list) > 1000).then_some(())
    });
    let first = program.press(&["space"]);
    program.press(&["g"]);
    program.type_text(&TURN.to_string());
    let known = program.press(&["Return"]);
    known.assert_is_not(&first, "another turn");
    keep("replay", &program.press(&["o"]), &known);
}
