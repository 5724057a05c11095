// SPDX-License-Identifier: GPL-3.0-or-later
//
// Probes: analyses that are told what happens, each in a folder of engine/ of its own.  None knows another one.
//
// probes.def says which of them are on in a configuration; a probe says which of the events (probe_events.def) it is to be
// told.  The table `probes` has, by event, the function to call: the probe's own, if one is told; one that tells all of them, if there
// are several; NULL, if there is none, so that nobody pays for what nobody asks.  Generated code calls the same functions.
//
// Contract: what is asked at each access or miss (the timeline's samples, walks, sharing) is called directly, behind a flag.
//
//    const ProbeEvents stores_probe = {.init = init, .check = check};   // and its row in probes.def
//    probes_init(&engine.config);
//    if (probes.check) probes.check();
#ifndef XG_ENGINE_PROBES_H
#define XG_ENGINE_PROBES_H

#include "cachesim/line_use.h"
#include "callgraph/model.h"
#include "engine/entry_points.h"

struct EngineConfig;
typedef struct TimelineSample TimelineSample;

// By event, whom it is told; NULL: nobody.
typedef struct {
#define EVENT(name, parameters, arguments) void(*name) parameters;
#include "engine/probe_events.def"
#undef EVENT
} ProbeEvents;

// Those of the probes that are on.
extern ProbeEvents probes;

// Fills in the table and tells `init`; by engine_init().
void probes_init(const struct EngineConfig* c);

#endif
