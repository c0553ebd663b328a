/*
 * What the host says of itself: complaints on stderr, and its exit status.
 */
#ifndef HOST_REPORT_H
#define HOST_REPORT_H

enum { EXIT_TOOL_ERROR = 1, EXIT_USAGE = 2, EXIT_SERVER_BROKE = 3, EXIT_HOST_FAILED = 4 };

/* A line on stderr, made like printf would. */
void complain(const char *format, ...);

#endif
