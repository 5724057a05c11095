// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/profile/reader.h"

#include <stdarg.h>
#include <stdio.h>

#include "commands/profile/reader_state.h"
#include "commands/text/escapes.h"
#include "commands/text/kept.h"
#include "commands/text/message.h"

enum {
   NAME_MAX_B = 1 << 24, // that names of others make up
   ID_DIGITS_MAX = 18,   // of the number of a name
   COSTS_MAX = 50000000, // functions times events,
   COSTS_OF_B = 4,       // and of each byte of the file,
   COSTS_FEW = 2000000,  // but for so many
   FIGURES_OF_B = 16,    // rows of costs times events, of each byte of the file, but for so few
   TREE_B = 22
};

// -------------------------------------------------------------------------------------------- lines

void profile_fail_line(ProfileReader* r, const char* format, ...)
{
   va_list arguments;
   va_start(arguments, format);
   lines_fail_with(&r->lines, format, arguments);
}

void reader_following_line(ProfileReader* r, const char* what)
{
   if (!lines_next(&r->lines))
      profile_fail_line(r, "the file ends before the line that must follow %s", what);
}

const char* reader_text(ProfileReader* r, const char* from, const char* to)
{
   char* text = arena_alloc(&r->p->arena, (size_t)(to - from) + 1);
   memcpy(text, from, (size_t)(to - from));
   unescape(text);
   return text;
}

// -------------------------------------------------------------------------------------------- names

// Behind a recursion level that begins here, "'2" in front of "'" or of the end; NULL: none does.
static const char* behind_level(const char* text, const char* end)
{
   const char* s = text + 1;
   while (s < end && *s >= '0' && *s <= '9') s++;
   return s > text + 1 && (s == end || *s == '\'') ? s : NULL;
}

// The name of a function without its recursion levels; moves its end.  A name has a first character that belongs to none.
static const char* without_levels(const char* text, const char** end)
{
   char *name = kept_room((size_t)(*end - text) + 1), *to = name;
   for (const char* s = text; s < *end;) {
      const char* behind = *s == '\'' && s > text ? behind_level(s, *end) : NULL;
      if (behind)
         s = behind;
      else
         *to++ = *s++;
   }
   *end = to;
   return name;
}

// A name as it is kept: an empty one says as little as none.
static uint32_t kept_name(ProfileReader* r, NameKind kind, const char* text, const char* end)
{
   if (text == end) return r->no_name;
   if (kind == NAME_FUNCTION && r->p->joins_levels && memchr(text, '\'', (size_t)(end - text)))
      text = without_levels(text, &end);
   if (!memchr(text, '\\', (size_t)(end - text)))
      return strings_number(&r->p->strings, text, (size_t)(end - text));
   char* copy = kept_copy(text, (size_t)(end - text));
   unescape(copy);
   return strings_number(&r->p->strings, copy, strlen(copy));
}

// The number in "(12)", and what follows it; NULL: there is none.  One with more digits is that of no name.
static const char* id_of(ProfileReader* r, const char* text, const char* end, uint64_t* id)
{
   if (text == end || *text != '(') return NULL;
   const char* s = text + 1;
   uint64_t n = 0;
   for (; s < end && *s >= '0' && *s <= '9' && s - text <= ID_DIGITS_MAX; s++)
      n = 10 * n + (uint64_t)(*s - '0');
   const char* behind = s;
   while (behind < end && *behind >= '0' && *behind <= '9') behind++;
   if (s == text + 1 || behind == end || *behind != ')') return NULL;
   if (behind > s)
      profile_fail_line(r, "the number of a name has more than %d digits", ID_DIGITS_MAX);
   *id = n;
   return s + 1;
}

static uint32_t known_name(ProfileReader* r, NameKind kind, uint64_t id)
{
   const uint32_t row = rows_find(&r->p->name_ids, (uint64_t[]){kind, id});
   if (row == UINT32_MAX) profile_fail_line(r, "the name (%lu) was not defined before", id);
   return (uint32_t)(*rows_figures(&r->p->name_ids, row) - 1);
}

// Whether a name is made of others, "(3)'2'(4)": its function and the callers.
static bool is_nested(ProfileReader* r, const char* text, const char* end)
{
   uint64_t id;
   const char* s = id_of(r, text, end, &id);
   while (s && s < end) {
      if (*s++ != '\'') return false;
      const char* digits = s;
      while (s < end && *s >= '0' && *s <= '9') s++;
      if (s == digits) s = id_of(r, s, end, &id);
   }
   return s != NULL;
}

static uint32_t nested_name(ProfileReader* r, NameKind kind, const char* text, const char* end)
{
   size_t room = 1;
   uint64_t id;
   for (const char* s = text; s < end;) {
      const char* behind = id_of(r, s, end, &id);
      room += behind ? strlen(profile_name(r->p, known_name(r, kind, id))) : 1;
      s = behind ? behind : s + 1;
   }
   if (room > NAME_MAX_B) profile_fail_line(r, "this line is longer than any name can be");
   char* name = kept_room(room);
   char* to = name;
   for (const char* s = text; s < end;) {
      const char* behind = id_of(r, s, end, &id);
      if (behind)
         to = stpcpy(to, profile_name(r->p, known_name(r, kind, id)));
      else
         *to++ = *s;
      s = behind ? behind : s + 1;
   }
   return kept_name(r, kind, name, to);
}

// A name as written: "name", "(id) name" or "(id)".  A '(' that no number follows belongs to the name: "(below main)".
static uint32_t read_name(ProfileReader* r, NameKind kind, const char* text)
{
   const char* end = lines_end(&r->lines);
   while (*text == ' ' || *text == '\t') text++;
   uint64_t id;
   const char* name = id_of(r, text, end, &id);
   if (!name) return kept_name(r, kind, text, end);
   while (*name == ' ' || *name == '\t') name++;
   if (name >= end) return known_name(r, kind, id);
   const uint32_t number =
      is_nested(r, name, end) ? nested_name(r, kind, name, end) : kept_name(r, kind, name, end);
   *rows_at(&r->p->name_ids, (uint64_t[]){kind, id}) = number + 1;
   return number;
}

// --------------------------------------------------------------------------------------- the body

// fn=: the function whose costs follow.
static void read_function(ProfileReader* r, const char* value)
{
   r->fn = read_name(r, NAME_FUNCTION, value);
   r->file = r->fi = r->fl;
   r->function = profile_function(r->p, r->ob, r->fl, r->fn);
   r->p->is_defined[r->function] = true;
   if (r->address_at >= 0) r->p->has_address = true;
   if (r->line_at >= 0) r->p->has_line = true;
}

// The keys of lines KEY=NAME, and the field that each sets; frfn= says nothing that is kept.
static const struct {
   char key[6];
   NameKind kind;
   size_t field;
} of_names[] = {
   {"cfn", NAME_FUNCTION, offsetof(ProfileReader, cfn)},
   {"cfi", NAME_FILE, offsetof(ProfileReader, cfi)},
   {"cfl", NAME_FILE, offsetof(ProfileReader, cfi)},
   {"cob", NAME_MODULE, offsetof(ProfileReader, cob)},
   {"fi", NAME_FILE, offsetof(ProfileReader, fi)},
   {"fe", NAME_FILE, offsetof(ProfileReader, fi)},
   {"fl", NAME_FILE, offsetof(ProfileReader, fl)},
   {"ob", NAME_MODULE, offsetof(ProfileReader, ob)},
   {"jfi", NAME_FILE, offsetof(ProfileReader, jfi)},
   {"jfn", NAME_FUNCTION, offsetof(ProfileReader, jfn)},
   {"frfn", NAME_FUNCTION, offsetof(ProfileReader, from)},
};

// A line KEY=NAME; false: it is none.
static bool read_name_line(ProfileReader* r, const char* key, const char* value)
{
   for (size_t i = 0; i < sizeof of_names / sizeof *of_names; i++) {
      if (strcmp(key, of_names[i].key) != 0) continue;
      uint32_t* name = (uint32_t*)((char*)r + of_names[i].field);
      *name = read_name(r, of_names[i].kind, value);
      if (name == &r->fl) r->fi = *name;
      if (name == &r->fi) r->file = *name;
      return true;
   }
   return false;
}

// A line KEY=VALUE of the body; false: it is none.
static bool read_body_line(ProfileReader* r)
{
   enum { KEY_MAX = 5 };
   char key[KEY_MAX + 1] = "";
   int n = 0;
   while (n <= KEY_MAX && r->lines.line[n] >= 'a' && r->lines.line[n] <= 'z') n++;
   if (n > KEY_MAX || r->lines.line[n] != '=') return false;
   memcpy(key, r->lines.line, (size_t)n);
   const char* value = r->lines.line + n + 1;
   const bool is_jump = strcmp(key, "jump") == 0 || strcmp(key, "jcnd") == 0;
   const bool is_function = strcmp(key, "fn") == 0, is_call = strcmp(key, "calls") == 0;
   if (!r->knows_events) {
      bool is_known = is_jump || is_function || is_call || strcmp(key, "rec") == 0;
      for (size_t i = 0; i < sizeof of_names / sizeof *of_names; i++)
         is_known |= strcmp(key, of_names[i].key) == 0;
      if (!is_known) return false;
      profile_fail_line(r, "the body starts before the events: line");
   }
   if (is_function)
      read_function(r, value);
   else if (is_call)
      read_call(r, value);
   else if (is_jump)
      read_jump(r, value, key[1] == 'c');
   else if (!read_name_line(r, key, value) && strcmp(key, "rec") != 0)
      return false;
   r->in_body = true;
   return true;
}

// "# loop: ITERATIONS [LEAST MOST]"
static void read_comment(ProfileReader* r)
{
   ProfileLoop loop;
   unsigned long n[3];
   int end = 0;
   const int length = (int)(lines_end(&r->lines) - r->lines.line);
   char* line = kept_copy(r->lines.line, (size_t)length);
   if (r->function != PROFILE_NO_FUNCTION && begins_with(line, "# loop: ")) {
      const bool has_trips =
         sscanf(line, "# loop: %19lu %19lu %19lu%n", &n[0], &n[1], &n[2], &end) == 3
         && end == length;
      if (has_trips || (sscanf(line, "# loop: %19lu%n", &n[0], &end) == 1 && end == length)) {
         loop = has_trips ? (ProfileLoop){n[0], n[1], n[2], true}
                          : (ProfileLoop){.iterations = n[0]};
         profile_add_loop(r->p, r->function, &loop);
      }
   }
   if (r->comment)
      r->comment(r->with, r, r->p, r->function, r->part.creator ? r->part.creator : "", line);
}

// What is kept grows with both; files that have far fewer costs than that, as nearly all are 0 and left out, are none of
// real programs.
static void check_size(ProfileReader* r)
{
   const uint64_t size_B = r->lines.in->size_B, events = profile_events(r->p),
                  functions = r->p->n_functions;
   r->checked_functions = r->p->n_functions;
   uint64_t most = COSTS_OF_B * size_B < COSTS_MAX ? COSTS_OF_B * size_B : COSTS_MAX;
   if (most < COSTS_FEW) most = COSTS_FEW;
   if (functions * events > most)
      profile_fail_line(
         r,
         "%lu functions with %lu events need too much memory: at most %lu costs can be read%s",
         functions, events, most, most < COSTS_MAX ? " of files of this size" : "");
   if (r->p->costs.n * events > COSTS_FEW && r->p->costs.n * events > FIGURES_OF_B * size_B)
      profile_fail_line(r,
                        "%u lines of costs with %lu events need too much memory: at most %lu "
                        "figures can be read of files of this size",
                        r->p->costs.n, events, FIGURES_OF_B * size_B);
}

static void read_line(ProfileReader* r)
{
   enum { ROWS_BETWEEN = 1 << 14 }; // checks
   const char c = *r->lines.line;
   if ((c >= '0' && c <= '9') || c == '+' || c == '*' || c == '-') {
      read_cost_line(r);
      r->in_body = true;
      if (r->p->n_functions != r->checked_functions || r->p->costs.n % ROWS_BETWEEN == 0)
         check_size(r);
   } else if (c == '#') {
      read_comment(r);
   } else if (*skip_blanks(r->lines.line) != '\n' && !read_body_line(r)) {
      read_header_line(r);
   }
}

void profile_read(Profile* p, const Input* in, ProfileComment comment, void* with)
{
   ProfileReader r = {.p = p, .lines = lines_of(in), .comment = comment, .with = with};
   r.no_name = strings_number(&p->strings, "???", 3);
   if (in->size_B >= TREE_B && begins_with(in->bytes, "# xgrind context tree\n"))
      profile_fail_line(&r, "this is a calling-context tree, which xgrind_annotate "
                            "--tree=top-down and xgrind_export read");
   start_first_part(&r);
   while (lines_next(&r.lines)) read_line(&r);
   if (!r.knows_events) profile_fail_line(&r, "the file ends without an events: line");
   end_part(&r);
   drop_formulas(&r);
   rows_clear(&p->name_ids);
   profile_resolve_callees(p);
}
