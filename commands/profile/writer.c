// SPDX-License-Identifier: GPL-3.0-or-later
#define _GNU_SOURCE // fputs_unlocked()
#include "commands/profile/writer.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "commands/profile/write_order.h"
#include "commands/text/escapes.h"
#include "commands/text/message.h"

typedef struct {
   const Profile* p;
   FILE* out;
   uint32_t *module_number, *file_number; // of names, in the file; 0: not written yet
   Rows functions;                        // module, file, name -> number in the file
   uint32_t modules, files;               // numbers given so far
   bool has_address, has_line;
   bool has_last; // whether a line of the function has been written
   uint64_t last_address, last_line;
} Writing;

// ------------------------------------------------------------------------------------------- pieces

static void put(Writing* w, const char* text)
{
   fputs_unlocked(text, w->out);
}

static void put_number(Writing* w, uint64_t n)
{
   char digits[20];
   int i = sizeof digits;
   do digits[--i] = (char)('0' + n % 10);
   while (n /= 10);
   fwrite_unlocked(digits + i, 1, sizeof digits - (size_t)i, w->out);
}

static void put_hex(Writing* w, uint64_t n)
{
   char digits[18];
   int i = sizeof digits;
   do digits[--i] = "0123456789abcdef"[n & 15];
   while (n >>= 4);
   digits[--i] = 'x';
   digits[--i] = '0';
   fwrite_unlocked(digits + i, 1, sizeof digits - (size_t)i, w->out);
}

static void put_line_number(Writing* w, uint64_t line)
{
   if ((int64_t)line < 0) putc_unlocked('-', w->out);
   put_number(w, (int64_t)line < 0 ? -line : line);
}

// A blank and the figures, without zeros at the end.
static void put_figures(Writing* w, const uint64_t* figures, uint32_t n)
{
   while (n && !figures[n - 1]) n--;
   for (uint32_t i = 0; i < n; i++) {
      putc_unlocked(' ', w->out);
      put_number(w, figures[i]);
   }
}

// ----------------------------------------------------------------------------------------- positions

// An absolute position.
static void put_position(Writing* w, uint64_t address, uint64_t line)
{
   if (w->has_address) put_hex(w, address);
   if (w->has_address && w->has_line) putc_unlocked(' ', w->out);
   if (w->has_line) put_line_number(w, line);
}

// A position that begins a line: relative to the one before in the function.
static void put_next_position(Writing* w, const uint64_t* at)
{
   const uint64_t address = at[COST_ADDRESS], line = at[COST_LINE];
   if (w->has_address) {
      if (!w->has_last || address < w->last_address) {
         put_hex(w, address);
      } else if (address > w->last_address) {
         putc_unlocked('+', w->out);
         put_number(w, address - w->last_address);
      } else {
         putc_unlocked('*', w->out);
      }
      if (w->has_line) putc_unlocked(' ', w->out);
   }
   if (w->has_line) {
      if (w->has_last && line == w->last_line)
         putc_unlocked('*', w->out);
      else
         put_line_number(w, line);
   }
   w->has_last = true;
   w->last_address = address;
   w->last_line = line;
}

// --------------------------------------------------------------------------------------------- names

// A name behind its key: written out the first time, later as its number.
static void put_numbered(Writing* w, const char* key, uint32_t* number, uint32_t* given,
                         uint32_t name)
{
   const bool is_new = !*number;
   if (is_new) *number = ++*given;
   put(w, key);
   putc_unlocked('(', w->out);
   put_number(w, *number);
   putc_unlocked(')', w->out);
   if (is_new) {
      const char* text = profile_name(w->p, name);
      putc_unlocked(' ', w->out);
      put(w, *text ? escaped_name(text) : "???");
   }
   putc_unlocked('\n', w->out);
}

static void put_module(Writing* w, const char* key, uint32_t module)
{
   put_numbered(w, key, &w->module_number[module], &w->modules, module);
}

static void put_file(Writing* w, const char* key, uint32_t file)
{
   put_numbered(w, key, &w->file_number[file], &w->files, file);
}

// Functions of one name in several files have different numbers, as KCachegrind tells functions apart by these.
static void put_function(Writing* w, const char* key, uint32_t module, uint32_t file,
                         uint32_t name)
{
   uint64_t* known = rows_at(&w->functions, (uint64_t[]){module, file, name});
   uint32_t number = (uint32_t)*known, given = w->functions.n - 1;
   put_numbered(w, key, &number, &given, name);
   *known = number;
}

// -------------------------------------------------------------------------------------------- lines

static void put_cost(Writing* w, uint32_t row)
{
   put_next_position(w, rows_keys(&w->p->costs, row));
   put_figures(w, rows_figures(&w->p->costs, row), w->p->costs.n_figures);
   putc_unlocked('\n', w->out);
}

static void put_call(Writing* w, uint32_t row)
{
   const uint64_t *keys = rows_keys(&w->p->calls, row),
                  *figures = rows_figures(&w->p->calls, row);
   const ProfileFunction* callee = &w->p->functions[keys[CALL_CALLEE]];
   if (callee->module != w->p->functions[keys[COST_FUNCTION]].module)
      put_module(w, "cob=", callee->module);
   if (callee->file != keys[COST_FILE]) put_file(w, "cfi=", callee->file);
   put_function(w, "cfn=", callee->module, callee->file, callee->name);
   put(w, "calls=");
   put_number(w, figures[0]);
   putc_unlocked(' ', w->out);
   put_position(w, keys[CALL_TO_ADDRESS], keys[CALL_TO_LINE]);
   putc_unlocked('\n', w->out);
   put_next_position(w, keys);
   put_figures(w, figures + 1, w->p->calls.n_figures - 1);
   putc_unlocked('\n', w->out);
}

static void put_jump(Writing* w, uint32_t row)
{
   const uint64_t *keys = rows_keys(&w->p->jumps, row),
                  *counts = rows_figures(&w->p->jumps, row);
   const ProfileFunction* f = &w->p->functions[keys[COST_FUNCTION]];
   const uint32_t to_file = (uint32_t)keys[JUMP_TO_FILE],
                  to_name = (uint32_t)keys[JUMP_TO_NAME];
   if (to_file != keys[COST_FILE]) put_file(w, "jfi=", to_file);
   if (to_name != f->name) put_function(w, "jfn=", f->module, to_file, to_name);
   const bool is_conditional = keys[JUMP_KIND] == JUMP_CONDITIONAL;
   put(w, is_conditional ? "jcnd=" : "jump=");
   put_number(w, counts[0]);
   if (is_conditional) {
      putc_unlocked('/', w->out);
      put_number(w, counts[1]);
   }
   putc_unlocked(' ', w->out);
   put_position(w, keys[JUMP_TO_ADDRESS], keys[JUMP_TO_LINE]);
   putc_unlocked('\n', w->out);
   put_next_position(w, keys);
   putc_unlocked('\n', w->out);
}

// A function, with its lines in order: first those of its own file.
static void put_function_lines(Writing* w, const ProfileAbout* about, uint32_t f,
                               const WriteLine* lines, uint32_t n)
{
   const ProfileFunction* function = &w->p->functions[f];
   const ProfileLoop* loop = &w->p->loops[f];
   if (!n && !w->p->is_defined[f]) return;
   w->has_last = false;
   putc_unlocked('\n', w->out);
   put_module(w, "ob=", function->module);
   put_file(w, "fl=", function->file);
   put_function(w, "fn=", function->module, function->file, function->name);
   if (loop->iterations) {
      put(w, "# loop: ");
      put_number(w, loop->iterations);
      if (loop->has_trips) put_figures(w, (uint64_t[]){loop->least, loop->most}, 2);
      putc_unlocked('\n', w->out);
   }
   if (about->comment) about->comment(about->with, w->out, f);
   uint64_t file = function->file;
   for (uint32_t i = 0; i < n; i++) {
      const uint64_t* keys = write_line_keys(w->p, &lines[i]);
      if (keys[COST_FILE] != file) put_file(w, "fi=", (uint32_t)(file = keys[COST_FILE]));
      if (lines[i].kind == LINE_COST) put_cost(w, lines[i].row);
      if (lines[i].kind == LINE_CALL) put_call(w, lines[i].row);
      if (lines[i].kind == LINE_JUMP) put_jump(w, lines[i].row);
   }
}

// ------------------------------------------------------------------------------------------- header

// "event:" lines: first those of events by formula, in the order of their names.
static void put_event_lines(Writing* w)
{
   const Strings* lines = &w->p->event_lines;
   const char** names = host_alloc("writer.names", (lines->n + 1) * sizeof *names);
   if (lines->n) memcpy(names, lines->text, lines->n * sizeof *names);
   array_sort(names, lines->n, sizeof *names, compare_texts);
   for (uint32_t i = 0; i < lines->n; i++) {
      const char* text = profile_event_text(w->p, names[i]);
      if (text && strchr(text, '=') && profile_event(w->p, names[i]) < 0)
         fprintf(w->out, "event: %s\n", printable(text));
   }
   host_free(names);
   for (uint32_t e = 0; e < profile_events(w->p); e++) {
      const char* text = profile_event_text(w->p, w->p->events.text[e]);
      if (text) fprintf(w->out, "event: %s\n", printable(text));
   }
}

static void put_header(Writing* w, const ProfileAbout* about, const uint64_t* totals)
{
   fprintf(w->out, "# callgrind format\nversion: 1\ncreator: %s\n", about->creator);
   if (about->cmd) fprintf(w->out, "cmd: %s\n", escaped(about->cmd));
   put(w, "part: 1\n\n");
   for (const char* const* d = about->desc; d && *d; d++)
      fprintf(w->out, "desc: %s\n", printable(*d));
   if (about->comments && *about->comments) putc('\n', w->out);
   for (const char* const* c = about->comments; c && *c; c++) fprintf(w->out, "%s\n", *c);
   fprintf(w->out, "\npositions:%s%s\n", w->has_address ? " instr" : "",
           w->has_line ? " line" : "");
   put_event_lines(w);
   put(w, "events:");
   for (uint32_t e = 0; e < profile_events(w->p); e++)
      fprintf(w->out, " %s", printable(w->p->events.text[e]));
   put(w, "\nsummary:");
   for (uint32_t e = 0; e < profile_events(w->p); e++) fprintf(w->out, " %lu", totals[e]);
   putc('\n', w->out);
}

static uint32_t* numbers_of_names(const Profile* p)
{
   return host_zalloc("writer.numbers", (p->strings.n + 1) * sizeof(uint32_t));
}

void profile_write(const Profile* p, FILE* out, const ProfileAbout* about)
{
   Writing w = {.p = p,
                .out = out,
                .has_address = p->has_address,
                .has_line = p->has_line || !p->has_address};
   w.module_number = numbers_of_names(p);
   w.file_number = numbers_of_names(p);
   rows_init(&w.functions, 3, 1);
   uint64_t* totals = profile_program_costs(p);
   put_header(&w, about, totals);
   WriteOrder order = write_order(p);
   for (uint32_t i = 0; i < p->n_functions; i++) {
      const uint32_t f = order.functions[i];
      put_function_lines(&w, about, f, order.lines + order.first[f],
                         order.first[f + 1] - order.first[f]);
   }
   put(&w, "\ntotals:");
   for (uint32_t e = 0; e < profile_events(p); e++) fprintf(out, " %lu", totals[e]);
   putc('\n', out);
   write_order_free(&order);
   rows_clear(&w.functions);
   host_free(w.module_number);
   host_free(w.file_number);
   host_free(totals);
}
