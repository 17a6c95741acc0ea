//! A save is the recording so far, to which every move is appended: whatever is left of it can be continued.

use undercroft_core::bot::BotKind;
use undercroft_core::game::content::{Content, FILES};
use undercroft_core::game::record::{Damage, Divergence, Playback, Recording};
use undercroft_core::game::{Action, Command, Outcome, Practice, Run, Setup};
use undercroft_core::rng::{Seed, Stream};

use super::{actions, content, long, new_run, played, sealed};

/// A run as it is saved move by move, and its state after each record.
fn saved(seed: u64, actions: &[Command]) -> (Run, String, Vec<u64>) {
    let mut run = new_run(seed);
    let mut text = run.write();
    let mut digests = vec![run.game().digest()];
    for action in actions {
        run.pass(17);
        run.apply(*action, &mut Vec::new()).unwrap();
        let record = run.take_unsaved();
        assert_eq!(record.matches('\n').count(), 1, "{record}");
        text += &record;
        digests.push(run.game().digest());
    }
    (run, text, digests)
}

fn load(text: &str) -> (Run, Option<Damage>) {
    let (recording, damage) = Recording::read(text).unwrap();
    (Run::load(recording, content()).unwrap(), damage)
}

#[test]
fn a_long_run_is_loaded_as_it_was_saved_and_has_the_same_future() {
    let (seed, actions) = long(2000);
    let (run, text, digests) = saved(seed, &actions);
    for cut in (0..actions.len()).step_by(211) {
        let end = text.match_indices('\n').nth(cut).unwrap().0;
        let (mut branch, damage) = load(&text[..=end]);
        assert_eq!(damage, None);
        assert_eq!(branch.game().digest(), digests[cut]);
        for (action, digest) in actions[cut..].iter().zip(&digests[cut + 1..]).take(200) {
            branch.apply(*action, &mut Vec::new()).unwrap();
            assert_eq!(branch.game().digest(), *digest, "{seed}, from {cut}");
        }
    }
    let (mut whole, _) = load(&text);
    assert!(whole.game().turns() >= 2000 && whole.game().depth() > 1);
    assert_eq!(whole.recording(), run.recording());
    assert_eq!(whole.recording().millis(), 17 * actions.len() as u64);
    // Written again, it is the same in fewer records, and can be appended to.
    let mut shorter = whole.write();
    assert!(shorter.lines().count() * 10 < text.lines().count());
    whole.apply(Action::Wait, &mut Vec::new()).unwrap();
    shorter += &whole.take_unsaved();
    assert_eq!(load(&shorter).0.recording(), whole.recording());
}

#[test]
fn every_prefix_of_a_save_is_loaded_with_at_most_one_move_lost() {
    let (_, text, digests) = saved(5, &actions(BotKind::Explorer, 5, 120));
    let first = text.find('\n').unwrap() + 1;
    for length in 0..text.len() {
        let prefix = &text[..length];
        if length < first - 1 {
            let error = Recording::read(prefix).unwrap_err();
            assert_eq!(error.line, 1, "{error}");
            continue;
        }
        let (recording, damage) = Recording::read(prefix).unwrap();
        let whole = text[..length + 1].matches('\n').count() - 1;
        assert_eq!(recording.count(), whole as u64, "{length}");
        let is_whole = prefix.ends_with('\n') || text.as_bytes()[length] == b'\n';
        assert_eq!(damage.is_none(), is_whole, "{length}");
        if let Some(damage) = damage {
            assert!(damage.is_cut && damage.moves <= 1, "{length}: {damage:?}");
        }
        if length % 97 == 0 {
            let run = Run::load(recording, content()).unwrap();
            assert_eq!(run.game().digest(), digests[whole], "{length}");
        }
    }
}

#[test]
fn what_stands_before_damage_is_loaded_and_what_is_lost_is_counted() {
    let actions = actions(BotKind::Explorer, 5, 120);
    let (_, text, digests) = saved(5, &actions);
    let lines: Vec<&str> = text.lines().collect();
    for at in [1, 2, 40, lines.len() - 1] {
        let mut changed = lines.clone();
        let other = changed[at].replacen(':', ";", 1);
        changed[at] = &other;
        let (run, damage) = load(&changed.join("\n"));
        assert_eq!(run.game().digest(), digests[at - 1]);
        let damage = damage.unwrap();
        assert_eq!(damage.error.line, at + 1);
        assert_eq!(damage.moves, (lines.len() - at) as u64, "{damage:?}");
        assert_eq!(damage.is_cut, at == lines.len() - 1);
    }
}

#[test]
fn the_run_up_to_the_last_equal_digest_is_offered() {
    let actions = actions(BotKind::Explorer, 5, 300);
    let (_, text, digests) = saved(5, &actions);
    let lines: Vec<&str> = text.lines().collect();
    let marked: Vec<usize> = (0..lines.len())
        .filter(|line| lines[*line].contains('='))
        .collect();
    let (last, before) = (marked[3], marked[2]);
    // A digest that differs, and a move that is refused.
    let digest = lines[last].split('=').nth(1).unwrap().split(' ').next();
    let differs = lines[last].replacen(digest.unwrap(), "0123456789abcdef", 1);
    let refused = format!("dz1 {}", lines[last]);
    for (changed, is_refusal) in [(differs, false), (refused, true)] {
        let mut lines = lines.clone();
        lines[last] = &changed;
        let recording: Recording = sealed(&lines.join("\n")).parse().unwrap();
        let mut playback = Playback::new(recording, content()).unwrap();
        let error = playback.seek_action(u64::MAX).unwrap_err();
        assert_eq!(matches!(error, Divergence::Refused { .. }), is_refusal);
        let sound = playback.sound_part();
        assert_eq!(sound.count(), before as u64);
        let run = Run::load(sound, content()).unwrap();
        assert_eq!(run.game().digest(), digests[before]);
    }
}

#[test]
fn a_run_that_has_ended_is_loaded_as_it_ended() {
    let died = |seed: &u64| {
        let run = played(*seed, &actions(BotKind::Random, *seed, 3000));
        matches!(run.game().outcome(), Outcome::Died { .. })
    };
    let seed = (1..50).find(died).unwrap();
    let (mut run, text, _) = saved(seed, &actions(BotKind::Random, seed, 3000));
    assert!(text.lines().last().unwrap().contains(" end died "));
    let (again, damage) = load(&text);
    assert_eq!(damage, None);
    assert_eq!(again.game().outcome(), run.game().outcome());
    assert_eq!(again.recording(), run.recording());
    run.put_down();
    assert_eq!(run.take_unsaved(), "", "its digest is recorded");
}

#[test]
fn where_a_run_is_put_down_is_recorded_once() {
    let (mut run, mut text, _) = saved(6, &actions(BotKind::Explorer, 6, 30));
    run.put_down();
    let record = run.take_unsaved();
    assert!(record.starts_with('='), "{record}");
    run.put_down();
    assert_eq!(run.take_unsaved(), "");
    text += &record;
    let (again, damage) = load(&text);
    assert_eq!((again.recording(), damage), (run.recording(), None));
    let mut fresh = new_run(6);
    fresh.put_down();
    assert_eq!(fresh.take_unsaved(), fresh.write());
    fresh.mark_practice(Practice::Restored);
    fresh.mark_practice(Practice::Reloaded);
    assert!(fresh.take_unsaved().starts_with("practice restored :"));
}

#[test]
fn every_action_of_other_bots_is_saved_and_loaded() {
    for (kind, seed) in [(BotKind::Random, 3), (BotKind::Chaos, 4)] {
        let (run, text, _) = saved(seed, &actions(kind, seed, 300));
        assert!(
            run.game().actions() > 100,
            "{kind:?} dies early: choose another seed"
        );
        assert_eq!(load(&text).0.recording(), run.recording());
    }
}

#[test]
fn a_run_of_other_content_is_loaded_with_that_content_alone() {
    let mut files = FILES;
    let rules = files[3].1.replace("health: 40,", "health: 80,");
    files[3].1 = &rules;
    let other: &'static Content = Box::leak(Box::new(Content::read(files).unwrap()));
    let run = Run::new(Setup::with_content(Seed(7), other)).unwrap();
    assert_eq!(run.game().view().player().health, 80);
    let again = Run::load(run.recording(), other).unwrap();
    assert_eq!(again.game().digest(), run.game().digest());
    let error = Run::load(run.recording(), content()).map(drop).unwrap_err();
    let digest = other.digest();
    assert!(
        matches!(error, Divergence::Content { found, .. } if found == digest),
        "{error}"
    );
}

/// Recordings that were changed and sealed again are loaded or refused, with the move at which they differ.
#[test]
fn changed_recordings_are_loaded_or_refused_by_their_moves() {
    let sources: Vec<String> = (1..4)
        .map(|seed| played(seed, &actions(BotKind::Explorer, seed, 120)))
        .map(|run| run.recording().to_string())
        .collect();
    let mut stream = Stream::new(37, 1);
    let content = content();
    let (mut loaded, mut refused) = (0, 0);
    for number in 0..crate::trial::amount(700, 100_000) {
        let source = &sources[stream.below(3) as usize];
        let mut words: Vec<&str> = source.split(' ').collect();
        for _ in 0..=stream.below(3) {
            // Mostly after the setup.
            let first = if stream.below(9) == 0 { 0 } else { 16 };
            let count = words.len() as u32 - first;
            let [at, from] = [(); 2].map(|()| (first + stream.below(count)) as usize);
            match stream.below(4) {
                0 => drop(words.remove(at)),
                1 => words.insert(at, words[from]),
                2 => words.swap(at, from),
                _ => {
                    words[at] = ["x*70", ">", "mn", "R3+", "Q", "vb@1,1!", "~9", "end won"]
                        [stream.below(8) as usize]
                }
            }
        }
        let text = sealed(&words.join(" "));
        match Recording::read(&text) {
            Err(error) => assert!(error.line == 1, "{number}: {error}"),
            Ok((recording, damage)) => {
                refused += u32::from(damage.is_some());
                let count = recording.count();
                match Run::load(recording, content) {
                    Ok(run) => {
                        loaded += 1;
                        assert_eq!(run.game().actions(), count, "{number}");
                    }
                    Err(error) => {
                        refused += 1;
                        let said = error.to_string();
                        let named = ["move ", "the run stands", "version", "content", "New Game"];
                        assert!(named.iter().any(|part| said.contains(part)), "{said}");
                    }
                }
            }
        }
    }
    println!("{loaded} loaded, {refused} refused");
    assert!(loaded > 10 && refused > 500, "{loaded}, {refused}");
}
