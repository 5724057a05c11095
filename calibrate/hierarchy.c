// SPDX-License-Identifier: GPL-3.0-or-later
// The hierarchy that is measured; see hierarchy.h.
#include "calibrate/hierarchy.h"

#include <stdlib.h>
#include <string.h>

static const char format[] = "format: xgrind hierarchy 1";

// What a hierarchy file has besides caches and TLBs: it is measured, or describes another computer.
static const char* const replaced[] = {"description", "latencies", "processor", "rates",
                                       "operations",  "units",     "prefetch"};

// The line behind one, or NULL.
static const char* next_line(const char* line)
{
   line = strchr(line, '\n');
   return line ? line + 1 : NULL;
}

static const char* behind_blanks(const char* s)
{
   return s + strspn(s, " \t");
}

// The value in a line "name=value", NULL if the line has another name.
static const char* value_in(const char* line, const char* name)
{
   const size_t n = strlen(name);
   line = behind_blanks(line);
   if (strncmp(line, name, n) != 0) return NULL;
   line = behind_blanks(line + n);
   return *line == '=' ? behind_blanks(line + 1) : NULL;
}

static const char* value_of(const char* text, const char* name)
{
   for (const char* line = text; line; line = next_line(line))
      if (value_in(line, name)) return value_in(line, name);
   return "";
}

// The number at the n-th place of a list with commas, 0 if there is none.
static long number_at(const char* list, int place)
{
   for (; place > 0; place--) {
      list += strcspn(list, ",\n");
      if (*list == ',') list++;
   }
   char* end;
   const long n = strtol(list, &end, 10);
   const char* unit = *end && *end != '\n' ? strchr("KMG", *end) : NULL;
   return unit ? n << 10 * (unit - "KMG" + 1) : n;
}

const char* hierarchy_read(Hierarchy* h, const char* text)
{
   const char* line = text;
   while (line && (*behind_blanks(line) == '#' || *behind_blanks(line) == '\n'))
      line = next_line(line);
   if (!line || strncmp(line, format, strlen(format)) != 0)
      return "not a hierarchy file: its first line is not 'format: xgrind hierarchy 1'";
   *h = (Hierarchy){
      .text = text,
      .d1_B = number_at(value_of(text, "D1"), 0),
      .l2_B = number_at(value_of(text, "L2"), 0),
      .ll_B = number_at(value_of(text, "LL"), 0),
      .line_B = number_at(value_of(text, "D1"), 2),
      .d1_ways = number_at(value_of(text, "D1"), 1),
      .ll_ways = number_at(value_of(text, "LL"), 1),
      .dtlb_entries = number_at(value_of(text, "dtlb"), 0),
      .stlb_entries = number_at(value_of(text, "stlb"), 0),
   };
   if (h->d1_B < 4096 || h->ll_B < h->d1_B || h->line_B < 16)
      return "it does not say which D1 and LL there are";
   return NULL;
}

int hierarchy_is_d1_lru(const Hierarchy* h)
{
   const char* replacement = value_of(h->text, "D1-replacement");
   return !*replacement || strncmp(replacement, "lru", 3) == 0;
}

static int is_replaced(const Hierarchy* h, const char* line)
{
   if (h->is_d1_random && value_in(line, "D1-replacement")) return 1;
   if (strncmp(line, format, strlen(format)) == 0) return 1;
   for (size_t i = 0; i < sizeof replaced / sizeof *replaced; i++)
      if (value_in(line, replaced[i])) return 1;
   return 0;
}

void hierarchy_write(const Hierarchy* h, FILE* to)
{
   const char* description = value_of(h->text, "description");
   const char native[] = "native: ";
   const char by_us[] = ", measured by xgrind_calibrate";
   if (strncmp(description, native, strlen(native)) == 0) description += strlen(native);
   int length = (int)strcspn(description, "\n");
   const int ours = (int)strlen(by_us); // of a file that was itself written here
   if (length >= ours && strncmp(description + length - ours, by_us, (size_t)ours) == 0)
      length -= ours;
   fprintf(to, "%s\ndescription=%.*s%smeasured by xgrind_calibrate\n", format, length,
           description, length ? ", " : "");
   for (const char* line = h->text; line && *line; line = next_line(line)) {
      const char* start = behind_blanks(line);
      if (*start == '#' || *start == '\n' || is_replaced(h, line)) continue;
      const char* ll = value_in(line, "LL");
      if (ll && number_at(ll, 0) != h->ll_B) { // less of it stays for a program
         ll += strcspn(ll, ",\n");
         fprintf(to, "LL=%ld%.*s\n", h->ll_B, (int)strcspn(ll, "\n"), ll);
         continue;
      }
      fprintf(to, "%.*s\n", (int)strcspn(line, "\n"), line);
   }
   if (h->is_d1_random) fprintf(to, "D1-replacement=random\n");
}
