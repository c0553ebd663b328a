//! What is accepted, held against serde_json as the judge.

use serde_json::value::RawValue;
use tn_elicit::{Error, answer_to_elicit_result, elicitation_to_request};

/// Whether a text is JSON, by the judge. Unlike `IgnoredAny` a raw value is not bound in depth and
/// takes lone surrogates and numbers of any size, as the grammar does.
fn is_json(text: &str) -> bool {
    serde_json::from_str::<&RawValue>(text).is_ok()
}

fn assert_same(text: &str) {
    assert_eq!(elicitation_to_request(text).is_ok(), is_json(text), "{text:?}");
}

/// Where a text is refused.
fn refused_at(text: &str) -> Option<usize> {
    let Error::InvalidJson { line, column, .. } = elicitation_to_request(text).err()? else {
        panic!("there is memory");
    };
    let before: usize = text.split_inclusive('\n').take(line - 1).map(str::len).sum();
    Some(before + column - 1)
}

/// A text is refused at the first byte with which it can no longer become JSON: cut off behind that byte
/// it is refused there, too, and cut off before it at its end, if it is not JSON already.
fn assert_position(text: &str) {
    let end = refused_at(text).unwrap_or(text.len());
    for cut in (0..=text.len()).filter(|&cut| text.is_char_boundary(cut)) {
        if let Some(at) = refused_at(&text[..cut]) {
            assert_eq!(at, end.min(cut), "{:?} of {text:?}", &text[..cut]);
        } else {
            assert!(cut <= end, "{:?} of {text:?}", &text[..cut]);
        }
    }
}

/// All texts of up to `len` of the tokens.
fn all_texts(tokens: &[&str], len: u32, check: &mut impl FnMut(&str)) {
    let mut text = String::new();
    for number in 0..(tokens.len() + 1).pow(len) {
        text.clear();
        let mut rest = number;
        for _ in 0..len {
            // 0 stands for no token.
            text.push_str(tokens.get((rest % (tokens.len() + 1)).wrapping_sub(1)).unwrap_or(&""));
            rest /= tokens.len() + 1;
        }
        check(&text);
    }
}

#[test]
fn structure() {
    let tokens = ["{", "}", "[", "]", ",", ":", "\"a\"", "0", " "];
    all_texts(&tokens, 6, &mut assert_same);
}

/// 100 million texts: `make soak`.
#[test]
#[ignore = "it takes minutes"]
fn structure_of_longer_texts() {
    let tokens = ["{", "}", "[", "]", ",", ":", "\"a\"", "0", " "];
    all_texts(&tokens, 8, &mut assert_same);
}

/// The way from one string to the next is another one where the text goes on for a while.
#[test]
fn structure_far_from_the_end() {
    let tokens = ["{", "}", "[", "]", ",", "\"a\"", "\"a\":", "{\"a\":\"a\"", "0"];
    let end = "x".repeat(20);
    all_texts(&tokens, 6, &mut |text| assert_same(&format!("[{text},\"{end}\"]")));
}

#[test]
fn numbers() {
    all_texts(&["-", "+", "0", "1", ".", "e", "E"], 7, &mut assert_same);
}

#[test]
fn strings() {
    let tokens = ["\"", "\\", "u", "d8", "dc", "00", "n", "\t", "é", "g", "F"];
    all_texts(&tokens, 5, &mut |text| assert_same(&format!("\"{text}\"")));
}

#[test]
fn literals_and_white_space() {
    let tokens = ["true", "false", "null", "tru", "e", " ", "\t\r\n", "\u{b}", "\u{a0}", "N"];
    all_texts(&tokens, 5, &mut assert_same);
}

#[test]
fn positions() {
    let tokens = ["{", "}", "[", "]", ",", ":", "\"a b\"", "0", " ", "\n"];
    all_texts(&tokens, 4, &mut assert_position);
    all_texts(&["-", "0", "1", ".", "e", " ", "[", ","], 4, &mut assert_position);
    all_texts(&["\"", "\\", "u", "d8", "n", "\t", "é", " ", "\n"], 4, &mut assert_position);
    all_texts(&["true", "tru", "e", "null", "1", " \r\n", "\u{b}", "\""], 4, &mut assert_position);
}

/// The same behind and in front of much of everything, so that it is at every place of a block.
#[test]
fn positions_in_long_texts() {
    let member = r#"  "a \\\" b" : [ 1 , -2.5e+10 , true , "é\u00e9\\" , { } , [ ] , "" ] , "#;
    for (before, after) in [("", ""), ("1 2", "tru e"), ("\"", " }"), ("} ", "[1 .5]")] {
        let text =
            format!("{{{member}{member}\n{before}{member}\"b\" : {{ {member}{after}{member}");
        assert_position(&text);
        for shift in 1..64 {
            let shifted = format!("{}{text}", " ".repeat(shift));
            let at = refused_at(&text).map(|at| at + shift);
            // A column counts from the line's start, and the first line is longer now.
            assert_eq!(refused_at(&shifted), at, "{shifted:?}");
        }
    }
}

/// One byte more, fewer or another, at every place of a text that has every kind of token.
#[test]
fn near_misses() {
    let text = r#" { "a\u00e9\ud83d\ude00\n" : [ 1 , -2.5e+10 , true , null ] , "b" : { } , "é" : "\"" } "#;
    assert!(is_json(text));
    let others = " \t\n\"\\{}[],:-+.eE01aunl/\u{1}\u{7f}é\u{2028}";
    for (at, old) in text.char_indices() {
        let (before, after) = (&text[..at], &text[at + old.len_utf8()..]);
        assert_same(&format!("{before}{after}"));
        assert_same(before);
        assert_position(&format!("{before}{after}"));
        for other in others.chars() {
            assert_same(&format!("{before}{other}{after}"));
            assert_position(&format!("{before}{other}{after}"));
            assert_same(&format!("{before}{other}{old}{after}"));
        }
    }
}

/// The wide steps through strings, at every alignment: each stop is found, nothing else is.
#[test]
fn strings_of_every_length() {
    for len in 0..40 {
        for at in 0..=len {
            for stop in ["", "\"", "\\", "\u{0}", "\u{1f}", " ", "!", "\u{7f}", "\u{80}", "ÿ", "]"]
            {
                let (before, after) = ("~".repeat(at), "#".repeat(len - at));
                assert_same(&format!("\"{before}{stop}{after}\""));
            }
        }
    }
}

/// A word of the scanner's has 63 levels: all kinds of ends on both sides of its borders.
#[test]
fn ends_at_every_depth() {
    for depth in (0..3).chain(60..66).chain(123..129) {
        for (open, close) in [("{\"a\":", "}"), ("[", "]"), ("[{\"a\":", "}]")] {
            for inner in
                ["{\"a\":\"b\"}", "{\"a\":{\"a\":\"b\"},\"c\":\"d\"}", "[{\"a\":\"b\"},\"c\"]"]
            {
                for next in ["", ",\"c\":\"d\"", ",\"c\""] {
                    let end = format!("{next}{close}").repeat(depth);
                    let text = format!("{}{inner}{end}", open.repeat(depth));
                    assert_same(&text);
                    assert_same(&text.replacen("\"},\"", "\"],\"", 1));
                    assert_same(&text.replacen("\"},\"", "\"}},\"", 1));
                    assert_same(&format!("{text}}}"));
                }
            }
        }
    }
}

/// Depth costs no stack: this runs on a thread that has next to none.
#[test]
fn depth() {
    let depth = 1_000_000;
    let deep = |open: &str, close: &str| {
        format!(r#"{{"requestedSchema":{}0{}}}"#, open.repeat(depth), close.repeat(depth))
    };
    let texts = [deep("[", "]"), deep("{\"a\":", "}"), deep("[{\"a\":[", "]}]")];
    let run = move || {
        for text in texts {
            let request = elicitation_to_request(&text).expect("depth has no limit");
            let schema = &text[r#"{"requestedSchema":"#.len()..text.len() - 1];
            assert!(request.ends_with(&format!(r#""data":{{"schema":{schema}}}}}"#)));
            assert!(elicitation_to_request(&text[..text.len() - 1]).is_err());
        }
    };
    let thread = std::thread::Builder::new().stack_size(64 * 1024).spawn(run);
    thread.expect("a thread starts").join().expect("it does not overflow");
}

/// Compact output has the same tokens as the judge's.
#[test]
fn white_space_goes_and_tokens_stay() {
    let compact = r#"{"a b":[1.0,-0,1e400,"x \u0041\/ y",{},[]],"c":{"a b":null,"a b":true}}"#;
    for space in ["", " ", "\n", "\t", "\r\n", "  \n  "] {
        let mut spaced = String::new();
        let mut in_string = false;
        for character in compact.chars() {
            in_string ^= character == '"';
            let is_mark = !in_string && "{}[],:".contains(character);
            let around = if is_mark { space } else { "" };
            spaced.push_str(&format!("{around}{character}{around}"));
        }
        let result = answer_to_elicit_result(&format!(r#"{{"ok":true,"data":{spaced}}}"#));
        let expected = format!(r#"{{"action":"accept","content":{compact}}}"#);
        assert_eq!(result.as_deref(), Ok(expected.as_str()));
    }
}
