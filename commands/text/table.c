// SPDX-License-Identifier: GPL-3.0-or-later
// Tables that fit the screen; see table.h.
#include "commands/text/table.h"

#include <stdio.h>
#include <string.h>

#include "commands/text/built.h"
#include "commands/text/kept.h"
#include "commands/text/names.h"
#include "commands/text/screen.h"

enum {
   LEAST = 30,     // of the column that takes the room left
   LEAST_END = 12, // where even that is too much
};

static const char GAP[] = "  ";
enum { GAP_COLUMNS = sizeof GAP - 1 };

// --- Which columns fit -----------------------------------------------------------------------------

static TableColumn* elastic_of(const Table* t)
{
   for (uint32_t c = 0; c < t->n_columns; c++)
      if (t->columns[c].fit) return &t->columns[c];
   return NULL;
}

// The room that the other columns leave for the elastic one.
static int room_beside(const Table* t)
{
   int used = t->indent;
   for (uint32_t c = 0; c < t->n_columns; c++)
      if (!t->columns[c].fit && !t->columns[c].is_left_out)
         used += GAP_COLUMNS + t->columns[c].columns;
   return screen_width() - used;
}

static int widest_in(const Table* t, const TableColumn* c)
{
   const int title = columns_of(c->title), values = widest(c->values, t->n_rows);
   return title > values ? title : values;
}

// What the elastic column needs at least.
static int least_room(const Table* t, TableColumn* c)
{
   const int least = c->least ? c->least : LEAST;
   if (full_names()) return least;
   c->values = c->fit(c->with, least);
   const int columns = widest_in(t, c);
   return columns < least ? columns : least;
}

// The column to leave out next; NULL if all that are left must stay.
static TableColumn* least_wanted(const Table* t)
{
   TableColumn* least = NULL;
   for (TableColumn* c = t->columns; c < t->columns + t->n_columns; c++)
      if (c->priority && !c->fit && !c->is_left_out
          && (!least || c->priority >= least->priority))
         least = c;
   return least;
}

// Makes the texts of the elastic column.
static void fill_room(Table* t, TableColumn* c, int room)
{
   t->room = room < LEAST_END ? LEAST_END : room;
   c->is_left = true;
   c->values = c->fit(c->with, t->room);
   c->columns = widest_in(t, c);
}

void table_fit(Table* t)
{
   TableColumn* elastic = elastic_of(t);
   for (TableColumn* c = t->columns; c < t->columns + t->n_columns; c++) {
      c->is_left_out = false;
      if (!c->fit) c->columns = widest_in(t, c);
   }
   const int least = elastic ? least_room(t, elastic) : -GAP_COLUMNS;
   while (room_beside(t) < least) {
      TableColumn* c = least_wanted(t);
      if (!c) break;
      c->is_left_out = true;
   }
   if (elastic) fill_room(t, elastic, room_beside(t));
}

// --- Lines -----------------------------------------------------------------------------------------

static void drop_blanks(Built* line)
{
   while (line->n_B && line->text[line->n_B - 1] == ' ') line->text[--line->n_B] = '\0';
}

// The cells of a row up to a column; row n_rows has the titles.
static const char* cells(const Table* t, uint32_t row, const TableColumn* end)
{
   Built line = {0};
   bool is_first = true;
   for (const TableColumn* c = t->columns; c < end; c++) {
      if (c->is_left_out) continue;
      if (!is_first) built_add(&line, GAP);
      is_first = false;
      const char* value = row == t->n_rows ? c->title : c->values[row];
      if (!value) value = "";
      built_add(&line,
                c->is_left ? padded(value, c->columns) : padded_at_left(value, c->columns));
   }
   return built_kept(&line);
}

static void add_line(Built* to, const Table* t, uint32_t row)
{
   const Paint colour = t->colours && row < t->n_rows ? t->colours[row] : PAINT_NOT;
   const TableColumn* end = t->columns + t->n_columns;
   Built line = {0};
   built_blanks(&line, t->indent);
   if (colour != PAINT_NOT && t->n_columns && end[-1].fit) {
      const char* painted = cells(t, row, end - 1);
      if (*painted) built_format(&line, "%s%s", paint(colour, painted), GAP);
      const char* value = end[-1].values[row];
      built_add(&line, value ? value : "");
   } else {
      Built plain = {0};
      built_add(&plain, cells(t, row, end));
      if (colour != PAINT_NOT) drop_blanks(&plain);
      built_add(&line, paint(colour, plain.text));
      built_clear(&plain);
   }
   drop_blanks(&line);
   built_bytes(to, line.text, line.n_B);
   built_clear(&line);
}

static void add_rows(Built* to, const Table* t)
{
   for (uint32_t row = 0; row < t->n_rows; row++) {
      add_line(to, t, row);
      built_char(to, '\n');
   }
}

void table_print_rows(const Table* t)
{
   Built text = {0};
   add_rows(&text, t);
   if (text.n_B) fwrite(text.text, 1, text.n_B, stdout);
   built_clear(&text);
}

void table_print(const Table* t)
{
   Built title = {0};
   add_line(&title, t, t->n_rows);
   print_title(title.text);
   built_clear(&title);
   table_print_rows(t);
}

// --- Columns that are left out -----------------------------------------------------------------------

static void add_left_out(Built* to, const Table* t, const char* option)
{
   Built text = {0};
   for (uint32_t c = 0; c < t->n_columns; c++)
      if (t->columns[c].is_left_out && *t->columns[c].title)
         built_format(&text, "%s%s", text.n_B ? ", " : "No room for ", t->columns[c].title);
   if (!text.n_B) return;
   built_add(&text, ": --width=N makes room");
   if (option) built_format(&text, ", %s chooses columns", option);
   uint32_t n;
   const char** lines = wrapped(text.text, screen_width(), &n);
   for (uint32_t i = 0; i < n; i++) built_format(to, "%s\n", lines[i]);
   built_clear(&text);
}

const char* table_text(const Table* t, const char* option)
{
   Built text = {0};
   add_line(&text, t, t->n_rows);
   built_char(&text, '\n');
   add_rows(&text, t);
   add_left_out(&text, t, option);
   return built_kept(&text);
}

void table_print_left_out(const Table* t, const char* option)
{
   Built text = {0};
   add_left_out(&text, t, option);
   if (text.n_B) printf("\n%s", text.text);
   built_clear(&text);
}
