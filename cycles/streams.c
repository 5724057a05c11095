// SPDX-License-Identifier: GPL-3.0-or-later
// What prefetchers recognise; see streams.h.
#include "cycles/streams.h"

enum {
   LINE_SHIFT = 6,
   PAGE_SHIFT = 12,
   LINES_OF_PAGE = 1 << (PAGE_SHIFT - LINE_SHIFT),
   RECOGNISED = 2, // steps in one direction after which a prefetcher goes ahead
   SKIPPED = 3,    // lines that a step may leave out, as they hit
   STRIDE_MAX_B = 2048
};

// Whether the page's last misses lead to this one.
static bool is_in_stream(PageStream* s, uint64_t page, uint8_t line, const Processor* p)
{
   if (s->page != page) {
      *s = (PageStream){.page = page, .line = line};
      return false;
   }
   int step = line - s->line;
   bool is_pair = p->adjacent && (line ^ 1) == s->line;
   s->line = line;
   if (step == 0) return true; // it was there a moment ago
   int8_t direction = step > 0 ? 1 : -1;
   bool near = step * direction <= SKIPPED;
   if (direction != s->direction || !near) {
      s->direction = direction;
      s->length = near;
      return is_pair;
   }
   if (s->length < RECOGNISED) s->length++;
   return is_pair || (p->stream && s->length >= RECOGNISED);
}

static bool is_stride(Stride* s, const void* instruction, uint64_t address)
{
   if (s->instruction != instruction) {
      *s = (Stride){.instruction = instruction, .address = address};
      return false;
   }
   int64_t distance = (int64_t)(address - s->address);
   bool same_page = address >> PAGE_SHIFT == s->address >> PAGE_SHIFT;
   bool same = distance == s->distance && distance <= STRIDE_MAX_B && distance >= -STRIDE_MAX_B;
   s->address = address;
   s->distance = distance;
   s->times = !same ? 0 : s->times < RECOGNISED ? s->times + 1 : s->times;
   return s->times >= RECOGNISED && same_page;
}

bool streams_missed(Streams* s, const Processor* p, const void* instruction, uint64_t address)
{
   bool was = false;
   if (p->stream || p->adjacent) {
      uint64_t page = address >> PAGE_SHIFT;
      uint8_t line = (address >> LINE_SHIFT) % LINES_OF_PAGE;
      PageStream* stream = &s->stream[(page ^ page >> 6) % STREAMS];
      was = is_in_stream(stream, page, line, p);
   }
   if (p->stride)
      was |= is_stride(&s->stride[(uintptr_t)instruction / 32 % STRIDES], instruction, address);
   return was;
}
