//! The proof that nobody is shut into a room: a search over all that a room can become and everywhere that somebody
//! can stand in it.
//!
//! What somebody chooses is to step, to pull a lever, to take an item and to wait until effects end. What happens
//! besides (noise, light, darkness, fire) may happen at any time, or never. From all that may come about, choices
//! alone must lead out: through the entrance, or down a hole. Deep water is not entered, but left by whoever stands
//! in it when it comes.

use std::collections::BTreeMap;

use super::kind::DEEPEST;
use super::room::{Effect, MarkKind, RoomDef, Trigger};
use crate::geom::{Dir, Grid, Pos};
use crate::map::Drawn;

/// The most states of a room with somebody in it.
const MOST_STATES: usize = 300_000;

/// The most marks and rules that are told apart.
const MOST_BITS: usize = 16;

/// What a room has become, and where somebody stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct State {
    /// By mark: whether it is closed, under water, or broken.
    barred: u16,
    broken: u16,
    /// By rule: whether it has happened, and whether it will be undone.
    spent: u16,
    pending: u16,
    /// The tile, row by row.
    at: u16,
}

struct Search<'a> {
    def: &'a RoomDef,
    /// By tile, its mark.
    marks: Grid<Option<u8>>,
    /// By tile, whether it is ground at first, if its mark does not decide.
    ground: Grid<bool>,
    /// The rules that matter: those that change where one can stand.
    rules: Vec<usize>,
}

/// Checks a room; says what is wrong.
pub(super) fn check(def: &RoomDef) -> Result<(), String> {
    if def.marks.len() > MOST_BITS || def.rules.len() > MOST_BITS {
        return Err(format!(
            "it has more than {MOST_BITS} marks or rules, the limit"
        ));
    }
    let size = def.drawing.size();
    let mut search = Search {
        def,
        marks: Grid::new(size.width, size.height, None),
        ground: Grid::new(size.width, size.height, false),
        rules: Vec::new(),
    };
    let mut start = State {
        barred: 0,
        broken: 0,
        spent: 0,
        pending: 0,
        at: 0,
    };
    for (pos, drawn) in def.drawing.iter() {
        let tile = def.tile_at(*drawn);
        search.ground[pos] = tile.is_walkable();
        let Drawn::Mark(sign) = drawn else { continue };
        let Some(mark) = def.mark_of(*sign) else {
            continue;
        };
        search.marks[pos] = Some(mark);
        match def.mark(mark).is {
            MarkKind::Entrance => start.at = search.number(pos),
            MarkKind::Gate | MarkKind::Bars | MarkKind::Basin if !tile.is_walkable() => {
                start.barred |= 1 << mark;
            }
            MarkKind::Pit => start.broken |= 1 << mark,
            _ => {}
        }
        if matches!(
            def.mark(mark).is,
            MarkKind::Gate | MarkKind::Bars | MarkKind::Basin
        ) {
            search.ground[pos] = true;
        }
    }
    let has_pits = start.broken != 0
        || (def.rules.iter()).any(|rule| rule.does.iter().any(|one| one.0 == Effect::Collapse));
    if has_pits && def.depths.1 >= DEEPEST {
        return Err(format!(
            "there is nothing to fall to below depth {DEEPEST}: write \"depths: 2 to {}\" or fewer",
            DEEPEST - 1
        ));
    }
    for (index, rule) in def.rules.iter().enumerate() {
        let moves = |effect: &Effect| {
            matches!(
                effect,
                Effect::Open | Effect::Close | Effect::Flood | Effect::Drain | Effect::Collapse
            )
        };
        if rule.does.iter().any(|(effect, _)| moves(effect)) {
            search.rules.push(index);
        }
    }
    search.run(start)
}

impl Search<'_> {
    fn number(&self, pos: Pos) -> u16 {
        (pos.y * self.marks.width() as i32 + pos.x) as u16
    }

    fn pos(&self, state: State) -> Pos {
        let (at, width) = (i32::from(state.at), self.marks.width() as i32);
        Pos::new(at % width, at / width)
    }

    fn run(&self, start: State) -> Result<(), String> {
        // Each state has the number of its place in `states`; `back` holds what leads to each by choice.
        let mut numbers = BTreeMap::from([(start, 0_usize)]);
        let mut states = vec![start];
        let mut back: Vec<Vec<usize>> = vec![Vec::new()];
        let (mut chosen, mut other) = (Vec::new(), Vec::new());
        let mut come_to = vec![false; self.def.drawing.size().area()];
        let mut next = 0;
        while next < states.len() {
            let state = states[next];
            come_to[usize::from(state.at)] = true;
            chosen.clear();
            other.clear();
            self.follow(state, &mut chosen, &mut other);
            let choices = chosen.len();
            for (index, &to) in chosen.iter().chain(&other).enumerate() {
                let number = *numbers.entry(to).or_insert_with(|| {
                    states.push(to);
                    back.push(Vec::new());
                    states.len() - 1
                });
                if index < choices {
                    back[number].push(next);
                }
            }
            if states.len() > MOST_STATES {
                return Err(
                    "it can become too many things to prove that there is always a way out".into(),
                );
            }
            next += 1;
        }
        let mut leads_out = vec![false; states.len()];
        let mut found: Vec<usize> = (0..states.len())
            .filter(|one| self.is_out(states[*one]))
            .collect();
        while let Some(number) = found.pop() {
            if !std::mem::replace(&mut leads_out[number], true) {
                found.extend(&back[number]);
            }
        }
        if let Some(number) = leads_out.iter().position(|leads| !leads) {
            let Pos { x, y } = self.pos(states[number]);
            return Err(format!(
                "somebody in column {}, row {} can be shut in, with no lever, plate or end of an effect to let them out",
                x + 1,
                y + 1
            ));
        }
        for (pos, drawn) in self.def.drawing.iter() {
            let Drawn::Mark(sign) = drawn else { continue };
            let Some(mark) = self.def.mark_of(*sign) else {
                continue;
            };
            let is_come_to =
                |pos: Pos| self.marks.get(pos).is_some() && come_to[usize::from(self.number(pos))];
            let what = &self.def.mark(mark).is;
            let is_worked = match what {
                MarkKind::Lever | MarkKind::Tomb => true,
                MarkKind::Brazier { .. } => self.def.rules_at(mark).next().is_some(),
                _ => false,
            };
            let beside = || Dir::ALL.into_iter().any(|dir| is_come_to(pos.step(dir)));
            if self.def.mark(mark).has_item() && !is_come_to(pos) || is_worked && !beside() {
                return Err(format!("nobody can ever come to {sign:?}"));
            }
        }
        Ok(())
    }

    /// Whether somebody is out: at the entrance, or falling.
    fn is_out(&self, state: State) -> bool {
        self.marks[self.pos(state)].is_some_and(|mark| {
            self.def.mark(mark).is == MarkKind::Entrance || state.broken & (1 << mark) != 0
        })
    }

    /// Whether somebody can stand on a tile.
    fn is_open(&self, state: State, pos: Pos) -> bool {
        let barred = |mark: u8| state.barred & (1 << mark) != 0;
        self.ground.get(pos).copied().unwrap_or(false) && !self.marks[pos].is_some_and(barred)
    }

    /// Whether somebody can step from a tile in a direction: not between two corners of rock.
    fn can_step(&self, state: State, from: Pos, dir: Dir) -> bool {
        let to = from.step(dir);
        let sides = [Pos::new(to.x, from.y), Pos::new(from.x, to.y)];
        self.is_open(state, to)
            && (!dir.is_diagonal() || sides.iter().all(|side| self.is_open(state, *side)))
    }

    /// Collects what a state can become by somebody's choice, and by whatever else.
    fn follow(&self, state: State, chosen: &mut Vec<State>, other: &mut Vec<State>) {
        let at = self.pos(state);
        let has_fallen = self.marks[at].is_some_and(|mark| state.broken & (1 << mark) != 0);
        if has_fallen {
            return;
        }
        for dir in Dir::ALL {
            if self.can_step(state, at, dir) {
                let to = at.step(dir);
                let moved = State {
                    at: self.number(to),
                    ..state
                };
                let stepped = self.marks[to].map(|mark| self.fire_all(moved, Trigger::Step, mark));
                chosen.push(stepped.unwrap_or(moved));
            }
        }
        for dir in Dir::ALL {
            if let Some(Some(mark)) = self.marks.get(at.step(dir)).copied()
                && self.def.mark(mark).is == MarkKind::Lever
            {
                chosen.push(self.fire_all(state, Trigger::Lever, mark));
            }
        }
        if let Some(mark) = self.marks[at] {
            chosen.push(self.fire_all(state, Trigger::Take, mark));
        }
        for &index in &self.rules {
            if state.pending & (1 << index) != 0 {
                chosen.push(self.undo(state, index));
            }
            let by_itself = matches!(
                self.def.rules[index].trigger,
                Trigger::Noise | Trigger::Light | Trigger::Dark | Trigger::Fire
            );
            if by_itself {
                other.push(self.fire(state, index));
            }
        }
    }

    /// Lets the rules happen that wait for something at a mark.
    fn fire_all(&self, mut state: State, trigger: Trigger, mark: u8) -> State {
        for &index in &self.rules {
            let rule = &self.def.rules[index];
            if rule.trigger == trigger && rule.at.contains(&mark) {
                state = self.fire(state, index);
            }
        }
        state
    }

    fn fire(&self, mut state: State, index: usize) -> State {
        let rule = &self.def.rules[index];
        let bit = 1 << index;
        // An item is taken once, and what lasts happens again only when it has ended.
        let repeats = rule.repeats && rule.trigger != Trigger::Take;
        if state.spent & bit != 0 || state.pending & bit != 0 {
            return state;
        }
        if !repeats {
            state.spent |= bit;
        }
        if rule.lasts > 0 {
            state.pending |= bit;
        }
        for (effect, on) in &rule.does {
            self.change(&mut state, *effect, on);
        }
        state
    }

    fn undo(&self, mut state: State, index: usize) -> State {
        state.pending &= !(1 << index);
        for (effect, on) in &self.def.rules[index].does {
            if let Some(inverse) = effect.inverse() {
                self.change(&mut state, inverse, on);
            }
        }
        state
    }

    fn change(&self, state: &mut State, effect: Effect, on: &[u8]) {
        // A gate does not close on somebody.
        let here = self.marks[self.pos(*state)];
        for &mark in on {
            let bit = 1 << mark;
            match effect {
                Effect::Close if here == Some(mark) => {}
                Effect::Close | Effect::Flood => state.barred |= bit,
                Effect::Open | Effect::Drain => state.barred &= !bit,
                Effect::Collapse => state.broken |= bit,
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::game::content::{Content, FILES};

    /// The errors in a text of rooms.
    fn errors(rooms: &str) -> Vec<String> {
        let mut files = FILES;
        files[5] = ("r.txt", rooms);
        match Content::read(files) {
            Ok(_) => Vec::new(),
            Err(errors) => errors.0.into_iter().map(|one| one.reason).collect(),
        }
    }

    #[test]
    fn a_room_that_shuts_somebody_in_is_refused_and_one_that_lets_them_out_is_not() {
        let room = |rules: &str| {
            format!(
                "name: trap\ntext: A trap.\nlegend: E = entrance\nlegend: G = gate open\nlegend: P = plate\n\
                 legend: L = lever\n{rules}\n#######\nE.G.P.#\n#####L#\n"
            )
        };
        let shut = "on: step P do close G\non: lever L do ring";
        assert!(errors(&room(shut))[0].contains("can be shut in"));
        for good in [
            "on: step P do close G for 20 turns\non: lever L do ring",
            "on: step P do close G\nwhenever: lever L do open G",
            "on: step P do close G, collapse P\non: lever L do open G",
        ] {
            let found = errors(&room(good).replace("text:", "depths: 2 to 11\ntext:"));
            assert_eq!(found, Vec::<String>::new(), "{good}");
        }
        let holes = "on: step P do close G, collapse P\non: lever L do open G";
        assert!(errors(&room(holes))[0].contains("nothing to fall to"));
        // The lever can be pulled before the plate is stepped on, and once only.
        let spent = "whenever: step P do close G\non: lever L do open G";
        assert!(errors(&room(spent))[0].contains("can be shut in"));
        let far = "on: noise do close G\non: lever L do ring\non: step P do ring";
        assert!(errors(&room(far))[0].contains("can be shut in"));
    }

    #[test]
    fn a_prize_that_nobody_can_come_to_is_refused() {
        let text = "name: far\ntext: Far.\nlegend: E = entrance\nlegend: G = gate\nlegend: ! = prize\n\
                    ######\nE.G.!#\n######\n";
        assert!(errors(text)[0].contains("nobody can ever come to '!'"));
    }
}
