// SPDX-License-Identifier: GPL-3.0-or-later
// --help; see help.h.
#include "commands/options/help.h"

#include <stdio.h>
#include <string.h>

#include "commands/options/names.h"
#include "commands/text/built.h"
#include "commands/text/kept.h"
#include "commands/text/screen.h"

enum {
   INDENT = 2,
   TAG_COLUMNS = 25,
   MARGIN = INDENT + TAG_COLUMNS, // of the text beside the options
   WIDTH = 80,                    // where there is no terminal
   WIDTH_MIN = 50,                // room for a few words beside the options
   WIDTH_MAX = 100                // longer lines are hard to read
};

// A text of the table without its marks.
static const char* plain(const char* text)
{
   char* bare = kept_copy(text, strlen(text));
   char* to = bare;
   for (const char* from = text; *from; from++)
      if (!strchr("`<>", *from)) *to++ = *from;
   *to = '\0';
   return bare;
}

// Where a line of at most `width` columns ends: before a blank, or within a word that is longer.  Texts of tables are ASCII, and
// stay as they are, \x3b, too: so this is not wrapped().
static size_t line_length(const char* text, size_t width)
{
   if (strlen(text) <= width) return strlen(text);
   size_t n = width;
   while (n && text[n] != ' ') n--;
   return n ? n : width;
}

// Adds a paragraph, all of its lines but the first one with a margin.
static void add_lines(Built* b, const char* text, int margin, int width)
{
   while (true) {
      const size_t n = line_length(text, (size_t)(width - margin));
      built_bytes(b, text, n);
      built_char(b, '\n');
      text += n;
      text += strspn(text, " ");
      if (!*text) return;
      built_blanks(b, margin);
   }
}

static void add_paragraph(Built* b, const char* text, int width)
{
   built_blanks(b, INDENT);
   add_lines(b, plain(text), INDENT, width);
   built_char(b, '\n');
}

// "-o, --output=FILE": letters first.
static const char* tag_of(const OptionTable* t, const Option* o)
{
   Built b = {0};
   for (int letters = 1; letters >= 0; letters--) {
      OptionName name = {0};
      while (option_name_next(t, &name))
         if (name.option == o && (name.n_B == 1) == letters)
            built_format(&b, "%s%s", b.n_B ? ", " : "", option_dashed(&name));
   }
   built_add(&b, plain(o->shown));
   return built_kept(&b);
}

// The text beside the option, or below it, if that has no room.
static void add_option(Built* b, const OptionTable* t, const Option* o, int width)
{
   const char* tag = tag_of(t, o);
   const char* help = plain(o->help);
   if (*o->shown_default) help = kept("%s [%s]", help, plain(o->shown_default));
   built_blanks(b, INDENT);
   built_add(b, tag);
   const int left = TAG_COLUMNS - (int)strlen(tag);
   if (left < 1) built_char(b, '\n');
   built_blanks(b, left < 1 ? MARGIN : left);
   add_lines(b, help, MARGIN, width);
}

static void add_kind(Built* b, const OptionTable* t, OptionKind kind, int width)
{
   for (size_t i = 0; i < t->n; i++) {
      const Option* o = &t->rows[i];
      if (o->kind != kind) continue;
      add_paragraph(b, kind == OPTION_USAGE ? kept("%s %s", t->program, o->help) : o->help,
                    width);
   }
}

const char* help_text(const OptionTable* t, int width)
{
   Built b = {0};
   built_add(&b, "Usage:\n");
   add_kind(&b, t, OPTION_USAGE, width);
   built_add(&b, "Description:\n");
   add_kind(&b, t, OPTION_ABOUT, width);
   built_add(&b, "Options:\n");
   add_kind(&b, t, OPTION_INTRO, width);
   for (size_t i = 0; i < t->n; i++)
      if (t->rows[i].names) add_option(&b, t, &t->rows[i], width);
   built_char(&b, '\n');
   return built_kept(&b);
}

void help_print(const OptionTable* t)
{
   int width = terminal_width();
   if (!width) width = WIDTH;
   if (width < WIDTH_MIN) width = WIDTH_MIN;
   if (width > WIDTH_MAX) width = WIDTH_MAX;
   fputs(help_text(t, width), stdout);
}

void version_print(const OptionTable* t)
{
   printf("%s " XG_VERSION "\n", t->program);
}
