// SPDX-License-Identifier: GPL-3.0-or-later
// Lines of merged profiles; see spread_file.h.
#include "commands/merge/spread_file.h"

#include <inttypes.h>
#include <string.h>

#include "base/array.h"
#include "commands/text/built.h"
#include "commands/text/kept.h"
#include "commands/text/message.h"

enum {
   RANK_DIGITS_MAX = 9, // of a rank's number
   FIGURE_DIGITS_MAX = 20,
   FIGURES_FEW = 2000000, // are read of any file,
   FIGURES_OF_B =
      8, // and so many for each byte that says them: most columns of most functions are 0, and left out
};

static const char WHAT[] = "commands.about";

// --- Texts ---------------------------------------------------------------------------------------

static void add_text(About* about, AboutTexts* to, const char* text, size_t n_B)
{
   to->text = array_grown(WHAT, to->text, to->n, &to->room, sizeof *to->text);
   char* copy = arena_alloc(&about->arena, n_B + 1);
   host_memcpy(copy, text, n_B);
   to->text[to->n++] = copy;
}

__attribute__((noreturn)) static void bad_line(ProfileReader* r)
{
   profile_fail_line(r, "this line is not as xgrind_merge writes it");
}

// A figure of at most so many digits, and where it ends.
static uint64_t figure_in(ProfileReader* r, const char** at, size_t digits_max)
{
   uint64_t n = 0;
   const char* digit = *at;
   for (; *digit >= '0' && *digit <= '9'; digit++)
      if (__builtin_mul_overflow(n, 10, &n)
          || __builtin_add_overflow(n, (uint64_t)(*digit - '0'), &n))
         bad_line(r);
   if (digit == *at || (size_t)(digit - *at) > digits_max) bad_line(r);
   *at = digit;
   return n;
}

static void skip_sign(ProfileReader* r, const char** at, char sign)
{
   if (**at != sign) bad_line(r);
   ++*at;
}

// Fails if so many figures are said by so few bytes that the file is none of ours.
static void check_size(About* about, ProfileReader* r, uint64_t n, size_t more_B)
{
   about->spread_B += more_B;
   const uint64_t figures = n * about->columns.n;
   const bool is_few = figures <= FIGURES_FEW || figures / FIGURES_OF_B <= about->spread_B;
   if (!is_few || figures > SPREAD_FIGURES_MAX)
      profile_fail_line(r, "%lu lines of %u columns need too much memory", (unsigned long)n,
                        about->columns.n);
}

// --- Kinds of lines --------------------------------------------------------------------------------

typedef struct {
   About* about;
   ProfileReader* r;
   uint32_t function; // or PROFILE_NO_FUNCTION
   const char* text;
} Line;

static void read_command(const Line* l)
{
   add_text(l->about, &l->about->commands, l->text, strlen(l->text));
}

static void read_objects(const Line* l)
{
   l->about->of_objects = true;
   l->about->is_estimated |= strcmp(l->text, "estimated") == 0;
}

static void read_left_out(const Line* l)
{
   add_text(l->about, &l->about->left_out, l->text, strlen(l->text));
}

static void read_columns(const Line* l)
{
   static const char blanks[] = " \t\n\v\f\r";
   if (l->about->has_columns)
      profile_fail_line(
         l->r, "these are two sums with --spread in one file; give each as a file of its own");
   l->about->has_columns = true;
   for (const char* at = l->text; *(at += strspn(at, blanks));) {
      const size_t n_B = strcspn(at, blanks);
      add_text(l->about, &l->about->columns, at, n_B);
      at += n_B;
      if (l->about->columns.n > SPREAD_COLUMNS_MAX) bad_line(l->r);
   }
}

static void read_rank(const Line* l)
{
   About* about = l->about;
   uint64_t totals[SPREAD_COLUMNS_MAX] = {0};
   const char* at = l->text;
   if (!about->has_columns) bad_line(l->r);
   for (uint32_t n = 0; *at != '\t'; n++) {
      if (n == about->columns.n) bad_line(l->r);
      if (n) skip_sign(l->r, &at, ' ');
      totals[n] = figure_in(l->r, &at, FIGURE_DIGITS_MAX);
   }
   if (!*++at) bad_line(l->r);
   check_size(about, l->r, (uint64_t)about->n_ranks + 1, strlen(l->text));
   about->ranks =
      array_grown(WHAT, about->ranks, about->n_ranks, &about->room_ranks, sizeof *about->ranks);
   about->ranks[about->n_ranks++] = spread_rank(at, totals, about->columns.n);
}

static void read_extreme(const Line* l, const char** at, SpreadExtreme* to)
{
   to->value = figure_in(l->r, at, FIGURE_DIGITS_MAX);
   skip_sign(l->r, at, ' ');
   const uint64_t n = figure_in(l->r, at, FIGURE_DIGITS_MAX);
   skip_sign(l->r, at, ' ');
   const uint64_t first = figure_in(l->r, at, RANK_DIGITS_MAX);
   if (n > l->about->n_ranks || first >= l->about->n_ranks) bad_line(l->r);
   to->n = (uint32_t)n;
   to->first = (uint32_t)first;
}

// Reads the columns of a function's line; nothing in one is 0 in all ranks.  Returns how many there are.
static uint32_t read_extremes(const Line* l, SpreadExtremes row[SPREAD_COLUMNS_MAX])
{
   const SpreadExtreme none = {.n = l->about->n_ranks};
   uint32_t n = 0;
   for (const char* at = l->text; *at; n++) {
      if (n == l->about->columns.n) bad_line(l->r);
      row[n] = (SpreadExtremes){none, none};
      if (*at != ',') {
         read_extreme(l, &at, &row[n].least);
         skip_sign(l->r, &at, ' ');
         read_extreme(l, &at, &row[n].most);
      }
      if (*at) skip_sign(l->r, &at, ',');
   }
   return n;
}

// Room for the function of the line.
static AboutFunction* function_of(const Line* l)
{
   About* about = l->about;
   if (l->function == PROFILE_NO_FUNCTION || !about->has_columns) bad_line(l->r);
   if (l->function >= about->room_functions) {
      const size_t room = 2 * (size_t)l->function + 1;
      about->functions = host_realloc(WHAT, about->functions, room * sizeof *about->functions);
      about->room_functions = room < UINT32_MAX ? (uint32_t)room : UINT32_MAX;
   }
   while (about->n_functions <= l->function)
      about->functions[about->n_functions++] = (AboutFunction){0};
   if (about->functions[l->function].extremes) bad_line(l->r);
   return &about->functions[l->function];
}

static void read_function(const Line* l)
{
   SpreadExtremes row[SPREAD_COLUMNS_MAX];
   AboutFunction* f = function_of(l);
   const uint32_t n = read_extremes(l, row);
   check_size(l->about, l->r, ++l->about->n_with_extremes, strlen(l->text));
   f->extremes = arena_alloc(&l->about->arena, n * sizeof *row + 1);
   f->n = n;
   host_memcpy(f->extremes, row, n * sizeof *row);
}

void about_read(void* with, ProfileReader* r, Profile* p, uint32_t function,
                const char* creator, const char* line)
{
   static const struct {
      const char* begins;
      void (*read)(const Line* l);
   } kinds[] = {
      {"# command: ", read_command},   {"# objects: ", read_objects},
      {"# left out: ", read_left_out}, {"# spread events: ", read_columns},
      {"# spread rank: ", read_rank},  {"# spread: ", read_function},
   };
   static const char merged[] = "xgrind_merge-";
   (void)p;
   if (strncmp(creator, merged, sizeof merged - 1) != 0) return;
   for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
      const size_t n_B = strlen(kinds[i].begins);
      if (strncmp(line, kinds[i].begins, n_B) != 0) continue;
      kinds[i].read(&(Line){.about = with, .r = r, .function = function, .text = line + n_B});
      return;
   }
}

Spread* about_spread(About* about, const Profile* p)
{
   if (!about->has_columns || !about->n_ranks) return NULL;
   Spread* s = spread_of_zeros(about->columns.text, about->columns.n, about->ranks,
                               about->n_ranks, p->n_functions);
   about->ranks = NULL;
   about->n_ranks = 0;
   for (uint32_t f = 0; f < about->n_functions && f < p->n_functions; f++)
      host_memcpy(spread_row(s, f), about->functions[f].extremes,
                  about->functions[f].n * sizeof(SpreadExtremes));
   return s;
}

void about_clear(About* about)
{
   for (uint32_t i = 0; i < about->n_ranks; i++) spread_rank_clear(&about->ranks[i]);
   host_free(about->ranks);
   host_free(about->functions);
   host_free(about->commands.text);
   host_free(about->left_out.text);
   host_free(about->columns.text);
   arena_clear(&about->arena);
   *about = (About){0};
}

// --- Writing -------------------------------------------------------------------------------------

static const char* columns_line(const Spread* s)
{
   Built line = {0};
   built_add(&line, "# spread events: ");
   for (uint32_t c = 0; c < s->n_columns; c++)
      built_format(&line, "%s%s", c ? " " : "", s->columns[c]);
   return built_kept(&line);
}

static const char* rank_line(const Spread* s, const SpreadRank* rank)
{
   Built line = {0};
   built_add(&line, "# spread rank: ");
   for (uint32_t c = 0; c < s->n_columns; c++)
      built_format(&line, "%s%" PRIu64, c ? " " : "", rank->totals[c]);
   built_format(&line, "\t%s", printable(rank->name));
   return built_kept(&line);
}

const char** spread_header(const Spread* s, uint32_t* n)
{
   const char** lines = kept_room((s->n_ranks + (size_t)1) * sizeof *lines);
   lines[0] = columns_line(s);
   for (uint32_t i = 0; i < s->n_ranks; i++) lines[1 + i] = rank_line(s, &s->ranks[i]);
   *n = 1 + s->n_ranks;
   return lines;
}

static void add_extreme(Built* line, const SpreadExtreme* e)
{
   built_format(line, "%" PRIu64 " %u %u", e->value, e->n, e->first);
}

// Of each column six figures, nothing if it is 0 in all ranks.
char* spread_function_line(const Spread* s, uint32_t function)
{
   if (function >= s->n_functions) return NULL;
   const SpreadExtremes* row = spread_row(s, function);
   uint32_t n = s->n_columns;
   while (n && !row[n - 1].most.value) n--;
   if (!n) return NULL;
   Built line = {0};
   built_add(&line, "# spread: ");
   for (uint32_t c = 0; c < n; c++) {
      if (c) built_char(&line, ',');
      if (!row[c].most.value) continue;
      add_extreme(&line, &row[c].least);
      built_char(&line, ' ');
      add_extreme(&line, &row[c].most);
   }
   return built_taken(&line);
}
