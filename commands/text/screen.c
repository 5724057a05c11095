// SPDX-License-Identifier: GPL-3.0-or-later
// Columns of texts; see screen.h.
#include "commands/text/screen.h"

#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/escape.h"
#include "base/utf8.h"
#include "commands/text/built.h"
#include "commands/text/escapes.h"
#include "commands/text/kept.h"

enum { COLUMNS_OF_PIPE = 100, COLUMNS_MIN = 40, BETWEEN_MIN = 8, COLUMNS_OF_BYTE = 4 };

static const char DOTS[] = "...";
enum { DOTS_COLUMNS = sizeof DOTS - 1 };

static int width; // 0: not set

int terminal_width(void)
{
   struct winsize size;
   return isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col
                                                                                : 0;
}

void set_screen_width(int columns)
{
   width = columns ? columns : terminal_width();
   if (!width) width = COLUMNS_OF_PIPE;
   if (width < COLUMNS_MIN) width = COLUMNS_MIN;
}

int screen_width(void)
{
   if (!width) set_screen_width(0);
   return width;
}

// --- Characters ----------------------------------------------------------------------------------

enum { WIDE = 1, NARROW = 2, MARK = 4, UNSEEN = 8 };

typedef struct {
   uint32_t first, last;
   uint8_t classes;
} Range;
static const Range ranges[] = {
#define CHARACTERS(first, last, classes) {first, last, classes},
#include "commands/text/characters.def"
};

static int classes_of(uint32_t code_point)
{
   size_t first = 0, end = sizeof ranges / sizeof ranges[0];
   while (first < end) {
      const size_t middle = (first + end) / 2;
      if (code_point > ranges[middle].last)
         first = middle + 1;
      else
         end = middle;
   }
   const bool is_in =
      first < sizeof ranges / sizeof ranges[0] && code_point >= ranges[first].first;
   return is_in ? ranges[first].classes : 0;
}

static bool is_unseen(uint32_t code_point)
{
   return classes_of(code_point) & UNSEEN;
}

const char* visible(const char* text)
{
   return escaped_where(text, is_unseen);
}

static int columns_of_classes(int classes)
{
   return 1 + (classes & WIDE ? 1 : 0) - (classes & NARROW ? 1 : 0);
}

int columns_of(const char* text)
{
   int columns = 0;
   for (int n; *text; text += n) {
      n = utf8_length(text);
      if (n == 1)
         columns++;
      else if (n)
         columns += columns_of_classes(classes_of(utf8_code_point(text, n)));
      else {
         columns += COLUMNS_OF_BYTE;
         n = 1;
      }
   }
   return columns;
}

int widest(const char* const* texts, uint32_t n)
{
   int columns = 0;
   for (uint32_t i = 0; i < n; i++) {
      const int c = texts[i] ? columns_of(texts[i]) : 0;
      if (c > columns) columns = c;
   }
   return columns;
}

static const char* with_blanks(const char* text, int columns, bool at_left)
{
   const int n = columns - columns_of(text);
   if (n <= 0) return text;
   Built line = {0};
   if (at_left) built_blanks(&line, n);
   built_add(&line, text);
   if (!at_left) built_blanks(&line, n);
   return built_kept(&line);
}

const char* padded(const char* text, int columns)
{
   return with_blanks(text, columns, false);
}

const char* padded_at_left(const char* text, int columns)
{
   return with_blanks(text, columns, true);
}

// --- Cutting -------------------------------------------------------------------------------------

typedef struct {
   size_t at;
   uint8_t columns;
   bool is_mark;
} Character;

// A text as characters; bytes that are not UTF-8 are four each.
typedef struct {
   Built text;
   Character* character; // and one for the end
   size_t n;
} Characters;

static void add_character(Characters* c, const char* bytes, size_t n_B, int classes)
{
   c->character[c->n++] =
      (Character){c->text.n_B, (uint8_t)columns_of_classes(classes), classes & MARK};
   built_bytes(&c->text, bytes, n_B);
}

static Characters characters_of(const char* text)
{
   Characters c = {.character =
                      host_alloc("commands.screen",
                                 (COLUMNS_OF_BYTE * strlen(text) + 1) * sizeof *c.character)};
   for (int n; *text; text += n) {
      n = utf8_length(text);
      if (n)
         add_character(&c, text, (size_t)n, n > 1 ? classes_of(utf8_code_point(text, n)) : 0);
      else {
         char shown[ESCAPE_B];
         const char* next = text;
         const int shown_B = escape_next(shown, &next, is_unseen);
         for (int i = 0; i < shown_B; i++) add_character(&c, &shown[i], 1, 0);
         n = 1;
      }
   }
   c.character[c.n] = (Character){.at = c.text.n_B};
   return c;
}

static int columns_between(const Characters* c, size_t from, size_t to)
{
   int columns = 0;
   for (; from < to; from++) columns += c->character[from].columns;
   return columns;
}

// Adds the start, of at most so many columns, and not more characters.
static void add_start(Built* to, const Characters* c, int columns)
{
   if (columns <= 0) return;
   size_t end = (size_t)columns < c->n ? (size_t)columns : c->n;
   for (int has = columns_between(c, 0, end); has > columns;)
      has -= c->character[--end].columns;
   // marks belong to the character before them
   while (end && end < c->n && c->character[end].is_mark) end++;
   built_bytes(to, c->text.text, c->character[end].at);
}

static void add_end(Built* to, const Characters* c, int columns)
{
   if (columns <= 0) return;
   size_t from = (size_t)columns < c->n ? c->n - (size_t)columns : 0;
   for (int has = columns_between(c, from, c->n); has > columns;)
      has -= c->character[from++].columns;
   while (from < c->n && c->character[from].is_mark) from++;
   built_bytes(to, c->text.text + c->character[from].at, c->text.n_B - c->character[from].at);
}

const char* cut(const char* text, int columns, double end)
{
   if (columns_of(text) <= columns) return text;
   const int room = columns - DOTS_COLUMNS;
   const int at_end = (int)(room * end);
   Characters c = characters_of(text);
   Built line = {0};
   if (room < 1)
      add_start(&line, &c, columns);
   else {
      add_start(&line, &c, room - at_end);
      built_add(&line, DOTS);
      add_end(&line, &c, at_end);
   }
   host_free(c.character);
   built_clear(&c.text);
   return built_kept(&line);
}

const char* cut_between(const char* before, const char* text, const char* after, int columns)
{
   const int room = columns - columns_of(before) - columns_of(after);
   if (room < BETWEEN_MIN && room < columns_of(text)) return NULL;
   return kept("%s%s%s", before, cut(text, room, 0), after);
}

// --- Lines ---------------------------------------------------------------------------------------

typedef struct {
   Built line; // that is not full yet
   int columns;
   const char** lines;
   uint32_t n;
} Wrapping;

static void add_word(Wrapping* w, const char* word, int room)
{
   const int columns = columns_of(word);
   if (w->line.n_B && w->columns + 1 + columns <= room) {
      built_char(&w->line, ' ');
      w->columns++;
   } else {
      if (w->line.n_B) w->lines[w->n++] = built_kept(&w->line);
      w->columns = 0;
   }
   built_add(&w->line, word);
   w->columns += columns;
}

const char** wrapped(const char* text, int columns, uint32_t* n)
{
   text = visible(text);
   Wrapping w = {.lines = kept_room((strlen(text) / 2 + 2) * sizeof *w.lines)};
   for (const char* at = text; *(at += strspn(at, " "));) {
      const size_t word_B = strcspn(at, " ");
      add_word(&w, cut(kept_copy(at, word_B), columns, 0), columns);
      at += word_B;
   }
   w.lines[w.n++] = built_kept(&w.line);
   *n = w.n;
   return w.lines;
}
