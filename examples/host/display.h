/*
 * Showing the server's text. Its words are not to be trusted: they must not drive the terminal,
 * reorder or hide what stands there, or pass for the host's own words.
 */
#ifndef HOST_DISPLAY_H
#define HOST_DISPLAY_H

#include <stdbool.h>
#include <stdio.h>

#include "text.h"

/* One line of text, as it is but for what is not harmless. In valid JSON that leaves valid JSON if
   spaces stand for tabs and carriage returns, which can only be white space there. */
void put_line(FILE *out, struct text text, bool spaces_for_controls);

/* A JSON value for people: a string decoded, anything else as JSON. Rows have a margin and are
   shorter than a screen is wide, so that nothing in them can look like a line of the host's. An
   address stays on one line, to be copied, and all of it that is not printable ASCII is an escape,
   because letters of other scripts can look like those of a name that the user trusts. */
void show(FILE *out, struct text json, bool is_address);

/* Whether a Request asks for data; otherwise it asks to open an address. */
bool is_form(struct text request);

/* A Request, behind "The server " on the same line. moment: when it is wanted, or "". */
void show_request(FILE *out, struct text request, const char *moment);

#endif
