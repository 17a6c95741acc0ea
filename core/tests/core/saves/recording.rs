//! What was recorded is the same run again, or says where it is not.

use undercroft_core::bot::BotKind;
use undercroft_core::game::record::{
    Divergence, INTERVAL, MAX_MOVES, Playback, Recorded, Recording, Standing, Summary,
};
use undercroft_core::game::{Action, Daily, End, GameEvent, Outcome, Practice, Run, Setup};
use undercroft_core::geom::Dir;
use undercroft_core::{GENERATION_VERSION, RULES_VERSION};

use super::{actions, content, long, new_run, played, sealed};

fn explorer(seed: u64, turns: u64) -> Run {
    played(seed, &actions(BotKind::Explorer, seed, turns))
}

fn read(text: &str) -> Recording {
    text.parse()
        .unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// Why a replay in which `from` is changed for `to` is another run.
fn divergence(text: &str, from: &str, to: &str) -> Divergence {
    assert!(text.contains(from), "{from} is not in\n{text}");
    read(&sealed(&text.replacen(from, to, 1)))
        .verify(content())
        .unwrap_err()
}

/// A run in which somebody waits for so many turns and nobody comes.
fn waited(turns: u64) -> Recording {
    let wait = |seed| {
        let mut run = new_run(seed);
        while run.game().turns() < turns {
            run.apply(Action::Wait, &mut Vec::new()).ok()?;
        }
        Some(run.recording())
    };
    (1..50).find_map(wait).unwrap()
}

#[test]
fn a_replay_is_read_as_it_was_written_and_is_the_same_run() {
    for kind in BotKind::ALL {
        for seed in 1..4 {
            let run = played(seed, &actions(kind, seed, 700));
            let replay = run.recording();
            let text = replay.to_string();
            assert!(text.is_ascii());
            let again = read(&text);
            assert_eq!(again, replay);
            assert_eq!(again.count(), run.game().actions());
            let game = again.verify(content()).unwrap();
            assert_eq!(game.digest(), run.game().digest());
            assert_eq!(Some(game.digest()), replay.digest());
            let end = End::from(game.outcome());
            assert_eq!((replay.end(), replay.turns()), (end, game.turns()));
            // A digest each 64 turns, and one at the end.
            let marks = text.matches('=').count() as u64;
            let due = game.turns() / INTERVAL;
            assert!(marks == due || marks == due + 1, "{text}");
            assert_eq!(again.standing(), Some(Standing::of(&game)));
            // Nothing is lost by sealing what is sealed.
            assert_eq!(sealed(&text), text);
        }
    }
}

#[test]
fn a_run_that_was_given_up_leaves_a_recording_like_any_other() {
    let mut run = played(3, &actions(BotKind::Explorer, 3, 100));
    run.apply(Action::GiveUp, &mut Vec::new()).unwrap();
    let replay = run.recording();
    assert_eq!(
        (replay.end(), replay.end().name()),
        (End::GaveUp, "gave-up")
    );
    let again = read(&replay.to_string());
    assert_eq!(again, replay);
    let game = again.verify(content()).unwrap();
    assert_eq!(game.outcome(), Outcome::GaveUp);
    assert_eq!(game.digest(), run.game().digest());
    let saved = Run::load(again, content()).unwrap();
    assert_eq!(saved.game().outcome(), Outcome::GaveUp);
}

#[test]
fn a_recording_goes_on_after_the_run_was_loaded() {
    let actions = actions(BotKind::Explorer, 2, 500);
    let whole = played(2, &actions).recording();
    for cut in [0, 1, 63, 64, 65, 200, actions.len()] {
        let run = played(2, &actions[..cut]);
        let mut again = Run::load(run.recording(), content()).unwrap();
        let mut game = run.game().clone();
        for action in &actions[cut..] {
            again.apply(*action, &mut Vec::new()).unwrap();
            game.apply(*action, &mut Vec::new()).unwrap();
        }
        assert_eq!(again.game().digest(), game.digest());
        // It was put down once, and is the same run.
        assert_eq!(again.recording().id(), whole.id(), "cut at {cut}");
        assert_eq!(again.recording().standing(), whole.standing());
    }
}

#[test]
fn the_first_turn_that_differs_is_named() {
    let text = waited(200).to_string();
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[1].starts_with(".*64 =") && lines[1].contains(" @64,1,"));
    let second = lines[2];
    assert!(second.starts_with(".*64 =") && second.contains(" @128,1,"));
    // Another move between turn 64 and 128.
    let changed = divergence(&text, second, &second.replacen(".*64", ".*63 dc1", 1));
    let Divergence::State {
        turn,
        number,
        since,
        ..
    } = &changed
    else {
        panic!("{changed}");
    };
    assert_eq!((*turn, *number, *since), (128, 128, 64));
    let said = changed.to_string();
    assert!(
        said.contains("turn 128, move 128: the state differs"),
        "{said}"
    );
    assert!(said.contains("at turn 64 it was still the same"), "{said}");
    // One that is refused.
    let refused = divergence(&text, second, &second.replacen(".*64", ".*9 dz1 .*54", 1));
    let said = refused.to_string();
    assert!(
        said.contains("turn 73, move 74: \"dz1\" was done"),
        "{said}"
    );
    // A digest that comes too late or too early, or belongs to another turn.
    for other in [
        second.replacen(".*64", ".*65", 1),
        second.replacen(".*64", ".*63", 1),
        second.replacen("@128", "@127", 1),
        format!("{second}\n{second}"),
    ] {
        let wrong = divergence(&text, second, &other);
        assert!(
            matches!(
                wrong,
                Divergence::State {
                    since: 64 | 128,
                    ..
                }
            ),
            "{other}: {wrong}"
        );
    }
    // One that is missing proves nothing, and the next one does.
    let missing = sealed(&text.replacen(second, second.split_once(" =").unwrap().0, 1));
    let error = missing.parse::<Recording>().unwrap_err().to_string();
    assert!(error.contains("where the run stands"), "{error}");
    // Another end.
    let died = divergence(&text, ".*8 =", ".*8 end died =");
    let said = died.to_string();
    assert!(
        said.contains("turn 200 as playing, and was recorded as died"),
        "{said}"
    );
    let more = divergence(&text, ".*8 =", ".*9 =");
    assert!(
        matches!(more, Divergence::State { since: 192, .. }),
        "{more}"
    );
}

#[test]
fn what_another_program_recorded_is_refused() {
    let text = new_run(12).recording().to_string();
    let generation = format!("generation {GENERATION_VERSION}");
    let other = divergence(&text, &generation, "generation 77");
    assert_eq!(other, Divergence::Generation { found: 77 });
    let rules = format!("rules {RULES_VERSION}");
    let other = divergence(&text, &rules, "rules 77");
    assert_eq!(other, Divergence::Rules { found: 77 });
    assert!(
        other
            .to_string()
            .contains("with rules version 77 can play it"),
        "{other}"
    );
    let digest = format!("content {:016x}", content().digest());
    let other = divergence(&text, &digest, "content 0123456789abcdef");
    let said = other.to_string();
    assert!(
        said.contains("of digest 0123456789abcdef; the content given has"),
        "{said}"
    );
    assert!(matches!(
        divergence(&text, "plus 0", "plus 99"),
        Divergence::Game(_)
    ));
}

#[test]
fn what_is_no_recording_is_refused_with_line_and_column() {
    let text = explorer(13, 100).recording().to_string();
    let refused = |changed: &str| changed.parse::<Recording>().unwrap_err().to_string();
    let change = |from: &str, to: &str| {
        assert!(text.contains(from), "{from} is not in\n{text}");
        refused(&sealed(&text.replacen(from, to, 1)))
    };
    let last = text.lines().last().unwrap().to_owned();
    let first = text.lines().nth(1).unwrap().split(' ').next().unwrap();
    let with = |word: &str| change(&last, &format!("{word} {last}"));
    let moves = format!(".*{MAX_MOVES}");
    for (said, expected) in [
        (refused(""), "line 1, column 1: this is not a recorded run"),
        (
            refused("undercroft\n"),
            "line 1, column 1: this is not a recorded run",
        ),
        (
            change("recording 3", "recording 4"),
            "line 1, column 22: the recording has format 4, and this program reads format 3",
        ),
        (
            change("generation ", "generation x"),
            "line 1, column 35: \"x",
        ),
        (change("rules ", "rules x"), "\"x"),
        (change("content ", "content z"), "\"z"),
        (
            change("seed 13", "seed 18446744073709551616"),
            "\"18446744073709551616\"",
        ),
        (change("seed 13", "seed -1"), "\"-1\""),
        (
            change("seed", "sed"),
            "\"seed\" and its value should stand here",
        ),
        (change("plus 0", "plus 256"), "\"256\""),
        (
            change("plus 0", "plus 0 more"),
            "nothing should follow the setup",
        ),
        (change(first, "k"), "line 2, column 1: \"k\" is not a move"),
        (with(".*0"), "at least once"),
        (with(".*4294967296"), "\"4294967296\""),
        (with(&moves), "a recording has at most 1000000 moves"),
        (with("=0"), "is not a digest"),
        (with("~x"), "is not a number of milliseconds"),
        (with("@1,2,3"), "is not a number for full health"),
        (with("@1,2,3,4,5"), "nothing should follow the full health"),
        (with("end lost"), "\"lost\" is not an end"),
        (with("end playing"), "\"playing\" is not an end"),
        (
            refused(&sealed(&format!(
                "{text}end died @100,1,0,9\n. @101,1,0,9\n"
            ))),
            "nothing should follow the end",
        ),
        (
            refused(&text.replacen(first, "s", 1)),
            "is not its length and checksum",
        ),
        (refused(&text[..text.len() - 3]), "cut short"),
    ] {
        assert!(said.contains(expected), "{expected} is not in: {said}");
    }
}

#[test]
fn what_is_changed_in_a_recording_is_noticed_at_once() {
    let text = explorer(14, 90).recording().to_string();
    let sound: Recording = text.parse().unwrap();
    for bit in 0..text.len() * 8 {
        let mut bytes = text.clone().into_bytes();
        bytes[bit / 8] ^= 1 << (bit % 8);
        let changed = String::from_utf8_lossy(&bytes);
        match changed.parse::<Recording>() {
            // What ends a line may do so in another way.
            Ok(recording) => assert_eq!(recording, sound, "{changed}"),
            Err(error) => {
                let lines = text[..bit / 8].matches('\n').count() + 1;
                assert!(error.line >= lines, "bit {bit}: {error}");
                assert!(error.line <= lines + 1, "bit {bit}: {error}");
            }
        }
    }
    // A record that is missing, and two that changed places.
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines.len() > 2);
    let without = [&lines[..1], &lines[2..]].concat().join("\n");
    let swapped = [lines[0], lines[2], lines[1]].join("\n");
    for changed in [without, swapped] {
        let error = changed.parse::<Recording>().unwrap_err();
        assert!(
            error.line == 2 && error.reason.contains("missing"),
            "{error}"
        );
    }
}

#[test]
fn a_playback_goes_to_any_turn() {
    let (seed, actions) = long(1200);
    let run = played(seed, &actions);
    let mut playback = Playback::new(run.recording(), content()).unwrap();
    assert_eq!((playback.position(), playback.game().turns()), (0, 0));
    assert_eq!(playback.length(), actions.len() as u64);
    // What the run was like after each action.
    let mut digests = vec![playback.game().digest()];
    let mut turns = vec![0];
    let (mut direct, mut events, mut same) = (new_run(seed), Vec::new(), Vec::new());
    for action in &actions {
        events.clear();
        same.clear();
        direct.apply(*action, &mut events).unwrap();
        assert_eq!(playback.step(&mut same).unwrap(), Some(*action));
        assert_eq!(events, same);
        digests.push(playback.game().digest());
        turns.push(playback.game().turns());
        assert_eq!(digests.last(), Some(&direct.game().digest()));
    }
    assert!(playback.is_at_end());
    assert_eq!(playback.step(&mut events), Ok(None));
    // Backwards, forwards, past the end.
    for turn in [1199, 0, 700, 701, 699, 64, 63, 1, 1000, 5000, 256, 257, 255] {
        playback.seek(turn).unwrap();
        let at = turns
            .partition_point(|passed| *passed < turn)
            .min(actions.len());
        assert_eq!(playback.position(), at as u64, "turn {turn}");
        assert_eq!(playback.game().digest(), digests[at], "turn {turn}");
    }
    let end = actions.len() as u64;
    for position in [end, end - 1, 0, 3, 2, 1, 300, 299, end + 9] {
        playback.seek_action(position).unwrap();
        let at = position.min(end);
        assert_eq!(playback.position(), at);
        assert_eq!(playback.game().digest(), digests[at as usize]);
    }
    // A fresh one goes forwards at once.
    let mut playback = Playback::new(run.recording(), content()).unwrap();
    playback.seek(900).unwrap();
    assert!(playback.game().turns() >= 900);
}

#[test]
fn a_playback_stops_at_what_differs_and_can_go_back() {
    let text = waited(200).to_string();
    let third = text.lines().nth(3).unwrap();
    let changed = sealed(&text.replacen(third, &third.replacen(".*64", ".*32 dc1 .*31", 1), 1));
    assert_ne!(changed, text);
    let mut playback = Playback::new(read(&changed), content()).unwrap();
    playback.seek(191).unwrap();
    let mut events: Vec<GameEvent> = Vec::new();
    let error = playback.step(&mut events).unwrap_err();
    assert!(
        matches!(
            error,
            Divergence::State {
                turn: 192,
                since: 128,
                ..
            }
        ),
        "{error}"
    );
    assert_eq!(playback.step(&mut events).unwrap_err(), error);
    assert_eq!(playback.seek(200).unwrap_err(), error);
    playback.seek(100).unwrap();
    assert_eq!(playback.game().turns(), 100);
    assert_eq!(playback.step(&mut events), Ok(Some(Action::Wait.into())));
}

#[test]
fn a_refused_action_is_not_written() {
    let mut run = new_run(16);
    let before = run.recording();
    for dir in Dir::ALL {
        let _ = run.apply(Action::Feel { dir }, &mut Vec::new());
    }
    assert_eq!(run.recording(), before);
}

#[test]
fn the_day_of_a_daily_stands_in_its_recording_and_changes_nothing_else() {
    let day = Daily::of_day(20_781).unwrap();
    let daily = Setup::daily(day, content());
    let play = |setup: Setup| {
        let mut run = Run::new(setup).unwrap();
        for _ in 0..70 {
            let _ = run.apply(Action::Wait, &mut Vec::new());
        }
        run
    };
    let run = play(daily);
    let ordinary = play(Setup {
        daily: None,
        ..daily
    });
    assert_eq!(run.game().digest(), ordinary.game().digest());
    assert_eq!(ordinary.game().daily(), None);
    let text = run.recording().to_string();
    let head = sealed(&text.replacen(" daily 2026-11-24", "", 1));
    assert_eq!(
        head,
        ordinary.recording().to_string(),
        "the only difference"
    );
    assert_ne!(run.recording().id(), ordinary.recording().id());
    assert_eq!(
        read(&text).verify(content()).unwrap().daily(),
        Some(day),
        "as it is watched"
    );
    let saved = Run::load(run.recording(), content()).unwrap();
    assert_eq!(
        (saved.game().daily(), saved.recording()),
        (Some(day), run.recording())
    );
}

#[test]
fn what_made_a_run_practice_stands_in_its_recording_for_good() {
    for (why, mark) in [
        (Practice::Restored, "restored"),
        (Practice::Reloaded, "reloaded"),
    ] {
        let mut run = new_run(7);
        let wait = |run: &mut Run| run.apply(Action::Wait, &mut Vec::new()).unwrap();
        wait(&mut run);
        assert_eq!(run.game().practice(), None);
        run.mark_practice(why);
        wait(&mut run);
        let mut saved = Run::load(run.recording(), content()).unwrap();
        wait(&mut saved);
        assert_eq!(saved.game().practice(), Some(why));
        let text = saved.recording().to_string();
        assert!(text.contains(&format!("\npractice {mark} :")), "{text}");
        let game = read(&text).verify(content()).unwrap();
        assert_eq!(game.practice(), Some(why));
        assert!(game.result().contains("seed 7, practice: "));
    }
    let training = Run::new(Setup::training().unwrap()).unwrap();
    assert_eq!(training.game().practice(), Some(Practice::Training));
}

#[test]
fn a_recording_is_the_same_whenever_it_was_put_away() {
    let replay = waited(70);
    let time = Recorded::at(1_795_642_999);
    let stamped = replay.clone().with_time(time);
    let text = stamped.to_string();
    assert!(text.contains("\nrecorded 2026-11-25 21:43 :"), "{text}");
    assert_eq!(read(&text), stamped);
    assert_eq!(stamped.id(), replay.id());
    let summary = Summary::read(&text, &text).unwrap();
    assert_eq!((summary.recorded, summary.daily), (Some(time), None));
    assert_eq!(summary.standing, replay.standing());
}

#[test]
fn a_summary_needs_only_the_ends_of_a_text() {
    let mut run = explorer(3, 200);
    run.apply(Action::GiveUp, &mut Vec::new()).unwrap();
    let recording = run.recording().with_time(Recorded::at(1_795_642_999));
    let text = recording.to_string();
    let head = text.lines().next().unwrap();
    let (expected, standing) = (Summary::of(run.game()), recording.standing());
    for tail in [&text, &text[text.len() - 200..], &text[..text.len() - 3]] {
        let summary = Summary::read(head, tail).unwrap();
        assert_eq!((summary.end, summary.standing), (End::GaveUp, standing));
        let bare = Summary {
            recorded: None,
            ..summary
        };
        assert_eq!(bare, expected);
    }
    let begun = Summary::read(head, head).unwrap();
    assert_eq!((begun.end, begun.standing), (End::Playing, None));
}

#[test]
fn wrong_words_about_the_day_and_the_time_are_named() {
    let text = new_run(497_456_680).recording().to_string();
    let with = |words: &str, line: &str| {
        sealed(&(text.replacen("plus 0", &format!("plus 0{words}"), 1) + line))
    };
    read(&with(" daily 2026-11-24", "recorded 1970-01-01 00:00"));
    for (words, line, error) in [
        (
            " daily 2026-11-25",
            "",
            "this is not the daily run of 2026-11-25",
        ),
        (" daily 2026-11-31", "", "\"2026-11-31\" is not a date"),
        (" daily today", "", "\"today\" is not a date"),
        (
            "",
            "practice other-rules",
            "line 2, column 10: \"other-rules\" should be restored or",
        ),
        (
            "",
            "recorded 2026-11-24",
            "line 2, column 10: \"2026-11-24 \" is not a time such as",
        ),
        ("", "recorded 2026-11-24 24:00", "is not a time"),
        ("", "recorded 2026-11-24 7:05", "is not a time"),
        ("", "recorded 2026-11-24 99999:99999", "is not a time"),
    ] {
        let found = with(words, line).parse::<Recording>();
        let found = found.unwrap_err().to_string();
        assert!(found.contains(error), "{words}{line}: {found}");
    }
}

#[test]
fn a_replay_of_the_training_can_be_played_from_any_turn_with_the_content_of_other_runs() {
    let mut run = Run::new(Setup::training().unwrap()).unwrap();
    for _ in 0..60 {
        run.apply(Action::Wait, &mut Vec::new()).unwrap();
    }
    let mut playback = Playback::new(run.recording(), content()).unwrap();
    for turn in [50, 10, 60, 0] {
        playback.seek(turn).unwrap();
        assert_eq!(playback.game().turns(), turn);
    }
    playback.seek_action(30).unwrap();
    assert!(playback.game().is_training());
}
