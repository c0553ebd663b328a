/* The ABI as every binding has it built in, pinned for the compiler: this compiles, in C99 and
   C++11 and for every system, or a host that was built before would break. docs/abi.md says what to
   do then. */
#include <tn_elicit.h>

/* C99 and C++11 have no static assertion in common, but no array may have a negative size. */
#define PINNED_AT(line, condition) typedef char pinned_##line[(condition) ? 1 : -1]
#define PINNED_IN(line, condition) PINNED_AT(line, condition)
#define PINNED(condition) PINNED_IN(__LINE__, condition)

PINNED(TN_OK == 0);
PINNED(TN_NO_REPLY == 1);
PINNED(TN_RESOLVER_FAILED == 2);
PINNED(TN_ERR_NULL_ARGUMENT == -1);
PINNED(TN_ERR_INVALID_UTF8 == -2);
PINNED(TN_ERR_INVALID_JSON == -3);
PINNED(TN_ERR_OUT_OF_MEMORY == -4);
PINNED(TN_ERR_PANIC == -5);
PINNED(TN_ERR_UNSUPPORTED_INPUT == -6);
PINNED(TN_ERR_UNKNOWN_RESULT_TYPE == -7);
PINNED(TN_MODE_FORM == 1);
PINNED(TN_MODE_URL == 2);
PINNED(TN_NUL_TERMINATED == SIZE_MAX);

PINNED(sizeof(tn_status) == 4);
PINNED((tn_status)-1 < 0);

PINNED(sizeof(tn_string) == sizeof(char *) + sizeof(size_t));
PINNED(offsetof(tn_string, data) == 0);
PINNED(offsetof(tn_string, len) == sizeof(char *));

PINNED(sizeof(tn_error) == 256);
PINNED(offsetof(tn_error, status) == 0);
PINNED(offsetof(tn_error, message) == 4);
PINNED(sizeof(((tn_error *)NULL)->message) == 252);

/* A variable takes a pointer to a function of its own type alone. */
void pinned_signatures(void);
void pinned_signatures(void) {
    int32_t (*resolver)(void *, const char *, size_t, tn_answer *) = (tn_resolver)NULL;
    tn_status (*elicitation_to_request)(const char *, size_t, tn_string *, tn_error *) =
        tn_elicitation_to_request;
    tn_status (*answer_to_elicit_result)(const char *, size_t, tn_string *, tn_error *) =
        tn_answer_to_elicit_result;
    tn_status (*server_request_response)(tn_resolver, void *, const char *, size_t, tn_string *,
                                         tn_error *) = tn_server_request_response;
    tn_status (*server_request_begin)(uint32_t, const char *, size_t, tn_string *, tn_string *,
                                      tn_error *) = tn_server_request_begin;
    tn_status (*server_request_finish)(const char *, size_t, const char *, size_t, tn_string *,
                                       tn_error *) = tn_server_request_finish;
    tn_status (*input_required_retry)(tn_resolver, void *, const char *, size_t, const char *,
                                      size_t, tn_string *, tn_error *) = tn_input_required_retry;
    tn_status (*input_required_begin)(uint32_t, const char *, size_t, tn_string *, tn_error *) =
        tn_input_required_begin;
    tn_status (*input_required_finish)(const char *, size_t, const char *, size_t, const char *,
                                       size_t, tn_string *, tn_error *) = tn_input_required_finish;
    tn_status (*url_elicitations)(const char *, size_t, tn_string *, tn_error *) =
        tn_url_elicitations;
    tn_status (*elicitation_ended)(const char *, size_t, tn_string *, tn_error *) =
        tn_elicitation_ended;
    tn_status (*answer_set)(tn_answer *, const char *, size_t, tn_error *) = tn_answer_set;
    tn_status (*answer_accept)(tn_answer *, const char *, size_t, tn_error *) = tn_answer_accept;
    tn_status (*answer_decline)(tn_answer *) = tn_answer_decline;
    tn_status (*answer_cancel)(tn_answer *) = tn_answer_cancel;
    void (*string_free)(tn_string *) = tn_string_free;
    const char *(*client_capabilities)(uint32_t) = tn_client_capabilities;
    const char *(*version)(void) = tn_version;
    (void)resolver;
    (void)elicitation_to_request;
    (void)answer_to_elicit_result;
    (void)server_request_response;
    (void)server_request_begin;
    (void)server_request_finish;
    (void)input_required_retry;
    (void)input_required_begin;
    (void)input_required_finish;
    (void)url_elicitations;
    (void)elicitation_ended;
    (void)answer_set;
    (void)answer_accept;
    (void)answer_decline;
    (void)answer_cancel;
    (void)string_free;
    (void)client_capabilities;
    (void)version;
}
