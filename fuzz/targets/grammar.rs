#![no_main]

use std::sync::atomic::{AtomicU64, Ordering};

use libfuzzer_sys::{Corpus, fuzz_target};
use tn_elicit_fuzz::{invariants, model};

static DOCUMENTS: AtomicU64 = AtomicU64::new(0);

// The verdict and its place, for a text and all that it starts with.
fuzz_target!(|text: &[u8]| -> Corpus {
    let Some(text) = str::from_utf8(text).ok().filter(|text| !text.starts_with('\u{feff}')) else {
        return Corpus::Reject;
    };
    // What is refused is so at the first byte with which it can no longer become JSON. What ends before
    // that is JSON already, or refused at its end.
    let end = invariants::refused_at(text).unwrap_or(text.len());
    let cuts = (0..=text.len()).rev().filter(|&cut| text.is_char_boundary(cut)).take(200);
    for cut in cuts {
        let refused_at = invariants::refused_at(&text[..cut]);
        assert_eq!(refused_at.is_none(), model::checked(&text.as_bytes()[..cut]).is_ok());
        match refused_at {
            Some(at) => assert_eq!(at, end.min(cut)),
            None => assert!(cut <= end),
        }
        let documents = DOCUMENTS.fetch_add(1, Ordering::Relaxed) + 1;
        if documents % 100_000 == 0 {
            eprintln!("stat::documents: {documents}");
        }
    }
    Corpus::Keep
});
