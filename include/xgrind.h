/* SPDX-License-Identifier: BSD-2-Clause
 *
 * xgrind.h: client requests, with which a program controls the profiler it runs under.
 *
 * This file, unlike the rest of Xgrind, has this licence:
 *
 * Copyright (c) 2026, the Xgrind authors
 * All rights reserved.
 *
 * Redistribution and use in source and binary forms, with or without
 * modification, are permitted provided that the following conditions are met:
 *
 * 1. Redistributions of source code must retain the above copyright notice, this
 *    list of conditions and the following disclaimer.
 *
 * 2. Redistributions in binary form must reproduce the above copyright notice,
 *    this list of conditions and the following disclaimer in the documentation
 *    and/or other materials provided with the distribution.
 *
 * THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS"
 * AND ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE
 * IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE
 * DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT HOLDER OR CONTRIBUTORS BE LIABLE
 * FOR ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL
 * DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR
 * SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER
 * CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY,
 * OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE
 * OF THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.
 */
/*
 * Usage:
 *    XGRIND_LABEL("input: big.xml");
 *    XGRIND_REGION_BEGIN("parse");
 *    parse(input);
 *    XGRIND_REGION_END;
 *    XGRIND_DUMP_STATS_AT("parsed");
 *
 * Each request is a statement of a few instructions, which do nothing unless the
 * program runs under Xgrind; with -DNVALGRIND it is nothing at all.
 * docs/client-requests.md describes the requests.  Texts are read immediately and
 * need not be kept.
 */
#ifndef XGRIND_H
#define XGRIND_H

#include <valgrind/valgrind.h>

/* Part of the interface: programs are compiled with these numbers.  The first six
 * are those of Callgrind, which obeys them as well. */
#define XGRIND_REQUEST_CALLGRIND_ VG_USERREQ_TOOL_BASE('C', 'T')
#define XGRIND_REQUEST_OWN_ VG_USERREQ_TOOL_BASE('X', 'G')
#define XGRIND_REQUEST_(number, argument) \
   VALGRIND_DO_CLIENT_REQUEST_STMT((number), (argument), 0, 0, 0, 0)

/* Writes a part of the profile: all costs since the last part, or since the start. */
#define XGRIND_DUMP_STATS XGRIND_REQUEST_(XGRIND_REQUEST_CALLGRIND_ + 0, 0)
/* Zeroes all costs. */
#define XGRIND_ZERO_STATS XGRIND_REQUEST_(XGRIND_REQUEST_CALLGRIND_ + 1, 0)
/* Switches collection in this thread off or on. */
#define XGRIND_TOGGLE_COLLECT XGRIND_REQUEST_(XGRIND_REQUEST_CALLGRIND_ + 2, 0)
/* Writes a part as XGRIND_DUMP_STATS does, and marks it with a text. */
#define XGRIND_DUMP_STATS_AT(text) XGRIND_REQUEST_(XGRIND_REQUEST_CALLGRIND_ + 3, text)
/* Switches instrumentation on and off: while it is off, nothing is counted, and the
 * program runs much faster. */
#define XGRIND_START_INSTRUMENTATION XGRIND_REQUEST_(XGRIND_REQUEST_CALLGRIND_ + 4, 0)
#define XGRIND_STOP_INSTRUMENTATION XGRIND_REQUEST_(XGRIND_REQUEST_CALLGRIND_ + 5, 0)

/* The costs of this thread between these two are added up under a name.  Regions may
 * be nested; an end closes the innermost region of the thread. */
#define XGRIND_REGION_BEGIN(name) XGRIND_REQUEST_(XGRIND_REQUEST_OWN_ + 0, name)
#define XGRIND_REGION_END XGRIND_REQUEST_(XGRIND_REQUEST_OWN_ + 1, 0)
/* Writes a text into the head of the part of the profile that is being collected. */
#define XGRIND_LABEL(text) XGRIND_REQUEST_(XGRIND_REQUEST_OWN_ + 2, text)
/* This thread goes on on this simulated core, from 0, with --core-placement=request. */
#define XGRIND_SET_CORE(core) XGRIND_REQUEST_(XGRIND_REQUEST_OWN_ + 3, core)

#ifdef __cplusplus
namespace xgrind
{
/* A region that lasts as long as its scope:  xgrind::Region region("parse"); */
class Region
{
 public:
   explicit Region(const char* name)
   {
      (void)name; /* with NVALGRIND */
      XGRIND_REGION_BEGIN(name);
   }
   ~Region() { XGRIND_REGION_END; }

 private:
   Region(const Region&);            /* not to be copied */
   Region& operator=(const Region&);
};
}
#endif

#endif
