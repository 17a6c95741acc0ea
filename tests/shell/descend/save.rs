//! Saved runs: each move is written, and what the player is told when they cannot be read or written.

use std::fs;
use std::path::PathBuf;

use bevy::asset::RenderAssetUsages;
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use undercroft::app::platform::{ExportFolders, Folders};
use undercroft::app::screens::descend::{DescendPlugin, SaveFailure};
use undercroft::app::screenshot;
use undercroft::app::stage::Run;
use undercroft::app::{Notice, Screen};
use undercroft::disk;
use undercroft::game::Practice;
use undercroft::game::content::{Content, FILES};
use undercroft::rng::Seed;

use super::{app_on_disk, app_with, die, files, folder, press, quit_to_title};
use crate::builder::{assert_told, end, notice, run, screen, wait};

fn close(mut app: App) {
    end(&mut app);
}

/// A folder with a save of seed 7, made after pressing `keys`.
fn saved_run(name: &str, keys: &[&str]) -> PathBuf {
    let data = folder(name);
    let mut app = app_on_disk(Screen::Descend, 7, &data);
    press(&mut app, keys);
    close(app);
    data
}

#[test]
fn a_run_is_saved_when_the_program_ends_and_goes_on_where_it_was() {
    let data = folder("quit");
    let mut first = app_on_disk(Screen::Descend, 7, &data);
    assert_eq!(files(&data), ["run.save"], "from the first turn on");
    press(&mut first, &["x"]);
    wait(&mut first);
    press(&mut first, &["."; 70]);
    press(&mut first, &["."]);
    let (digest, log) = (run(&first).game().digest(), run(&first).log().clone());
    assert!(log.lines().len() > 1);
    let saved = fs::read_to_string(data.join("run.save")).unwrap();
    close(first);
    let last = fs::read_to_string(data.join("run.save")).unwrap();
    let added = last.strip_prefix(&saved).expect("it is appended to");
    assert!(
        added.starts_with('=') && added.lines().count() == 1,
        "{added}"
    );

    // The title offers it first, whatever seed the title shows.
    let mut next = app_on_disk(Screen::Title, 8, &data);
    press(&mut next, &["Enter"]);
    assert_eq!(run(&next).game().digest(), digest);
    assert_eq!(run(&next).log(), &log, "all messages are there again");

    // Saved on leaving for the title, too.
    press(&mut next, &["."]);
    let digest = run(&next).game().digest();
    quit_to_title(&mut next);
    drop(next);
    for (seed, told) in [
        (7, ""),
        (
            8,
            "The run that you left goes on. Begin seed 8 on the title.",
        ),
    ] {
        let next = app_on_disk(Screen::Descend, seed, &data);
        assert_eq!(run(&next).game().digest(), digest);
        assert_eq!(notice(&next), told);
        drop(next);
    }
}

#[test]
fn every_move_is_saved_whatever_happens_to_the_program() {
    let data = folder("each-move");
    let mut app = app_on_disk(Screen::Descend, 3, &data);
    for turns in 1..10 {
        press(&mut app, &["."]);
        assert_eq!(run(&app).game().turns(), turns);
        let (saved, damage) = disk::read_save(&data.join("run.save")).unwrap();
        assert_eq!((saved.count(), saved.turns(), damage), (turns, turns, None));
    }
    drop(app);
    let app = app_on_disk(Screen::Descend, 3, &data);
    assert_eq!(run(&app).game().turns(), 9);
}

#[test]
fn another_run_is_begun_in_place_of_one_only_when_the_question_is_answered() {
    let data = saved_run("sure", &["."]);
    let mut next = app_on_disk(Screen::Title, 9, &data);
    for no in [&["d", "n"], &["d", "Esc"]] {
        press(&mut next, no);
        assert_eq!(screen(&next), Screen::Title, "asked first");
        assert!(next.world().get_resource::<Run>().is_none());
        assert_eq!(files(&data), ["run.save"]);
    }
    press(&mut next, &["d", "y"]);
    assert_eq!(run(&next).game().seed(), Seed(9));
    // The abandoned run leaves a replay and a story, too.
    assert!(data.join("replays/7-1.replay").exists());
    let story = fs::read_to_string(data.join("morgue/7-1.txt")).unwrap();
    assert!(story.contains("Abandoned the run on depth 1."), "{story}");
    close(next);
    let again = app_on_disk(Screen::Descend, 1, &data);
    assert_eq!(run(&again).game().seed(), Seed(9));
}

#[test]
fn what_is_left_of_a_damaged_save_is_offered_and_the_file_kept() {
    let data = saved_run("damaged", &["."; 9]);
    let path = data.join("run.save");
    let text = fs::read_to_string(&path).unwrap();
    let sixth = text.lines().nth(6).unwrap();
    let damaged = text.replacen(sixth, &sixth.replacen(". ", "s ", 1), 1);
    assert_ne!(damaged, text);
    fs::write(&path, &damaged).unwrap();

    let mut next = app_on_disk(Screen::Title, 8, &data);
    assert_eq!(notice(&next), "", "it is loaded by Continue");
    // Left alone at first.
    for no in ["n", "Enter"] {
        press(&mut next, &["Enter"]);
        assert_eq!(screen(&next), Screen::Title);
        press(&mut next, &[no]);
        assert!(next.world().get_resource::<Run>().is_none());
        assert_eq!(fs::read_to_string(&path).unwrap(), damaged);
    }
    press(&mut next, &["Enter", "y"]);
    for _ in 0..3 {
        next.update();
    }
    assert_eq!(screen(&next), Screen::Descend);
    assert_told(&next, "run-unreadable-1.save");
    assert_eq!(run(&next).game().turns(), 5);
    assert_eq!(run(&next).practice(), Some(Practice::Restored));
    press(&mut next, &["."]);
    close(next);
    assert_eq!(files(&data), ["run-unreadable-1.save", "run.save"]);
    let kept = fs::read_to_string(data.join("run-unreadable-1.save")).unwrap();
    assert_eq!(kept, damaged);
    let again = app_on_disk(Screen::Descend, 7, &data);
    assert_eq!(notice(&again), "");
    assert_eq!(run(&again).game().turns(), 6);
    assert_eq!(run(&again).practice(), Some(Practice::Restored));
}

#[test]
fn a_damaged_save_is_not_replaced_by_a_run_that_the_program_starts_with() {
    let data = saved_run("damaged-start", &["."; 9]);
    let path = data.join("run.save");
    let text = fs::read_to_string(&path).unwrap();
    let damaged = text.replacen("\n. ", "\n, ", 1);
    fs::write(&path, &damaged).unwrap();
    let mut next = app_on_disk(Screen::Descend, 8, &data);
    for _ in 0..3 {
        next.update();
    }
    assert_eq!(screen(&next), Screen::Title, "asked first");
    press(&mut next, &["n"]);
    // Another run in its place keeps the file, too.
    press(&mut next, &["d", "y"]);
    assert_eq!(run(&next).game().seed(), Seed(8));
    assert_told(&next, "run-unreadable-1.save");
    let kept = fs::read_to_string(data.join("run-unreadable-1.save")).unwrap();
    assert_eq!(kept, damaged);
}

#[test]
fn a_save_whose_last_move_was_cut_short_is_continued_without_a_word() {
    let data = saved_run("cut", &["."; 9]);
    let path = data.join("run.save");
    let text = fs::read_to_string(&path).unwrap();
    let ninth = text.match_indices('\n').nth(8).unwrap().0;
    fs::write(&path, &text[..ninth + 12]).unwrap();
    let mut next = app_on_disk(Screen::Title, 8, &data);
    press(&mut next, &["Enter"]);
    assert_eq!(notice(&next), "");
    assert_eq!(run(&next).game().turns(), 8);
    assert_eq!(run(&next).practice(), None);
    press(&mut next, &["."]);
    let (saved, damage) = disk::read_save(&path).unwrap();
    assert_eq!((saved.turns(), damage), (9, None));
}

#[test]
fn a_save_of_another_format_is_named_and_kept() {
    for (text, what) in [
        (
            &b"\x89UCsave\n\0\0\0\0\0\0\0\0"[..],
            "this is not a recorded run",
        ),
        (
            b"undercroft recording 77\n",
            "the recording has format 77, and this program reads format",
        ),
    ] {
        let data = folder("another-format");
        fs::create_dir_all(&data).unwrap();
        fs::write(data.join("run.save"), text).unwrap();
        let mut app = app_on_disk(Screen::Title, 8, &data);
        for part in [what, "run-unreadable-1.save"] {
            assert_told(&app, part);
        }
        press(&mut app, &["Enter"]);
        assert_eq!(run(&app).game().seed(), Seed(8));
        close(app);
        assert_eq!(fs::read(data.join("run-unreadable-1.save")).unwrap(), text);
    }
}

#[test]
fn a_save_of_other_content_is_told_about_and_left_as_it_is() {
    let data = saved_run("content", &[".", "."]);
    let path = data.join("run.save");
    let bytes = fs::read(&path).unwrap();
    let names = files(&data);

    let mut files_read = FILES;
    let rules = files_read[3].1.replace("health: 40,", "health: 80,");
    files_read[3].1 = &rules;
    let content = Content::read(files_read).unwrap();
    let content: &'static Content = Box::leak(Box::new(content));
    let mut other = app_with(Screen::Title, 8, Some(&data), content);
    for part in ["run.save", "other content", "--content"] {
        assert_told(&other, part);
    }
    assert_eq!(notice(&other).lines().count(), 1);
    press(&mut other, &["d", ".", "."]);
    assert_eq!(run(&other).game().turns(), 2, "a run that is not saved");
    close(other);
    assert_eq!(files(&data), names);
    assert_eq!(fs::read(&path).unwrap(), bytes);
    let again = app_on_disk(Screen::Descend, 1, &data);
    assert_eq!(run(&again).game().turns(), 2);
}

#[test]
fn a_picture_taken_in_descend_carries_the_seed_of_its_run() {
    let data = saved_run("picture", &["."]);
    let mut next = app_on_disk(Screen::Title, 8, &data);
    let folders = Folders::find(Some(data.clone()), Some(data.clone())).unwrap();
    next.insert_resource(ExportFolders(folders))
        .add_plugins(screenshot::plugin);
    press(&mut next, &["Enter", "F12"]);
    assert_eq!(run(&next).game().seed(), Seed(7));
    let world = next.world_mut();
    let mut screenshots = world.query_filtered::<Entity, With<Screenshot>>();
    let entity = screenshots.single(world).unwrap();
    let image = Image::new_fill(
        Extent3d::default(),
        TextureDimension::D2,
        &[0; 4],
        TextureFormat::Rgba8UnormSrgb,
        RenderAssetUsages::all(),
    );
    world.trigger(ScreenshotCaptured { entity, image });
    let expected = format!("undercroft-{}-001.png", Seed(7));
    assert_eq!(files(&data.join("screenshots")), [expected]);
}

#[test]
fn what_is_told_of_a_save_joins_what_is_told_already() {
    let data = folder("told");
    fs::create_dir_all(&data).unwrap();
    fs::write(data.join("run.save"), "a shopping list").unwrap();
    // As at startup: the notice about the options first, then the plugins.
    let mut app = App::new();
    app.init_resource::<Notice>();
    let mut told = app.world_mut().resource_mut::<Notice>();
    told.say("options.ron:2:9: text is 40");
    app.add_plugins(DescendPlugin { data: Some(data) });
    let notice = notice(&app);
    let lines: Vec<&str> = notice.lines().collect();
    assert_eq!(lines.len(), 2, "{notice}");
    assert!(lines[0].starts_with("options.ron"), "{notice}");
    assert!(lines[1].contains("run-unreadable-1.save"), "{notice}");
}

#[test]
fn a_window_on_a_folder_that_cannot_be_written_says_so_in_one_sentence_and_plays() {
    let data = folder("unwritable").join("file");
    fs::create_dir_all(data.parent().unwrap()).unwrap();
    fs::write(&data, "").unwrap();
    let mut app = app_on_disk(Screen::Title, 7, &data);
    let expected = format!(
        "Nothing is saved in this window: cannot write {}: it is not a folder. Fix that and start again, or \
         name another folder with --data-dir.",
        data.display()
    );
    assert_eq!(notice(&app), expected);
    press(&mut app, &["Enter", "."]);
    assert_eq!(screen(&app), Screen::Descend);
    assert_eq!(run(&app).game().turns(), 1);
    close(app);
    assert!(fs::read(&data).unwrap().is_empty());
}

#[test]
fn a_second_window_on_a_folder_says_so_and_saves_nothing() {
    let data = folder("two");
    let mut first = app_on_disk(Screen::Descend, 7, &data);
    press(&mut first, &["."; 60]);
    let saved = fs::read(data.join("run.save")).unwrap();
    let assert_warned = |app: &App| {
        for part in [
            "Nothing is saved in this window",
            &data.display().to_string(),
            "--data-dir",
        ] {
            assert_told(app, part);
        }
    };
    let mut second = app_on_disk(Screen::Title, 5, &data);
    assert_warned(&second);
    assert!(
        !second.world().contains_resource::<Run>(),
        "the run belongs to the first window"
    );
    press(&mut second, &["d"]);
    assert_eq!(run(&second).game().seed(), Seed(5));
    assert_warned(&second);
    die(&mut second);
    assert!(run(&second).epitaph().starts_with("Nothing is saved"));
    end(&mut second);
    assert_eq!(second.world().resource::<SaveFailure>().reason(), None);
    assert_eq!(files(&data), ["run.save"]);
    assert_eq!(fs::read(data.join("run.save")).unwrap(), saved);
    // The next window alone on the folder continues the run.
    let digest = run(&first).game().digest();
    end(&mut first);
    drop((first, second));
    let third = app_on_disk(Screen::Descend, 7, &data);
    assert_eq!(run(&third).game().digest(), digest);
    assert_eq!(notice(&third), "");
}

#[test]
fn a_save_that_fails_leaves_its_reason_until_it_is_written() {
    let data = folder("full");
    let mut app = app_on_disk(Screen::Descend, 7, &data);
    let reason = |app: &App| app.world().resource::<SaveFailure>().reason();
    press(&mut app, &["."; 3]);
    // A folder in its place, which no file can replace.
    let path = data.join("run.save");
    fs::remove_file(&path).unwrap();
    fs::create_dir(&path).unwrap();
    end(&mut app);
    let failed = reason(&app).expect("the save failed");
    assert!(
        failed.contains("cannot write") && failed.contains("run.save"),
        "{failed}"
    );
    assert_told(&app, "cannot write");
    fs::remove_dir(&path).unwrap();
    end(&mut app);
    assert_eq!(reason(&app), None);
    drop(app);
    let next = app_on_disk(Screen::Descend, 1, &data);
    assert_eq!(run(&next).game().turns(), 3);
}
