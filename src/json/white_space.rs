//! White space between tokens: a text without it, 64 bytes at a time. Which bytes stay is worked out for
//! all of them at once, a bit for each.
#![forbid(unsafe_code)]

use wide::u8x64;

use crate::Error;

const BLOCK: usize = 64;
/// What is copied at once, needed or not.
const STEP: usize = 16;
const WINDOW: usize = BLOCK + STEP;

pub(super) fn is_white_space(byte: &u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

/// The text without a byte order mark in front and without the white space around it, and where that
/// starts.
#[inline(always)]
pub(super) fn trim(text: &str) -> (usize, &str) {
    match text.as_bytes() {
        [b'{', .., b'}'] => (0, text),
        _ => trimmed(text),
    }
}

#[cold]
#[inline(never)]
fn trimmed(text: &str) -> (usize, &str) {
    let unmarked = text.strip_prefix('\u{feff}').unwrap_or(text).as_bytes();
    let is_other = |byte| !is_white_space(byte);
    let start = text.len() - unmarked.len() + unmarked.iter().position(is_other).unwrap_or(0);
    let end = text.as_bytes().iter().rposition(is_other).map_or(start, |at| at + 1);
    (start, text.get(start..end).unwrap_or_default())
}

/// A space, and the text without the white space outside of strings. Where that would make one token of
/// two, which no valid text has, white space stays and the rest is left out.
pub(super) fn without_white_space(text: &str) -> Result<Vec<u8>, Error> {
    let text = text.as_bytes();
    let mut compact = Vec::new();
    compact.try_reserve_exact(1 + text.len() + WINDOW)?;
    compact.resize(1 + text.len() + WINDOW, b' ');
    let mut strings = Strings::default();
    let mut ends_kept = false;
    let mut last;
    let (mut from, mut to) = (0, 0);
    while let Some(rest) = text.get(from..).filter(|rest| !rest.is_empty())
        && let Some(out) = compact[to..].first_chunk_mut::<{ 1 + WINDOW }>()
    {
        let bytes = match rest.first_chunk() {
            Some(bytes) => bytes,
            None => {
                last = [b' '; WINDOW];
                last[..rest.len()].copy_from_slice(rest);
                &last
            }
        };
        let kept = strings.kept(bytes);
        let mut len = 0;
        // Where a run of kept bytes starts and where it ends, in turn.
        let mut borders = kept ^ kept << 1;
        while borders != 0 {
            let start = borders.trailing_zeros() as usize;
            borders &= borders - 1;
            let end = borders.trailing_zeros() as usize;
            borders &= borders.wrapping_sub(1);
            let first = bytes[start % BLOCK];
            let is_first_of_token = start > 0 || !ends_kept;
            // Most runs start with a quote, and are not looked up.
            if first != b'"'
                && is_of_word(first)
                && is_first_of_token
                && is_of_word(out[len % BLOCK])
            {
                // Behind the last run stands what was behind it in the text, or what was there before.
                compact.truncate(1 + to + len + 1);
                return Ok(compact);
            }
            let mut at = start;
            loop {
                let step = &bytes[at % BLOCK..][..STEP];
                out[1 + (len + at - start) % BLOCK..][..STEP].copy_from_slice(step);
                at += STEP;
                if at >= end {
                    break;
                }
            }
            len += end - start;
        }
        ends_kept = kept >> (BLOCK - 1) == 1;
        from += BLOCK;
        to += len;
    }
    // In a string that does not end, what fills the last block was kept, too.
    let filler = if strings.inside == 0 { 0 } else { from - text.len() };
    compact.truncate(1 + to - filler);
    Ok(compact)
}

/// Whether it is of a number or a literal.
#[inline(always)]
fn is_of_word(byte: u8) -> bool {
    const OF_WORD: [bool; 256] = {
        let mut table = [false; 256];
        let mut byte = 0;
        while byte < 256 {
            table[byte] =
                matches!(byte as u8, b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' | b'+' | b'-' | b'.');
            byte += 1;
        }
        table
    };
    OF_WORD[byte as usize]
}

/// Where the byte is that `kept` bytes stand in front of when the white space has gone.
#[cold]
#[inline(never)]
pub(super) fn offset_of_kept(text: &str, kept: usize) -> usize {
    let (mut in_string, mut is_escaped) = (false, false);
    let mut left = kept;
    for (at, byte) in text.bytes().enumerate() {
        let is_kept = in_string || !is_white_space(&byte);
        in_string ^= byte == b'"' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        if is_kept && left == 0 {
            return at;
        }
        left -= usize::from(is_kept);
    }
    text.len()
}

/// What a block leaves to the next one.
#[derive(Default)]
struct Strings {
    /// All ones if it ends inside of a string.
    inside: u64,
    /// One if it ends with a backslash that the next byte belongs to.
    escaped: u64,
}

impl Strings {
    /// A bit for each of the first 64 bytes that is inside of a string or no white space.
    #[inline(always)]
    fn kept(&mut self, bytes: &[u8; WINDOW]) -> u64 {
        let bytes = u8x64::new(*bytes.first_chunk().expect("there are more"));
        let equal = |byte| bytes.simd_eq(u8x64::splat(byte)).to_bitmask();
        let quotes = equal(b'"') & !self.escaped(bytes);
        let inside = prefix_xor(quotes) ^ self.inside;
        self.inside = (inside.cast_signed() >> 63).cast_unsigned();
        let is = |bytes: u8x64, byte| bytes.simd_eq(u8x64::splat(byte));
        // The bit that tells a tab from a carriage return.
        let tab_or_return = is(bytes | u8x64::splat(b'\t' ^ b'\r'), b'\r');
        let white_space = is(bytes, b' ') | is(bytes, b'\n') | tab_or_return;
        !white_space.to_bitmask() | inside
    }

    /// A bit for each byte that a backslash stands in front of and belongs to.
    #[inline(always)]
    fn escaped(&mut self, bytes: u8x64) -> u64 {
        let mut escaped = self.escaped;
        self.escaped = 0;
        let backslashes = bytes.simd_eq(u8x64::splat(b'\\'));
        if backslashes.any() {
            let mut backslashes = backslashes.to_bitmask() & !escaped;
            while backslashes != 0 {
                let lowest = backslashes & backslashes.wrapping_neg();
                escaped |= lowest << 1;
                self.escaped = lowest >> (BLOCK - 1);
                backslashes &= !(lowest | lowest << 1);
            }
        }
        escaped
    }
}

/// Each bit becomes the parity of itself and those below it: ones from a quote to the next.
#[inline(always)]
fn prefix_xor(bits: u64) -> u64 {
    [1, 2, 4, 8, 16, 32].iter().fold(bits, |bits, shift| bits ^ bits << shift)
}
