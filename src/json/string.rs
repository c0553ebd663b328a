//! The inside of string tokens: plain runs, escapes, and the surrogates among them.
#![forbid(unsafe_code)]

use wide::u8x16;

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
/// turned, a quote is the first byte behind the control characters, and two tests become one.
#[inline(always)]
fn stops_in(chunk: &[u8; 16]) -> u32 {
    const TURNED: u8 = b'"' ^ b' ';
    let bytes = u8x16::new(*chunk);
    let turned = bytes ^ u8x16::splat(TURNED);
    let controls_and_quotes = turned.min(u8x16::splat(b' ')).simd_eq(turned);
    let backslashes = bytes.simd_eq(u8x16::splat(b'\\'));
    (controls_and_quotes | backslashes).to_bitmask()
}

/// The same for the last bytes of a text, which fill no chunk.
fn next_stop_in_tail(bytes: &[u8], start: usize) -> Stop {
    let stop = |&byte: &u8| byte == b'"' || byte == b'\\' || byte < b' ';
    let at = bytes[start..].iter().position(stop).map_or(bytes.len(), |at| start + at);
    if bytes.get(at) == Some(&b'"') { Stop::Quote(at) } else { Stop::Other(at) }
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
fn read_unit(bytes: &[u8], start: usize) -> Result<u32, usize> {
    (start..start + 4).try_fold(0, |unit, at| {
        let digit = bytes.get(at).and_then(|&byte| char::from(byte).to_digit(16));
        digit.map(|digit| unit << 4 | digit).ok_or(at)
    })
}

/// A stretch of a valid string's inside.
pub(super) enum Piece<'a> {
    Plain(&'a str),
    Escape { token: &'a str, character: Option<char> },
}

/// The pieces of a valid string's inside.
pub(super) fn pieces(inside: &str) -> impl Iterator<Item = Piece<'_>> {
    let mut rest = inside;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let (Stop::Quote(plain) | Stop::Other(plain)) = next_stop(rest.as_bytes(), 0);
        if plain > 0 {
            let (token, after) = rest.split_at(plain);
            rest = after;
            return Some(Piece::Plain(token));
        }
        let escape = read_escape(rest.as_bytes()).ok()?;
        let (token, after) = rest.split_at(escape.len);
        rest = after;
        Some(Piece::Escape { token, character: escape.character })
    })
}

/// Whether a valid string's inside, decoded, is `wanted`.
pub(super) fn decodes_to(inside: &str, wanted: &str) -> bool {
    let mut wanted = wanted;
    for piece in pieces(inside) {
        let after = match piece {
            Piece::Plain(token) => wanted.strip_prefix(token),
            Piece::Escape { character, .. } => character.and_then(|one| wanted.strip_prefix(one)),
        };
        let Some(after) = after else { return false };
        wanted = after;
    }
    wanted.is_empty()
}
