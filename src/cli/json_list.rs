//! JSON lists of many elements, written one after another: each element stands on a line of its own.

use std::io::{self, Write};

use serde::Serialize;

/// A list that is being written.
#[derive(Default)]
pub struct JsonList {
    has_elements: bool,
}

impl JsonList {
    /// Writes what comes before the next element.
    pub fn separate(&mut self, out: &mut impl Write) -> io::Result<()> {
        let separator = if self.has_elements { ",\n" } else { "[\n" };
        self.has_elements = true;
        out.write_all(separator.as_bytes())
    }

    /// Writes the next element.
    pub fn push(&mut self, element: &impl Serialize, out: &mut impl Write) -> io::Result<()> {
        self.separate(out)?;
        Ok(serde_json::to_writer(out, element)?)
    }

    /// Writes the end.
    pub fn finish(self, out: &mut impl Write) -> io::Result<()> {
        let end = if self.has_elements { "\n]\n" } else { "[]\n" };
        out.write_all(end.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_element_has_a_line() {
        let list = |elements: &[u8]| {
            let (mut list, mut text) = (JsonList::default(), Vec::new());
            for element in elements {
                list.push(element, &mut text).unwrap();
            }
            list.finish(&mut text).unwrap();
            String::from_utf8(text).unwrap()
        };
        assert_eq!(list(&[]), "[]\n");
        assert_eq!(list(&[1]), "[\n1\n]\n");
        assert_eq!(list(&[1, 2]), "[\n1,\n2\n]\n");
    }
}
