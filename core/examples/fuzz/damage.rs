//! How texts are damaged.

use undercroft_core::rng::Stream;

/// `text` with up to four of its characters changed, put in, taken out or changed about.
pub fn damage(text: &str, letters: &[u8], stream: &mut Stream) -> String {
    let mut text: Vec<char> = text.chars().collect();
    for _ in 0..stream.range(0, 4) {
        if text.is_empty() {
            break;
        }
        let at = stream.below(text.len() as u32) as usize;
        let letter = *stream.pick(letters).unwrap_or(&b'0') as char;
        match stream.below(6) {
            0 => text[at] = letter,
            1 => text.insert(at, letter),
            2 => text.insert(at, 'é'),
            3 => _ = text.remove(at),
            _ => {
                let other = stream.below(text.len() as u32) as usize;
                text.swap(at, other);
            }
        }
    }
    text.into_iter().collect()
}
