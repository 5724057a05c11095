// SPDX-License-Identifier: GPL-3.0-or-later
// Latencies of the levels; see latencies.h.
#include "callgrind/machine/latencies.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"

static const HChar* const names[N_LATENCIES] = {
   [LATENCY_L2] = "L2",     [LATENCY_LL] = "LL",     [LATENCY_MEMORY] = "memory",
   [LATENCY_STLB] = "stlb", [LATENCY_WALK] = "walk",
};

// Moves *p behind "NAME:" and returns its latency, or N_LATENCIES.
static Latency read_name(const HChar** p)
{
   for (Latency i = 0; i < N_LATENCIES; i++) {
      const SizeT n = VG_(strlen)(names[i]);
      if (VG_(strncmp)(*p, names[i], n) != 0 || (*p)[n] != ':') continue;
      *p += n + 1;
      return i;
   }
   return N_LATENCIES;
}

// Moves *p behind a decimal number; False if there is none up to LATENCY_MAX.
static Bool read_cycles(const HChar** p, UInt* cycles)
{
   const HChar* s = *p;
   *cycles = 0;
   for (; *s >= '0' && *s <= '9'; s++) {
      *cycles = *cycles * 10 + (UInt)(*s - '0');
      if (*cycles > LATENCY_MAX) return False;
   }
   const Bool any = s != *p;
   *p = s;
   return any;
}

const HChar* latencies_parse(const HChar* text, Latencies* l)
{
   Latencies read = *l;
   do {
      const Latency i = read_name(&text);
      if (i == N_LATENCIES)
         return "expected cycles behind L2:, LL:, memory:, stlb: or walk:, such as "
                "L2:14,walk:40";
      if (!read_cycles(&text, &read.cycles[i])) return "cycles are numbers from 0 to 100000";
      if (*text && *text != ',') return "expected a comma between latencies";
   } while (*text++);
   *l = read;
   return NULL;
}

void latencies_format(const Latencies* l, HChar text[LATENCIES_TEXT_B])
{
   Int n = 0;
   for (Latency i = 0; i < N_LATENCIES; i++)
      n += (Int)VG_(snprintf)(text + n, LATENCIES_TEXT_B - n, "%s%s:%u", i ? "," : "", names[i],
                              l->cycles[i]);
}
