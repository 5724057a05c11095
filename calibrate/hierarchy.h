// SPDX-License-Identifier: GPL-3.0-or-later
//
// The hierarchy whose figures are measured: caches and TLBs as a hierarchy file has them.
//
//    Hierarchy h;
//    const char* error = hierarchy_read(&h, text);
#ifndef XG_CALIBRATE_HIERARCHY_H
#define XG_CALIBRATE_HIERARCHY_H

#include <stdio.h>

typedef struct {
   const char* text;      // of the file
   long d1_B, l2_B, ll_B; // sizes; 0: there is none. ll_B: of what is written, too
   long line_B;           // of D1
   long d1_ways, ll_ways;
   long dtlb_entries, stlb_entries; // 0: none, or not known
   int is_d1_random; // measured: which line of D1 goes is no matter of its last use
} Hierarchy;

// Takes over the sizes in a file's text, which must stay. Returns NULL, or why it is none, as a
// sentence that can follow "...: ".
const char* hierarchy_read(Hierarchy* h, const char* text);
// Whether D1 replaces the least recently used line: what is taken for granted where nothing else is known.
int hierarchy_is_d1_lru(const Hierarchy* h);
// Writes a hierarchy file up to the lines that are measured.
void hierarchy_write(const Hierarchy* h, FILE* to);

#endif
