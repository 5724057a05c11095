// SPDX-License-Identifier: GPL-3.0-or-later
// Texts that differ; see distinct.h.
#include "commands/text/distinct.h"

#include <string.h>

#include "base/array.h"
#include "base/code_name.h"
#include "commands/text/counts.h"
#include "commands/text/kept.h"
#include "commands/text/screen.h"

enum {
   COLUMNS_MIN = 12, // less says nothing
   DOTS_COLUMNS = 6, // at both ends of a part
   CUTS = 4,         // places in which a whole text is cut
   PIECES = 4,       // around what tells it apart
};

#define BRIEF_PART                                                                             \
   0.6 // of a text that is a short name and what tells it from others: what the name has at most

// --- Parts of a text -----------------------------------------------------------------------------

static bool continues(char c)
{
   return ((unsigned char)c & 0xC0) == 0x80;
}

// A piece of a text from a character on, with dots where something is missing.
static const char* cut_piece(const char* text, int64_t from, int columns)
{
   if (from <= 0) return cut(text, columns, 0);
   text += from;
   while (continues(*text)) text++;
   return cut(kept("...%s", text), columns, 0);
}

// A short name in so many columns: its last part, if that fits, else the end.
static const char* end_of_name(const char* brief, int columns)
{
   const char* end = brief + strlen(brief);
   const char* start = NULL;
   for (const char* at = end; at >= brief; at--) {
      const bool is_start =
         at == brief || (at < end && at >= brief + 2 && at[-1] == ':' && at[-2] == ':');
      if (!is_start) continue;
      if (start && columns_of(at) > columns) break;
      start = at;
   }
   return cut(start, columns, 1);
}

// "__insertion_sort<>...tor<double*"
static const char* brief_and_piece(const DistinctItem* item, int columns)
{
   const char* brief = end_of_name(item->brief, (int)(columns * BRIEF_PART));
   const int room = columns - columns_of(brief), before = (room - DOTS_COLUMNS) / 2;
   if (columns_of(item->whole) <= columns || (int64_t)item->tells_at <= before)
      return cut(item->whole, columns, NAME_END);
   return kept("%s%s", brief, cut_piece(item->whole, (int64_t)item->tells_at - before, room));
}

// A piece of the text that tells it from all others: around the first character that does so, and before it.
static const char* telling_piece(const DistinctItem* item, uint32_t n, int columns)
{
   const int64_t at = (int64_t)item->tells_at;
   const int half = columns / 2;
   if (n == 0) return cut_piece(item->whole, at - (columns - DOTS_COLUMNS) * 2 / 3, columns);
   if (n == 1) return brief_and_piece(item, columns);
   const char* piece =
      cut_piece(item->whole, at - (columns - half - DOTS_COLUMNS) / 2, columns - half);
   return kept("%s%s", cut(n == 2 ? item->brief : item->whole, half, 0), piece);
}

// The start of a text up to what tells it from all others.
static const char* prefix_that_tells(const DistinctItem* item)
{
   if (item->tells_at + 4 >= strlen(item->whole)) return item->whole;
   size_t end = item->tells_at + 1;
   while (continues(item->whole[end])) end++;
   return kept("%.*s...", (int)end, item->whole);
}

// The texts that an item may have after all that it suggests itself; only the last ones may need more columns.
static const char* part_of(const DistinctItem* item, uint32_t n, int columns)
{
   static const double ends[CUTS] = {NAME_END, 0, 0.5, 1};
   // a short name beside what tells it apart, where there is one
   const uint32_t has_brief = strstr(item->brief, "<>") != NULL;
   if (n < has_brief) return brief_and_piece(item, columns);
   n -= has_brief;
   if (n < CUTS) return cut(item->whole, columns, ends[n]);
   n -= CUTS;
   const uint32_t pieces = columns_of(item->whole) <= columns ? 0 : PIECES;
   if (n < pieces) return telling_piece(item, n, columns);
   n -= pieces;
   if (n == 0) return prefix_that_tells(item);
   if (n == 1) return item->whole;
   return n == 2 ? kept("%s #%u", item->whole, item->number)
                 : kept("%s #%u (%u)", item->whole, item->number, n);
}

// --- Which text is whose ---------------------------------------------------------------------------

static int by_whole(const void* x, const void* y)
{
   const DistinctItem *a = *(DistinctItem*const*)x, *b = *(DistinctItem*const*)y;
   int sign = strcmp(a->whole, b->whole);
   for (int i = 0; i < 3 && !sign; i++) sign = strcmp(a->key[i], b->key[i]);
   return sign;
}

// How many bytes two texts have in common at their starts.
static size_t common(const char* x, const char* y)
{
   size_t n = 0;
   while (x[n] && x[n] == y[n]) n++;
   return n;
}

// Sets where each text begins to differ from all others, and its number among equal ones.
static void number_items(DistinctItem* items, uint32_t n)
{
   DistinctItem** sorted = host_alloc("commands.names", n * sizeof *sorted);
   for (uint32_t i = 0; i < n; i++) sorted[i] = &items[i];
   array_sort(sorted, n, sizeof *sorted, by_whole);
   size_t before = 0;
   for (uint32_t i = 0; i < n; i++) {
      DistinctItem* item = sorted[i];
      const size_t after = i + 1 < n ? common(item->whole, sorted[i + 1]->whole) : 0;
      item->tells_at = before > after ? before : after;
      const bool is_same = i && strcmp(item->whole, sorted[i - 1]->whole) == 0;
      item->number = is_same ? sorted[i - 1]->number + 1 : 1;
      before = after;
   }
   host_free(sorted);
}

static void set_brief(DistinctItem* item)
{
   item->brief = item->whole;
   if (!item->is_code) return;
   char* name = code_name(item->name);
   item->brief = kept_copy(name, strlen(name));
   host_free(name);
}

static void set_next_text(DistinctItem* item, uint32_t n, int columns)
{
   item->text = item->n_cuts ? NULL : item->suggests(item, n, columns);
   if (!item->text) item->text = part_of(item, item->n_cuts++, columns);
}

// In turn, items without a text take their next one; it is theirs if no other item has it or would take it now.
static void give_texts(DistinctItem* items, uint32_t n, int columns)
{
   DistinctItem** waiting = host_alloc("commands.names", n * sizeof *waiting);
   Counts taken = {0};
   uint32_t n_waiting = n;
   for (uint32_t i = 0; i < n; i++) waiting[i] = &items[i];
   for (uint32_t round = 0; n_waiting; round++) {
      Counts times = {0};
      if (round == 1) number_items(items, n);
      for (uint32_t i = 0; i < n_waiting; i++) {
         if (!round) set_brief(waiting[i]);
         set_next_text(waiting[i], round, columns);
         ++*count_of(&times, waiting[i]->text);
      }
      uint32_t still = 0;
      for (uint32_t i = 0; i < n_waiting; i++) {
         uint32_t* is_taken = count_of(&taken, waiting[i]->text);
         if (*is_taken || *count_of(&times, waiting[i]->text) > 1)
            waiting[still++] = waiting[i];
         else
            *is_taken = 1;
      }
      n_waiting = still;
      counts_clear(&times);
   }
   counts_clear(&taken);
   host_free(waiting);
}

// Those that are alike although their items are not are numbered.
static void give_whole_texts(DistinctItem* items, uint32_t n)
{
   Counts times = {0};
   for (uint32_t i = 0; i < n; i++) ++*count_of(&times, items[i].whole);
   number_items(items, n);
   for (DistinctItem* item = items; item < items + n; item++)
      item->text = *count_of(&times, item->whole) > 1
                      ? kept("%s #%u", item->whole, item->number)
                      : item->whole;
   counts_clear(&times);
}

void distinct_texts(DistinctItem* items, uint32_t n, int columns, bool full)
{
   if (full)
      give_whole_texts(items, n);
   else
      give_texts(items, n, columns < COLUMNS_MIN ? COLUMNS_MIN : columns);
}
