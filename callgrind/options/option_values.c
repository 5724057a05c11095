// SPDX-License-Identifier: GPL-3.0-or-later
// Values of options; see option_values.h.
#include "callgrind/options/option_values.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"

static HChar sentence[256];

static const HChar* bad(const HChar* what, const HChar* reason)
{
   VG_(snprintf)(sentence, sizeof sentence, "Bad %s: %s.", what, reason);
   return sentence;
}

const HChar* option_bool(const HChar* text, Bool* value)
{
   const Bool yes = VG_(strcmp)(text, "yes") == 0;
   if (!yes && VG_(strcmp)(text, "no") != 0) return "Expected 'yes' or 'no' after '='.";
   *value = yes;
   return NULL;
}

const HChar* option_number(const HChar* text, Long min, Long max, Long* value)
{
   HChar* end;
   const Long n = VG_(strtoll10)(text, &end);
   const Bool is_number = end > text && !*end && end - text <= OPTION_DIGITS_MAX;
   if (is_number && n >= min && n <= max) {
      *value = n;
      return NULL;
   }
   VG_(snprintf)
   (sentence, sizeof sentence, "Expected a number between %lld and %lld after '='.", min, max);
   return sentence;
}

const HChar* option_choice(const HChar* text, const HChar* list, Int* value)
{
   const SizeT length = VG_(strlen)(text);
   Int index = 0;
   for (const HChar* s = list; length && s; index++) {
      if (VG_(strncmp)(s, text, length) == 0 && (s[length] == '|' || s[length] == '\0')) {
         *value = index;
         return NULL;
      }
      s = VG_(strchr)(s, '|');
      if (s) s++;
   }
   VG_(snprintf)(sentence, sizeof sentence, "Expected one of %s after '='.", list);
   return sentence;
}

void option_choice_text(const HChar* list, Int value, HChar* text, Int size)
{
   for (; value > 0; value--) list = VG_(strchr)(list, '|') + 1;
   Int n = 0;
   for (; list[n] && list[n] != '|' && n < size - 1; n++) text[n] = list[n];
   text[n] = '\0';
}

const HChar* option_geometry(const HChar* text, Geometry* value)
{
   Geometry read;
   const HChar* error = geometry_parse(text, &read);
   if (error) return bad("cache geometry", error);
   *value = read;
   return NULL;
}

const HChar* option_tlb(const HChar* text, TlbGeometry* value)
{
   const HChar* error = tlb_geometry_parse(text, value);
   return error ? bad("TLB", error) : NULL;
}

const HChar* option_figures(const HChar* text, const Figures* value)
{
   const HChar* error = figures_parse(text, value);
   return error ? bad("figures", error) : NULL;
}

const HChar* option_prefetchers(const HChar* text, Processor* value)
{
   const HChar* error = prefetchers_parse(text, value);
   return error ? bad("prefetchers", error) : NULL;
}
