//! Tests the lessons of Maze Run.

use undercroft::app::settings::Taught;
use undercroft::app::ui::lesson::Lesson;

use super::*;

/// Maze Run as a player sees it who has never opened it before.
fn first_visit() -> App {
    let mut app = builder::app(Screen::Maze, "rogue/80x50#7");
    app.insert_resource(Taught::default());
    app.update();
    app.update();
    app
}

#[test]
fn three_mazes_teach_at_the_first_visit_and_never_again_unless_asked_for() {
    let mut app = first_visit();
    let text = |app: &App| app.world().resource::<Lesson>().text.clone();
    let heading = |app: &App| app.world().resource::<Lesson>().title.clone();
    assert!(heading(&app).ends_with("The trail"), "{}", heading(&app));
    let before = text(&app);
    walk(&mut app, 1);
    assert_ne!(
        text(&app),
        before,
        "the trail is explained once it is visible"
    );
    walk_to_goal(&mut app);
    assert!(run(&app).is_over());
    wait_until(&mut app, |app| play(app).lesson() == Some(1));
    app.update();
    assert!(text(&app).contains("Space"), "{}", text(&app));
    send(&mut app, MazeAction::Hint);
    assert!(text(&app).contains("blue"), "{}", text(&app));
    walk_to_goal(&mut app);
    wait_until(&mut app, |app| play(app).lesson() == Some(2));
    send(&mut app, MazeAction::Dark);
    assert!(text(&app).contains("lantern"), "{}", text(&app));
    walk_to_goal(&mut app);
    wait_until(&mut app, |app| play(app).lesson().is_none());
    app.update();
    assert_eq!(
        (code(&app).as_str(), text(&app).as_str()),
        ("maze-dfs/33x21#7", "")
    );
    assert!(!play(&app).is_dark(), "the dark ends with the lesson");
    assert!(app.world().resource::<Taught>().has("mazes"));
    assert_eq!(run(&app).steps_taken(), 0);

    walk(&mut app, 1);
    builder::act(&mut app, &[&CommonAction::Lessons]);
    assert_eq!(play(&app).lesson(), Some(0));
}

#[test]
fn whoever_names_a_maze_is_not_taught_first() {
    // The second is the first maze of its seed.
    for name in ["maze-wilson/33x21#7", "maze-dfs/33x21#7"] {
        let mut app = builder::app(Screen::Maze, name);
        app.insert_resource(Taught::default());
        app.update();
        app.update();
        assert_eq!((play(&app).lesson(), code(&app).as_str()), (None, name));
    }
}
