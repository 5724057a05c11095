// SPDX-License-Identifier: GPL-3.0-or-later
// Reader of jitdump files; see jitdump.h.
#include "callgrind/symbols/jitdump.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"

#include "callgrind/clock.h"
#include "callgrind/symbols/jitdump_lines.h"
#include "callgrind/symbols/made_code.h"

enum { MAGIC = 0x4A695444, MAGIC_SWAPPED = 0x4454694A, VERSION = 1, ARCH_TIMESTAMP = 1 };
enum { CODE_LOAD, CODE_MOVE, CODE_DEBUG_INFO, CODE_CLOSE };
// No name is longer, and no list of lines; longer ones are damage.
enum { NAME_MAX_B = 64 * 1024, LINES_MAX_B = 64 * 1024 * 1024 };

typedef struct {
   UInt magic, version, size_B, machine, unused, pid;
   ULong time_ns, flags;
} Header;

typedef struct {
   UInt id, size_B; // of the whole record
   ULong time_ns;
} Prefix;

typedef struct {
   UInt pid, thread;
   ULong vma, start, size_B, index;
} Load; // followed by the name and by the code

typedef struct {
   UInt pid, thread;
   ULong vma, from, to, size_B, index;
} Move;

typedef enum { FINE, NO_JITDUMP, OTHER_BYTE_ORDER, OTHER_VERSION, DAMAGED } Fault;

struct Jitdump {
   HChar* file;
   Int pid;
   Bool has_header, has_times, is_closed, is_gone;
   Fault fault;         // nothing is read behind it
   Long read_B, file_B; // what was read, and the file's size then
   ULong begun_ns;
   UInt version;
   UInt n_lists, n_bad_lists; // of lines
   JitdumpLines lines;        // for the code that is loaded next
};

Bool jitdump_is_name(const HChar* file, Int pid)
{
   HChar name[32];
   VG_(sprintf)(name, "jit-%d.dump", pid);
   return VG_(strcmp)(VG_(basename)(file), name) == 0;
}

Jitdump* jitdump_new(const HChar* file, Int pid)
{
   Jitdump* d = VG_(calloc)("xg.jitdump", 1, sizeof *d);
   d->file = VG_(strdup)("xg.jitdump", file);
   d->pid = pid;
   d->begun_ns = clock_ns(VKI_CLOCK_MONOTONIC);
   return d;
}

const HChar* jitdump_file(const Jitdump* d)
{
   return d->file;
}

static Bool read_at(Int fd, Long at, void* to, SizeT size_B)
{
   return VG_(lseek)(fd, at, VKI_SEEK_SET) == at
          && VG_(read)(fd, to, (Int)size_B) == (Int)size_B;
}

static void take_header(Jitdump* d, Int fd)
{
   Header h;
   if (d->file_B < (Long)sizeof h || !read_at(fd, 0, &h, sizeof h)) return;
   d->has_header = True;
   d->has_times = !(h.flags & ARCH_TIMESTAMP);
   d->version = h.version;
   d->read_B = h.size_B;
   if (h.magic == MAGIC_SWAPPED)
      d->fault = OTHER_BYTE_ORDER;
   else if (h.magic != MAGIC)
      d->fault = NO_JITDUMP;
   else if (h.version != VERSION)
      d->fault = OTHER_VERSION;
   else if (h.size_B < sizeof h)
      d->fault = DAMAGED;
}

// When the code came, or 0 if the clock is not ours.
static ULong since_ns(const Jitdump* d, const Prefix* p)
{
   const Bool is_ours =
      d->has_times && p->time_ns >= d->begun_ns && p->time_ns <= clock_ns(VKI_CLOCK_MONOTONIC);
   return is_ours ? p->time_ns : 0;
}

static void set_lines(Jitdump* d, MadeCode* code)
{
   const Bool are_these = d->lines.n && d->lines.code == code->start;
   if (are_these && !jitdump_lines_give(&d->lines, code)) d->n_bad_lists++;
   jitdump_lines_clear(&d->lines);
}

// These return whether the record is as it should be.

static Bool take_load(Jitdump* d, Int fd, const Prefix* p)
{
   static HChar name[NAME_MAX_B];
   Load l;
   if (p->size_B < sizeof *p + sizeof l + 1) return False;
   const Long at = d->read_B + (Long)sizeof *p;
   SizeT name_B = p->size_B - sizeof *p - sizeof l;
   if (name_B > sizeof name) name_B = sizeof name;
   if (!read_at(fd, at, &l, sizeof l) || !read_at(fd, at + (Long)sizeof l, name, name_B))
      return False;
   const SizeT length = VG_(strnlen)(name, name_B);
   if (length == name_B || l.size_B > p->size_B - sizeof *p - sizeof l - length - 1)
      return False;
   if ((Int)l.pid != d->pid) return True; // a child's
   MadeCode* code = made_code_add(l.start, l.size_B, name, since_ns(d, p));
   if (code) set_lines(d, code);
   return True;
}

static Bool take_move(Jitdump* d, Int fd, const Prefix* p)
{
   Move m;
   if (p->size_B < sizeof *p + sizeof m) return False;
   if (!read_at(fd, d->read_B + (Long)sizeof *p, &m, sizeof m)) return False;
   const MadeCode* old = made_code_at(m.from, MADE_CODE_NOW);
   if ((Int)m.pid != d->pid || !old) return True;
   if (m.size_B > old->end - old->start) return False;
   const ULong since = since_ns(d, p);
   made_code_end(m.from, since);
   MadeCode* code = made_code_add(m.to, m.size_B, old->name, since);
   if (code) jitdump_lines_move(code, old);
   return True;
}

static Bool take_lines(Jitdump* d, Int fd, const Prefix* p)
{
   if (p->size_B > LINES_MAX_B) return False;
   const SizeT size_B = p->size_B - sizeof *p;
   UChar* body = VG_(malloc)("xg.jitdump", size_B + 1);
   const Bool is_read = read_at(fd, d->read_B + (Long)sizeof *p, body, size_B);
   d->n_lists++;
   if (is_read && !jitdump_lines_read(&d->lines, body, size_B)) d->n_bad_lists++;
   VG_(free)(body);
   return is_read;
}

static Bool take_record(Jitdump* d, Int fd, const Prefix* p)
{
   switch (p->id) {
   case CODE_LOAD: return take_load(d, fd, p);
   case CODE_MOVE: return take_move(d, fd, p);
   case CODE_DEBUG_INFO: return take_lines(d, fd, p);
   case CODE_CLOSE: d->is_closed = True; return True;
   default: return True; // how to unwind, and what other versions may have
   }
}

static void read_records(Jitdump* d, Int fd)
{
   Prefix p;
   while (!d->is_closed && d->read_B + (Long)sizeof p <= d->file_B) {
      if (!read_at(fd, d->read_B, &p, sizeof p)) return;
      const Bool is_whole = d->read_B + p.size_B <= d->file_B;
      if (p.size_B >= sizeof p && !is_whole) return;
      if (p.size_B < sizeof p || !take_record(d, fd, &p)) {
         d->fault = DAMAGED;
         return;
      }
      d->read_B += p.size_B;
   }
}

void jitdump_read(Jitdump* d)
{
   struct vg_stat st;
   if (d->fault || d->is_closed) return;
   const Int fd = VG_(fd_open)(d->file, VKI_O_RDONLY, 0);
   d->is_gone = fd < 0;
   if (d->is_gone) return;
   if (VG_(fstat)(fd, &st) == 0 && VKI_S_ISREG(st.mode) && st.size != d->file_B) {
      d->file_B = st.size;
      if (!d->has_header) take_header(d, fd);
      if (d->has_header && !d->fault) read_records(d, fd);
   }
   VG_(close)(fd);
}

void jitdump_say_faults(const Jitdump* d)
{
   static const HChar no_names[] = "functions made at run time have no names from it";
   const Bool is_cut = !d->is_closed && d->file_B && d->read_B != d->file_B;
   HChar what[160] = "";
   if (d->fault == NO_JITDUMP)
      VG_(sprintf)(what, "is no jitdump, as it does not begin with JiTD: %s", no_names);
   else if (d->fault == OTHER_BYTE_ORDER)
      VG_(sprintf)(what, "is a jitdump in the other byte order: %s", no_names);
   else if (d->fault == OTHER_VERSION)
      VG_(sprintf)
   (what, "is a jitdump of version %u, not %d: %s", d->version, VERSION, no_names);
   else if (d->fault == DAMAGED) VG_(sprintf)(
      what, "is damaged at byte %lld: what it lists from there on is left out", d->read_B);
   else if (d->is_gone) VG_(sprintf)(
      what, "cannot be opened any more: what it lists was read up to byte %lld", d->read_B);
   else if (is_cut) VG_(sprintf)(
      what, "ends within a record, at byte %lld: that record is left out", d->file_B);
   if (*what) VG_(umsg)("%s %s.\n", d->file, what);
   const UInt bad = d->n_bad_lists, all = d->n_lists;
   if (bad)
      VG_(umsg)("%s: %u of %u lists of lines are damaged, and left out.\n", d->file, bad, all);
}
