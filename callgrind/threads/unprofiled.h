// SPDX-License-Identifier: GPL-3.0-or-later
//
// Programs that the profiled one runs and that are not profiled (--trace-children=no): in its place, by
// execve(), or in a child.  The child, which runs the same code until then, leaves the name where its parent
// finds it, in memory that they share; where there is no parent any more to say it, it does so itself.
//
// Contract: nothing is said of programs that cannot be run; those that --trace-children=yes leaves out, as the
// user wants it, are not named.
//
//    unprofiled_init();
//    unprofiled_tell_parent("/bin/true");                         // in a child, before exec
//    if (unprofiled_children(text, sizeof text, columns)) ...     // at the end of the run
#ifndef XG_CALLGRIND_THREADS_UNPROFILED_H
#define XG_CALLGRIND_THREADS_UNPROFILED_H

#include "pub_tool_basics.h"

void unprofiled_init(void);
// In a child that is about to run this program.  False: nobody will read it.
Bool unprofiled_tell_parent(const HChar* program);
// In a child that is about to run another program: what it has executed so far is in no profile.
void unprofiled_add_instructions(ULong n);
// Puts a sentence about the programs that children have run into the text; False: there are none.  From
// now on children speak for themselves.
Bool unprofiled_children(HChar* text, UInt size_B, Int columns);
// Puts a sentence about what children have executed before exec and no profile has into the text; False: it is nothing, or
// less than a hundredth of what this process has executed itself.
Bool unprofiled_instructions(HChar* text, UInt size_B, ULong own);

#endif
