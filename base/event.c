// SPDX-License-Identifier: GPL-3.0-or-later
// Expansions of the table of events; see event.h.
#include "base/event.h"

#include <stddef.h>

static const char* const own_name[EV_COUNT] = {
#define EVENT(id, name, ...) [EV_##id] = name,
#include "base/events.def"
};

static const char* const callgrinds_name[EV_COUNT] = {
#define CALLGRINDS_NAME(id, name) [EV_##id] = name,
#include "base/events.def"
};

const char* event_name(Event e, bool callgrinds)
{
   return callgrinds && callgrinds_name[e] ? callgrinds_name[e] : own_name[e];
}

const EventInfo event_info[EV_COUNT] = {
#define KNOWN(text) NULL
#define EVENT(id, name, text, unit_, with_, ...)                                               \
   [EV_##id] = {.long_name = text, .with = with_, .unit = UNIT_##unit_},
#include "base/events.def"
};

// An event's column has its name, unit and conditions.
enum {
#define EVENT(id, name, text, unit, with, ...) WITH_##id = (with), UNIT_OF_##id = UNIT_##unit,
#include "base/events.def"
};

static const char* const object_only_name[OBJ_EVENTS] = {
#define OBJECT_ONLY(id, name, ...) [OBJ_##id] = name,
#include "base/events.def"
};

const ObjectInfo object_info[OBJ_EVENTS] = {
#define OBJECT(id, weight_)                                                                    \
   [OBJ_##id] = {                                                                              \
      .event = EV_##id, .with = WITH_##id, .unit = UNIT_OF_##id, .weight = WEIGHT_##weight_},
#define OBJECT_ONLY(id, name, unit_, with_, weight_)                                           \
   [OBJ_##id] = {                                                                              \
      .event = EV_COUNT, .with = with_, .unit = UNIT_##unit_, .weight = WEIGHT_##weight_},
#include "base/events.def"
};

const char* object_name(ObjectEvent column)
{
   uint8_t event = object_info[column].event;
   return event == EV_COUNT ? object_only_name[column] : own_name[event];
}

static const uint8_t beside[EV_COUNT] = {
#define EVENT_USE_2(id, ...) [EV_##id] = EV_BESIDE_##id,
#define EVENT_USE(id, ...) [EV_##id] = EV_BESIDE_##id,
#define EVENT_USE_L3(id, ...) [EV_##id] = EV_BESIDE_##id,
#define BESIDE(id) [EV_##id] = EV_BESIDE_##id,
#include "base/events.def"
};

Event event_in(Event e, uint32_t simulation)
{
   return simulation && beside[e] ? (Event)beside[e] : e;
}

uint32_t event_parts(Event e)
{
   return event_info[e].unit == UNIT_MILLICYCLES ? 1000 : 1;
}

uint64_t event_shown(Event e, uint64_t cost, ShownRest* rest)
{
   uint32_t parts = event_parts(e);
   if (parts == 1) return cost;
   if (rest) cost += rest->rest[e];
   if (rest) rest->rest[e] = (uint32_t)(cost % parts);
   return cost / parts;
}

uint32_t event_width(Event last)
{
   return last < (int)EV_WIDTH_PLAIN       ? EV_WIDTH_PLAIN
          : last < (int)EV_WIDTH_CACHE     ? EV_WIDTH_CACHE
          : last < (int)EV_WIDTH_HIERARCHY ? EV_WIDTH_HIERARCHY
          : last < (int)EV_WIDTH_CLASSES   ? EV_WIDTH_CLASSES
          : last < (int)EV_WIDTH_USE       ? EV_WIDTH_USE
          : last < (int)EV_WIDTH_USE_L3    ? EV_WIDTH_USE_L3
          : last < (int)EV_WIDTH_STORES    ? EV_WIDTH_STORES
          : last < (int)EV_WIDTH_ALL       ? EV_WIDTH_ALL
                                           : EV_WIDTH_BESIDE;
}
