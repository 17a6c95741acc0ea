//! How texts look after they went through editors, chats and web pages: the same text, in disguise.

/// A disguise: its name, and what it makes of a text.
pub type Disguise = (&'static str, fn(&str) -> String);

/// What may surround a single value.
pub const OF_VALUES: [Disguise; 14] = [
    ("as it is", str::to_owned),
    ("a byte order mark", |text| format!("\u{feff}{text}")),
    ("LF at the end", |text| format!("{text}\n")),
    ("CR LF at the end", |text| format!("{text}\r\n")),
    ("CR at the end", |text| format!("{text}\r")),
    ("blank lines around", |text| {
        format!("\r\n \n{text}\n\n\t\n")
    }),
    ("spaces around", |text| format!("  \t{text} \t ")),
    ("no-break spaces", |text| format!("\u{a0}{text}\u{202f}")),
    ("a zero-width space", |text| format!("{text}\u{200b}")),
    ("direction marks", |text| {
        format!("\u{200e}\u{2068}{text}\u{2069}\u{200f}")
    }),
    ("a word joiner and a soft hyphen", |text| {
        format!("\u{2060}{text}\u{ad}")
    }),
    ("a code fence", |text| format!("```\n{text}\n```")),
    ("a code fence with a name", |text| {
        format!("\n```text\r\n{text}\r\n```\r\n")
    }),
    ("a code fence on one line", |text| format!("```{text}```")),
];

/// What may surround the lines of a document.
pub const OF_DOCUMENTS: [Disguise; 13] = [
    ("as it is", str::to_owned),
    ("a byte order mark", |text| format!("\u{feff}{text}")),
    ("CR LF", |text| text.replace('\n', "\r\n")),
    ("CR", |text| text.replace('\n', "\r")),
    ("no line end", |text| text.trim_end_matches('\n').to_owned()),
    ("blank lines around", |text| format!("\n \r\n{text}\n\n")),
    ("spaces at line ends", |text| text.replace('\n', " \t\n")),
    ("indentation by spaces", |text| prefix(text, "    ")),
    ("indentation by tabs", |text| prefix(text, "\t")),
    ("no-break spaces", |text| {
        prefix(text, "\u{a0} ").replace('\n', "\u{a0}\n")
    }),
    ("zero-width and direction marks", |text| {
        prefix(text, "\u{200e}").replace('\n', "\u{200b}\n")
    }),
    ("a code fence", |text| format!("```\n{text}```\n")),
    ("all at once", |text| {
        let text = prefix(text, "  ").replace('\n', " \r\n");
        format!("\u{feff}\r\n  ```ron\r\n{text}  ```\r\n\r\n")
    }),
];

fn prefix(text: &str, start: &str) -> String {
    text.lines()
        .map(|line| format!("{start}{line}\n"))
        .collect()
}

/// The encodings in which a file may come, besides UTF-8 as it is.
#[allow(dead_code, reason = "not every program of tests has files")]
pub fn encodings(text: &str) -> [Vec<u8>; 3] {
    let units: Vec<u16> = "\u{feff}"
        .encode_utf16()
        .chain(text.encode_utf16())
        .collect();
    [
        [b"\xef\xbb\xbf", text.as_bytes()].concat(),
        units.iter().flat_map(|unit| unit.to_le_bytes()).collect(),
        units.iter().flat_map(|unit| unit.to_be_bytes()).collect(),
    ]
}
