// SPDX-License-Identifier: GPL-3.0-or-later
// Events in words; see event_names.h.
#include "commands/profile/event_names.h"

#include <string.h>

#include "base/event.h"
#include "commands/profile/event_line.h"
#include "commands/text/kept.h"

// Profiles have "event:" lines with the long names of all events but those that KCachegrind knows, and times, whose lines say
// the unit; these are not known from elsewhere.
typedef struct {
   const char* name;
   uint8_t unit; // EventUnit
   const char* own_text;
   const char* known_text;
} Title;
static const Title titles[] = {
#define KNOWN(text) NULL, text
#define EVENT(id, name, text, unit, ...) {name, UNIT_##unit, text},
#include "base/events.def"
   // of Callgrind's profiles alone
   {"allocCount", UNIT_COUNT, NULL, "Allocations"},
   {"allocSize", UNIT_BYTES, NULL, "Bytes allocated"},
};

static const char* known_title(const char* name)
{
   for (size_t i = 0; i < sizeof titles / sizeof titles[0]; i++) {
      const Title* t = &titles[i];
      if (strcmp(t->name, name) != 0) continue;
      if (t->known_text) return t->known_text;
      return t->unit == UNIT_TIME || t->unit == UNIT_NANOSECONDS ? t->own_text : NULL;
   }
   return NULL;
}

const char* event_title(const Profile* p, const char* name)
{
   const char* line = profile_event_text(p, name);
   size_t n;
   const char* own = line ? event_long_name(line, &n) : NULL;
   if (own) return kept_copy(own, n);
   const char* known = known_title(name);
   return known ? known : name;
}

const char* name_and_title(const Profile* p, const char* name)
{
   const char* title = event_title(p, name);
   return strcmp(title, name) == 0 ? name : kept("%s, %s", name, title);
}

static bool has_event(const char* const* events, uint32_t n, const char* name)
{
   for (uint32_t i = 0; i < n; i++)
      if (strcmp(events[i], name) == 0) return true;
   return false;
}

const char* usual_event(const char* const* events, uint32_t n)
{
   if (has_event(events, n, "CEst") && has_event(events, n, "CyBase")) return "CEst";
   if (has_event(events, n, "Ir")) return "Ir";
   return n ? events[0] : NULL;
}
