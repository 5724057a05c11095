// SPDX-License-Identifier: GPL-3.0-or-later
// Writing under a limit on the size of files; see own_writes.h.
#include "callgrind/result_files/own_writes.h"

#include "pub_tool_libcfile.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_vki.h"

enum { FILE_SIZE = 1 }; // the kernel's RLIMIT_FSIZE
enum { TOO_LARGE = VKI_EFBIG, NO_ROOM = VKI_ENOSPC };

typedef struct vki_rlimit Limit;

static Int error;
static Bool is_known; // whether the limit is
static Limit limit;

void own_writes_begin(void)
{
   error = 0;
}

Int own_writes_error(void)
{
   return error;
}

void own_writes_limit_has_changed(void)
{
   is_known = False;
}

static Bool is_limited(void)
{
   if (!is_known && VG_(getrlimit)(FILE_SIZE, &limit) != 0) return False;
   is_known = True;
   return limit.rlim_cur != ~0UL;
}

// Whether the file may become so long; pipes and devices may.
static Bool has_room(Int fd, SizeT n, UWord most)
{
   struct vg_stat st;
   if (VG_(fstat)(fd, &st) != 0 || !VKI_S_ISREG(st.mode)) return True;
   const OffT at = VG_(lseek)(fd, 0, VKI_SEEK_CUR);
   return at < 0 || ((UWord)at <= most && n <= most - (UWord)at);
}

// 0, or the error of the system.
static Int write_all(Int fd, const HChar* bytes, SizeT n)
{
   enum { MOST_B = 1 << 30 };
   while (n) {
      const Int done = VG_(write)(fd, bytes, (Int)(n > MOST_B ? MOST_B : n));
      if (done <= 0) return done ? -done : NO_ROOM;
      bytes += done;
      n -= (SizeT)done;
   }
   return 0;
}

static void raise_limit(void)
{
   const Limit raised = {.rlim_cur = limit.rlim_max, .rlim_max = limit.rlim_max};
   VG_(setrlimit)(FILE_SIZE, &raised);
}

void own_writes_end_of_run(void)
{
   if (!is_limited()) return;
   raise_limit();
   own_writes_limit_has_changed();
}

static Int write_under_limit(Int fd, const HChar* bytes, SizeT n)
{
   if (!has_room(fd, n, limit.rlim_max)) return TOO_LARGE;
   raise_limit();
   const Int failed = write_all(fd, bytes, n);
   VG_(setrlimit)(FILE_SIZE, &limit);
   return failed;
}

Bool own_write(Int fd, const HChar* bytes, SizeT n)
{
   const Int failed = is_limited() ? write_under_limit(fd, bytes, n) : write_all(fd, bytes, n);
   if (!error) error = failed;
   return !failed;
}
