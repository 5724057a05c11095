// SPDX-License-Identifier: GPL-3.0-or-later
// Names in messages; see short_text.h.
#include "callgrind/files/short_text.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"

static Bool continues(UChar c)
{
   return (c & 0xC0) == 0x80;
}

Int short_text_columns(const HChar* text)
{
   Int n = 0;
   for (; *text; text++) n += !continues((UChar)*text);
   return n;
}

// Bytes of the character in UTF-8, as its first one says; 0: none begins here.
static Int length_of(const HChar* text)
{
   const UChar c = (UChar)text[0];
   const Int n = c < 0x80                ? 1
                 : c >= 0xC2 && c < 0xE0 ? 2
                 : c >= 0xE0 && c < 0xF0 ? 3
                 : c >= 0xF0 && c < 0xF5 ? 4
                                         : 0;
   for (Int i = 1; i < n; i++)
      if (!continues((UChar)text[i])) return 0;
   return n;
}

static UInt code_point(const HChar* text, Int n)
{
   static const UChar first_mask[] = {0, 0x7F, 0x1F, 0x0F, 0x07};
   UInt c = (UChar)text[0] & first_mask[n];
   for (Int i = 1; i < n; i++) c = c << 6 | ((UChar)text[i] & 0x3F);
   return c;
}

// What a terminal acts on, or what changes the order in which characters are shown.
static Bool acts(UInt c)
{
   return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0x61C || c == 0x200E || c == 0x200F
          || (c >= 0x2028 && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069) || c == 0xFEFF;
}

HChar* short_text_printable(const HChar* text)
{
   HChar* copy = VG_(malloc)("xg.short_text", VG_(strlen)(text) + 1);
   HChar* to = copy;
   while (*text) {
      const Int n = length_of(text);
      if (!n || acts(code_point(text, n)))
         *to++ = '?';
      else
         for (Int i = 0; i < n; i++) *to++ = text[i];
      text += n ? n : 1;
   }
   *to = '\0';
   return copy;
}

// How many of the characters behind "operator" belong to the name of the operator.
static Int operator_length(const HChar* at)
{
   static const HChar* const symbols[] = {"<<=", ">>=", "<=>", "->*", "<<", ">>",
                                          "<=",  ">=",  "->",  "()",  "<",  ">"};
   if (VG_(strncmp)(at, "operator", 8) != 0) return 0;
   for (UInt i = 0; i < sizeof symbols / sizeof symbols[0]; i++) {
      const SizeT n = VG_(strlen)(symbols[i]);
      if (VG_(strncmp)(at + 8, symbols[i], n) == 0) return 8 + (Int)n;
   }
   return 0;
}

// Leaves template arguments out, in place; what a name begins with stays, as in <T as Trait>::f.
static void drop_arguments(HChar* name)
{
   HChar* to = name;
   Int depth = 0;
   const HChar* from = name;
   if (*from == '<') *to++ = *from++;
   while (*from) {
      const Int n = operator_length(from);
      for (Int i = 0; i < n; i++, from++)
         if (!depth) *to++ = *from;
      if (n) continue;
      const HChar c = *from++;
      if (c == '<' && depth++ == 0) *to++ = c;
      if (c == '>' && depth > 0 && --depth == 0)
         *to++ = c;
      else if (!depth && c != '<')
         *to++ = c;
   }
   *to = '\0';
}

// Leaves the type that C++ writes in front of a template's name out, in place.
static void drop_type(HChar* name)
{
   if (VG_(strstr)(name, "operator")) return;
   HChar* end = VG_(strchr)(name, '(');
   if (!end || end == name || end[1] == 'a') return; // (below main), (anonymous namespace)
   HChar* start = end;
   while (start > name && start[-1] != ' ') start--;
   while ((*name++ = *start++)) {
   }
}

// Leaves the list of parameters out, in place: what is in the last parentheses.
static void drop_parameters(HChar* name)
{
   HChar* close = VG_(strrchr)(name, ')');
   if (!close || close - name < 5) return;
   Int depth = 0;
   HChar* open = close;
   for (; open > name; open--) {
      depth += (*open == ')') - (*open == '(');
      if (!depth) break;
   }
   if (open == name || close - open < 5) return;
   HChar* to = open + 1;
   for (Int i = 0; i < 3; i++) *to++ = '.';
   while (*close) *to++ = *close++;
   *to = '\0';
}

// The first byte of the n-th character, or the end.
static const HChar* character(const HChar* text, Int n)
{
   while (*text && n-- > 0) do
         text++;
      while (continues((UChar)*text));
   return text;
}

// At most `room` characters: `head` from the start, "...", and as many as fit from the end.
static void cut(HChar to[SHORT_TEXT_B], Int room, Int head, const HChar* text)
{
   const Int columns = short_text_columns(text);
   if (room > SHORT_TEXT_COLUMNS_MAX) room = SHORT_TEXT_COLUMNS_MAX;
   if (columns <= room) {
      VG_(strcpy)(to, text);
      return;
   }
   const HChar* behind_head = character(text, head);
   VG_(memcpy)(to, text, behind_head - text);
   VG_(sprintf)
   (to + (behind_head - text), "...%s", character(text, columns - (room - 3 - head)));
}

void short_text_function(HChar to[SHORT_TEXT_B], Int room, const HChar* name)
{
   HChar* text = short_text_printable(name);
   if (short_text_columns(text) > room) drop_arguments(text);
   if (short_text_columns(text) > room) drop_type(text);
   if (short_text_columns(text) > room) drop_parameters(text);
   cut(to, room, (room - 3) / 3, text);
   VG_(free)(text);
}

void short_text_end(HChar to[SHORT_TEXT_B], Int room, const HChar* name)
{
   HChar* text = short_text_printable(name);
   cut(to, room, 0, text);
   VG_(free)(text);
}

static Bool is_plain(HChar c)
{
   return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
          || (c && VG_(strchr)("_./:=+,@%-", c));
}

// Whether the word can be shown as it is: then single quotes are enough.
static Bool is_printable(const HChar* word)
{
   HChar* shown = short_text_printable(word);
   const Bool same = VG_(strcmp)(shown, word) == 0;
   VG_(free)(shown);
   return same;
}

HChar* short_text_shell_word(const HChar* word)
{
   HChar* quoted = VG_(malloc)("xg.short_text", 4 * VG_(strlen)(word) + 8);
   HChar* to = quoted;
   Bool plain = *word != '\0';
   for (const HChar* c = word; *c; c++) plain &= is_plain(*c);
   if (plain) {
      VG_(strcpy)(to, word);
      return quoted;
   }
   const Bool printable = is_printable(word);
   to += VG_(sprintf)(to, printable ? "'" : "$'");
   for (; *word; word++) {
      const UChar c = (UChar)*word;
      if (printable)
         to += VG_(sprintf)(to, c == '\'' ? "'\\''" : "%c", c);
      else if (c < 0x20 || c >= 0x7F)
         to += VG_(sprintf)(to, "\\%03o", c);
      else
         to += VG_(sprintf)(to, c == '\'' || c == '\\' ? "\\%c" : "%c", c);
   }
   VG_(strcpy)(to, "'");
   return quoted;
}
