//! A stand-in for the library's guard: a static library that catches a panic of its own.
use std::panic;

#[unsafe(no_mangle)]
pub extern "C" fn catches_a_panic() -> bool {
    panic::set_hook(Box::new(|_| {}));
    panic::catch_unwind(|| panic!("a bug")).is_err()
}
