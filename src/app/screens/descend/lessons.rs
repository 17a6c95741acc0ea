//! Lessons: each is one line that appears beside the messages the first time it applies, with the keys
//! as they are bound. Which ones have been shown is saved with the options, not with the run.

use bevy::prelude::*;
use strum::{IntoStaticStr, VariantArray};

use super::action::DescendAction;
use super::mode::Mode;
use crate::app::input::{ActionSent, CommonAction, CurrentNames, Names};
use crate::app::settings::{Settings, Taught};
use crate::app::stage::{LogFooter, Run};
use crate::game::content::{Apparent, LookKind, MonsterDef};
use crate::game::{Action, ActorView, Game, Hunger, Mood, View};
use crate::geom::{Dir, Pos, Rect};
use crate::map::Tile;

/// A one-line lesson, the most urgent first. Its name in lower case is its name in the file of shown lessons.
#[derive(Clone, Copy, PartialEq, Eq, Debug, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub(super) enum Lesson {
    Move,
    Followed,
    Mourner,
    Guard,
    Fire,
    Tell,
    Fight,
    Sleeper,
    Conduit,
    Vault,
    Hunger,
    Rest,
    Potion,
    Scroll,
    Gear,
    Hood,
    Unhood,
    Oil,
    Candle,
    Coals,
    Brazier,
    Doorway,
    Grass,
}

impl Lesson {
    /// The text, with the current names of keys or buttons.
    fn text(self, names: Names) -> String {
        let key = |action: DescendAction| match names.are_buttons() {
            true => names.of(&pad_equivalent(action)),
            false => names.of(&action),
        };
        // Fingers find it in the key list.
        let by = |action| match names.are_for_fingers() {
            true => String::new(),
            false => format!(" ({})", key(action)),
        };
        match self {
            Self::Move if names.are_for_fingers() => format!(
                "Tap a tile to walk there. {} explores until something new appears; \"help\" in the bar lists the rest.",
                key(DescendAction::Explore)
            ),
            Self::Move => format!(
                "Move with {}. {} explores until something new appears; {} shows the keys.",
                names.of_steps(DescendAction::Step),
                key(DescendAction::Explore),
                names.of(&CommonAction::Help),
            ),
            Self::Fight => format!(
                "Walk into an enemy to hit it, or fight on{}. Look{} says what it does and how a fight would go.",
                by(DescendAction::Fight),
                by(DescendAction::Look)
            ),
            Self::Doorway => {
                "When several come, wait behind a door: whoever is in a doorway hits half as hard, and is hit twice as hard.".to_owned()
            }
            Self::Sleeper => {
                "A sleeping enemy takes triple damage, and a dagger kills it: walk up to it, or around it."
                    .to_owned()
            }
            Self::Grass => "In tall grass you see, and are seen, only at close range.".to_owned(),
            Self::Brazier => format!(
                "Put out a brazier beside you{}, or light it: in the dark you are not seen from afar.",
                by(DescendAction::Tend)
            ),
            Self::Hood => format!(
                "In the light you are seen from afar: hood your lantern{} near an enemy that does not know of you.",
                by(DescendAction::Hood)
            ),
            Self::Unhood => format!(
                "With the hood on you see only what is close, and explore slowly: take it off{} when nobody is about.",
                by(DescendAction::Hood)
            ),
            Self::Oil => {
                "Your lantern burns oil, and half of it is gone: stand beside a burning brazier to fill it.".to_owned()
            }
            Self::Candle => {
                "Each level has a candle: when it has burnt out, patrols with lamps come by the stairs, one after another.".to_owned()
            }
            Self::Coals => format!(
                "Knock a burning brazier over{}: its coals fly away from you, burn who is there, and light the grass.",
                by(DescendAction::Push)
            ),
            Self::Fire => {
                "Fire spreads over whatever burns, next to the hatched tiles: keep to bare stone, or to water.".to_owned()
            }
            Self::Tell => {
                "It shows what it does next (‼ ♪): step off the marked tiles, or strike whoever is about to call.".to_owned()
            }
            Self::Potion => format!(
                "An unknown potion may help or harm: throw it at an enemy{}, or drink it to learn its kind{}.",
                by(DescendAction::Throw),
                by(DescendAction::Quaff)
            ),
            Self::Scroll => format!(
                "Read an unknown scroll{} to learn its kind.",
                by(DescendAction::Read)
            ),
            Self::Conduit => {
                "Turn tiles until the light reaches every lamp; the two middle ones turn together.".to_owned()
            }
            Self::Vault => format!(
                "Take one of the vault's three things{}: the other two vanish.",
                by(DescendAction::PickUp)
            ),
            Self::Guard => {
                "Stay away from what a guard protects, and it leaves you alone.".to_owned()
            }
            Self::Mourner => {
                "Keep this monster in sight while you walk away, and it cannot follow.".to_owned()
            }
            Self::Hunger => format!(
                "Eat something{} before you grow weak with hunger: the weak do not heal.",
                by(DescendAction::Eat)
            ),
            Self::Rest => format!(
                "Rest{} to heal, to 60% of your health and beside a burning brazier to the full. Healing takes food.",
                by(DescendAction::Rest)
            ),
            Self::Gear => format!(
                "Wield or wear what you find{}; its card in the pack{} says what would change.",
                by(DescendAction::Equip),
                by(DescendAction::Pack)
            ),
            Self::Followed => "An enemy that hunts you follows you on the stairs if it is beside you.".to_owned(),
        }
    }

    /// Whether the lesson has to wait until no enemy hunts the player or is in sight.
    const fn is_leisurely(self) -> bool {
        matches!(
            self,
            Self::Move
                | Self::Scroll
                | Self::Gear
                | Self::Brazier
                | Self::Coals
                | Self::Candle
                | Self::Unhood
                | Self::Oil
                | Self::Hunger
        )
    }

    /// Whether the lesson should appear now. Some need terrain closer, or health lower, to appear than
    /// they need to stay.
    fn should_appear(self, view: View<'_>, mode: Mode) -> bool {
        let me = view.player();
        match self {
            Self::Doorway => is_near(view, 2, DOORS),
            Self::Grass => is_near(view, 4, &[Tile::Grass]),
            Self::Brazier => self.applies(view, mode) && is_near(view, 5, &[Tile::Brazier]),
            Self::Candle => {
                view.candle()
                    .is_some_and(|(left, whole)| left + CANDLE_TURNS < whole)
                    && self.applies(view, mode)
            }
            Self::Coals => self.applies(view, mode) && is_near_coals(view, 5),
            Self::Rest => 3 * me.health < 2 * me.max_health && self.applies(view, mode),
            // In the vault, where exploring stops for it.
            Self::Vault => {
                let mut offers = view.items().filter(|item| item.offer.is_some());
                self.applies(view, mode) && offers.any(|item| item.pos.steps_to(me.pos) <= 2)
            }
            _ => self.applies(view, mode),
        }
    }

    /// Whether the lesson, once shown, is still of use.
    fn applies(self, view: View<'_>, mode: Mode) -> bool {
        let me = view.player();
        let sees = |matches: &dyn Fn(&ActorView, &MonsterDef) -> bool| {
            view.actors()
                .any(|actor| actor.in_sight && matches(&actor, view.content().monster(actor.kind)))
        };
        let is_hunted = sees(&|actor, _| actor.mood == Mood::Hunting) || view.enemy_in_sight();
        if self.is_leisurely() && is_hunted {
            return false;
        }
        let carries = |wanted: LookKind| {
            let mut pack = view.pack();
            pack.any(|(_, item)| matches!(item.kind, Apparent::Look(of, _) if of == wanted))
        };
        match self {
            Self::Move => true,
            Self::Fight => is_hunted,
            Self::Doorway => is_near(view, RELEVANT_RANGE, DOORS),
            Self::Sleeper => sees(&|actor, _| actor.mood == Mood::Asleep),
            Self::Grass => is_near(view, RELEVANT_RANGE, &[Tile::Grass]),
            Self::Brazier => is_near(view, RELEVANT_RANGE, &[Tile::Brazier]),
            Self::Coals => is_near_coals(view, RELEVANT_RANGE),
            Self::Fire => {
                let is_near = |pos: Pos| pos.steps_to(me.pos) <= RELEVANT_RANGE;
                let mut fields = view.field_tiles();
                fields.any(|pos| is_near(pos) && view.field(pos).flame > 0)
            }
            Self::Tell => sees(&|actor, _| actor.prepares.is_some()),
            Self::Hood => {
                me.lantern.is_some_and(|lantern| lantern.burns())
                    && sees(&|actor, _| {
                        matches!(actor.mood, Mood::Asleep | Mood::Wandering) && !actor.friend
                    })
            }
            Self::Unhood => me.lantern.is_some_and(|lantern| lantern.hooded),
            Self::Oil => {
                let full = view.content().rules().sight.oil;
                me.lantern.is_some_and(|lantern| 2 * lantern.oil < full)
            }
            Self::Candle => view.candle().is_some(),
            Self::Potion => carries(LookKind::Potion),
            Self::Scroll => carries(LookKind::Scroll),
            Self::Gear => {
                let mut pack = view.pack();
                pack.any(|(letter, item)| {
                    view.sort(item.kind).is_gear() && !view.is_equipped(letter)
                })
            }
            Self::Conduit => mode.board().is_some(),
            Self::Vault => {
                let is_open = view.features().any(|feature| feature.open);
                is_open && view.items().any(|item| item.offer.is_some())
            }
            Self::Guard => sees(&|_, def| def.post_reach().is_some()),
            Self::Mourner => sees(&|_, def| def.abilities.unseen.is_some()),
            Self::Hunger => me.hunger != Hunger::Fed,
            Self::Rest => !view.is_rested() && !view.enemy_in_sight(),
            Self::Followed => {
                let stairs = [view.stairs_down(), view.stairs_up()];
                stairs.contains(&Some(me.pos))
                    && sees(&|actor, _| {
                        actor.mood == Mood::Hunting && actor.pos.steps_to(me.pos) <= 1
                    })
            }
        }
    }
}

const DOORS: &[Tile] = &[Tile::DoorClosed, Tile::DoorOpen];

/// Turns on a level after which its candle is explained.
const CANDLE_TURNS: u32 = 20;

/// Distance in tiles up to which terrain keeps its lesson on screen.
const RELEVANT_RANGE: i32 = 8;

/// Whether one of the `wanted` tiles is in sight, at most `reach` tiles away.
fn is_near(view: View<'_>, reach: i32, wanted: &[Tile]) -> bool {
    let me = view.player().pos;
    let mut square = Rect::between(me, me).grown(reach).positions();
    square.any(|pos| {
        let seen = view.tile(pos).filter(|tile| tile.in_sight);
        seen.is_some_and(|tile| wanted.contains(&tile.tile))
    })
}

/// Whether a burning brazier is in sight, at most `reach` tiles away, with something beside it that burns.
fn is_near_coals(view: View<'_>, reach: i32) -> bool {
    let me = view.player().pos;
    let burns = |pos: Pos| view.tile(pos).is_some_and(|tile| tile.tile.fuel() > 0);
    let mut lamps = view
        .lamps()
        .filter(|lamp| lamp.lit && view.in_sight(lamp.pos));
    lamps.any(|lamp| {
        lamp.pos.steps_to(me) <= reach && Dir::ALL.into_iter().any(|dir| burns(lamp.pos.step(dir)))
    })
}

/// Key presses until a lesson disappears, and until another may replace it.
const MAX_KEYS_SHOWN: u32 = 8;
const MIN_KEYS_SHOWN: u32 = 4;
/// As [`MIN_KEYS_SHOWN`] in the training, where long actions stop for each lesson.
const MIN_KEYS_SHOWN_IN_TRAINING: u32 = 1;

/// The most urgent lesson that should appear now and has not been shown yet.
fn next_lesson(view: View<'_>, mode: Mode, taught: &Taught) -> Option<(Lesson, &'static str)> {
    let named = |lesson: &Lesson| -> (Lesson, &'static str) { (*lesson, lesson.into()) };
    let mut lessons = Lesson::VARIANTS.iter().map(named);
    lessons.find(|(lesson, name)| !taught.has(name) && lesson.should_appear(view, mode))
}

/// The action that leads to `action` on a pad, which has no button for every action.
const fn pad_equivalent(action: DescendAction) -> DescendAction {
    match action {
        DescendAction::Throw
        | DescendAction::Quaff
        | DescendAction::Read
        | DescendAction::Eat
        | DescendAction::Equip => DescendAction::Pack,
        DescendAction::PickUp => DescendAction::Confirm,
        DescendAction::Push => DescendAction::Look,
        _ => action,
    }
}

/// Whether a long action stops for a lesson. In the training, walking must not skip any; resting and
/// feeling go nowhere, so they never stop.
pub(super) fn stops_long_action(game: &Game, taught: &Taught) -> bool {
    game.is_training()
        && !matches!(game.doing(), Some(Action::Rest | Action::Feel { .. }))
        && next_lesson(game.view(), Mode::Map, taught).is_some()
}

/// Shows the next lesson when it applies. Removes it after some key presses, or as soon as it no longer
/// applies. Another screen hides it, and it is there again on return.
pub(super) fn update_lesson(
    (run, mode, names): (Res<Run>, Res<Mode>, CurrentNames),
    (settings, mut taught): (Res<Settings>, ResMut<Taught>),
    mut actions: MessageReader<ActionSent>,
    mut footer: ResMut<LogFooter>,
    mut shown: Local<Option<(Lesson, u32)>>,
) {
    let view = run.game().view();
    // Those from before it appeared are read, too.
    let count = actions.read().count() as u32;
    if let Some((_, keys)) = &mut *shown {
        *keys += count;
    }
    let is_training = run.game().is_training();
    let teaches = (settings.teach || is_training) && run.is_playing();
    let has_changed = run.is_changed() || mode.is_changed();
    shown.take_if(|(lesson, keys)| {
        let is_forgotten = !taught.has((*lesson).into());
        let is_over = *keys >= MAX_KEYS_SHOWN || has_changed && !lesson.applies(view, *mode);
        !teaches || is_forgotten || is_over
    });
    let min_keys = match is_training {
        true => MIN_KEYS_SHOWN_IN_TRAINING,
        false => MIN_KEYS_SHOWN,
    };
    let is_free = shown.is_none_or(|(_, keys)| keys >= min_keys);
    if teaches
        && has_changed
        && is_free
        && let Some((lesson, name)) = next_lesson(view, *mode, &taught)
    {
        taught.add(name);
        *shown = Some((lesson, 0));
    }
    let text = shown.map_or_else(String::new, |(lesson, _)| lesson.text(names.in_sentences()));
    footer.set_if_neq(LogFooter(text));
}

#[cfg(test)]
mod tests {
    use super::super::modes::test::each_turn;
    use super::*;
    use crate::app::input::Layers;
    use crate::app::keymap;
    use crate::app::screen::Screen;

    #[test]
    fn each_lesson_is_known_as_one_of_descend() {
        for lesson in Lesson::VARIANTS {
            let mut taught = Taught::default();
            taught.add(lesson.into());
            assert!(!taught.is_new_to_descend(), "{lesson:?}");
        }
    }

    #[test]
    fn each_lesson_fits_two_lines_of_the_smallest_window() {
        let map = keymap();
        let pad = Names::buttons(&map, Screen::Descend, Layers::default());
        let all = [Names::keys(&map), pad, Names::lines(&map)];
        for (lesson, names) in Lesson::VARIANTS
            .iter()
            .flat_map(|lesson| all.map(|names| (lesson, names)))
        {
            let text = lesson.text(names);
            assert!(text.len() <= 110 && text.ends_with('.'), "{text}");
            assert!(!text.contains("()"), "{text}");
        }
    }

    #[test]
    fn what_takes_leisure_is_not_taught_while_an_enemy_hunts() {
        let leisurely = || {
            Lesson::VARIANTS
                .iter()
                .copied()
                .filter(|lesson| lesson.is_leisurely())
        };
        let mut taught = [0, 0];
        each_turn(5..7, 400, |run| {
            let (view, game) = (run.game().view(), run.game());
            let hunts = |actor: ActorView| actor.in_sight && actor.mood == Mood::Hunting;
            let is_hunted = view.actors().any(hunts) || view.enemy_in_sight();
            let is_taught = |lesson: Lesson| {
                lesson.should_appear(view, Mode::Map) || lesson.applies(view, Mode::Map)
            };
            let some = leisurely().any(is_taught);
            assert!(
                !is_hunted || !some,
                "{}, turn {}",
                game.seed(),
                game.turns()
            );
            taught[usize::from(is_hunted)] += usize::from(is_hunted || some);
        });
        assert!(taught[0] > 10 && taught[1] > 10, "{taught:?}");
    }

    #[test]
    fn a_lesson_names_the_buttons_of_a_pad() {
        let map = keymap();
        let pad = Names::buttons(&map, Screen::Descend, Layers::default());
        let text = |lesson: Lesson| lesson.text(pad);
        assert!(text(Lesson::Move).starts_with("Move with the D-pad. Y explores"));
        assert!(text(Lesson::Fight).contains("or fight on (LB). Look (Select)"));
        let potion = "throw it at an enemy (X), or drink it to learn its kind (X).";
        assert!(text(Lesson::Potion).ends_with(potion));
        assert!(text(Lesson::Vault).contains("things (A)"));
    }

    #[test]
    fn a_lesson_names_the_keys_as_they_are_bound() {
        let mut map = keymap();
        let rest = map.entries().iter().position(|entry| entry.name == "rest");
        map.bind(
            rest.unwrap(),
            &crate::app::input::Chord::read("F7")
                .into_iter()
                .collect::<Vec<_>>(),
        );
        assert!(
            Lesson::Rest
                .text(Names::keys(&map))
                .starts_with("Rest (F7)")
        );
    }
}
