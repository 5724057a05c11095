// SPDX-License-Identifier: GPL-3.0-or-later
// The table of probes; see probes.h.
#include "engine/probes.h"

#include "engine/engine.h"

#define PROBE(name) extern const Probe name##_probe;
#include "engine/probes.def"
#undef PROBE

static const Probe* const all[] = {
#define PROBE(name) &name##_probe,
#include "engine/probes.def"
#undef PROBE
};
enum { PROBES = sizeof all / sizeof all[0] };

ProbeEvents probes;

// Those that are on, then NULL.
static const Probe* on[PROBES + 1];

// For each event, a function that tells all of them.
#define EVENT(name, parameters, arguments)                                                     \
   static void tell_##name parameters                                                          \
   {                                                                                           \
      for (const Probe** p = on; *p; p++)                                                      \
         if ((*p)->told.name) (*p)->told.name arguments;                                       \
   }
#include "engine/probe_events.def"
#undef EVENT

void probes_init(const EngineConfig* c)
{
   uint32_t n = 0;
   probes = (ProbeEvents){0};
   for (uint32_t i = 0; i < PROBES; i++)
      if (all[i]->is_on(c)) on[n++] = all[i];
   on[n] = NULL;
   for (uint32_t i = 0; i < n; i++) {
      const ProbeEvents* told = &on[i]->told;
#define EVENT(name, parameters, arguments)                                                     \
   if (told->name) probes.name = probes.name ? tell_##name : told->name;
#include "engine/probe_events.def"
#undef EVENT
   }
   if (probes.init) probes.init();
}
