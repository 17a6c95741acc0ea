//! What set pieces do, in words that follow from their rules.

use super::names;
use crate::game::content::{Effect, MarkKind, SetPieceDef, SetPieceRule, Trigger};
use crate::game::world::detail::Perception;
use crate::text;

/// What a rule does, in a sentence: `Pulling it opens the gate and rings a bell, which calls all who hear it.`
pub fn describe_rule(def: &SetPieceDef, rule: &SetPieceRule) -> String {
    names::to_sentence(tell_rule(def, rule))
}

/// As [`describe_rule`], without capital letter and full stop.
pub(super) fn tell_rule(def: &SetPieceDef, rule: &SetPieceRule) -> String {
    let at = rule.at.first().map(|mark| &def.mark(*mark).is);
    let lamp = matches!(at, Some(MarkKind::Brazier { .. }));
    let many = def.drawing.iter().filter(|(_, drawn)| match drawn {
        crate::map::Drawn::Mark(sign) => def
            .mark_of(*sign)
            .is_some_and(|mark| rule.at.contains(&mark)),
        _ => false,
    });
    let one = many.count() == 1;
    let cause = match rule.trigger {
        Trigger::Step => "stepping here",
        Trigger::Take => "taking what lies here",
        Trigger::Lever => "pulling it",
        Trigger::Noise => "a loud noise in this room",
        Trigger::Light if lamp && one => "lighting it",
        Trigger::Light if lamp => "lighting all of them",
        Trigger::Light => "bright light here",
        Trigger::Dark if lamp && one => "putting it out",
        Trigger::Dark if lamp => "putting out all of them",
        Trigger::Dark => "darkness here",
        Trigger::Fire => "fire here",
    };
    // The bell comes last, for what it does is told with it.
    let (rings, others): (Vec<_>, Vec<_>) =
        (rule.does.iter()).partition(|(effect, _)| *effect == Effect::Ring);
    let does = others.into_iter().chain(rings).map(|(effect, on)| {
        let gate = on.iter().all(|mark| def.mark(*mark).is == MarkKind::Gate);
        effect.does(gate)
    });
    let does: Vec<&str> = does.collect();
    let does = text::list(&does, "and");
    let lasts = match rule.lasts {
        0 => String::new(),
        turns => format!(" for {}", names::counted(u32::from(turns), "turn")),
    };
    format!("{cause} {does}{lasts}")
}

/// What an effect looks or sounds like; `None` if the player notices nothing.
pub(super) fn tell_change(
    def: &SetPieceDef,
    effect: Effect,
    mark: Option<u8>,
    perception: Perception,
) -> Option<String> {
    let gate = mark.is_some_and(|mark| def.mark(mark).is == MarkKind::Gate);
    let text = match perception {
        Perception::Unnoticed => None,
        Perception::Seen => effect.seen(gate),
        Perception::Heard | Perception::Felt => effect.heard(gate),
    };
    text.map(str::to_owned)
}
