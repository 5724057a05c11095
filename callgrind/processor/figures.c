// SPDX-License-Identifier: GPL-3.0-or-later
// Figures of a machine; see figures.h.
#include "callgrind/processor/figures.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"

#include "callgrind/options/options.h"
#include "cycles/predictor.h"

#define LATENCY(name, l)                                                                       \
   {                                                                                           \
      name, &options.latencies.cycles[l], 0, 100000, 1                                         \
   }
#define PAGE(name, l)                                                                          \
   {                                                                                           \
      name, &options.latencies.cycles[l], 0, 10000000, 1                                       \
   }
#define RATE(name, from)                                                                       \
   {                                                                                           \
      name, &options.processor.rate_mc[from], 0, 10000, CYCLE_MC                               \
   }
#define OF_L3(name, value, max, parts)                                                         \
   {                                                                                           \
      name, &value, 0, max, parts, &options.between[1]                                         \
   }
#define UNIT(name, kind)                                                                       \
   {                                                                                           \
      name, &options.processor.unit_mc[kind], 0, 1000, CYCLE_MC                                \
   }
#define TAKES(name, kind)                                                                      \
   {                                                                                           \
      name, &options.processor.operation_mc[kind], 0, 1000, CYCLE_MC                           \
   }

const Figures latency_figures = {
   {LATENCY("L2", LATENCY_L2), OF_L3("L3", options.latencies.cycles[LATENCY_L3], 100000, 1),
    LATENCY("LL", LATENCY_LL), LATENCY("memory", LATENCY_MEMORY), LATENCY("core", LATENCY_CORE),
    LATENCY("stlb", LATENCY_STLB), LATENCY("walk", LATENCY_WALK),
    LATENCY("walk-near", LATENCY_WALK_NEAR), PAGE("page", LATENCY_PAGE),
    PAGE("huge-page", LATENCY_HUGE_PAGE)}};
const Figures rate_figures = {
   {RATE("L2", FROM_L2),
    OF_L3("L3", options.processor.rate_mc[FROM_L3], 10000, CYCLE_MC),
    RATE("LL", FROM_LL),
    RATE("memory", FROM_MEMORY),
    {"L2-written", &options.processor.l2_written_mc, 0, 10000, CYCLE_MC},
    OF_L3("L3-written", options.processor.l3_written_mc, 10000, CYCLE_MC),
    {"LL-written", &options.processor.ll_written_mc, 0, 10000, CYCLE_MC},
    {"written", &options.processor.written_mc, 0, 10000, CYCLE_MC},
    {"filled", &options.processor.filled_mc, 0, 10000, CYCLE_MC},
    {"code", &options.processor.code_mc, 0, 10000, CYCLE_MC},
    {"code-next", &options.processor.code_next_mc, 0, 10000, CYCLE_MC},
    {"stride", &options.processor.strided_mc, 0, 10000, CYCLE_MC},
    {"set", &options.processor.set_mc, 0, 10000, CYCLE_MC},
    {"set-written", &options.processor.set_written_mc, 0, 10000, CYCLE_MC},
    {"set-changed", &options.processor.set_changed_mc, 0, 10000, CYCLE_MC},
    {"contended", &options.processor.contended_mc, 0, 10000, CYCLE_MC},
    {"contended-atomic", &options.processor.contended_atomic_mc, 0, 10000, CYCLE_MC}}};
const Figures unit_figures = {{UNIT("load", UNIT_LOAD), UNIT("vector-load", UNIT_VECTOR_LOAD),
                               UNIT("store", UNIT_STORE), UNIT("fadd", UNIT_FADD),
                               UNIT("fmul", UNIT_FMUL), UNIT("fdiv", UNIT_FDIV),
                               UNIT("fsqrt", UNIT_FSQRT), UNIT("idiv", UNIT_IDIV),
                               UNIT("branch", UNIT_BRANCH), UNIT("string", UNIT_STRING)}};
const Figures operation_figures = {
   {TAKES("load", OPERATION_LOAD), TAKES("fadd", OPERATION_FADD), TAKES("fmul", OPERATION_FMUL),
    TAKES("fdiv", OPERATION_FDIV), TAKES("fsqrt", OPERATION_FSQRT),
    TAKES("imul", OPERATION_IMUL), TAKES("idiv", OPERATION_IDIV),
    TAKES("atomic", OPERATION_ATOMIC), TAKES("vector", OPERATION_VECTOR),
    TAKES("forward-next", OPERATION_FORWARD_NEXT), TAKES("forward", OPERATION_FORWARD),
    TAKES("forward-vector", OPERATION_FORWARD_VECTOR),
    TAKES("forward-failed", OPERATION_FORWARD_FAILED),
    TAKES("string-short", OPERATION_STRING_SHORT), TAKES("string", OPERATION_STRING)}};
const Figures processor_figures = {
   {{"width", &options.processor.width, 1, 64, 1},
    {"window", &options.processor.window, 1, 10000, 1},
    {"misses", &options.processor.misses, 1, WINDOW_MISSES_MAX, 1},
    {"store-buffer", &options.processor.store_buffer, 1, 10000, 1},
    {"predictor", &options.processor.predictor, PREDICTOR_MIN, PREDICTOR_MAX, 1},
    {"walks", &options.processor.walks, 1, 64, 1},
    {"mispredict", &options.processor.mispredict_mc, 0, 1000, CYCLE_MC},
    {"clock", &options.processor.clock_MHz, 0, 100000, 1},
    {"LL-stays", &options.processor.ll_stays_kc, 0, 10000000, 1}}};

static UInt n_figures(const Figures* all)
{
   UInt n = 0;
   while (n < FIGURES_MAX && all->figure[n].name) n++;
   return n;
}

// Moves *p behind "NAME:" and returns its index; none: n_figures().
static UInt read_name(const HChar** p, const Figures* all)
{
   for (UInt i = 0; i < n_figures(all); i++) {
      const SizeT n = VG_(strlen)(all->figure[i].name);
      if (VG_(strncmp)(*p, all->figure[i].name, n) != 0 || (*p)[n] != ':') continue;
      *p += n + 1;
      return i;
   }
   return n_figures(all);
}

// Moves *p behind a number, with decimals as far as `parts` has room for them; False if there is none within bounds.
static Bool read_number(const HChar** p, const Figure* f, UInt* value)
{
   const HChar* s = *p;
   ULong n = 0;
   for (; *s >= '0' && *s <= '9' && n <= f->max; s++) n = n * 10 + (ULong)(*s - '0');
   const Bool any = s != *p;
   n *= f->parts;
   if (any && *s == '.' && f->parts > 1) {
      s++;
      for (UInt part = f->parts / 10; *s >= '0' && *s <= '9'; s++, part /= 10)
         n += part * (ULong)(*s - '0');
   }
   *p = s;
   *value = (UInt)n;
   return any && n >= (ULong)f->min * f->parts && n <= (ULong)f->max * f->parts;
}

static const HChar* names_expected(const Figures* all)
{
   static HChar text[FIGURES_TEXT_B];
   const UInt n = n_figures(all);
   Int at = VG_(sprintf)(text, "expected a number behind ");
   for (UInt i = 0; i < n; i++)
      at += (Int)VG_(snprintf)(text + at, (Int)sizeof text - at, "%s%s:",
                               i == 0       ? ""
                               : i + 1 == n ? " or "
                                            : ", ",
                               all->figure[i].name);
   return text;
}

static const HChar* bounds_of(const Figure* f)
{
   static HChar text[FIGURES_TEXT_B];
   VG_(snprintf)
   (text, sizeof text, "%s is a%s number from %u to %u", f->name, f->parts > 1 ? "" : " whole",
    f->min, f->max);
   return text;
}

const HChar* figures_parse(const HChar* text, const Figures* all)
{
   UInt value[FIGURES_MAX];
   Bool given[FIGURES_MAX] = {False};
   do {
      const UInt i = read_name(&text, all);
      if (i == n_figures(all)) return names_expected(all);
      if (!read_number(&text, &all->figure[i], &value[i])) return bounds_of(&all->figure[i]);
      if (*text && *text != ',') return "expected a comma between two figures";
      given[i] = True;
   } while (*text++);
   for (UInt i = 0; i < n_figures(all); i++)
      if (given[i]) *all->figure[i].value = value[i];
   return NULL;
}

// "4.25" for 4250 thousandths.
static Int write_number(HChar* to, Int room, const Figure* f)
{
   const UInt whole = *f->value / f->parts, part = *f->value % f->parts;
   if (!part) return (Int)VG_(snprintf)(to, room, "%u", whole);
   Int n = (Int)VG_(snprintf)(to, room, "%u.%03u", whole, part * (1000 / f->parts));
   while (to[n - 1] == '0') to[--n] = '\0';
   return n;
}

void figures_format(const Figures* all, HChar text[FIGURES_TEXT_B])
{
   Int at = 0;
   for (UInt i = 0; i < n_figures(all); i++) {
      const Figure* f = &all->figure[i];
      if (f->of && !f->of->size_B) continue;
      at += (Int)VG_(snprintf)(text + at, FIGURES_TEXT_B - at, "%s%s:", i ? "," : "", f->name);
      at += write_number(text + at, FIGURES_TEXT_B - at, f);
   }
}

// --- prefetchers --------------------------------------------------------------------------

enum { PREFETCHERS = 3 };
static const HChar* const prefetcher_name[PREFETCHERS] = {"stride", "stream", "adjacent"};

// Moves *p behind a name and returns its index; none: PREFETCHERS.
static UInt read_prefetcher(const HChar** p)
{
   for (UInt i = 0; i < PREFETCHERS; i++) {
      const SizeT n = VG_(strlen)(prefetcher_name[i]);
      if (VG_(strncmp)(*p, prefetcher_name[i], n) != 0) continue;
      if ((*p)[n] && (*p)[n] != ',') continue;
      *p += n;
      return i;
   }
   return PREFETCHERS;
}

const HChar* prefetchers_parse(const HChar* text, Processor* p)
{
   Bool given[PREFETCHERS] = {False};
   if (VG_(strcmp)(text, "none") != 0) do {
         const UInt i = read_prefetcher(&text);
         if (i == PREFETCHERS)
            return "expected none, or of stride,stream,adjacent those there are";
         given[i] = True;
      } while (*text++);
   p->stride = given[0];
   p->stream = given[1];
   p->adjacent = given[2];
   return NULL;
}

void prefetchers_format(const Processor* p, HChar text[FIGURES_TEXT_B])
{
   const Bool has[PREFETCHERS] = {p->stride, p->stream, p->adjacent};
   Int at = 0;
   for (UInt i = 0; i < PREFETCHERS; i++)
      if (has[i])
         at += (Int)VG_(snprintf)(text + at, FIGURES_TEXT_B - at, "%s%s", at ? "," : "",
                                  prefetcher_name[i]);
   if (!at) VG_(strcpy)(text, "none");
}

const Processor* chosen_processor(void)
{
   Processor* p = &options.processor;
   const UInt* l = options.latencies.cycles;
   const UInt near = options.between[0].size_B ? l[LATENCY_L2] : l[LATENCY_LL];
   p->latency_mc[FROM_L2] = near * CYCLE_MC;
   p->latency_mc[FROM_L3] = l[LATENCY_L3] * CYCLE_MC;
   p->latency_mc[FROM_LL] = l[LATENCY_LL] * CYCLE_MC;
   p->latency_mc[FROM_MEMORY] = l[LATENCY_MEMORY] * CYCLE_MC;
   p->latency_mc[FROM_CORE] = l[LATENCY_CORE] * CYCLE_MC;
   p->stlb_mc = (options.stlb.entries ? l[LATENCY_STLB] : l[LATENCY_WALK]) * CYCLE_MC;
   p->walk_mc = l[LATENCY_WALK] * CYCLE_MC;
   p->walk_near_mc = l[LATENCY_WALK_NEAR] * CYCLE_MC;
   p->page_mc = (ULong)l[LATENCY_PAGE] * CYCLE_MC;
   p->huge_page_mc = (ULong)l[LATENCY_HUGE_PAGE] * CYCLE_MC;
   return p;
}
