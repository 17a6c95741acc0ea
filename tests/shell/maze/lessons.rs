//! The mazes that teach.

use undercroft::app::platform::today;
use undercroft::app::reward::{Chosen, daily};
use undercroft::app::settings::Taught;
use undercroft::app::ui::lesson::Lesson;

use super::*;

/// The screen for somebody who has never been there.
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
    let said = |app: &App| app.world().resource::<Lesson>().text.clone();
    let heads = |app: &App| app.world().resource::<Lesson>().title.clone();
    assert!(heads(&app).ends_with("The trail"), "{}", heads(&app));
    let before = said(&app);
    let steps = way(run(&app).clone());
    ask(&mut app, &steps[..1]);
    assert_ne!(said(&app), before, "the trail is told of where it is seen");
    ask(&mut app, &steps[1..]);
    assert!(run(&app).is_over());
    wait_until(&mut app, |app| play(app).lesson() == Some(1));
    app.update();
    assert!(said(&app).contains("Space"), "{}", said(&app));
    maze(&mut app, MazeAction::Hint);
    assert!(said(&app).contains("blue"), "{}", said(&app));
    let steps = way(run(&app).clone());
    ask(&mut app, &steps);
    wait_until(&mut app, |app| play(app).lesson() == Some(2));
    maze(&mut app, MazeAction::Dark);
    assert!(said(&app).contains("lantern"), "{}", said(&app));
    let steps = way(run(&app).clone());
    ask(&mut app, &steps);
    wait_until(&mut app, |app| play(app).lesson().is_none());
    app.update();
    assert_eq!(
        (code(&app).as_str(), said(&app).as_str()),
        ("maze-dfs/33x21#7", "")
    );
    assert!(!play(&app).is_dark(), "the dark was the lesson's");
    assert!(app.world().resource::<Taught>().has("mazes"));
    assert_eq!(run(&app).steps_taken(), 0);

    let step = MazeAction::Step(run(&app).way_on().unwrap());
    ask(&mut app, &[step]);
    ask(&mut app, &[MazeAction::Teach]);
    assert_eq!(play(&app).lesson(), Some(0));
    ask(&mut app, &[CommonAction::Back]);
    assert_eq!((screen(&app), play(&app).lesson()), (Screen::Maze, None));
    assert_eq!(run(&app).steps_taken(), 1, "what was walked waited");
    assert_told(&app, "Lessons skipped");
    ask(&mut app, &[MazeAction::Teach]);
    ask(&mut app, &[MazeAction::Another]);
    assert_eq!((play(&app).lesson(), run(&app).leg().attempt()), (None, 1));
}

#[test]
fn whoever_names_a_maze_is_not_taught_first() {
    let mut app = builder::app(Screen::Maze, "maze-wilson/33x21#7", MazePlugin);
    app.insert_resource(Taught::default());
    app.update();
    assert_eq!(play(&app).lesson(), None);
}

#[test]
fn whoever_chooses_the_maze_of_the_day_at_the_first_visit_gets_it_and_is_told_of_the_lessons() {
    let day = today();
    let mut app = builder::app(Screen::Maze, "rogue/80x50#7", MazePlugin);
    app.insert_resource(Taught::default());
    app.insert_resource(Chosen::Daily(day));
    app.update();
    app.update();
    assert_eq!(play(&app).lesson(), None);
    assert_eq!(run(&app).leg(), &daily::maze(day));
    let told = "New here? t starts three small mazes that teach the game";
    assert_eq!(notice(&app), told);
}
