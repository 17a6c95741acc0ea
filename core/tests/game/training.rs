//! The training: a run over three drawn levels, which is recorded and saved like any other.

use std::collections::BTreeSet;

use undercroft_core::bot::{BotDriver, BotKind};
use undercroft_core::game::content::{Content, MonsterDef};
use undercroft_core::game::record::Recording;
use undercroft_core::game::{
    Action, ActorId, FightEvent, Game, GameEvent, Outcome, Run, RunEvent, Setup, describe,
    describe_end,
};
use undercroft_core::rng::Seed;

/// The training as the explorer plays it, with what it says; `seen` looks at the run after each action,
/// and at the events of it.
fn play(mut seen: impl FnMut(&Run, &[GameEvent])) -> (Run, Vec<String>) {
    let mut run = Run::new(Setup::training().unwrap()).unwrap();
    let mut bot = BotKind::Explorer.create_bot(Seed(0));
    let mut driver = BotDriver::default();
    let (mut events, mut log) = (Vec::new(), Vec::new());
    while run.game().outcome() == Outcome::Playing && run.game().turns() < 3000 {
        let action = driver.next_action(&mut *bot, run.game());
        events.clear();
        let done = run.apply(action, &mut events);
        driver.report_result(&mut *bot, action, done);
        let content = run.game().content();
        log.extend(events.iter().filter_map(|event| describe(content, event)));
        seen(&run, &events);
    }
    (run, log)
}

#[test]
fn the_training_ends_well_for_the_explorer_and_meets_whom_it_is_about() {
    let mut kinds = BTreeSet::new();
    let (run, log) = play(|run, _| {
        let view = run.game().view();
        let seen = view.actors().filter(|actor| actor.in_sight);
        kinds.extend(seen.map(|actor| actor.kind));
    });
    let game = run.game();
    assert_eq!(game.outcome(), Outcome::Finished, "{log:#?}");
    assert_eq!(
        (game.depth(), describe_end(game)),
        (3, "finished the training".to_owned())
    );
    assert!(
        game.result().starts_with("Undercroft, training: "),
        "{}",
        game.result()
    );
    assert!(game.new_game_plus().is_none());
    let lessons: [fn(&MonsterDef) -> bool; 4] = [
        |def| def.post_reach().is_some(),
        |def| def.abilities.unseen.is_some(),
        |def| def.abilities.splits.is_some(),
        |def| def.abilities.swarms.is_some(),
    ];
    for (number, lesson) in lessons.into_iter().enumerate() {
        let mut seen = kinds.iter().map(|kind| game.content().monster(*kind));
        assert!(seen.any(lesson), "{number} of {kinds:?}");
    }
    for part in [
        "You reach lesson 2. Something is waiting",
        "the vault opens",
        "You have finished the training.",
    ] {
        assert!(
            log.iter().any(|line| line.contains(part)),
            "{part}: {log:#?}"
        );
    }
}

#[test]
fn the_training_is_loaded_and_verified_with_the_content_of_other_runs() {
    let content = Content::embedded().unwrap();
    let mut depths = BTreeSet::new();
    let (run, _) = play(|run, _| {
        if run.game().outcome() == Outcome::Playing && depths.insert(run.game().depth()) {
            let loaded = Run::load(run.recording(), content).unwrap();
            assert_eq!(loaded.game().digest(), run.game().digest());
            assert!(loaded.game().is_training());
        }
    });
    assert_eq!(depths.len(), 3);
    let ended = Run::load(run.recording(), content).unwrap();
    assert_eq!(ended.game().outcome(), Outcome::Finished);
    let replay: Recording = run.recording().to_string().parse().unwrap();
    assert_eq!(replay.end().name(), "finished");
    let again = replay.verify(content).unwrap();
    assert_eq!(again.digest(), run.game().digest());
}

#[test]
fn nobody_attacks_the_player_of_a_training_before_they_have_acted_on_a_level() {
    let mut depths = BTreeSet::from([1]);
    play(|run, arrival| {
        let game = run.game();
        if game.outcome() != Outcome::Playing || !depths.insert(game.depth()) {
            return;
        }
        let (mut game, mut events) = (game.clone(), arrival.to_vec());
        game.apply(Action::Wait, &mut events).unwrap();
        let attacks = |event: &GameEvent| matches!(event, GameEvent::Fight(FightEvent::Hit { at, .. }) | GameEvent::Fight(FightEvent::Missed { at, .. }) if *at == ActorId::PLAYER);
        assert!(!events.iter().any(attacks), "{events:?}");
    });
    assert_eq!(depths.len(), 3);
}

#[test]
fn a_training_counts_lessons_where_other_runs_count_depths() {
    let mut run = Run::new(Setup::training().unwrap()).unwrap();
    assert_eq!(describe_end(run.game()), "in lesson 1");
    run.apply(Action::GiveUp, &mut Vec::new()).unwrap();
    assert_eq!(describe_end(run.game()), "abandoned the run in lesson 1");
}

#[test]
fn each_training_begins_alike_and_no_other_run_is_one() {
    let begun = || Run::new(Setup::training().unwrap()).unwrap();
    assert_eq!(begun().game().digest(), begun().game().digest());
    let other = Run::new(Setup::new(begun().game().seed()).unwrap()).unwrap();
    assert!(begun().game().is_training() && !other.game().is_training());
    assert_ne!(
        begun().game().content().digest(),
        other.game().content().digest()
    );
    let player = begun().game().view().player();
    assert_eq!(player.health, player.max_health);
}

#[test]
fn a_training_that_is_given_up_is_no_finished_one() {
    let mut run = Run::new(Setup::training().unwrap()).unwrap();
    let mut events = Vec::new();
    run.apply(Action::GiveUp, &mut events).unwrap();
    assert_eq!(events, [GameEvent::Run(RunEvent::GaveUp)]);
    assert_eq!(run.game().outcome(), Outcome::GaveUp);
}

#[test]
fn the_training_hides_nothing() {
    for depth in 1..=3 {
        let level = Game::new_level(Setup::training().unwrap(), depth);
        assert_eq!(level.hazards, []);
    }
}
