// SPDX-License-Identifier: GPL-3.0-or-later
// Data by memory object; see accounts.h.
#include "engine/accounts.h"

#include "engine/charge_inl.h"
#include "engine/host.h"
#include "engine/use.h"

#define A (&engine.accounts)

static void choose_simulation(void)
{
   bool avx2 = engine.config.avx2;
   if (engine.config.cache_use) {
      A->data = avx2 ? use_data_avx2 : use_data;
      A->fetch_missed = avx2 ? use_fetch_missed_avx2 : use_fetch_missed;
   } else {
      A->data = avx2 ? engine_data_avx2 : engine_data;
      A->fetch_missed = avx2 ? engine_fetch_missed_avx2 : engine_fetch_missed;
   }
}

void accounts_init(void)
{
   objects_init(&A->set);
   A->arena = (Arena){.what = "engine.accounts"};
   A->nobody.object = A->unrecorded.object = A->set.unknown;
   A->now = &A->nobody;
   choose_simulation();
   A->capacity = 1024;
   A->account = port_alloc("engine.accounts", A->capacity * sizeof *A->account);
   A->account[A->n_accounts++] = &A->nobody;
}

// --- accounts -------------------------------------------------------------------------------

static Account* new_account(MemObject* o, const Site* site)
{
   if (A->n_accounts == A->capacity) {
      A->capacity *= 2;
      A->account =
         port_realloc("engine.accounts", A->account, A->capacity * sizeof *A->account);
   }
   Account* a = arena_alloc(&A->arena, sizeof *a);
   *a = (Account){.object = o, .site = site, .number = A->n_accounts, .next = o->accounts};
   o->accounts = a;
   A->account[A->n_accounts++] = a;
   map_put(&A->accounts, (uintptr_t)o, (uintptr_t)site, a);
   return a;
}

Account* accounts_forgotten(void)
{
   static MemObject none;
   if (!A->forgotten) A->forgotten = new_account(&none, NULL);
   return A->forgotten;
}

static Account* account_of(MemObject* o, const Site* site)
{
   Account* a = map_get(&A->accounts, (uintptr_t)o, (uintptr_t)site);
   return a ? a : new_account(o, site);
}

// --- views ----------------------------------------------------------------------------------

void accounts_make_views(Block* b)
{
   size_t views_B = sizeof(Views) + b->n_sites * sizeof(View);
   Views* v = arena_alloc(&A->arena, views_B + b->n_exits * sizeof v->runs[0]);
   *v = (Views){.block = b, .next = A->views, .runs = (uint64_t*)((uint8_t*)v + views_B)};
   for (uint32_t i = 0; i < b->n_sites; i++) v->view[i].account = &A->nobody;
   b->views = A->views = v;
}

bool accounts_count_runs(const Site* s)
{
   bool once_a_run = s->kind == SITE_READ || s->kind == SITE_WRITE;
   return once_a_run && !sampling_applies(&A->sampling, s->is_write);
}

static void settle(const Views* all, View* v)
{
   const Site* s = &all->block->sites[v - all->view];
   if (!accounts_count_runs(s)) return;
   uint64_t runs = all->runs[s->segment];
   v->account->cost[s->is_write ? OBJ_DW : OBJ_DR] += runs - v->since;
   v->since = runs;
}

void accounts_settle(void)
{
   for (Views* all = A->views; all; all = all->next)
      for (uint32_t i = 0; i < all->block->n_sites; i++) settle(all, &all->view[i]);
}

// Accesses from now on are the account's.
static void turn_to_account(const Views* all, View* v, Account* a)
{
   settle(all, v);
   v->account = a;
}

static void turn_away(View* v)
{
   if (!v->block) return;
   if (v->next) v->next->previous = v->previous;
   if (v->previous)
      v->previous->next = v->next;
   else
      v->block->watchers = v->next;
   v->block = NULL;
   v->size_B = 0;
}

static void turn_to(View* v, MemBlock* b)
{
   v->start = b->start;
   v->size_B = b->size_B;
   v->block = b;
   v->previous = NULL;
   v->next = b->watchers;
   if (v->next) v->next->previous = v;
   b->watchers = v;
}

void objects_disturbed(MemBlock* b)
{
   while (b->watchers) turn_away(b->watchers);
}

static bool collecting(void)
{
   return xg_now.strand->collect;
}

void accounts_entered(Block* b)
{
   Views* all = b->views;
   if (!all || all->off == !collecting()) return;
   all->off = !collecting();
   for (uint32_t i = 0; i < b->n_sites; i++) {
      View* v = &all->view[i];
      turn_away(v);
      turn_to_account(all, v, &A->nobody);
      v->start = 0;
      v->size_B = all->off ? UINT64_MAX : 0;
   }
}

static void look(const Views* all, View* v, const Site* site, uint64_t address)
{
   turn_away(v);
   v->size_B = 0;
   if (!collecting()) {
      turn_to_account(all, v, &A->nobody);
      return;
   }
   MemBlock* b = blocks_find(&A->set.map, address);
   if (!b || (b->is_region && !b->is_checked)) b = host_block(address);
   MemObject* o = b ? b->object : A->set.unknown;
   // Mostly another block of the same object.
   if (v->account->object != o || !v->account->number)
      turn_to_account(all, v, account_of(o, site));
   // Elsewhere in a region that blocks are cut from, an allocator may put one at any time.
   if (b && !b->is_cut) turn_to(v, b);
}

// True if the site has turned to another block.
XG_INLINE bool look_at(Site* site, uint64_t address)
{
   Views* all = site->block->views;
   View* v = &all->view[site->index];
   bool turns = address - v->start >= v->size_B;
   if (turns) look(all, v, site, address);
   A->now = v->account;
   return turns;
}

// --- accesses -------------------------------------------------------------------------------

// True if D1 need not be asked: the access is to the hot line of its set.
static bool is_hot(const Site* site, uint64_t address)
{
   bool in_use = engine.config.cache_use;
   const HotSlot* slots = in_use ? engine.uses.hot : engine.caches.d1_hot;
   const SetCache* d1 = in_use ? &engine.uses.d1.base : &engine.caches.d1;
   if (!slots || site->size_B > d1->geometry.line_B) return false;
   if (site->is_write && engine.config.caches.write_back) return false;
   const HotSlot* slot = &slots[set_cache_set(d1, address)];
   return address - slot->line <= d1->geometry.line_B - site->size_B;
}

void accounts_data(Site* site, uint64_t address)
{
   // For an access within the view, generated code asks only if it is not to the hot line.
   if (look_at(site, address) && is_hot(site, address)) return;
   A->data(site, address);
}

// Looks whose the access is, and counts it, if it is to be recorded.
XG_INLINE void record(Site* site, uint64_t address, bool taken)
{
   A->now = collecting() ? &A->unrecorded : &A->nobody;
   if (!taken) return;
   look_at(site, address);
   A->now->cost[site->is_write ? OBJ_DW : OBJ_DR]++;
}

void accounts_data_sampled(Site* site, uint64_t address)
{
   // In a run in which no access is due, generated code asks only if this is not to the hot line.
   bool due = A->sampling.left <= 0;
   record(site, address, due && sampling_takes(&A->sampling, site));
   if (due && is_hot(site, address)) return;
   A->data(site, address);
}

void accounts_data_maybe(Site* site, uint64_t address)
{
   bool sampled = sampling_applies(&A->sampling, site->is_write);
   record(site, address, !sampled || sampling_takes_single(&A->sampling));
   if (engine.config.cache_use)
      use_data_maybe(site, address);
   else
      engine_data_maybe(site, address);
}

static void look_at_code(const Site* site)
{
   A->now = collecting() ? account_of(A->set.code, site) : &A->nobody;
}

void accounts_fetch(Site* site, uint64_t address)
{
   look_at_code(site);
   if (engine.config.cache_use)
      use_fetch(site, address);
   else
      engine_fetch(site, address);
}

void accounts_fetch_missed(Site* site, CodeLine* first, uint64_t address)
{
   look_at_code(site);
   A->fetch_missed(site, first, address);
}

// --- all of them ----------------------------------------------------------------------------

void accounts_zero(void)
{
   accounts_settle();
   port_memset(A->unrecorded.cost, 0, sizeof A->unrecorded.cost);
   for (uint32_t i = 0; i < A->n_accounts; i++)
      port_memset(A->account[i]->cost, 0, sizeof A->account[i]->cost);
}

void accounts_sum(uint64_t cost[OBJ_EVENTS])
{
   port_memcpy(cost, A->unrecorded.cost, OBJ_EVENTS * sizeof cost[0]);
   for (uint32_t i = 1; i < A->n_accounts; i++) {
      if (A->account[i] == A->forgotten) continue;
      for (int e = 0; e < OBJ_EVENTS; e++) cost[e] += A->account[i]->cost[e];
   }
}
