//! The proof that nobody is shut into a room: a search over all that a room can become and everywhere that somebody
//! can stand in it, by the rules that the game moves by.
//!
//! What somebody chooses is to step, to pull a lever, to take an item and to wait. What happens besides may happen at any
//! time, or never: noise, light, darkness and fire; that somebody is twice as fast; that they swim; that they have burnt,
//! knocked over or broken what stood in the way. From all that may come about, choices alone must lead out: through the
//! entrance, or down a hole. Nobody has to swim for that who has not swum in, and what ends after some turns is a way
//! only for who gets through in time.

use std::collections::BTreeMap;

use super::kind::DEEPEST;
use super::set_piece::{Effect, MarkKind, SetPieceDef, Trigger};
use crate::geom::{Dir, Grid, Pos};
use crate::map::{Drawn, Tile};

/// The most states of a room with somebody in it.
const MOST_STATES: usize = 300_000;

/// The most marks and rules that are told apart.
const MOST_BITS: usize = 16;

/// The most tiles of gates and bars: each closes by itself.
const MOST_GATES: usize = 64;

/// What a room has become, and where somebody stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct State {
    /// By tile of a gate or bars: whether it is closed.
    closed: u64,
    /// By mark: whether it is under deep water, whether that came in since the room was made, and whether it is broken.
    deep: u16,
    rising: u16,
    broken: u16,
    /// By rule: whether it has happened, and whether it will be undone.
    spent: u16,
    pending: u16,
    /// Whether they have swum, and the last tile that they have come over which was in the way at first, by its number.
    swam: bool,
    cleared: Option<u16>,
    /// The tile, row by row.
    at: u16,
}

/// What a tile is to who wants to stand on it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ground {
    Rock,
    Floor,
    Deep,
    /// What may be burnt, knocked over or broken for good.
    Clearable,
    /// A gate, or bars, which may burn; by its number.
    Gate(u8),
    Bars(u8),
}

/// Whether somebody can stand on a tile.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Open {
    No,
    /// If something has happened that is nobody's choice.
    Perhaps,
    Yes,
}

struct Search<'a> {
    def: &'a SetPieceDef,
    /// By tile, its mark and what it is.
    marks: Grid<Option<u8>>,
    ground: Grid<Ground>,
    /// By tile, whether a step onto it takes two turns.
    slow: Grid<bool>,
    /// By gate, its mark.
    gates: Vec<u8>,
    /// The rules that matter: those that change where one can stand.
    rules: Vec<usize>,
}

/// Checks a room; says what is wrong.
pub(super) fn check(def: &SetPieceDef) -> Result<(), String> {
    if def.marks.len() > MOST_BITS || def.rules.len() > MOST_BITS {
        return Err(format!(
            "it has more than {MOST_BITS} marks or rules, the limit"
        ));
    }
    let size = def.drawing.size();
    let mut search = Search {
        def,
        marks: Grid::new(size.width, size.height, None),
        ground: Grid::new(size.width, size.height, Ground::Rock),
        slow: Grid::new(size.width, size.height, false),
        gates: Vec::new(),
        rules: Vec::new(),
    };
    let mut start = State {
        closed: 0,
        deep: 0,
        rising: 0,
        broken: 0,
        spent: 0,
        pending: 0,
        swam: false,
        cleared: None,
        at: 0,
    };
    for (pos, drawn) in def.drawing.iter() {
        let tile = def.tile_at(*drawn);
        search.ground[pos] = match tile {
            Tile::Deep => Ground::Deep,
            tile if tile.is_walkable() => Ground::Floor,
            Tile::Pew | Tile::Brazier | Tile::Tomb => Ground::Clearable,
            _ => Ground::Rock,
        };
        // What is broken leaves rubble.
        let is_clearable = search.ground[pos] == Ground::Clearable;
        search.slow[pos] = tile.is_wet() || tile.is_rough() || is_clearable;
        let Drawn::Mark(sign) = drawn else { continue };
        let Some(mark) = def.mark_of(*sign) else {
            continue;
        };
        search.marks[pos] = Some(mark);
        let gate = search.gates.len() as u8;
        match def.mark(mark).is {
            MarkKind::Entrance => start.at = search.number(pos),
            MarkKind::Gate | MarkKind::Bars => {
                if search.gates.len() == MOST_GATES {
                    return Err(format!(
                        "it has more than {MOST_GATES} tiles of gates and bars, the limit"
                    ));
                }
                search.gates.push(mark);
                search.ground[pos] = match def.mark(mark).is {
                    MarkKind::Gate => Ground::Gate(gate),
                    _ => Ground::Bars(gate),
                };
                start.closed |= u64::from(!tile.is_walkable()) << gate;
            }
            MarkKind::Basin => {
                (search.slow[pos], search.ground[pos]) = (true, Ground::Floor);
                start.deep |= u16::from(tile.is_deep()) << mark;
            }
            MarkKind::Pit => start.broken |= 1 << mark,
            _ => {}
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
        let mut edges = Vec::new();
        let mut come_to = vec![false; self.def.drawing.size().area()];
        let mut next = 0;
        while next < states.len() {
            let state = states[next];
            come_to[usize::from(state.at)] = true;
            edges.clear();
            self.follow(state, &mut edges);
            for &(is_chosen, to) in &edges {
                let number = *numbers.entry(to).or_insert_with(|| {
                    states.push(to);
                    back.push(Vec::new());
                    states.len() - 1
                });
                if is_chosen {
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

    /// Whether a tile is under deep water.
    fn is_deep(&self, state: State, pos: Pos) -> bool {
        let floods = |mark: u8| state.deep & (1 << mark) != 0;
        self.ground[pos] == Ground::Deep || self.marks[pos].is_some_and(floods)
    }

    /// Whether somebody can stand on a tile, or past it, water aside.
    fn open(&self, state: State, pos: Pos) -> Open {
        let is_closed = |gate: u8| state.closed & (1 << gate) != 0;
        match self.ground.get(pos).copied().unwrap_or(Ground::Rock) {
            Ground::Gate(gate) if is_closed(gate) => Open::No,
            Ground::Bars(gate) if is_closed(gate) => Open::Perhaps,
            Ground::Rock => Open::No,
            Ground::Clearable if state.cleared == Some(self.number(pos)) => Open::Yes,
            Ground::Clearable => Open::Perhaps,
            Ground::Gate(_) | Ground::Bars(_) if self.is_for_a_time(state.pending, pos) => {
                Open::Perhaps
            }
            Ground::Floor | Ground::Deep | Ground::Gate(_) | Ground::Bars(_) => Open::Yes,
        }
    }

    /// Whether somebody can step from a tile in a direction: not between two corners of rock.
    fn step(&self, state: State, from: Pos, dir: Dir) -> Open {
        let to = self.open(state, from.step(dir));
        if !dir.is_diagonal() {
            return to;
        }
        let [one, other] = dir.sides().map(|side| self.open(state, from.step(side)));
        to.min(one.max(other))
    }

    /// Whether what is open or dry on a tile will close or be flooded by itself, when some rules are undone.
    fn is_for_a_time(&self, pending: u16, pos: Pos) -> bool {
        let Some(Some(mark)) = self.marks.get(pos).copied() else {
            return false;
        };
        let mut rules = self.rules.iter();
        rules.any(|&index| {
            let mut does = self.def.rules[index].does.iter();
            pending & (1 << index) != 0
                && does.any(|(effect, on)| opens(*effect) && on.contains(&mark))
        })
    }

    /// Collects what a state can become by whatever happens, with whether that is somebody's choice.
    fn follow(&self, state: State, edges: &mut Vec<(bool, State)>) {
        let at = self.pos(state);
        let has_fallen = self.marks[at].is_some_and(|mark| state.broken & (1 << mark) != 0);
        if has_fallen {
            return;
        }
        for dir in Dir::ALL {
            let to = at.step(dir);
            let open = self.step(state, at, dir);
            if open == Open::No {
                continue;
            }
            // Past a corner that has to be cleared, either of the two may have been.
            let sides = dir.sides().map(|side| at.step(side));
            let is_clear = |pos: &Pos| self.open(state, *pos) == Open::Yes;
            let may_clear = dir.is_diagonal() && !sides.iter().any(is_clear);
            let cleared = sides
                .into_iter()
                .filter(|pos| self.open(state, *pos) != Open::No);
            for corner in cleared
                .map(Some)
                .filter(|_| may_clear)
                .chain((!may_clear).then_some(None))
            {
                let mut moved = state;
                for pos in corner.into_iter().chain([to]) {
                    self.clear(&mut moved, pos);
                }
                self.move_to(state, moved, (to, open), edges);
            }
        }
        for dir in Dir::ALL {
            if let Some(Some(mark)) = self.marks.get(at.step(dir)).copied()
                && self.def.mark(mark).is == MarkKind::Lever
            {
                self.set_off(state, Trigger::Lever, mark, true, edges);
            }
        }
        if let Some(mark) = self.marks[at] {
            self.set_off(state, Trigger::Take, mark, true, edges);
        }
        for &index in &self.rules {
            if state.pending & (1 << index) != 0 {
                edges.push((true, self.undo(state, index)));
            }
            let by_itself = matches!(
                self.def.rules[index].trigger,
                Trigger::Noise | Trigger::Light | Trigger::Dark | Trigger::Fire
            );
            if by_itself {
                edges.push((false, self.fire(state, index)));
            }
        }
    }

    /// Notes that nothing is in the way on a tile.
    fn clear(&self, state: &mut State, pos: Pos) {
        match self.ground[pos] {
            Ground::Bars(gate) => state.closed &= !(1 << gate),
            Ground::Clearable => state.cleared = Some(self.number(pos)),
            _ => {}
        }
    }

    /// Somebody steps to a tile from where `before` has them.
    fn move_to(
        &self,
        before: State,
        moved: State,
        (to, open): (Pos, Open),
        edges: &mut Vec<(bool, State)>,
    ) {
        let is_deep = self.is_deep(before, to);
        let moved = State {
            at: self.number(to),
            swam: before.swam || is_deep,
            ..moved
        };
        let swims = is_deep && !before.swam && !self.is_deep(before, self.pos(before));
        let is_chosen = open == Open::Yes && !swims && !self.is_for_a_time(before.pending, to);
        self.come(moved, is_chosen, edges);
        let rises = |mark: u8| before.rising & (1 << mark) != 0;
        if is_deep && !before.swam && self.marks[to].is_some_and(rises) {
            // Before the water is over their head.
            let waded = State {
                swam: false,
                ..moved
            };
            self.come(waded, false, edges);
        }
    }

    /// Somebody has come to a tile, which may set something off.
    fn come(&self, moved: State, is_chosen: bool, edges: &mut Vec<(bool, State)>) {
        match self.marks[self.pos(moved)] {
            Some(mark) => self.set_off(moved, Trigger::Step, mark, is_chosen, edges),
            None => edges.push((is_chosen, moved)),
        }
    }

    /// Somebody sets off what waits for something at a mark. If that opens or drains something for some turns, they may
    /// run on while it lasts.
    fn set_off(
        &self,
        state: State,
        trigger: Trigger,
        mark: u8,
        is_chosen: bool,
        edges: &mut Vec<(bool, State)>,
    ) {
        let fired = self.fire_all(state, trigger, mark);
        edges.push((is_chosen, fired));
        let fresh = fired.pending & !state.pending;
        let begun = self
            .rules
            .iter()
            .filter(|index| fresh & (1 << **index) != 0);
        let rules = begun.map(|index| &self.def.rules[*index]);
        let opening = rules.filter(|rule| rule.does.iter().any(|(effect, _)| opens(*effect)));
        if let Some(turns) = opening.map(|rule| u32::from(rule.lasts)).min()
            && is_chosen
        {
            self.run_on(fired, fresh, turns, edges);
        }
    }

    /// Collects where somebody comes who runs on at once, through what rules have opened for so many turns: the first of
    /// these is over when they set out.
    fn run_on(&self, from: State, fresh: u16, turns: u32, edges: &mut Vec<(bool, State)>) {
        let mut spent: Vec<Option<u32>> = vec![None; self.def.drawing.size().area()];
        spent[usize::from(from.at)] = Some(0);
        let mut ahead = vec![from.at];
        while let Some(at) = ahead.pop() {
            let before = spent[usize::from(at)].unwrap_or_default();
            // What these rules have opened is open.
            let here = State {
                at,
                pending: from.pending & !fresh,
                ..from
            };
            let pos = self.pos(here);
            for dir in Dir::ALL {
                let to = pos.step(dir);
                if self.step(here, pos, dir) != Open::Yes {
                    continue;
                }
                let sides = dir.sides().map(|side| pos.step(side));
                let is_brief = |pos: Pos| self.is_for_a_time(fresh, pos);
                let hurries = is_brief(to) || dir.is_diagonal() && sides.into_iter().any(is_brief);
                let sets_off = |mark: u8| {
                    let mut rules = self.def.rules_at(mark);
                    rules.any(|(_, rule)| rule.trigger == Trigger::Step)
                };
                if hurries && before + 2 > turns
                    || self.is_for_a_time(from.pending & !fresh, to)
                    || self.is_deep(from, to) && !from.swam
                    || self.marks[to].is_some_and(sets_off)
                {
                    continue;
                }
                let number = self.number(to);
                let now = before + 1 + u32::from(self.slow[to]);
                let known = &mut spent[usize::from(number)];
                if known.is_none_or(|known| now < known) {
                    *known = Some(now);
                    ahead.push(number);
                    if !is_brief(to) {
                        edges.push((true, State { at: number, ..from }));
                    }
                }
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
        let here = self.ground[self.pos(*state)];
        let gates = (0_u8..)
            .zip(&self.gates)
            .filter(|(_, mark)| on.contains(mark));
        let marks = on.iter().fold(0, |marks, mark| marks | 1_u16 << mark);
        match effect {
            Effect::Close => {
                // A gate does not close on somebody, but to either side of them.
                let is_here = |gate: u8| here == Ground::Gate(gate) || here == Ground::Bars(gate);
                let closing = gates.filter(|(gate, _)| !is_here(*gate));
                state.closed |= closing.fold(0, |closed, (gate, _)| closed | 1_u64 << gate);
            }
            Effect::Open => {
                let open = gates.fold(0, |open, (gate, _)| open | 1_u64 << gate);
                state.closed &= !open;
            }
            Effect::Flood => {
                state.rising |= marks & !state.deep;
                state.deep |= marks;
            }
            Effect::Drain => {
                state.rising &= !marks;
                state.deep &= !marks;
            }
            Effect::Collapse => state.broken |= marks,
            _ => {}
        }
    }
}

/// Whether an effect opens a way.
const fn opens(effect: Effect) -> bool {
    matches!(effect, Effect::Open | Effect::Drain)
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
        // What is nobody's choice may come about at any time.
        for trigger in ["light x", "dark x", "fire x"] {
            let rules = format!("legend: x = place\non: {trigger} do close G\non: lever L do ring");
            let text = room(&format!("{rules}\non: step P do ring"));
            let text = text.replace("E.G.P.#", "E.GxP.#");
            assert!(errors(&text)[0].contains("can be shut in"), "{trigger}");
        }
    }

    #[test]
    fn a_prize_that_nobody_can_come_to_is_refused() {
        let text = "name: far\ntext: Far.\nlegend: E = entrance\nlegend: G = gate\nlegend: ! = prize\n\
                    ######\nE.G.!#\n######\n";
        assert!(errors(text)[0].contains("nobody can ever come to '!'"));
    }

    /// A room of these rows, with more lines before them.
    fn room(lines: &str, rows: &str) -> String {
        format!(
            "name: trap\ntext: A trap.\ndepths: 2 to 11\nlegend: E = entrance\n{lines}\n{rows}\n"
        )
    }

    #[test]
    fn a_gate_closes_to_either_side_of_who_stands_in_its_midst() {
        let rules = "legend: L = lever\nlegend: G = gate open\non: noise do close G\n\
                     whenever: lever L do open G";
        let deep = room(rules, "########\nE.GGG..#\n#####L##");
        assert!(errors(&deep)[0].contains("somebody in column 4, row 2 can be shut in"));
        let at_hand = room(rules, "########\nE.GGG###\n###L####");
        assert_eq!(errors(&at_hand), Vec::<String>::new());
    }

    #[test]
    fn what_opens_for_a_time_is_a_way_for_who_gets_through_in_time() {
        let bars = "legend: G = bars\nlegend: P = plate\nlegend: L = lever\n\
                    whenever: step P do open G for 5 turns\nwhenever: lever L do open G";
        let found = errors(&room(bars, "#######\nEPGGG.#\n#####L#"));
        assert!(found[0].contains("can be shut in"), "{found:?}");
        let cell = |turns: u32| {
            let rules = format!(
                "legend: G = gate\nlegend: P = plate\nlegend: L = lever\n\
                 on: noise do open G\nwhenever: step P do open G for 9 turns\n\
                 whenever: lever L do open G for {turns} turns"
            );
            errors(&room(&rules, "#########\nE.P.G...L\n#########"))
        };
        // Three steps, the last one into the gate: it has to stand open for a turn more than those before it take.
        assert_eq!(cell(4), Vec::<String>::new());
        assert!(cell(3)[0].contains("can be shut in"), "{:?}", cell(3));
    }

    #[test]
    fn somebody_may_swim_wade_step_past_water_and_clear_the_way() {
        for (what, lines, rows) in [
            (
                "swims",
                "legend: G = gate open\nlegend: p = pool\nlegend: B = brazier lit\non: noise do close G",
                "#####\nEGpB#\n#####",
            ),
            (
                "steps past the water",
                "legend: G = gate open\nlegend: p = pool\non: noise do close G",
                "####\nEGp#\n##.#\n####",
            ),
            (
                "wades before it is deep",
                "legend: P = plate\nlegend: o = basin\nwhenever: step P do flood o",
                "########\nEPooo..#\n########",
            ),
            (
                "burns a pew",
                "legend: G = gate open\non: noise do close G",
                "######\nEG-..#\n######",
            ),
            (
                "knocks a brazier over",
                "legend: G = gate open\nlegend: B = brazier lit\non: noise do close G",
                "######\nEGB..#\n######",
            ),
            (
                "breaks a tomb",
                "legend: G = gate open\nlegend: T = tomb\non: noise do close G",
                "######\nEGT..#\n######",
            ),
            (
                "hurries",
                "legend: G = gate\nlegend: P = plate\nwhenever: step P do open G for 1 turns",
                "######\nEP.G.#\n######",
            ),
        ] {
            let found = errors(&room(lines, rows));
            let is_refused = found.iter().any(|one| one.contains("can be shut in"));
            assert!(is_refused, "{what}: {found:?}");
        }
        // Who has swum in can swim out, and who stands where the water comes can leave it.
        for (what, lines, rows) in [
            ("a pool", "legend: p = pool", "#######\nE.ppp.#\n#######"),
            (
                "a basin",
                "legend: o = basin\non: noise do flood o",
                "#######\nE.ooo##\n#######",
            ),
        ] {
            assert_eq!(errors(&room(lines, rows)), Vec::<String>::new(), "{what}");
        }
    }
}
