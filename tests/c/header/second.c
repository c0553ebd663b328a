/* The second unit that includes the header: nothing in it may be defined twice. C and C++ both. */
#include "tn_elicit.h"

#include "second.h"

int second(void) {
    tn_string text;
    const tn_status status = tn_elicitation_to_request("{", 1, &text, NULL);
    return status == TN_ERR_INVALID_JSON && text.data == NULL ? 0 : 5;
}
