//! Tests of boards that are left, saved, copied and restored.

use std::fs;

use undercroft::app::Notice;
use undercroft::app::platform::Clipboard;
use undercroft::app::platform::data_folder::FileWriter;
use undercroft::app::reward::{Game, Records};

use super::*;

#[test]
fn ids_go_through_the_clipboard_and_damaged_ones_leave_the_board() {
    let mut app = app(Screen::Conduit);
    builder::act(&mut app, &[&CommonAction::Copy]);
    assert_told(&app, "Copied 10x9::");
    let id = conduit(&app).puzzle().start().id();
    ask(&mut app, &[TURN, Ask::New]);
    assert_ne!(conduit(&app).puzzle().start().id(), id);
    builder::act(&mut app, &[&CommonAction::Paste]);
    assert_eq!(conduit(&app).puzzle().start().id(), id);
    assert!(session(&app).spec().is_none());
    ask(&mut app, &[TURN]);
    let board = conduit(&app).board().clone();
    // An id may be broken into lines, as in an e-mail.
    let (one, other) = id.split_at(40);
    let lines = format!("{one}\r\n{other}\n");
    app.world_mut()
        .resource_mut::<Clipboard>()
        .copy(&lines)
        .unwrap();
    builder::act(&mut app, &[&CommonAction::Paste]);
    assert_eq!(notice(&app), "Press u to go back to the board you left");
    assert_eq!(conduit(&app).moves(), 0);
    assert_eq!(conduit(&app).puzzle().start().id(), id);
    assert_eq!(builder::window_title(&mut app), "Undercroft", "no seed");
    ask(&mut app, &[TURN]);
    let longer = format!("{id}9");
    let foreign = id.replacen("::", "::g", 1);
    for (text, needle) in [
        (&id[1..], "0x9"),
        (&id[..id.len() - 1], "have 89 digits"),
        (longer.as_str(), "have 91 digits"),
        (foreign.as_str(), "column 1, row 1: \"g\""),
        ("10x9:q:1", "\"q\" is not a rule"),
        ("board/10x9/wrp#7", "\"wrp\" is not a rule"),
        ("something else", "this is not a board"),
    ] {
        let copied = app.world_mut().resource_mut::<Clipboard>().copy(text);
        copied.unwrap();
        builder::act(&mut app, &[&CommonAction::Paste]);
        let message = notice(&app);
        assert!(
            message.starts_with("Not pasted: ") && message.contains(needle),
            "{text}: {message}"
        );
        assert_eq!(conduit(&app).board(), &board);
        assert_eq!(conduit(&app).moves(), 1);
    }
}

#[test]
fn moves_that_cannot_be_read_are_told_about_and_the_file_is_kept() {
    let (folder, mut first) = app_in_progress("conduit-damaged");
    builder::settle_disk(&first);
    for _ in 0..3 {
        ask(&mut first, &[TURN]);
        builder::settle_disk(&first);
    }
    drop(first);
    let path = folder.join("conduit.save");
    let text = fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 6, "one record for each move: {text}");
    let damaged = text.replace(lines[4], &lines[4].replacen('c', "a", 1));
    fs::write(&path, &damaged).unwrap();
    let next = app_on_disk(Screen::Title, 7, &folder);
    for part in [
        "conduit.save: line 5, column ",
        ": 2 moves on a board cannot be made again",
        "conduit-unreadable-1.save",
    ] {
        assert_told(&next, part);
    }
    assert_eq!(conduit(&next).history(), (2, 0));
    let kept = fs::read_to_string(folder.join("conduit-unreadable-1.save"));
    assert_eq!(kept.unwrap(), damaged);
    drop(next);
    // If there is only the backup, it is told about and stays.
    let backup = folder.join("conduit.save.bak");
    fs::rename(&path, folder.join("aside")).unwrap();
    fs::write(&backup, &damaged).unwrap();
    let next = app_on_disk(Screen::Title, 7, &folder);
    assert_told(&next, "conduit.save.bak: line 5, column ");
    assert_eq!(fs::read_to_string(&backup).unwrap(), damaged);
    drop(next);
    fs::rename(folder.join("aside"), &path).unwrap();
    // It is told once, and what is left is there again.
    let next = app_on_disk(Screen::Title, 7, &folder);
    assert_eq!(notice(&next), "");
    assert_eq!(conduit(&next).history(), (2, 0));
}

#[test]
fn a_file_of_boards_that_cannot_be_read_is_told_about_and_the_one_before_is_taken() {
    let (folder, mut first) = app_in_progress("conduit-unreadable");
    builder::end(&mut first);
    drop(first);
    let mut second = app_on_disk(Screen::Conduit, 7, &folder);
    ask(&mut second, &[TURN]);
    builder::settle_disk(&second);
    drop(second);
    let path = folder.join("conduit.save");
    let mut bytes = fs::read(&path).unwrap();
    bytes[20] ^= 1;
    fs::write(&path, &bytes).unwrap();
    let next = app_on_disk(Screen::Title, 7, &folder);
    for part in [
        "conduit.save: line 1, column ",
        "conduit-unreadable-1.save",
        "previous save",
    ] {
        assert_told(&next, part);
    }
    assert_eq!(
        fs::read(folder.join("conduit-unreadable-1.save")).unwrap(),
        bytes
    );
    assert_eq!(conduit(&next).history(), (1, 0));
}

#[test]
fn a_file_of_boards_that_nobody_plays_is_left_alone() {
    let (folder, mut first) = app_in_progress("conduit-left-alone");
    builder::end(&mut first);
    drop(first);
    let path = folder.join("conduit.save");
    let before = (
        fs::read(&path).unwrap(),
        fs::metadata(&path).unwrap().modified().unwrap(),
    );
    let mut next = app_on_disk(Screen::Title, 7, &folder);
    builder::end(&mut next);
    drop(next);
    let after = (
        fs::read(&path).unwrap(),
        fs::metadata(&path).unwrap().modified().unwrap(),
    );
    assert!(before == after);
    assert!(!folder.join("conduit.save.bak").exists());
}

#[test]
fn a_second_window_keeps_no_boards_and_says_so() {
    let (folder, first) = app_in_progress("conduit-two");
    builder::settle_disk(&first);
    let kept = fs::read(folder.join("conduit.save")).unwrap();
    let mut second = app_on_disk(Screen::Conduit, 7, &folder);
    let message = notice(&second);
    assert!(
        message.starts_with(
            "Nothing is saved in this window: Undercroft is already open with the folder "
        ),
        "{message}"
    );
    ask(&mut second, &[TURN, TURN]);
    assert_eq!(conduit(&second).moves(), 2);
    builder::settle_disk(&first);
    assert_eq!(fs::read(folder.join("conduit.save")).unwrap(), kept);
}

#[test]
fn undo_leads_back_past_a_new_board_a_restart_and_another_size_and_redo_on_again() {
    let mut app = small();
    ask(&mut app, &[TURN, RESTART, TURN]);
    let old = conduit(&app).board().clone();
    ask(&mut app, &[Ask::New]);
    let new = conduit(&app).board().clone();
    ask(&mut app, &[Ask::Size(1), TURN]);
    let large = conduit(&app).board().clone();
    assert_eq!(large.size(), Size::new(5, 5));
    ask(&mut app, &[UNDO, UNDO]);
    assert_eq!(conduit(&app).board(), &new);
    ask(&mut app, &[UNDO]);
    assert_eq!((conduit(&app).board(), conduit(&app).moves()), (&old, 1));
    assert_told(&app, "Back to the 3x3 ");
    ask(&mut app, &[UNDO, UNDO]);
    assert_eq!(conduit(&app).moves(), 1, "the restart is taken back");
    ask(&mut app, &[REDO, REDO, REDO, REDO, REDO]);
    assert_eq!(conduit(&app).board(), &large);
}

#[test]
fn undo_leads_back_to_a_solved_board_that_was_begun_again_and_counts_it_once() {
    let mut app = small();
    while !conduit(&app).is_won() {
        ask(&mut app, &[HINT]);
    }
    let (solved, moves) = (conduit(&app).board().clone(), conduit(&app).moves());
    let count = |app: &App| {
        let records = app.world().resource::<Records>();
        let scores = records.all_scores(Game::Conduit);
        scores.map(|(_, scores)| scores.count()).sum::<u64>()
    };
    assert_eq!(count(&app), 1);
    ask(&mut app, &[RESTART, TURN]);
    assert_eq!((conduit(&app).moves(), conduit(&app).is_won()), (1, false));
    ask(&mut app, &[UNDO, UNDO]);
    assert_eq!(
        (conduit(&app).board(), conduit(&app).moves()),
        (&solved, moves)
    );
    assert_eq!(count(&app), 1, "its result was counted already");
    ask(&mut app, &[REDO, REDO]);
    assert_eq!((conduit(&app).moves(), conduit(&app).is_won()), (1, false));
}

#[test]
fn a_size_chosen_again_gives_another_board() {
    let mut app = small();
    let first = conduit(&app).board().clone();
    ask(&mut app, &[TURN, Ask::Size(1), TURN, Ask::Size(0)]);
    let second = conduit(&app).board().clone();
    assert_eq!(second.size(), first.size());
    ask(&mut app, &[Ask::Size(0)]);
    let third = conduit(&app).board().clone();
    assert!(first != second && second != third && third != first);
}

#[test]
fn a_last_move_that_cannot_be_saved_is_told_on_whatever_screen_and_known_at_the_end() {
    let (folder, mut app) = app_in_progress("conduit-unsaved");
    builder::settle_disk(&app);
    // A folder in its place, which no file can replace.
    let path = folder.join("conduit.save");
    fs::remove_file(&path).unwrap();
    fs::create_dir(&path).unwrap();
    let writer = |app: &App| app.world().resource::<FileWriter>().failures();
    for leave in [false, true] {
        ask(&mut app, &[TURN]);
        if leave {
            ask(&mut app, &[CommonAction::Back]);
            assert_eq!(screen(&app), Screen::Title);
        }
        assert!(app.world().resource::<FileWriter>().flush().is_err());
        app.update();
        assert!(notice(&app).contains("conduit.save"), "{}", notice(&app));
        // It is told once.
        app.world_mut().resource_mut::<Notice>().clear();
        app.update();
        assert_eq!(notice(&app), "");
        if !leave {
            fs::remove_dir(&path).unwrap();
            ask(&mut app, &[TURN]);
            builder::settle_disk(&app);
            app.update();
            assert_eq!(writer(&app).last(), None);
            fs::remove_file(&path).unwrap();
            fs::create_dir(&path).unwrap();
        }
    }
    let failures = writer(&app);
    builder::end(&mut app);
    drop(app);
    let reason = failures.last().unwrap();
    assert!(reason.contains("conduit.save"), "{reason}");
}
