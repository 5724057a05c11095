// SPDX-License-Identifier: GPL-3.0-or-later
// Reader of /tmp/perf-<pid>.map; see perf_map.h.
#include "callgrind/symbols/perf_map.h"

#include "pub_tool_basics.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"

#include "callgrind/symbols/made_code.h"

enum { BUFFER_B = 64 * 1024 };

static ULong started_s; // the first look, since 1970
static Int pid;         // whose list was read
static Long read_B;     // of it
static HChar* buffer;   // what follows, up to its end or BUFFER_B

// "START SIZE NAME"; other lines say nothing.
static void add_line(const HChar* line)
{
   HChar* end;
   const Addr start = VG_(strtoull16)(line, &end);
   if (end == line || *end != ' ') return;
   const HChar* next = end + 1;
   const SizeT size_B = VG_(strtoull16)(next, &end);
   if (end == next || *end != ' ' || !end[1]) return;
   made_code_add(start, size_B, end + 1, 0);
}

// Takes the complete lines of a text; returns their length.  A line that fills the buffer is left out.
static Int take_lines(HChar* text, Int n)
{
   Int done = 0;
   for (Int i = 0; i < n; i++) {
      if (text[i] != '\n') continue;
      text[i] = '\0';
      add_line(text + done);
      done = i + 1;
   }
   return done || n < BUFFER_B ? done : n;
}

static void read_more(const HChar* file)
{
   SysRes fd = VG_(open)(file, VKI_O_RDONLY, 0);
   if (sr_isError(fd)) return;
   Int n, done = 1;
   while (done && VG_(lseek)((Int)sr_Res(fd), read_B, VKI_SEEK_SET) == read_B
          && (n = VG_(read)((Int)sr_Res(fd), buffer, BUFFER_B)) > 0) {
      done = take_lines(buffer, n);
      read_B += done;
   }
   VG_(close)((Int)sr_Res(fd));
}

static void begin(void)
{
   struct vki_timespec now;
   VG_(clock_gettime)(&now, VKI_CLOCK_REALTIME);
   started_s = (ULong)now.tv_sec;
   buffer = VG_(malloc)("xg.perf_map", BUFFER_B);
}

// A list that is shorter than before was begun anew.
void perf_map_read(void)
{
   HChar file[64];
   struct vg_stat st;
   if (!buffer) begin();
   if (pid != VG_(getpid)()) {
      pid = VG_(getpid)();
      read_B = 0;
   }
   VG_(sprintf)(file, "/tmp/perf-%d.map", pid);
   if (sr_isError(VG_(stat)(file, &st)) || !VKI_S_ISREG(st.mode)) return;
   if (st.uid != (UInt)VG_(geteuid)() || st.mtime + 1 < started_s) return;
   if (st.size < read_B) read_B = 0;
   if (st.size > read_B) read_more(file);
}
