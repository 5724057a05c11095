// SPDX-License-Identifier: GPL-3.0-or-later
// Findings about stores; see store_findings.h.
#include "callgrind/summary/store_findings.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"

#include "base/code_name.h"
#include "base/pattern.h"
#include "cachesim/cache.h"
#include "callgrind/ownership/allocator_names.h"
#include "callgrind/result_files/dump.h"
#include "callgrind/summary/findings.h"
#include "callgrind/summary/metrics.h"
#include "callgrind/summary/size_text.h"
#include "writers/store_data.h"

enum { TEXT_B = 1024, PLACE_COLUMNS = 20, LEAST_PERCENT = 1 };

// "NAME (FILE:LINE)" in at most so many columns, the name alone where there is too little room; the line of a library's code is that of its call.
static void code_text(HChar to[TEXT_B], Int room, const StoreCode* c)
{
   const CodePosition* p = c->is_called ? &c->call : &c->code;
   HChar text[TEXT_B], place[SHORT_TEXT_B], name[SHORT_TEXT_B];
   if (p->line)
      VG_(snprintf)(text, TEXT_B, "%s:%u", VG_(basename)(p->file), p->line);
   else
      VG_(snprintf)(text, TEXT_B, "%s", VG_(basename)(p->function->file->module->name));
   short_text_end(place, PLACE_COLUMNS, text);
   code_name_short(name, SHORT_TEXT_COLUMNS_MAX, c->code.name);
   const Bool fits = short_text_columns(name) + short_text_columns(place) + 3 <= room;
   if (!fits) code_name_short(name, room, c->code.name);
   VG_(snprintf)(to, TEXT_B, "%s", name);
   if (fits) VG_(snprintf)(to, TEXT_B, "%s (%s)", name, place);
}

// Whether the code is the allocator's own: a function that allocates or frees, or a part of one in a library.
static Bool is_allocator(const StoreCode* c)
{
   static const HChar* const parts[] = {
      "_int_malloc*",  "_int_free*",  "_int_realloc*", "_int_memalign*", "malloc_consolidate*",
      "unlink_chunk*", "sysmalloc*",  "systrim*",      "tcache_*", // glibc
      "__GI_*alloc*",  "__GI_*free*", "je_*alloc*",    "je_*free*",      "mi_*alloc*",
      "mi_*free*"};
   if (allocator_named(c->code.name)) return True;
   for (UInt i = 0; i < sizeof parts / sizeof parts[0]; i++)
      if (pattern_describes(parts[i], c->code.name)) return True;
   return False;
}

// The pair with the most bytes, but those that an allocator writes for itself: its headers nobody else can spare.
static const StoreRow* most_overwritten(const StoreReport* r)
{
   for (const StoreRow* row = r->row; row < r->row + r->n; row++)
      if (!is_allocator(row->first) || !is_allocator(row->second)) return row;
   return NULL;
}

// The two lines with the most bytes, where these are a hundredth of all that is stored; whether they are.
static Bool add_overwritten(EndLines* l, ULong stored_B)
{
   StoreReport r = store_data_new();
   const StoreRow* most = most_overwritten(&r);
   const Bool is_told = most && 100 * most->bytes >= LEAST_PERCENT * stored_B;
   if (is_told) {
      HChar size[SIZE_TEXT_B], first[TEXT_B], second[TEXT_B];
      size_text_rough(size, most->bytes);
      const Int room = end_lines_room() - (Int)VG_(strlen)(size)
                       - (Int)VG_(strlen)("Overwritten unread:  of , by ");
      code_text(second, room / 2, most->second);
      code_text(first, room - short_text_columns(second), most->first);
      end_lines_add(l, END_FINDING, "Overwritten unread: %s of %s, by %s", size, first, second);
   }
   store_data_free(&r);
   return is_told;
}

void store_findings_add(EndLines* l, const uint64_t* sums)
{
   HChar head[TEXT_B], shorter[TEXT_B], share[SHARE_B], size[SIZE_TEXT_B];
   const Bool is_overwritten_told = add_overwritten(l, sums[EV_SB]);
   if (sums[EV_SBDEAD] && 100 * sums[EV_SBDEAD] >= LEAST_PERCENT * sums[EV_SB]) {
      finding_share(share, sums[EV_SBDEAD], sums[EV_SB]);
      // Those overwritten were never read either, and are not among these.
      const HChar* further = is_overwritten_told ? "A further " : "";
      VG_(sprintf)(head, "%s%s of the bytes stored were never read", further, share);
      VG_(sprintf)(shorter, "%s%s of bytes stored never read", further, share);
      finding_add_in_function(l, head, shorter, METRIC_NEVER_READ);
   }
   const ULong loaded_B = dump_bytes_evicted(LEVEL_LL - 1);
   if (!sums[EV_SBLOAD] || 100 * sums[EV_SBLOAD] < LEAST_PERCENT * loaded_B) return;
   size_text_rough(size, sums[EV_SBLOAD]);
   VG_(sprintf)
   (head, "%s loaded only to be overwritten (non-temporal stores load nothing)", size);
   VG_(sprintf)(shorter, "%s loaded only to be overwritten", size);
   finding_add_in_function(l, head, shorter, METRIC_ONLY_STORED);
}
