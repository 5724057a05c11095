// SPDX-License-Identifier: GPL-3.0-or-later
//
// Lines KEY: VALUE of a profile, and the parts that they begin.
#include <stdlib.h>

#include "commands/profile/event_line.h"
#include "commands/profile/reader_state.h"
#include "commands/text/level_names.h"
#include "commands/text/message.h"

enum { EVENTS_MAX = 1000, EVENTS_OF_FILE_MAX = 4 * EVENTS_MAX, FIGURE_MAX = 20 };

// The words of a value: each from *at on; false: there are no more.
static bool next_word(const char** at, const char** word, size_t* length_B)
{
   const char* s = skip_blanks(*at);
   *word = s;
   while (*s != '\n' && !is_blank(*s)) s++;
   *at = s;
   *length_B = (size_t)(s - *word);
   return *length_B != 0;
}

static bool is_word(const char* word, size_t length_B, const char* other)
{
   return strlen(other) == length_B && memcmp(word, other, length_B) == 0;
}

static char* copy_of(ProfileReader* r, const char* text, size_t length_B)
{
   char* copy = arena_alloc(&r->p->arena, length_B + 1);
   memcpy(copy, text, length_B);
   return copy;
}

// ------------------------------------------------------------------------------- events by a formula

// Notes the name of an event that the parts' formulas differ in.
static void leave_out(ProfileReader* r, const char* event)
{
   for (const LeftOut* l = r->left_out; l; l = l->next)
      if (strcmp(l->event, event) == 0) return;
   LeftOut* l = arena_alloc(&r->p->arena, sizeof *l);
   *l = (LeftOut){r->left_out, event};
   r->left_out = l;
}

// A text with the names of events by level, of which Callgrind counts the levels.
static const char* with_level_names(ProfileReader* r, const char* text)
{
   const size_t room = 2 * strlen(text) + 1; // "AcCost2" becomes "AcCostL2"
   char* named = arena_alloc(&r->p->arena, room);
   char* to = named;
   while (*text) {
      const size_t n =
         strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
      if (n) {
         char* word = copy_of(r, text, n);
         const char* name = begins_with(word, "AcCost") || begins_with(word, "SpLoss")
                               ? level_name(word, r->has_three)
                               : word;
         to = stpcpy(to, name);
         text += n;
      } else {
         *to++ = *text++;
      }
   }
   return named;
}

static void add_event_line(ProfileReader* r, const char* line)
{
   const char* text = with_level_names(r, line);
   const size_t length_B = strcspn(text, " \t\r\f\v");
   size_t n, n_other;
   if (!length_B) return;
   const char* name = copy_of(r, text, length_B);
   const char* before = profile_event_text(r->p, name);
   const char *formula = event_formula(text, &n),
              *other = before ? event_formula(before, &n_other) : NULL;
   if (formula && other && (n != n_other || memcmp(formula, other, n) != 0)) leave_out(r, name);
   profile_set_event_text(r->p, name, length_B, text);
}

void drop_formulas(ProfileReader* r)
{
   for (const LeftOut* l = r->left_out; l; l = l->next) {
      if (profile_event(r->p, l->event) >= 0) continue;
      profile_set_event_text(r->p, l->event, strlen(l->event), NULL);
      warn_user("%s is left out: not all profiles have one formula for it",
                printable(l->event));
   }
}

static void note_event(ProfileReader* r, const char* value, const char* end)
{
   EventLine* line = arena_alloc(&r->p->arena, sizeof *line);
   line->text = copy_of(r, value, (size_t)(end - value));
   *r->last_event_line = line;
   r->last_event_line = &line->next;
}

// -------------------------------------------------------------------------------------------- parts

static void start_part(ProfileReader* r, ProfilePart part)
{
   part.trigger = NULL;
   r->part = part;
   r->event_lines = NULL;
   r->last_event_line = &r->event_lines;
   r->is_seen = r->in_body = r->has_totals = false;
   rows_clear(&r->p->name_ids);
   r->ob = r->fl = r->fi = r->no_name;
   r->fn = r->cob = r->cfi = r->cfn = r->jfi = r->jfn = STRINGS_NONE;
   r->function = PROFILE_NO_FUNCTION;
   memset(r->last, 0, sizeof r->last);
}

void start_first_part(ProfileReader* r)
{
   r->n_positions = 1;
   r->line_at = 0;
   r->address_at = -1;
   start_part(r, (ProfilePart){0});
}

// Tools that write totals: write it last, so a part without it is cut off.
void end_part(ProfileReader* r)
{
   for (const EventLine* line = r->event_lines; line; line = line->next)
      add_event_line(r, line->text);
   if (!r->has_totals) {
      const char* creator = r->part.creator;
      if (creator && (begins_with(creator, "xgrind") || begins_with(creator, "callgrind")))
         profile_fail_line(r, "the file is truncated: the part has no totals: line");
      r->p->has_totals = false;
   }
   *profile_add_part(r->p) = r->part;
}

// -------------------------------------------------------------------------------------------- lines

static void set_positions(ProfileReader* r, const char* value, const char* end)
{
   (void)end; // words end with the line
   const char* word;
   size_t length_B;
   int n = 0, line_at = -1, address_at = -1, bb_at = -1;
   while (next_word(&value, &word, &length_B)) {
      int* at = is_word(word, length_B, "line")    ? &line_at
                : is_word(word, length_B, "instr") ? &address_at
                : is_word(word, length_B, "bb")    ? &bb_at
                                                   : NULL;
      if (!at || *at >= 0) profile_fail_line(r, "positions: knows only instr, bb and line");
      *at = n++;
   }
   if (!n) profile_fail_line(r, "positions: knows only instr, bb and line");
   r->n_positions = n;
   r->line_at = line_at;
   r->address_at = address_at;
   memset(r->last, 0, sizeof r->last);
}

// Profiles have a line of costs for about so many bytes; room that is not used takes no memory.
static void reserve_rows(ProfileReader* r)
{
   enum { BYTES_OF_ROW = 16, FIGURES_MAX = 1 << 24 };
   const size_t rows = r->lines.in->size_B / BYTES_OF_ROW,
                most = FIGURES_MAX / (profile_events(r->p) + COST_KEYS);
   rows_reserve(&r->p->costs, (uint32_t)(rows < most ? rows : most));
}

static void set_events(ProfileReader* r, const char* value, const char* end)
{
   (void)end; // as above
   const char *word, *at = value;
   size_t length_B;
   uint32_t n = 0;
   while (next_word(&at, &word, &length_B)) n++;
   if (!n) profile_fail_line(r, "events: names no event");
   if (n > EVENTS_MAX)
      profile_fail_line(r, "events: names %u events, more than the %d that can be read", n,
                        EVENTS_MAX);
   Strings* names = &r->p->part_events;
   uint32_t* events = arena_alloc(&r->p->arena, n * sizeof *events);
   strings_clear(names);
   at = value;
   for (uint32_t i = 0; next_word(&at, &word, &length_B); i++)
      if (strings_number(names, word, length_B) != i)
         profile_fail_line(r, "events: names an event twice");
   r->has_three = level_names_have_three(names->text, n);
   for (uint32_t i = 0; i < n; i++) {
      const char* name = level_name(names->text[i], r->has_three);
      if (name != names->text[i] && strings_find(names, name, strlen(name)) != STRINGS_NONE)
         name = names->text[i]; // the file has both names
      events[i] = profile_add_event(r->p, name, strlen(name));
   }
   if (profile_events(r->p) > EVENTS_OF_FILE_MAX)
      profile_fail_line(r,
                        "events: with those of other parts, there are %u events, more than the "
                        "%d that can be read",
                        profile_events(r->p), EVENTS_OF_FILE_MAX);
   r->part.events = events;
   r->part.n_events = n;
   r->knows_events = true;
   reserve_rows(r);
}

static void add_totals(ProfileReader* r, const char* value)
{
   const char* word;
   size_t length_B;
   uint64_t figures[EVENTS_MAX];
   uint32_t n = 0;
   if (!r->knows_events) profile_fail_line(r, "totals: before events:");
   for (; next_word(&value, &word, &length_B); n++) {
      if (strspn(word, "0123456789") < length_B || length_B > FIGURE_MAX)
         profile_fail_line(r, "totals: with something other than figures");
      if (n == r->part.n_events)
         profile_fail_line(r, "totals: has more figures than there are events");
      char* end;
      figures[n] = strtoull(word, &end, 10);
      if (length_B == FIGURE_MAX && memcmp(word, "18446744073709551615", FIGURE_MAX) > 0)
         profile_fail_sum();
   }
   if (r->has_totals) profile_fail_line(r, "a second totals: in one part");
   r->has_totals = true;
   profile_add_totals(r->p, r->part.events, figures, n);
}

// desc: something about the part.
static void describe(ProfileReader* r, const char* value, const char* end)
{
   static const char trigger[] = "Trigger:";
   const char* text = copy_of(r, value, (size_t)(end - value));
   profile_add_description(r->p, text);
   if (begins_with(value, trigger)) {
      r->part.trigger = reader_text(r, skip_blanks(value + sizeof trigger - 1), end);
   } else if (begins_with(value, "Sampled sets:") || begins_with(value, "Sums by group")) {
      sampled_sets_note(&r->p->sampled, text);
   }
}

static bool is_figures(const char* value, const char* end)
{
   return strspn(value, "0123456789 ") >= (size_t)(end - value);
}

static void check_version(ProfileReader* r, const char* value, const char* end)
{
   if (!is_word(value, (size_t)(end - value), "1"))
      profile_fail_line(r, "this is version %s of the format, only 1 is known",
                        quoted(copy_of(r, value, (size_t)(end - value))));
}

static void note_creator(ProfileReader* r, const char* value, const char* end)
{
   r->part.creator = copy_of(r, value, (size_t)(end - value));
}

static void note_command(ProfileReader* r, const char* value, const char* end)
{
   r->part.cmd = reader_text(r, value, end);
}

typedef void ReadValue(ProfileReader* r, const char* value, const char* end);

// Keys of the header, and what reads their values; NULL: nobody asks for these.
static const struct {
   const char* key;
   ReadValue* read;
} keys[] = {
   {"version", check_version},
   {"creator", note_creator},
   {"cmd", note_command},
   {"desc", describe},
   {"event", note_event},
   {"events", set_events},
   {"pid", NULL},
   {"positions", set_positions},
   {"part", NULL},
   {"thread", NULL},
   {"arch", NULL},
   {"rates", NULL},
};

void read_header_line(ProfileReader* r)
{
   const size_t key_B = strspn(r->lines.line, "abcdefghijklmnopqrstuvwxyz");
   if (!key_B || r->lines.line[key_B] != ':') lines_fail_strange(&r->lines);
   const char *value = r->lines.line + key_B + 1, *end = lines_end(&r->lines);
   while (*value == ' ' || *value == '\t') value++;
   if (end < value) end = value;
   while (end > value && (end[-1] == ' ' || end[-1] == '\t')) end--;
   if (is_word(r->lines.line, key_B, "totals")) {
      add_totals(r, value);
      return;
   }
   if (is_word(r->lines.line, key_B, "summary")) {
      if (!is_figures(value, end))
         profile_fail_line(r, "summary: with something other than figures");
      return;
   }
   size_t key = 0;
   while (key < sizeof keys / sizeof *keys && !is_word(r->lines.line, key_B, keys[key].key))
      key++;
   if (key == sizeof keys / sizeof *keys) {
      if (!r->is_seen && !r->in_body) lines_fail_strange(&r->lines);
      profile_fail_line(r, "the header line %.*s: is not known", (int)key_B, r->lines.line);
   }
   if (r->in_body || r->has_totals) {
      end_part(r);
      start_part(r, r->part);
   }
   r->is_seen = true;
   if (keys[key].read) keys[key].read(r, value, end);
}
