//! Tests how mazes are left and resumed, saved, copied and pasted.

use std::path::PathBuf;

use undercroft::app::platform::{ExportFolders, Folders};
use undercroft::code::link;

use super::*;

/// Sets the export folders to ones below a new folder of this test, and returns that folder.
fn folders(app: &mut App, name: &str) -> PathBuf {
    let root = std::env::temp_dir().join(format!("undercroft-maze-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&root);
    std::fs::create_dir_all(&root).unwrap();
    let folders = Folders::find(Some(root.join("config")), Some(root.join("data"))).unwrap();
    app.insert_resource(ExportFolders(folders));
    root
}

#[test]
fn mazes_are_saved_copied_pasted_and_refused_with_line_and_column() {
    let mut app = app("maze-wilson/33x21#7");
    let root = folders(&mut app, "files");
    let hex = run(&app).maze().to_string();
    send(&mut app, MazeAction::Save);
    let path = root.join("data/mazes/maze-wilson-16x10-7-001.hex");
    assert_eq!(
        notice(&app),
        format!("Saved the maze as {}", path.display())
    );
    assert_eq!(std::fs::read_to_string(&path).unwrap(), hex);

    builder::act(&mut app, &[&CommonAction::Copy]);
    send(&mut app, MazeAction::Another);
    let title = format!("Undercroft - {}", run(&app).leg().spec().seed);
    assert_eq!(builder::window_title(&mut app), title);
    builder::act(&mut app, &[&CommonAction::Paste]);
    assert_eq!(run(&app).maze().to_string(), hex);
    assert_eq!(
        builder::window_title(&mut app),
        "Undercroft - 7",
        "by its code"
    );

    send(&mut app, MazeAction::Another);
    paste(&mut app, &format!("{}\n", path.display()));
    assert_eq!(run(&app).maze().to_string(), hex);
    // What has no code is copied as hex.
    builder::act(&mut app, &[&CommonAction::Copy]);
    send(&mut app, MazeAction::Another);
    builder::act(&mut app, &[&CommonAction::Paste]);
    assert_eq!(run(&app).maze().to_string(), hex);
    assert!(run(&app).is_loaded());
    assert_eq!(builder::window_title(&mut app), "Undercroft", "no seed");
    assert_eq!(fact(&app, ""), "loaded 16x10");

    let before = run(&app).steps_taken();
    for (wrong, reason) in [
        (
            "BC\nBG\n",
            "Not pasted: line 2, column 2: \"G\" is not a cell",
        ),
        (
            "BC\nB66\n",
            "Not pasted: line 2, column 3: this row has 3 cells",
        ),
        ("FF\nFF\n", "Not pasted: this maze has no passages"),
        ("rogue/80x50#7", "Not pasted: this is a map; open it in the"),
        ("3x3:s:673aaa888", "Not pasted: this is a Conduit board"),
        ("maze-dsf/33x21#7", "Not pasted: there is no generator"),
        (
            "anonsense/9x9#7",
            "Not pasted: there is no generator \"anonsense\"",
        ),
        ("some words", "Not pasted: the clipboard holds no maze"),
        ("", "Not pasted: the clipboard holds no maze"),
        ("/nowhere/at/all.hex", "or the path of its file"),
    ] {
        paste(&mut app, wrong);
        assert_told(&app, reason);
        assert_eq!(
            (run(&app).maze().to_string(), run(&app).steps_taken()),
            (hex.clone(), before)
        );
    }
    let code = "maze-dfs/9x7#5@:0:0";
    paste(&mut app, &link::build("http://localhost:8000/", code));
    assert_eq!(run(&app).leg().spec().to_string(), "maze-dfs/9x7#5");
    let broken = root.join("broken.hex");
    std::fs::write(&broken, "BC\nB7\n").unwrap();
    paste(&mut app, &broken.display().to_string());
    let reason = format!("Not pasted: {}: line 2, column 2", broken.display());
    assert_told(&app, &reason);
    std::fs::remove_dir_all(root).unwrap();
}

#[test]
fn nothing_of_a_maze_is_left_on_the_title() {
    let mut app = app("maze-dfs/33x21#5");
    walk(&mut app, 7);
    // The start, the goal, the arrow to it, a ghost.
    let mut sprites = app
        .world_mut()
        .query_filtered::<Entity, (With<GlyphSprite>, With<DespawnOnExit<Screen>>)>();
    let of_maze: Vec<Entity> = sprites.iter(app.world()).collect();
    assert!(of_maze.len() > 2, "{of_maze:?}");
    send_all(&mut app, &[CommonAction::Back]);
    assert_eq!(screen(&app), Screen::Title);
    assert!(app.world().resource::<Tint>().is_empty());
    let is_left = |sprite: &&Entity| app.world().get_entity(**sprite).is_ok();
    assert_eq!(of_maze.iter().filter(is_left).count(), 0);
    send_all(&mut app, &[TitleAction::Open(Screen::Maze)]);
    assert_eq!(app.world().resource::<Terrain>().size(), UVec2::new(33, 21));
}

#[test]
fn undo_takes_a_restart_back_and_its_steps_are_counted_once() {
    let mut app = app("maze-dfs/21x15#5");
    let steps = walk(&mut app, 5);
    let at = run(&app).at();
    send(&mut app, MazeAction::Restart);
    assert_eq!(
        (run(&app).steps_taken(), play(&app).round().steps()),
        (0, 5)
    );
    send(&mut app, MazeAction::Restart);
    send(&mut app, MazeAction::Undo);
    assert_eq!((run(&app).at(), run(&app).steps_taken()), (at, 5));
    assert_eq!(play(&app).round().steps(), 5);
    // After another step the restart can no longer be taken back: only that step is.
    send(&mut app, MazeAction::Restart);
    send_all(&mut app, &steps[..1]);
    send(&mut app, MazeAction::Undo);
    assert_eq!(run(&app).at(), run(&app).ends().start);
    assert_eq!(
        (run(&app).steps_taken(), play(&app).round().steps()),
        (2, 7)
    );
}

#[test]
fn u_goes_back_one_step_at_a_time_and_leaves_the_maze_only_from_its_start() {
    let mut app = app("maze-dfs/21x15#5");
    let first = code(&app);
    walk(&mut app, 2);
    send(&mut app, MazeAction::Another);
    let start = run(&app).at();
    walk(&mut app, 4);
    let ways: Vec<Pos> = run(&app).trail().to_vec();
    for cells in (1..=4).rev() {
        builder::tap(&mut app, (KeyCode::KeyU, Key::Character("u".into())));
        app.update();
        assert_eq!(run(&app).at(), ways[cells - 1]);
    }
    assert_eq!((run(&app).at(), run(&app).steps_taken()), (start, 8));
    // A step back is a step, so that nothing is gained by it.
    assert_eq!(play(&app).round().steps(), 8);
    let other = code(&app);
    send(&mut app, MazeAction::Undo);
    assert_eq!((code(&app), run(&app).steps_taken()), (first, 2));
    assert_told(&app, "Back to your earlier maze");
    send_all(&mut app, &[MazeAction::Undo; 3]);
    assert_told(&app, "No step to take back");
    send(&mut app, MazeAction::Redo);
    assert_eq!((code(&app), run(&app).steps_taken()), (other, 8));
    send(&mut app, MazeAction::Redo);
    assert_told(&app, "No later maze to return to");
}

#[test]
fn a_restart_is_taken_back_after_the_program_was_closed_too() {
    let folder = builder::folder("maze-restart-kept");
    let code = "maze-dfs/21x15#5";
    let mut first = app_on_disk(Screen::Maze, code, &folder);
    walk(&mut first, 5);
    let at = run(&first).at();
    send(&mut first, MazeAction::Restart);
    assert_eq!(notice(&first), "Press u to undo the restart");
    builder::settle_disk(&first);
    drop(first);
    let mut next = app_on_disk(Screen::Maze, code, &folder);
    let round = |app: &App| (run(app).steps_taken(), play(app).round().steps());
    assert_eq!(round(&next), (0, 5));
    send(&mut next, MazeAction::Undo);
    assert_eq!((run(&next).at(), round(&next)), (at, (5, 5)));
}
