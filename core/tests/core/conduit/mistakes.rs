//! Where a player went wrong: a bot solves boards with mistakes, and the first of them is named.

use undercroft_core::conduit::{
    Answer, Board, Conduit, Event, Fault, Mistake, Move, MoveError, SEARCH_BUDGET, Spec,
};
use undercroft_core::geom::Pos;
use undercroft_core::rng::{Seed, Stream, Tag};

use crate::trial;

/// A player who knows the solution, and what it did wrong first.
struct Bot {
    conduit: Conduit,
    solved: Board,
    stream: Stream,
    /// The tile that went wrong first, how, and the board and the number of changes before.
    expected: Option<(Pos, Fault, Board, usize)>,
    /// The tile that was turned last, if it is wrong.
    wrong: Option<Pos>,
    /// All tiles that went wrong. The bot does not come back to them.
    blamed: Vec<Pos>,
}

impl Bot {
    fn new(number: u64) -> Self {
        let rules = ["", "/wrap", "/walls=25", "/single", "/crosses,wrap"];
        let (width, height) = (4 + number % 5, 4 + number / 5 % 4);
        let rule = rules[number as usize % rules.len()];
        let spec: Spec = format!("board/{width}x{height}{rule}#{number}")
            .parse()
            .unwrap();
        let puzzle = spec.make();
        let Answer::One(solved) = puzzle.start().answer(SEARCH_BUDGET) else {
            panic!("{spec} has no single solution");
        };
        Self {
            conduit: Conduit::new(puzzle),
            solved,
            stream: Stream::keyed(Tag::COSMETIC, Seed(number), &[]),
            expected: None,
            wrong: None,
            blamed: Vec::new(),
        }
    }

    fn below(&mut self, count: u32) -> u32 {
        self.stream.below(count)
    }

    /// A tile that turns; of a wellspring of two, the lower half.
    fn any_tile(&mut self) -> Pos {
        let size = self.conduit.size();
        let [upper, lower] = self.solved.wellspring();
        let (x, y) = (self.below(size.width), self.below(size.height));
        match Pos::new(x as i32, y as i32) {
            at if at == upper => lower,
            at => at,
        }
    }

    fn is_right(&self, at: Pos) -> bool {
        let [upper, lower] = self.solved.wellspring();
        let is_as_solved = |at| self.conduit.board().tile(at) == self.solved.tile(at);
        is_as_solved(at) && (at != lower || is_as_solved(upper))
    }

    /// Makes a move that touches a tile. If that leaves another one wrong, it is the first mistake.
    fn touch(&mut self, action: Move, at: Pos) {
        let left = self.wrong.take().filter(|wrong| *wrong != at);
        if let Some(left) = left {
            self.blame(left, Fault::Left);
        }
        if action == Move::Lock(at) && !self.is_right(at) && !self.conduit.is_locked(at) {
            self.blame(at, Fault::Locked);
        }
        self.conduit.apply(action, &mut Vec::new()).unwrap();
        let is_turn = action != Move::Lock(at);
        self.wrong = Some(at).filter(|at| is_turn && !self.is_right(*at));
    }

    fn blame(&mut self, at: Pos, fault: Fault) {
        let before = || {
            let board = self.conduit.board().clone();
            (at, fault, board, self.conduit.history().0)
        };
        if self.expected.is_none() {
            self.expected = Some(before());
        }
        self.blamed.push(at);
    }

    /// Turns a tile until it is right; on the way it is wrong, but it is not left.
    fn put_right(&mut self, at: Pos) {
        while !self.conduit.is_locked(at) && !self.is_right(at) && !self.conduit.is_won() {
            self.touch(Move::Clockwise(at), at);
        }
    }

    fn play(&mut self, mistakes: bool) {
        for _ in 0..self.conduit.size().area() {
            if self.conduit.is_won() {
                return;
            }
            let at = self.any_tile();
            if self.blamed.contains(&at) {
                continue;
            }
            let is_locked = self.conduit.is_locked(at);
            match self.below(12) {
                // Turns a tile too far or not far enough, and goes on to another.
                0 if mistakes && !is_locked => {
                    self.put_right(at);
                    if !self.conduit.is_won() {
                        self.touch(Move::CounterClockwise(at), at);
                    }
                }
                1 if mistakes && !is_locked => self.touch(Move::Lock(at), at),
                2 if !is_locked && self.is_right(at) => self.touch(Move::Lock(at), at),
                // Turns it to and fro.
                3 if !is_locked => {
                    self.touch(Move::Half(at), at);
                    self.put_right(at);
                }
                _ => self.put_right(at),
            }
        }
    }
}

fn retract(conduit: &mut Conduit) -> Result<Option<Mistake>, MoveError> {
    let mut events = Vec::new();
    conduit.apply(Move::Retract, &mut events)?;
    match events.swap_remove(0) {
        Event::Retracted(mistake) => Ok(mistake),
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_first_mistake_of_a_player_is_named_on_every_board() {
    let (mut named, mut clean, mut locked) = (0, 0, 0);
    for number in 0..trial::amount(60, 640) {
        let mut bot = Bot::new(number);
        // One board in six is played without a mistake.
        bot.play(number % 6 > 0);
        if bot.conduit.is_won() {
            continue;
        }
        let done = bot.conduit.history().0;
        let before = bot.conduit.board().clone();
        let found = retract(&mut bot.conduit).unwrap();
        let Some((at, fault, board, changes)) = bot.expected.clone() else {
            assert_eq!(found, None, "{number}");
            assert_eq!(bot.conduit.board(), &before, "{number}: nothing is undone");
            clean += 1;
            continue;
        };
        let found = found.unwrap_or_else(|| panic!("{number}: {at} went wrong"));
        assert_eq!((found.hint.at, found.fault), (at, fault), "{number}");
        assert_eq!(found.changes, done - changes, "{number}");
        assert_eq!(bot.conduit.board(), &board, "{number}");
        // The solver agrees: the tile is wrong as it is, and the reasons lead to its only position.
        assert!(!bot.is_right(at), "{number}");
        let [upper, lower] = bot.solved.wellspring();
        if at != lower || upper == lower {
            assert_eq!(Some(found.hint.to), bot.solved.tile(at), "{number}");
            assert_eq!(Some(found.hint.from), board.tile(at), "{number}");
        }
        assert!(!found.hint.because.is_empty(), "{number}");
        // There is none in that position, and redo leads on.
        assert_eq!(retract(&mut bot.conduit).unwrap(), None, "{number}");
        for _ in 0..found.changes {
            bot.conduit.apply(Move::Redo, &mut Vec::new()).unwrap();
        }
        assert_eq!(bot.conduit.board(), &before, "{number}");
        named += 1;
        locked += usize::from(fault == Fault::Locked);
    }
    let least = trial::amount(40, 500);
    assert!(named >= least, "{named} of at least {least}");
    assert!(clean > 3 && locked > 5, "{clean} {locked}");
}

#[test]
fn a_mistake_that_was_put_right_is_none_and_a_jumble_is_nobodys_fault() {
    let mut bot = Bot::new(8);
    let tiles: Vec<Pos> = (0..4).map(|x| Pos::new(x, 0)).collect();
    let turned_wrong = |bot: &mut Bot, at| {
        bot.put_right(at);
        bot.touch(Move::CounterClockwise(at), at);
    };
    turned_wrong(&mut bot, tiles[0]);
    assert_eq!(bot.conduit.find_mistake(), Ok(None), "it is not left yet");
    bot.put_right(tiles[1]);
    bot.touch(Move::Lock(tiles[1]), tiles[1]);
    let found = bot.conduit.find_mistake().unwrap().unwrap();
    assert_eq!((found.hint.at, found.fault), (tiles[0], Fault::Left));
    bot.put_right(tiles[0]);
    bot.put_right(tiles[2]);
    assert_eq!(bot.conduit.find_mistake(), Ok(None));
    for action in [Move::Jumble, Move::Restart] {
        turned_wrong(&mut bot, tiles[3]);
        bot.conduit.apply(action, &mut Vec::new()).unwrap();
        bot.wrong = None;
        assert_eq!(bot.conduit.find_mistake(), Ok(None), "{action}");
    }
}

#[test]
fn no_tile_is_wrong_by_itself_on_a_board_with_several_solutions() {
    let mut several = 0;
    for seed in 0..20 {
        let spec: Spec = format!("board/9x9/ambiguous#{seed}").parse().unwrap();
        let puzzle = spec.make();
        let is_several = !matches!(puzzle.start().answer(SEARCH_BUDGET), Answer::One(_));
        let mut conduit = Conduit::new(puzzle);
        let found = retract(&mut conduit);
        let expected = match is_several {
            true => Err(MoveError::SeveralSolutions),
            false => Ok(None),
        };
        assert_eq!(found, expected, "{spec}");
        several += usize::from(is_several);
    }
    assert!(several > 1, "{several}");
}
