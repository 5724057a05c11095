// SPDX-License-Identifier: GPL-3.0-or-later
// Lines of a source; see source_lines.h.
#include "commands/source/source_lines.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#include "base/array.h"
#include "commands/profile/strings.h"
#include "commands/source/source_text.h"
#include "commands/source/tokens.h"
#include "commands/text/built.h"
#include "commands/text/kept.h"

// Sources come from strangers as profiles do: each piece is found in one go, and what has no end goes on as far as its kind can.
enum {
   SIZE_MAX_B = 1 << 24,   // a larger source was not written by hand
   ESCAPES_MAX = 32000,    // in a piece
   DELIMITER_MAX = 16,     // of a raw text of C++
   RUST_NESTED_MAX = 1000, // comments in comments
   RUST_CHARACTER_MAX = 4, // bytes
   RUST_ESCAPE_MAX = 10,
   FIXED_COLUMNS = 6 // of Fortran, in front of a statement
};

// What is left of a piece: its ends of lines.
static const char* leave(Built* to, const char* from, const char* end, const char* instead)
{
   built_add(to, instead);
   for (; from < end; from++)
      if (*from == '\n') built_char(to, '\n');
   return end;
}

// Behind characters other than these, and behind escapes, of which each may be any character.
static const char* behind(const char* at, const char* none_of)
{
   for (int escapes = 0;; escapes++) {
      at += strcspn(at, none_of);
      if (*at != '\\' || !at[1] || escapes == ESCAPES_MAX) return at;
      at += 2;
   }
}

static const char* behind_quotes(const char* at, const char* none_of, char quote)
{
   at = behind(at + 1, none_of);
   return at + (*at == quote);
}

static const char* behind_comment(const char* at)
{
   const char* end = strstr(at + 2, "*/");
   return end ? end + 2 : at + strlen(at);
}

// --- C and C++ ------------------------------------------------------------------------------------------

// The length of what may stand in front of a text or a character: u8, u, U, L.
static size_t prefix_length(const char* at)
{
   return strncmp(at, "u8", 2) == 0 ? 2 : *at && strchr("uUL", *at) ? 1 : 0;
}

// Behind a raw text, R"x(...)x"; NULL: none begins here.
static const char* behind_raw_text(const char* at)
{
   at += prefix_length(at);
   if (at[0] != 'R' || at[1] != '"') return NULL;
   const char* delimiter = at + 2;
   const size_t n = strcspn(delimiter, "()\\ \t\n\r\f\v\"");
   if (n > DELIMITER_MAX || delimiter[n] != '(') return NULL;
   for (const char* end = delimiter + n; (end = strchr(end, ')')); end++)
      if (strncmp(end + 1, delimiter, n) == 0 && end[1 + n] == '"') return end + n + 2;
   return delimiter + strlen(delimiter);
}

static const char* behind_number(const char* at)
{
   while (token_is_word(*at) || *at == '.' || (*at == '\'' && token_is_word(at[1])))
      at += *at == '\'' ? 2 : 1;
   return at;
}

// What begins at a word's first character, or at another character that is no part of a word: (behind it), or NULL.
static const char* take_c_piece(Built* to, const char* at, bool begins_word)
{
   if (at[0] == '/' && at[1] == '/') return leave(to, at, behind(at + 2, "\n\\"), " ");
   if (at[0] == '/' && at[1] == '*') return leave(to, at, behind_comment(at), " ");
   const char* raw = begins_word ? behind_raw_text(at) : NULL;
   if (raw) return leave(to, at, raw, "\"\"");
   if (*at == '"') return leave(to, at, behind_quotes(at, "\"\\\n", '"'), "\"\"");
   if (begins_word && isdigit((unsigned char)*at)) {
      const char* end = behind_number(at);
      built_bytes(to, at, (size_t)(end - at));
      return end;
   }
   const char* quote = begins_word ? at + prefix_length(at) : at;
   if (*quote != '\'') return NULL;
   const char* end = behind_quotes(quote, "'\\\n", '\'');
   built_char(to, '0');
   return end;
}

static void without_comments_c(Built* to, const char* text)
{
   const char* at = text;
   char before = '\0';
   while (*at) {
      const char* end = take_c_piece(to, at, token_is_word(*at) && !token_is_word(before));
      if (!end) {
         end = at + 1;
         built_char(to, *at);
      }
      before = end[-1];
      at = end;
   }
}

// Lines of the preprocessor, which a backslash at their end continues.
static void without_preprocessor(Built* to, const char* text)
{
   for (const char* at = text; *at;) {
      const char* first = at + strspn(at, " \t");
      if (*first == '#') at = leave(to, first, behind(first, "\n\\"), "");
      const size_t n = strcspn(at, "\n");
      built_bytes(to, at, n + (at[n] == '\n'));
      at += n + (at[n] == '\n');
   }
}

// --- Rust -----------------------------------------------------------------------------------------------

// How deep comments are nested at most, whatever is text.
static int deepest_comment(const char* text)
{
   int depth = 0, most = 0;
   for (const char* at = text; *at;) {
      if (at[0] == '/' && at[1] == '*') {
         if (++depth > most) most = depth;
         at += 2;
      } else if (at[0] == '*' && at[1] == '/') {
         depth -= depth > 0;
         at += 2;
      } else
         at++;
   }
   return most;
}

static const char* behind_nested_comment(const char* at)
{
   int depth = 0;
   do {
      if (at[0] == '/' && at[1] == '*') {
         depth++;
         at += 2;
      } else if (at[0] == '*' && at[1] == '/') {
         depth--;
         at += 2;
      } else
         at++;
   } while (depth && *at);
   return at;
}

// Behind r#"..."#; NULL: no raw text begins here.
static const char* behind_rust_raw(const char* at)
{
   at += *at == 'b';
   if (*at++ != 'r') return NULL;
   const size_t hashes = strspn(at, "#");
   if (at[hashes] != '"') return NULL;
   const char* end = at + hashes;
   while ((end = strchr(end + 1, '"')))
      if (strspn(end + 1, "#") >= hashes) return end + 1 + hashes;
   return at + strlen(at);
}

// Behind an escape and a quote: '\u{7f}'; NULL: there is none.
static const char* behind_rust_escape(const char* at)
{
   if (*at++ != '\\') return NULL;
   for (int n = 0; n < RUST_ESCAPE_MAX && *at && *at != '\n'; n++)
      if (*++at == '\'') return at + 1;
   return NULL;
}

// Behind up to so many bytes and a quote.
static const char* behind_rust_bytes(const char* at, size_t most)
{
   const size_t n = strcspn(at, "'\\\n");
   return n && n <= most && at[n] == '\'' ? at + n + 1 : NULL;
}

// Behind one character of several bytes and a quote.
static const char* behind_rust_utf8(const char* at)
{
   size_t n = 1;
   if ((unsigned char)*at < 0xC0) return NULL;
   while (((unsigned char)at[n] & 0xC0) == 0x80) n++;
   return n >= 2 && n <= RUST_CHARACTER_MAX && at[n] == '\'' ? at + n + 1 : NULL;
}

// Behind a character; NULL: none begins here, as this is a lifetime.  Bytes may stand behind a word, b'x', others not.
static const char* behind_rust_character(const char* at, bool begins_word, bool ends_word)
{
   const bool is_byte = begins_word && at[0] == 'b' && at[1] == '\'';
   if (!is_byte && *at != '\'') return NULL;
   const char* inner = at + 1 + is_byte;
   const char* end = NULL;
   if (is_byte || ends_word) {
      end = behind_rust_bytes(inner, RUST_CHARACTER_MAX);
      if (!end) end = behind_rust_escape(inner);
   }
   if (end || is_byte) return end;
   end = behind_rust_bytes(inner, 1);
   if (!end) end = behind_rust_utf8(inner);
   return end ? end : behind_rust_escape(inner);
}

static const char* take_rust_piece(Built* to, const char* at, bool begins_word, bool ends_word)
{
   if (at[0] == '/' && at[1] == '/') return leave(to, at, at + strcspn(at, "\n"), " ");
   if (at[0] == '/' && at[1] == '*') return leave(to, at, behind_nested_comment(at), " ");
   const char* raw = begins_word ? behind_rust_raw(at) : NULL;
   if (raw) return leave(to, at, raw, "\"\"");
   if (*at == '"') return leave(to, at, behind_quotes(at, "\"\\", '"'), "\"\"");
   const char* end = behind_rust_character(at, begins_word, ends_word);
   if (end) built_char(to, '0');
   return end;
}

static void without_comments_rust(Built* to, const char* text)
{
   const char* at = text;
   char before = '\0';
   while (*at) {
      const bool is_lifetime = *at == '\'' && (isalpha((unsigned char)at[1]) || at[1] == '_');
      const char* end = take_rust_piece(to, at, token_is_word(*at) && !token_is_word(before),
                                        token_is_word(before) && !token_is_word(*at));
      if (!end) {
         end = at + 1;
         if (!is_lifetime) built_char(to, *at);
      }
      before = end[-1];
      at = end;
   }
}

// --- Fortran --------------------------------------------------------------------------------------------

// Appends a line without comments and texts; whether it goes on in the next one.
static bool add_fortran_line(Built* line, const char* at)
{
   while (*at && *at != '!') {
      const char* end = *at == '"' || *at == '\'' ? strchr(at + 1, *at) : NULL;
      if (end) {
         built_add(line, "\"\"");
         at = end + 1;
      } else
         built_char(line, *at++);
   }
   size_t n = line->n_B;
   while (n && isspace((unsigned char)line->text[n - 1])) n--;
   const bool goes_on = n && line->text[n - 1] == '&';
   if (goes_on) line->text[line->n_B = n - 1] = '\0';
   return goes_on;
}

// A line that continues another one may begin with "&", in place of which there is a blank then.
static const char* behind_ampersand(const char* line, Built* to)
{
   const char* at = line;
   while (isspace((unsigned char)*at)) at++;
   if (*at != '&') return line;
   built_char(to, ' ');
   return at + 1;
}

static bool is_blank(const char* text)
{
   while (isspace((unsigned char)*text)) text++;
   return !*text;
}

// A continuation in columns: its mark becomes a blank.
static bool take_mark(char* line)
{
   if (strncmp(line, "     ", FIXED_COLUMNS - 1) != 0 || !line[FIXED_COLUMNS - 1]
       || strchr(" 0", line[FIXED_COLUMNS - 1]))
      return false;
   line[FIXED_COLUMNS - 1] = ' ';
   return true;
}

static void without_comments_fortran(Built* to, char* text, bool is_fixed)
{
   Built line = {0}, whole = {0};
   size_t last =
      0; // behind the semicolon of the last line with code that does not go on; 0: there is none
   bool is_first = true;
   for (char* at = text; at;) {
      char* end = strchr(at, '\n');
      if (end) *end = '\0';
      if (is_fixed && *at && strchr("cC*!dD", *at)) *at = '\0';
      const bool continues = is_fixed && take_mark(at);
      line.n_B = whole.n_B = 0;
      built_add(&line, "");
      built_add(&whole, "");
      const bool goes_on = add_fortran_line(&line, at);
      const char* rest = behind_ampersand(line.text, &whole);
      built_add(&whole, rest);
      if (!is_first) built_char(to, '\n');
      is_first = false;
      const bool has_code = !is_blank(whole.text) || goes_on;
      // the statement before it has not ended
      if (has_code && continues && last) to->text[last - 1] = ' ';
      built_bytes(to, whole.text, whole.n_B);
      if (has_code) last = 0;
      if (has_code && !goes_on) {
         built_char(to, ';');
         last = to->n_B;
      }
      at = end ? end + 1 : NULL;
   }
   built_clear(&line);
   built_clear(&whole);
}

// --- lines ----------------------------------------------------------------------------------------------

// Each end of a line as one character.
static void unify_ends(char* text)
{
   char* to = text;
   for (const char* at = text; *at; at++) {
      if (at[0] == '\r' && at[1] == '\n') at++;
      *to++ = *at == '\r' ? '\n' : *at;
   }
   *to = '\0';
}

static SourceLines* cut(Built* text, SourceLanguage language)
{
   SourceLines* s = kept_room(sizeof *s);
   s->language = language;
   built_add(text, "");
   char* all = kept_copy(text->text, text->n_B);
   built_clear(text);
   for (const char* at = all; at; at = strchr(at, '\n') ? strchr(at, '\n') + 1 : NULL) s->n++;
   s->line = kept_room((s->n + 1) * sizeof *s->line);
   uint32_t n = 0;
   for (char *at = all, *end; at; at = end) {
      end = strchr(at, '\n');
      if (end) *end++ = '\0';
      s->line[++n] = at;
   }
   while (s->n && !*s->line[s->n]) s->n--;
   return s;
}

SourceLines* source_lines_of(char* text, SourceLanguage language, int is_fixed)
{
   Built code = {0}, without = {0};
   unify_ends(text);
   if (language == SOURCE_FORTRAN)
      without_comments_fortran(&code, text, is_fixed);
   else if (language == SOURCE_RUST && deepest_comment(text) <= RUST_NESTED_MAX)
      without_comments_rust(&code, text);
   else if (language == SOURCE_C) {
      without_comments_c(&without, text);
      built_add(&without, "");
      without_preprocessor(&code, without.text);
      built_clear(&without);
   }
   return cut(&code, language);
}

// The language by the end of a name; false: it is not known.
static bool find_language(const char* name, SourceLanguage* language, bool* is_fixed)
{
   static const struct {
      SourceLanguage language;
      bool is_fixed;
      const char* suffixes;
   } languages[] = {
      {SOURCE_C, false, " c h cc cp cpp cxx c++ C H hh hpp hxx h++ inl ipp tcc cu m mm "},
      {SOURCE_RUST, false, " rs "},
      {SOURCE_FORTRAN, false, " f90 f95 f03 f08 F90 F95 F03 F08 "},
      {SOURCE_FORTRAN, true, " f for ftn F FOR FTN "},
   };
   const char* dot = strrchr(name, '.');
   if (!dot || !dot[1] || strpbrk(dot, "/ ")) return false;
   const char* wanted = kept(" %s ", dot + 1);
   for (size_t i = 0; i < sizeof languages / sizeof *languages; i++)
      if (strstr(languages[i].suffixes, wanted)) {
         *language = languages[i].language;
         *is_fixed = languages[i].is_fixed;
         return true;
      }
   return false;
}

static const SourceLines* read_lines(const char* name)
{
   SourceLanguage language;
   bool is_fixed;
   SourceText text;
   if (!find_language(name, &language, &is_fixed) || !source_text_read(&text, name))
      return NULL;
   SourceLines* s = NULL;
   if (text.size_B <= SIZE_MAX_B) {
      s = source_lines_of(text.bytes, language, is_fixed);
      s->written = text.written;
   }
   host_free(text.bytes);
   return s;
}

const SourceLines* source_lines(const char* name)
{
   static Strings names;
   static const SourceLines** known; // by number of the name
   static uint32_t room;
   const uint32_t n = names.n, i = strings_number(&names, name, strlen(name));
   if (i < n) return known[i];
   known = array_grown("commands.source", known, n, &room, sizeof *known);
   return known[i] = read_lines(name);
}
