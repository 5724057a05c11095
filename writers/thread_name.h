// SPDX-License-Identifier: GPL-3.0-or-later
//
// The name that a program has given to a thread.
#ifndef XG_WRITERS_THREAD_NAME_H
#define XG_WRITERS_THREAD_NAME_H

#include <stdint.h>

typedef struct {
   uint32_t thread;
   const char* name; // nothing in it acts on a terminal
} ThreadName;

#endif
