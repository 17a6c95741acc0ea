//! What was recorded is the same run again, or says where it is not.

use undercroft::bot::BotKind;
use undercroft::game::replay::{
    Divergence, End, INTERVAL, Playback, Recorded, Recorder, Replay, Summary,
};
use undercroft::game::{Action, Daily, GameEvent, Outcome, Practice, Run, Setup};
use undercroft::geom::Dir;
use undercroft::rng::Seed;
use undercroft::{GENERATION_VERSION, RULES_VERSION};

use super::{actions, content, long, new_run, played};

fn explorer(seed: u64, turns: u64) -> Run {
    played(seed, &actions(BotKind::Explorer, seed, turns))
}

fn read(text: &str) -> Replay {
    text.parse()
        .unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// Why a replay in which `from` is changed for `to` is another run.
fn divergence(text: &str, from: &str, to: &str) -> Divergence {
    assert!(text.contains(from), "{from} is not in\n{text}");
    read(&text.replacen(from, to, 1))
        .verify(content())
        .unwrap_err()
}

/// A run in which somebody waits for so many turns and nobody comes.
fn waited(turns: u64) -> Replay {
    let wait = |seed| {
        let mut run = new_run(seed);
        while run.game().turns() < turns {
            run.apply(Action::Wait, &mut Vec::new()).ok()?;
        }
        Some(run.replay())
    };
    (1..50).find_map(wait).unwrap()
}

#[test]
fn a_replay_is_read_as_it_was_written_and_is_the_same_run() {
    for kind in BotKind::ALL {
        for seed in 1..4 {
            let run = played(seed, &actions(kind, seed, 700));
            let replay = run.replay();
            let text = replay.to_string();
            assert!(text.is_ascii());
            let again = read(&text);
            assert_eq!(again, replay);
            assert_eq!(again.count(), run.game().actions());
            let game = again.verify(content()).unwrap();
            assert_eq!(game.digest(), run.game().digest());
            assert_eq!(game.digest(), replay.digest());
            let end = match game.outcome() {
                Outcome::Playing => End::Playing,
                Outcome::Died { .. } => End::Died,
                Outcome::Won => End::Won,
                Outcome::GaveUp => End::GaveUp,
                Outcome::Finished => End::Finished,
            };
            assert_eq!((replay.end(), replay.turns()), (end, game.turns()));
            // A digest each 64 turns.
            let marks = text.matches('=').count() as u64;
            assert_eq!(marks, game.turns() / INTERVAL, "{text}");
        }
    }
}

#[test]
fn a_run_that_was_given_up_leaves_a_recording_like_any_other() {
    let mut run = played(3, &actions(BotKind::Explorer, 3, 100));
    run.apply(Action::GiveUp, &mut Vec::new()).unwrap();
    let replay = run.replay();
    assert_eq!(
        (replay.end(), replay.end().name()),
        (End::GaveUp, "gave-up")
    );
    let again = read(&replay.to_string());
    assert_eq!(again, replay);
    let game = again.verify(content()).unwrap();
    assert_eq!(game.outcome(), Outcome::GaveUp);
    assert_eq!(game.digest(), run.game().digest());
    let saved = Run::from_bytes(&run.to_bytes()).unwrap();
    assert_eq!(saved.game().outcome(), Outcome::GaveUp);
}

#[test]
fn a_recording_goes_on_after_the_run_was_loaded() {
    let actions = actions(BotKind::Explorer, 2, 500);
    let whole = played(2, &actions).replay();
    for cut in [0, 1, 63, 64, 65, 200, actions.len()] {
        let run = played(2, &actions[..cut]);
        let replay = run.replay();
        let mut recorder = Recorder::resume(replay.clone(), run.game()).unwrap();
        assert_eq!(recorder.replay(run.game()), replay);
        let mut game = run.game().clone();
        for action in &actions[cut..] {
            game.apply(*action, &mut Vec::new()).unwrap();
            recorder.record(&game, *action);
        }
        assert_eq!(recorder.finish(&game), whole, "cut at {cut}");
    }
    let run = new_run(2);
    assert!(Recorder::resume(whole, run.game()).is_err());
}

#[test]
fn the_first_turn_that_differs_is_named() {
    let text = waited(200).to_string();
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[6].starts_with(".*64 =64 ") && lines[7].starts_with(".*64 =128 "));
    // Another action between turn 64 and 128.
    let second = lines[7];
    let changed = divergence(&text, second, &second.replacen(".*64", ".*63 dc1", 1));
    let Divergence::State { turn, since, .. } = &changed else {
        panic!("{changed}");
    };
    assert_eq!((*turn, *since), (128, 64));
    let said = changed.to_string();
    assert!(said.contains("turn 128: the state differs"), "{said}");
    assert!(said.contains("at turn 64 it was still the same"), "{said}");
    // One that is refused.
    let refused = divergence(&text, second, &second.replacen(".*64", ".*9 dz1 .*54", 1));
    let said = refused.to_string();
    assert!(said.contains("turn 73: \"dz1\" was done"), "{said}");
    // A digest that is missing, too early, too late, or twice.
    for other in [
        ".*64".to_owned(),
        second.replacen(".*64", ".*65", 1),
        second.replacen(".*64", ".*63", 1),
        format!("{second}\n{}", second.replacen(".*64 ", "", 1)),
    ] {
        let wrong = divergence(&text, second, &other);
        assert!(
            matches!(wrong, Divergence::Checkpoints { turn: 127..=129 }),
            "{other}: {wrong}"
        );
    }
    // Another end.
    let died = divergence(&text, "end playing", "end died");
    let said = died.to_string();
    assert!(
        said.contains("turn 200 as playing, and was recorded as died"),
        "{said}"
    );
    let more = divergence(&text, ".*8\n", ".*9\n");
    assert!(
        matches!(
            more,
            Divergence::State {
                turn: 200,
                since: 192,
                ..
            }
        ),
        "{more}"
    );
}

#[test]
fn what_another_program_recorded_is_refused() {
    let text = new_run(12).replay().to_string();
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
    // Format 1 had one version for both, and says so when it is read.
    let older = text.replacen("replay 2", "replay 1", 1);
    let older: Replay = older
        .replacen(&format!("{rules}\n"), "", 1)
        .parse()
        .unwrap();
    assert_eq!((older.generation(), older.rules()), (7, 7));
    let other = older.verify(content()).unwrap_err();
    assert_eq!(other, Divergence::Rules { found: 7 });
    let digest = format!("content {:016x}", content().digest());
    let other = divergence(&text, &digest, "content 0123456789abcdef");
    let said = other.to_string();
    assert!(
        said.contains("of digest 0123456789abcdef; the content given has"),
        "{said}"
    );
    assert!(matches!(
        divergence(&text, "seed 12", "seed 13"),
        Divergence::State { turn: 0, .. }
    ));
    assert!(matches!(
        divergence(&text, "plus 0", "plus 1"),
        Divergence::State { .. }
    ));
    assert!(matches!(
        divergence(&text, "plus 0", "plus 99"),
        Divergence::Game(_)
    ));
}

#[test]
fn what_is_no_replay_is_refused_with_line_and_column() {
    let text = explorer(13, 100).replay().to_string();
    let refused = |changed: &str| {
        let error = changed.parse::<Replay>().unwrap_err();
        format!("{error}")
    };
    let change = |from: &str, to: &str| {
        assert!(text.contains(from), "{from} is not in\n{text}");
        refused(&text.replacen(from, to, 1))
    };
    for (said, expected) in [
        (refused(""), "line 1, column 1: this is not a replay"),
        (
            refused("undercroft\n"),
            "line 1, column 1: this is not a replay",
        ),
        (
            change("replay 2", "replay 3"),
            "has format 3, and this program reads formats 1 to 2",
        ),
        (
            change("generation ", "generation x"),
            "line 2, column 12: \"x",
        ),
        (change("rules ", "rules x"), "line 3, column 7: \"x"),
        (change("content ", "content z"), "line 4, column 9: \"z"),
        (
            change("seed 13", "seed 18446744073709551616"),
            "line 5, column 6: \"18446744073709551616\"",
        ),
        (change("seed 13", "seed -1"), "line 5, column 6: \"-1\""),
        (change("seed", "sed"), "line 5, column 1"),
        (change("plus 0", "plus 256"), "line 6, column 6: \"256\""),
        (
            change("\nend playing", " k\nend playing"),
            "\"k\" is not an action",
        ),
        (
            change("\nend playing", " .*0\nend playing"),
            "at least once",
        ),
        (
            change("\nend playing", " .*4294967296\nend playing"),
            "\"4294967296\"",
        ),
        (change(" =64 ", " =64 0"), "is not a digest"),
        (change("end playing", "end lost"), "\"lost\" is not an end"),
        (
            refused(&format!("{text}.\n")),
            "nothing should follow the end",
        ),
    ] {
        assert!(said.contains(expected), "{expected} is not in: {said}");
    }
    // Cut anywhere, it is no replay, but for the line end at its end.
    for length in 0..text.len() - 1 {
        let error = text[..length].parse::<Replay>();
        assert!(error.is_err(), "{length}");
    }
}

#[test]
fn a_replay_with_any_bit_flipped_is_refused_or_the_same_run() {
    let replay = explorer(14, 90).replay();
    let text = replay.to_string();
    let (mut refused, mut differ) = (0, 0);
    for bit in 0..text.len() * 8 {
        let mut bytes = text.clone().into_bytes();
        bytes[bit / 8] ^= 1 << (bit % 8);
        let changed = String::from_utf8_lossy(&bytes);
        match changed.parse::<Replay>() {
            Err(_) => refused += 1,
            // Words may differ and mean the same, as eating and using do.
            Ok(changed) => match changed.verify(content()) {
                Ok(game) => assert_eq!(game.digest(), replay.digest(), "{changed}"),
                Err(_) => differ += 1,
            },
        }
    }
    assert!(refused > 700 && differ > 100, "{refused} {differ}");
}

#[test]
fn a_playback_goes_to_any_turn() {
    let (seed, actions) = long(1200);
    let run = played(seed, &actions);
    let mut playback = Playback::new(run.replay(), content()).unwrap();
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
    let mut playback = Playback::new(run.replay(), content()).unwrap();
    playback.seek(900).unwrap();
    assert!(playback.game().turns() >= 900);
}

#[test]
fn a_playback_stops_at_what_differs_and_can_go_back() {
    let text = waited(200).to_string();
    let changed = text.replacen(".*64 =192", ".*32 dc1 .*31 =192", 1);
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
    assert_eq!(playback.step(&mut events), Ok(Some(Action::Wait)));
}

#[test]
fn a_refused_action_is_not_written() {
    let mut run = new_run(16);
    let before = run.replay();
    for dir in Dir::ALL {
        let _ = run.apply(Action::Pull { dir }, &mut Vec::new());
    }
    assert_eq!(run.replay(), before);
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
    let text = run.replay().to_string();
    let head = text.replacen("\ndaily 2026-11-24\n", "\n", 1);
    assert_eq!(head, ordinary.replay().to_string(), "the only difference");
    assert_ne!(run.replay().id(), ordinary.replay().id());
    assert_eq!(
        read(&text).verify(content()).unwrap().daily(),
        Some(day),
        "as it is watched"
    );
    let saved = Run::from_bytes(&run.to_bytes()).unwrap();
    assert_eq!(
        (saved.game().daily(), saved.replay()),
        (Some(day), run.replay())
    );
    // The seed of a date, with which dailies were begun before.
    let before = play(Setup::new(Seed(20_261_124)).unwrap());
    let saved = Run::from_bytes(&before.to_bytes()).unwrap();
    assert_eq!(saved.game().daily(), None);
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
        let mut saved = Run::from_bytes(&run.to_bytes()).unwrap();
        wait(&mut saved);
        assert_eq!(saved.game().practice(), Some(why));
        let text = saved.replay().to_string();
        assert!(
            text.contains(&format!("\nplus 0\npractice {mark}\n")),
            "{text}"
        );
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
    assert!(
        text.contains("\nplus 0\nrecorded 2026-11-25 21:43\n"),
        "{text}"
    );
    assert_eq!(read(&text), stamped);
    assert_eq!(stamped.id(), replay.id());
    let tail = text.lines().next_back().unwrap();
    let summary = Summary::read(&text, tail).unwrap();
    assert_eq!((summary.recorded, summary.daily), (Some(time), None));
}

#[test]
fn wrong_lines_about_the_day_and_the_time_are_named() {
    let text = new_run(497_456_680).replay().to_string();
    let with = |line: &str| text.replacen("plus 0\n", &format!("plus 0\n{line}\n"), 1);
    read(&with("daily 2026-11-24\nrecorded 1970-01-01 00:00"));
    for (line, error) in [
        (
            "daily 2026-11-25",
            "line 7, column 7: this is not the daily run of 2026-11-25",
        ),
        (
            "daily 2026-11-31",
            "line 7, column 7: \"2026-11-31\" is not a date",
        ),
        ("daily today", "\"today\" is not a date"),
        (
            "practice other-rules",
            "line 7, column 10: \"other-rules\" should be restored or",
        ),
        (
            "recorded 2026-11-24",
            "line 7, column 10: \"2026-11-24\" is not a time such as",
        ),
        ("recorded 2026-11-24 24:00", "is not a time"),
        ("recorded 2026-11-24 7:05", "is not a time"),
        ("recorded 2026-11-24 99999:99999", "is not a time"),
        (
            "practice restored\ndaily 2026-11-24",
            "\"daily\" is not an action",
        ),
    ] {
        let found = with(line).parse::<Replay>().unwrap_err().to_string();
        assert!(found.contains(error), "{line}: {found}");
    }
}

#[test]
fn a_replay_of_the_training_can_be_played_from_any_turn_with_the_content_of_other_runs() {
    let mut run = Run::new(Setup::training().unwrap()).unwrap();
    for _ in 0..60 {
        run.apply(Action::Wait, &mut Vec::new()).unwrap();
    }
    let mut playback = Playback::new(run.replay(), content()).unwrap();
    for turn in [50, 10, 60, 0] {
        playback.seek(turn).unwrap();
        assert_eq!(playback.game().turns(), turn);
    }
    playback.seek_action(30).unwrap();
    assert!(playback.game().is_training());
}
