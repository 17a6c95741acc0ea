//! Messages: kept, folded where they repeat, and the last of them shown above the map.

use bevy::prelude::*;

use super::panel;
use super::shown::{self, ShownRun, TOLD};
use crate::app::frame::Phase;
use crate::app::glyph::ViewInsets;
use crate::app::screen::Screen;
use crate::app::ui::theme::{LINE, PANEL, PLAIN, QUIET, Type};

/// Lines that are shown.
const SHOWN: usize = 4;

/// Height of the box, in logical pixels.
pub const HEIGHT: f32 = 88.0;

/// Messages that are kept.
const KEPT: usize = 500;

/// One message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// What is said.
    pub text: String,
    /// How often in a row.
    pub times: u32,
    /// The turn in which it was said last.
    pub turn: u64,
}

/// What was said in this run, oldest first.
#[derive(Default, Clone, PartialEq, Eq, Debug)]
pub struct Log(Vec<Line>);

impl Log {
    /// Says something; the same again counts on.
    pub fn say(&mut self, turn: u64, text: String) {
        match self.0.last_mut() {
            Some(last) if last.text == text => {
                last.times += 1;
                last.turn = turn;
            }
            _ => self.0.push(Line {
                text,
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
        show.run_if(shown::has_changed)
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
    (shown, font): (ShownRun, Res<Type>),
    boxes: Query<(Entity, Option<&Children>), With<LogBox>>,
    mut texts: Query<(&mut Text, &mut TextColor)>,
    mut commands: Commands,
) {
    let Some(run) = shown.run() else { return };
    let lines = run.log().lines();
    let now = run.game().turns();
    let lines = lines[lines.len().saturating_sub(SHOWN)..].iter();
    let told: Vec<(String, Color)> = lines
        .map(|line| {
            let fresh = line.turn + 1 >= now;
            (line.told(), if fresh { PLAIN } else { QUIET })
        })
        .collect();
    for (frame, children) in &boxes {
        let nodes = children.map_or(&[][..], |children| children);
        for (node, (words, colour)) in nodes.iter().zip(&told) {
            if let Ok((mut text, mut shown)) = texts.get_mut(*node) {
                text.set_if_neq(Text::new(words));
                shown.set_if_neq(TextColor(*colour));
            }
        }
        for (words, colour) in told.iter().skip(nodes.len()) {
            commands.entity(frame).with_child(font.text(words, *colour));
        }
        for node in nodes.iter().skip(told.len()) {
            commands.entity(*node).despawn();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
