// SPDX-License-Identifier: GPL-3.0-or-later
//
// requests: Callgrind's client requests as functions of a library, for languages
// that can call C, such as Python (requests.py).
//
// Usage: cc -O -shared -fPIC -I$PREFIX/include -o librequests.so requests.c

#include <valgrind/callgrind.h>

void dump_stats(void)
{
   CALLGRIND_DUMP_STATS;
}

void dump_stats_at(const char* text)
{
   CALLGRIND_DUMP_STATS_AT(text);
}

void zero_stats(void)
{
   CALLGRIND_ZERO_STATS;
}

void toggle_collect(void)
{
   CALLGRIND_TOGGLE_COLLECT;
}

void start_instrumentation(void)
{
   CALLGRIND_START_INSTRUMENTATION;
}

void stop_instrumentation(void)
{
   CALLGRIND_STOP_INSTRUMENTATION;
}
