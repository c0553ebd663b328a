//! A panic inside each export becomes a status, and leaves nothing behind.

#![allow(unsafe_code, reason = "this is a host: it calls the C ABI")]

use std::ffi::{CStr, c_char, c_void};
use std::ptr;

use tn_elicit::ffi::*;

const TEXT: &CStr = c"{}";
const MESSAGE: &CStr = c"{\"id\":0,\"method\":\"elicitation/create\"}";

const RESULT: &CStr = c"{\"resultType\":\"input_required\"}";
const URL_ELICITATIONS: &CStr = c"{\"error\":{\"code\":-32042,\"data\":{\"elicitations\":[\
    {\"mode\":\"url\",\"url\":\"https://a.test/\"}]}}}";
const CANCELLED: &CStr = c"{\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":0}}";

/// Calls every function that a resolver may call, while each of them panics; then it answers.
extern "C-unwind" fn resolve(
    statuses: *mut c_void,
    _request: *const c_char,
    _request_len: usize,
    answer: *mut tn_answer,
) -> i32 {
    panics_on_demand(true);
    // SAFETY: the texts end with a NUL, the answer is valid here, and the test gave the vector.
    unsafe {
        let text = TEXT.as_ptr();
        (*statuses.cast::<Vec<tn_status>>()).extend([
            tn_answer_set(answer, text, TN_NUL_TERMINATED, ptr::null_mut()),
            tn_answer_accept(answer, text, TN_NUL_TERMINATED, ptr::null_mut()),
            tn_answer_decline(answer),
            tn_answer_cancel(answer),
        ]);
        panics_on_demand(false);
        tn_answer_decline(answer)
    }
}

// One test, because the switch is for the whole process.
#[test]
fn every_export_catches_a_panic() {
    let mut output = tn_string { data: ptr::dangling_mut(), len: 7 };
    let mut error = tn_error { status: 0, message: [1; 252] };
    type Call = unsafe fn(*mut tn_string, *mut tn_error) -> tn_status;
    let calls: [Call; 10] = [
        // SAFETY: by whoever calls it, below.
        |output, error| unsafe {
            tn_elicitation_to_request(TEXT.as_ptr(), TN_NUL_TERMINATED, output, error)
        },
        // SAFETY: by whoever calls it, below.
        |output, error| unsafe {
            tn_answer_to_elicit_result(TEXT.as_ptr(), TN_NUL_TERMINATED, output, error)
        },
        // SAFETY: by whoever calls it, below.
        |output, error| unsafe {
            let message = MESSAGE.as_ptr();
            tn_server_request_response(None, ptr::null_mut(), message, usize::MAX, output, error)
        },
        // SAFETY: by whoever calls it, below; the other out-parameter is a local, and stays empty.
        |output, error| unsafe {
            let mut reply = tn_string { data: ptr::null_mut(), len: 0 };
            let message = MESSAGE.as_ptr();
            tn_server_request_begin(TN_MODE_FORM, message, usize::MAX, output, &mut reply, error)
        },
        // SAFETY: by whoever calls it, below.
        |output, error| unsafe {
            let message = MESSAGE.as_ptr();
            tn_server_request_finish(message, usize::MAX, ptr::null(), 0, output, error)
        },
        // SAFETY: by whoever calls it, below.
        |output, error| unsafe {
            let (text, result) = (TEXT.as_ptr(), RESULT.as_ptr());
            let nobody = ptr::null_mut();
            tn_input_required_retry(
                None,
                nobody,
                text,
                usize::MAX,
                result,
                usize::MAX,
                output,
                error,
            )
        },
        // SAFETY: by whoever calls it, below.
        |output, error| unsafe {
            tn_input_required_begin(TN_MODE_FORM, RESULT.as_ptr(), usize::MAX, output, error)
        },
        // SAFETY: by whoever calls it, below.
        |output, error| unsafe {
            let (text, result, nobody) = (TEXT.as_ptr(), RESULT.as_ptr(), ptr::null());
            tn_input_required_finish(text, usize::MAX, result, usize::MAX, nobody, 0, output, error)
        },
        // SAFETY: by whoever calls it, below.
        |output, error| unsafe {
            tn_url_elicitations(URL_ELICITATIONS.as_ptr(), usize::MAX, output, error)
        },
        // SAFETY: by whoever calls it, below.
        |output, error| unsafe {
            tn_elicitation_ended(CANCELLED.as_ptr(), usize::MAX, output, error)
        },
    ];
    for call in calls {
        panics_on_demand(true);
        // SAFETY: both out-parameters are locals.
        assert_eq!(unsafe { call(&mut output, &mut error) }, TN_ERR_PANIC);
        assert_eq!(error.status, TN_ERR_PANIC);
        assert_ne!(error.message[0], 0);
        panics_on_demand(false);
        // SAFETY: as above; what comes out is the library's.
        unsafe {
            assert_eq!(call(&mut output, &mut error), TN_OK, "it goes on");
            tn_string_free(&mut output);
        }
    }

    let mut statuses: Vec<tn_status> = Vec::new();
    // SAFETY: the resolver is given its vector, and the message ends with a NUL.
    let status = unsafe {
        let user_data = ptr::from_mut(&mut statuses).cast();
        let message = MESSAGE.as_ptr();
        tn_server_request_response(
            Some(resolve),
            user_data,
            message,
            usize::MAX,
            &mut output,
            &mut error,
        )
    };
    assert_eq!(statuses, [TN_ERR_PANIC; 4]);
    assert_eq!(status, TN_OK);
    // SAFETY: the text ends with a NUL, and is the library's.
    unsafe {
        let reply = CStr::from_ptr(output.data);
        assert_eq!(reply, c"{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{\"action\":\"decline\"}}");
        tn_string_free(&mut output);
    }
}
