// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/merge/addition.h"

#include <string.h>

// Numbers in the sum of what the other profile has.
typedef struct {
   uint32_t *events, *names, *functions;
} Numbers;

// It belongs to the other profile, as adding may fail anywhere.
static uint32_t* room_for(Profile* p, uint32_t n)
{
   return arena_alloc(&p->arena, (n + (size_t)1) * sizeof(uint32_t));
}

static Numbers numbers_in(Profile* sum, Profile* p)
{
   Numbers in = {room_for(p, profile_events(p)), room_for(p, p->strings.n),
                 room_for(p, p->n_functions)};
   for (uint32_t e = 0; e < profile_events(p); e++)
      in.events[e] = profile_add_event(sum, p->events.text[e], p->events.length_B[e]);
   for (uint32_t i = 0; i < p->strings.n; i++)
      in.names[i] = strings_number(&sum->strings, p->strings.text[i], p->strings.length_B[i]);
   for (uint32_t f = 0; f < p->n_functions; f++) {
      const ProfileFunction* other = &p->functions[f];
      in.functions[f] = profile_function(sum, in.names[other->module], in.names[other->file],
                                         in.names[other->name]);
   }
   return in;
}

// The place of a row, which all kinds begin with.
static void set_place(const Numbers* in, uint64_t* to, const uint64_t* keys)
{
   to[COST_FUNCTION] = in->functions[keys[COST_FUNCTION]];
   to[COST_FILE] = in->names[keys[COST_FILE]];
   to[COST_ADDRESS] = keys[COST_ADDRESS];
   to[COST_LINE] = keys[COST_LINE];
}

static void add_costs(Rows* to, const Rows* from, const Numbers* in)
{
   uint64_t keys[COST_KEYS];
   for (uint32_t row = 0; row < from->n; row++) {
      set_place(in, keys, rows_keys(from, row));
      profile_add_figures(rows_at(to, keys), rows_figures(from, row), from->n_figures,
                          in->events);
   }
}

static void add_calls(Rows* to, const Rows* from, const Numbers* in)
{
   uint64_t keys[CALL_KEYS];
   for (uint32_t row = 0; row < from->n; row++) {
      const uint64_t* old = rows_keys(from, row);
      set_place(in, keys, old);
      keys[CALL_CALLEE] = in->functions[old[CALL_CALLEE]];
      keys[CALL_TO_ADDRESS] = old[CALL_TO_ADDRESS];
      keys[CALL_TO_LINE] = old[CALL_TO_LINE];
      uint64_t* figures = rows_at(to, keys);
      const uint64_t* more = rows_figures(from, row);
      profile_add(&figures[0], more[0]);
      profile_add_figures(figures + 1, more + 1, from->n_figures - 1, in->events);
   }
}

static void add_jumps(Rows* to, const Rows* from, const Numbers* in)
{
   uint64_t keys[JUMP_KEYS];
   for (uint32_t row = 0; row < from->n; row++) {
      const uint64_t* old = rows_keys(from, row);
      memcpy(keys, old, sizeof keys);
      set_place(in, keys, old);
      keys[JUMP_TO_FILE] = in->names[old[JUMP_TO_FILE]];
      keys[JUMP_TO_NAME] = in->names[old[JUMP_TO_NAME]];
      profile_add_figures(rows_at(to, keys), rows_figures(from, row), from->n_figures, NULL);
   }
}

const uint32_t* profile_add_other(Profile* sum, Profile* p)
{
   const Numbers in = numbers_in(sum, p);
   add_costs(&sum->costs, &p->costs, &in);
   add_calls(&sum->calls, &p->calls, &in);
   add_jumps(&sum->jumps, &p->jumps, &in);
   for (uint32_t f = 0; f < p->n_functions; f++) {
      sum->is_defined[in.functions[f]] |= p->is_defined[f];
      if (p->loops[f].iterations) profile_add_loop(sum, in.functions[f], &p->loops[f]);
   }
   profile_add_totals(sum, in.events, p->totals, p->n_totals);
   sampled_sets_add(&sum->sampled, sum->n_parts, &p->sampled, p->n_parts);
   sum->has_totals &= p->has_totals;
   sum->has_address |= p->has_address;
   sum->has_line |= p->has_line;
   return in.functions;
}
