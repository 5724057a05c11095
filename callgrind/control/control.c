// SPDX-License-Identifier: GPL-3.0-or-later
//
// Client requests and monitor commands; see control.h.
//
// The numbers of the requests are those that programs built with callgrind.h use; those of
// include/xgrind.h are in regions.c.
#include "callgrind/control/control.h"

#include "pub_tool_clreq.h"
#include "pub_tool_gdbserver.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_options.h"
#include "pub_tool_transtab.h"

#include "callgrind/control/client_text.h"
#include "callgrind/control/regions.h"
#include "callgrind/control/status.h"
#include "callgrind/instrument/instrument.h"
#include "callgrind/options/options.h"
#include "callgrind/python/frames.h"
#include "callgrind/result_files/dump.h"
#include "callgrind/result_files/results_so_far.h"
#include "callgrind/threads/compat.h"
#include "callgrind/threads/core_placement.h"
#include "callgrind/threads/threads.h"
#include "engine/engine.h"

enum {
   REQUEST_DUMP = VG_USERREQ_TOOL_BASE('C', 'T'),
   REQUEST_ZERO,
   REQUEST_TOGGLE_COLLECT,
   REQUEST_DUMP_AT, // with a text
   REQUEST_START,
   REQUEST_STOP,
};

void control_instrument(const HChar* reason, Bool on)
{
   if (instrument_on == on) return;
   if (!on && xg_current.stack->exec.collect) compat_recount_pending_block(False);
   instrument_on = on;
   VG_(discard_translations_safely)((Addr)0x1000, ~(SizeT)0xfff, "xgrind");
   regions_flush();
   engine_reset_state();
   if (options.python) python_frames_forget_step();
   regions_restart();
   if (VG_(clo_verbosity) > 1)
      VG_(dmsg)("%s: instrumentation switched %s\n", reason, on ? "ON" : "OFF");
}

static Bool monitor(const HChar* request)
{
   HChar words[VG_(strlen)(request) + 1], *state;
   VG_(strcpy)(words, request);
   const HChar* word = VG_(strtok_r)(words, " ", &state);
   switch (VG_(keyword_id)("help dump zero status instrumentation snapshot", word,
                           kwd_report_duplicated_matches)) {
   case -2: return True;
   case 0:
      VG_(gdb_printf)
      ("xgrind monitor commands:\n"
       "  dump [<hint>]             write a profile part\n"
       "  zero                      forget all costs\n"
       "  status                    show what is going on\n"
       "  instrumentation [on|off]  show or switch instrumentation\n"
       "  snapshot                  write all results so far, which later ones replace\n");
      return True;
   case 1:
      if (dump_profile(request, False))
         VG_(gdb_printf)("profile part %u is written\n", dump_parts());
      else
         VG_(gdb_printf)("profile part %u could not be written completely\n", dump_parts());
      return True;
   case 2:
      dump_zero(False);
      VG_(gdb_printf)("all costs are zero\n");
      return True;
   case 3: {
      const HChar* how = VG_(strtok_r)(NULL, " ", &state);
      (how && VG_(strcmp)(how, "internal") == 0 ? status_print_internal : status_print)();
      return True;
   }
   case 4: {
      const HChar* on = VG_(strtok_r)(NULL, " ", &state);
      if (on && VG_(strcmp)(on, "on") != 0 && VG_(strcmp)(on, "off") != 0) {
         VG_(gdb_printf)("instrumentation is switched on or off, not %s\n", on);
         return True;
      }
      if (on) control_instrument("Command", VG_(strcmp)(on, "on") == 0);
      VG_(gdb_printf)("instrumentation: %s\n", instrument_on ? "on" : "off");
      return True;
   }
   case 5:
      if (results_write_so_far())
         VG_(gdb_printf)("the results so far are written\n");
      else
         VG_(gdb_printf)("the results so far could not be written completely\n");
      return True;
   default: return False;
   }
}

static void dump_with_text(const HChar* text)
{
   static const HChar prefix[] = "Client Request: ";
   HChar trigger[CLIENT_TEXT_MAX + sizeof prefix];
   VG_(strcpy)(trigger, prefix);
   client_text_copy(trigger + sizeof prefix - 1, text);
   dump_profile(trigger, True);
}

static void toggle_collect(void)
{
   Bool was_on = xg_current.stack->exec.collect;
   if (was_on) compat_recount_pending_block(False);
   shadow_stack_collect_thread(&engine.graph, &xg_current, !was_on);
   if (!was_on) compat_recount_pending_block(True);
}

static Bool handle_request(ThreadId tid, UWord* args, UWord* ret)
{
   *ret = 0;
   if (args[0] == VG_USERREQ__GDB_MONITOR_COMMAND) {
      HChar command[CLIENT_TEXT_MAX]; // from the core, which has read it already
      VG_(snprintf)(command, sizeof command, "%s", (const HChar*)args[1]);
      Bool known = monitor(command);
      *ret = known;
      return known;
   }
   if (VG_IS_TOOL_USERREQ('X', 'G', args[0])) {
      threads_run(tid);
      return core_placement_request(tid, args) || regions_request(args);
   }
   if (!VG_IS_TOOL_USERREQ('C', 'T', args[0])) return False;
   threads_run(tid);
   switch (args[0]) {
   case REQUEST_DUMP:
   case REQUEST_DUMP_AT:
      compat_hide_pending_block();
      if (args[0] == REQUEST_DUMP)
         dump_profile("Client Request", True);
      else
         dump_with_text((const HChar*)args[1]);
      compat_show_pending_block();
      break;
   case REQUEST_ZERO:
      compat_hide_pending_block();
      dump_zero(True);
      compat_show_pending_block();
      break;
   case REQUEST_TOGGLE_COLLECT: toggle_collect(); break;
   case REQUEST_START: control_instrument("Client Request", True); break;
   case REQUEST_STOP: control_instrument("Client Request", False); break;
   default:
      VG_(umsg)("Warning: unknown callgrind client request code %llx\n", (ULong)args[0]);
      return False;
   }
   return True;
}

void control_init(void)
{
   VG_(needs_client_requests)(handle_request);
}
