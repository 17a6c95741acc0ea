//! What steps, clicks and strokes do on the map: one of these at a time. What a tool does is in a file of its own.

use bevy::prelude::*;

use super::action::LabAction;
use crate::app::dungeon::{Dungeon, is_large};
use crate::app::frame::{Phase, React};
use crate::app::input::{CurrentNames, Layer, LayerClosed, Step};
use crate::app::notice::Notice;
use crate::app::screen::Screen;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<LabTool>()
        .add_systems(OnExit(Screen::Lab), |mut tool: ResMut<LabTool>| {
            if *tool == LabTool::Fog {
                *tool = LabTool::Walk;
            }
        })
        .add_systems(
            React,
            (
                choose.in_set(Phase::Act),
                tell.run_if(resource_changed::<LabTool>)
                    .in_set(Phase::Generate),
            )
                .in_set(Screen::Lab),
        );
}

/// What the player does on the map.
#[derive(Resource, Default, Clone, Copy, PartialEq, Eq, Debug)]
pub enum LabTool {
    /// Moves the view: see `pan`.
    #[default]
    Pan,
    /// Walks, and the view follows.
    Walk,
    /// Walks, and sees only what the walker sees and has seen: see `fog`.
    Fog,
    /// Paints: see `paint` and `pen`.
    Paint,
}

impl LabTool {
    /// Whether steps and clicks walk.
    pub const fn walks(self) -> bool {
        matches!(self, Self::Walk | Self::Fog)
    }

    /// The tool after an action; `None` if the action chooses none.
    const fn after(self, action: LabAction) -> Option<Self> {
        Some(match (action, self) {
            (LabAction::WalkMode, Self::Walk | Self::Fog) | (LabAction::Paint, Self::Paint) => {
                Self::Pan
            }
            (LabAction::WalkMode, _) | (LabAction::Fog, Self::Fog) => Self::Walk,
            (LabAction::Fog, _) => Self::Fog,
            (LabAction::Paint, _) => Self::Paint,
            _ => return None,
        })
    }
}

/// Takes the tool of a key, or lets the last one go. Back ends painting.
fn choose(
    (mut actions, mut closed): (MessageReader<LabAction>, MessageReader<LayerClosed>),
    dungeon: Res<Dungeon>,
    mut tool: ResMut<LabTool>,
    mut notice: ResMut<Notice>,
) {
    if closed.read().any(|closed| closed.0 == Layer::Paint) {
        tool.set_if_neq(LabTool::Pan);
    }
    for action in actions.read() {
        let Some(next) = tool.after(*action) else {
            continue;
        };
        if next == LabTool::Fog && is_large(dungeon.map().size()) {
            notice.refuse(&"fog covers maps of up to 512x512 tiles");
        } else {
            *tool = next;
        }
    }
}

/// Says what can be done now.
fn tell(
    (tool, names): (Res<LabTool>, CurrentNames),
    mut before: Local<LabTool>,
    mut notice: ResMut<Notice>,
) {
    let before = std::mem::replace(&mut *before, *tool);
    let names = names.in_sentences();
    let steps = names.of_steps(Step);
    notice.say(match (*tool, names.are_for_fingers()) {
        (now, _) if now == before => return,
        // Back has closed it.
        (LabTool::Pan, _) if before == LabTool::Paint => return,
        (LabTool::Pan, true) => "Drag the map to move it".to_owned(),
        (LabTool::Pan, false) => format!("Pan with {steps}, or drag the map"),
        (LabTool::Walk, _) if before == LabTool::Fog => "The whole map is in sight".to_owned(),
        (LabTool::Walk, _) => format!("Walk with {steps}: the view follows the @"),
        (LabTool::Fog, _) => "Walk in fog: you see what the @ sees and has seen".to_owned(),
        (LabTool::Paint, true) => "Tap the tiles to paint them; a drag moves the map".to_owned(),
        (LabTool::Paint, false) => format!(
            "Paint with the left button, or with {} at the cross that steps move",
            names.of(&LabAction::Stroke)
        ),
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_key_takes_its_tool_whichever_was_taken_before_and_lets_it_go_again() {
        use LabAction::{Fog, Paint, WalkMode};
        let all = [LabTool::Pan, LabTool::Walk, LabTool::Fog, LabTool::Paint];
        let after = |action| all.map(|tool| tool.after(action).unwrap());
        assert_eq!(
            after(WalkMode),
            [LabTool::Walk, LabTool::Pan, LabTool::Pan, LabTool::Walk]
        );
        assert_eq!(
            after(Fog),
            [LabTool::Fog, LabTool::Fog, LabTool::Walk, LabTool::Fog]
        );
        assert_eq!(
            after(Paint),
            [LabTool::Paint, LabTool::Paint, LabTool::Paint, LabTool::Pan]
        );
        assert_eq!(LabTool::Walk.after(LabAction::NextMap), None);
    }
}
