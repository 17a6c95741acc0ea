//! The sounds of the run that is played, with their directions, and captions for them. Watched runs are
//! silent.

use bevy::prelude::*;

use super::present::present;
use super::runs::run::Run;
use super::runs::turn::TurnTaken;
use crate::app::frame::Phase;
use crate::app::screen::Screen;
use crate::app::settings::Settings;
use crate::app::sound::{Background, Bed, Sound, SoundEvent};
use crate::app::ui::edges::{Clear, Edge};
use crate::app::ui::node::NodeExt;
use crate::app::ui::theme::{PANEL, PLAIN, UiFont};
use crate::app::ui::widget::set_displayed;

pub(super) fn plugin(app: &mut App) {
    app.add_message::<SoundEvent>()
        .init_resource::<Background>()
        .add_systems(
            Update,
            (
                (
                    send_sounds
                        .run_if(resource_exists::<Run>)
                        .in_set(Screen::Descend),
                    update_captions.run_if(on_message::<TurnTaken>),
                )
                    .chain(),
                choose_background,
            )
                .in_set(Phase::Show),
        )
        .add_systems(
            OnEnter(Screen::Descend),
            spawn_captions.run_if(resource_exists::<UiFont>),
        );
}

/// Chooses the theme on the title, and the ambience of the level in play.
fn choose_background(
    screen: Res<State<Screen>>,
    run: Option<Res<Run>>,
    mut background: ResMut<Background>,
) {
    let run = run.filter(|run| run.is_playing());
    let wanted = match (screen.get(), run) {
        (Screen::Title, _) => Some((Bed::Title, 0)),
        (Screen::Descend, Some(run)) => {
            let view = run.game().view();
            let depth = view.depth();
            Some((Bed::Level(view.level_kind(), depth), depth))
        }
        _ => None,
    };
    background.set_if_neq(Background(wanted));
}

/// Sends the sounds of this frame's turns.
fn send_sounds(
    run: Res<Run>,
    mut turns: MessageReader<TurnTaken>,
    mut sounds: MessageWriter<SoundEvent>,
) {
    let view = run.game().view();
    let mut stepped = None;
    for turn in turns.read() {
        let mut plays_heartbeat = false;
        for shown in turn.events.iter().map(|event| present(event, view)) {
            plays_heartbeat |= shown.plays_heartbeat;
            let Some(sound) = shown.sound else { continue };
            match sound.sound {
                Sound::Step(_) => {
                    stepped = Some(sound);
                    continue;
                }
                // The steps before were on another level.
                Sound::Stairs => stepped = None,
                _ => {}
            }
            sounds.write(sound);
        }
        if plays_heartbeat {
            sounds.write(SoundEvent::at_player(Sound::Heartbeat));
        }
    }
    // Of several steps in a frame only the last, and after the sounds that matter more.
    sounds.write_batch(stepped);
}

/// Space between the captions and the bar, in logical pixels.
const MARGIN: f32 = 6.0;

/// The line of captions at the lower edge of the map.
#[derive(Component)]
struct Captions;

fn spawn_captions(mut commands: Commands, font: Res<UiFont>) {
    commands
        .spawn((
            DespawnOnExit(Screen::Descend),
            Captions,
            Clear(&[(Edge::Bottom, MARGIN), (Edge::Right, 0.0)]),
            Node::DEFAULT
                .absolute()
                .justify_centre()
                .left(px(0))
                .hidden(),
            Pickable::IGNORE,
        ))
        .with_children(|line| {
            let ground = Node::DEFAULT.padding(8.0, 2.0).rounded(3.0);
            line.spawn((ground, BackgroundColor(PANEL)))
                .with_child(font.wrapped("", PLAIN));
        });
}

/// Captions shown at most.
const MAX_CAPTIONS: usize = 3;

/// Shows captions for the sounds of the last turn, if they are switched on.
fn update_captions(
    mut sounds: MessageReader<SoundEvent>,
    settings: Res<Settings>,
    mut lines: Query<(Entity, &mut Node), With<Captions>>,
    (children, mut texts): (Query<&Children>, Query<&mut Text>),
) {
    let mut captions: Vec<String> = Vec::new();
    for caption in sounds.read().filter_map(|heard| caption(*heard)) {
        if settings.captions && captions.len() < MAX_CAPTIONS && !captions.contains(&caption) {
            captions.push(caption);
        }
    }
    for (line, mut node) in &mut lines {
        set_displayed(&mut node, !captions.is_empty());
        for child in children.iter_descendants(line) {
            if let Ok(mut text) = texts.get_mut(child) {
                text.set_if_neq(Text::new(captions.join(" ")));
            }
        }
    }
}

/// Describes a sound and its direction. `None` if the player saw or did what made it, except for
/// heartbeats.
fn caption(heard: SoundEvent) -> Option<String> {
    if !heard.muffled && heard.sound != Sound::Heartbeat {
        return None;
    }
    let name = heard.sound.caption();
    let (right, down) = heard.from;
    let distance = match right.abs().max(down.abs()) {
        0 => return Some(format!("[{name}]")),
        ..=8 => "to",
        _ => "far to",
    };
    // An axis counts if its distance is more than half of the other's.
    let axes = [
        (down, right, ["north", "south"]),
        (right, down, ["west", "east"]),
    ];
    let names = axes.map(|(along, across, [less, more])| {
        let counts = along.abs() * 2 > across.abs();
        counts.then_some(if along < 0 { less } else { more })
    });
    let direction: Vec<&str> = names.into_iter().flatten().collect();
    Some(format!("[{name} {distance} the {}]", direction.join("-")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_caption_says_what_is_heard_and_from_where_if_it_is_not_seen() {
        let door = |from, muffled| {
            caption(SoundEvent {
                sound: Sound::Door,
                from,
                muffled,
            })
        };
        assert_eq!(door((-5, 0), false), None);
        for (from, text) in [
            ((-5, 0), "[a door creaks to the west]"),
            ((-5, 1), "[a door creaks to the west]"),
            ((3, -2), "[a door creaks to the north-east]"),
            ((0, 11), "[a door creaks far to the south]"),
        ] {
            assert_eq!(door(from, true).as_deref(), Some(text));
        }
        let heart = caption(SoundEvent::at_player(Sound::Heartbeat));
        assert_eq!(heart.as_deref(), Some("[your heart pounds]"));
        assert_eq!(caption(SoundEvent::at_player(Sound::Take)), None);
    }
}
