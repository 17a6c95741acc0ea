//! The run behind the menu, played by a bot. Its seed follows from the one on the title, but is another:
//! the picture must not give away the dungeon that the player is about to enter.

use std::time::Duration;

use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use crate::app::frame::Phase;
use crate::app::platform::clock::Wake;
use crate::app::screen::Screen;
use crate::app::seed::TitleSeed;
use crate::app::settings::{Motion, MotionOfMachine, Settings};
use crate::app::stage::{PlayedContent, Run, Watched};
use crate::bot::{BotDriver, Explorer};
use crate::rng::Seed;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnExit(Screen::Title), remove_demo)
        .add_systems(
            Update,
            (start_demo, play_demo)
                .chain()
                .in_set(Screen::Title)
                .in_set(Phase::Tick),
        );
}

/// Turns played before the run is first shown, so that there is something to see.
const HEAD_START: u64 = 150;

/// Turns after which the run starts over.
const MAX_TURNS: u64 = 3000;

/// Time between two actions.
const ACTION_INTERVAL: Duration = Duration::from_millis(160);

/// The same where motion is reduced for want of a graphics card.
const CALM_INTERVAL: Duration = Duration::from_secs(1);

/// The bot, and the seed on the title.
#[derive(Resource)]
struct Demo {
    seed: Seed,
    bot: Explorer,
    driver: BotDriver,
    next_action_at: Duration,
}

impl Demo {
    fn act(&mut self, run: &mut Run) {
        run.follow(&mut self.driver, &mut self.bot);
    }
}

fn remove_demo(mut commands: Commands) {
    commands.remove_resource::<Demo>();
    commands.remove_resource::<Watched>();
}

/// Starts a run when there is none of the seed on the title, or when it has ended or grown too long.
fn start_demo(
    (title, content): (Res<TitleSeed>, Option<Res<PlayedContent>>),
    (demo, watched): (Option<Res<Demo>>, Option<Res<Watched>>),
    mut commands: Commands,
) {
    let goes_on = |run: &Run| run.is_playing() && run.game().turns() < MAX_TURNS;
    let is_same_seed = demo.is_some_and(|demo| demo.seed == title.seed());
    if is_same_seed && watched.is_some_and(|watched| goes_on(&watched.run)) {
        return;
    }
    let Some((demo, mut run)) = begin(title.seed(), content.as_deref()) else {
        return;
    };
    // The effects of these turns are not shown.
    run.take_turns();
    commands.insert_resource(demo);
    commands.insert_resource(Watched { run, whole: false });
}

/// Begins the run of this seed on the title, after its head start: half of it where the bot dies in it, and half of
/// that again, so that the run goes on. `None` if there is no such run.
fn begin(seed: Seed, content: Option<&PlayedContent>) -> Option<(Demo, Run)> {
    let mut head_start = HEAD_START;
    loop {
        let mut run = Run::new(seed.nth(1), content).ok()?;
        let mut demo = Demo {
            seed,
            bot: Explorer::default(),
            driver: BotDriver::default(),
            next_action_at: Duration::ZERO,
        };
        while run.game().turns() < head_start && run.is_playing() {
            demo.act(&mut run);
        }
        if run.is_playing() || head_start == 0 {
            return Some((demo, run));
        }
        head_start /= 2;
    }
}

/// Plays an action whenever one is due, unless the window is in the background or the player prefers
/// less motion.
fn play_demo(
    (time, settings, machine): (Res<Time<Real>>, Res<Settings>, Option<Res<MotionOfMachine>>),
    windows: Query<&Window, With<PrimaryWindow>>,
    (demo, watched): (Option<ResMut<Demo>>, Option<ResMut<Watched>>),
    mut wake: MessageWriter<Wake>,
) {
    let (Some(mut demo), Some(mut watched)) = (demo, watched) else {
        return;
    };
    let is_focused = windows.iter().any(|window| window.focused);
    let interval = match settings.motion {
        Motion::Full => ACTION_INTERVAL,
        Motion::Reduced if machine.is_some() => CALM_INTERVAL,
        _ => return,
    };
    if !is_focused {
        return;
    }
    let now = time.elapsed();
    if now >= demo.next_action_at {
        demo.next_action_at = now + interval;
        demo.act(&mut watched.run);
    }
    wake.write(Wake(demo.next_action_at.saturating_sub(now)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bot_that_lives_is_shown_after_its_head_start() {
        let (_, run) = begin(Seed(7), None).unwrap();
        assert!(run.is_playing() && run.game().turns() >= HEAD_START);
    }

    /// Otherwise the next frame would start the run over, and so would each frame after that.
    #[test]
    fn a_bot_that_dies_early_is_shown_while_it_lives() {
        let mut runs = (0..1000).map(|seed| begin(Seed(seed), None).unwrap().1);
        let run = runs.find(|run| run.game().turns() < HEAD_START);
        assert!(run.expect("one of them dies early").is_playing());
    }
}
