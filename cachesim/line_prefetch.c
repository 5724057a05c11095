// SPDX-License-Identifier: GPL-3.0-or-later
// Prefetchers of a cache; see line_prefetch.h.
#include "cachesim/line_prefetch.h"

void line_prefetch_init(LinePrefetcher* p, PrefetchKind kind, uint32_t line_shift)
{
   *p = (LinePrefetcher){.kind = kind, .line_shift = line_shift};
}

// --- streams ------------------------------------------------------------------------------

// Whether line number n belongs to the stream: it is its last one, or further on.
static bool belongs(const LineStream* s, uint64_t n)
{
   if (!s->run) return false;
   uint64_t up = n - s->last, down = s->last - n;
   return (s->step >= 0 && up <= STREAM_WINDOW_LINES)
          || (s->step <= 0 && down <= STREAM_WINDOW_LINES);
}

static LineStream* stream_of(LinePrefetcher* p, uint64_t n)
{
   LineStream* oldest = p->stream;
   for (LineStream* s = p->stream; s < p->stream + LINE_STREAMS; s++) {
      if (belongs(s, n)) return s;
      if (s->time < oldest->time) oldest = s;
   }
   *oldest = (LineStream){.last = n};
   return oldest;
}

static bool observe_stream(LinePrefetcher* p, uint64_t n, uint64_t* wanted)
{
   LineStream* s = stream_of(p, n);
   s->time = ++p->time;
   if (s->run && n == s->last) return false;
   if (s->run) s->step = n - s->last <= STREAM_WINDOW_LINES ? 1 : -1;
   if (s->run < STREAM_RUN) s->run++;
   s->last = n;
   *wanted = (n + (uint64_t)(s->step * STREAM_DISTANCE_LINES)) << p->line_shift;
   return s->run == STREAM_RUN;
}

// --- all ----------------------------------------------------------------------------------

bool line_prefetch_observe(LinePrefetcher* p, uint64_t line, uint64_t* wanted)
{
   if (p->kind == PREFETCH_STREAM) return observe_stream(p, line >> p->line_shift, wanted);
   *wanted = line + (1ULL << p->line_shift);
   return p->kind == PREFETCH_NEXT_LINE;
}

bool line_prefetch_observe_instr(LinePrefetcher* p, uint64_t instr, uint64_t address,
                                 uint64_t* wanted)
{
   if (p->kind != PREFETCH_STRIDE || !instr) return false;
   InstrStride* s = &p->stride[instr % STRIDE_INSTRS];
   if (s->instr != instr) {
      *s = (InstrStride){instr, address, 0};
      return false;
   }
   uint64_t stride = address - s->last;
   if (stride == 0) return false;
   bool again = stride == s->stride;
   s->last = address;
   s->stride = stride;
   *wanted = (address + stride) >> p->line_shift << p->line_shift;
   return again;
}
