// SPDX-License-Identifier: GPL-3.0-or-later
// The table of probes; see probes.h.
#include "engine/probes.h"

#include "engine/engine.h"

#define PROBE(name, is_on) extern const ProbeEvents name##_probe;
#include "engine/probes.def"
#undef PROBE

enum { PROBES_MAX = 32 };

ProbeEvents probes;

// Those that are on, then NULL.
static const ProbeEvents* on[PROBES_MAX + 1];

// For each event, a function that tells all of them.
#define EVENT(name, parameters, arguments)                                                     \
   static void tell_##name parameters                                                          \
   {                                                                                           \
      for (const ProbeEvents** p = on; *p; p++)                                                \
         if ((*p)->name) (*p)->name arguments;                                                 \
   }
#include "engine/probe_events.def"
#undef EVENT

void probes_init(const EngineConfig* c)
{
   uint32_t n = 0;
   probes = (ProbeEvents){0};
#define PROBE(name, is_on)                                                                     \
   if (is_on) on[n++] = &name##_probe;
#include "engine/probes.def"
#undef PROBE
   XG_ASSERT(n <= PROBES_MAX);
   on[n] = NULL;
   for (uint32_t i = 0; i < n; i++) {
#define EVENT(name, parameters, arguments)                                                     \
   if (on[i]->name) probes.name = probes.name ? tell_##name : on[i]->name;
#include "engine/probe_events.def"
#undef EVENT
   }
   if (probes.init) probes.init();
}
