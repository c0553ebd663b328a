//! Documents of every class that JSON parsing tests know, of our own making: each is accepted, or
//! refused, wherever a value may stand that is passed on, looked at, or dropped.

#![allow(unsafe_code, reason = "this is a host: it calls the C ABI")]

use tn_elicit::ffi::*;

/// In each place of a text where a value may stand.
const PLACES: [(&[u8], &[u8]); 5] = [
    (b"", b""),
    (b"{\"requestedSchema\":", b"}"),
    (b"{\"message\":", b"}"),
    (b"{\"ignored\":[0,", b",null]}"),
    (b"{\"mode\":\"url\",\"url\":", b",\"a\":1}"),
];

const ACCEPTED: &[&[u8]] = &[
    // Structure
    b"{}",
    b"[]",
    b"[[]]",
    b"[{}]",
    b"{\"\":{}}",
    b"[[[[[[]]]]]]",
    b"[1,2,3]",
    b"{\"a\":1,\"b\":2}",
    b"{\"a\":1,\"a\":1}",
    b"{\"a\":1,\"a\":2}",
    b"{\"a\":[{\"b\":[]}]}",
    b"[null,true,false]",
    b"[[],[[]]]",
    b"{\"long name with spaces\":0}",
    b"{\"\\u0000\":0}",
    b"{\"\\\"\":0}",
    // White space
    b" []",
    b"[] ",
    b"\t\r\n{\t\r\n}\t\r\n",
    b"[ 1 , 2 ]",
    b"{ \"a\" : 1 }",
    b"[1\n]",
    b"[\r1]",
    // Numbers
    b"0",
    b"-0",
    b"1",
    b"-1",
    b"10",
    b"123456789",
    b"0.0",
    b"-0.5",
    b"1.5",
    b"1e1",
    b"1E1",
    b"1e+1",
    b"1e-1",
    b"1.5e10",
    b"0e0",
    b"0e+00",
    b"1e400",
    b"-1e-400",
    b"0.1e1",
    b"100000000000000000000000000000000000000000",
    b"0.000000000000000000000000000000000001",
    b"1.7976931348623157e308",
    b"-9223372036854775809",
    b"18446744073709551616",
    // Strings
    b"\"\"",
    b"\"a\"",
    b"\" \"",
    b"\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"",
    b"\"\\u0041\"",
    b"\"\\u00Ff\"",
    b"\"\\u0000\"",
    b"\"\\ud83d\\ude00\"",
    b"\"\\ud83d\"",
    b"\"\\ude00\"",
    b"\"\\ude00\\ud83d\"",
    b"\"\\ud83d\\ud83d\\ude00\"",
    b"\"\\ud83dx\"",
    b"\"\\ud83d\\n\"",
    b"\"\\uFFFF\"",
    b"\"\x7f\"",
    b"\"\xc3\xa9\"",
    b"\"\xe2\x82\xac\"",
    b"\"\xf0\x9f\x98\x80\"",
    b"\"\xf4\x8f\xbf\xbf\"",
    b"\"\xef\xbf\xbf\"",
    b"\"\xef\xbb\xbf\"",
    b"\"\xe2\x80\xa8\xe2\x80\xa9\"",
    b"\"/* no comment */\"",
    b"\"sixteen bytes ..\"",
    b"\"more than sixteen bytes, and then some\"",
    b"\"\\u0060\\u012a\\u12AB\"",
    // Literals
    b"true",
    b"false",
    b"null",
];

const REFUSED: &[&[u8]] = &[
    // Structure
    b"",
    b" ",
    b"{",
    b"}",
    b"[",
    b"]",
    b"[1",
    b"[1,",
    b"[1,]",
    b"[,1]",
    b"[,]",
    b"[1,,2]",
    b"[1 2]",
    b"[1:2]",
    b"{1:1}",
    b"{a:1}",
    b"{'a':1}",
    b"{\"a\"}",
    b"{\"a\":}",
    b"{\"a\":1,}",
    b"{,\"a\":1}",
    b"{\"a\":1,,\"b\":2}",
    b"{\"a\" 1}",
    b"{\"a\"::1}",
    b"{\"a\":1 \"b\":2}",
    b"{:1}",
    b"{null:1}",
    b"{[]:1}",
    b"[}",
    b"{]",
    b"[{]}",
    b"{\"a\":[}",
    b"[]]",
    b"{}}",
    b"[][]",
    b"{}{}",
    b"1 2",
    b"[],",
    b"{\"a\":\"b\"}#",
    b"{}//",
    b"[/**/]",
    b"[1]x",
    b"[\"a\"",
    b"[\"a",
    b"{\"a\":\"b",
    b"[\"\",",
    b"*",
    b"<null>",
    b"[<null>]",
    b"(1)",
    b"@",
    b"$",
    b"&",
    b"undefined",
    b"[undefined]",
    // White space that is none
    b"[\x0b]",
    b"[\x0c]",
    b"[\xc2\xa0]",
    b"[\xe2\x81\xa0]",
    b"[\xe2\x80\xa8]",
    b"[\xef\xbb\xbf]",
    b"\x00",
    b"[\x00]",
    b"[]\x00",
    b"[\x1f]",
    b"[\x7f]",
    // Numbers
    b"-",
    b"+1",
    b"+",
    b".5",
    b"-.5",
    b"1.",
    b"1.e1",
    b"1e",
    b"1e+",
    b"1e-",
    b"1E",
    b"e1",
    b"01",
    b"-01",
    b"00",
    b"-00",
    b"0x1",
    b"0x",
    b"1_000",
    b"1,000",
    b"1 000",
    b"--1",
    b"-+1",
    b"++1",
    b"1.2.3",
    b"1e1.5",
    b"1e1e1",
    b"0e",
    b"0.",
    b"0.e1",
    b"-x",
    b"1a",
    b"0a",
    b"1ea",
    b"NaN",
    b"-NaN",
    b"Infinity",
    b"-Infinity",
    b"inf",
    b"1f",
    b"1n",
    b"\xef\xbc\x91",
    b"[- 1]",
    b"[1 .0]",
    // Strings
    b"\"",
    b"\"a",
    b"'a'",
    b"\"\\\"",
    b"\"\\",
    b"\"\\x00\"",
    b"\"\\a\"",
    b"\"\\'\"",
    b"\"\\0\"",
    b"\"\\U0041\"",
    b"\"\\u\"",
    b"\"\\u0\"",
    b"\"\\u00\"",
    b"\"\\u004\"",
    b"\"\\u00g0\"",
    b"\"\\u+041\"",
    b"\"\\u 041\"",
    b"\"\\ud83d\\u\"",
    b"\"\\ud83d\\ude0\"",
    b"\"\\ud83d\\x\"",
    b"\"\\ud83d\\",
    b"\"\t\"",
    b"\"\n\"",
    b"\"\r\"",
    b"\"\x00\"",
    b"\"\x1f\"",
    b"\"a\"b\"",
    b"\"\\\n\"",
    b"\"\\\xc3\xa9\"",
    // Literals
    b"t",
    b"tru",
    b"True",
    b"TRUE",
    b"truth",
    b"truee",
    b"fals",
    b"False",
    b"nul",
    b"Null",
    b"nil",
    b"n",
    b"nulll",
    b"tr ue",
    b"true1",
    b"None",
    b"yes",
    // UTF-8
    b"\"\xff\"",
    b"\"\x80\"",
    b"\"\xc3\"",
    b"\"\xc3\x28\"",
    b"\"\xe2\x82\"",
    b"\"\xe2\x28\xa1\"",
    b"\"\xc0\xaf\"",
    b"\"\xe0\x80\xaf\"",
    b"\"\xf0\x80\x80\xaf\"",
    b"\"\xed\xa0\x80\"",
    b"\"\xed\xbf\xbf\"",
    b"\"\xf4\x90\x80\x80\"",
    b"\"\xf8\x88\x80\x80\x80\"",
    b"\xff",
    b"[\xe9]",
    b"\xff\xfe[\x00]\x00",
    b"\xfe\xff\x00[\x00]",
];

fn status(text: &[u8]) -> tn_status {
    let mut output = tn_string { data: std::ptr::null_mut(), len: 0 };
    // SAFETY: the text has this length, the output is a local, and the error may be NULL.
    unsafe {
        let error = std::ptr::null_mut();
        let status =
            tn_elicitation_to_request(text.as_ptr().cast(), text.len(), &mut output, error);
        assert_eq!(output.data.is_null(), status != TN_OK);
        tn_string_free(&mut output);
        status
    }
}

/// In all its places, and as a resolver's data.
fn each(document: &[u8], check: impl Fn(tn_status, &str)) {
    for (before, after) in PLACES {
        let text = [before, document, after].concat();
        check(status(&text), &String::from_utf8_lossy(&text));
    }
    if let Ok(data) = str::from_utf8(document) {
        let accepted = if tn_elicit::Answer::accept(data).is_ok() { TN_OK } else { -1 };
        check(accepted, data);
    }
}

#[test]
fn all_that_is_json_is_accepted() {
    for document in ACCEPTED {
        each(document, |status, text| assert_eq!(status, TN_OK, "{text:?}"));
    }
}

#[test]
fn nothing_else_is() {
    for document in REFUSED {
        each(document, |status, text| assert!(status < 0, "{text:?}"));
    }
}

#[test]
fn a_byte_order_mark_stands_in_front_or_nowhere() {
    assert_eq!(status(b"\xef\xbb\xbf{}"), TN_OK);
    for text in ["\u{feff}\u{feff}{}", " \u{feff}{}", "{}\u{feff}", "{\u{feff}}", "\u{feff}"] {
        assert!(status(text.as_bytes()) < 0, "{text:?}");
    }
}
