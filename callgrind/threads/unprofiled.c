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
#include "callgrind/core_private.h"

enum { NAME_B = 64, NAMES_MAX = 60, PAGE_B = 4096 };

// What children tell their parent; several may write at once.
typedef struct {
   Int n;              // names; `name` has the first NAMES_MAX, perhaps one twice
   Int closed;         // the parent has said it; one that a signal killed never does
   ULong instructions; // that children have executed before exec, and that are in no profile
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

static Int n_names(const Report* r)
{
   const Int n = __atomic_load_n(&r->n, __ATOMIC_ACQUIRE);
   return n < NAMES_MAX ? n : NAMES_MAX;
}

Bool unprofiled_tell_parent(const HChar* program)
{
   if (!of_parent) return VG_(clo_verbosity) == 0;
   if (__atomic_load_n(&of_parent->closed, __ATOMIC_ACQUIRE)) return False;
   const HChar* name = VG_(basename)(program);
   for (Int i = 0; i < n_names(of_parent); i++)
      if (VG_(strncmp)(of_parent->name[i], name, NAME_B - 1) == 0) return True;
   const Int i = __atomic_fetch_add(&of_parent->n, 1, __ATOMIC_ACQ_REL);
   if (i < NAMES_MAX) VG_(strncpy)(of_parent->name[i], name, NAME_B - 1);
   return True;
}

void unprofiled_add_instructions(ULong n)
{
   if (of_parent) __atomic_fetch_add(&of_parent->instructions, n, __ATOMIC_ACQ_REL);
}

// --- what children have run ---------------------------------------------------------------------

static Bool is_repeated(Int i)
{
   for (Int k = 0; k < i; k++)
      if (VG_(strcmp)(of_children->name[k], of_children->name[i]) == 0) return True;
   return False;
}

// "sh, ls and 3 more", in at most so many columns where one name fits, of which "and 3 more" has some; how many it leaves out.
// A name that is being written just now is left out.
static Int list_in(HChar* to, UInt size_B, Int columns, Int more_columns)
{
   const Int n = n_names(of_children);
   const Bool all_here = of_children->n <= NAMES_MAX;
   Int shown = 0, left_out = 0;
   to[0] = '\0';
   for (Int i = 0; i < n; i++) {
      HChar name[SHORT_TEXT_B];
      if (is_repeated(i) || !of_children->name[i][0]) continue;
      short_text_end(name, NAME_B, of_children->name[i]);
      const Int used = short_text_columns(to) + short_text_columns(name) + 2;
      if (shown && used + more_columns > columns) {
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
   return left_out;
}

// All names, if there is room.
static void list_names(HChar* to, UInt size_B, Int columns)
{
   enum { MORE_COLUMNS = 14, AT_LEAST_COLUMNS = 9 };
   const Int more = MORE_COLUMNS + (of_children->n > NAMES_MAX ? AT_LEAST_COLUMNS : 0);
   if (list_in(to, size_B, columns, 0)) list_in(to, size_B, columns, more);
}

Bool unprofiled_children(HChar* text, UInt size_B, Int columns)
{
   static const HChar format[] = "Child processes ran %s, unprofiled: --trace-children=yes";
   enum { NAMES_B = 512, OTHER_COLUMNS = (Int)sizeof format - 3 };
   HChar names[NAMES_B];
   if (!of_children) return False;
   __atomic_store_n(&of_children->closed, 1, __ATOMIC_RELEASE);
   const Int n = __atomic_load_n(&of_children->n, __ATOMIC_ACQUIRE);
   if (!n) return False;
   list_names(names, NAMES_B, columns - OTHER_COLUMNS);
   VG_(snprintf)
   (text, size_B, format, *names ? names : "programs");
   return True;
}

Bool unprofiled_instructions(HChar* text, UInt size_B, ULong own)
{
   enum { WORTH_SAYING = 100 }; // a hundredth of what the parent has executed
   if (!of_children) return False;
   const ULong n = __atomic_load_n(&of_children->instructions, __ATOMIC_ACQUIRE);
   if (!n || n < own / WORTH_SAYING) return False;
   VG_(snprintf)
   (text, size_B,
    "%'llu instructions of child processes before exec are in no profile: "
    "--before-exec-min=0",
    n);
   return True;
}
