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

// Whether the line came with its neighbour; if not, that one comes with it.
static bool takes_beside(PageStream* s, int8_t line, bool adjacent)
{
   if (!adjacent) return false;
   uint64_t it = 1ULL << line, neighbour = 1ULL << (line ^ 1);
   bool is = s->beside & it;
   s->beside = is ? s->beside & ~it : s->beside | neighbour;
   return is;
}

// Lines that come for this one, as the page's last misses lead to it; 0: they do not.
static uint32_t lines_in_stream(PageStream* s, uint64_t page, int8_t line, bool stream,
                                bool adjacent)
{
   if (s->page != page) {
      *s = (PageStream){.page = page, .line = line};
      return takes_beside(s, line, adjacent);
   }
   int step = line - s->line;
   bool is_pair = takes_beside(s, line, adjacent);
   s->line = line;
   if (step == 0) return 0; // it was there a moment ago, and no prefetcher brings it again
   int8_t direction = step > 0 ? 1 : -1;
   bool near = step * direction <= SKIPPED;
   if (direction != s->direction || !near) {
      s->direction = direction;
      s->length = near;
      return is_pair;
   }
   if (s->length < RECOGNISED) s->length++;
   if (stream && s->length >= RECOGNISED) return (uint32_t)(step * direction);
   return is_pair;
}

static bool is_stride(Stride* s, uint64_t instruction, uint64_t address)
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

// A place for a page or an instruction, wherever arrays and functions begin.
static uint64_t spread(uint64_t what, uint32_t places_log2)
{
   return what * 0x9E3779B97F4A7C15 >> (64 - places_log2);
}

static PageStream* place_of(Streams* s, uint64_t page)
{
   return &s->stream[spread(page, STREAMS_LOG2)];
}

// The stream of a page; one that comes in from the page before, or behind, goes on.
static PageStream* stream_of(Streams* s, uint64_t page, int8_t line)
{
   PageStream* now = place_of(s, page);
   if (now->page == page || (line && line != LINES_OF_PAGE - 1)) return now;
   uint64_t other = line ? page + 1 : page - 1;
   const PageStream* before = place_of(s, other);
   if (before->page != other || before->line != LINES_OF_PAGE - 1 - line) return now;
   *now = (PageStream){.page = page,
                       .line = line ? LINES_OF_PAGE : -1,
                       .direction = before->direction,
                       .length = before->length};
   return now;
}

Announced streams_missed(Streams* s, const Processor* p, uint64_t instruction, uint64_t address,
                         ServedFrom from)
{
   Announced a = {0};
   bool adjacent = p->adjacent && from != FROM_L2;
   if (p->stream || adjacent) {
      uint64_t page = address >> PAGE_SHIFT;
      int8_t line = (address >> LINE_SHIFT) % LINES_OF_PAGE;
      a.lines = lines_in_stream(stream_of(s, page, line), page, line, p->stream, adjacent);
   }
   if (p->stride) {
      bool is = is_stride(&s->stride[spread(instruction, STRIDES_LOG2)], instruction, address);
      if (is && !a.lines && (from != FROM_MEMORY || p->strided_mc))
         a = (Announced){.lines = 1, .is_strided = true};
   }
   return a;
}
