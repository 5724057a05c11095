// SPDX-License-Identifier: GPL-3.0-or-later
// Threads, signals and forks; see threads.h.
#include "callgrind/threads/threads.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_threadstate.h"

#include "callgrind/control/regions.h"
#include "callgrind/instrument/drafts.h"
#include "callgrind/instrument/instrument.h"
#include "callgrind/options/options.h"
#include "callgrind/ownership/allocators.h"
#include "callgrind/ownership/handed_on.h"
#include "callgrind/ownership/mappings.h"
#include "callgrind/ownership/tls.h"
#include "callgrind/python/frames.h"
#include "callgrind/result_files/data_file.h"
#include "callgrind/result_files/dump.h"
#include "callgrind/result_files/last_files.h"
#include "callgrind/result_files/profile_file.h"
#include "callgrind/result_files/run_id.h"
#include "callgrind/result_files/run_names.h"
#include "callgrind/result_files/tree_file.h"
#include "callgrind/symbols/symbols.h"
#include "callgrind/threads/compat.h"
#include "callgrind/threads/core_placement.h"
#include "callgrind/threads/exec.h"
#include "callgrind/threads/killed.h"
#include "callgrind/threads/pending_block.h"
#include "callgrind/threads/syscall_times.h"
#include "callgrind/threads/syscalls.h"
#include "callgrind/threads/thread_names.h"
#include "callgrind/threads/thread_stacks.h"
#include "callgrind/threads/turns.h"
#include "engine/engine.h"
#include "engine/iterations/loop_heads.h"

static ULong last_look, blocks_at_dump;

void threads_run(ThreadId tid)
{
   if (tid == thread_stacks_running()) return;
   ShadowStack* s = thread_stacks_choose(tid);
   core_placement_run(tid);
   if (options.python) python_frames_run(tid);
   if (options.track_objects) handed_on_run(tid);
   engine_switch_stack(s);
}

// The core may go on elsewhere than the program asked for: it runs libc's clean-up at exit.
static void check_resume(ThreadId tid)
{
   Block* b = pending_block.block;
   if (!b) return;
   pending_block.block = NULL;
   Addr ip = VG_(get_IP)(tid);
   if (ip == pending_block.next || !xg_current.stack->exec.context) return;
   Block* target = symbols_block(ip);
   if (!target->is_entry) return;
   symbols_resolve(target);
   engine_transfer(&b->exits[b->n_exits - 1], target, VG_(get_SP)(tid));
}

// --dump-every-bb.  Callgrind looks whether a part is due after 5000 of the scheduler's blocks,
// which are fewer than those executed: chained ones count once.
static void dump_if_due(ULong blocks)
{
   if (!options.dump_every_blocks || blocks - last_look < 5000) return;
   last_look = blocks;
   if (instrument_block_count - blocks_at_dump <= (ULong)options.dump_every_blocks) return;
   HChar trigger[64];
   blocks_at_dump = instrument_block_count;
   VG_(sprintf)(trigger, "--dump-every-bb=%lld", options.dump_every_blocks);
   dump_profile(trigger, False);
}

static void start_client_code(ThreadId tid, ULong blocks)
{
   turns_start_code(tid);
   dump_if_due(blocks);
   if (tid != thread_stacks_running()) {
      threads_run(tid);
      pending_block.block = NULL;
   }
   if (instrument_on) check_resume(tid);
}

static void stop_client_code(ThreadId tid, ULong blocks)
{
   (void)blocks;
   if (options.loops) loop_heads_arrived(VG_(get_IP)(tid)); // before code is made anew
   drafts_stop_code(tid);
   turns_stop_code(tid);
}

static void thread_begins(ThreadId tid)
{
   drafts_begin_thread(tid);
   turns_begin_thread(tid);
   thread_names_begin(tid);
   if (options.track_objects) mappings_thread_starts(tid);
}

static void before_signal(ThreadId tid, Int signal, Bool alternate_stack)
{
   turns_before_signal(tid);
   threads_run(tid);
   drafts_fault(tid);
   Block* pending = pending_block.block;
   pending_block.block = NULL;
   if (xg_current.stack->n_handlers < HANDLERS_MAX)
      shadow_stack_begin_handler(&engine.graph, &xg_current, signal, VG_(get_SP)(tid),
                                 alternate_stack, pending);
}

static void after_signal(ThreadId tid, Int signal)
{
   threads_run(tid);
   compat_forget_interrupted_block(pending_block.block); // the one that calls sigreturn
   pending_block.block = NULL;
   ShadowStack* s = xg_current.stack;
   // A handler left by longjmp has ended already.
   if (s->exec.signal != signal || !s->n_handlers) return;
   while (s->top > s->floor) engine_pop();
   // Callgrind charges the return from the handler to the block that the signal has interrupted.
   if (options.compat) syscall_times_charge_to(tid, s->handlers[s->n_handlers - 1].pending);
   engine_end_handler();
}

// A thread number may be used again; the new thread must not find old frames.
static void thread_ends(ThreadId tid)
{
   if (tid == thread_stacks_running()) compat_forget_last_block();
   pending_block.block = NULL;
   threads_run(tid);
   thread_names_end(tid);
   regions_end_thread(tid);
   core_placement_end(tid);
   engine_end_thread(tid);
   if (options.python) python_frames_end_thread(tid);
   if (options.track_objects) {
      allocators_forget_thread(tid);
      handed_on_forget_thread(tid);
      tls_thread_ends(tid);
   }
   turns_end_thread(tid);
}

// The child's profile holds the child's costs only, on the stack it was born with.  The other
// threads are not there; new ones may have their numbers.
static void in_forked_child(ThreadId tid)
{
   turns_after_fork(tid);
   threads_run(tid);
   for (UInt t = 1; t < thread_stacks_end(); t++)
      if (t != tid && thread_stacks_has(t)) {
         regions_end_thread(t);
         engine_end_thread(t);
         if (options.python) python_frames_end_thread(t);
         if (options.track_objects) {
            allocators_forget_thread(t);
            handed_on_forget_thread(t);
         }
      }
   core_placement_after_fork(tid);
   thread_names_after_fork(tid);
   run_id_after_fork();
   killed_after_fork();
   exec_after_fork();
   run_names_after_fork();
   dump_zero(False);
   dump_after_fork();
   profile_file_after_fork();
   if (options_write_data()) data_file_after_fork();
   if (options.context_tree) tree_file_after_fork();
   last_files_after_fork();
}

void threads_init(void)
{
   thread_stacks_init();
   VG_(track_start_client_code)(start_client_code);
   VG_(track_stop_client_code)(stop_client_code);
   VG_(track_pre_deliver_signal)(before_signal);
   VG_(track_post_deliver_signal)(after_signal);
   VG_(track_pre_thread_first_insn)(thread_begins);
   VG_(track_pre_thread_ll_exit)(thread_ends);
   VG_(atfork)(NULL, NULL, in_forked_child);
   core_placement_init();
   thread_names_init();
   turns_init();
   threads_run(1);
}
