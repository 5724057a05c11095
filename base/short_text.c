// SPDX-License-Identifier: GPL-3.0-or-later
// Names in messages; see short_text.h.
#include "base/short_text.h"

#include "base/begins.h"
#include "base/utf8.h"

// The first place of a character, or NULL; the end counts as one.
static const char* find(const char* text, char c)
{
   for (; *text != c; text++)
      if (!*text) return NULL;
   return text;
}

// Copies a text with its end, and returns where that is.
static char* copy(char* to, const char* text)
{
   const size_t n = host_strlen(text);
   host_memcpy(to, text, n + 1);
   return to + n;
}

static bool continues(uint8_t c)
{
   return (c & 0xC0) == 0x80;
}

int short_text_columns(const char* text)
{
   int n = 0;
   for (; *text; text++) n += !continues((uint8_t)*text);
   return n;
}

char* short_text_printable(const char* text)
{
   char* copy = host_alloc("base.short_text", host_strlen(text) + 1);
   char* to = copy;
   while (*text) {
      const int n = utf8_length(text);
      if (!n || utf8_acts(utf8_code_point(text, n)))
         *to++ = '?';
      else
         for (int i = 0; i < n; i++) *to++ = text[i];
      text += n ? n : 1;
   }
   *to = '\0';
   return copy;
}

// How many characters stand here that have < or > in them which are no brackets: an operator's name, an arrow.
static size_t no_bracket_length(const char* at)
{
   static const char* const names[] = {
      "operator<<=", "operator>>=", "operator<=>", "operator->*", "operator<<", "operator>>",
      "operator<=",  "operator>=",  "operator->",  "operator<",   "operator>",  "->"};
   for (uint32_t i = 0; i < sizeof names / sizeof names[0]; i++)
      if (begins_with(at, names[i])) return host_strlen(names[i]);
   return 0;
}

// Whether each < has its >.  What a name begins with is no bracket, nor is a > behind it.
static bool is_balanced(const char* name)
{
   int depth = 0;
   if (*name == '<') name++;
   for (size_t n; *name; name += n ? n : 1) {
      n = no_bracket_length(name);
      if (n) continue;
      depth += (*name == '<') - (*name == '>' && depth > 0);
   }
   return depth == 0;
}

// Leaves template arguments out, in place; what a name begins with stays, as in <T as Trait>::f.
static void drop_arguments(char* name)
{
   char* to = name;
   int depth = 0;
   const char* from = name;
   if (!is_balanced(name)) return;        // an expression has a <
   if (begins_with(name, "py::")) return; // Python's <lambda> and <module> are names
   if (*from == '<') *to++ = *from++;
   while (*from) {
      const size_t n = no_bracket_length(from);
      for (size_t i = 0; i < n; i++, from++)
         if (!depth) *to++ = *from;
      if (n) continue;
      const char c = *from++;
      if (c == '>' && depth > 0) depth--;
      if (!depth) *to++ = c;
      if (c == '<') depth++;
   }
   *to = '\0';
}

static bool has_operator(const char* name)
{
   for (; *name; name++)
      if (begins_with(name, "operator")) return true;
   return false;
}

// Leaves the type that C++ writes in front of a template's name out, in place.
static void drop_type(char* name)
{
   if (*name == '<' || has_operator(name)) return;
   const char* start = find(name, '(');
   if (!start || start == name || start[-1] == ' ' || begins_with(start, "(anonymous")) return;
   while (start > name && start[-1] != ' ') start--;
   while ((*name++ = *start++)) {
   }
}

// Leaves the list of parameters out, in place: what is in the last parentheses.
static void drop_parameters(char* name)
{
   static const char dots[] = "(...)";
   char* close = name + host_strlen(name);
   while (close > name && *close != ')') close--;
   int depth = 0;
   char* open = close;
   for (; open > name; open--) {
      depth += (*open == ')') - (*open == '(');
      if (!depth) break;
   }
   if (open == name || (size_t)(close + 1 - open) <= sizeof dots - 1) return;
   (void)copy(copy(open, dots), close + 1);
}

// The first byte of the n-th character, or the end.
static const char* character(const char* text, int n)
{
   while (*text && n-- > 0) do
         text++;
      while (continues((uint8_t)*text));
   return text;
}

static int within_limits(int room)
{
   return room < SHORT_TEXT_COLUMNS_MIN   ? SHORT_TEXT_COLUMNS_MIN
          : room > SHORT_TEXT_COLUMNS_MAX ? SHORT_TEXT_COLUMNS_MAX
                                          : room;
}

// At most `room` characters: `head` from the start, "...", and as many as fit from the end.
static void cut(char to[SHORT_TEXT_B], int room, int head, const char* text)
{
   const int columns = short_text_columns(text);
   if (columns <= room) {
      (void)copy(to, text);
      return;
   }
   const size_t head_B = (size_t)(character(text, head) - text);
   host_memcpy(to, text, head_B);
   (void)copy(copy(to + head_B, "..."), character(text, columns - (room - 3 - head)));
}

// Leaves out what drop_parameters() has left of them, and what follows.
static void drop_signature(char* name)
{
   for (char* at = name; *at; at++)
      if (at > name && begins_with(at, "(...)")) *at = '\0';
}

// Leaves scopes of Python's functions out, in place: the name is behind the last ".<locals>".
static void drop_locals(char* name)
{
   static const char locals[] = ".<locals>";
   if (!begins_with(name, "py::")) return;
   char* to = name;
   for (const char* from = name; *from;)
      if (begins_with(from, locals))
         from += sizeof locals - 1;
      else
         *to++ = *from++;
   *to = '\0';
}

// Whether the brackets of a text pair, without those that are no brackets.
static bool pairs(const char* text)
{
   int angle = 0, round = 0, curly = 0;
   for (size_t n; *text; text += n ? n : 1) {
      n = no_bracket_length(text);
      if (n) continue;
      angle += (*text == '<') - (*text == '>');
      round += (*text == '(') - (*text == ')');
      curly += (*text == '{') - (*text == '}');
      if (angle < 0 || round < 0 || curly < 0) return false;
   }
   return !angle && !round && !curly;
}

// The longest rest of a name, from "::" on, that has room behind dots; or else the innermost name.
static const char* inner_scopes(const char* name, int room, bool* has_room)
{
   const char* innermost = name;
   *has_room = false;
   for (const char* at = name; *at; at++) {
      if (at == name || !begins_with(at, "::") || !pairs(at)) continue;
      *has_room = short_text_columns(at) <= room - 3;
      if (*has_room) return at;
      innermost = at + 2;
   }
   return innermost;
}

// Leaves outer scopes out, in place of which dots stand; if the innermost name itself has no room, its end.
static void cut_name(char to[SHORT_TEXT_B], int room, const char* text)
{
   bool has_room = true;
   const char* rest =
      short_text_columns(text) > room ? inner_scopes(text, room, &has_room) : text;
   if (rest != text && has_room)
      (void)copy(copy(to, "..."), rest);
   else
      cut(to, room, room - 3, rest);
}

// "0x000000000001f930", the name of what has no symbol: zeros say nothing.
static void drop_zeros(char* text)
{
   if (text[0] != '0' || text[1] != 'x') return;
   const char* from = text + 2;
   while (*from == '0' && from[1]) from++;
   char* to = text + 2;
   while ((*to++ = *from++)) {
   }
}

void short_text_function(char to[SHORT_TEXT_B], int room, const char* name)
{
   char* text = short_text_printable(name);
   room = within_limits(room);
   drop_zeros(text);
   if (short_text_columns(text) > room) drop_arguments(text);
   if (short_text_columns(text) > room) drop_type(text);
   if (short_text_columns(text) > room) drop_parameters(text);
   if (short_text_columns(text) > room) drop_signature(text);
   if (short_text_columns(text) > room) drop_locals(text);
   cut_name(to, room, text);
   host_free(text);
}

void short_text_end(char to[SHORT_TEXT_B], int room, const char* name)
{
   char* text = short_text_printable(name);
   cut(to, within_limits(room), 0, text);
   host_free(text);
}

static bool is_plain(char c)
{
   return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
          || (c && find("_./:=+,@%-", c));
}

// Whether the word can be shown as it is: then single quotes are enough.
static bool is_printable(const char* word)
{
   char* shown = short_text_printable(word);
   const bool same = host_strcmp(shown, word) == 0;
   host_free(shown);
   return same;
}

// In single quotes.
static char* quote(char* to, const char* word)
{
   to = copy(to, "'");
   for (; *word; word++) {
      if (*word == '\'') to = copy(to, "'\\'");
      *to++ = *word;
   }
   return copy(to, "'");
}

// As $'...', with backslashes before what cannot be shown, or has a meaning there.
static char* escape(char* to, const char* word)
{
   to = copy(to, "$'");
   for (; *word; word++) {
      const uint8_t c = (uint8_t)*word;
      const bool shown = c >= 0x20 && c < 0x7F;
      if (!shown || c == '\'' || c == '\\') *to++ = '\\';
      if (!shown) *to++ = (char)('0' + (c >> 6));
      if (!shown) *to++ = (char)('0' + (c >> 3 & 7));
      *to++ = shown ? (char)c : (char)('0' + (c & 7));
   }
   return copy(to, "'");
}

char* short_text_shell_word(const char* word)
{
   char* quoted = host_alloc("base.short_text", 4 * host_strlen(word) + 8);
   bool plain = *word != '\0';
   for (const char* c = word; *c; c++) plain &= is_plain(*c);
   if (plain)
      (void)copy(quoted, word);
   else if (is_printable(word))
      (void)quote(quoted, word);
   else
      (void)escape(quoted, word);
   return quoted;
}
