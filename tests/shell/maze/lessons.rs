//! Tests the lessons of Maze Run.

use undercroft::app::Begin;
use undercroft::app::platform::today;
use undercroft::app::reward::daily;
use undercroft::app::settings::Taught;
use undercroft::app::ui::lesson::Lesson;

use super::*;

/// Maze Run as a player sees it who has never opened it before.
fn first_visit() -> App {
    let mut app = builder::app(Screen::Maze, "rogue/80x50#7", MazePlugin);
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
    send(&mut app, MazeAction::Teach);
    assert_eq!(play(&app).lesson(), Some(0));
    send_all(&mut app, &[CommonAction::Back]);
    assert_eq!((screen(&app), play(&app).lesson()), (Screen::Maze, None));
    assert_eq!(run(&app).steps_taken(), 1, "the player's own maze waited");
    assert_told(&app, "Lessons skipped");
    send(&mut app, MazeAction::Teach);
    send(&mut app, MazeAction::Another);
    assert_eq!((play(&app).lesson(), run(&app).leg().attempt()), (None, 1));
}

#[test]
fn whoever_names_a_maze_is_not_taught_first() {
    // The second is the first maze of its seed.
    for name in ["maze-wilson/33x21#7", "maze-dfs/33x21#7"] {
        let mut app = builder::app(Screen::Maze, name, MazePlugin);
        app.insert_resource(Taught::default());
        app.update();
        app.update();
        assert_eq!((play(&app).lesson(), code(&app).as_str()), (None, name));
    }
}

#[test]
fn whoever_chooses_the_maze_of_the_day_at_the_first_visit_gets_it_and_is_told_of_the_lessons() {
    let day = today();
    let mut app = builder::app(Screen::Maze, "rogue/80x50#7", MazePlugin);
    app.insert_resource(Taught::default());
    app.insert_resource(Begin::Daily(day));
    app.update();
    app.update();
    assert_eq!(play(&app).lesson(), None);
    assert_eq!(run(&app).leg(), &daily::maze(day));
    let hint = "New here? t starts three small mazes that teach the game";
    assert_eq!(notice(&app), hint);
}

#[test]
fn in_whatever_way_the_lessons_are_left_they_do_not_begin_again_by_themselves() {
    let ways: [&dyn Fn(&mut App); 4] = [
        &|app| send(app, MazeAction::Another),
        &|app| send(app, MazeAction::Size(2)),
        &|app| paste(app, "BC\nB6\n"),
        &|app| send_all(app, &[CommonAction::Back]),
    ];
    for (number, leave) in ways.iter().enumerate() {
        let mut app = first_visit();
        leave(&mut app);
        assert_eq!(play(&app).lesson(), None, "{number}");
        assert!(app.world().resource::<Taught>().has("mazes"), "{number}");
        assert_told(&app, "Lessons skipped; t starts them again");
        send_all(&mut app, &[CommonAction::Back]);
        send_all(&mut app, &[TitleAction::Open(Screen::Maze)]);
        assert_eq!(play(&app).lesson(), None, "{number}");
    }
}
