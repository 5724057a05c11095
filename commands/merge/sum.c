// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/merge/sum.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "commands/files/output.h"
#include "commands/merge/addition.h"
#include "commands/objects/objects_profile.h"
#include "commands/profile/event_line.h"
#include "commands/profile/reader.h"
#include "commands/profile/writer.h"
#include "commands/text/built.h"
#include "commands/text/kept.h"
#include "commands/text/message.h"

enum { COMMANDS_MAX = 8 }; // that the header's cmd: names

void sum_clear(Sum* sum)
{
   if (sum->is_open) input_close(&sum->in);
   host_free(sum->text);
   about_clear(&sum->about);
   profile_free(sum->p);
   spread_free(sum->spread);
   strings_clear(&sum->commands);
   strings_clear(&sum->left_out);
   *sum = (Sum){0};
}

// ------------------------------------------------------------------------------------------ reading

__attribute__((noreturn)) static void fail_for_event(const char* name, const char* event)
{
   fail("%s: has no event %s, which other profiles have; --missing=zero takes it for 0",
        printable(name), printable(event));
}

// Every part must have every event, or a sum would lack the costs of some parts.
static void check_parts(const Profile* p, const char* name)
{
   for (uint32_t i = 0; i < p->n_parts; i++) {
      const ProfilePart* part = &p->parts[i];
      for (uint32_t e = 0; e < profile_events(p); e++) {
         uint32_t k = 0;
         while (k < part->n_events && part->events[k] != e) k++;
         if (k == part->n_events) fail_for_event(name, p->events.text[e]);
      }
   }
}

// "7 parts": a number, the word, and what follows it; NULL: this is something else.
static const char* read_some(const char* text, const char* word, uint64_t* n)
{
   enum { DIGITS_MAX = 9 };
   char* end;
   const size_t digits = strspn(text, "0123456789"), word_B = strlen(word);
   if (!digits || digits > DIGITS_MAX) return NULL;
   *n = strtoull(text, &end, 10);
   if (*end != ' ' || strncmp(end + 1, word, word_B) != 0) return NULL;
   end += 1 + word_B;
   return *end == 's' ? end + 1 : end;
}

// Adds parts and files that are in a part: xgrind_merge says how many are in its sums, "sum of 4 parts of 2 files".
static bool add_counts_of_sum(Sum* sum, const ProfilePart* part)
{
   static const char merge[] = "xgrind_merge-", begin[] = "sum of ", of[] = " of ";
   uint64_t parts, files;
   const char* text = part->trigger;
   if (!part->creator || strncmp(part->creator, merge, sizeof merge - 1) != 0) return false;
   if (!text || strncmp(text, begin, sizeof begin - 1) != 0) return false;
   text = read_some(text + sizeof begin - 1, "part", &parts);
   if (!text || strncmp(text, of, sizeof of - 1) != 0) return false;
   text = read_some(text + sizeof of - 1, "file", &files);
   if (!text || *text) return false;
   sum->parts += parts;
   sum->files += files;
   return true;
}

static void count_parts(Sum* sum)
{
   bool has_others = false;
   for (uint32_t i = 0; i < sum->p->n_parts; i++) {
      if (add_counts_of_sum(sum, &sum->p->parts[i])) continue;
      sum->parts++;
      has_others = true;
   }
   sum->files += has_others;
}

static void note_text(Strings* to, const char* text)
{
   strings_number(to, text, strlen(text));
}

// The commands that a merged profile names, or those of all parts.
static void note_commands(Sum* sum)
{
   for (uint32_t i = 0; i < sum->about.commands.n; i++)
      note_text(&sum->commands, sum->about.commands.text[i]);
   for (uint32_t i = 0; i < sum->p->n_parts && !sum->about.commands.n; i++)
      if (sum->p->parts[i].cmd) note_text(&sum->commands, sum->p->parts[i].cmd);
}

// A data file as a profile, in which memory objects are functions.
static void open_file(Sum* sum, const char* file)
{
   if (is_data_file(file)) {
      size_t size_B;
      sum->text = objects_profile_text(file, XG_VERSION, &sum->is_estimated, &size_B);
      sum->of_objects = true;
      input_of_text(&sum->in, printable(file), sum->text, size_B);
   } else {
      input_open(&sum->in, file);
   }
   sum->is_open = true;
}

void sum_read(Sum* sum, const char* file, const SumHow* how)
{
   sum->first = file;
   open_file(sum, file);
   sum->p = profile_new();
   profile_read(sum->p, &sum->in, about_read, &sum->about);
   input_close(&sum->in);
   sum->is_open = false;
   if (!how->zero_for_missing) check_parts(sum->p, file);
   count_parts(sum);
   note_commands(sum);
   for (uint32_t i = 0; i < sum->about.left_out.n; i++)
      note_text(&sum->left_out, sum->about.left_out.text[i]);
   sum->of_objects |= sum->about.of_objects;
   sum->is_estimated |= sum->about.is_estimated;
   if (how->with_spread) {
      sum->spread = about_spread(&sum->about, sum->p);
      if (!sum->spread) sum->spread = spread_of_rank(sum->p, printable(file));
   }
   about_clear(&sum->about);
   host_free(sum->text);
   sum->text = NULL;
}

// ------------------------------------------------------------------------------------------- adding

// Whether an event's line of a profile has a formula that holds: one is not for an event that is recorded.
static const char* formula_of(const Profile* p, const char* event, size_t* length_B)
{
   const char* text = profile_event(p, event) < 0 ? profile_event_text(p, event) : NULL;
   *length_B = 0;
   return text ? event_formula(text, length_B) : NULL;
}

// Formulas that not all files have alike hold for none of the sums; names of events are the last.
static void add_event_line(Sum* sum, const Profile* other, const char* event)
{
   Profile* p = sum->p;
   size_t n, n_other;
   const char *formula = formula_of(p, event, &n), *more = formula_of(other, event, &n_other);
   const char* text = profile_event_text(other, event);
   const bool is_recorded = profile_event(p, event) >= 0 || profile_event(other, event) >= 0;
   if (!is_recorded && (n != n_other || (n && memcmp(formula, more, n) != 0))) {
      note_text(&sum->left_out, event);
      profile_set_event_text(p, event, strlen(event), NULL);
   } else if (text) {
      profile_set_event_text(p, event, strlen(event), arena_strdup(&p->arena, text));
   }
}

static void add_event_lines(Sum* sum, const Profile* other)
{
   const uint32_t n = sum->p->event_lines.n;
   for (uint32_t i = 0; i < n; i++) add_event_line(sum, other, sum->p->event_lines.text[i]);
   for (uint32_t i = 0; i < other->event_lines.n; i++) {
      const char* event = other->event_lines.text[i];
      const uint32_t known = strings_find(&sum->p->event_lines, event, strlen(event));
      if (known == STRINGS_NONE || known >= n) add_event_line(sum, other, event);
   }
}

// Objects and functions are not to be added.
static void check_kinds(const Sum* sum, const Sum* other)
{
   if (sum->of_objects == other->of_objects) return;
   const Sum *functions = sum->of_objects ? other : sum,
             *objects = sum->of_objects ? sum : other;
   fail("%s",
        printable(kept(
           "%s: this is a profile of functions, but %s is of memory objects; add them up apart",
           functions->first, objects->first)));
}

// Both must have all events.
static void check_events(const Sum* sum, const Sum* other)
{
   for (uint32_t e = 0; e < profile_events(other->p); e++)
      if (profile_event(sum->p, other->p->events.text[e]) < 0)
         fail_for_event(sum->first, other->p->events.text[e]);
   for (uint32_t e = 0; e < profile_events(sum->p); e++)
      if (profile_event(other->p, sum->p->events.text[e]) < 0)
         fail_for_event(other->first, sum->p->events.text[e]);
}

void sum_add(Sum* sum, Sum* other, const SumHow* how)
{
   check_kinds(sum, other);
   if (!how->zero_for_missing) check_events(sum, other);
   for (uint32_t i = 0; i < other->left_out.n; i++)
      note_text(&sum->left_out, other->left_out.text[i]);
   add_event_lines(sum, other->p);
   const uint32_t* functions = profile_add_other(sum->p, other->p);
   if (sum->spread) spread_add(sum->spread, other->spread, functions);
   sum->parts += other->parts;
   sum->files += other->files;
   sum->is_estimated |= other->is_estimated;
   for (uint32_t i = 0; i < other->commands.n; i++)
      note_text(&sum->commands, other->commands.text[i]);
   sum_clear(other);
}

// ------------------------------------------------------------------------------------------ the end

void sum_finish(Sum* sum)
{
   Profile* p = sum->p;
   const uint32_t n = sum->left_out.n;
   const char** events = host_alloc("merge.left_out", (n + 1) * sizeof *events);
   if (n) memcpy(events, sum->left_out.text, n * sizeof *events);
   array_sort(events, n, sizeof *events, compare_texts);
   for (uint32_t i = 0; i < n; i++) {
      if (profile_event(p, events[i]) >= 0) continue;
      profile_set_event_text(p, events[i], strlen(events[i]), NULL);
      warn_user("%s is left out: not all profiles have one formula for it",
                printable(events[i]));
   }
   host_free(events);
   if (sum->spread) spread_finish(sum->spread, p);
}

// The commands in one line, for readers that know the format's cmd: only.
static const char* commands_line(const Sum* sum)
{
   const uint32_t n = sum->commands.n, others = n > COMMANDS_MAX ? n - COMMANDS_MAX : 0;
   if (!n) return NULL;
   Built line = {0};
   for (uint32_t i = 0; i < n - others; i++) {
      if (i) built_add(&line, " + ");
      built_add(&line, sum->commands.text[i]);
   }
   if (others) built_format(&line, " + %u other%s", others, others == 1 ? "" : "s");
   return built_kept(&line);
}

static const char* some(uint64_t n, const char* what)
{
   return kept("%lu %s%s", n, what, n == 1 ? "" : "s");
}

// Lines of the header that begin with '#': all commands, what is merged, and the ranks.
static const char** comment_lines(const Sum* sum)
{
   uint32_t n = 0, n_spread = 0;
   const char** spread = sum->spread ? spread_header(sum->spread, &n_spread) : NULL;
   const char** lines = kept_room((sum->commands.n + n_spread + 2) * sizeof *lines);
   for (uint32_t i = 0; i < sum->commands.n && sum->commands.n > 1; i++)
      lines[n++] = kept("# command: %s", printable(sum->commands.text[i]));
   if (sum->of_objects)
      lines[n++] = sum->is_estimated ? "# objects: estimated" : "# objects: counted";
   for (uint32_t i = 0; i < n_spread; i++) lines[n++] = spread[i];
   return lines;
}

static void write_spread(void* with, FILE* out, uint32_t function)
{
   char* line = spread_function_line(with, function);
   if (line) fprintf(out, "%s\n", line);
   host_free(line);
}

void sum_write(const Sum* sum, const char* name, const char* version)
{
   enum { LINES_OF_SETS = 2 };
   const char* desc[LINES_OF_SETS + 2] = {
      kept("Trigger: sum of %s of %s", some(sum->parts, "part"), some(sum->files, "file"))};
   if (sum->is_estimated)
      desc[1] = "Sampling: figures are estimates";
   else
      for (int i = 0; i < LINES_OF_SETS; i++)
         desc[1 + i] = sampled_sets_line(&sum->p->sampled, sum->p->n_parts, i);
   Output* out = output_open(name);
   profile_write(sum->p, out->to,
                 &(ProfileAbout){.creator = kept("xgrind_merge-%s", version),
                                 .cmd = commands_line(sum),
                                 .desc = desc,
                                 .comments = comment_lines(sum),
                                 .comment = sum->spread ? write_spread : NULL,
                                 .with = sum->spread});
   output_close(out);
}
