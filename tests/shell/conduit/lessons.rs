//! Tests of the lessons.

use undercroft::app::settings::Taught;
use undercroft::app::ui::lesson::Lesson;

use super::*;

/// The app of a player who has not seen the lessons.
fn first_visit() -> App {
    let mut app = builder::app(Screen::Conduit, "rogue/80x50#7");
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
    assert_eq!(conduit(&app).size(), Size::new(5, 5), "a small one first");
    assert!(app.world().resource::<Taught>().has("boards"));
    ask(&mut app, &[CommonAction::Back]);
    ask(&mut app, &[TitleAction::Open(Screen::Conduit)]);
    assert_eq!(session(&app).lesson(), None, "once is enough");
    ask(&mut app, &[CommonAction::Lessons]);
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
