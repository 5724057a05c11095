// SPDX-License-Identifier: GPL-3.0-or-later
// Programs that are run and not profiled; see unprofiled.h.
#include "callgrind/threads/unprofiled.h"

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
#include "callgrind/summary/summary.h"

enum { PATH_B = 4096, NAME_B = 64, NAMES_MAX = 60, PAGE_B = 4096 };

// What children tell their parent; several may write at once.
typedef struct {
   Int n;      // names; `name` has the first NAMES_MAX, perhaps one twice
   Int closed; // the parent has said it; one that a signal killed never does
   HChar name[NAMES_MAX][NAME_B];
} Report;

_Static_assert(sizeof(Report) <= PAGE_B, "one page");

static Report* of_children; // of this process; NULL: there were none yet
static Report* of_parent;   // where this process tells its parent; NULL: it is not a child

// --- processes --------------------------------------------------------------------------------

// Memory that a child shares with this process, or NULL.
static Report* new_report(void)
{
   const SysRes zeros = VG_(open)("/dev/zero", VKI_O_RDWR, 0);
   if (sr_isError(zeros)) return NULL;
   const SysRes r = VG_(am_shared_mmap_file_float_valgrind)(
      PAGE_B, VKI_PROT_READ | VKI_PROT_WRITE, (Int)sr_Res(zeros), 0);
   VG_(close)((Int)sr_Res(zeros));
   return sr_isError(r) ? NULL : (Report*)sr_Res(r);
}

static void before_fork(ThreadId unused)
{
   (void)unused;
   if (!of_children && VG_(clo_verbosity) > 0) of_children = new_report();
}

static void in_child(ThreadId unused)
{
   (void)unused;
   if (of_parent) VG_(am_munmap_valgrind)((Addr)of_parent, PAGE_B);
   of_parent = of_children;
   of_children = NULL;
}

void unprofiled_init(void)
{
   VG_(atfork)(before_fork, NULL, in_child);
}

static Bool is_child(void)
{
   return of_parent != NULL;
}

static Int n_names(const Report* r)
{
   const Int n = __atomic_load_n(&r->n, __ATOMIC_ACQUIRE);
   return n < NAMES_MAX ? n : NAMES_MAX;
}

// False: nobody will read it.
static Bool tell_parent(const HChar* program)
{
   if (__atomic_load_n(&of_parent->closed, __ATOMIC_ACQUIRE)) return False;
   const HChar* name = VG_(basename)(program);
   for (Int i = 0; i < n_names(of_parent); i++)
      if (VG_(strncmp)(of_parent->name[i], name, NAME_B - 1) == 0) return True;
   const Int i = __atomic_fetch_add(&of_parent->n, 1, __ATOMIC_ACQ_REL);
   if (i < NAMES_MAX) VG_(strncpy)(of_parent->name[i], name, NAME_B - 1);
   return True;
}

// --- what children have run ---------------------------------------------------------------------

static Bool is_repeated(Int i)
{
   for (Int k = 0; k < i; k++)
      if (VG_(strcmp)(of_children->name[k], of_children->name[i]) == 0) return True;
   return False;
}

// "sh, ls and 3 more", in at most so many columns where one name fits.  A name that is being written
// just now is left out.
static void list_names(HChar* to, UInt size_B, Int columns)
{
   enum { MORE_COLUMNS = 14 };
   const Int n = n_names(of_children);
   const Bool all_here = of_children->n <= NAMES_MAX;
   Int shown = 0, left_out = 0;
   to[0] = '\0';
   for (Int i = 0; i < n; i++) {
      HChar name[SHORT_TEXT_B];
      if (is_repeated(i) || !of_children->name[i][0]) continue;
      short_text_end(name, NAME_B, of_children->name[i]);
      const Int used = short_text_columns(to) + short_text_columns(name) + 2;
      if (shown && used + MORE_COLUMNS > columns) {
         left_out++;
         continue;
      }
      const SizeT at = VG_(strlen)(to);
      VG_(snprintf)(to + at, (Int)(size_B - at), "%s%s", shown ? ", " : "", name);
      shown++;
   }
   const SizeT at = VG_(strlen)(to);
   if (left_out) VG_(snprintf)
   (to + at, (Int)(size_B - at), " and %s%d more", all_here ? "" : "at least ", left_out);
}

Bool unprofiled_children(HChar* text, UInt size_B, Int columns)
{
   enum { NAMES_B = 512, OTHER_COLUMNS = 64 };
   HChar names[NAMES_B];
   if (!of_children) return False;
   __atomic_store_n(&of_children->closed, 1, __ATOMIC_RELEASE);
   const Int n = __atomic_load_n(&of_children->n, __ATOMIC_ACQUIRE);
   if (!n) return False;
   list_names(names, NAMES_B, columns - OTHER_COLUMNS);
   VG_(snprintf)
   (text, size_B, "Child processes ran %s, unprofiled: --trace-children=yes",
    *names ? names : "programs");
   return True;
}

// --- exec ----------------------------------------------------------------------------------------

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

// Whether the core will run this program; an interpreter may be a script, too.
static Bool can_run(const HChar* program)
{
   enum { SCRIPTS_MAX = 5 };
   HChar path[PATH_B], interpreter[PATH_B];
   VG_(snprintf)(path, PATH_B, "%s", program);
   for (Int i = 0; i < SCRIPTS_MAX; i++) {
      if (sr_isError(VG_(pre_exec_check)(path, NULL, True))) return False;
      if (!interpreter_of(interpreter, path)) return True;
      VG_(strcpy)(path, interpreter);
   }
   return False;
}

// Whether the program will be profiled; asked as the core asks.
static Bool is_traced(const HChar* path, const HChar** arguments)
{
   return VG_(should_we_trace_this_child)(path, arguments[0] ? arguments : NULL);
}

static void say_it(const HChar* path)
{
   HChar name[SHORT_TEXT_B];
   short_text_end(name, SHORT_TEXT_COLUMNS_MAX / 3, path);
   VG_(umsg)("This process runs %s, unprofiled: --trace-children=yes\n", name);
}

void unprofiled_before_exec(Bool at, const UWord* args)
{
   HChar path[PATH_B];
   const Addr name = at ? args[1] : args[0], arguments = at ? args[2] : args[1];
   if (VG_(clo_verbosity) == 0) return;
   // The core refuses what cannot be read.
   if (!VG_(am_is_valid_for_client)(arguments, sizeof(Addr), VKI_PROT_READ)) return;
   if (!VG_(am_is_valid_for_client)(name, 1, VKI_PROT_READ)) return;
   if (!path_at(path, at ? (Int)args[0] : HERE, (const HChar*)name)) return;
   if (is_traced(path, (const HChar**)arguments) || !can_run(path)) return;
   if (!is_child())
      summary_print(path);
   else if (!VG_(clo_trace_children) && !tell_parent(path) && !summary_is_callgrinds())
      say_it(path);
}
