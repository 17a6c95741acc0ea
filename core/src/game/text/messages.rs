//! Log messages. A message depends only on the event and the content, so it reflects what the
//! player knew when the event happened.

use super::names::{
    counted, explored_message, item_name, monster_group, monster_name, monster_with_article,
    to_sentence, with_article,
};
use super::set_pieces;
use crate::game::content::ability::Announcement;
use crate::game::content::{Class, Content, MarkKind, MonsterKind};
use crate::game::world::actor::ActorId;
use crate::game::world::detail::{
    BlastKind, Cause, EventActor, EventItem, Healing, Lamplit, Landmark, Perception, Projectile,
    Surprise,
};
use crate::game::world::event::{
    BodyEvent, FightEvent, GameEvent, ItemEvent, MonsterEvent, PlaceEvent, RunEvent,
};
use crate::game::world::hazard::HazardKind;
use crate::game::world::item::{Gains, SkipReason};
use crate::game::world::player::Hunger;
use crate::map::Tile;

/// The log message for an event; `None` if the log omits it. Covers the player's actions and what
/// they perceive, except steps and monsters' shots.
pub fn describe(content: &Content, event: &GameEvent) -> Option<String> {
    let writer = MessageWriter(content);
    let text = match *event {
        GameEvent::Fight(event) => writer.describe_fight(event),
        GameEvent::Body(event) => writer.describe_body(event),
        GameEvent::Monster(event) => writer.describe_monster(event),
        GameEvent::Item(event) => writer.describe_item(event),
        GameEvent::Place(event) => writer.describe_place(event),
        GameEvent::Run(event) => writer.describe_course(event),
    };
    text.map(to_sentence)
}

/// Writes messages without capital letter and full stop, one method per group of events.
pub(in crate::game) struct MessageWriter<'a>(pub &'a Content);

impl MessageWriter<'_> {
    /// Name of an actor as the player knew it: `you`, `the crypt rat` or `something`.
    fn name_of(&self, actor: EventActor) -> String {
        match actor.kind {
            None => "you".into(),
            Some(kind) if actor.is_known() => monster_name(self.0, kind),
            Some(_) => "something".into(),
        }
    }

    /// The class of an item, if it is identified, as gear always is.
    fn class(&self, what: EventItem) -> Option<Class> {
        what.kind.kind().map(|kind| self.0.item(kind).class)
    }

    fn item(&self, what: EventItem) -> String {
        item_name(self.0, what)
    }

    /// Says that an item or stack lies here.
    pub fn item_here(&self, what: EventItem) -> String {
        let verb = if what.count == 1 { "is" } else { "are" };
        format!("there {verb} {} here", self.an_item(what))
    }

    /// Says that a vault offer lies here.
    pub fn offer_here(&self, what: EventItem) -> String {
        format!("there is {} here", self.an_offer(what))
    }

    /// A vault offer with its extras, such as arrows for a bow.
    fn an_offer(&self, what: EventItem) -> String {
        let mut text = self.an_item(what);
        let extra = what.kind.kind().and_then(|kind| self.0.extra(kind));
        if let Some((kind, count)) = extra {
            text += &format!(" with {count} {}", self.0.item(kind).plural);
        }
        text
    }

    /// Says that a vault opens, and what it offers.
    fn describe_opened_vault(&self, offers: [Option<EventItem>; 3]) -> String {
        let offers = offers.into_iter().flatten();
        let offers: Vec<String> = offers.map(|item| self.an_offer(item)).collect();
        let opens = "stone grinds on stone, and the vault opens";
        match offers.split_last() {
            None => opens.into(),
            Some((last, [])) => format!("{opens}: you may take {last}"),
            Some((last, rest)) => format!("{opens}: you may take {} or {last}", rest.join(", ")),
        }
    }

    /// An item with "a" or "an", or with its count.
    fn an_item(&self, what: EventItem) -> String {
        with_article(self.item(what), what.count)
    }

    fn describe_fight(&self, event: FightEvent) -> Option<String> {
        Some(match event {
            FightEvent::Missed { by, at } | FightEvent::Hit { by, at, .. }
                if !by.is_known() && !at.is_known() =>
            {
                return None;
            }
            FightEvent::Missed { by, at } => {
                let verb = conjugate(by, "miss", "misses");
                format!("{} {verb} {}", self.name_of(by), self.name_of(at))
            }
            FightEvent::Hit {
                by,
                at,
                damage,
                surprise,
                projectile,
            } => {
                let hits = self.describe_hit(by, at, surprise, projectile);
                match (damage, projectile) {
                    (0, None) => format!("{hits} but {} no damage", conjugate(by, "do", "does")),
                    (0, Some(_)) => format!("{hits} but does no damage"),
                    _ => format!("{hits} for {damage}"),
                }
            }
            FightEvent::Hurt {
                damage,
                cause: Cause::Hunger,
                ..
            } => {
                format!("you lose {damage} health to hunger")
            }
            FightEvent::Hurt { who, .. } if !who.is_known() => return None,
            FightEvent::Hurt { who, damage, cause } => {
                let by = match cause {
                    Cause::Fire => "the fire burns",
                    _ => "the blast hits",
                };
                format!("{by} {} for {damage}", self.name_of(who))
            }
            FightEvent::Died { who, kind, .. } => {
                let name = monster_name(self.0, kind);
                let bursts = self.0.monster(kind).abilities.bursts.is_some();
                match who.perception {
                    Perception::Seen if bursts => format!("{name} bursts into flame"),
                    Perception::Seen => format!("{name} dies"),
                    Perception::Felt => format!("you feel {name} die"),
                    Perception::Heard | Perception::Unnoticed => return None,
                }
            }
            FightEvent::PlayerDied { cause } => match cause {
                Cause::Monster(kind) => format!("{} kills you", monster_name(self.0, kind)),
                Cause::Burst(kind) => {
                    format!(
                        "you die in the blast of {}",
                        monster_with_article(self.0, kind)
                    )
                }
                Cause::Fire => "you burn to death".into(),
                Cause::Own => "you die in your own blast".into(),
                Cause::Hunger => "you starve to death".into(),
            },
            FightEvent::Charged { who, .. } => self.seen(who, |name| format!("{name} charges"))?,
            FightEvent::Glanced { at } => {
                self.known(at, |name| format!("it glances off {name}: come nearer"))?
            }
            FightEvent::Wasted {
                who,
                announcement,
                by,
            } => self.seen(who, |name| wasted_message(name, announcement, by))?,
            FightEvent::Flew {
                what: Projectile::Item(item),
                ..
            } => format!("you throw {}", self.an_item(item)),
            FightEvent::Flew {
                what: Projectile::Arrow(item),
                ..
            } => format!("you shoot {}", self.an_item(item)),
            FightEvent::Blocked { by: Tile::Void } => "something solid stops it".into(),
            FightEvent::Blocked { by } => format!("{} stops it", by.name()),
            FightEvent::Broke { item } => {
                format!("the {} breaks", self.item(EventItem { count: 1, ..item }))
            }
            FightEvent::Blast { kind, .. } => blast_message(kind)?.into(),
            FightEvent::NobodyAffected => "nobody is affected".into(),
            // What bursts or shoots is told by its blast or hit.
            FightEvent::Burst { .. }
            | FightEvent::Flew {
                what: Projectile::Bolt | Projectile::Shot,
                ..
            } => return None,
        })
    }

    /// Who or what hits whom: `the arrow hits the sleeping crypt rat`.
    fn describe_hit(
        &self,
        by: EventActor,
        at: EventActor,
        surprise: Option<Surprise>,
        projectile: Option<Projectile>,
    ) -> String {
        let mut target = self.name_of(at);
        if let Some(surprise) = surprise.filter(|_| at.is_known()) {
            let name = target.strip_prefix("the ").unwrap_or(&target);
            target = match surprise {
                Surprise::Asleep => format!("the sleeping {name}"),
                Surprise::Unaware => format!("the unaware {name}"),
                Surprise::Doorway => format!("{target} in the doorway"),
            };
        }
        let (subject, verb) = match projectile {
            None => (self.name_of(by), conjugate(by, "hit", "hits")),
            Some(Projectile::Item(item) | Projectile::Arrow(item)) => {
                (format!("the {}", self.item(item)), "hits")
            }
            Some(Projectile::Bolt) => ("the bolt".into(), "hits"),
            Some(Projectile::Shot) => (self.name_of(by), "shoots"),
        };
        format!("{subject} {verb} {target}")
    }

    /// What happens to the player's body, and what they perceive of those of monsters.
    fn describe_body(&self, event: BodyEvent) -> Option<String> {
        Some(match event {
            BodyEvent::Healed { who, amount: 0 } if who == ActorId::PLAYER => {
                "you have no wounds to heal".into()
            }
            BodyEvent::Healed { amount: 0, .. } => return None,
            BodyEvent::Healed { who, .. } => self.seen(who, |name| {
                format!("{name} {} better", conjugate(who, "feel", "looks"))
            })?,
            BodyEvent::ConditionBegan { who, condition } if who == ActorId::PLAYER => {
                condition.words().began.into()
            }
            BodyEvent::ConditionBegan { who, condition } => {
                let began = condition.words().monster_began?;
                self.seen(who, |name| began.replace("{name}", name))?
            }
            BodyEvent::ConditionEnded { who, condition } if who == ActorId::PLAYER => {
                condition.words().ended?.into()
            }
            BodyEvent::Woke { who } => self.known(who, |name| format!("{name} wakes up"))?,
            BodyEvent::Held { who } if who == ActorId::PLAYER => "the web holds you".into(),
            BodyEvent::Held { who } => self.known(who, |name| format!("a web holds {name}"))?,
            BodyEvent::FellAsleep { who } => {
                self.known(who, |name| format!("{name} falls asleep"))?
            }
            BodyEvent::Teleported { who, .. } if who == ActorId::PLAYER => {
                "you are suddenly somewhere else".into()
            }
            BodyEvent::Strengthened => {
                format!(
                    "you feel stronger: +{} attack",
                    self.0.rules().potion.strength
                )
            }
            BodyEvent::Invigorated => {
                format!("you feel hardier: +{} health", self.0.rules().potion.vigour)
            }
            BodyEvent::LevelGained {
                level,
                health,
                attack,
                defence,
            } => {
                let gains = [(health, "health"), (attack, "attack"), (defence, "defence")];
                let gains = gains.into_iter().filter(|(gain, _)| *gain > 0);
                let gains: Vec<String> = gains.map(|(gain, of)| format!("+{gain} {of}")).collect();
                format!(
                    "you reach rank {level}: {}, and some health returns",
                    gains.join(", ")
                )
            }
            BodyEvent::RestBegan { healing } => {
                let Healing {
                    turns,
                    food,
                    fed,
                    health,
                    whole,
                } = healing;
                let hunger = match fed {
                    true => "",
                    false => ", and you will be weak with hunger before it is done",
                };
                let [turns, food] = [turns, food].map(|turns| counted(turns, "turn"));
                let what = match whole {
                    true => "you rest: healing".to_owned(),
                    false => {
                        let share = self.0.rules().food.rest;
                        format!(
                            "you rest as well as you can here, to {share}% of your health (beside a burning \
                             brazier you would heal fully): healing to {health}"
                        )
                    }
                };
                format!("{what} takes {turns}, and {food} of food{hunger}")
            }
            BodyEvent::HungerChanged { hunger } => hunger_message(hunger).into(),
            BodyEvent::Moved { .. }
            | BodyEvent::Teleported { .. }
            | BodyEvent::ConditionEnded { .. }
            | BodyEvent::Experience { .. } => return None,
        })
    }

    /// A sentence about an actor that the player knows of.
    fn known(&self, who: EventActor, tell: impl FnOnce(&str) -> String) -> Option<String> {
        who.is_known().then(|| tell(&self.name_of(who)))
    }

    /// A sentence about an actor that the player sees.
    fn seen(&self, who: EventActor, tell: impl FnOnce(&str) -> String) -> Option<String> {
        let seen = who.perception == Perception::Seen;
        self.known(who, tell).filter(|_| seen)
    }

    /// Actions and changes of monsters that the player perceives.
    fn describe_monster(&self, event: MonsterEvent) -> Option<String> {
        match event {
            MonsterEvent::Noticed { who } => self.known(who, |name| format!("{name} notices you")),
            MonsterEvent::Startled { who } => self.known(who, |name| {
                format!("{name} looks about: it does not know where that came from")
            }),
            MonsterEvent::Fled { who } => self.seen(who, |name| format!("{name} turns to flee")),
            MonsterEvent::CameIntoSight { who, .. } if !who.is_known() => None,
            MonsterEvent::CameIntoSight {
                who, again: true, ..
            } => Some(describe_return(self.0, who.kind?, false)),
            MonsterEvent::CameIntoSight { who, asleep, .. } => {
                Some(describe_sighting(self.0, who.kind?, 1, asleep))
            }
            MonsterEvent::Revealed { who, disguise } => {
                let kind = who.kind.map(|kind| monster_with_article(self.0, kind))?;
                self.seen(who, |_| match disguise {
                    Some(item) => {
                        let verb = if item.count == 1 { "was" } else { "were" };
                        format!("the {} {verb} {kind}, lying in wait", self.item(item))
                    }
                    None => format!("{kind} was lying in wait"),
                })
            }
            MonsterEvent::Split { who, .. } => {
                self.seen(who, |name| format!("{name} splits in two"))
            }
            MonsterEvent::Summoned { who, count: 0 } => self.known(who, |name| {
                format!("{name} calls for help, but nobody comes")
            }),
            MonsterEvent::Summoned { who, .. } => {
                self.known(who, |name| format!("{name} calls for help"))
            }
            MonsterEvent::Prepared { who, announcement } => self.seen(who, |name| {
                format!("{name} {}", announcement.words().begins)
            }),
            MonsterEvent::Stopped { who, .. } => {
                self.known(who, |name| format!("{name} has no breath left to call"))
            }
            MonsterEvent::Fed { who, lamps, .. } => self.seen(who, |name| match lamps {
                1 => format!("a burning brazier gives {name} new strength"),
                _ => format!("{lamps} burning braziers give {name} new strength"),
            }),
            MonsterEvent::Unmade { who } => self.known(who, |name| {
                format!("the magic that holds {name} together ends")
            }),
            MonsterEvent::Followed { who } => self.known(who, |name| format!("{name} follows you")),
            MonsterEvent::Stole { who, item } => Some(format!(
                "{} steals {} from your pack",
                self.name_of(who),
                self.an_item(item)
            )),
            MonsterEvent::Met { kind } => {
                // With a colon, because "A wick imp steals something" reads as if it had happened.
                let def = self.0.monster(kind);
                Some(format!("{}: {}", def.name, def.habit))
            }
            MonsterEvent::NamedHere { kind } => Some(format!(
                "this is where {} dwells",
                monster_name(self.0, kind)
            )),
            MonsterEvent::LostTrack { .. } => None,
        }
    }

    fn describe_item(&self, event: ItemEvent) -> Option<String> {
        Some(match event {
            ItemEvent::PickedUp {
                letter,
                item,
                total,
                gains,
            } => {
                let item_name = self.an_item(item);
                match (total > item.count, gains) {
                    (true, _) => format!("you pick up {item_name} ({letter}, {total} in all)"),
                    (false, None) => format!("you pick up {item_name} ({letter})"),
                    (false, Some(gains)) => {
                        let better = better_than(self.class(item), gains);
                        format!("you pick up {item_name} ({letter}), {better}")
                    }
                }
            }
            ItemEvent::NoRoom { item } => {
                format!("your pack has no room for {}", self.an_item(item))
            }
            ItemEvent::Lost { item } => {
                format!(
                    "the floor has no room for {}: it is lost",
                    self.an_item(item)
                )
            }
            ItemEvent::Dropped { item } => {
                format!("you drop {}", self.an_item(item))
            }
            ItemEvent::LiesHere { item } => self.item_here(item),
            ItemEvent::Offered { item } => {
                format!(
                    "{}: take it, and the other two vanish",
                    self.offer_here(item)
                )
            }
            ItemEvent::ItemSeen { item, skipped, .. } => {
                let it = if item.count == 1 { "it" } else { "them" };
                let why = match skipped {
                    None => String::new(),
                    Some(SkipReason::Full) => ", but your pack is full".to_owned(),
                    Some(SkipReason::Worse) => format!(", no better than yours: you leave {it}"),
                    Some(SkipReason::Duplicate) => {
                        format!(", which would add nothing: you leave {it}")
                    }
                };
                format!("you see {}{why}", self.an_item(item))
            }
            ItemEvent::Equipped { item, .. } => {
                let (verb, _) = verbs_of_use(self.class(item));
                format!("you {verb} the {}", self.item(item))
            }
            ItemEvent::Unequipped { item, .. } => {
                let (_, verb) = verbs_of_use(self.class(item));
                format!("you {verb} the {}", self.item(item))
            }
            ItemEvent::Ate { item } => format!("you eat {}", self.an_item(item)),
            ItemEvent::Quaffed { item } => {
                format!("you drink {}", self.an_item(item))
            }
            ItemEvent::Read { item } => format!("you read {}", self.an_item(item)),
            ItemEvent::UsedRelic { item } => {
                format!("you use the {}", self.item(item))
            }
            ItemEvent::Identified { item } => {
                format!("it was {}", self.an_item(item))
            }
            ItemEvent::Improved { item, .. } => {
                let plain = EventItem { plus: 0, ..item };
                format!("your {} is now {:+}", self.item(plain), item.plus)
            }
            ItemEvent::Hooded { hooded: true } => "you hood your lantern".into(),
            ItemEvent::Hooded { hooded: false } => "you take the hood off your lantern".into(),
            ItemEvent::Doused => {
                "the water puts out your lantern: it burns again once you take its hood off".into()
            }
            ItemEvent::SweptOff { item } => {
                format!("the water carries off your {}", self.item(item))
            }
            ItemEvent::OilSpilt => "your lantern falls, and its oil spills and burns".into(),
            ItemEvent::OilFilled => "you fill your lantern with oil from the brazier".into(),
            ItemEvent::OilLow { turns } => {
                format!("your lantern flickers: its oil lasts {turns} more turns")
            }
            ItemEvent::OilOut => "your lantern goes out: its oil is used up".into(),
            ItemEvent::VaultTaken { .. } => "the other two sink into the floor".into(),
            ItemEvent::NothingToImprove { weapon } => {
                format!("nothing happens{}", bare_reason(weapon))
            }
            ItemEvent::Fizzled { scroll } => format!("nothing happens{}", scroll.row().nothing),
        })
    }

    fn describe_place(&self, event: PlaceEvent) -> Option<String> {
        Some(match event {
            PlaceEvent::DoorOpened { by, perception, .. }
                if by != ActorId::PLAYER && perception == Perception::Seen =>
            {
                match by.perception {
                    Perception::Seen => format!("{} opens a door", self.name_of(by)),
                    _ => "a door opens".into(),
                }
            }
            PlaceEvent::DoorClosed { .. } => "you close the door".into(),
            PlaceEvent::BrazierLit { .. } => "you light the brazier".into(),
            PlaceEvent::BrazierOut { by, .. } if by == ActorId::PLAYER => {
                "you put out the brazier".into()
            }
            PlaceEvent::BrazierOut {
                by,
                perception: Perception::Seen,
                ..
            } => match by.perception {
                Perception::Seen => format!("{} puts out a brazier", self.name_of(by)),
                _ => "a brazier goes out".into(),
            },
            PlaceEvent::LandmarkSeen { landmark, .. } => {
                landmark_message(landmark).into()
            }
            PlaceEvent::Arrived { depth, first } => {
                let verb = if first { "reach" } else { "return to" };
                let drawn = self.0.training().and_then(|training| training.level(depth));
                let welcome = drawn
                    .filter(|_| first)
                    .map(|level| format!(". {}", level.text));
                let place = self.0.depth_word();
                format!("you {verb} {place} {depth}{}", welcome.unwrap_or_default())
            }
            PlaceEvent::BrazierToppled { by, .. } if by == ActorId::PLAYER => {
                "you knock the brazier over".into()
            }
            PlaceEvent::BrazierToppled {
                perception: Perception::Seen,
                ..
            } => "a brazier falls over".into(),
            PlaceEvent::HazardFound { kind, .. } => format!("you find {}", kind.name()),
            PlaceEvent::HazardSprung { kind, by, perception, .. } => {
                self.describe_sprung(kind, by, perception)?
            }
            PlaceEvent::WallBroke {
                perception: Perception::Seen,
                ..
            } => "the cracked wall falls, and there is a closet behind it".into(),
            PlaceEvent::Fell { damage } => {
                format!("you fall to the next depth: {damage} damage")
            }
            PlaceEvent::SearchedAll { reach } => {
                format!("you have searched long enough: nothing within {reach} tiles is hidden from you")
            }
            PlaceEvent::FireSeen { .. } => "you see flames: they spread over whatever burns".into(),
            PlaceEvent::GasBurst {
                perception: Perception::Seen,
                ..
            } => "the marsh gas bursts into flame".into(),
            PlaceEvent::BurntDown { tile, .. } => format!("{} has burnt down", tile.name()),
            PlaceEvent::TombOpened { .. } => "the lid of the tomb breaks".into(),
            PlaceEvent::LeverPulled { .. } => "you pull the lever".into(),
            PlaceEvent::LeverIdle { .. } => "nothing moves any more".into(),
            PlaceEvent::PlateStepped { .. } => "the plate sinks under your foot".into(),
            PlaceEvent::SetPieceSeen { kind, .. } => self.0.set_pieces().get(usize::from(kind))?.text.clone(),
            PlaceEvent::DeviceSeen { kind, mark, .. } => self.describe_device(kind, mark)?,
            PlaceEvent::SetPieceChanged {
                kind,
                mark,
                effect,
                perception,
                ..
            } => {
                let def = self.0.set_pieces().get(usize::from(kind))?;
                set_pieces::tell_change(def, effect, mark, perception)?
            }
            PlaceEvent::ConduitTurned { .. } => {
                "you turn a tile of the conduit".into()
            }
            PlaceEvent::ConduitMended { .. } => {
                "you fit the missing pipe: the broken tile is whole again".into()
            }
            PlaceEvent::FontDrunk { .. } => "you drink the font dry: it tastes of light".into(),
            PlaceEvent::RoomLit { to, .. } => lit_message(to).into(),
            PlaceEvent::VaultOpened { offers, .. } => {
                self.describe_opened_vault(offers)
            }
            // Noise that the player sees the cause of already has a message.
            PlaceEvent::Noise {
                perception: Perception::Heard,
                ..
            } => "you hear a loud noise".into(),
            PlaceEvent::CandleLow { left } => {
                let turns = counted(left, "turn");
                format!("a quarter of the candle of this level is left: it burns out in {turns}, and then patrols come by the stairs")
            }
            PlaceEvent::CandleOut => "the candle of this level has burnt out".into(),
            PlaceEvent::PatrolCame { .. } => {
                "a bell tolls, and somebody comes by the stairs with lamps".into()
            }
            PlaceEvent::Mapped => {
                "you now know the layout of this level, but not what lies in it".into()
            }
            PlaceEvent::Hallowed { .. } => "the ground around you is hallowed: no monster enters it, or strikes a blow at you there".into(),
            PlaceEvent::FoundNothing => "you find nothing".into(),
            PlaceEvent::DoorOpened { .. }
            | PlaceEvent::BrazierOut { .. }
            | PlaceEvent::BrazierToppled { .. }
            | PlaceEvent::GasBurst { .. }
            | PlaceEvent::WallBroke { .. }
            | PlaceEvent::Noise { .. } => return None,
        })
    }

    /// Says what a lever or plate of a room does.
    fn describe_device(&self, kind: u16, mark: u8) -> Option<String> {
        let def = self.0.set_pieces().get(usize::from(kind))?;
        let what = match def.mark(mark).is {
            MarkKind::Lever => "a lever",
            _ => "a plate in the floor",
        };
        let rules = def.rules_at(mark);
        let does: Vec<String> = rules
            .map(|(_, rule)| set_pieces::tell_rule(def, rule))
            .collect();
        Some(format!("you see {what}: {}", does.join("; ")))
    }

    /// Says what a trap does, to whom.
    fn describe_sprung(
        &self,
        kind: HazardKind,
        by: Option<EventActor>,
        perception: Perception,
    ) -> Option<String> {
        let by_you = by.is_some_and(|by| by == ActorId::PLAYER);
        let who = by.filter(|by| !by_you && by.perception == Perception::Seen);
        let name = who.map(|by| self.name_of(by));
        kind.sprung(by_you, name.as_deref(), perception != Perception::Unnoticed)
    }

    fn describe_course(&self, event: RunEvent) -> Option<String> {
        Some(match event {
            RunEvent::Explored { left } => explored_message(left),
            RunEvent::Won => "light floods the conduit, and the Everlamp burns again".into(),
            RunEvent::GaveUp if self.0.training().is_some() => "you leave the training".into(),
            RunEvent::GaveUp => "you give up, and the Everlamp stays dark".into(),
            RunEvent::Finished => {
                "you have finished the training. The real undercroft has twelve depths, and the Everlamp hangs in the last".into()
            }
            RunEvent::Interrupted { .. } => return None,
        })
    }
}

/// What the player has thrown or shot at one target in a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::game) struct Volley {
    pub target: EventActor,
    pub surprise: Option<Surprise>,
    /// One of what flies, and whether a bow shoots it.
    pub item: EventItem,
    pub shot: bool,
    pub hits: u16,
    pub damage: i32,
    pub misses: u16,
    pub broken: u16,
}

impl Volley {
    /// Whether another goes on with it: the same thing, in the same way, at the same target.
    pub fn goes_on_as(&self, other: &Self) -> bool {
        let key = |one: &Self| (one.target.id, one.item.kind, one.item.plus, one.shot);
        key(self) == key(other)
    }

    /// Both as one.
    pub fn joined(self, more: Self) -> Self {
        Self {
            hits: self.hits + more.hits,
            damage: self.damage + more.damage,
            misses: self.misses + more.misses,
            broken: self.broken + more.broken,
            ..more
        }
    }
}

/// What became of a volley: `you throw 3 roof slates at the crypt rat: 2 hit for 9 in all, 1 misses`.
pub(in crate::game) fn describe_volley(content: &Content, volley: &Volley) -> String {
    let writer = MessageWriter(content);
    let target = writer.name_of(volley.target);
    let count = volley.hits + volley.misses;
    if count == 1 {
        let what = writer.item(volley.item);
        let breaks = if volley.broken > 0 {
            ", and breaks"
        } else {
            ""
        };
        let projectile = match volley.shot {
            true => Projectile::Arrow(volley.item),
            false => Projectile::Item(volley.item),
        };
        let you = EventActor::PLAYER;
        let hits = || writer.describe_hit(you, volley.target, volley.surprise, Some(projectile));
        return match (volley.hits, volley.damage) {
            (0, _) => format!("the {what} misses {target}{breaks}"),
            (_, 0) => format!("{} but does no damage{breaks}", hits()),
            (_, damage) => format!("{} for {damage}{breaks}", hits()),
        };
    }
    let verb = if volley.shot { "shoot" } else { "throw" };
    let all = writer.an_item(EventItem {
        count,
        ..volley.item
    });
    let number = |count: u16, one: &str, more: &str| match count {
        0 => None,
        1 => Some(format!("1 {one}")),
        _ => Some(format!("{count} {more}")),
    };
    let hits = number(volley.hits, "hits", "hit").map(|hits| match (volley.hits, volley.damage) {
        (_, 0) => format!(
            "{hits} and {} no damage",
            if volley.hits == 1 { "does" } else { "do" }
        ),
        (1, damage) => format!("{hits} for {damage}"),
        (_, damage) => format!("{hits} for {damage} in all"),
    });
    let misses = number(volley.misses, "misses", "miss");
    let broken = number(volley.broken, "breaks", "break");
    let outcomes: Vec<String> = [hits, misses, broken].into_iter().flatten().collect();
    format!("you {verb} {all} at {target}: {}", outcomes.join(", "))
}

/// Says that what a monster had announced met nobody.
fn wasted_message(name: &str, announcement: Announcement, by: Option<Tile>) -> String {
    let what = match by {
        None => None,
        Some(Tile::Void) => Some("something solid".to_owned()),
        Some(tile) => Some(tile.name().to_owned()),
    };
    let words = announcement.words();
    match what {
        None => words.misses.replace("{name}", name),
        Some(what) => words.meets.replace("{name}", name).replace("{what}", &what),
    }
}

/// The form of a verb for the player or a monster.
fn conjugate(actor: EventActor, you: &'static str, they: &'static str) -> &'static str {
    if actor == ActorId::PLAYER { you } else { they }
}

/// Verbs for equipping and unequipping an item of a class.
const fn verbs_of_use(class: Option<Class>) -> (&'static str, &'static str) {
    match class {
        Some(Class::Lantern(_)) => ("light", "put out"),
        Some(Class::Armour { .. } | Class::Ring(_)) => ("put on", "take off"),
        _ => ("wield", "put away"),
    }
}

/// Says what a piece of gear is better than, and by how much: `better than what you wear: defence +2, noise +4`.
fn better_than(class: Option<Class>, gains: Gains) -> String {
    let what = match (class, gains.first) {
        (Some(Class::Lantern(_)), true) => "no lantern",
        (Some(Class::Lantern(_)), false) => "the light that you carry",
        (Some(Class::Armour { .. }), true) => "no armour",
        (Some(Class::Armour { .. } | Class::Ring(_)), _) => "what you wear",
        (_, true) => "bare hands",
        (_, false) => "what you wield",
    };
    let changes = [
        ("attack", gains.attack),
        ("defence", gains.defence),
        ("tiles seen in the dark", gains.sight),
        ("noise", gains.noise),
    ];
    let changes = changes.into_iter().filter(|(_, change)| *change != 0);
    let changes: Vec<String> = changes
        .map(|(of, change)| format!("{of} {change:+}"))
        .collect();
    format!("better than {what}: {}", changes.join(", "))
}

/// Says that monsters of a kind come into sight: `you see 2 sleeping crypt rats`.
pub(in crate::game) fn describe_sighting(
    content: &Content,
    kind: MonsterKind,
    count: u32,
    asleep: bool,
) -> String {
    let def = content.monster(kind);
    let monsters = match (count, asleep) {
        (1, true) if def.named => format!("{}, asleep", def.name),
        (1, true) => with_article(format!("sleeping {}", def.name), 1),
        (1, false) => monster_with_article(content, kind),
        _ => monster_group(content, kind, count, asleep),
    };
    format!("you see {monsters}")
}

/// Says that a monster is back in sight. `same` says whether it is certainly the one of its kind that
/// was seen last.
pub(in crate::game) fn describe_return(content: &Content, kind: MonsterKind, same: bool) -> String {
    let name = match same {
        true => monster_name(content, kind),
        false => monster_with_article(content, kind),
    };
    format!("{name} is back in sight")
}

/// The message for a blast; `None` for fire, whose hits have messages.
const fn blast_message(kind: BlastKind) -> Option<&'static str> {
    match kind {
        BlastKind::Fire => None,
        BlastKind::Confusion => Some("a cloud of dizzying vapour spreads"),
        BlastKind::Darkness => Some("a cloud of darkness spreads"),
        BlastKind::Vapour => Some("the potion shatters"),
    }
}

const fn lit_message(to: Lamplit) -> &'static str {
    match to {
        Lamplit::Vault => "light runs to the vault",
        Lamplit::Font => {
            "light runs out along the corridors, and a font fills: whoever drinks from it is healed"
        }
        Lamplit::Stairs => {
            "light runs out along the corridors, and the hall of the stairs down is bright for good"
        }
    }
}

const fn landmark_message(landmark: Landmark) -> &'static str {
    match landmark {
        Landmark::StairsUp => "you see stairs leading up",
        Landmark::StairsDown => "you see stairs leading down",
        Landmark::Lever => "you see a lever: walk into it, and a vault opens",
        Landmark::Conduit => "you see a conduit: walk into it, and light it to open a vault",
        Landmark::BrokenConduit => {
            "you see a conduit with a broken tile: each of its lamps lights a room, and there is pipe for all but one"
        }
        Landmark::Font => "you see a dry font in the wall, with a pipe that leads away from it",
        Landmark::Everlamp => "there it hangs, cold and dark: the Everlamp",
    }
}

const fn hunger_message(hunger: Hunger) -> &'static str {
    match hunger {
        Hunger::Fed => "you are no longer hungry",
        Hunger::Hungry => "you are hungry",
        Hunger::Weak => "you are weak with hunger",
        Hunger::Starving => "you are starving",
    }
}

/// Why a scroll has nothing to improve, to append to the message.
pub(in crate::game) const fn bare_reason(weapon: bool) -> &'static str {
    match weapon {
        true => ": you have no weapon in hand to sharpen",
        false => ": you are wearing no armour to strengthen",
    }
}
