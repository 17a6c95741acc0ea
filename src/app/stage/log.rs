//! Messages: kept, folded where they repeat, and the last of them shown above the map.

use bevy::prelude::*;

use super::panel;
use super::shown::{self, ShownRun, TOLD};
use crate::app::frame::Phase;
use crate::app::glyph::ViewInsets;
use crate::app::screen::Screen;
use crate::app::ui::theme::{KEY, LINE, PANEL, PLAIN, QUIET, Type, WRONG};
use crate::game::{ActorId, GameEvent, Hunger};

/// Lines that are shown.
const SHOWN: usize = 4;

/// Height of the box, in logical pixels.
pub const HEIGHT: f32 = 88.0;

/// Messages that are kept.
const KEPT: usize = 500;

/// What a message means to the player, which its colour shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Tone {
    /// Something that happens.
    #[default]
    Plain,
    /// Something gained.
    Good,
    /// Something lost.
    Bad,
    /// Somebody to watch.
    Warning,
    /// Something found.
    Find,
    /// Nothing happens.
    Quiet,
}

impl Tone {
    /// What an event means.
    pub(super) fn of(event: &GameEvent) -> Self {
        let me = ActorId::PLAYER;
        match *event {
            GameEvent::Hit { at, .. } if at == me => Self::Bad,
            GameEvent::Hurt { who, .. } if who == me => Self::Bad,
            GameEvent::PlayerDied { .. } | GameEvent::Stole { .. } => Self::Bad,
            GameEvent::HungerChanged { hunger } if hunger != Hunger::Fed => Self::Bad,
            GameEvent::Healed { who, .. } if who == me => Self::Good,
            GameEvent::Died {
                by_player: true, ..
            }
            | GameEvent::HungerChanged { .. }
            | GameEvent::LevelGained { .. }
            | GameEvent::Strengthened
            | GameEvent::Improved { .. }
            | GameEvent::VaultOpened { .. }
            | GameEvent::Won => Self::Good,
            GameEvent::CameIntoSight { .. }
            | GameEvent::Noticed { .. }
            | GameEvent::Woke { .. }
            | GameEvent::Charged { .. }
            | GameEvent::Summoned { .. }
            | GameEvent::Revealed { .. }
            | GameEvent::Followed { .. }
            | GameEvent::Noise { .. } => Self::Warning,
            GameEvent::PickedUp { .. }
            | GameEvent::LiesHere { .. }
            | GameEvent::ItemSeen { .. }
            | GameEvent::FeatureSeen { .. }
            | GameEvent::Identified { .. }
            | GameEvent::VaultTaken { .. } => Self::Find,
            _ => Self::Plain,
        }
    }

    /// Its colour, `age` lines before the newest.
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

/// A line below the messages that is no part of the run; empty if there is none.
#[derive(Resource, Default, Clone, PartialEq, Eq, Debug)]
pub struct Aside(pub String);

pub(super) const ASIDE: Color = Color::srgb(0.62, 0.86, 0.88);

/// One message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// What is said.
    pub text: String,
    /// What it means.
    pub tone: Tone,
    /// How often in a row.
    pub times: u32,
    /// The turn in which it was said last.
    pub turn: u64,
}

/// What was said in this run, oldest first.
#[derive(Default, Clone, PartialEq, Eq, Debug)]
pub struct Log(Vec<Line>);

impl Log {
    /// Says something that happens; the same again counts on.
    pub fn say(&mut self, turn: u64, text: String) {
        self.say_as(turn, text, Tone::Plain);
    }

    /// Says something of this meaning.
    pub fn say_as(&mut self, turn: u64, text: String, tone: Tone) {
        match self.0.last_mut() {
            Some(last) if last.text == text => {
                last.times += 1;
                last.turn = turn;
            }
            _ => self.0.push(Line {
                text,
                tone,
                times: 1,
                turn,
            }),
        }
        if self.0.len() > KEPT {
            self.0.drain(..KEPT / 10);
        }
    }

    /// All that is kept, oldest first.
    pub fn lines(&self) -> &[Line] {
        &self.0
    }
}

impl Line {
    /// The message with how often it was said.
    pub fn told(&self) -> String {
        if self.times > 1 {
            format!("{} (x{})", self.text, self.times)
        } else {
            self.text.clone()
        }
    }
}

/// Shows the last messages.
pub(super) fn plugin(app: &mut App) {
    for screen in TOLD {
        app.add_systems(OnEnter(screen), spawn)
            .add_systems(OnExit(screen), leave);
    }
    app.add_systems(
        Update,
        show.run_if(shown::has_changed.or_eager(resource_changed::<Aside>))
            .run_if(shown::is_told)
            .in_set(Phase::Show),
    );
}

#[derive(Component)]
struct LogBox;

fn spawn(mut commands: Commands, screen: Res<State<Screen>>, mut insets: ResMut<ViewInsets>) {
    let film = match screen.get() {
        Screen::Replay => super::TIMELINE_HEIGHT,
        _ => 0.0,
    };
    insets.top = HEIGHT + film;
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

fn leave(mut insets: ResMut<ViewInsets>) {
    insets.top = 0.0;
}

fn show(
    (shown, aside, font): (ShownRun, Res<Aside>, Res<Type>),
    boxes: Query<(Entity, &ComputedNode, Option<&Children>), With<LogBox>>,
    mut texts: Query<(&mut Text, &mut TextColor)>,
    mut commands: Commands,
) {
    let Some(run) = shown.run() else { return };
    let lines = run.log().lines();
    let lines = &lines[lines.len().saturating_sub(SHOWN)..];
    let ages = (0..lines.len()).rev();
    let mut told: Vec<(String, Color)> = lines
        .iter()
        .zip(ages)
        .map(|(line, age)| (line.told(), line.tone.colour(age)))
        .collect();
    if !aside.0.is_empty() {
        told.push((aside.0.clone(), ASIDE));
    }
    for (frame, node, children) in &boxes {
        let told = fitting(&told, node.size().x * node.inverse_scale_factor());
        let nodes = children.map_or(&[][..], |children| children);
        for (node, (words, colour)) in nodes.iter().zip(told) {
            if let Ok((mut text, mut shown)) = texts.get_mut(*node) {
                text.set_if_neq(Text::new(words));
                shown.set_if_neq(TextColor(*colour));
            }
        }
        for (words, colour) in told.iter().skip(nodes.len()) {
            let line = Node {
                flex_shrink: 0.0,
                ..default()
            };
            commands
                .entity(frame)
                .with_child((line, font.wrapped(words, *colour)));
        }
        for node in nodes.iter().skip(told.len()) {
            commands.entity(*node).despawn();
        }
    }
}

/// Advance of a character, in logical pixels.
const ADVANCE: f32 = 8.5;

/// The last of some lines that fit the box, which is so wide, however often they wrap.
fn fitting(told: &[(String, Color)], width: f32) -> &[(String, Color)] {
    let room = ((width - 20.0) / ADVANCE).max(0.0) as usize;
    let mut left = SHOWN;
    let fits = told.iter().rev().take_while(|(words, _)| {
        // Before it is laid out, the box is of no width.
        let lines = words.chars().count().div_ceil(room.max(1));
        let lines = if room == 0 { 1 } else { lines };
        let fits = lines <= left;
        left = left.saturating_sub(lines);
        fits
    });
    &told[told.len() - fits.count().max(told.len().min(1))..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_wrap_leave_room_for_fewer() {
        let line = |length: usize| ("x".repeat(length), PLAIN);
        let told: Vec<(String, Color)> = [10, 20, 30, 100].map(line).into();
        let shown = |width| fitting(&told, width).len();
        assert_eq!(shown(1000.0), 4);
        assert_eq!(shown(530.0), 3, "the last one takes two lines");
        assert_eq!(shown(0.0), 4, "before it is laid out");
        assert_eq!(fitting(&[line(900)], 530.0).len(), 1, "one is shown always");
    }

    #[test]
    fn the_same_again_is_counted_and_what_is_old_goes() {
        let mut log = Log::default();
        for turn in 0..3 {
            log.say(turn, "You wait.".into());
        }
        assert_eq!(log.lines().len(), 1);
        assert_eq!(log.lines()[0].told(), "You wait. (x3)");
        for turn in 0..2000 {
            log.say(turn, format!("{turn}"));
        }
        assert!(log.lines().len() <= KEPT);
        assert_eq!(log.lines().last().map(Line::told), Some("1999".into()));
    }
}
