// SPDX-License-Identifier: GPL-3.0-or-later
// Translation of addresses; see translation.h.
#include "cachesim/translation.h"

static uint32_t code_page_shift(const TranslationConfig* c)
{
   return c->pages == PAGES_HUGE ? HUGE_PAGE_SHIFT : SMALL_PAGE_SHIFT;
}

static Geometry itlb_geometry(const TranslationConfig* c)
{
   uint32_t page_B = 1u << code_page_shift(c);
   return (Geometry){(uint64_t)c->itlb.entries * page_B, c->itlb.ways, page_B};
}

static void init_parked(Translation* t)
{
   const TranslationConfig* c = &t->config;
   if (c->cores <= 1) return;
   XG_ASSERT(!t->dtlb.slots);
   t->n_parked = c->cores - 1;
   t->parked = host_zalloc("cachesim.tlbs", t->n_parked * sizeof *t->parked);
   Geometry itlb = itlb_geometry(c);
   if (c->itlb.entries) t->moving = parked_code_space(&t->itlb);
   for (uint32_t i = 0; i < t->n_parked; i++) {
      ParkedTlbs* p = &t->parked[i];
      p->core = i + 1;
      if (c->itlb.entries) parked_code_init(&p->itlb, &itlb, false);
      if (c->dtlb.entries) tlb_init(&p->dtlb, &c->dtlb);
      if (c->stlb.entries) tlb_init(&p->stlb, &c->stlb);
   }
}

void translation_init(Translation* t, const TranslationConfig* config, const Cache* d1)
{
   *t = (Translation){.config = *config};
   page_sizes_init(&t->pages, config->pages);
   Geometry itlb = itlb_geometry(config);
   if (config->itlb.entries) code_cache_init(&t->itlb, &itlb, false);
   if (config->dtlb.entries) {
      tlb_init(&t->dtlb, &config->dtlb);
      tlb_use_hot_slots(&t->dtlb, d1);
   }
   if (config->stlb.entries) tlb_init(&t->stlb, &config->stlb);
   init_parked(t);
}

void translation_free(Translation* t)
{
   if (t->config.itlb.entries) code_cache_free(&t->itlb);
   if (t->config.dtlb.entries) tlb_free(&t->dtlb);
   if (t->config.stlb.entries) tlb_free(&t->stlb);
   page_sizes_free(&t->pages);
   for (uint32_t i = 0; i < t->n_parked; i++) {
      ParkedTlbs* p = &t->parked[i];
      if (t->config.itlb.entries) parked_code_free(&p->itlb);
      if (t->config.dtlb.entries) tlb_free(&p->dtlb);
      if (t->config.stlb.entries) tlb_free(&p->stlb);
   }
   if (t->moving) host_free(t->moving);
   if (t->parked) host_free(t->parked);
   t->n_parked = 0;
}

void translation_clear(Translation* t)
{
   if (t->config.itlb.entries) code_cache_clear(&t->itlb);
   if (t->config.dtlb.entries) tlb_clear(&t->dtlb);
   if (t->config.stlb.entries) tlb_clear(&t->stlb);
   for (uint32_t i = 0; i < t->n_parked; i++) {
      ParkedTlbs* p = &t->parked[i];
      if (t->config.itlb.entries) code_cache_clear(&p->itlb.cache);
      if (t->config.dtlb.entries) tlb_clear(&p->dtlb);
      if (t->config.stlb.entries) tlb_clear(&p->stlb);
   }
}

// --- cores --------------------------------------------------------------------------------

static ParkedTlbs* parked_tlbs(const Translation* t, uint32_t core)
{
   for (uint32_t i = 0; i < t->n_parked; i++)
      if (t->parked[i].core == core) return &t->parked[i];
   return NULL;
}

static void swap(Tlb* a, Tlb* b)
{
   Tlb old = *a;
   *a = *b;
   *b = old;
}

void translation_run(Translation* t, uint32_t core)
{
   if (!t->n_parked || core == t->running) return;
   ParkedTlbs* p = parked_tlbs(t, core);
   XG_ASSERT(p);
   if (t->config.itlb.entries) parked_code_swap(&t->itlb, &p->itlb, t->moving);
   if (t->config.dtlb.entries) swap(&t->dtlb, &p->dtlb);
   if (t->config.stlb.entries) swap(&t->stlb, &p->stlb);
   p->core = t->running;
   t->running = core;
}

// --- requests -----------------------------------------------------------------------------

// A page is not in its first-level TLB.
static TranslatedBy ask_stlb(Translation* t, uint64_t key)
{
   if (!t->config.stlb.entries) return BY_WALK;
   TlbEntry* e = tlb_find(&t->stlb, key);
   TranslatedBy by = e ? BY_STLB : BY_WALK;
   if (!e) e = tlb_load(&t->stlb, key);
   e->used = ++t->stlb_requests;
   return by;
}

TlbEntry* translation_data_page(Translation* t, uint64_t key, TranslatedBy* by)
{
   TlbEntry* e = tlb_find(&t->dtlb, key);
   *by = BY_TLB;
   if (e) return e;
   *by = ask_stlb(t, key);
   return tlb_load(&t->dtlb, key);
}

TranslatedBy translation_data(Translation* t, uint64_t address, uint32_t size_B, uint64_t time)
{
   TranslatedBy farthest = BY_TLB, by;
   uint64_t last = page_key(&t->pages, address + size_B - 1);
   for (uint64_t key = page_key(&t->pages, address);; key = last) {
      translation_data_page(t, key, &by)->used = time++;
      if (by > farthest) farthest = by;
      if (key == last) return farthest;
   }
}

void translation_enter_slots(Translation* t, uint64_t address, uint32_t size_B)
{
   const Tlb* d = &t->dtlb;
   if (!d->slots) return;
   uint64_t last = (address + size_B - 1) >> d->line_shift;
   // Not the number counts up, but an address: after the last byte of memory comes the first one.
   for (;; address += 1ULL << d->line_shift) {
      uint64_t number = address >> d->line_shift;
      HotSlot* slot = &d->slots[number & (d->n_slots - 1)];
      TlbEntry* e = tlb_find(&t->dtlb, page_key(&t->pages, slot->line));
      // In a TLB of very few entries, a later page may have replaced that of the line.
      if (e && slot->line != NO_LINE)
         tlb_enter_slot(e, slot);
      else
         tlb_cool_slot(slot);
      if (number == last) return;
   }
}

TranslatedBy translation_fetch(Translation* t, uint64_t address, uint32_t size_B, uint64_t time)
{
   CodeCache* c = &t->itlb;
   TranslatedBy farthest = BY_TLB;
   uint64_t last = code_cache_start(c, address + size_B - 1);
   t->missed.n = 0;
   for (uint64_t page = code_cache_start(c, address);; page = last) {
      CodeLine* line = code_cache_line(c, page);
      if (!line->used) {
         uint64_t key = page_key_of(page, t->config.pages == PAGES_HUGE);
         TranslatedBy by = ask_stlb(t, key);
         t->missed.key[t->missed.n++] = key;
         if (by > farthest) farthest = by;
         code_cache_load(c, line);
      }
      line->used = c->now = time++;
      if (page == last) return farthest;
   }
}

TranslatedBy translation_fetch_missed(Translation* t, const MissedPages* missed)
{
   TranslatedBy farthest = BY_TLB;
   for (uint32_t i = 0; i < missed->n; i++) {
      TranslatedBy by = ask_stlb(t, missed->key[i]);
      if (by > farthest) farthest = by;
   }
   return farthest;
}

// --- huge pages ---------------------------------------------------------------------------

// Entries of pages whose size has changed stay until they are replaced, as in a processor that the
// system does not tell; but generated code must not note accesses to them.
void translation_request_huge(Translation* t, uint64_t start, uint64_t size_B)
{
   if (page_sizes_request(&t->pages, start, size_B)) tlb_cool_slots(&t->dtlb);
}

void translation_end_huge(Translation* t, uint64_t start, uint64_t size_B)
{
   if (page_sizes_end(&t->pages, start, size_B)) tlb_cool_slots(&t->dtlb);
}

void translation_forget(Translation* t, uint64_t start, uint64_t size_B)
{
   if (t->config.dtlb.entries) tlb_forget(&t->dtlb, start, size_B);
   if (t->config.stlb.entries) tlb_forget(&t->stlb, start, size_B);
   for (uint32_t i = 0; i < t->n_parked; i++) {
      if (t->config.dtlb.entries) tlb_forget(&t->parked[i].dtlb, start, size_B);
      if (t->config.stlb.entries) tlb_forget(&t->parked[i].stlb, start, size_B);
   }
}

void translation_check(const Translation* t)
{
   page_sizes_check(&t->pages);
   if (t->config.itlb.entries) code_cache_check(&t->itlb);
   if (t->config.dtlb.entries) tlb_check(&t->dtlb);
   if (t->config.stlb.entries) tlb_check(&t->stlb);
   for (uint32_t i = 0; i < t->n_parked; i++) {
      const ParkedTlbs* p = &t->parked[i];
      XG_ASSERT(p->core <= t->n_parked && p->core != t->running
                && parked_tlbs(t, p->core) == p);
      if (t->config.itlb.entries) code_cache_check(&p->itlb.cache);
      if (t->config.dtlb.entries) tlb_check(&p->dtlb);
      if (t->config.stlb.entries) tlb_check(&p->stlb);
   }
}
