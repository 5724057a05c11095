// SPDX-License-Identifier: GPL-3.0-or-later
// Functions that allocate for their callers; see wrappers.h.
#include "memobj/wrappers.h"

Wrapper* wrappers_find(Wrappers* s, const char* function, const char* module)
{
   const uint64_t of_function = map_hash_string(function);
   const uint64_t of_module = map_hash_string(module);
   Wrapper* first = map_get(&s->by_name, of_function, of_module);
   for (Wrapper* w = first; w; w = w->next)
      if (host_strcmp(w->function, function) == 0 && host_strcmp(w->module, module) == 0)
         return w;
   s->arena.what = "memobj.wrappers";
   Wrapper* w = arena_alloc(&s->arena, sizeof *w);
   w->function = arena_strdup(&s->arena, function);
   w->module = arena_strdup(&s->arena, module);
   w->next = first;
   map_put(&s->by_name, of_function, of_module, w);
   return w;
}

static bool is_same_call(const WrapperCall* a, const WrapperCall* b)
{
   return a->stack == b->stack && a->frame == b->frame && a->return_to == b->return_to
          && a->since == b->since;
}

void wrappers_await(WrapperCalls* calls, const WrapperCall* c)
{
   if (calls->n && is_same_call(&calls->call[calls->n - 1], c)) {
      // Of two allocations it can return only one.
      c->wrapper->keeps = true;
      calls->n--;
      return;
   }
   if (c->wrapper->keeps || c->level >= WRAPPER_LEVELS || calls->n == WRAPPERS_AWAITED) return;
   calls->call[calls->n++] = *c;
}

WrapperCall wrappers_take(WrapperCalls* calls)
{
   XG_CHECK(calls->n);
   return calls->call[--calls->n];
}

void wrappers_moved(WrapperCalls* calls, uint64_t start)
{
   uint32_t n = 0;
   for (uint32_t i = 0; i < calls->n; i++)
      if (calls->call[i].start != start) calls->call[n++] = calls->call[i];
   calls->n = n;
}

static uint32_t n_kept(const Wrapper* w)
{
   return w->n_returns < WRAPPER_RETURNS ? w->n_returns : WRAPPER_RETURNS;
}

// Notes where a function has returned to, once.  At the second time the code there has run, and is asked at once: it may be
// gone at the end.
static void note_return(Wrapper* w, uint64_t address, ResultIsRead is_read)
{
   if (w->is_read) return;
   for (uint32_t i = 0; i < n_kept(w); i++)
      if (w->returns[i] == address) {
         w->is_read = is_read(address);
         return;
      }
   uint64_t* to = &w->returns[w->n_returns % WRAPPER_RETURNS];
   if (w->n_returns >= WRAPPER_RETURNS) w->is_read = is_read(*to);
   *to = address;
   w->n_returns++;
}

bool wrappers_judge(const WrapperCall* c, uint64_t result, ResultIsRead is_read)
{
   if (result - c->start >= c->size_B) {
      c->wrapper->keeps = true;
      return false;
   }
   note_return(c->wrapper, c->return_to, is_read);
   return true;
}

bool wrappers_hands_on(Wrapper* w, ResultIsRead is_read)
{
   if (w->keeps) return false;
   for (uint32_t i = 0; i < n_kept(w) && !w->is_read; i++) w->is_read = is_read(w->returns[i]);
   return w->is_read;
}
