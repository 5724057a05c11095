// SPDX-License-Identifier: GPL-3.0-or-later
// Lists in sentences; see lists.h.
#include "commands/text/lists.h"

#include "commands/text/built.h"

static void add_names(Built* to, const char* const* names, uint32_t n)
{
   for (uint32_t i = 0; i < n; i++) built_format(to, "%s%s", i ? ", " : "", names[i]);
}

static const char* listed(const char* word, const char* const* names, uint32_t n)
{
   Built text = {0};
   add_names(&text, names, n > 1 ? n - 1 : n);
   if (n > 1) built_format(&text, " %s %s", word, names[n - 1]);
   return built_kept(&text);
}

const char* either(const char* const* names, uint32_t n)
{
   return listed("or", names, n);
}

const char* all_of(const char* const* names, uint32_t n)
{
   return listed("and", names, n);
}

const char* some_of(uint32_t few, const char* const* names, uint32_t n)
{
   Built text = {0};
   const uint32_t said = n > few + 1 ? few : n;
   add_names(&text, names, said);
   if (n > said) built_format(&text, "%s%u more", said ? ", " : "", n - said);
   return built_kept(&text);
}
