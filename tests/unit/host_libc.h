// SPDX-License-Identifier: GPL-3.0-or-later
//
// What host_libc.c does on request, and what it was asked for.
//
//    host_libc = (HostLibc){.write_limit_B = 7}; // every write(2) is short
//    ... use the layers ...
//    host_libc_free_all(); // all memory of all models; none may be used afterwards
#ifndef XG_TESTS_UNIT_HOST_LIBC_H
#define XG_TESTS_UNIT_HOST_LIBC_H

#include "callgraph/model.h"

typedef struct {
   // Requests of the test; 0: none.
   size_t write_limit_B;       // largest write(2)
   size_t write_fails_after_B; // write(2) fails once this much was written
   bool with_lines;            // host_position() knows line numbers
   const Inlined* (*inlined)(const Block* b,
                             uint64_t address); // host_known_inlined(); NULL: nothing
   SourceFile* file;                            // of host_position(); NULL: it does not say
   uint64_t (*word_at)(uint64_t address); // what the program's memory contains; NULL: zeros
   bool (*is_readable)(uint64_t address); // NULL: all is
   // host_layouts(); NULL: no object has another layout
   bool (*layouts_of)(const struct MemObject* o, struct WhatIfLayout** by_simulation);
   // Records.
   size_t written_B;
   unsigned writes; // calls of host_write()
   unsigned dumps, zeros, abandoned;
   const char *last_option, *last_function; // of host_dump()
   Block* last_pending;                     // of host_handler_abandoned()
} HostLibc;

extern HostLibc host_libc;

void host_libc_free_all(void);

#endif
