//! Lessons: at the first of each thing one line, once, with the keys as they are bound. They are told
//! beside the messages and kept beside the options; a run knows nothing of them.

use bevy::prelude::*;

use super::action::PlayAction;
use super::mode::Mode;
use crate::app::input::{Asked, CommonAction, Names, NamesNow};
use crate::app::settings::{Settings, Taught};
use crate::app::stage::{LogFooter, Run};
use crate::game::content::{LookKind, Role};
use crate::game::{Action, ActorView, Game, Hunger, Mood, View};
use crate::geom::Pos;
use crate::map::Tile;

/// One lesson.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Lesson {
    Move,
    Fight,
    Doorway,
    Sleeper,
    Grass,
    Brazier,
    Potion,
    Scroll,
    Conduit,
    Vault,
    Guard,
    Mourner,
    Hunger,
    Rest,
    Followed,
    Gear,
}

impl Lesson {
    /// All of them, the more urgent first.
    const ALL: [Self; 16] = [
        Self::Move,
        Self::Followed,
        Self::Mourner,
        Self::Guard,
        Self::Fight,
        Self::Sleeper,
        Self::Conduit,
        Self::Vault,
        Self::Hunger,
        Self::Rest,
        Self::Potion,
        Self::Scroll,
        Self::Gear,
        Self::Brazier,
        Self::Doorway,
        Self::Grass,
    ];

    /// Its name in the file.
    const fn name(self) -> &'static str {
        match self {
            Self::Move => "move",
            Self::Fight => "fight",
            Self::Doorway => "doorway",
            Self::Sleeper => "sleeper",
            Self::Grass => "grass",
            Self::Brazier => "brazier",
            Self::Potion => "potion",
            Self::Scroll => "scroll",
            Self::Conduit => "conduit",
            Self::Vault => "vault",
            Self::Guard => "guard",
            Self::Mourner => "mourner",
            Self::Hunger => "hunger",
            Self::Rest => "rest",
            Self::Followed => "followed",
            Self::Gear => "gear",
        }
    }

    /// What it says.
    fn words(self, names: Names) -> String {
        let key = |action: PlayAction| match names.are_buttons() {
            true => names.of(&by_pad(action)),
            false => names.of(&action),
        };
        match self {
            Self::Move => format!(
                "Move with {}. {} explores until something new appears; {} shows the keys.",
                names.of_steps(PlayAction::Step),
                key(PlayAction::Explore),
                names.of(&CommonAction::Help),
            ),
            Self::Fight => format!(
                "Walk into an enemy to hit it. Look ({}) says what it does and how a fight would go.",
                key(PlayAction::Look)
            ),
            Self::Doorway => {
                "Fight a group from the corridor behind a doorway: only one enemy at a time reaches you there.".to_owned()
            }
            Self::Sleeper => {
                "A sleeping enemy takes triple damage, and a dagger kills it: walk up to it, or around it."
                    .to_owned()
            }
            Self::Grass => "In tall grass you see, and are seen, only at close range.".to_owned(),
            Self::Brazier => format!(
                "{} puts out a brazier beside you, or lights it: in the dark you are not seen from afar.",
                key(PlayAction::Tend)
            ),
            Self::Potion => format!(
                "An unknown potion may harm you: throw it to see ({}), or drink it ({}).",
                key(PlayAction::Throw),
                key(PlayAction::Quaff)
            ),
            Self::Scroll => format!(
                "Read an unknown scroll ({}) to learn its kind.",
                key(PlayAction::Read)
            ),
            Self::Conduit => {
                "Turn tiles until the light reaches every lamp; the two middle ones turn together.".to_owned()
            }
            Self::Vault => format!(
                "Take one of the vault's three things ({}): the other two vanish.",
                key(PlayAction::PickUp)
            ),
            Self::Guard => {
                "Stay away from what a guard protects, and it leaves you alone.".to_owned()
            }
            Self::Mourner => {
                "Keep this monster in sight while you walk away, and it cannot follow.".to_owned()
            }
            Self::Hunger => format!(
                "Eat something ({}) before you grow weak with hunger: the weak do not heal.",
                key(PlayAction::Eat)
            ),
            Self::Rest => format!(
                "Rest ({}) until you are healed; healing takes food.",
                key(PlayAction::Rest)
            ),
            Self::Gear => format!(
                "Wield or wear what you find ({}); its card in the pack ({}) says what would change.",
                key(PlayAction::Equip),
                key(PlayAction::Pack)
            ),
            Self::Followed => "An enemy that hunts you follows you on the stairs if it is beside you.".to_owned(),
        }
    }

    /// Whether it is about what nobody does while an enemy hunts or threatens them.
    const fn is_leisurely(self) -> bool {
        matches!(
            self,
            Self::Move | Self::Scroll | Self::Gear | Self::Brazier | Self::Hunger
        )
    }

    /// Whether it is met now.
    fn is_met(self, view: View<'_>, mode: Mode) -> bool {
        let me = view.player();
        match self {
            Self::Doorway => is_near(view, 2, DOORS),
            Self::Grass => is_near(view, 4, &[Tile::Grass]),
            Self::Brazier => self.applies(view, mode) && is_near(view, 5, &[Tile::Brazier]),
            Self::Rest => 2 * me.health < me.max_health && self.applies(view, mode),
            _ => self.applies(view, mode),
        }
    }

    /// Whether what it says is of use still, once it is told.
    fn applies(self, view: View<'_>, mode: Mode) -> bool {
        let me = view.player();
        let near = |pos: Pos| pos.steps_to(me.pos) <= 1;
        let sees = |matches: &dyn Fn(&ActorView, Role) -> bool| {
            let role = |actor: &ActorView| view.content().monster(actor.kind).role;
            view.actors()
                .any(|actor| actor.in_sight && matches(&actor, role(&actor)))
        };
        let is_hunted = sees(&|actor, _| actor.mood == Mood::Hunting) || view.enemy_in_sight();
        if self.is_leisurely() && is_hunted {
            return false;
        }
        let carries = |wanted: LookKind| {
            let mut pack = view.pack();
            pack.any(|(_, item)| {
                view.content().item(item.kind).look() == Some(wanted) && !view.knows(item.kind)
            })
        };
        match self {
            Self::Move => true,
            Self::Fight => is_hunted,
            Self::Doorway => is_near(view, FAR, DOORS),
            Self::Sleeper => sees(&|actor, _| actor.mood == Mood::Asleep),
            Self::Grass => is_near(view, FAR, &[Tile::Grass]),
            Self::Brazier => is_near(view, FAR, &[Tile::Brazier]),
            Self::Potion => carries(LookKind::Potion),
            Self::Scroll => carries(LookKind::Scroll),
            Self::Gear => {
                let mut pack = view.pack();
                pack.any(|(letter, item)| {
                    view.content().item(item.kind).class.is_gear() && !view.is_equipped(letter)
                })
            }
            Self::Conduit => matches!(mode, Mode::Conduit(_)),
            Self::Vault => {
                let is_open = view.vault().is_some_and(|vault| vault.open);
                is_open && view.items().any(|item| item.offer.is_some())
            }
            Self::Guard => sees(&|_, role| role == Role::Guard),
            Self::Mourner => sees(&|_, role| role == Role::Unseen),
            Self::Hunger => me.hunger != Hunger::Fed,
            Self::Rest => !view.is_rested() && !view.enemy_in_sight(),
            Self::Followed => {
                let stairs = [view.stairs_down(), view.stairs_up()];
                stairs.contains(&Some(me.pos))
                    && sees(&|actor, _| actor.mood == Mood::Hunting && near(actor.pos))
            }
        }
    }
}

const DOORS: &[Tile] = &[Tile::DoorClosed, Tile::DoorOpen];

/// How near the ground must be, in tiles, that a lesson is about.
const FAR: i32 = 8;

/// Whether such a tile is in sight and so near.
fn is_near(view: View<'_>, reach: i32, wanted: &[Tile]) -> bool {
    let me = view.player().pos;
    let all = (-reach..=reach).flat_map(|y| (-reach..=reach).map(move |x| (x, y)));
    let mut places = all.map(|(x, y)| Pos::new(me.x + x, me.y + y));
    places.any(|pos| {
        let seen = view.tile(pos).filter(|tile| tile.in_sight);
        seen.is_some_and(|tile| wanted.contains(&tile.tile))
    })
}

/// Keys for which a lesson stands at most, and for which no other takes its place.
const STANDS: u32 = 8;
const ALONE: u32 = 4;
/// The same in the training, where long actions stop for each lesson.
const ALONE_IN_TRAINING: u32 = 1;

/// The most urgent lesson that is met now and was not told yet.
fn due(view: View<'_>, mode: Mode, taught: &Taught) -> Option<Lesson> {
    Lesson::ALL
        .into_iter()
        .find(|lesson| !taught.has(lesson.name()) && lesson.is_met(view, mode))
}

/// What leads to an action on a pad, which has no button for each of them.
const fn by_pad(action: PlayAction) -> PlayAction {
    match action {
        PlayAction::Throw
        | PlayAction::Quaff
        | PlayAction::Read
        | PlayAction::Eat
        | PlayAction::Equip => PlayAction::Pack,
        PlayAction::PickUp => PlayAction::Confirm,
        PlayAction::Look => PlayAction::NextTarget,
        _ => action,
    }
}

/// Whether a long action stops here for a lesson: in the training a walk passes none. Rest leads past
/// nothing.
pub(super) fn stops(game: &Game, taught: Option<&Taught>) -> bool {
    let due = |taught: &Taught| due(game.view(), Mode::Map, taught).is_some();
    game.is_training() && game.doing() != Some(Action::Rest) && taught.is_some_and(due)
}

/// Tells a lesson when its time has come, and takes it away some keys later, or as soon as it is of no
/// use any more.
pub(super) fn teach(
    (run, mode, names): (Res<Run>, Res<Mode>, NamesNow),
    (settings, taught): (Option<Res<Settings>>, Option<ResMut<Taught>>),
    mut asked: MessageReader<Asked>,
    mut aside: ResMut<LogFooter>,
    mut told: Local<Option<(Lesson, u32)>>,
) {
    let (Some(settings), Some(mut taught)) = (settings, taught) else {
        return;
    };
    let view = run.game().view();
    if let Some((_, keys)) = told.as_mut().filter(|_| asked.read().count() > 0) {
        *keys += 1;
    }
    let is_told = settings.teach || run.game().is_training();
    let is_over = !is_told || !run.is_playing();
    let changed = run.is_changed() || mode.is_changed();
    told.take_if(|(lesson, keys)| {
        is_over || *keys >= STANDS || changed && !lesson.applies(view, *mode)
    });
    if told.is_none() {
        aside.set_if_neq(LogFooter::default());
    }
    let alone = match run.game().is_training() {
        true => ALONE_IN_TRAINING,
        false => ALONE,
    };
    if is_over || !changed || told.is_some_and(|(_, keys)| keys < alone) {
        return;
    }
    if let Some(lesson) = due(view, *mode, &taught) {
        taught.add(lesson.name());
        *aside = LogFooter(lesson.words(names.get()));
        *told = Some((lesson, 0));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::input::Layers;
    use crate::app::keymap;
    use crate::app::screen::Screen;
    use crate::bot::Explorer;
    use crate::rng::Seed;

    #[test]
    fn each_lesson_has_a_name_of_its_own_and_fits_two_lines_of_the_smallest_window() {
        let names: std::collections::BTreeSet<&str> =
            Lesson::ALL.iter().map(|lesson| lesson.name()).collect();
        assert_eq!(names.len(), Lesson::ALL.len());
        let map = keymap();
        let pad = Names::buttons(&map, Screen::Play, Layers::default());
        for (lesson, names) in Lesson::ALL
            .into_iter()
            .flat_map(|lesson| [(lesson, Names::keys(&map)), (lesson, pad)])
        {
            let words = lesson.words(names);
            assert!(words.len() <= 110 && words.ends_with('.'), "{words}");
            assert!(!words.contains("()"), "{words}");
        }
    }

    #[test]
    fn what_takes_leisure_is_not_taught_while_an_enemy_hunts() {
        let leisurely = || {
            Lesson::ALL
                .into_iter()
                .filter(|lesson| lesson.is_leisurely())
        };
        let mut taught = [0, 0];
        for seed in 5..7 {
            let mut run = Run::new(Seed(seed), None).unwrap();
            let mut bot = Explorer::default();
            while run.game().turns() < 400 && run.is_playing() {
                run.step_by(&mut bot);
                let view = run.game().view();
                let hunts = |actor: ActorView| actor.in_sight && actor.mood == Mood::Hunting;
                let is_hunted = view.actors().any(hunts) || view.enemy_in_sight();
                let is_taught = |lesson: Lesson| {
                    lesson.is_met(view, Mode::Map) || lesson.applies(view, Mode::Map)
                };
                let some = leisurely().any(is_taught);
                assert!(!is_hunted || !some, "{seed}, turn {}", run.game().turns());
                taught[usize::from(is_hunted)] += usize::from(is_hunted || some);
            }
        }
        assert!(taught[0] > 10 && taught[1] > 10, "{taught:?}");
    }

    #[test]
    fn a_lesson_names_the_buttons_of_a_pad() {
        let map = keymap();
        let pad = Names::buttons(&map, Screen::Play, Layers::default());
        let told = |lesson: Lesson| lesson.words(pad);
        assert!(told(Lesson::Move).starts_with("Move with the D-pad. Y explores"));
        assert!(told(Lesson::Fight).contains("Look (LB)"));
        assert!(told(Lesson::Potion).ends_with("throw it to see (X), or drink it (X)."));
        assert!(told(Lesson::Vault).contains("things (A)"));
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
                .words(Names::keys(&map))
                .starts_with("Rest (F7)")
        );
    }
}
