// SPDX-License-Identifier: GPL-3.0-or-later
//
// Names that the program has given to its threads: pthread_setname_np(), prctl(PR_SET_NAME), /proc/self/task/N/comm.
//
// The kernel is asked, as the thread ends, or before something is written while it lives; so the last name counts, whoever gave it.
// A thread begins with the name of the one that has started it.  That which all have before is Xgrind's, and no name.
//
//    thread_names_note();                              // of threads that live
//    for (UInt i = 0; i < thread_names_count(); i++) ... thread_names_list()[i].name
//    const HChar* name = thread_names_of(2);           // "worker"; NULL: it has none
#ifndef XG_CALLGRIND_THREADS_THREAD_NAMES_H
#define XG_CALLGRIND_THREADS_THREAD_NAMES_H

#include "pub_tool_basics.h"

#include "writers/thread_name.h"

void thread_names_init(void);
// The running thread begins, ends, or is the only one that lives on in a forked process.
void thread_names_begin(ThreadId tid);
void thread_names_end(ThreadId tid);
void thread_names_after_fork(ThreadId tid);
// Asks for the names of all threads that live.
void thread_names_note(void);
// Threads with their names, of all threads so far: a number that several threads have had, one after the other, is there with each name.
const ThreadName* thread_names_list(void);
UInt thread_names_count(void);
// The last name of a thread with this number.
const HChar* thread_names_of(UInt thread);

#endif
