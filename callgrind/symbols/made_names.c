// SPDX-License-Identifier: GPL-3.0-or-later
// Names of code made at run time; see made_names.h.
#include "callgrind/symbols/made_names.h"

#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_oset.h"
#include "pub_tool_vki.h"
#include "pub_tool_xarray.h"

#include "callgraph/callgraph.h"
#include "engine/engine.h"

enum { BUFFER_B = 64 * 1024 };

// Code [start, end).  No two overlap.
typedef struct {
   Addr start, end;
   HChar* name;
} Range;

typedef struct {
   Function* function;
   Addr address;
} Wanted;

static OSet* ranges;    // of Range, by address
static XArray* wanted;  // of Wanted
static ULong started_s; // the first look, since 1970
static Int pid;         // whose list was read
static Long read_B;     // of it
static HChar* buffer;   // what follows, up to its end or BUFFER_B

// Ranges are equal if they overlap.
static Word compare(const void* key, const void* element)
{
   const Range *a = key, *b = element;
   return a->end <= b->start ? -1 : a->start >= b->end ? 1 : 0;
}

static void forget(Range* r)
{
   VG_(OSetGen_Remove)(ranges, r);
   VG_(free)(r->name);
   VG_(OSetGen_FreeNode)(ranges, r);
}

// Code that lies where other code was has replaced it.
static void add(Addr start, Addr size, const HChar* name)
{
   if (!size || start + size < start || !*name) return;
   const Range key = {start, start + size, NULL};
   Range* r;
   while ((r = VG_(OSetGen_Lookup)(ranges, &key)) != NULL) forget(r);
   r = VG_(OSetGen_AllocNode)(ranges, sizeof *r);
   *r = key;
   r->name = VG_(strdup)("xg.made_names", name);
   VG_(OSetGen_Insert)(ranges, r);
}

// "START SIZE NAME"; other lines say nothing.
static void add_line(const HChar* line)
{
   HChar* end;
   const Addr start = VG_(strtoull16)(line, &end);
   if (end == line || *end != ' ') return;
   const HChar* next = end + 1;
   const Addr size = VG_(strtoull16)(next, &end);
   if (end == next || *end != ' ') return;
   add(start, size, end + 1);
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
   ranges = VG_(OSetGen_Create)(0, compare, VG_(malloc), "xg.made_names", VG_(free));
   wanted = VG_(newXA)(VG_(malloc), "xg.made_names", VG_(free), sizeof(Wanted));
   buffer = VG_(malloc)("xg.made_names", BUFFER_B);
}

// Reads what was written since.  A list that is older than the run is of another process; one that is shorter
// than before was begun anew.
static void update(void)
{
   HChar file[64];
   struct vg_stat st;
   if (!ranges) begin();
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

static const Range* range_of(Addr address)
{
   const Range key = {address, address + 1, NULL};
   return VG_(OSetGen_Lookup)(ranges, &key);
}

Bool made_names_find(Addr address, MadeName* found)
{
   update();
   const Range* r = range_of(address);
   if (!r) return False;
   *found = (MadeName){r->name, r->start};
   return True;
}

void made_names_want(Function* function, Addr address)
{
   const Wanted w = {function, address};
   if (!ranges) begin();
   VG_(addToXA)(wanted, &w);
}

void made_names_give(void)
{
   if (!ranges) return;
   update();
   Word kept = 0;
   for (Word i = 0; i < VG_(sizeXA)(wanted); i++) {
      Wanted* w = VG_(indexXA)(wanted, i);
      const Range* r = range_of(w->address);
      if (r)
         callgraph_rename(&engine.graph, w->function, r->name);
      else
         *(Wanted*)VG_(indexXA)(wanted, kept++) = *w;
   }
   VG_(dropTailXA)(wanted, VG_(sizeXA)(wanted) - kept);
}
