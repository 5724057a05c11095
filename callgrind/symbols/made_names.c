// SPDX-License-Identifier: GPL-3.0-or-later
// Names of code made at run time; see made_names.h.
#include "callgrind/symbols/made_names.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_hashtable.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"
#include "pub_tool_xarray.h"

#include "callgrind/clock.h"
#include "callgrind/options/options.h"
#include "callgrind/symbols/jitdump.h"
#include "callgrind/symbols/perf_map.h"
#include "engine/engine.h"

// A block whose function has no name yet, or whose code has lines.
typedef struct MadeBlock {
   struct MadeBlock* next;
   UWord block; // the key
   ULong run_ns;
   const MadeCode* code; // NULL: not known yet
} MadeBlock;

static VgHashTable* blocks; // of MadeBlock
static XArray* dumps;       // of Jitdump*
static Int dumps_pid;       // whose they are

// --- jitdumps -------------------------------------------------------------------------------

static Jitdump* dump(Word i)
{
   return *(Jitdump**)VG_(indexXA)(dumps, i);
}

// A child's parent goes on writing; what the child has of it so far stays.
static Word n_dumps(void)
{
   return dumps && dumps_pid == VG_(getpid)() ? VG_(sizeXA)(dumps) : 0;
}

static void add_dump(const HChar* file)
{
   for (Word i = 0; i < n_dumps(); i++)
      if (VG_(strcmp)(jitdump_file(dump(i)), file) == 0) return;
   if (!n_dumps())
      dumps = VG_(newXA)(VG_(malloc), "xg.made_names", VG_(free), sizeof(Jitdump*));
   dumps_pid = VG_(getpid)();
   Jitdump* d = jitdump_new(file, dumps_pid);
   VG_(addToXA)(dumps, &d);
}

void made_names_after_syscall(UInt number, const UWord* args, SysRes result)
{
   if (number != __NR_mmap || options.compat || sr_isError(result)) return;
   const UWord protection = args[2], flags = args[3], offset = args[5];
   if (!(protection & VKI_PROT_EXEC) || (flags & VKI_MAP_ANONYMOUS) || offset) return;
   const NSegment* segment = VG_(am_find_nsegment)(sr_Res(result));
   const HChar* file = segment ? VG_(am_get_filename)(segment) : NULL;
   if (file && jitdump_is_name(file, VG_(getpid)())) add_dump(file);
}

Bool made_names_have_times(void)
{
   return n_dumps() > 0;
}

static void update(void)
{
   perf_map_read();
   for (Word i = 0; i < n_dumps(); i++) jitdump_read(dump(i));
}

// --- blocks ---------------------------------------------------------------------------------

const MadeCode* made_names_at(Addr address)
{
   update();
   const MadeCode* code = made_code_at(address, MADE_CODE_NOW);
   return code && *code->name ? code : NULL;
}

void made_names_note(Block* block, const MadeCode* made)
{
   if (made && !made->lines) return;
   if (!blocks) blocks = VG_(HT_construct)("xg.made_names");
   MadeBlock* m = VG_(malloc)("xg.made_names", sizeof *m);
   *m =
      (MadeBlock){.block = (UWord)block, .run_ns = clock_ns(VKI_CLOCK_MONOTONIC), .code = made};
   VG_(HT_add_node)(blocks, m);
}

static void give(MadeBlock* m)
{
   Block* b = (Block*)m->block;
   const MadeCode* code = made_code_at(b->start, m->run_ns);
   if (!code || !*code->name) return;
   m->code = code;
   SourceFile* file = b->function->file;
   if (code->lines) file = callgraph_file(&engine.graph, b->module, code->lines[0].file);
   callgraph_rename(&engine.graph, b->function, code->name, file);
}

void made_names_give(Bool is_end)
{
   if (blocks || n_dumps()) update();
   if (blocks) {
      VG_(HT_ResetIter)(blocks);
      for (MadeBlock* m; (m = VG_(HT_Next)(blocks)) != NULL;)
         if (!m->code) give(m);
   }
   for (Word i = 0; is_end && i < n_dumps(); i++) jitdump_say_faults(dump(i));
}

Bool made_names_position(const Block* block, Addr address, SourceFile** file, UInt* line)
{
   const MadeBlock* m = blocks ? VG_(HT_lookup)(blocks, (UWord)block) : NULL;
   const MadeLine* l = m && m->code ? made_code_line(m->code, address) : NULL;
   if (!l) return False;
   *file = callgraph_file(&engine.graph, block->module, l->file);
   *line = l->line;
   return True;
}
