//! What kinds of monster can do, as the content says it: the parameters that each ability's file declares.

pub use crate::game::ai::ability::*;

#[cfg(test)]
mod tests {
    use super::super::number;
    use super::*;

    /// A kind with every ability.
    fn versatile() -> Abilities {
        let fields = Abilities::list()
            .into_iter()
            .map(|ability| format!("{}: ()", ability.name));
        let text = format!("({})", fields.collect::<Vec<_>>().join(", "));
        let options = ron::Options::default();
        let options = options.with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME);
        options.from_str(&text).unwrap()
    }

    #[test]
    fn every_text_of_an_ability_names_numbers_that_it_has() {
        let all = versatile();
        let numbers = all.numbers();
        let texts = all.texts();
        assert_eq!(texts.len(), Abilities::list().len());
        for text in texts {
            let mut filled = text.replace("{kind}", "rats");
            let find = |name: &str| numbers.iter().find(|number| number.name == name);
            let unknown = number::fill_placeholders(&mut filled, |name| Some(find(name)?.value));
            assert!(unknown.is_empty(), "{text}: {unknown:?}");
        }
    }

    #[test]
    fn every_default_is_within_its_range() {
        for number in versatile().numbers() {
            let (least, most) = number.range;
            assert!((least..=most).contains(&number.value), "{number:?}");
        }
    }
}
