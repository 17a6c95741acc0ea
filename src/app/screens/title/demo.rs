//! A run behind the title, played by a bot: another for each seed that is shown.

use std::time::Duration;

use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use crate::app::frame::Phase;
use crate::app::platform::clock::Wake;
use crate::app::screen::{Screen, on};
use crate::app::seed::RunSeed;
use crate::app::settings::Settings;
use crate::app::stage::Watched;
use crate::app::stage::{PlayedContent, Run};
use crate::bot::{Explorer, Patience};
use crate::rng::Seed;

pub(super) fn plugin(app: &mut App) {
    app.add_message::<Wake>()
        .add_systems(OnExit(Screen::Title), leave)
        .add_systems(
            Update,
            (begin, play)
                .chain()
                .run_if(on(Screen::Title))
                .in_set(Phase::Act),
        );
}

/// Turns that are played before anybody looks, so that there is something to see.
const BEFORE: u64 = 150;

/// Turns after which the run is left and begun again.
const LONGEST: u64 = 3000;

/// From one action to the next.
const PACE: Duration = Duration::from_millis(160);

/// The bot that plays.
#[derive(Resource)]
struct Demo {
    seed: Seed,
    bot: Explorer,
    patience: Patience,
    due: Duration,
}

impl Demo {
    /// Does an action.
    fn act(&mut self, run: &mut Run) {
        let action = self.patience.next(&mut self.bot, run.game());
        let done = run.apply(action);
        self.patience.tell(&mut self.bot, action, done);
    }
}

fn leave(mut commands: Commands) {
    commands.remove_resource::<Demo>();
    commands.remove_resource::<Watched>();
}

/// Begins a run of the seed that is shown.
fn begin(
    (seed, content): (Res<RunSeed>, Option<Res<PlayedContent>>),
    (demo, watched): (Option<Res<Demo>>, Option<Res<Watched>>),
    mut commands: Commands,
) {
    let goes_on = |run: &Run| run.is_playing() && run.game().turns() < LONGEST;
    let same = demo.is_some_and(|demo| demo.seed == seed.0);
    if same && watched.is_some_and(|watched| goes_on(&watched.run)) {
        return;
    }
    let Ok(mut run) = Run::new(seed.0, content.as_deref()) else {
        return;
    };
    let mut demo = Demo {
        seed: seed.0,
        bot: Explorer::default(),
        patience: Patience::default(),
        due: Duration::ZERO,
    };
    while run.game().turns() < BEFORE && run.is_playing() {
        demo.act(&mut run);
    }
    // Nobody was there.
    run.take_turns();
    commands.insert_resource(demo);
    commands.insert_resource(Watched { run, whole: false });
}

/// Goes on at its pace, as long as the window is in front and motion is wanted.
fn play(
    (time, settings): (Res<Time<Real>>, Res<Settings>),
    windows: Query<&Window, With<PrimaryWindow>>,
    (demo, watched): (Option<ResMut<Demo>>, Option<ResMut<Watched>>),
    mut wake: MessageWriter<Wake>,
) {
    let (Some(mut demo), Some(mut watched)) = (demo, watched) else {
        return;
    };
    let focused = windows.iter().any(|window| window.focused);
    if !focused || settings.is_calm() {
        return;
    }
    let now = time.elapsed();
    if now >= demo.due {
        demo.due = now + PACE;
        demo.act(&mut watched.run);
    }
    wake.write(Wake(demo.due.saturating_sub(now)));
}
