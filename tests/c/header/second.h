/* second.h: what first.c and program.cpp link with. */
#ifndef SECOND_H
#define SECOND_H

#ifdef __cplusplus
extern "C" {
#endif

/* 0 if all went well. */
int second(void);

#ifdef __cplusplus
}
#endif

#endif
