// SPDX-License-Identifier: GPL-3.0-or-later
// What stays of a last level that others use, too; see idle_lines.h.
#include "cycles/idle_lines.h"

void idle_lines_init(IdleLines* all, Arena* arena)
{
   all->lines = arena_alloc(arena, IDLE_LINES * sizeof *all->lines);
}

ServedFrom idle_lines_served(IdleLines* all, uint64_t stays_mc, uint64_t line, uint64_t now_mc,
                             ServedFrom from)
{
   IdleLine* is = &all->lines[line >> IDLE_LINE_SHIFT & (IDLE_LINES - 1)];
   const bool is_known = is->at_mc != 0 && is->line == line;
   // Threads have times of their own: a request of another one may be later than now.
   const bool stays = is->at_mc + stays_mc >= now_mc;
   is->line = line;
   is->at_mc = now_mc;
   return !is_known ? from : stays ? FROM_LL : FROM_MEMORY;
}
