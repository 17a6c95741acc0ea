//! A [`Recorded`] round: a board or a maze with what it was begun with and every move, as text. The text is what is
//! saved of it, and loading plays the moves.

use std::fmt::Write;
use std::ops::Deref;
use std::time::Duration;

use super::{Round, Solve};
use crate::record::{Chain, Damage, Moves, Reader, RecordingError, count_moves, split_seal};

/// How the first record of a round begins.
const SETUP: &str = "round ";

/// Moves between two digests.
const INTERVAL: u64 = 64;

/// The tiles or cells that may be examined, as far as can be foreseen, to load all rounds of a file: a few seconds of
/// work. Nobody makes so many moves; a damaged file could.
pub const MAX_WORK: u64 = 1 << 31;

/// How often a tile or cell is examined to begin a round.
const SETUP_WORK: u64 = 100;

/// A round in play, with its recording. It reads as the round.
pub struct Recorded<R: Round> {
    round: R,
    /// The records so far.
    text: String,
    /// The bytes of them that [`take_unsaved`](Self::take_unsaved) has returned.
    taken: usize,
    chain: Chain,
    /// Moves that are in no record yet, and the milliseconds played before them.
    pending: Moves<R::Move>,
    millis: u64,
    /// The time played, in milliseconds, up to which it is recorded or pending.
    seen: u64,
    /// Recorded moves since the last digest.
    open: u64,
    /// Each move since the round was begun, or begun again from its end, with the milliseconds played before it.
    timeline: Vec<(u32, R::Move)>,
}

impl<R: Round> Deref for Recorded<R> {
    type Target = R;

    fn deref(&self) -> &R {
        &self.round
    }
}

impl<R: Round> Recorded<R> {
    /// Begins to record a round. All that was done in it before is part of what it is begun with.
    pub fn new(round: R) -> Self {
        let setup = format!("{SETUP}{}", round.setup());
        Self::begun(round, &setup)
    }

    fn begun(round: R, setup: &str) -> Self {
        let mut recorded = Self {
            seen: millis(&round),
            round,
            text: String::new(),
            taken: 0,
            chain: Chain::default(),
            pending: Moves::default(),
            millis: 0,
            open: 0,
            timeline: Vec::new(),
        };
        recorded.chain.write(&mut recorded.text, setup);
        recorded
    }

    /// The round, for changes that are not recorded: the time, the cursor, what is painted.
    pub const fn round_mut(&mut self) -> &mut R {
        &mut self.round
    }

    /// Makes a move.
    ///
    /// # Errors
    /// Why it is refused; nothing is recorded then.
    pub fn play(&mut self, action: R::Move) -> Result<R::Outcome, R::Refusal> {
        self.note_time();
        let told = self.make(action)?;
        self.seen = millis(&self.round);
        self.pending.add(action, 1);
        Ok(told)
    }

    /// Makes a move that is recorded already, or will be.
    fn make(&mut self, action: R::Move) -> Result<R::Outcome, R::Refusal> {
        let (time, was_finished) = (millis(&self.round), self.round.is_finished());
        let told = self.round.play(action)?;
        let time = u32::try_from(time).unwrap_or(u32::MAX);
        match was_finished && !self.round.is_finished() {
            true => self.timeline.clear(),
            false => self.timeline.push((time, action)),
        }
        Ok(told)
    }

    /// A finished round after the move that begins it again: a round of its own, so that this one stays as it was
    /// finished. `None` if it is not finished, or the move is refused.
    pub fn begun_again(&self, action: R::Move) -> Option<Self> {
        let finished = Some(&self.round).filter(|round| round.is_finished())?;
        let mut round = R::begin(&finished.setup()).ok()?;
        round.play(action).ok()?;
        Some(Self::new(round))
    }

    /// The round as it was done, if it is finished.
    pub fn solve(&self) -> Option<Solve<R>> {
        let setup = self.text.lines().next().and_then(split_seal);
        let setup = setup.and_then(|(record, _)| record.strip_prefix(SETUP));
        Solve::checked(setup?.to_owned(), self.timeline.clone())
    }

    /// Notes the time that has been played. The moves before it get a record of their own.
    fn note_time(&mut self) {
        let now = millis(&self.round);
        if now != self.seen {
            self.seal();
        }
        self.millis += now.saturating_sub(self.seen);
        self.seen = now;
    }

    /// Writes a record of the moves that have none.
    pub fn seal(&mut self) {
        if !self.pending.is_empty() {
            self.write_record(false);
        }
    }

    /// Records the time and the digest as well, before the round is left.
    pub fn put_down(&mut self) {
        self.note_time();
        if !self.pending.is_empty() || self.millis > 0 || self.open > 0 {
            self.write_record(true);
        }
    }

    fn write_record(&mut self, with_digest: bool) {
        let moves = std::mem::take(&mut self.pending);
        self.open += moves.count();
        let mut words = moves.to_string();
        let mut word = |text: std::fmt::Arguments<'_>| {
            let gap = if words.is_empty() { "" } else { " " };
            write!(words, "{gap}{text}").expect("a string takes what is written to it");
        };
        // A record holds at most a month and a half, which nobody plays without a move.
        let millis = u32::try_from(std::mem::take(&mut self.millis)).unwrap_or(u32::MAX);
        if millis > 0 {
            word(format_args!("~{millis}"));
        }
        if with_digest || self.open >= INTERVAL || self.round.is_finished() {
            word(format_args!("={:016x}", self.round.digest()));
            self.open = 0;
        }
        self.chain.write(&mut self.text, &words);
    }

    /// The whole recording, with the moves that are in no record yet. It counts as saved from then on.
    pub fn write(&mut self) -> &str {
        self.seal();
        self.mark_saved();
        &self.text
    }

    /// The whole recording.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The records since the last call of this or [`mark_saved`](Self::mark_saved).
    pub fn take_unsaved(&mut self) -> &str {
        let from = std::mem::replace(&mut self.taken, self.text.len());
        &self.text[from..]
    }

    /// Whether there are such records, or moves that are in none yet.
    pub const fn has_unsaved(&self) -> bool {
        self.taken < self.text.len() || !self.pending.is_empty()
    }

    /// Notes that the whole recording is saved.
    pub const fn mark_saved(&mut self) {
        self.taken = self.text.len();
    }

    // ---- loading

    /// Loads a round as far as it is sound: up to its last record, or where it plays differently now, up to the last
    /// digest that is equal. Takes what it needs from `work`.
    ///
    /// # Errors
    /// If it cannot be begun.
    pub(super) fn load(
        reader: &Reader<'_>,
        section: Section<'_>,
        work: &mut u64,
    ) -> Result<(Self, Option<Damage>), RecordingError> {
        let Section {
            setup,
            records,
            damage,
        } = section;
        if *work == 0 {
            let reason = "the rounds before it take too long to load";
            return Err(reader.error(setup, reason));
        }
        let mut recorded = Self::begin(reader, setup)?;
        *work = work.saturating_sub(recorded.area() as u64 * SETUP_WORK);
        let (mut sound, mut moves) = (0, 0);
        for (index, record) in records.iter().enumerate() {
            match recorded.replay(reader, record, &mut moves, work) {
                Ok(true) => sound = index + 1,
                Ok(false) => {}
                Err(error) => {
                    let (records, rest) = records.split_at(sound);
                    let mut again = Self::begin(reader, setup)?;
                    let (mut moves, mut work) = (0, u64::MAX);
                    for record in records {
                        again.replay(reader, record, &mut moves, &mut work)?;
                    }
                    let lost = rest.iter().map(|record| count_moves::<R::Move>(record));
                    let after = damage.map_or(0, |damage| damage.moves);
                    let damage = Damage {
                        error,
                        moves: lost.fold(after, u64::saturating_add),
                        is_cut: false,
                    };
                    return Ok((again, Some(damage)));
                }
            }
        }
        Ok((recorded, damage))
    }

    fn begin(reader: &Reader<'_>, setup: &str) -> Result<Self, RecordingError> {
        let round = R::begin(setup.strip_prefix(SETUP).unwrap_or_default());
        let round = round.map_err(|reason| reader.error(setup, reason))?;
        Ok(Self::begun(round, setup))
    }

    /// Plays a record; returns whether it has a digest, which is equal then.
    fn replay<'a>(
        &mut self,
        reader: &Reader<'a>,
        record: &'a str,
        so_far: &mut u64,
        work: &mut u64,
    ) -> Result<bool, RecordingError> {
        let (mut moves, mut digest) = (Vec::new(), None);
        for word in record.split(' ') {
            match word.split_at_checked(1) {
                Some(("~", time)) => {
                    let time: u32 = reader.number(time, "a number of milliseconds")?;
                    self.round.add_time(Duration::from_millis(time.into()));
                }
                Some(("=", state)) => digest = Some((word, reader.digest(state)?)),
                _ => {
                    let (action, count) = reader.made::<R::Move>(word, so_far)?;
                    moves.push((word, action, count));
                }
            }
        }
        for (word, action, count) in moves {
            self.open += u64::from(count);
            for _ in 0..count {
                let needed = self.round.work(action);
                *work = work.checked_sub(needed).ok_or_else(|| {
                    reader.error(word, "the moves up to here take too long to make again")
                })?;
                let refused =
                    |why: R::Refusal| format!("\"{action}\" was done, and is now refused: {why}");
                let done = self.make(action);
                done.map_err(|why| reader.error(word, refused(why)))?;
            }
        }
        self.round.put_away();
        self.seen = millis(&self.round);
        self.chain.write(&mut self.text, record);
        let Some((word, expected)) = digest else {
            return Ok(false);
        };
        let found = self.round.digest();
        if found != expected {
            let reason = format!("the moves lead to another state now, of digest {found:016x}");
            return Err(reader.error(word, reason));
        }
        self.open = 0;
        Ok(true)
    }
}

/// The time played, in milliseconds.
fn millis(round: &impl Round) -> u64 {
    u64::try_from(round.time().as_millis()).unwrap_or(u64::MAX)
}

/// The records of one round in a file, as far as their seals are right.
pub(super) struct Section<'a> {
    setup: &'a str,
    records: Vec<&'a str>,
    damage: Option<Damage>,
}

impl<'a> Section<'a> {
    /// Reads the records of the next round; `None` after the last.
    ///
    /// # Errors
    /// If its first record cannot be read. The reader then stands at the round after it.
    pub fn read<R: Round>(reader: &mut Reader<'a>) -> Result<Option<Self>, RecordingError> {
        if reader.peek().is_empty() {
            return Ok(None);
        }
        let is_setup = |line: &str| line.starts_with(SETUP);
        reader.begin_chain();
        let setup = match reader.next_record() {
            Ok(Some(setup)) if is_setup(setup) => Ok(setup),
            Ok(_) => Err(reader.error(reader.line, "a round should begin here")),
            Err(error) => Err(error),
        };
        let (mut records, mut damage) = (Vec::new(), None);
        while !reader.peek().is_empty() && !is_setup(reader.peek()) {
            let rest = reader.lines.clone();
            let own = rest.take_while(|line| !is_setup(line.trimmed().text));
            match reader.next_record() {
                _ if damage.is_some() => {}
                Ok(record) => records.extend(record),
                Err(error) => damage = Some(Damage::new::<R::Move>(own, error)),
            }
        }
        setup.map(|setup| {
            Some(Self {
                setup,
                records,
                damage,
            })
        })
    }
}
