// SPDX-License-Identifier: GPL-3.0-or-later
// Checks of values against a table; see schema.h.  schema_table.c makes the tree of checks from rows.
#include "commands/data/schema.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/host.h"
#include "commands/data/schema_node.h"
#include "commands/text/kept.h"

enum { DIGITS_MAX = 20, FRACTION_MAX = 40, EXPONENT_MAX = 3, HEX_MAX_B = 1024 };

// What is wrong: the rest of the path behind the value that was looked at, and a sentence.
typedef struct {
   const char *path, *sentence;
} Wrong;

typedef struct {
   const Json* j;
   SchemaKnown* known;
   NumberSet
      seen[SCHEMA_UNIQUE_MAX]; // values that no other entry may have, by number of the node
   Wrong wrong;
} Check;

static bool is_good(Check* c, const SchemaNode* node, JsonValue v);

// False: it is bad, for this reason.
static bool bad(Check* c, const char* sentence)
{
   c->wrong = (Wrong){"", sentence};
   return false;
}

static bool must_be(Check* c, const char* must, JsonValue v)
{
   return bad(c, kept("must be %s, not %s", must, json_shown(c->j, v)));
}

static bool bad_entry(Check* c, size_t i)
{
   c->wrong.path = kept("[%zu]%s", i, c->wrong.path);
   return false;
}

// --- values ---------------------------------------------------------------------------------------

static const char* count_words(const SchemaNode* node)
{
   const char* above = node->has_above ? kept(" above %" PRIu64, node->above) : "";
   const char* most =
      node->has_max ? kept("%s at most %" PRIu64, node->has_above ? " and" : " of", node->max)
                    : "";
   return kept("a whole number%s%s%s", above, most, node->null ? " or null" : "");
}

static bool is_good_count(Check* c, const SchemaNode* node, JsonValue v)
{
   uint64_t n;
   if (!v || !json_is_count(c->j, v, &n) || (node->has_max && n > node->max)
       || (node->has_above && n <= node->above))
      return must_be(c, count_words(node), v);
   if (node->sets >= 0) c->known->n[node->sets] = n;
   return true;
}

static bool is_good_index(Check* c, const SchemaNode* node, JsonValue v)
{
   const uint64_t n = c->known->n[node->index];
   uint64_t i;
   if (v && json_is_count(c->j, v, &i) && i < n) return true;
   return must_be(
      c, kept("an index from 0 into a list of %" PRIu64 "%s", n, node->null ? " or null" : ""),
      v);
}

static bool is_good_id(Check* c, const SchemaNode* node, JsonValue v)
{
   if (!is_good_count(c, node, v)) return false;
   const uint64_t id = json_count(c->j, v);
   if (number_set_has(&c->known->ids, id)) return true;
   return bad(c, kept("is %" PRIu64 ", which is no object's id", id));
}

static bool is_good_text(Check* c, const SchemaNode* node, JsonValue v)
{
   if (json_kind(v) == JSON_NULL ? node->kind == SCHEMA_TEXT : json_text(c->j, v) != NULL)
      return true;
   return must_be(c, "a text", v);
}

static const char* behind_digits(const char* text, size_t most)
{
   size_t n = 0;
   while (n < most && isdigit((unsigned char)text[n])) n++;
   return text + n;
}

// Digits, perhaps a fraction and an exponent, and no more of them than numbers have.
static bool is_number(const char* text)
{
   const char* at = behind_digits(text, DIGITS_MAX);
   if (at == text) return false;
   if (*at == '.') {
      const char* fraction = at + 1;
      at = behind_digits(fraction, FRACTION_MAX);
      if (at == fraction) return false;
   }
   if (*at == 'e' || *at == 'E') {
      const char* exponent = at + 1 + (at[1] == '-' || at[1] == '+');
      at = behind_digits(exponent, EXPONENT_MAX);
      if (at == exponent) return false;
   }
   return !*at;
}

static bool is_event(const char* text)
{
   if (!isalpha((unsigned char)*text) && *text != '_') return false;
   while (isalnum((unsigned char)*text) || *text == '_') text++;
   return !*text;
}

static bool is_hex(const char* text)
{
   const size_t n = strspn(text, "0123456789abcdefABCDEF");
   return n && n <= HEX_MAX_B && !text[n];
}

static bool fits(Check* c, const char* must, JsonValue v, bool (*is_it)(const char*))
{
   const char* text = json_text(c->j, v);
   return (text && is_it(text)) || must_be(c, must, v);
}

static bool is_one_of(const char* values, const char* text)
{
   const size_t n = strlen(text);
   for (const char* at = values; *at;) {
      const size_t length = strcspn(at, "|");
      if (length == n && strncmp(at, text, n) == 0) return true;
      at += length + (at[length] == '|');
   }
   return false;
}

// "a", "b" or "c"
static const char* one_of_words(const char* values)
{
   const char* words = "";
   for (const char* at = values; *at;) {
      const int length = (int)strcspn(at, "|");
      const bool is_last = !at[length];
      words = kept("%s%s\"%.*s\"", words, !*words ? "" : is_last ? " or " : ", ", length, at);
      at += length + !is_last;
   }
   return words;
}

static bool is_good_choice(Check* c, const SchemaNode* node, JsonValue v)
{
   const char* text = json_text(c->j, v);
   return (text && is_one_of(node->word, text)) || must_be(c, one_of_words(node->word), v);
}

// --- lists and objects ------------------------------------------------------------------------------

static bool has_length(Check* c, const SchemaNode* list, size_t n)
{
   if (list->has_most)
      return n <= list->most
             || bad(c, kept("must have at most %" PRIu64 " elements, not %zu", list->most, n));
   if (list->length_of < 0 && !list->n_lengths) return true;
   const char* words = "";
   const uint32_t n_lengths = list->n_lengths ? list->n_lengths : 1;
   for (uint32_t i = 0; i < n_lengths; i++) {
      const uint64_t length = list->n_lengths ? list->lengths[i] : c->known->n[list->length_of];
      if (n == length) return true;
      words = kept("%s%s%" PRIu64, words, i ? " or " : "", length);
   }
   return bad(c, kept("must have %s elements, not %zu", words, n));
}

// Whether no entry can be wrong: any small whole number will do.
static bool is_any_count(const SchemaNode* item)
{
   return item->kind == SCHEMA_COUNT && !item->has_max && !item->has_above && !item->unique
          && item->sets < 0;
}

static bool is_good_list(Check* c, const SchemaNode* node, JsonValue v)
{
   if (!json_is_list(v)) return must_be(c, "a list", v);
   const size_t n = json_size(v);
   if (!has_length(c, node, n)) return false;
   if (node->sets >= 0) c->known->n[node->sets] = n;
   if (json_kind(v) == JSON_COUNTS && is_any_count(node->item)) return true;
   JsonValue entry = json_first(v);
   for (size_t i = 0; i < n; i++, entry = json_next(entry))
      if (!is_good(c, node->item, entry)) return bad_entry(c, i);
   return true;
}

static bool is_good_tuple(Check* c, const SchemaNode* node, JsonValue v)
{
   if (!json_is_list(v)) return must_be(c, "a list", v);
   if (json_size(v) != node->n_tuple)
      return bad(c, kept("must have %u elements, not %zu", node->n_tuple, json_size(v)));
   JsonValue entry = json_first(v);
   for (uint32_t i = 0; i < node->n_tuple; i++, entry = json_next(entry))
      if (!is_good(c, node->tuple[i], entry)) return bad_entry(c, i);
   return true;
}

// The number of a key of the schema, or n_keys; keys are mostly in its order.
static uint32_t key_number(const SchemaNode* node, const char* key, uint32_t guess)
{
   for (uint32_t i = guess; i < node->n_keys; i++)
      if (strcmp(node->keys[i]->name, key) == 0) return i;
   for (uint32_t i = 0; i < guess; i++)
      if (strcmp(node->keys[i]->name, key) == 0) return i;
   return node->n_keys;
}

static bool is_good_object(Check* c, const SchemaNode* node, JsonValue v)
{
   if (json_kind(v) != JSON_OBJECT) return must_be(c, "an object", v);
   JsonValue values[SCHEMA_KEYS_MAX] = {NULL};
   uint32_t guess = 0;
   for (JsonValue key = json_first(v), end = json_next(v); key != end;
        key = json_next(key + 1)) {
      const uint32_t i = key_number(node, json_text(c->j, key), guess);
      if (i == node->n_keys) continue;
      values[i] = key + 1;
      guess = i + 1;
   }
   for (uint32_t i = 0; i < node->n_keys; i++)
      if (!is_good(c, node->keys[i], values[i])) {
         c->wrong.path = kept(".%s%s", node->keys[i]->name, c->wrong.path);
         return false;
      }
   return true;
}

// --- all kinds --------------------------------------------------------------------------------------

static bool is_good_kind(Check* c, const SchemaNode* node, JsonValue v)
{
   switch (node->kind) {
   case SCHEMA_LIST: return is_good_list(c, node, v);
   case SCHEMA_TUPLE: return is_good_tuple(c, node, v);
   case SCHEMA_OBJECT: return is_good_object(c, node, v);
   case SCHEMA_COUNT: return is_good_count(c, node, v);
   case SCHEMA_INDEX: return is_good_index(c, node, v);
   case SCHEMA_ID: return is_good_id(c, node, v);
   case SCHEMA_TEXT:
   case SCHEMA_NAME: return is_good_text(c, node, v);
   case SCHEMA_NUMBER:
      return fits(c, node->null ? "a number or null" : "a number", v, is_number);
   case SCHEMA_EVENT: return fits(c, "the name of an event", v, is_event);
   case SCHEMA_HEX: return fits(c, "a text of hexadecimal digits", v, is_hex);
   case SCHEMA_ONE_OF: return is_good_choice(c, node, v);
   case SCHEMA_FLAG: break;
   }
   return true;
}

static bool is_good(Check* c, const SchemaNode* node, JsonValue v)
{
   if ((node->optional || node->null) && json_kind(v) == JSON_NULL) return true;
   if (!is_good_kind(c, node, v)) return false;
   if (!node->unique) return true;
   const bool is_number = node->kind == SCHEMA_COUNT;
   const uint64_t value =
      is_number ? json_count(c->j, v) : number_set_of_text(json_text(c->j, v));
   return number_set_add(&c->seen[node->unique - 1], value)
          || bad(c, kept("is %s, which another one has", json_shown(c->j, v)));
}

const char* schema_wrong(const Schema* s, const char* name, const Json* j, JsonValue v,
                         SchemaKnown* known)
{
   const SchemaNode* node = schema_node(s, name);
   XG_ASSERT(node);
   Check c = {.j = j, .known = known};
   const bool good = is_good(&c, node, v);
   for (int i = 0; i < SCHEMA_UNIQUE_MAX; i++) number_set_clear(&c.seen[i]);
   return good ? NULL : kept("%s%s %s", name, c.wrong.path, c.wrong.sentence);
}

void schema_known_clear(SchemaKnown* known)
{
   number_set_clear(&known->ids);
   *known = (SchemaKnown){0};
}

bool schema_flag(const Json* j, JsonValue v)
{
   if (json_kind(v) == JSON_NULL || json_kind(v) == JSON_FALSE) return false;
   const char* text = json_text(j, v);
   return !text || (*text && strcmp(text, "0") != 0);
}

double schema_number(const Json* j, JsonValue v)
{
   uint64_t n;
   if (v && json_is_count(j, v, &n)) return (double)n;
   const char* text = json_text(j, v);
   return text ? strtod(text, NULL) : 0;
}
