//! Facts about an item before it is used, with numbers for the player's current state, compared
//! with the current equipment. Uses only what the player knows.

use super::names::to_sentence;
use crate::game::content::{
    Apparent, Class, FLAMES, ItemKind, LookKind, Potion, Ring, Scroll, Shown, Style,
    fill_placeholders,
};
use crate::game::rules::aim;
use crate::game::rules::effects::{DARKNESS_CLOUD, LONGEST_BLINK, SHORTEST_BLINK};
use crate::game::view::View;
use crate::game::world::action::{Letter, Refusal};
use crate::game::world::item::{Item, ItemId};
use crate::game::world::level::SANCTITY;
use crate::game::world::player::{Loudness, Player};
use crate::game::world::scene::Scene;

impl View<'_> {
    /// Facts about an item, one paragraph each: the description of its kind, then numbers. For an
    /// unidentified kind, how many kinds it may be.
    pub fn about_item(self, item: Apparent, plus: i8) -> Vec<String> {
        let kind = match item {
            Apparent::Kind(kind) => kind,
            Apparent::Look(of, _) => return self.about_unknown(of),
        };
        let def = self.content().item(kind);
        let mut lines = vec![def.text.clone()];
        lines.extend(self.class_facts(def.class, plus, self.player_with(kind, plus)));
        lines
    }

    /// Facts about an item of an unknown kind.
    fn about_unknown(self, of: LookKind) -> Vec<String> {
        let alike = self.content().items().iter().enumerate();
        let unknown = alike
            .filter(|(_, other)| other.look() == Some(of))
            .filter(|(index, _)| !self.knows(ItemKind(*index as u16)));
        let mut lines = vec![
            "Nobody knows what it does until it is used.".to_owned(),
            match unknown.count() {
                1 => "It is the only kind still unknown.".to_owned(),
                count => format!("It is one of {count} kinds still unknown."),
            },
        ];
        if of == LookKind::Potion {
            lines.push("Some are harmful to drink; throw those at enemies.".to_owned());
        }
        lines
    }

    /// As [`about_item`](Self::about_item), for an item of the pack. If it is in use, the numbers
    /// say what would change without it.
    pub fn about_carried(self, letter: Letter) -> Vec<String> {
        let Some(item) = self.scene.player.pack.get(letter) else {
            return Vec::new();
        };
        let def = self.content().item(item.kind);
        if !self.is_equipped(letter) {
            return self.about_item(self.scene.apparent(item.kind), item.plus);
        }
        let mut player = self.scene.player.clone();
        player.pack.unequip(letter);
        let facts = self.class_facts(def.class, item.plus, Trial::Without(player));
        std::iter::once(def.text.clone()).chain(facts).collect()
    }

    /// The player as they would be with an item of a kind in use.
    fn player_with(self, kind: ItemKind, plus: i8) -> Trial {
        let mut player = self.scene.player.clone();
        let class = self.content().item(kind).class;
        let pack = &mut player.pack;
        // Any letter that is not in use will do: the pack may be full.
        let letter = Letter::all().find(|letter| !pack.is_equipped(*letter));
        match (pack.place_for(class), letter) {
            (Ok(Some(place)), Some(letter)) => {
                *place = Some(letter);
                pack.slots[letter.index()] = Some(Item::new(ItemId(0), kind, 1, plus));
                Trial::With(player)
            }
            (Err(why), _) => Trial::Refused(why),
            _ => Trial::Same,
        }
    }

    /// Sentences with the numbers of a class for the player's current state.
    fn class_facts(self, class: Class, plus: i8, trial: Trial) -> Vec<String> {
        let Scene {
            player, content, ..
        } = self.scene;
        let attack = |player: &Player| player.attack(content);
        let defence = |player: &Player| player.defence(content);
        let noise = |player: &Player| player.hearing_radius_of(Loudness::Normal, content);
        let compare = |what: &str, of: &dyn Fn(&Player) -> i32| trial.compare(what, player, of);
        let noise = || compare("Your steps are heard from, in tiles:", &noise);
        match class {
            Class::Food(turns) => vec![self.describe_food(turns)],
            Class::Weapon {
                style: Style::Bow,
                attack: bonus,
            } => {
                let bonus = bonus + i32::from(plus);
                let arrows = format!("Adds {bonus} to the attack of arrows.");
                let melee = compare("In melee, attack", &attack);
                std::iter::once(arrows).chain(melee).collect()
            }
            Class::Weapon { style, .. } => {
                // The texts of the items describe the other styles.
                let slays = "A dagger: kills sleepers with one blow, except those with a name of their own.";
                let slays = (style == Style::Dagger).then(|| slays.to_owned());
                compare("Attack", &attack)
                    .into_iter()
                    .chain(slays)
                    .collect()
            }
            Class::Armour { .. } => {
                let defence = compare("Defence", &defence);
                defence.into_iter().chain(noise()).collect()
            }
            Class::Lantern(_) => {
                // As if it burned, whether it does or not.
                let reach = |player: &Player| {
                    let mut player = player.clone();
                    (player.hooded, player.oil) = (false, player.oil.max(1));
                    player.sight_radius(content) as i32
                };
                let numbers = content.rules();
                let (bright, dark) = (numbers.notice.bright, numbers.notice.dark);
                let noticed = format!(
                    "By its light you are noticed from {bright} tiles, and hooded, in the dark, from {dark}."
                );
                let oil = format!(
                    "Its oil lasts {} of {} turns, and is filled beside a burning brazier.",
                    player.oil, numbers.sight.oil
                );
                let sight = compare("Tiles seen in the dark:", &reach);
                sight.into_iter().chain([noticed, oil]).collect()
            }
            Class::Ring(ring) => {
                let numbers = match ring.row().shows {
                    Some(Shown::Attack) => compare("Attack", &attack),
                    Some(Shown::Defence) => compare("Defence", &defence),
                    Some(Shown::Noise) => noise(),
                    None => trial.refusal(),
                };
                let others = self.describe_like_rings(ring, &trial);
                numbers.into_iter().chain(others).collect()
            }
            Class::Missile(attack) => {
                let attack = player.bare_attack(content) + attack;
                vec![
                    format!("Thrown with an attack of {attack}."),
                    self.describe_break_chance(),
                ]
            }
            Class::Arrow(attack) => vec![self.describe_arrow(attack), self.describe_break_chance()],
            Class::FirePot => self.lines(&[FLAMES]),
            Class::Potion(potion) => self.lines(potion.row().card),
            Class::Scroll(scroll) => self.lines(scroll.row().card),
            Class::Relic { does, food } => self.relic_facts(does, food),
            Class::Pipe => Vec::new(),
        }
    }

    fn describe_food(self, turns: u32) -> String {
        let (now, most) = (self.player().food, self.content().rules().food.full);
        let after = (now + turns).min(most);
        format!("Feeds for {turns} turns; you have {now} of {most}, and would have {after}.")
    }

    fn describe_arrow(self, attack: i32) -> String {
        let Scene {
            player, content, ..
        } = self.scene;
        let attack = player.bare_attack(content) + attack;
        if player.has_bow(content) {
            let attack = attack + player.weapon_bonus(content);
            return format!("Shot with an attack of {attack}.");
        }
        let by_hand = &content.rules().missiles;
        format!(
            "Shot with an attack of {attack}, plus the bow's; you wield no bow. Thrown by hand, it does {} to {} at {} \
             tiles at most.",
            by_hand.hand_least, by_hand.hand_most, by_hand.hand_range
        )
    }

    fn describe_break_chance(self) -> String {
        let breaks = self.content().rules().combat.breaks;
        format!("One in {breaks} breaks against a monster.")
    }

    /// Says how many other rings of this kind the player wears.
    fn describe_like_rings(self, ring: Ring, trial: &Trial) -> Option<String> {
        let is_worn = matches!(trial, Trial::Without(_));
        match self.scene.player.rings(ring, self.scene.content) - i32::from(is_worn) {
            0 => None,
            _ if is_worn => Some("You wear another of this kind.".to_owned()),
            others => Some(format!("You already wear {others} of this kind.")),
        }
    }

    /// Lines of a card, with their numbers.
    fn lines(self, lines: &[&str]) -> Vec<String> {
        lines.iter().map(|line| self.filled(line)).collect()
    }

    /// A text with its numbers: those of the rules, and those that depend on the depth and the player.
    pub(super) fn filled(self, text: &str) -> String {
        // Listed only for a text that names one of them.
        let of_rules = |name: &str| {
            let mut numbers = self.content().rules().numbers().into_iter();
            numbers.find(|number| number.name == name)
        };
        let mut text = text.to_owned();
        let unknown = fill_placeholders(&mut text, |name| {
            let own = self.number(name);
            own.or_else(|| of_rules(name).map(|number| number.value))
        });
        debug_assert_eq!(unknown, [""; 0], "a text names what is no number");
        text
    }

    /// A number that no file of the content gives.
    fn number(self, name: &str) -> Option<i64> {
        let player = self.scene.player;
        let reach = |class: Class| i64::from(aim::blast_radius(class).unwrap_or_default());
        Some(match name {
            "heals" => player.potion_healing(self.content()).into(),
            "missing" => (player.max_health(self.content()) - player.health).into(),
            "cloud.reach" => reach(Class::Potion(Potion::Fire)),
            "cloud.darkness" => DARKNESS_CLOUD.into(),
            "pot.reach" => reach(Class::FirePot),
            "fireball.reach" => reach(Class::Scroll(Scroll::Fireball)),
            "flames.least" => aim::flame_damage(self.scene).0.into(),
            "flames.most" => aim::flame_damage(self.scene).1.into(),
            "missile.least" => aim::missile_damage(self.scene).0.into(),
            "missile.most" => aim::missile_damage(self.scene).1.into(),
            "sanctity.reach" => SANCTITY.into(),
            "blink.least" => SHORTEST_BLINK.into(),
            "blink.most" => LONGEST_BLINK.into(),
            _ => return None,
        })
    }

    fn relic_facts(self, does: Scroll, food: u32) -> Vec<String> {
        let now = self.player().food;
        let mut lines = self.lines(does.row().card);
        lines.push(format!(
            "Each use takes {food} turns of food; you have {now}."
        ));
        lines
    }
}

/// What an item would change: the player as they would be with or without it.
enum Trial {
    /// With it in use.
    With(Player),
    /// Without it, as it is in use now.
    Without(Player),
    /// It cannot be put to use now.
    Refused(Refusal),
    /// It is not wielded, worn or lit.
    Same,
}

impl Trial {
    /// Why it cannot be put to use now, as a sentence.
    fn refusal(&self) -> Option<String> {
        match self {
            Self::Refused(why) => Some(to_sentence(why.to_string())),
            _ => None,
        }
    }

    /// Compares a number of the player with what it is now, in a sentence.
    fn compare(&self, what: &str, now: &Player, of: &dyn Fn(&Player) -> i32) -> Option<String> {
        match self {
            Self::With(player) => Some(compare(what, of(player), of(now), false)),
            Self::Without(player) => Some(compare(what, of(player), of(now), true)),
            Self::Refused(_) => self.refusal(),
            Self::Same => None,
        }
    }
}

/// Compares a value with the current one, in a sentence: the value with an item, or if it is worn,
/// without it.
fn compare(what: &str, then: i32, now: i32, worn: bool) -> String {
    match (then - now, worn) {
        (0, false) => format!("{what} {then}, as now."),
        (0, true) => format!("{what} {then} with or without it."),
        (more, false) => format!("{what} {then} instead of {now} ({more:+})."),
        (more, true) => {
            let what = what.to_lowercase();
            format!("Without it: {what} {then} instead of {now} ({more:+}).")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::world::item::Item;
    use crate::game::{Action, Game, Setup};
    use crate::rng::Seed;

    fn game() -> Game {
        Game::new(Setup::new(Seed(7)).unwrap()).unwrap()
    }

    fn kind(game: &Game, id: &str) -> ItemKind {
        let items = game.content().items();
        let index = items.iter().position(|def| def.id == id).unwrap();
        ItemKind(index as u16)
    }

    #[test]
    fn every_kind_has_facts_and_unknown_kinds_reveal_nothing() {
        let game = game();
        for index in 0..game.content().items().len() {
            let kind = ItemKind(index as u16);
            let lines = game.view().about_item(game.view().scene.apparent(kind), 0);
            assert!(
                !lines.is_empty() && lines.iter().all(|line| line.ends_with('.')),
                "{lines:?}"
            );
            if !game.view().knows(kind) {
                let text = &game.content().item(kind).text;
                assert!(!lines.contains(text), "{lines:?}");
            }
        }
    }

    #[test]
    fn equipping_an_item_gives_the_promised_attack_and_defence() {
        let game = game();
        let content = game.content();
        let mut compared = 0;
        for (index, def) in content.items().iter().enumerate() {
            let plus = (index % 5) as i8 - 2;
            let mut trial = game.clone();
            let id = trial.state.here.new_item_id();
            let item = Item::new(id, ItemKind(index as u16), 1, plus);
            let letter = trial.state.player.pack.add(item, content).unwrap();
            let lines = trial
                .view()
                .about_item(Apparent::Kind(ItemKind(index as u16)), plus);
            let (before, promised) = match def.class {
                Class::Weapon { style, .. } if style != Style::Bow => ("Attack", &lines[1]),
                Class::Armour { .. } => ("Defence", &lines[1]),
                _ => continue,
            };
            let mut events = Vec::new();
            // Refused for an item that is equipped already, whose values are current.
            let _ = trial.apply(Action::Use { letter, at: None }, &mut events);
            let player = trial.view().player();
            let had = match def.class {
                Class::Weapon { .. } => player.attack,
                _ => player.defence,
            };
            assert!(
                [",", " instead"]
                    .iter()
                    .any(|rest| promised.starts_with(&format!("{before} {had}{rest}"))),
                "{promised}, had {had}"
            );
            compared += 1;
        }
        assert!(compared > 12, "{compared}");
    }

    #[test]
    fn a_difference_is_shown_with_its_sign() {
        let told = |then, now| compare("Attack", then, now, false);
        assert_eq!(told(12, 10), "Attack 12 instead of 10 (+2).");
        assert_eq!(told(7, 10), "Attack 7 instead of 10 (-3).");
        assert_eq!(told(7, 7), "Attack 7, as now.");
    }

    #[test]
    fn the_card_of_what_is_worn_says_what_would_change_without_it() {
        let mut game = game();
        let content = game.content();
        let mut letters = Vec::new();
        for id in ["ring-wrath", "ring-wrath", "quilted-jack", "horn-lantern"] {
            let item = Item::new(game.state.here.new_item_id(), kind(&game, id), 1, 0);
            letters.push(game.state.player.pack.add(item, content).unwrap());
        }
        let unworn = game.view().about_carried(letters[0]);
        let mut compared = 0;
        for &letter in &letters {
            game.apply(Action::Use { letter, at: None }, &mut Vec::new())
                .unwrap();
        }
        for letter in game.state.player.pack.items().map(|(letter, _)| letter) {
            let view = game.view();
            if !view.is_equipped(letter) {
                continue;
            }
            let (lines, with) = (view.about_carried(letter), view.player());
            let mut without = game.clone();
            without
                .apply(Action::Use { letter, at: None }, &mut Vec::new())
                .unwrap();
            let without = without.view().player();
            let (what, then, now) = match with.defence - without.defence {
                0 => ("attack", without.attack, with.attack),
                _ => ("defence", without.defence, with.defence),
            };
            let line = format!(
                "Without it: {what} {then} instead of {now} ({:+}).",
                then - now
            );
            assert!(
                then == now || lines.contains(&line),
                "{lines:?}, not {line}"
            );
            compared += usize::from(then != now);
        }
        assert_eq!(compared, 4, "the knife, two rings and the jack");
        assert_eq!(unworn[1..], ["Attack 11 instead of 8 (+3)."]);
        let ring = game.view().about_carried(letters[1]);
        assert_eq!(ring[2], "You wear another of this kind.");
        let lamp = game.view().about_carried(letters[3]);
        assert!(lamp[1].starts_with("Without it: "), "{lamp:?}");
        let knife = game.view().about_carried(Letter::new('a').unwrap());
        assert_eq!(
            knife[2],
            "A dagger: kills sleepers with one blow, except those with a name of their own."
        );
    }

    #[test]
    fn food_says_how_much_it_would_fill() {
        let game = game();
        let lines = game
            .view()
            .about_item(Apparent::Kind(kind(&game, "ration")), 0);
        assert!(
            lines[1].starts_with("Feeds for 1500 turns; you have "),
            "{lines:?}"
        );
    }
}
