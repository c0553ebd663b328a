//! The inside of string tokens: plain runs, escapes, and the surrogates among them.
#![forbid(unsafe_code)]

use std::iter;

use wide::bytemuck::cast;
use wide::{i8x16, u8x16};

use super::output::push;

/// What ends a run of bytes that stand for themselves.
pub(super) enum Stop {
    /// The closing quote, at this offset.
    Quote(usize),
    /// A backslash, a control character, which may not stand bare in a string, or the text's end.
    Other(usize),
}

#[inline(always)]
pub(super) fn next_stop(bytes: &[u8], start: usize) -> Stop {
    let mut at = start;
    while let Some(chunk) = bytes.get(at..at + 16).and_then(<[u8]>::first_chunk) {
        let stops = stops_in(chunk);
        if stops != 0 {
            let offset = stops.trailing_zeros() as usize & 15;
            let is_quote = chunk[offset] == b'"';
            return if is_quote { Stop::Quote(at + offset) } else { Stop::Other(at + offset) };
        }
        at += 16;
    }
    next_stop_in_tail(bytes, at)
}

/// A bit for each of the bytes that is a quote, a backslash or a control character. With one bit of it
/// turned, a quote is the first byte behind the control characters; with the highest turned as well,
/// these are the smallest signed numbers. So two tests become one.
#[inline(always)]
pub(super) fn stops_in(chunk: &[u8; 16]) -> u32 {
    const TURNED: u8 = b'"' ^ b' ' | 0x80;
    const END: i8 = ((b' ' + 1) | 0x80).cast_signed();
    let bytes = u8x16::new(*chunk) ^ u8x16::splat(TURNED);
    let turned: i8x16 = cast(bytes);
    let controls_and_quotes: u8x16 = cast(i8x16::splat(END).simd_gt(turned));
    let backslashes = bytes.simd_eq(u8x16::splat(b'\\' ^ TURNED));
    (controls_and_quotes | backslashes).to_bitmask()
}

/// The same for what is left at the end of a text and fills no chunk: it is read with the bytes before.
fn next_stop_in_tail(bytes: &[u8], start: usize) -> Stop {
    let stops = match bytes.last_chunk() {
        Some(last) => stops_in(last) >> (16 - (bytes.len() - start)),
        None => stops_in_short(bytes) >> start,
    };
    let at = bytes.len().min(start + stops.trailing_zeros() as usize);
    if bytes.get(at) == Some(&b'"') { Stop::Quote(at) } else { Stop::Other(at) }
}

#[cold]
#[inline(never)]
fn stops_in_short(bytes: &[u8]) -> u32 {
    let mut chunk = [b' '; 16];
    chunk[..bytes.len()].copy_from_slice(bytes);
    stops_in(&chunk)
}

pub(super) struct Escape {
    /// In bytes, with the backslash.
    pub(super) len: usize,
    /// What it stands for; `None`: a surrogate without its partner.
    pub(super) character: Option<char>,
}

/// Reads the escape that starts with the first byte, a backslash. Refuses with the offset of the
/// first byte that cannot belong to one.
pub(super) fn read_escape(bytes: &[u8]) -> Result<Escape, usize> {
    let character = match bytes.get(1) {
        Some(b'u') => return read_unicode_escape(bytes),
        Some(&byte @ (b'"' | b'\\' | b'/')) => char::from(byte),
        Some(b'b') => '\u{8}',
        Some(b'f') => '\u{c}',
        Some(b'n') => '\n',
        Some(b'r') => '\r',
        Some(b't') => '\t',
        _ => return Err(1),
    };
    Ok(Escape { len: 2, character: Some(character) })
}

fn read_unicode_escape(bytes: &[u8]) -> Result<Escape, usize> {
    const LOW_SURROGATES: std::ops::Range<u32> = 0xdc00..0xe000;
    let unit = read_unit(bytes, 2)?;
    let character = char::from_u32(unit);
    if character.is_none()
        && !LOW_SURROGATES.contains(&unit)
        && bytes.get(6..8) == Some(b"\\u")
        && let Ok(low) = read_unit(bytes, 8)
        && LOW_SURROGATES.contains(&low)
    {
        let code = 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
        return Ok(Escape { len: 12, character: char::from_u32(code) });
    }
    Ok(Escape { len: 6, character })
}

/// The UTF-16 code unit whose four hexadecimal digits start at `start`.
#[inline(never)]
fn read_unit(bytes: &[u8], start: usize) -> Result<u32, usize> {
    (start..start + 4).try_fold(0, |unit, at| {
        let digit = bytes.get(at).and_then(|&byte| char::from(byte).to_digit(16));
        digit.map(|digit| unit << 4 | digit).ok_or(at)
    })
}

/// What a valid string stands for, from behind its opening quote to its closing one; a lone surrogate for the
/// replacement character.
pub(super) fn characters(string: &str) -> impl Iterator<Item = char> {
    let mut rest = string;
    iter::from_fn(move || {
        let (len, character) = match rest.chars().next()? {
            '"' => return None,
            '\\' => {
                let Escape { len, character } = read_escape(rest.as_bytes()).ok()?;
                (len, character.unwrap_or(char::REPLACEMENT_CHARACTER))
            }
            character => (character.len_utf8(), character),
        };
        rest = &rest[len..];
        Some(character)
    })
}

/// Adds a valid text, each escape that is half a surrogate pair as one of the replacement character.
#[cold]
pub(super) fn push_without_lone_surrogates(text: &str, out: &mut String) {
    let bytes = text.as_bytes();
    let (mut pushed, mut at) = (0, 0);
    while at < bytes.len() {
        let escape = (bytes[at] == b'\\').then(|| read_escape(&bytes[at..]).ok()).flatten();
        if escape.as_ref().is_some_and(|escape| escape.character.is_none()) {
            push(out, &text[pushed..at]);
            push(out, "\\ufffd");
            pushed = at + "\\ufffd".len();
        }
        at += escape.map_or(1, |escape| escape.len);
    }
    push(out, &text[pushed..]);
}
