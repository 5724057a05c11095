// SPDX-License-Identifier: GPL-3.0-or-later
//
// Layouts that the user asks for (--what-if): which objects are to have them.  Of several that name one object,
// the last one counts.
//
//    const HChar* error = layouts_add("create:split(64: 56)");      // NULL, or a sentence
//    WhatIfLayout* w = layouts_for(object);                         // host_layout()
//    layouts_report(say, to);
#ifndef XG_CALLGRIND_OWNERSHIP_LAYOUTS_ASKED_FOR_H
#define XG_CALLGRIND_OWNERSHIP_LAYOUTS_ASKED_FOR_H

#include "pub_tool_basics.h"

#include "engine/what_if.h"

// Takes OBJECT:LAYOUT, which must live on.  Returns NULL or what is wrong, a sentence.
const HChar* layouts_add(const HChar* text);
// Takes what a file has, one in a line; ends the program with a sentence if something is wrong.
void layouts_add_file(const HChar* file);
Bool layouts_are_there(void);
// The text of one that has huge pages; NULL: there is none.
const HChar* layouts_with_huge_pages(void);
// The layout for the object; NULL: none.
WhatIfLayout* layouts_for(const MemObject* o);
// Is each for some object of the run?
Bool layouts_all_matched(void);
// Has an object one of them?  If not, the two simulations are of the same memory.
Bool layouts_have_effect(void);
// What was simulated, and what could not be, in a sentence each: the end of the run.
void layouts_report(void (*say)(void* to, const HChar* sentence), void* to);
// Of these what is an error, as the layout is for nothing.
void layouts_report_unmatched(void (*say)(void* to, const HChar* sentence), void* to);

#endif
