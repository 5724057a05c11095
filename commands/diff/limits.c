// SPDX-License-Identifier: GPL-3.0-or-later
// Limits; see limits.h.
#include "commands/diff/limits.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "commands/diff/figures.h"
#include "commands/options/values.h"
#include "commands/text/kept.h"
#include "commands/text/message.h"

// "[EVENT:]PERCENT[%]"
static bool is_limit(const char* text)
{
   const char* colon = strchr(text, ':');
   const char* end = colon == text ? NULL : behind_number(colon ? colon + 1 : text);
   return end && (!*end || strcmp(end, "%") == 0);
}

bool is_limit_list(const char* value)
{
   const char* limit;
   while ((limit = next_of_list(&value)))
      if (!is_limit(limit)) return false;
   return true;
}

// A column that can be limited: of rates, nobody knows whether per cent or points are meant.
static const DiffColumn* limited(const DiffColumns* c, const char* name)
{
   const DiffColumn* column = diff_column_called(c, "--fail-above", name);
   if (is_sum(column)) return column;
   const char* sum = column->basis ? kept("; %s is a sum", printable(column->basis->key)) : "";
   fail("--fail-above takes events and sums of them, not the rate %s%s", name, sum);
}

LimitList limits_of(const DiffColumns* c, const Selection* s, const char* list)
{
   LimitList limits = {.limit = kept_room((list ? strlen(list) : 0) * sizeof(Limit) + 1)};
   const char* text;
   bool has_usual = false;
   while ((text = next_of_list(&list))) {
      const char* colon = strchr(text, ':');
      const char* percent = colon ? colon + 1 : text;
      has_usual |= !colon;
      limits.limit[limits.n++] =
         (Limit){colon ? limited(c, kept_copy(text, (size_t)(colon - text))) : NULL,
                 kept_copy(percent, strcspn(percent, "%"))};
   }
   const DiffColumn* usual = has_usual ? limited(c, s->limit->key) : NULL;
   for (uint32_t i = 0; i < limits.n; i++)
      if (!limits.limit[i].column) limits.limit[i].column = usual;
   return limits;
}

// Exact if the limit is a whole number.
static bool is_exceeded(const Limit* limit, Large before, Large after)
{
   enum { PERCENT = 100 };
   if (after <= before) return false;
   if (!before) return true;
   const double percent = strtod(limit->percent, NULL);
   const bool is_exact =
      percent == floor(percent) && percent <= UINT32_MAX && after <= UINT64_MAX;
   return is_exact ? PERCENT * (after - before) > (Large)percent * before
                   : PERCENT * (double)(after - before) > percent * (double)before;
}

const char** exceeded_limits(const LimitList* limits, uint32_t* n)
{
   const char** sentences = kept_room((limits->n + (size_t)1) * sizeof *sentences);
   *n = 0;
   for (uint32_t i = 0; i < limits->n; i++) {
      const Limit* limit = &limits->limit[i];
      const Figure before = limit->column->program[SIDE_BEFORE],
                   after = limit->column->program[SIDE_AFTER];
      if (!is_exceeded(limit, before.whole, after.whole)) continue;
      sentences[(*n)++] =
         kept("%s rose from %s to %s (%s), more than the %s%% allowed", limit->column->key,
              commas_large(before.whole), commas_large(after.whole),
              change_percent(before, after), limit->percent);
   }
   return sentences;
}
