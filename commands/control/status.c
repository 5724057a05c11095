// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the status of a run; see status.h.
#include "commands/control/status.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "commands/text/message.h"

#define DIGITS "0123456789"
enum { NUMBER_DIGITS_MAX = 9 }; // of a thread or a frame

__attribute__((noreturn)) static void fail_unknown(void)
{
   fail("the answer has an unknown format");
}

// --- words and numbers ---------------------------------------------------------------------------

// A number that is all of a text; fails if it is none.
static uint64_t number_in(const char* text, size_t n)
{
   errno = 0;
   const uint64_t number = strtoull(text, NULL, 10);
   if (!n || strspn(text, DIGITS) < n || errno) fail_unknown();
   return number;
}

// The next word of a line, from *at on; its bytes, 0: there is none.
static size_t next_word(const char** at)
{
   *at += strspn(*at, " \t\r");
   return strcspn(*at, " \t\r");
}

static uint32_t words_in(const char* line)
{
   uint32_t n = 0;
   for (size_t n_B; (n_B = next_word(&line)); line += n_B) n++;
   return n;
}

static const char* copy_of(Status* s, const char* text, size_t n_B)
{
   char* copy = arena_alloc(&s->arena, n_B + 1);
   memcpy(copy, text, n_B);
   return copy;
}

static const char** words_of(Status* s, const char* line, uint32_t* n)
{
   const char** words = arena_alloc(&s->arena, (words_in(line) + (size_t)1) * sizeof *words);
   *n = 0;
   for (size_t n_B; (n_B = next_word(&line)); line += n_B)
      words[(*n)++] = copy_of(s, line, n_B);
   return words;
}

static StatusCosts costs_of(Status* s, const char* line)
{
   uint64_t* of = arena_alloc(&s->arena, (words_in(line) + (size_t)1) * sizeof *of);
   StatusCosts costs = {of, 0};
   for (size_t n_B; (n_B = next_word(&line)); line += n_B) of[costs.n++] = number_in(line, n_B);
   return costs;
}

// --- threads and frames --------------------------------------------------------------------------

static int by_number(const void* a, const void* b)
{
   const StatusThread *x = a, *y = b;
   return compare_numbers(x->number, y->number);
}

static int by_place(const void* a, const void* b)
{
   const StatusFrame *x = a, *y = b;
   return x->thread != y->thread ? compare_numbers(x->thread, y->thread)
                                 : compare_numbers(x->index, y->index);
}

// The thread that a line is about: that of the line before, or a new one.
static StatusThread* thread_at(Status* s, uint32_t number)
{
   if (s->n_threads && s->thread[s->n_threads - 1].number == number)
      return &s->thread[s->n_threads - 1];
   s->thread = array_grown("control.threads", s->thread, s->n_threads, &s->threads_room,
                           sizeof *s->thread);
   s->thread[s->n_threads] = (StatusThread){.number = number};
   return &s->thread[s->n_threads++];
}

static StatusFrame* frame_at(Status* s, uint32_t thread, uint32_t index)
{
   StatusFrame* last = s->n_frames ? &s->frame[s->n_frames - 1] : NULL;
   if (last && last->thread == thread && last->index == index) return last;
   s->frame =
      array_grown("control.frames", s->frame, s->n_frames, &s->frames_room, sizeof *s->frame);
   s->frame[s->n_frames] = (StatusFrame){.thread = thread, .index = index};
   return &s->frame[s->n_frames++];
}

// The entries of a thread become one: it has what any of them has.
static void join_threads(Status* s)
{
   uint32_t n = 0;
   array_sort(s->thread, s->n_threads, sizeof *s->thread, by_number);
   for (uint32_t i = 0; i < s->n_threads; i++) {
      const StatusThread* from = &s->thread[i];
      if (!n || s->thread[n - 1].number != from->number) {
         s->thread[n++] = *from;
         continue;
      }
      StatusThread* to = &s->thread[n - 1];
      if (from->name) to->name = from->name;
      if (from->costs.of) to->costs = from->costs;
      if (from->outermost.of) to->outermost = from->outermost;
      to->has_costs |= from->has_costs;
   }
   s->n_threads = n;
}

static void join_frames(Status* s)
{
   uint32_t n = 0;
   array_sort(s->frame, s->n_frames, sizeof *s->frame, by_place);
   for (uint32_t i = 0; i < s->n_frames; i++) {
      const StatusFrame* from = &s->frame[i];
      StatusFrame* to = n ? &s->frame[n - 1] : NULL;
      if (!to || to->thread != from->thread || to->index != from->index) {
         s->frame[n++] = *from;
         continue;
      }
      if (from->name) to->name = from->name;
      if (from->signal) to->signal = from->signal;
      if (from->costs.of) to->costs = from->costs;
      if (from->has_calls) to->calls = from->calls;
      to->has_calls |= from->has_calls;
   }
   s->n_frames = n;
}

// Gives each thread its frames that have names: without one, nothing is known of a frame.
static void place_frames(Status* s)
{
   uint32_t n = 0, t = 0;
   for (uint32_t i = 0; i < s->n_frames; i++)
      if (s->frame[i].name) s->frame[n++] = s->frame[i];
   s->n_frames = n;
   for (uint32_t i = 0; i < n; i++) {
      while (s->thread[t].number != s->frame[i].thread) t++;
      if (!s->thread[t].n++) s->thread[t].first = i;
   }
}

// --- lines ---------------------------------------------------------------------------------------

// A line "key-1-2: value": its key, the numbers, and the value behind ": ", which lives as long as the status.
typedef struct {
   const char *key, *value;
   size_t key_B;
   uint32_t numbers[2], n_numbers;
} Line;

// Takes a number off the end of the key; false: it does not end with one.
static bool take_number(Line* line, uint32_t* number)
{
   size_t n = 0;
   while (n < line->key_B && strchr(DIGITS, line->key[line->key_B - n - 1])) n++;
   if (!n || n == line->key_B || line->key[line->key_B - n - 1] != '-') return false;
   if (n > NUMBER_DIGITS_MAX) fail_unknown();
   *number = (uint32_t)strtoul(line->key + line->key_B - n, NULL, 10);
   line->key_B -= n + 1;
   return true;
}

static bool is_key(const Line* line, const char* key)
{
   return strlen(key) == line->key_B && memcmp(line->key, key, line->key_B) == 0;
}

// False: the line has another form.
static bool split(const char* text, Line* line)
{
   const char* colon = strchr(text, ':');
   uint32_t number, before;
   if (!colon) return false;
   *line = (Line){.key = text, .value = colon + 1, .key_B = (size_t)(colon - text)};
   line->value += *line->value == ' ';
   if (!take_number(line, &number)) return true;
   const bool has_two = take_number(line, &before);
   line->numbers[0] = has_two ? before : number;
   line->numbers[1] = has_two ? number : 0;
   line->n_numbers = has_two ? 2 : 1;
   return true;
}

static void read_frame(Status* s, const Line* line)
{
   const uint32_t thread = line->numbers[0], index = line->numbers[1];
   const size_t digits = strspn(line->value, DIGITS);
   if (is_key(line, "function"))
      frame_at(s, thread, index)->name = line->value;
   else if (is_key(line, "calls")) {
      StatusFrame* f = frame_at(s, thread, index);
      f->calls = number_in(line->value, digits);
      f->has_calls = true;
   } else if (is_key(line, "events"))
      frame_at(s, thread, index)->costs = costs_of(s, line->value);
   else if (is_key(line, "signal") && digits)
      frame_at(s, thread, index)->signal = copy_of(s, line->value, digits);
   else
      return;
   thread_at(s, thread)->has_costs = true;
}

static void read_thread(Status* s, const Line* line)
{
   StatusThread* t = thread_at(s, line->numbers[0]);
   if (is_key(line, "name")) {
      t->name = line->value;
      return;
   }
   if (is_key(line, "events"))
      t->costs = costs_of(s, line->value);
   else if (is_key(line, "outermost"))
      t->outermost = costs_of(s, line->value);
   else
      return;
   t->has_costs = true;
}

static void read_value(Status* s, const Line* line)
{
   const struct {
      const char* key;
      uint64_t* number;
   } numbers[] = {
      {"part", &s->part},
      {"distinct-functions", &s->functions},
      {"distinct-contexts", &s->contexts},
      {"executed-calls", &s->calls},
      {"distinct-calls", &s->call_sites},
      {"distinct-bbs", &s->blocks},
      {"executed-bbs", &s->executed_blocks},
   };
   const char* value = line->value + strspn(line->value, " ");
   if (is_key(line, "threads")) s->running = words_of(s, value, &s->n_running);
   if (is_key(line, "events")) s->events = words_of(s, value, &s->n_events);
   if (is_key(line, "instrumentation")) s->instrumentation = value;
   s->has_part |= is_key(line, "part");
   for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
      if (is_key(line, numbers[i].key)) *numbers[i].number = number_in(value, strlen(value));
}

static void read_line(Status* s, const char* text)
{
   Line line;
   if (!split(text, &line)) return;
   if (line.n_numbers == 2)
      read_frame(s, &line);
   else if (line.n_numbers == 1)
      read_thread(s, &line);
   else
      read_value(s, &line);
}

void status_read(Status* s, const char* text)
{
   s->arena.what = "control.status";
   char* line = arena_strdup(&s->arena, text);
   for (char* end; line; line = end) {
      end = strchr(line, '\n');
      if (end) *end++ = '\0';
      read_line(s, line);
   }
   if (!s->instrumentation) fail_unknown();
   join_threads(s);
   join_frames(s);
   place_frames(s);
}

void status_clear(Status* s)
{
   arena_clear(&s->arena);
   host_free(s->thread);
   host_free(s->frame);
   *s = (Status){0};
}

const StatusThread* status_thread(const Status* s, uint32_t number)
{
   uint32_t first = 0, end = s->n_threads;
   while (first < end) {
      const uint32_t middle = first + (end - first) / 2;
      if (s->thread[middle].number < number)
         first = middle + 1;
      else
         end = middle;
   }
   return first < s->n_threads && s->thread[first].number == number ? &s->thread[first] : NULL;
}
