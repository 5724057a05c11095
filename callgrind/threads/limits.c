// SPDX-License-Identifier: GPL-3.0-or-later
// Limits of the process; see limits.h.
#include "callgrind/threads/limits.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_machine.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

#include "callgrind/arch/arch.h"
#include "callgrind/result_files/own_writes.h"
#include "callgrind/result_files/results_so_far.h"

typedef struct vki_rlimit Values;
_Static_assert(sizeof(Values) == sizeof(struct vki_rlimit64),
               "both calls have the same values");

typedef struct {
   Int resource;
   Bool only_hard; // the soft one holds
   Bool is_set;    // by the program
   Values seen;    // by the program, if so
} Limit;

enum { CPU = 0, FILE_SIZE = 1, MEMORY = 9, N_LIMITS = 3 }; // the kernel's RLIMIT_*

static Limit limits[N_LIMITS] = {{.resource = MEMORY},
                                 {.resource = FILE_SIZE, .only_hard = True},
                                 {.resource = CPU, .only_hard = True}};

// The call that is being made, while no other thread runs.
static struct {
   Limit* limit;  // NULL: none that matters here
   Bool is_above; // it raises what the program has lowered for good
   Values* given; // by the program; has other values during the call.  NULL: not so
   Values asked;  // what it has otherwise
} call;

static Limit* limit_of(UWord resource)
{
   for (Int i = 0; i < N_LIMITS; i++)
      if ((UWord)limits[i].resource == resource) return &limits[i];
   return NULL;
}

// What a call asks for.
typedef struct {
   Limit* limit; // NULL: nothing that matters here
   Values* new;  // NULL: to keep what is set
   Values* old;  // where the kernel writes what was set; NULL: nowhere
} Request;

static Request request_of(UInt number, const UWord* args)
{
   switch (number) {
   case __NR_setrlimit: return (Request){limit_of(args[0]), (Values*)args[1], NULL};
   case __NR_getrlimit: return (Request){limit_of(args[0]), NULL, (Values*)args[1]};
   case __NR_prlimit64:
      if (args[0] && (Int)args[0] != VG_(getpid)()) break;
      return (Request){limit_of(args[1]), (Values*)args[2], (Values*)args[3]};
   }
   return (Request){NULL, NULL, NULL};
}

static Bool is_accessible(const Values* values, UInt how)
{
   return VG_(am_is_valid_for_client)((Addr)values, sizeof *values, how);
}

// Whether the kernel would refuse it, had it been told of the limits before.
static Bool is_above(const Limit* limit, const Values* asked)
{
   return limit->is_set && asked->rlim_max > limit->seen.rlim_max && VG_(geteuid)() != 0;
}

void limits_before_syscall(UInt number, const UWord* args)
{
   const Request r = request_of(number, args);
   Values real;
   call.given = NULL;
   call.is_above = False;
   call.limit = r.limit;
   if (!r.limit || !r.new || !is_accessible(r.new, VKI_PROT_READ)) return;
   call.asked = *r.new;
   if (call.asked.rlim_cur > call.asked.rlim_max) return; // the core refuses it
   if (VG_(getrlimit)(r.limit->resource, &real) != 0) return;
   if (call.asked.rlim_max > real.rlim_max) return; // the kernel decides
   if (!is_accessible(r.new, VKI_PROT_WRITE)) {
      results_write_so_far();
      return;
   }
   call.given = r.new;
   call.is_above = is_above(r.limit, &call.asked);
   r.new->rlim_max = real.rlim_max;
   if (!r.limit->only_hard || call.is_above) r.new->rlim_cur = real.rlim_cur;
}

static void refuse(ThreadId tid)
{
   const UWord refused = (UWord)-VKI_EPERM;
   VG_(set_shadow_regs_area)(tid, 0, GUEST_RESULT, sizeof refused, (const UChar*)&refused);
}

void limits_after_syscall(ThreadId tid, UInt number, const UWord* args, SysRes result)
{
   if (!call.limit) return;
   const Request r = request_of(number, args);
   Limit* limit = call.limit;
   const Limit before = *limit;
   const Bool failed = sr_isError(result);
   call.limit = NULL;
   own_writes_limit_has_changed();
   if (call.given && (failed || call.given != r.old)) *call.given = call.asked;
   if (failed) return;
   if (call.is_above) {
      refuse(tid);
      return;
   }
   if (r.new) {
      limit->is_set = True;
      limit->seen = call.asked;
   }
   if (r.old && before.is_set) *r.old = before.seen;
}

void limits_before_unprofiled(void)
{
   for (Int i = 0; i < N_LIMITS; i++)
      if (limits[i].is_set) VG_(setrlimit)(limits[i].resource, &limits[i].seen);
}
