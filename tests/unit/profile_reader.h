// SPDX-License-Identifier: GPL-3.0-or-later
//
// A small reader of the profile's body: costs by function and calls between functions.
//
//    ReadProfile r;
//    read_profile(&r, &graph, &layout, &part);   // writes the part to a file and reads it back
#ifndef XG_TESTS_UNIT_PROFILE_READER_H
#define XG_TESTS_UNIT_PROFILE_READER_H

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "writers/profile_reset.h"

enum { READ_EVENTS = 14, READ_NAME_B = 200, READ_MAX = 40000 };

typedef struct {
   char name[READ_NAME_B];
   uint64_t self[READ_EVENTS];
} ReadFunction;

typedef struct {
   size_t from, to;
   uint64_t calls, cost[READ_EVENTS];
} ReadCall;

typedef struct {
   ReadFunction* function;               // [READ_MAX], by first appearance as "fn=" or "cfn="
   ReadCall* call;                       // [READ_MAX * 4]
   size_t* by_number;                    // [READ_MAX] index + 1 for compressed names
   size_t n_known, n_functions, n_calls; // n_functions: those with a self or a call
   uint64_t self[READ_EVENTS];
} ReadProfile;

static void read_refuse(const char* line, const char* why)
{
   fprintf(stderr, "profile: %s: %s\n", why, line);
   abort();
}

static inline const ReadFunction* read_find(const ReadProfile* r, const char* name)
{
   for (size_t i = 0; i < r->n_known; i++)
      if (!strcmp(r->function[i].name, name)) return &r->function[i];
   return NULL;
}

static size_t read_name(ReadProfile* r, const char* text)
{
   unsigned long number = 0;
   if (*text == '(') {
      char* end;
      number = strtoul(text + 1, &end, 10);
      if (*end != ')' || number == 0 || number >= READ_MAX)
         read_refuse(text, "bad name number");
      if (!end[1]) {
         if (!r->by_number[number]) read_refuse(text, "number without a name");
         return r->by_number[number] - 1;
      }
      if (r->by_number[number]) read_refuse(text, "name given twice");
      text = end + 2;
   }
   const ReadFunction* f = number ? NULL : read_find(r, text);
   size_t i = f ? (size_t)(f - r->function) : r->n_known++;
   if (i >= READ_MAX) read_refuse(text, "too many names");
   if (!f) {
      memset(&r->function[i], 0, sizeof r->function[i]);
      snprintf(r->function[i].name, READ_NAME_B, "%s", text);
   }
   if (number) r->by_number[number] = i + 1;
   return i;
}

static const char* read_positions(const char* p, int n)
{
   for (int i = 0; i < n; i++) {
      if (!isdigit((unsigned char)*p) && !strchr("+-*", *p)) read_refuse(p, "bad position");
      while (*p && *p != ' ') p++;
      while (*p == ' ') p++;
   }
   return p;
}

static void read_cost(const char* p, int positions, uint32_t events, uint64_t* sum)
{
   p = read_positions(p, positions);
   for (uint32_t e = 0; *p; e++) {
      char* end;
      if (e == events) read_refuse(p, "too many columns");
      sum[e] += strtoull(p, &end, 10);
      if (end == p || (*end && *end != ' ')) read_refuse(p, "bad number");
      p = *end ? end + 1 : end;
   }
}

static void read_lines(ReadProfile* r, FILE* f, const ProfileLayout* layout)
{
   char line[1000];
   int positions = layout->by_line + layout->by_instr;
   size_t from = 0, to = 0;
   bool is_call = false, in_function = false;
   while (fgets(line, sizeof line, f)) {
      line[strcspn(line, "\n")] = '\0';
      if (is_call) {
         read_cost(line, positions, layout->n_events, r->call[r->n_calls++].cost);
         is_call = false;
      } else if (!strncmp(line, "fn=", 3)) {
         from = read_name(r, line + 3);
         r->n_functions++;
         in_function = true;
      } else if (!strncmp(line, "cfn=", 4)) {
         to = read_name(r, line + 4);
      } else if (!strncmp(line, "calls=", 6)) {
         char* end;
         if (r->n_calls == READ_MAX * 4) read_refuse(line, "too many calls");
         r->call[r->n_calls] = (ReadCall){from, to, strtoull(line + 6, &end, 10), {0}};
         if (*read_positions(end + 1, positions)) read_refuse(line, "too much");
         is_call = true;
      } else if (isdigit((unsigned char)*line) || (*line && strchr("+-*", *line))) {
         if (!in_function) read_refuse(line, "cost outside functions");
         uint64_t cost[READ_EVENTS] = {0};
         read_cost(line, positions, layout->n_events, cost);
         for (int e = 0; e < READ_EVENTS; e++) {
            r->function[from].self[e] += cost[e];
            r->self[e] += cost[e];
         }
      } else if (*line && !strchr("fco", *line)) {
         read_refuse(line, "unknown line");
      }
   }
   if (is_call) read_refuse("end of file", "call without cost");
}

static inline void read_profile(ReadProfile* r, CallGraph* g, const ProfileLayout* layout,
                                ProfilePart* part)
{
   static Writer w;
   ReadProfile fresh = {.function = r->function, .call = r->call, .by_number = r->by_number};
   if (!fresh.function) {
      fresh.function = malloc(READ_MAX * sizeof *fresh.function);
      fresh.call = malloc(READ_MAX * 4 * sizeof *fresh.call);
      fresh.by_number = malloc(READ_MAX * sizeof *fresh.by_number);
   }
   *r = fresh;
   memset(r->by_number, 0, READ_MAX * sizeof *r->by_number);
   FILE* f = tmpfile();
   if (!f) read_refuse("tmpfile", "cannot be made");
   writer_init(&w, fileno(f));
   profile_begin_part(g, part);
   profile_write_body(&w, g, layout, part, NULL);
   if (!writer_finish(&w)) read_refuse("tmpfile", "cannot be written");
   profile_end_part(g, part, true);
   rewind(f);
   read_lines(r, f, layout);
   fclose(f);
}

#endif
