// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the tool needs of Valgrind's core that is in no header for tools.  configure links a program that
// uses all of it (launch/interfaces.m4); what not all versions have is in core_versions.h.
#ifndef XG_CALLGRIND_CORE_PRIVATE_H
#define XG_CALLGRIND_CORE_PRIVATE_H

#include "pub_tool_basics.h"

#include "libvex.h"

// --fair-sched: threads take turns in order.
enum FairSchedType { disable_fair_sched, enable_fair_sched, try_fair_sched };
extern enum FairSchedType VG_(clo_fair_sched);
// --read-inline-info: the profile has inlined functions if the core knows them.
extern Bool VG_(clo_read_inline_info);
// The name after --tool=; without it, that of the core's default tool, which an installation of
// Xgrind is.
extern const HChar* VG_(clo_toolname);
// Where the tool is, with what belongs to it: as installed, or VALGRIND_LIB.
extern const HChar* VG_(libdir);
// --trace-children.
extern Bool VG_(clo_trace_children);
// Whether a program that is about to run will be profiled; arguments: NULL if there are none.
extern Bool VG_(should_we_trace_this_child)(const HChar* program, const HChar** arguments);
// Whether the core will try to run the program: it exists and may be executed.
extern SysRes VG_(pre_exec_check)(const HChar* program, Int* out_fd, Bool allow_setuid);
// Maps a file as memory that forked processes share.
extern SysRes VG_(am_shared_mmap_file_float_valgrind)(SizeT length, UInt prot, Int fd,
                                                      Off64T offset);
// The name that the source has for a symbol of C++ or Rust; the symbol, if it is none, or with --demangle=no.  Valid until
// the next one is asked for.
extern void VG_(demangle)(Bool is_mangled, Bool is_encoded, const HChar* symbol,
                          const HChar** name);
// How far an address is from the start of its symbol; False: it has none.
extern Bool VG_(get_inst_offset_in_function)(DiEpoch epoch, Addr address, PtrdiffT* offset);
// Discards the translations of this code, whoever asks: not while generated code runs, nor when the core has looked
// up what to run.
extern void VG_(discard_translations)(Addr start, ULong size_B, const HChar* who);
// What VEX does with the blocks that it is given next; VG_(clo_vex_control) is what it began with.
extern VexControl vex_control;
// The lock that the thread has which runs: others run while it has released it.
enum { STATUS_YIELDING = 4 };
extern void VG_(release_BigLock)(ThreadId tid, UInt status, const HChar* who);
extern void VG_(acquire_BigLock)(ThreadId tid, const HChar* who);
extern const HChar* VG_(name_of_ThreadStatus)(UInt status);
// The thread will not execute the program's code any more.
extern Bool VG_(is_exiting)(ThreadId tid);
// The program that the core runs in place of one that is followed.
extern HChar* VG_(name_of_launcher);
// Where the pipes of vgdb are, and how their names begin.
extern const HChar* VG_(clo_vgdb_prefix);
// A descriptor that the program does not see in place of this one, which is closed.
extern Int VG_(safe_fd)(Int fd);
extern Int VG_(fcntl)(Int fd, Int command, Addr argument);
extern SysRes VG_(mk_SysRes_Success)(UWord value);
extern SysRes VG_(mk_SysRes_Error)(UWord error);
// 0: the user may read, write and execute the file, as far as it is asked; by the core's effective user and group.
extern Int VG_(access)(const HChar* path, Bool read, Bool write, Bool execute);
// The values of --log-file and --xml-file; NULL: not given.
extern const HChar* VG_(clo_log_fname_unexpanded);
extern const HChar* VG_(clo_xml_fname_unexpanded);
// Where messages go, of --log-file and of --xml-file.
typedef struct {
   Int fd; // of what follows, the core knows
} OutputSink;
extern OutputSink VG_(log_output_sink);
extern OutputSink VG_(xml_output_sink);
// Where a thread is while it sleeps in a system call of the program.
extern const Addr vgModuleLocal_blksys_complete;
// The least number of descriptors that the program can neither use nor close.
extern Int VG_(fd_hard_limit);
// A system call of the tool's own.
extern SysRes VG_(do_syscall)(UWord number, UWord, UWord, UWord, UWord, UWord, UWord, UWord,
                              UWord);

#endif
