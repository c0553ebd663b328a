/*
 * The user, and the resolver that asks them. (Without a user, the choice of the command line.)
 */
#ifndef HOST_USER_H
#define HOST_USER_H

#include <stddef.h>
#include <stdint.h>

#include <tn_elicit.h>

#include "terminal.h"

enum choice { ASK, ACCEPT, DECLINE, CANCEL, FAIL, NO_RESOLVER };

/* What the resolver needs to know; it gets its address as user_data. */
struct user {
    enum choice choice;
    const char *content;      /* for ACCEPT: JSON */
    tn_error error;           /* for ACCEPT: why the content was refused */
    struct terminal terminal; /* for ASK */
};

/* The resolver. It runs inside tn_server_request_response and does not touch the connection. It may
   block, here for as long as the user thinks, because this host has nothing else to do meanwhile;
   a host with an event loop must not block its loop here. A status that is not TN_OK is a failure
   of the resolver, too, and then the server gets a cancel. */
int32_t resolve(void *user_data, const char *request, size_t len, tn_answer *answer);

#endif
