// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tokens of some lines of source, with the brackets that belong together.
//
//    Tokens t;
//    tokens_of(&t, source, 17, 21);
//    token_is(&t, 0, "malloc"), t.token[0].line
//    tokens_free(&t);
#ifndef XG_COMMANDS_SOURCE_TOKENS_H
#define XG_COMMANDS_SOURCE_TOKENS_H

#include <stdbool.h>
#include <stddef.h>

#include "commands/source/source_lines.h"

enum { TOKEN_NONE = -1, TOKEN_LINE_MAX_B = 1 << 12 };

typedef struct {
   const char* text;
   int line;
   int match; // the other bracket, or TOKEN_NONE
} Token;

typedef struct {
   Token* token;
   int n;
   char* texts;
} Tokens;

// Those of the lines that there are.  A line of more than TOKEN_LINE_MAX_B bytes has one that stands for it.
void tokens_of(Tokens* t, const SourceLines* source, int from, int to);
void tokens_free(Tokens* t);

// The text of a token; "" if there is none of this number.
static inline const char* token(const Tokens* t, int i)
{
   return i >= 0 && i < t->n ? t->token[i].text : "";
}
bool token_is(const Tokens* t, int i, const char* text);
// Whether it is one of these characters.
bool token_is_of(const Tokens* t, int i, const char* characters);
// Whether it is one of these words, which a NULL ends.
bool token_is_among(const char* text, const char* const* words);
// The bracket that belongs to this one, or TOKEN_NONE.
static inline int token_match(const Tokens* t, int i)
{
   return i >= 0 && i < t->n ? t->token[i].match : TOKEN_NONE;
}

// Whether a text begins as names do.
bool begins_name(const char* text);
// Whether it is the name of a variable or function, and no word of the language.
bool is_name(const char* text);
// Whether so many tokens could be a type.
bool is_type(const Tokens* t, int first, int behind);
// Behind the template arguments that begin here, or TOKEN_NONE.
int after_template(const Tokens* t, int i);
// Before those that end here: a number that may be -1; false: none do.
bool before_template(const Tokens* t, int i, int* before);
// Whether there is no end of a statement or block from i to k.
bool in_one_statement(const Tokens* t, int i, int k);
// So many tokens as a text, with blanks between words only; it lives as long as the process.
const char* joined(const Tokens* t, int first, int behind);

// Whether a name may begin with this character: bytes of other characters than ASCII may be in one, too.
bool token_is_letter(char c);
// Whether this is a character of a name, and whether a text is a name.
bool token_is_word(char c);
bool token_is_name(const char* text);

#endif
