//! The board being played and what the screen alone knows of it: cursor, hint, marks, packets,
//! the time. Knows neither keys nor pixels. Rules are the core's: here is only what is shown of
//! them.

use std::time::Duration;

use bevy::prelude::*;
use bevy::window::RequestRedraw;

use super::{shown, words};
use crate::app::frame::Phase;
use crate::app::screen::Screen;
use crate::app::seed::{Drawn, RunSeed};
use crate::app::settings::Settings;
use crate::app::sound::{Heard, Sound};
use crate::conduit::{
    Conduit, Cursor, Difficulty, Event, Hint, Input, Maker, Move, MoveError, Packets, Puzzle,
    Rating, Rules, Spec, interpret,
};
use crate::geom::{Pos, Size};
use crate::rng::Seed;

/// Size of the first board.
const FIRST: Size = Size::new(10, 9);

/// How many boards are looked at for one of a wanted difficulty, at most; and their tiles.
const LOOKED_AT: u32 = 400;
const TILES_LOOKED_AT: usize = 60_000;

/// Keeps the [`Session`], and lets its time pass while the screen is shown.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Session>()
        .init_resource::<Entered>()
        .add_systems(OnEnter(Screen::Conduit), enter)
        .add_systems(
            Update,
            (
                tick.run_if(shown).in_set(Phase::Input),
                sound
                    .run_if(resource_changed::<Session>)
                    .in_set(Phase::Show),
            ),
        );
}

/// Whether the screen was entered since the last frame: the time before was spent elsewhere.
#[derive(Resource, Default)]
struct Entered(bool);

/// A board is kept while other screens are shown, until the player asks for another seed.
fn enter(
    (run, drawn): (Option<Res<RunSeed>>, Option<Res<Drawn>>),
    mut session: ResMut<Session>,
    mut entered: ResMut<Entered>,
) {
    entered.0 = true;
    let is_drawn = |seed: &Seed| drawn.as_ref().is_some_and(|drawn| drawn.is(*seed));
    match run.map(|run| run.0).filter(|seed| !is_drawn(seed)) {
        Some(seed) if session.run != seed => {
            *session = Session {
                run: seed,
                boards: session.boards + 1,
                ..Session::new(Order::first(seed))
            };
        }
        _ => session.set_changed(),
    }
}

/// The time up to this frame, before what this frame's keys do.
fn tick(
    (time, settings): (Option<Res<Time<Real>>>, Option<Res<Settings>>),
    mut entered: ResMut<Entered>,
    mut session: ResMut<Session>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let delta = time.map_or(Duration::ZERO, |time| time.delta());
    if std::mem::take(&mut entered.0) {
        return;
    }
    if session.conduit.is_won() {
        if Settings::is_still(settings.as_deref()) {
            return;
        }
        redraw.write(RequestRedraw);
    }
    if session.bypass_change_detection().pass(delta) {
        session.set_changed();
    }
}

/// Lets turns on the board be heard, and the last of them.
fn sound(
    session: Res<Session>,
    mut last: Local<Option<(u64, u32, bool)>>,
    mut heard: MessageWriter<Heard>,
) {
    let conduit = session.conduit();
    let now = (session.boards(), conduit.moves(), conduit.is_won());
    let Some(before) = last.replace(now).filter(|before| before.0 == now.0) else {
        return;
    };
    if now.1 != before.1 {
        heard.write(Heard::here(Sound::Turn));
    }
    if now.2 && !before.2 {
        heard.write(Heard::here(Sound::Solved));
    }
}

/// A kind of board, and the seed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Order {
    /// Size, rules, walls and seed.
    pub spec: Spec,
    /// The difficulty wanted, if any.
    pub difficulty: Option<Difficulty>,
}

impl Order {
    /// The first board of a seed.
    pub fn first(seed: Seed) -> Self {
        let spec = Spec::new(FIRST, Rules::default(), seed);
        Self {
            spec: spec.expect("10x9 is within the sizes that there are"),
            difficulty: None,
        }
    }

    /// Makes the board, and says what names it. Bounded: if no board of the wanted difficulty is
    /// among those looked at, it is the nearest.
    fn make(&self) -> (Spec, Puzzle) {
        let mut puzzle = Puzzle::default();
        let mut maker = Maker::default();
        let Some(wanted) = self.difficulty else {
            maker.make(&self.spec, &mut puzzle);
            return (self.spec, puzzle);
        };
        let tries = (TILES_LOOKED_AT / self.spec.size().area()).clamp(1, LOOKED_AT as usize);
        let spec = maker.make_rated(&self.spec, wanted, tries as u32, &mut puzzle);
        (spec, puzzle)
    }
}

/// The board being played.
#[derive(Resource)]
pub struct Session {
    order: Order,
    /// What names the board; nothing if it came by its id.
    spec: Option<Spec>,
    conduit: Conduit,
    rating: Rating,
    cursor: Cursor,
    hint: Option<Hint>,
    wrong: Vec<Pos>,
    packets: Packets,
    played: Duration,
    begun: bool,
    /// Turns that the picture has not followed yet.
    turned: Vec<(Pos, u8)>,
    /// How many boards there were before this one.
    boards: u64,
    /// The run that it belongs to.
    run: Seed,
}

impl FromWorld for Session {
    fn from_world(world: &mut World) -> Self {
        let run = world.get_resource::<RunSeed>();
        let run = run.map_or(Seed(0), |run| run.0);
        Self {
            run,
            ..Self::new(Order::first(run))
        }
    }
}

impl Session {
    /// The start of a board.
    pub fn new(order: Order) -> Self {
        let (spec, puzzle) = order.make();
        Self::of(Order { spec, ..order }, Some(spec), puzzle)
    }

    fn of(order: Order, spec: Option<Spec>, puzzle: Puzzle) -> Self {
        let rating = puzzle.rating();
        let conduit = Conduit::new(puzzle);
        Self {
            order,
            spec,
            rating,
            cursor: Cursor::new(&conduit),
            hint: None,
            wrong: Vec::new(),
            packets: Packets::new(&conduit),
            played: Duration::ZERO,
            begun: false,
            turned: Vec::new(),
            boards: 0,
            run: order.spec.seed,
            conduit,
        }
    }

    /// Leaves this board for another kind or seed.
    pub fn begin(&mut self, order: Order) {
        let (boards, run) = (self.boards + 1, self.run);
        *self = Self {
            boards,
            run,
            ..Self::new(order)
        };
    }

    /// Leaves this board for one that was pasted; the next new one will be of its kind.
    pub fn begin_puzzle(&mut self, puzzle: Puzzle) {
        let board = puzzle.start();
        let mut order = self.order;
        if let Ok(spec) = Spec::new(board.size(), board.rules(), order.spec.seed) {
            let walls = if board.has_walls() {
                order.spec.walls()
            } else {
                0
            };
            order.spec = spec.with_walls(walls).unwrap_or(spec);
            order.difficulty = None;
        }
        let (boards, run) = (self.boards + 1, self.run);
        *self = Self {
            boards,
            run,
            ..Self::of(order, None, puzzle)
        };
    }

    /// The next board of the same kind.
    pub fn next_order(&self) -> Order {
        let mut order = self.order;
        order.spec.seed = order.spec.seed.nth(1);
        order
    }

    /// What a player's input comes to: a moved cursor, or a move with all it does. Returns what
    /// there is to say.
    ///
    /// # Errors
    /// Why the core refused; then nothing has changed but the cursor.
    pub fn input(&mut self, input: Input) -> Result<Option<String>, MoveError> {
        match interpret(&self.conduit, &mut self.cursor, input) {
            Some(action) => self.apply(action),
            None => Ok(None),
        }
    }

    fn apply(&mut self, action: Move) -> Result<Option<String>, MoveError> {
        let mut events = Vec::new();
        self.conduit.apply(action, &mut events)?;
        self.hint = None;
        self.wrong.clear();
        self.begun |= !matches!(action, Move::Pin | Move::Restart);
        if action == Move::Restart {
            self.begun = false;
            self.played = Duration::ZERO;
        }
        let mut said = None;
        for event in events {
            match event {
                Event::Turned { at, quarters } => self.turned.push((at, quarters)),
                Event::Hinted(hint) => {
                    said = Some(words::hint(&hint));
                    self.cursor.at = hint.at;
                    self.hint = Some(hint);
                }
                Event::Pinned(set) => {
                    let pinned = "pinned: undo stops here until the pin is taken away";
                    said = Some(if set { pinned } else { "the pin is taken away" }.to_owned());
                }
                Event::Won {
                    moves,
                    fewest,
                    aided,
                } => {
                    said = Some(words::victory(moves, fewest, aided, self.played));
                    self.packets = Packets::new(&self.conduit);
                }
                Event::Locked { .. } | Event::Lit(_) | Event::Dark(_) => {}
            }
        }
        Ok(said)
    }

    /// Marks the locked tiles that are turned wrongly, and says how many.
    pub fn check(&mut self) -> String {
        self.hint = None;
        self.wrong = self.conduit.wrong_locks();
        let locked = self.locked();
        words::check(locked, self.wrong.len())
    }

    /// Lets packets loose from a tile, once all are joined.
    pub fn release(&mut self, at: Pos) {
        if self.conduit.is_won() {
            self.packets.release(&self.conduit, at);
        }
    }

    /// Lets time pass for the clock and, once all are joined, for the packets; returns whether
    /// there is something new to draw.
    pub fn pass(&mut self, time: Duration) -> bool {
        if self.conduit.is_won() {
            let ms = time.as_millis().min(1000) as u32;
            return self.packets.advance(&self.conduit, ms);
        }
        if self.begun {
            self.played += time;
        }
        false
    }

    // ---- what there is to see

    /// The board as it is played.
    pub const fn conduit(&self) -> &Conduit {
        &self.conduit
    }

    /// What was asked for last.
    pub const fn order(&self) -> &Order {
        &self.order
    }

    /// What names the board; nothing if it came by its id.
    pub const fn spec(&self) -> Option<&Spec> {
        self.spec.as_ref()
    }

    /// How hard the board is.
    pub const fn rating(&self) -> Rating {
        self.rating
    }

    /// The cursor.
    pub const fn cursor(&self) -> Cursor {
        self.cursor
    }

    /// The last hint, until the next move.
    pub const fn hint(&self) -> Option<&Hint> {
        self.hint.as_ref()
    }

    /// Locked tiles that the last check found wrong, until the next move.
    pub fn wrong(&self) -> &[Pos] {
        &self.wrong
    }

    /// The packets; they run once all are joined.
    pub const fn packets(&self) -> &Packets {
        &self.packets
    }

    /// Time since the first move, or until the last.
    pub const fn played(&self) -> Duration {
        self.played
    }

    /// How many boards there were before this one.
    pub const fn boards(&self) -> u64 {
        self.boards
    }

    /// Locked tiles; a wellspring of two counts once.
    pub fn locked(&self) -> usize {
        let size = self.conduit.size();
        let [upper, lower] = self.conduit.board().wellspring();
        (0..size.height as i32)
            .flat_map(|y| (0..size.width as i32).map(move |x| Pos::new(x, y)))
            .filter(|pos| *pos != upper || upper == lower)
            .filter(|pos| self.conduit.is_locked(*pos))
            .count()
    }

    /// Takes the turns that the picture has not followed yet.
    pub(super) fn take_turned(&mut self) -> Vec<(Pos, u8)> {
        std::mem::take(&mut self.turned)
    }
}
