//! The log: keeps the messages, counts repeats, and shows the latest above the map.

use std::fmt;

use bevy::prelude::*;

use super::panel;
use super::shown_run::{self, PANEL_SCREENS, ShownRun};
use crate::app::frame::Phase;
use crate::app::glyph::ViewInsets;
use crate::app::screen::Screen;
use crate::app::ui::hud::{NOTICE_MARGIN, NoticeBox};
use crate::app::ui::theme::{KEY, LINE, PANEL, PLAIN, QUIET, UiFont, WRONG};
use crate::game::{
    ActorId, BodyEvent, FightEvent, GameEvent, Hunger, ItemEvent, MonsterEvent, PlaceEvent,
    RunEvent,
};

/// Text lines in the box.
const VISIBLE_LINES: usize = 4;

/// Height of the box, in logical pixels.
pub const HEIGHT: f32 = 88.0;

/// Messages kept at most.
const CAPACITY: usize = 500;

/// What a message means to the player; decides its colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Tone {
    /// Neither good nor bad.
    #[default]
    Plain,
    /// The player gains something.
    Good,
    /// The player loses something.
    Bad,
    /// A danger to watch.
    Warning,
    /// An item or feature is found.
    Find,
    /// A refusal or remark; no time passes.
    Quiet,
}

impl Tone {
    pub(super) fn of_event(event: &GameEvent) -> Self {
        let me = ActorId::PLAYER;
        match *event {
            GameEvent::Fight(event) => match event {
                FightEvent::Hit { at: who, .. } | FightEvent::Hurt { who, .. } if who == me => {
                    Self::Bad
                }
                FightEvent::PlayerDied { .. } => Self::Bad,
                FightEvent::Died {
                    by_player: true, ..
                } => Self::Good,
                FightEvent::Charged { .. } => Self::Warning,
                FightEvent::Missed { .. }
                | FightEvent::Hit { .. }
                | FightEvent::Hurt { .. }
                | FightEvent::Died { .. }
                | FightEvent::Flew { .. }
                | FightEvent::Blocked { .. }
                | FightEvent::Broke { .. }
                | FightEvent::Blast { .. }
                | FightEvent::NobodyAffected
                | FightEvent::Burst { .. } => Self::Plain,
            },
            GameEvent::Body(event) => match event {
                BodyEvent::HungerChanged { hunger } if hunger != Hunger::Fed => Self::Bad,
                BodyEvent::Healed { who, .. } if who == me => Self::Good,
                BodyEvent::HungerChanged { .. }
                | BodyEvent::LevelGained { .. }
                | BodyEvent::Strengthened => Self::Good,
                BodyEvent::Woke { .. } => Self::Warning,
                BodyEvent::Moved { .. }
                | BodyEvent::Teleported { .. }
                | BodyEvent::Healed { .. }
                | BodyEvent::ConditionBegan { .. }
                | BodyEvent::ConditionEnded { .. }
                | BodyEvent::FellAsleep { .. }
                | BodyEvent::Invigorated
                | BodyEvent::Experience { .. }
                | BodyEvent::RestBegan { .. } => Self::Plain,
            },
            GameEvent::Monster(event) => match event {
                MonsterEvent::Stole { .. } => Self::Bad,
                MonsterEvent::CameIntoSight { .. }
                | MonsterEvent::Noticed { .. }
                | MonsterEvent::Summoned { .. }
                | MonsterEvent::Revealed { .. }
                | MonsterEvent::Followed { .. } => Self::Warning,
                MonsterEvent::LostTrack { .. }
                | MonsterEvent::Fled { .. }
                | MonsterEvent::Met { .. }
                | MonsterEvent::Split { .. }
                | MonsterEvent::Unmade { .. }
                | MonsterEvent::NamedHere { .. } => Self::Plain,
            },
            GameEvent::Item(event) => match event {
                ItemEvent::Improved { .. } => Self::Good,
                ItemEvent::PickedUp { .. }
                | ItemEvent::LiesHere { .. }
                | ItemEvent::ItemSeen { .. }
                | ItemEvent::Identified { .. }
                | ItemEvent::VaultTaken { .. } => Self::Find,
                ItemEvent::Lost { .. }
                | ItemEvent::NoRoom { .. }
                | ItemEvent::Dropped { .. }
                | ItemEvent::Offered { .. }
                | ItemEvent::Equipped { .. }
                | ItemEvent::Unequipped { .. }
                | ItemEvent::Ate { .. }
                | ItemEvent::Quaffed { .. }
                | ItemEvent::Read { .. }
                | ItemEvent::UsedRelic { .. }
                | ItemEvent::NothingToImprove { .. }
                | ItemEvent::Fizzled { .. } => Self::Plain,
            },
            GameEvent::Place(event) => match event {
                PlaceEvent::VaultOpened { .. } => Self::Good,
                PlaceEvent::Noise { .. } => Self::Warning,
                PlaceEvent::LandmarkSeen { .. } => Self::Find,
                PlaceEvent::DoorOpened { .. }
                | PlaceEvent::DoorClosed { .. }
                | PlaceEvent::BrazierLit { .. }
                | PlaceEvent::BrazierOut { .. }
                | PlaceEvent::Mapped
                | PlaceEvent::Hallowed { .. }
                | PlaceEvent::Arrived { .. }
                | PlaceEvent::TombOpened { .. }
                | PlaceEvent::LeverPulled { .. }
                | PlaceEvent::ConduitTurned { .. }
                | PlaceEvent::FoundNothing => Self::Plain,
            },
            GameEvent::Run(event) => match event {
                RunEvent::Won => Self::Good,
                RunEvent::Interrupted { .. }
                | RunEvent::Explored { .. }
                | RunEvent::GaveUp
                | RunEvent::Finished => Self::Plain,
            },
        }
    }

    /// The colour of a message that is `age` messages older than the newest.
    pub(in crate::app) fn colour(self, age: usize) -> Color {
        let fresh = match self {
            Self::Plain => Color::srgb(0.90, 0.89, 0.90),
            Self::Good => Color::srgb(0.60, 0.88, 0.56),
            Self::Bad => WRONG,
            Self::Warning => KEY,
            Self::Find => Color::srgb(0.60, 0.80, 1.0),
            Self::Quiet => PLAIN,
        };
        let faded = 0.22 * age.min(3) as f32;
        fresh.mix(&QUIET, faded)
    }
}

/// A line below the messages that is not part of the run, such as a lesson; empty if there is none.
#[derive(Resource, Default, Clone, PartialEq, Eq, Debug)]
pub struct LogFooter(pub String);

pub(super) const FOOTER: Color = Color::srgb(0.62, 0.86, 0.88);

/// A message; displays as its text with the number of repeats.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// One or more sentences.
    pub text: String,
    /// Its meaning, which colours it.
    pub tone: Tone,
    /// How many times in a row it was logged, from 1.
    pub times: u32,
    /// The turn in which it was last logged.
    pub turn: u64,
}

/// The messages of a run, oldest first.
#[derive(Default, Clone, PartialEq, Eq, Debug)]
pub struct Log(Vec<Line>);

impl Log {
    /// Adds a message. One that repeats the newest message only raises its count, and of refusals in a row
    /// the last one stays.
    pub fn push(&mut self, turn: u64, text: String, tone: Tone) {
        let line = Line {
            text,
            tone,
            times: 1,
            turn,
        };
        match self.0.last_mut() {
            Some(last) if last.text == line.text => {
                last.times += 1;
                last.turn = turn;
            }
            Some(last) if last.tone == Tone::Quiet && tone == Tone::Quiet => *last = line,
            _ => self.0.push(line),
        }
        if self.0.len() > CAPACITY {
            self.0.drain(..CAPACITY / 10);
        }
    }

    /// The messages that are kept, oldest first.
    pub fn lines(&self) -> &[Line] {
        &self.0
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.times {
            ..=1 => f.write_str(&self.text),
            times => write!(f, "{} (x{times})", self.text),
        }
    }
}

/// Shows the latest messages on the screens with panels.
pub(super) fn plugin(app: &mut App) {
    for screen in PANEL_SCREENS {
        app.add_systems(OnEnter(screen), spawn_log)
            .add_systems(OnExit(screen), on_exit);
    }
    app.add_systems(
        Update,
        (
            update_log.run_if(shown_run::has_changed.or_eager(resource_changed::<LogFooter>)),
            place_notice.run_if(resource_changed::<ViewInsets>),
        )
            .run_if(shown_run::has_panels)
            .in_set(Phase::Show),
    );
}

#[derive(Component)]
struct LogBox;

fn spawn_log(mut commands: Commands, screen: Res<State<Screen>>, mut insets: ResMut<ViewInsets>) {
    let playback_bar = match screen.get() {
        Screen::Replay => super::TIMELINE_HEIGHT,
        _ => 0.0,
    };
    insets.top = HEIGHT + playback_bar;
    commands.spawn((
        DespawnOnExit(*screen.get()),
        LogBox,
        Interaction::default(),
        Node {
            position_type: PositionType::Absolute,
            left: px(0),
            right: px(panel::WIDTH),
            top: px(0),
            height: px(HEIGHT),
            flex_direction: FlexDirection::Column,
            justify_content: JustifyContent::FlexEnd,
            padding: UiRect::axes(px(10), px(5)),
            border: UiRect::bottom(px(1)),
            overflow: Overflow::clip(),
            ..default()
        },
        BackgroundColor(PANEL),
        BorderColor::all(LINE),
    ));
}

fn on_exit(mut insets: ResMut<ViewInsets>, mut notices: Query<&mut Node, With<NoticeBox>>) {
    insets.top = 0.0;
    for mut notice in &mut notices {
        notice.top = px(NOTICE_MARGIN);
    }
}

/// Keeps the notice below the messages.
fn place_notice(insets: Res<ViewInsets>, mut notices: Query<&mut Node, With<NoticeBox>>) {
    for mut notice in &mut notices {
        notice.top = px(insets.top + NOTICE_MARGIN);
    }
}

fn update_log(
    (shown, footer, font): (ShownRun, Res<LogFooter>, Res<UiFont>),
    boxes: Query<(Entity, &ComputedNode, Option<&Children>), With<LogBox>>,
    mut texts: Query<(&mut Text, &mut TextColor)>,
    mut commands: Commands,
) {
    let Some(run) = shown.run() else { return };
    let lines = run.log().lines();
    let lines = &lines[lines.len().saturating_sub(VISIBLE_LINES)..];
    let ages = (0..lines.len()).rev();
    let mut messages: Vec<(String, Color)> = lines
        .iter()
        .zip(ages)
        .map(|(line, age)| (line.to_string(), line.tone.colour(age)))
        .collect();
    if !footer.0.is_empty() {
        messages.push((footer.0.clone(), FOOTER));
    }
    for (frame, node, children) in &boxes {
        let messages = last_fitting(&messages, node.size().x * node.inverse_scale_factor());
        let nodes = children.map_or(&[][..], |children| children);
        for (node, (message, colour)) in nodes.iter().zip(messages) {
            if let Ok((mut text, mut shown)) = texts.get_mut(*node) {
                text.set_if_neq(Text::new(message));
                shown.set_if_neq(TextColor(*colour));
            }
        }
        for (message, colour) in messages.iter().skip(nodes.len()) {
            let line = Node {
                flex_shrink: 0.0,
                ..default()
            };
            commands
                .entity(frame)
                .with_child((line, font.wrapped(message, *colour)));
        }
        for node in nodes.iter().skip(messages.len()) {
            commands.entity(*node).despawn();
        }
    }
}

/// Width of a character, in logical pixels.
const CHARACTER_WIDTH: f32 = 8.5;

/// The latest messages that fit the box once they wrap at `width` logical pixels; at least one.
fn last_fitting(messages: &[(String, Color)], width: f32) -> &[(String, Color)] {
    let columns = ((width - 20.0) / CHARACTER_WIDTH).max(0.0) as usize;
    let mut left = VISIBLE_LINES;
    let fitting = messages.iter().rev().take_while(|(message, _)| {
        // The box has no width before its first layout.
        let lines = match columns {
            0 => 1,
            _ => message.chars().count().div_ceil(columns),
        };
        let fits = lines <= left;
        left = left.saturating_sub(lines);
        fits
    });
    &messages[messages.len() - fitting.count().max(messages.len().min(1))..]
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::ecs::system::RunSystemOnce;

    #[test]
    fn the_notice_lies_below_the_log_and_returns_to_the_top() {
        let mut world = World::new();
        world.insert_resource(ViewInsets {
            top: HEIGHT,
            ..ViewInsets::default()
        });
        let notice = world.spawn((NoticeBox, Node::default())).id();
        let top = |world: &World| world.get::<Node>(notice).unwrap().top;
        world.run_system_once(place_notice).unwrap();
        assert_eq!(top(&world), px(HEIGHT + NOTICE_MARGIN));
        world.run_system_once(on_exit).unwrap();
        assert_eq!(top(&world), px(NOTICE_MARGIN));
    }

    #[test]
    fn lines_that_wrap_leave_room_for_fewer() {
        let line = |length: usize| ("x".repeat(length), PLAIN);
        let messages: Vec<(String, Color)> = [10, 20, 30, 100].map(line).into();
        let shown = |width| last_fitting(&messages, width).len();
        assert_eq!(shown(1000.0), 4);
        assert_eq!(shown(530.0), 3, "the last one takes two lines");
        assert_eq!(shown(0.0), 4, "before the first layout");
        assert_eq!(last_fitting(&[line(900)], 530.0).len(), 1, "never none");
    }

    #[test]
    fn the_same_again_is_counted_and_what_is_old_goes() {
        let mut log = Log::default();
        for turn in 0..3 {
            log.push(turn, "You wait.".into(), Tone::Plain);
        }
        assert_eq!(log.lines().len(), 1);
        assert_eq!(log.lines()[0].to_string(), "You wait. (x3)");
        for text in ["There is no way.", "You have no potion."] {
            log.push(3, text.into(), Tone::Quiet);
        }
        assert_eq!(log.lines().len(), 2, "the last refusal stays");
        for turn in 0..2000 {
            log.push(turn, format!("{turn}"), Tone::Plain);
        }
        assert!(log.lines().len() <= CAPACITY);
        assert_eq!(log.lines().last().unwrap().to_string(), "1999");
    }
}
