// SPDX-License-Identifier: GPL-3.0-or-later
// Translation of addresses; see translation.h.
#include "cachesim/translation.h"

static uint32_t code_page_shift(const TranslationConfig* c)
{
   return c->pages == PAGES_HUGE ? HUGE_PAGE_SHIFT : SMALL_PAGE_SHIFT;
}

void translation_init(Translation* t, const TranslationConfig* config, const Cache* d1)
{
   *t = (Translation){.config = *config};
   page_sizes_init(&t->pages, config->pages);
   if (config->itlb.entries) {
      uint32_t page_B = 1u << code_page_shift(config);
      Geometry g = {(uint64_t)config->itlb.entries * page_B, config->itlb.ways, page_B};
      code_cache_init(&t->itlb, &g, false);
   }
   if (config->dtlb.entries) {
      tlb_init(&t->dtlb, &config->dtlb);
      tlb_use_hot_slots(&t->dtlb, d1);
   }
   if (config->stlb.entries) tlb_init(&t->stlb, &config->stlb);
}

void translation_free(Translation* t)
{
   if (t->config.itlb.entries) code_cache_free(&t->itlb);
   if (t->config.dtlb.entries) tlb_free(&t->dtlb);
   if (t->config.stlb.entries) tlb_free(&t->stlb);
   page_sizes_free(&t->pages);
}

void translation_clear(Translation* t)
{
   if (t->config.itlb.entries) code_cache_clear(&t->itlb);
   if (t->config.dtlb.entries) tlb_clear(&t->dtlb);
   if (t->config.stlb.entries) tlb_clear(&t->stlb);
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
   for (uint64_t page = code_cache_start(c, address);; page = last) {
      CodeLine* line = code_cache_line(c, page);
      if (!line->used) {
         TranslatedBy by = ask_stlb(t, page_key_of(page, t->config.pages == PAGES_HUGE));
         if (by > farthest) farthest = by;
         code_cache_load(c, line);
      }
      line->used = c->now = time++;
      if (page == last) return farthest;
   }
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

void translation_check(const Translation* t)
{
   page_sizes_check(&t->pages);
   if (t->config.itlb.entries) code_cache_check(&t->itlb);
   if (t->config.dtlb.entries) tlb_check(&t->dtlb);
   if (t->config.stlb.entries) tlb_check(&t->stlb);
}
