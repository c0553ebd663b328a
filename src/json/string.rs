//! The inside of string tokens: plain runs, escapes, and the surrogates among them.
#![forbid(unsafe_code)]

use wide::u8x16;

/// Where the bytes from `start` on end that stand for themselves: at a quote, a backslash or a control
/// character, none of which may stand bare in a string, or at the end.
#[inline(always)]
pub(super) fn plain_end(bytes: &[u8], start: usize) -> usize {
    let mut at = start;
    while let Some(chunk) = bytes.get(at..at + 16).and_then(<[u8]>::first_chunk) {
        let stops = stops_in(chunk);
        if stops != 0 {
            return at + stops.trailing_zeros() as usize;
        }
        at += 16;
    }
    plain_end_in_tail(bytes, at)
}

/// A bit for each of the bytes that is a quote, a backslash or a control character.
#[inline(always)]
fn stops_in(chunk: &[u8; 16]) -> u32 {
    let bytes = u8x16::new(*chunk);
    let quotes = bytes.simd_eq(u8x16::splat(b'"'));
    let backslashes = bytes.simd_eq(u8x16::splat(b'\\'));
    let controls = bytes.min(u8x16::splat(0x1f)).simd_eq(bytes);
    (quotes | backslashes | controls).to_bitmask()
}

/// The same for the last bytes of a text, which fill no chunk.
fn plain_end_in_tail(bytes: &[u8], start: usize) -> usize {
    let stop = |&byte: &u8| byte == b'"' || byte == b'\\' || byte < b' ';
    bytes[start..].iter().position(stop).map_or(bytes.len(), |at| start + at)
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
        let plain = plain_end(rest.as_bytes(), 0);
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
