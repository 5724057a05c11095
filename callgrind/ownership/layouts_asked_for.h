// SPDX-License-Identifier: GPL-3.0-or-later
//
// Layouts that the user asks for (--what-if): which objects are to have them.  Of several that name one object,
// the last one counts.
//
//    const HChar* error = layouts_add("create:split(64: 56)");      // NULL, or a sentence
//    layouts_for(object, by_simulation);                            // host_layouts()
//    layouts_report(say, to);
#ifndef XG_CALLGRIND_OWNERSHIP_LAYOUTS_ASKED_FOR_H
#define XG_CALLGRIND_OWNERSHIP_LAYOUTS_ASKED_FOR_H

#include "pub_tool_basics.h"

#include "engine/what_if.h"

// Takes OBJECT:LAYOUT of an option, which must live on.  Returns NULL or what is wrong, a sentence.
const HChar* layouts_add(const HChar* text);
// Takes what a file has, one in a line; ends the program with a sentence if something is wrong.
void layouts_add_file(const HChar* file);
Bool layouts_are_there(void);
// The text of one that has huge pages; NULL: there is none.
const HChar* layouts_with_huge_pages(void);
// All have been asked for: before layouts_for().
void layouts_prepare(void);
// How many options, and files, have asked for layouts.
UInt layouts_options(void);
// Whether each of these has asked for one: a file may be empty.
Bool layouts_in_each_option(void);
// The first layout that this one, from 1, has asked for, as it was written; *more: how many others.
const HChar* layouts_text(UInt option, UInt* more);
// Sets the object's layouts by simulation; False: there is none.
Bool layouts_for(const MemObject* o, WhatIfLayout** by_simulation);
// Is each for some object of the run?
Bool layouts_all_matched(void);
// Has an object one of them?  If not, all simulations are of the same memory.
Bool layouts_have_effect(void);
// What was simulated, and what could not be, in a sentence each: the end of the run.
void layouts_report(void (*say)(void* to, const HChar* sentence), void* to);
// Of these what is an error, as the layout is for nothing.
void layouts_report_unmatched(void (*say)(void* to, const HChar* sentence), void* to);

#endif
