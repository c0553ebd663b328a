//! The C ABI of tn_elicit, as include/tn_elicit.h declares it; a test compares the two.

/// Text that the library made. `data` is null when there is none.
pub const String = extern struct {
    data: ?[*:0]u8,
    len: usize,
};

pub const Error = extern struct {
    status: Status,
    message: [252]u8,
};

pub const Answer = opaque {};

pub const Status = i32;
pub const ok: Status = 0;
pub const no_reply: Status = 1;
pub const resolver_failed: Status = 2;
pub const err_null_argument: Status = -1;
pub const err_invalid_utf8: Status = -2;
pub const err_invalid_json: Status = -3;
pub const err_out_of_memory: Status = -4;
pub const err_panic: Status = -5;
pub const err_unsupported_input: Status = -6;
pub const err_unknown_result_type: Status = -7;

pub const mode_form: u32 = 1;
pub const mode_url: u32 = 2;

pub const Resolver = *const fn (
    user_data: ?*anyopaque,
    request: [*]const u8,
    request_len: usize,
    answer: *Answer,
) callconv(.c) i32;

pub extern fn tn_elicitation_to_request(
    params: [*]const u8,
    params_len: usize,
    request: *String,
    err: ?*Error,
) Status;

pub extern fn tn_answer_to_elicit_result(
    answer: [*]const u8,
    answer_len: usize,
    result: *String,
    err: ?*Error,
) Status;

pub extern fn tn_server_request_response(
    resolver: ?Resolver,
    user_data: ?*anyopaque,
    message: [*]const u8,
    message_len: usize,
    reply: *String,
    err: ?*Error,
) Status;

pub extern fn tn_server_request_begin(
    modes: u32,
    message: [*]const u8,
    message_len: usize,
    request: *String,
    reply: *String,
    err: ?*Error,
) Status;

pub extern fn tn_server_request_finish(
    message: [*]const u8,
    message_len: usize,
    answer: ?[*]const u8,
    answer_len: usize,
    reply: *String,
    err: ?*Error,
) Status;

pub extern fn tn_input_required_retry(
    resolver: ?Resolver,
    user_data: ?*anyopaque,
    params: [*]const u8,
    params_len: usize,
    result: [*]const u8,
    result_len: usize,
    retry_params: *String,
    err: ?*Error,
) Status;

pub extern fn tn_input_required_begin(
    modes: u32,
    result: [*]const u8,
    result_len: usize,
    requests: *String,
    err: ?*Error,
) Status;

pub extern fn tn_input_required_finish(
    params: [*]const u8,
    params_len: usize,
    result: [*]const u8,
    result_len: usize,
    responses: ?[*]const u8,
    responses_len: usize,
    retry_params: *String,
    err: ?*Error,
) Status;

pub extern fn tn_url_elicitations(
    message: [*]const u8,
    message_len: usize,
    requests: *String,
    err: ?*Error,
) Status;

pub extern fn tn_elicitation_ended(
    message: [*]const u8,
    message_len: usize,
    ended: *String,
    err: ?*Error,
) Status;

pub extern fn tn_answer_set(
    answer: *Answer,
    json: [*]const u8,
    json_len: usize,
    err: ?*Error,
) Status;

pub extern fn tn_answer_accept(
    answer: *Answer,
    data: ?[*]const u8,
    data_len: usize,
    err: ?*Error,
) Status;

pub extern fn tn_answer_decline(answer: *Answer) Status;

pub extern fn tn_answer_cancel(answer: *Answer) Status;

pub extern fn tn_string_free(string: *String) void;

pub extern fn tn_client_capabilities(modes: u32) [*:0]const u8;

pub extern fn tn_version() [*:0]const u8;
