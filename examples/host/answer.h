/*
 * How a question can be answered, and the Answers for that, as JSON.
 */
#ifndef HOST_ANSWER_H
#define HOST_ANSWER_H

#include <tn_elicit.h>

#include "text.h"

/* What the user or the command line wants. FAIL and NO_RESOLVER can only stand on the command line.
 */
enum choice { ASK, ACCEPT, DECLINE, CANCEL, FAIL, NO_RESOLVER };

/* A JSON text of the user's, checked and made compact, for the caller to free: the newlines of a
   pretty-printed one would break the frame that it becomes part of. As with all that a user accepts
   with, null and false become {}. NULL: it was refused, and the error says why. */
char *compact(struct text json, tn_error *error);

/* A whole Answer that accepts with this content, none for {}. For the rest as compact. */
char *accept_with(struct text content, tn_error *error);

#endif
