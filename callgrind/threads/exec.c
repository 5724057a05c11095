// SPDX-License-Identifier: GPL-3.0-or-later
// Another program takes this one's place; see exec.h.
#include "callgrind/threads/exec.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_options.h"
#include "pub_tool_vki.h"

#include "base/short_text.h"
#include "callgrind/control/client_text.h"
#include "callgrind/core_private.h"
#include "callgrind/options/options.h"
#include "callgrind/result_files/dump.h"
#include "callgrind/result_files/profile_file.h"
#include "callgrind/result_files/results_so_far.h"
#include "callgrind/result_files/run_id.h"
#include "callgrind/summary/summary.h"
#include "callgrind/summary/whose_messages.h"
#include "callgrind/threads/limits.h"
#include "callgrind/threads/unprofiled.h"

enum { PATH_B = 4096 };

// What will become of the call, as far as we can tell.
typedef enum {
   EXEC_FAILS,      // it is refused, and the program goes on
   EXEC_UNKNOWN,    // perhaps the kernel will refuse it, and the core end the process
   EXEC_FOLLOWED,   // the new program will be profiled
   EXEC_UNPROFILED, // it will not
} ExecKind;

// --- interpreters of scripts --------------------------------------------------------------------

// The interpreter that a script names in its first line; False: it is no script.
static Bool interpreter_of(HChar interpreter[PATH_B], const HChar* path)
{
   HChar line[PATH_B];
   const SysRes r = VG_(open)(path, VKI_O_RDONLY, 0);
   if (sr_isError(r)) return False;
   const Int n = VG_(read)((Int)sr_Res(r), line, PATH_B - 1);
   VG_(close)((Int)sr_Res(r));
   if (n < 2 || line[0] != '#' || line[1] != '!') return False;
   line[n] = '\0';
   const HChar* from = line + 2;
   while (*from == ' ' || *from == '\t') from++;
   HChar* to = interpreter;
   while (*from && !VG_(strchr)(" \t\n", *from)) *to++ = *from++;
   *to = '\0';
   return True;
}

extern SysRes __real_vgPlain_pre_exec_check(const HChar* path, Int* fd, Bool allow_setuid);
extern SysRes __wrap_vgPlain_pre_exec_check(const HChar* path, Int* fd, Bool allow_setuid);

// The core would wait for whoever writes to a pipe.
static Bool is_special(const HChar* path)
{
   struct vg_stat st;
   return !sr_isError(VG_(stat)(path, &st)) && !VKI_S_ISREG(st.mode);
}

// Why what a script names as its interpreter cannot be executed: 0, or an error of the system.  One that can be executed, but not
// read, is none that we know more of.
static UWord interpreter_error(const HChar* interpreter)
{
   if (is_special(interpreter)) return VKI_EACCES;
   const SysRes r = __real_vgPlain_pre_exec_check(interpreter, NULL, True);
   if (!sr_isError(r)) return 0;
   const Bool is_unreadable = sr_Err(r) == VKI_EACCES
                              && VG_(access)(interpreter, True, False, False) != 0
                              && VG_(access)(interpreter, False, False, True) == 0;
   return is_unreadable ? 0 : sr_Err(r);
}

// The core checks a program by this before exec, and ends the process if the kernel refuses it then: the interpreters of scripts, which
// may be scripts, too, count.
SysRes __wrap_vgPlain_pre_exec_check(const HChar* path, Int* fd, Bool allow_setuid)
{
   enum { SCRIPTS_MAX = 5 }; // as the kernel's
   if (is_special(path)) return VG_(mk_SysRes_Error)(VKI_EACCES);
   const SysRes r = __real_vgPlain_pre_exec_check(path, fd, allow_setuid);
   if (sr_isError(r)) return r;
   HChar script[PATH_B], interpreter[PATH_B];
   UWord error = 0;
   VG_(snprintf)(script, PATH_B, "%s", path);
   for (Int i = 0; !error && interpreter_of(interpreter, script); i++) {
      error = i == SCRIPTS_MAX ? VKI_ELOOP : interpreter_error(interpreter);
      VG_(strcpy)(script, interpreter);
   }
   return error ? VG_(mk_SysRes_Error)(error) : r;
}

// --- what will become of it ---------------------------------------------------------------------

// Where a descriptor leads; False: nowhere.
static Bool path_of_descriptor(HChar path[PATH_B], Int fd)
{
   enum { DESCRIPTOR_B = 64 };
   HChar descriptor[DESCRIPTOR_B];
   VG_(sprintf)(descriptor, "/proc/self/fd/%d", fd);
   const SSizeT n = VG_(readlink)(descriptor, path, PATH_B - 1);
   path[n > 0 ? n : 0] = '\0';
   return n > 0;
}

enum { HERE = -100 }; // AT_FDCWD

// The program that a text of this one's names, as seen from a directory.
static Bool path_at(HChar path[PATH_B], Int directory, const HChar* text)
{
   HChar name[CLIENT_TEXT_MAX];
   client_text_copy(name, text);
   path[0] = '\0';
   if (name[0] != '/' && directory != HERE && !path_of_descriptor(path, directory))
      return False;
   const SizeT n = VG_(strlen)(path);
   if (name[0]) VG_(snprintf)(path + n, (Int)(PATH_B - n), "%s%s", n ? "/" : "", name);
   return path[0] != '\0';
}

static Bool can_be_executed(const HChar* path)
{
   return !sr_isError(VG_(pre_exec_check)(path, NULL, True));
}

// Whether the program will be profiled; asked as the core asks.
static Bool is_traced(const HChar* path, const HChar** arguments)
{
   return VG_(should_we_trace_this_child)(path, arguments[0] ? arguments : NULL);
}

static ExecKind kind_of(HChar path[PATH_B], Bool at, const UWord* args)
{
   const Addr name = at ? args[1] : args[0], arguments = at ? args[2] : args[1];
   if (!VG_(am_is_valid_for_client)(arguments, sizeof(Addr), VKI_PROT_READ)) return EXEC_FAILS;
   if (!VG_(am_is_valid_for_client)(name, 1, VKI_PROT_READ)) return EXEC_FAILS;
   if (!path_at(path, at ? (Int)args[0] : HERE, (const HChar*)name)) return EXEC_UNKNOWN;
   if (!can_be_executed(path)) return EXEC_FAILS;
   return is_traced(path, (const HChar**)arguments) ? EXEC_FOLLOWED : EXEC_UNPROFILED;
}

// --- what has run so far ------------------------------------------------------------------------

// Between fork and exec, a shell or make executes some thousand instructions: a profile of these is a file that nobody asked
// for.
static Bool only_leads_to_exec(ULong* instructions)
{
   uint64_t collected[EV_COUNT];
   dump_collected(collected);
   *instructions = collected[EV_IR];
   return run_id.is_forked && dump_parts() == 0
          && *instructions < (ULong)options.before_exec_min;
}

static Bool has_failed; // some call of this process

Bool exec_leaves_no_profile(void)
{
   ULong instructions;
   if (!has_failed || !only_leads_to_exec(&instructions)) return False;
   unprofiled_add_instructions(instructions);
   return True;
}

void exec_after_fork(void)
{
   has_failed = False;
}

// Returns whether there was more than what leads to exec.
static Bool keep_results(void)
{
   ULong instructions;
   if (only_leads_to_exec(&instructions)) {
      unprofiled_add_instructions(instructions);
      return False;
   }
   results_write_so_far();
   return True;
}

static void say_it(const HChar* path)
{
   HChar name[SHORT_TEXT_B];
   if (VG_(clo_verbosity) == 0 || messages_are_callgrinds()) return;
   short_text_end(name, SHORT_TEXT_COLUMNS_MAX / 3, path);
   VG_(umsg)("This process runs %s, unprofiled: --trace-children=yes\n", name);
}

void exec_before(Bool at, const UWord* args)
{
   HChar path[PATH_B];
   const ExecKind kind = kind_of(path, at, args);
   has_failed |= kind == EXEC_FAILS;
   if (kind == EXEC_FAILS) return;
   if (kind == EXEC_FOLLOWED) run_id_before_exec();
   const Bool is_kept = keep_results();
   if (kind == EXEC_FOLLOWED && is_kept) profile_file_tell_left_behind();
   if (kind != EXEC_UNPROFILED) return;
   if (!run_id.is_forked)
      summary_print(path);
   else if (!VG_(clo_trace_children) && !unprofiled_tell_parent(path))
      say_it(path);
   limits_before_unprofiled();
}
