//! What holds of every text, tried on many.

use proptest::prelude::*;
use tn_elicit::{
    Answer, Reply, answer_to_elicit_result, elicitation_to_request, server_request_response,
};

/// JSON as its tokens.
type Tokens = Vec<String>;

fn scalar() -> impl Strategy<Value = Tokens> {
    let number = "-?(0|[1-9][0-9]{0,25})(\\.[0-9]{1,5})?([eE][-+]?[0-9]{1,3})?";
    let token = prop_oneof![
        Just("null".to_owned()),
        Just("true".to_owned()),
        Just("false".to_owned()),
        number.prop_map(String::from),
        string(),
    ];
    token.prop_map(|token| vec![token])
}

/// A string's token, with escapes and characters of any script, and no lone surrogate.
fn string() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        "[a-z ]{0,20}".prop_map(String::from),
        "[^\\x00-\\x1f\"\\\\]{0,8}".prop_map(String::from),
        prop::sample::select(vec![
            r#"\""#,
            r"\\",
            r"\/",
            r"\n",
            r"\u00e9",
            r"\ud83d\ude00",
            r"\u0000"
        ])
        .prop_map(String::from),
    ];
    prop::collection::vec(piece, 0..4).prop_map(|pieces| format!("\"{}\"", pieces.concat()))
}

fn json() -> impl Strategy<Value = Tokens> {
    scalar().prop_recursive(6, 60, 6, |inner| {
        let array =
            prop::collection::vec(inner.clone(), 0..6).prop_map(|values| joined("[", values, "]"));
        let member = (string(), inner).prop_map(|(name, value)| {
            let mut tokens = vec![name, ":".to_owned()];
            tokens.extend(value);
            tokens
        });
        let object =
            prop::collection::vec(member, 0..6).prop_map(|members| joined("{", members, "}"));
        prop_oneof![array, object]
    })
}

fn joined(open: &str, values: Vec<Tokens>, close: &str) -> Tokens {
    let mut tokens = vec![open.to_owned()];
    for (at, value) in values.into_iter().enumerate() {
        tokens.extend((at > 0).then(|| ",".to_owned()));
        tokens.extend(value);
    }
    tokens.push(close.to_owned());
    tokens
}

/// The tokens with white space between them.
fn spaced(tokens: &Tokens, spaces: &[String]) -> String {
    let spaces = spaces.iter().map(String::as_str).cycle();
    tokens.iter().zip(spaces).flat_map(|(token, space)| [space, token]).collect::<String>() + "\n"
}

fn spaces() -> impl Strategy<Value = Vec<String>> {
    prop::collection::vec("[ \t\r\n]{0,20}", 1..8)
}

fn without_id(request: &str) -> String {
    let rest = request.strip_prefix("{\"id\":\"elc-").expect("it starts with the id");
    rest.split_once('"').expect("the id ends").1.to_owned()
}

fn object(members: &[(&str, &Tokens)]) -> Tokens {
    let member = |(name, value): &(&str, &Tokens)| {
        let mut tokens = vec![format!("\"{name}\""), ":".to_owned()];
        tokens.extend(value.iter().cloned());
        tokens
    };
    joined("{", members.iter().map(member).collect(), "}")
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

    #[test]
    fn a_schema_passes_token_for_token(schema in json(), other in json(), spaces in spaces()) {
        let params = object(&[("other", &other), ("requestedSchema", &schema)]);
        let request = elicitation_to_request(&spaced(&params, &spaces)).unwrap();
        let schema = schema.concat();
        let expected = if schema == "null" || schema == "false" {
            String::from(r#","kind":"input","prompt":""}"#)
        } else {
            format!(r#","kind":"input","prompt":"","data":{{"schema":{schema}}}}}"#)
        };
        prop_assert_eq!(without_id(&request), expected);
    }

    #[test]
    fn data_passes_token_for_token(data in json(), spaces in spaces()) {
        let answer = object(&[("data", &data), ("ok", &vec!["true".to_owned()])]);
        let result = answer_to_elicit_result(&spaced(&answer, &spaces)).unwrap();
        let data = data.concat();
        let content = if data == "null" || data == "false" { "{}" } else { &data };
        prop_assert_eq!(result, format!(r#"{{"action":"accept","content":{content}}}"#));
    }

    #[test]
    fn an_id_passes_token_for_token(id in json(), spaces in spaces()) {
        let method = vec!["\"x\"".to_owned()];
        let message = object(&[("id", &id), ("method", &method)]);
        let reply = server_request_response(None, &spaced(&message, &spaces)).unwrap();
        let id = id.concat();
        let error = r#""error":{"code":-32601,"message":"Method not found"}"#;
        let expected = format!(r#"{{"jsonrpc":"2.0","id":{id},{error}}}"#);
        prop_assert_eq!(reply.frame(), (id != "null").then_some(expected.as_str()));
    }

    #[test]
    fn white_space_makes_no_difference(text in json(), spaces in spaces()) {
        let (compact, spaced) = (text.concat(), spaced(&text, &spaces));
        prop_assert_eq!(
            without_id(&elicitation_to_request(&compact).unwrap()),
            without_id(&elicitation_to_request(&spaced).unwrap())
        );
        prop_assert_eq!(answer_to_elicit_result(&compact), answer_to_elicit_result(&spaced));
        let reply = |message: &str| server_request_response(None, message).unwrap().frame().map(String::from);
        prop_assert_eq!(reply(&compact), reply(&spaced));
    }

    /// The whole policy is its two mappings, one after the other.
    #[test]
    fn the_policy_is_its_mappings(params in json(), answer in json(), spaces in spaces()) {
        let id = vec!["7".to_owned()];
        let method = vec!["\"elicitation/create\"".to_owned()];
        let message = object(&[("params", &params), ("id", &id), ("method", &method)]);
        let answer = answer.concat();
        let mut asked = None;
        let mut resolver = |request: &str| {
            asked = Some(request.to_owned());
            Ok(Answer::from_json(&answer)?)
        };
        let reply = server_request_response(Some(&mut resolver), &spaced(&message, &spaces)).unwrap();
        let Reply::Frame(frame) = reply else { panic!("{reply:?}") };
        let result = answer_to_elicit_result(&answer).unwrap();
        prop_assert_eq!(frame, format!(r#"{{"jsonrpc":"2.0","id":7,"result":{result}}}"#));
        let request = elicitation_to_request(&params.concat()).unwrap();
        prop_assert_eq!(without_id(&asked.unwrap()), without_id(&request));
    }

    /// A text that ends too early is refused behind its last byte.
    #[test]
    fn a_part_of_a_text_is_refused(text in json(), part in 0.0..1.0f64) {
        let text = object(&[("a", &text)]).concat();
        let mut len = (text.len() as f64 * part) as usize;
        while !text.is_char_boundary(len) {
            len -= 1;
        }
        let error = elicitation_to_request(&text[..len]).unwrap_err().to_string();
        prop_assert!(error.contains(&format!("line 1 column {}", len + 1)), "{error}");
    }
}

#[test]
fn the_counter_of_ids_increases() {
    let counter = || {
        let request = elicitation_to_request("{}").unwrap();
        let id = request.strip_prefix("{\"id\":\"elc-").unwrap().split('"').next().unwrap();
        let (milliseconds, counter) = id.split_once('-').unwrap();
        (milliseconds.parse::<u64>().unwrap(), counter.parse::<u64>().unwrap())
    };
    let ids: Vec<_> = (0..10_000).map(|_| counter()).collect();
    // The others of this program count along, so there may be gaps.
    assert!(ids.windows(2).all(|pair| pair[0].0 <= pair[1].0 && pair[0].1 < pair[1].1));
}
