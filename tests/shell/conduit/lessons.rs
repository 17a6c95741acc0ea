//! Tests of the lessons.

use undercroft::app::Begin;
use undercroft::app::platform::{Clipboard, today};
use undercroft::app::reward::daily;
use undercroft::app::settings::Taught;
use undercroft::app::ui::lesson::Lesson;

use super::*;

/// The app of a player who has not seen the lessons.
fn first_visit() -> App {
    let mut app = builder::app(Screen::Conduit, "rogue/80x50#7", ConduitPlugin);
    app.insert_resource(Taught::default());
    opened(app)
}

fn lesson(app: &App) -> &Lesson {
    app.world().resource::<Lesson>()
}

#[test]
fn four_boards_teach_at_the_first_visit_by_keys_and_never_again_unless_asked_for() {
    let mut app = first_visit();
    let mut texts = Vec::new();
    for number in 0..4 {
        assert_eq!(session(&app).lesson(), Some(number));
        assert!(
            lesson(&app)
                .title
                .starts_with(&format!("{} of 4", number + 1))
        );
        let mut at = session(&app).cursor().at;
        for (to, turns) in solution(conduit(&app)) {
            texts.push(lesson(&app).text.clone());
            ask(&mut app, &steps(at, to));
            at = to;
            ask(&mut app, &vec![TURN; turns as usize]);
        }
        assert!(conduit(&app).is_won());
        let next = if number < 3 {
            "for the next one"
        } else {
            "to start your first board"
        };
        assert_eq!(
            lesson(&app).text,
            format!("Every lamp is lit. Press Enter or click the board {next}.")
        );
        ask(&mut app, &[TURN]);
    }
    texts.dedup();
    assert!(texts.len() >= 9, "every instruction is shown: {texts:?}");
    assert!(
        texts[0].contains("Enter"),
        "names the bound keys: {texts:?}"
    );
    assert_eq!(
        (session(&app).lesson(), lesson(&app)),
        (None, &Lesson::default())
    );
    assert_eq!(conduit(&app).size(), Size::new(10, 9));
    assert!(app.world().resource::<Taught>().has("boards"));
    ask(&mut app, &[CommonAction::Back]);
    ask(&mut app, &[TitleAction::Open(Screen::Conduit)]);
    assert_eq!(session(&app).lesson(), None, "once is enough");
    ask(&mut app, &[Ask::Teach]);
    assert_eq!(session(&app).lesson(), Some(0), "restarted");
}

#[test]
fn four_boards_teach_by_the_mouse() {
    let mut app = first_visit();
    for number in 0..4 {
        assert_eq!(session(&app).lesson(), Some(number));
        for (at, turns) in solution(conduit(&app)) {
            for _ in 0..turns {
                click(&mut app, at, MouseButton::Left);
            }
            app.update();
            app.update();
        }
        assert!(conduit(&app).is_won());
        click(&mut app, Pos::new(0, 0), MouseButton::Left);
        app.update();
        app.update();
    }
    assert_eq!(session(&app).lesson(), None);
}

#[test]
fn back_skips_the_lessons_and_what_was_played_waits_behind_them() {
    let mut app = app(Screen::Conduit);
    ask(&mut app, &[TURN, TURN]);
    let board = conduit(&app).board().clone();
    ask(&mut app, &[Ask::Teach]);
    ask(&mut app, &[HINT, UNDO]);
    assert_eq!(conduit(&app).size(), Size::new(3, 3));
    ask(&mut app, &[CommonAction::Back]);
    assert_eq!(
        (screen(&app), session(&app).lesson()),
        (Screen::Conduit, None)
    );
    assert_eq!((conduit(&app).board(), conduit(&app).moves()), (&board, 2));
    assert!(!conduit(&app).is_aided());
    assert_told(&app, "skipped");
    // A new board ends them as well, and undo leads back past it to the board they interrupted.
    ask(&mut app, &[Ask::Teach]);
    ask(&mut app, &[Ask::Size(1)]);
    assert_eq!(session(&app).lesson(), None);
    ask(&mut app, &[UNDO]);
    assert_eq!(conduit(&app).board(), &board);
}

#[test]
fn a_board_that_teaches_is_not_kept_and_the_one_behind_it_is() {
    let (folder, mut first) = app_in_progress("conduit-teaches");
    let board = conduit(&first).board().clone();
    ask(&mut first, &[Ask::Teach]);
    ask(&mut first, &[TURN, TURN]);
    builder::settle_disk(&first);
    drop(first);
    let next = app_on_disk(Screen::Conduit, 7, &folder);
    assert_eq!(
        (conduit(&next).board(), conduit(&next).moves()),
        (&board, 1)
    );
}

#[test]
fn whoever_chooses_the_board_of_the_day_at_the_first_visit_gets_it_and_is_told_of_the_lessons() {
    let day = today();
    let mut app = builder::app(Screen::Conduit, "rogue/80x50#7", ConduitPlugin);
    app.insert_resource(Taught::default());
    app.insert_resource(Begin::Daily(day));
    let mut app = opened(app);
    assert_eq!(session(&app).lesson(), None);
    assert_eq!(session(&app).spec(), Some(&daily::board(day)));
    let message = "New here? t starts four small boards that teach the game";
    assert_told(&app, message);
    ask(&mut app, &[Ask::Teach]);
    assert_eq!(session(&app).lesson(), Some(0));
    ask(&mut app, &[CommonAction::Back]);
    assert_eq!(session(&app).spec(), Some(&daily::board(day)));
}

#[test]
fn in_whatever_way_the_lessons_are_left_they_do_not_begin_again_by_themselves() {
    let paste = |app: &mut App| {
        let id = "3x3:s:231ed6c28";
        let mut clipboard = app.world_mut().resource_mut::<Clipboard>();
        clipboard.copy(id).unwrap();
        ask(app, &[Ask::PasteId]);
    };
    let panel = |app: &mut App| open_size(app, Size::new(5, 6));
    let ways: [&dyn Fn(&mut App); 5] = [
        &|app| ask(app, &[Ask::New]),
        &|app| ask(app, &[Ask::Size(1)]),
        &paste,
        &panel,
        &|app| ask(app, &[CommonAction::Back]),
    ];
    for (number, leave) in ways.iter().enumerate() {
        let mut app = first_visit();
        leave(&mut app);
        assert_eq!(session(&app).lesson(), None, "{number}");
        assert_eq!(lesson(&app), &Lesson::default(), "{number}");
        assert!(app.world().resource::<Taught>().has("boards"), "{number}");
        assert_told(&app, "Lessons skipped; t starts them again");
        ask(&mut app, &[CommonAction::Back]);
        ask(&mut app, &[TitleAction::Open(Screen::Conduit)]);
        assert_eq!(session(&app).lesson(), None, "{number}");
    }
}

#[test]
fn a_lesson_goes_on_after_a_look_at_another_screen() {
    let mut app = first_visit();
    ask(&mut app, &[TURN]);
    let (text, moves) = (lesson(&app).clone(), conduit(&app).moves());
    for screen in [Screen::Title, Screen::Conduit] {
        let mut next = app.world_mut().resource_mut::<NextState<Screen>>();
        next.set(screen);
        app.update();
        app.update();
        assert_eq!(lesson(&app) == &text, screen == Screen::Conduit);
    }
    assert_eq!(
        (session(&app).lesson(), conduit(&app).moves()),
        (Some(0), moves)
    );
    assert!(!app.world().resource::<Taught>().has("boards"));
}
