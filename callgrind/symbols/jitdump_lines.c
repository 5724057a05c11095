// SPDX-License-Identifier: GPL-3.0-or-later
// Lines of code in a jitdump; see jitdump_lines.h.
#include "callgrind/symbols/jitdump_lines.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"

typedef struct {
   ULong code, n;
} Head;

typedef struct {
   ULong address;
   UInt line, discriminator;
} Entry; // followed by the file's name

// Records are padded to a multiple of so many bytes, by some.
enum { ALIGNMENT_B = 8 };
// V8 adds the size of an ELF header, behind which perf once put the code, to addresses of lines.
enum { ELF_HEADER_B = 64 };

static Int by_address(const void* a, const void* b)
{
   const Addr x = ((const MadeLine*)a)->address, y = ((const MadeLine*)b)->address;
   return x < y ? -1 : x > y;
}

void jitdump_lines_clear(JitdumpLines* l)
{
   VG_(free)(l->line);
   *l = (JitdumpLines){0};
}

static Bool is_text(const HChar* name)
{
   for (; *name; name++)
      if ((UChar)*name < ' ' || *name == 0x7f) return False;
   return True;
}

// The file that a name in the record stands for; NULL: damaged.
static const HChar* file_of(const HChar* name, const MadeLine* before)
{
   static const HChar scheme[] = "file://";
   const SizeT n = sizeof scheme - 1;
   if (VG_(strcmp)(name, "\xff") == 0) return before ? before->file : NULL;
   if (!is_text(name)) return NULL;
   if (VG_(strncmp)(name, scheme, n) == 0 && name[n] == '/') name += n;
   return before && VG_(strcmp)(name, before->file) == 0 ? before->file : made_code_text(name);
}

// Returns where the entry ends, or 0: damaged.
static SizeT read_entry(JitdumpLines* l, const UChar* body, SizeT at, SizeT size_B)
{
   Entry e;
   if (size_B - at <= sizeof e) return 0;
   VG_(memcpy)(&e, body + at, sizeof e);
   at += sizeof e;
   const HChar* name = (const HChar*)body + at;
   const SizeT name_B = VG_(strnlen)(name, size_B - at);
   if (name_B == size_B - at) return 0;
   const HChar* file = file_of(name, l->n ? &l->line[l->n - 1] : NULL);
   if (!file) return 0;
   l->line[l->n++] = (MadeLine){e.address, file, e.line};
   return at + name_B + 1;
}

Bool jitdump_lines_read(JitdumpLines* l, const UChar* body, SizeT size_B)
{
   Head h;
   jitdump_lines_clear(l);
   if (size_B < sizeof h) return False;
   VG_(memcpy)(&h, body, sizeof h);
   if (h.n > size_B / sizeof(Entry)) return False;
   l->code = h.code;
   l->line = VG_(malloc)("xg.jitdump_lines", (SizeT)(h.n + 1) * sizeof *l->line);
   SizeT at = sizeof h;
   while (at && l->n < h.n) at = read_entry(l, body, at, size_B);
   if (at && size_B - at < ALIGNMENT_B) return True;
   jitdump_lines_clear(l);
   return False;
}

Bool jitdump_lines_give(JitdumpLines* l, MadeCode* code)
{
   VG_(ssort)(l->line, l->n, sizeof *l->line, by_address);
   const Bool is_v8 = VG_(strncmp)(code->name, "JS:", 3) == 0;
   if (is_v8 && l->line[0].address >= code->start + ELF_HEADER_B)
      for (UInt i = 0; i < l->n; i++) l->line[i].address -= ELF_HEADER_B;
   if (l->line[0].address < code->start || l->line[l->n - 1].address > code->end) return False;
   code->lines = l->line;
   code->n_lines = l->n;
   *l = (JitdumpLines){0};
   return True;
}

void jitdump_lines_move(MadeCode* code, const MadeCode* from)
{
   if (!from->n_lines) return;
   MadeLine* copy = VG_(malloc)("xg.jitdump_lines", from->n_lines * sizeof *copy);
   for (UInt i = 0; i < from->n_lines; i++) {
      copy[i] = from->lines[i];
      copy[i].address += code->start - from->start;
   }
   code->lines = copy;
   code->n_lines = from->n_lines;
}
