// SPDX-License-Identifier: GPL-3.0-or-later
// The status of a run as text; see status_text.h.
#include "commands/control/status_text.h"

#include <string.h>

#include "commands/text/built.h"
#include "commands/text/kept.h"
#include "commands/text/message.h"
#include "commands/text/names.h"
#include "commands/text/numbers.h"
#include "commands/text/screen.h"
#include "commands/text/table.h"

enum { TITLE_COLUMNS = 14, INDENT = 2 };

// "2 (worker)"
static const char* thread_text(const char* number, const StatusThread* t)
{
   return t && t->name ? kept("%s (%s)", number, visible(t->name)) : number;
}

static bool is_on(const Status* s)
{
   return strcmp(s->instrumentation, "on") == 0;
}

// The names of the events, with blanks between them.
static const char* event_list(const Status* s)
{
   Built b = {0};
   for (uint32_t e = 0; e < s->n_events; e++)
      built_format(&b, "%s%s", e ? " " : "", s->events[e]);
   return built_kept(&b);
}

const char* status_brief(const Status* s)
{
   Built b = {0};
   built_format(&b, "instrumentation %s", visible(s->instrumentation));
   if (s->n_running)
      built_format(&b, ", %u thread%s", s->n_running, s->n_running == 1 ? "" : "s");
   if (s->has_part)
      built_format(&b, ", %llu part%s written", (unsigned long long)s->part,
                   s->part == 1 ? "" : "s");
   return built_kept(&b);
}

// --- statistics ----------------------------------------------------------------------------------

static void add_threads(Built* b, const Status* s)
{
   enum { DIGITS_MAX = 9 };
   if (!s->n_running) return;
   built_format(b, "  %-*s", TITLE_COLUMNS, "threads:");
   for (uint32_t i = 0; i < s->n_running; i++) {
      const char* number = s->running[i];
      const size_t n_B = strlen(number);
      uint32_t of = 0;
      const bool is_number = n_B <= DIGITS_MAX && strspn(number, "0123456789") == n_B;
      for (const char* digit = number; is_number && *digit; digit++)
         of = 10 * of + (uint32_t)(*digit - '0');
      built_format(b, "%s%s", i ? " " : "",
                   thread_text(visible(number), is_number ? status_thread(s, of) : NULL));
   }
   built_char(b, '\n');
}

const char* status_statistics(const Status* s)
{
   Built b = {0};
   add_threads(&b, s);
   if (!is_on(s)) {
      built_add(&b, "  nothing is counted, as instrumentation is off\n");
      return built_kept(&b);
   }
   uint32_t n;
   const char** lines = wrapped(event_list(s), screen_width() - INDENT - TITLE_COLUMNS, &n);
   for (uint32_t i = 0; i < n; i++)
      built_format(&b, "  %-*s%s\n", TITLE_COLUMNS, i ? "" : "events:", lines[i]);
   built_format(&b, "  functions:    %s, with callers %s\n", commas(s->functions),
                commas(s->contexts));
   built_format(&b, "  calls:        %s from %s call sites\n", commas(s->calls),
                commas(s->call_sites));
   built_format(&b, "  basic blocks: %s, executed %s times\n", commas(s->blocks),
                commas(s->executed_blocks));
   return built_kept(&b);
}

// --- events --------------------------------------------------------------------------------------

// Numbers of events, and whether somebody has asked for these.
typedef struct {
   uint32_t* at;
   uint32_t n;
   bool is_asked;
} Chosen;

static uint32_t event_called(const Status* s, const char* name)
{
   for (uint32_t e = s->n_events; e-- > 0;)
      if (strcmp(s->events[e], name) == 0) return e;
   fail("the event %s is not collected, only %s", printable(name), printable(event_list(s)));
}

// Commas at the end of a list do not count.
static Chosen chosen_events(const Status* s, const char* wanted)
{
   size_t n_B = wanted ? strlen(wanted) : 0;
   Chosen chosen = {.at = kept_room((n_B + s->n_events + 1) * sizeof *chosen.at)};
   if (!wanted) return chosen;
   while (n_B && wanted[n_B - 1] == ',') n_B--;
   chosen.is_asked = n_B > 0;
   const char* end = wanted + n_B;
   for (const char* word = wanted; word < end;) {
      const size_t comma = strcspn(word, ",");
      chosen.at[chosen.n++] = event_called(s, kept_copy(word, comma));
      word += comma + 1;
   }
   if (chosen.is_asked) return chosen;
   for (uint32_t e = 0; e < s->n_events; e++) chosen.at[chosen.n++] = e;
   return chosen;
}

// --- tables --------------------------------------------------------------------------------------

// Sets the columns of the events, with a row for each of the costs; NULL is a row without.  Events that nobody asked for are left out
// where there is no room, the last ones first.
static void event_columns(TableColumn* columns, const Status* s, const Chosen* chosen,
                          const StatusCosts* const* costs, uint32_t n)
{
   for (uint32_t c = 0; c < chosen->n; c++) {
      const uint32_t e = chosen->at[c];
      const char** values = kept_room((n + (size_t)1) * sizeof *values);
      for (uint32_t i = 0; i < n; i++)
         if (costs[i]) values[i] = commas(e < costs[i]->n ? costs[i]->of[e] : 0);
      columns[c] = (TableColumn){.title = visible(s->events[e]),
                                 .values = values,
                                 .priority = chosen->is_asked ? 0 : c + 1};
   }
}

static const char* text_of_table(TableColumn* columns, uint32_t n_columns, uint32_t n_rows)
{
   Table t = {.columns = columns, .n_columns = n_columns, .n_rows = n_rows, .indent = INDENT};
   table_fit(&t);
   return table_text(&t, "-e");
}

const char* status_events(const Status* s, const char* wanted)
{
   if (!is_on(s)) return "";
   const Chosen chosen = chosen_events(s, wanted);
   const StatusCosts** costs = kept_room((s->n_threads + (size_t)1) * sizeof *costs);
   const char** names = kept_room((s->n_threads + (size_t)1) * sizeof *names);
   uint32_t n = 0;
   for (const StatusThread* t = s->thread; t < s->thread + s->n_threads; t++) {
      if (!t->has_costs) continue;
      names[n] = kept("thread %s", thread_text(kept("%u", t->number), t));
      costs[n++] = &t->costs;
   }
   TableColumn* columns = kept_room((chosen.n + (size_t)1) * sizeof *columns);
   event_columns(columns, s, &chosen, costs, n);
   columns[chosen.n] =
      (TableColumn){.title = "since the last part, by", .values = names, .is_left = true};
   return text_of_table(columns, chosen.n + 1, n);
}

// The functions of a stack, for a column that takes the room left.
typedef struct {
   const char** names;
   uint32_t n;
} Functions;

static const char* const* short_functions_of(void* with, int columns)
{
   const Functions* f = with;
   return short_names(f->names, f->n, columns);
}

// How often the call was made, or which signal the handler is for.
static const char* how_called(const StatusFrame* call)
{
   if (!call) return "";
   if (call->signal) return kept("signal %s", call->signal);
   return call->has_calls ? commas(call->calls) : "";
}

// A row's cost is that of the call that led to its function, inclusive, so far; none is less than one above it, but for the
// handlers of signals, which are no part of what they interrupt.
static const char* stack_of(const Status* s, const StatusThread* t, const Chosen* chosen)
{
   const StatusCosts** costs = kept_room((t->n + (size_t)1) * sizeof *costs);
   const char** calls = kept_room((t->n + (size_t)1) * sizeof *calls);
   Functions functions = {kept_room((t->n + (size_t)1) * sizeof *functions.names), t->n};
   for (uint32_t i = 0; i < t->n; i++) {
      const StatusFrame* frame = &s->frame[t->first + t->n - 1 - i];
      const StatusFrame* call = i + 1 < t->n ? frame - 1 : NULL; // that has led to the frame
      functions.names[i] = frame->name;
      calls[i] = how_called(call);
      costs[i] = call ? &call->costs : t->outermost.of ? &t->outermost : NULL;
   }
   TableColumn* columns = kept_room((chosen->n + (size_t)2) * sizeof *columns);
   event_columns(columns, s, chosen, costs, t->n);
   columns[chosen->n] = (TableColumn){.title = "calls", .values = calls};
   columns[chosen->n + 1] = (TableColumn){
      .title = kept("function (thread %s)", thread_text(kept("%u", t->number), t)),
      .fit = short_functions_of,
      .with = &functions};
   return text_of_table(columns, chosen->n + 2, t->n);
}

const char* status_stacks(const Status* s, const char* wanted)
{
   if (!is_on(s)) return "";
   const Chosen chosen = chosen_events(s, wanted);
   Built b = {0};
   for (const StatusThread* t = s->thread; t < s->thread + s->n_threads; t++)
      if (t->has_costs) built_add(&b, stack_of(s, t, &chosen));
   return built_kept(&b);
}
