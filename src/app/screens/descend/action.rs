//! The roguelike's actions, with their default keys and buttons.

use bevy::prelude::*;

use crate::app::input::{Action, AnyAction, Layer, Row, step};
use crate::app::platform::pad::Button;
use crate::app::screen::Screen;
use crate::geom::{Dir, Pos};

/// One input from the player.
#[derive(Message, Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the table describes each action")]
pub enum DescendAction {
    /// Moves the player, or the aiming cursor, one step.
    Step(Dir),
    /// Runs until something interesting appears.
    Run(Dir),
    Wait,
    Search,
    Rest,
    Explore,
    Travel,
    Descend,
    Ascend,
    PickUp,
    Pack,
    Drop,
    Throw,
    Fire,
    /// Strikes an enemy beside the player, or steps towards the nearest.
    Fight,
    NextTarget,
    PreviousTarget,
    Eat,
    Quaff,
    Read,
    Equip,
    TakeOff,
    Close,
    Tend,
    Push,
    Hood,
    Look,
    Level,
    Log,
    Confirm,
    TurnBack,
    GiveUp,
    /// A click on a tile: walk there, attack an adjacent enemy, confirm the aim, or close what is open beside it.
    GoTo(Pos),
    /// A click on a tile of a conduit's board, which turns it.
    TurnAt(Pos),
    /// A pad button with a mode-dependent meaning: the next purpose of the pack list, or shoot while
    /// looking around.
    AlternatePad,
}

/// An action that the bar offers, and what it does here.
pub(super) type Offer = (&'static dyn AnyAction, String);

/// The steps, for hints.
pub(super) static STEPS: [&dyn AnyAction; 4] = [
    &DescendAction::Step(Dir::West),
    &DescendAction::Step(Dir::East),
    &DescendAction::Step(Dir::North),
    &DescendAction::Step(Dir::South),
];

const DESCEND: &[Screen] = &[Screen::Descend];

#[rustfmt::skip]
impl Action for DescendAction {
    const TABLE: &'static [(Self, Row)] = &[
        (Self::Step(Dir::North), step(DESCEND, Dir::North).pad_in(&[(Layer::Aim, Button::Run(Dir::North))])),
        (Self::Step(Dir::South), step(DESCEND, Dir::South).pad_in(&[(Layer::Aim, Button::Run(Dir::South))])),
        (Self::Step(Dir::West), step(DESCEND, Dir::West).pad_in(&[(Layer::Aim, Button::Run(Dir::West))])),
        (Self::Step(Dir::East), step(DESCEND, Dir::East).pad_in(&[(Layer::Aim, Button::Run(Dir::East))])),
        (Self::Explore, Row::new(DESCEND, "explore", "Explore", "x").moves().pad(&[Button::North]).first()),
        (Self::Descend, Row::new(DESCEND, "descend", "Go down the stairs", ">").moves().first()),
        (Self::Ascend, Row::new(DESCEND, "ascend", "Go up the stairs", "<").moves()),
        (Self::Travel, Row::new(DESCEND, "travel", "Travel to a place", "_").moves()),
        (Self::Step(Dir::NorthWest), step(DESCEND, Dir::NorthWest).pad_in(&[(Layer::Aim, Button::Run(Dir::NorthWest))])),
        (Self::Step(Dir::NorthEast), step(DESCEND, Dir::NorthEast).pad_in(&[(Layer::Aim, Button::Run(Dir::NorthEast))])),
        (Self::Step(Dir::SouthWest), step(DESCEND, Dir::SouthWest).pad_in(&[(Layer::Aim, Button::Run(Dir::SouthWest))])),
        (Self::Step(Dir::SouthEast), step(DESCEND, Dir::SouthEast).pad_in(&[(Layer::Aim, Button::Run(Dir::SouthEast))])),
        (Self::Run(Dir::North), Row::new(DESCEND, "run-north", "Run up", "Shift+Up Shift+k").moves().pad(&[Button::Run(Dir::North)])),
        (Self::Run(Dir::South), Row::new(DESCEND, "run-south", "Run down", "Shift+Down Shift+j").moves().pad(&[Button::Run(Dir::South)])),
        (Self::Run(Dir::West), Row::new(DESCEND, "run-west", "Run left", "Shift+Left Shift+h").moves().pad(&[Button::Run(Dir::West)])),
        (Self::Run(Dir::East), Row::new(DESCEND, "run-east", "Run right", "Shift+Right Shift+l").moves().pad(&[Button::Run(Dir::East)])),
        (Self::Run(Dir::NorthWest), Row::new(DESCEND, "run-north-west", "Run up left", "Shift+y Shift+Home").moves().pad(&[Button::Run(Dir::NorthWest)])),
        (Self::Run(Dir::NorthEast), Row::new(DESCEND, "run-north-east", "Run up right", "Shift+u Shift+PageUp").moves().pad(&[Button::Run(Dir::NorthEast)])),
        (Self::Run(Dir::SouthWest), Row::new(DESCEND, "run-south-west", "Run down left", "Shift+b Shift+End").moves().pad(&[Button::Run(Dir::SouthWest)])),
        (Self::Run(Dir::SouthEast), Row::new(DESCEND, "run-south-east", "Run down right", "Shift+n Shift+PageDown").moves().pad(&[Button::Run(Dir::SouthEast)])),
        (Self::Confirm, Row::new(DESCEND, "confirm", "Take, use stairs, search, or confirm", "Enter NumpadEnter Space").pad(&[Button::South]).pad_in(&[(Layer::Board, Button::RightBumper)])),
        (Self::Fight, Row::new(DESCEND, "fight", "Strike, or step towards the nearest", "Tab").pad(&[Button::LeftBumper]).repeats().unless(Layer::Aim).first()),
        (Self::Look, Row::new(DESCEND, "look", "Look at a tile", ";").pad(&[Button::Select]).first()),
        (Self::Rest, Row::new(DESCEND, "rest", "Rest until healed", "z Shift+z").pad(&[Button::RightBumper]).first()),
        (Self::Wait, Row::new(DESCEND, "wait", "Wait", ". Numpad5").repeats()),
        (Self::Search, Row::new(DESCEND, "search", "Search", "s").pad_in(&[(Layer::Board, Button::North)]).repeats()),
        (Self::Close, Row::new(DESCEND, "close-door", "Close a door", "c").pad_in(&[(Layer::Aim, Button::LeftStick)])),
        (Self::Tend, Row::new(DESCEND, "tend-brazier", "Light or put out a brazier", "p").pad(&[Button::RightStick])),
        (Self::Push, Row::new(DESCEND, "push-brazier", "Knock a burning brazier over", "Shift+p").pad_in(&[(Layer::Aim, Button::RightStick)])),
        (Self::Hood, Row::new(DESCEND, "hood", "Hood or unhood the lantern", "v").pad(&[Button::LeftStick]).first()),
        (Self::Level, Row::new(DESCEND, "level", "Show the whole level", "m").first()),
        (Self::Log, Row::new(DESCEND, "log", "Show all messages", "Shift+m").pad_in(&[(Layer::Aim, Button::Select), (Layer::Menu, Button::Select)])),
        (Self::NextTarget, Row::new(DESCEND, "next-target", "Next target, when aiming", "Tab").pad_in(&[(Layer::Aim, Button::RightBumper)]).repeats().while_open(Layer::Aim)),
        (Self::PreviousTarget, Row::new(DESCEND, "previous-target", "Previous target, when aiming", "Shift+Tab").pad_in(&[(Layer::Aim, Button::LeftBumper)]).repeats().while_open(Layer::Aim)),
        (Self::TurnBack, Row::new(DESCEND, "turn-back", "Turn a conduit's tile back", "Backspace Shift+Enter Shift+Space").pad_in(&[(Layer::Board, Button::West), (Layer::Board, Button::LeftBumper)])),
        (Self::GiveUp, Row::new(DESCEND, "give-up", "Give up this run", "Shift+r")),
        (Self::PickUp, Row::new(DESCEND, "pick-up", "Pick up", "g ,").for_items().first()),
        (Self::Pack, Row::new(DESCEND, "inventory", "Open the pack", "i").for_items().pad(&[Button::West]).first()),
        (Self::Equip, Row::new(DESCEND, "equip", "Wield or wear an item", "w").for_items()),
        (Self::TakeOff, Row::new(DESCEND, "take-off", "Take off an item", "Shift+t").for_items()),
        (Self::Eat, Row::new(DESCEND, "eat", "Eat", "e").for_items()),
        (Self::Quaff, Row::new(DESCEND, "quaff", "Drink a potion", "q").for_items()),
        (Self::Read, Row::new(DESCEND, "read", "Read a scroll", "r").for_items()),
        (Self::Throw, Row::new(DESCEND, "throw", "Throw an item", "t").for_items().first()),
        (Self::Fire, Row::new(DESCEND, "fire", "Shoot an arrow", "f").for_items()),
        (Self::Drop, Row::new(DESCEND, "drop", "Drop an item", "d").for_items()),
        (Self::AlternatePad, Row::new(DESCEND, "", "", "").pad_in(&[(Layer::Aim, Button::West), (Layer::Menu, Button::West)])),
    ];
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::input::Group;
    use crate::app::keymap;

    #[test]
    fn help_begins_with_what_a_newcomer_needs_and_ends_with_the_window() {
        let keymap = keymap();
        let listed = |group: Group| -> Vec<&str> {
            let entries = keymap.entries_on(Screen::Descend).into_iter();
            let entries = entries.filter(|entry| entry.group() == group);
            entries.map(|entry| entry.name).collect()
        };
        let moves = listed(Group::Move);
        let first = ["step-north", "step-south", "step-west", "step-east"];
        assert_eq!(moves[..4], first);
        assert_eq!(moves[4..7], ["explore", "descend", "ascend"]);
        assert_eq!(moves[moves.len() - 2..], ["zoom-in", "zoom-out"]);
        let act = listed(Group::Act);
        assert_eq!(act[..4], ["confirm", "fight", "look", "rest"]);
        assert_eq!(act.last(), Some(&"back"));
        assert_eq!(listed(Group::Items)[..2], ["pick-up", "inventory"]);
    }
}
