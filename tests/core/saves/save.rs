//! What is saved goes on as it was, and what is no save is refused.

use undercroft::GENERATION_VERSION;
use undercroft::bot::BotKind;
use undercroft::game::content::{Content, FILES};
use undercroft::game::save::{self, SaveError};
use undercroft::game::{GameError, Outcome, Run, Setup};
use undercroft::rng::Seed;
use undercroft::seal::SealError;
use xxhash_rust::xxh3::xxh3_64;

use super::{actions, long, new_run, played};

/// The same bytes with length and checksum made right.
pub fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let length = (bytes.len() - 24) as u64;
    let checksum = xxh3_64(&bytes[24..]);
    bytes[8..16].copy_from_slice(&length.to_le_bytes());
    bytes[16..24].copy_from_slice(&checksum.to_le_bytes());
    bytes
}

fn refusal(bytes: &[u8]) -> SaveError {
    let refusal = Run::from_bytes(bytes).map(|run| run.game().digest());
    let error = refusal.unwrap_err();
    assert_eq!(save::from_bytes(bytes).unwrap_err(), error);
    error
}

#[test]
fn each_turn_of_a_long_run_is_loaded_as_it_was_saved_and_has_the_same_future() {
    let (seed, actions) = long(2000);
    let mut run = new_run(seed);
    // Loaded anew each turn.
    let mut other = new_run(seed);
    // Loaded once, and played on for a while.
    let mut branches: Vec<(u64, Run)> = Vec::new();
    let (mut events, mut same) = (Vec::new(), Vec::new());
    for (index, action) in actions.into_iter().enumerate() {
        let bytes = run.to_bytes();
        other = Run::from_bytes(&bytes).unwrap();
        assert_eq!(other.game().digest(), run.game().digest());
        assert_eq!(other.game().doing(), run.game().doing());
        assert!(index % 50 > 0 || other.to_bytes() == bytes);
        if index % 100 == 0 {
            branches.push((run.game().turns() + 200, other.clone()));
        }
        events.clear();
        same.clear();
        run.apply(action, &mut events).unwrap();
        other.apply(action, &mut same).unwrap();
        assert_eq!(events, same, "after {} turns", run.game().turns());
        let digest = run.game().digest();
        assert_eq!(other.game().digest(), digest);
        branches.retain_mut(|(until, branch)| {
            same.clear();
            branch.apply(action, &mut same).unwrap();
            assert_eq!(branch.game().digest(), digest, "{seed} until {until}");
            run.game().turns() < *until
        });
    }
    assert!(run.game().turns() >= 2000 && run.game().depth() > 1);
    assert_eq!(run.replay(), other.replay());
}

#[test]
fn every_action_of_other_bots_can_be_saved_after() {
    for (kind, seed) in [(BotKind::Random, 3), (BotKind::Chaos, 4)] {
        let mut run = new_run(seed);
        for action in actions(kind, seed, 300) {
            run = Run::from_bytes(&run.to_bytes()).unwrap();
            run.apply(action, &mut Vec::new()).unwrap();
        }
        assert!(
            run.game().actions() > 100,
            "{kind:?} dies early: choose another seed"
        );
    }
}

#[test]
fn a_run_that_has_ended_is_loaded_as_it_ended() {
    let seed = (1..50).find(|seed| {
        let run = played(*seed, &actions(BotKind::Random, *seed, 3000));
        run.game().outcome() != Outcome::Playing
    });
    let seed = seed.unwrap();
    let run = played(seed, &actions(BotKind::Random, seed, 3000));
    let again = Run::from_bytes(&run.to_bytes()).unwrap();
    assert_eq!(again.game().outcome(), run.game().outcome());
    assert_eq!(again.replay(), run.replay());
}

#[test]
fn a_save_that_is_cut_is_refused_at_every_length() {
    let bytes = played(5, &actions(BotKind::Explorer, 5, 300)).to_bytes();
    assert_eq!(refusal(&[]), SaveError::Sealed(SealError::Empty));
    for length in 1..bytes.len() {
        let error = refusal(&bytes[..length]);
        assert!(
            matches!(error, SaveError::Sealed(SealError::Truncated { found, .. }) if found == length as u64),
            "{length}: {error}"
        );
    }
    let mut longer = bytes.clone();
    longer.push(0);
    let found = bytes.len() as u64 + 1;
    let too_long = SealError::TooLong {
        found,
        expected: found - 1,
    };
    assert_eq!(refusal(&longer), SaveError::Sealed(too_long));
    let text = refusal(&bytes[..1000]).to_string();
    let expected = format!("cut short: it has 1000 of {} bytes", bytes.len());
    assert!(text.contains(&expected), "{text}");
}

#[test]
fn a_save_with_any_bit_flipped_is_refused() {
    let mut bytes = played(5, &actions(BotKind::Explorer, 5, 300)).to_bytes();
    // The first 4096, and then one a byte.
    let first = 0..4096;
    let rest = (512..bytes.len()).map(|byte| byte * 8 + byte % 8);
    for bit in first.chain(rest) {
        bytes[bit / 8] ^= 1 << (bit % 8);
        let error = refusal(&bytes);
        match bit / 64 {
            0 => assert_eq!(error, SaveError::Sealed(SealError::NotASave)),
            1 => assert!(matches!(
                error,
                SaveError::Sealed(SealError::Truncated { .. } | SealError::TooLong { .. })
            )),
            _ => assert_eq!(error, SaveError::Sealed(SealError::Damaged)),
        }
        bytes[bit / 8] ^= 1 << (bit % 8);
    }
    assert!(Run::from_bytes(&bytes).is_ok());
}

#[test]
fn a_run_of_other_content_is_loaded_with_that_content_alone() {
    let mut files = FILES;
    let rules = files[3].1.replace("health: 40,", "health: 80,");
    files[3].1 = &rules;
    let content: &'static Content = Box::leak(Box::new(Content::read(files).unwrap()));
    let run = Run::new(Setup::with_content(Seed(7), content)).unwrap();
    assert_eq!(run.game().view().player().health, 80);
    let bytes = run.to_bytes();
    let again = Run::from_bytes_with(&bytes, content).unwrap();
    assert_eq!(again.game().digest(), run.game().digest());
    let error = refusal(&bytes);
    assert!(
        matches!(error, SaveError::Game(GameError::OtherContent { found, .. }) if found == content.digest()),
        "{error}"
    );
}

#[test]
fn what_another_version_wrote_is_told_from_damage() {
    let bytes = new_run(6).to_bytes();
    let with = |at: usize, part: &[u8]| {
        let mut bytes = bytes.clone();
        bytes[at..at + part.len()].copy_from_slice(part);
        refusal(&sealed(bytes))
    };
    let newer = with(24, &9_u32.to_le_bytes());
    let expected = SealError::NewerFormat {
        found: 9,
        newest: save::FORMAT,
    };
    assert_eq!(newer, SaveError::Sealed(expected));
    assert!(newer.to_string().contains("newer version"), "{newer}");
    assert_eq!(
        with(24, &[0; 4]),
        SaveError::Sealed(SealError::UnknownFormat(0))
    );
    let other = with(28, &99_u32.to_le_bytes());
    let expected = format!("generation version 99, and this program has {GENERATION_VERSION}");
    assert!(other.to_string().contains(&expected), "{other}");
    let other = with(32, &99_u32.to_le_bytes());
    assert_eq!(other, SaveError::Rules { found: 99 });
    assert!(other.to_string().contains("rules version 99"), "{other}");
    // Format 1 had one version for both.
    let mut older = bytes.clone();
    older.drain(32..36);
    older[24..28].copy_from_slice(&1_u32.to_le_bytes());
    older[28..32].copy_from_slice(&7_u32.to_le_bytes());
    undercroft::seal::seal(&mut older);
    assert_eq!(refusal(&older), SaveError::Rules { found: 7 });
    let content = with(36, &[0; 8]).to_string();
    assert!(content.contains("of digest 0000000000000000;"), "{content}");
    for text in ["hello, this is a letter", "\n", "\u{89}PNG"] {
        assert_eq!(
            refusal(text.as_bytes()),
            SaveError::Sealed(SealError::NotASave)
        );
    }
}

#[test]
fn a_save_knows_its_own_recording() {
    let run = played(7, &actions(BotKind::Explorer, 7, 100));
    let bytes = run.to_bytes();
    // Without one, the run goes on but cannot be watched.
    let bare = save::to_bytes(run.game());
    assert_eq!(Run::from_bytes(&bare).unwrap_err(), SaveError::NoRecording);
    let game = save::from_bytes(&bare).unwrap();
    assert_eq!(game.digest(), run.game().digest());
    assert_eq!(save::from_bytes(&bytes).unwrap().digest(), game.digest());
    let recorded = |recording: &str| {
        let mut bytes = bare.clone();
        bytes.extend(recording.as_bytes());
        Run::from_bytes(&sealed(bytes)).map(|run| run.to_bytes())
    };
    assert_eq!(recorded(&run.replay().to_string()), Ok(bytes));
    for other in [
        new_run(7),
        played(7, &actions(BotKind::Explorer, 7, 50)),
        played(8, &actions(BotKind::Explorer, 8, 100)),
    ] {
        let error = recorded(&other.replay().to_string()).unwrap_err();
        assert!(matches!(error, SaveError::WrongRecording(_)), "{error}");
    }
    let error = recorded("undercroft replay 1\nnonsense\n").unwrap_err();
    assert!(error.to_string().contains("line 2, column 1"), "{error}");
}
