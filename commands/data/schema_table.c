// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of a schema as a tree of checks; see schema.h and schema_node.h.  Rows are ours: what is wrong in them is a broken invariant.
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/host.h"
#include "commands/data/schema_node.h"
#include "commands/text/kept.h"
#include "commands/text/levels.h"

enum { TOP_MAX = 64 };

struct Schema {
   SchemaNode* top[TOP_MAX]; // by first name of the paths
   uint32_t n_top;
   const char* names[SCHEMA_NAMES_MAX]; // of known numbers
   int n_names;
   uint8_t n_unique;
};

static SchemaNode* new_node(const char* name)
{
   SchemaNode* node = kept_room(sizeof *node);
   node->name = name;
   node->kind = SCHEMA_OBJECT;
   node->length_of = node->sets = node->index = -1;
   return node;
}

static int name_number(Schema* s, const char* name)
{
   for (int i = 0; i < s->n_names; i++)
      if (strcmp(s->names[i], name) == 0) return i;
   XG_ASSERT(s->n_names < SCHEMA_NAMES_MAX);
   s->names[s->n_names] = name;
   return s->n_names++;
}

// --- paths ----------------------------------------------------------------------------------------

static SchemaNode* key_of(SchemaNode** keys, uint32_t* n, uint32_t max, const char* name)
{
   for (uint32_t i = 0; i < *n; i++)
      if (strcmp(keys[i]->name, name) == 0) return keys[i];
   XG_ASSERT(*n < max);
   return keys[(*n)++] = new_node(name);
}

// The entry of a list that "[]" leads to, or of a tuple "[1]".
static SchemaNode* entry_of(SchemaNode* node, const char* at)
{
   if (at[1] == ']') {
      node->kind = SCHEMA_LIST;
      if (!node->item) node->item = new_node("");
      return node->item;
   }
   const uint32_t i = (uint32_t)atoi(at + 1);
   XG_ASSERT(i < SCHEMA_TUPLE_MAX && i <= node->n_tuple);
   node->kind = SCHEMA_TUPLE;
   if (i == node->n_tuple) node->tuple[node->n_tuple++] = new_node("");
   return node->tuple[i];
}

// The node of a path; *list: the list whose entries the path is of, or NULL.
static SchemaNode* node_of(Schema* s, const char* path, SchemaNode** list)
{
   SchemaNode* node = NULL;
   *list = NULL;
   for (const char* at = path; *at;) {
      const size_t n = *at == '[' ? strcspn(at, "]") + 1 : strcspn(at, ".[");
      *list = NULL;
      if (*at == '[') {
         *list = at[1] == ']' ? node : NULL;
         node = entry_of(node, at);
      } else if (node)
         node = key_of(node->keys, &node->n_keys, SCHEMA_KEYS_MAX, kept_copy(at, n));
      else
         node = key_of(s->top, &s->n_top, TOP_MAX, kept_copy(at, n));
      at += n + (at[n] == '.');
   }
   XG_ASSERT(node);
   return node;
}

// --- kinds and words --------------------------------------------------------------------------------

static void set_kind(Schema* s, SchemaNode* node, const char* kind)
{
   static const struct {
      const char* name;
      SchemaKind kind;
   } kinds[] = {
      {"object", SCHEMA_OBJECT}, {"list", SCHEMA_LIST},     {"tuple", SCHEMA_TUPLE},
      {"count", SCHEMA_COUNT},   {"number", SCHEMA_NUMBER}, {"id", SCHEMA_ID},
      {"text", SCHEMA_TEXT},     {"name", SCHEMA_NAME},     {"event", SCHEMA_EVENT},
      {"flag", SCHEMA_FLAG},     {"hex", SCHEMA_HEX},
   };
   const char* value = strchr(kind, '=');
   if (value && strncmp(kind, "one-of", 6) == 0) {
      node->kind = SCHEMA_ONE_OF;
      node->word = value + 1;
   } else if (value) {
      node->kind = SCHEMA_INDEX;
      node->index = name_number(s, value + 1);
   } else if (isupper((unsigned char)*kind))
      node->word = kind;
   else
      for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
         if (strcmp(kinds[i].name, kind) == 0) node->kind = kinds[i].kind;
}

static void set_length(Schema* s, SchemaNode* list, const char* length)
{
   if (*length == '<') {
      list->has_most = true;
      list->most = strtoull(length + 2, NULL, 10);
      return;
   }
   if (!isdigit((unsigned char)*length)) {
      list->length_of = name_number(s, length);
      return;
   }
   for (const char* at = length; *at;) {
      char* end;
      XG_ASSERT(list->n_lengths < SCHEMA_LENGTHS_MAX);
      list->lengths[list->n_lengths++] = strtoull(at, &end, 10);
      at = end + (*end == '|');
   }
}

// What is said of "a[]" is about the list, or about each of its entries.
static void set_word(Schema* s, SchemaNode* node, SchemaNode* list, const char* word)
{
   const char* equals = strchr(word, '=');
   const char* value = equals ? equals + 1 : "";
   const size_t n = equals ? (size_t)(equals - word) : strlen(word);
   SchemaNode* all = list ? list : node;
   if (n == 6 && strncmp(word, "length", n) == 0)
      set_length(s, all, value);
   else if (n == 4 && strncmp(word, "sets", n) == 0)
      all->sets = name_number(s, value);
   else if (strcmp(word, "optional") == 0)
      all->optional = true;
   else if (strcmp(word, "null") == 0)
      node->null = true;
   else if (strcmp(word, "unique") == 0) {
      XG_ASSERT(s->n_unique < SCHEMA_UNIQUE_MAX);
      node->unique = ++s->n_unique;
   } else if (n == 3 && strncmp(word, "max", n) == 0) {
      node->has_max = true;
      node->max = strtoull(value, NULL, 10);
   } else {
      XG_ASSERT(n == 5 && strncmp(word, "above", n) == 0);
      node->has_above = true;
      node->above = strtoull(value, NULL, 10);
   }
}

static void add_row(Schema* s, char* row)
{
   char* rest = NULL;
   const char* path = strtok_r(row, " ", &rest);
   const char* kind = strtok_r(NULL, " ", &rest);
   SchemaNode* list;
   SchemaNode* node = node_of(s, path, &list);
   set_kind(s, node, kind);
   for (const char* word; (word = strtok_r(NULL, " ", &rest));) set_word(s, node, list, word);
}

// --- the tree ---------------------------------------------------------------------------------------

// Adds the keys of further rows to all objects that have some, and that to theirs.
static void add_rows(const Schema* s, SchemaNode* node)
{
   if (node->word && node->kind == SCHEMA_OBJECT) {
      const SchemaNode* more = schema_node(s, node->word);
      XG_ASSERT(more);
      node->word = NULL;
      for (uint32_t i = 0; i < more->n_keys; i++) {
         XG_ASSERT(node->n_keys < SCHEMA_KEYS_MAX);
         node->keys[node->n_keys++] = more->keys[i];
      }
   }
   for (uint32_t i = 0; i < node->n_keys; i++) add_rows(s, node->keys[i]);
   for (uint32_t i = 0; i < node->n_tuple; i++) add_rows(s, node->tuple[i]);
   if (node->item) add_rows(s, node->item);
}

Schema* schema_new(const char* const* rows, size_t n_rows)
{
   static const char between[] = "BETWEEN";
   Schema* s = kept_room(sizeof *s);
   for (size_t i = 0; i < n_rows; i++) {
      const char* at = strstr(rows[i], between);
      if (!at) {
         add_row(s, kept_copy(rows[i], strlen(rows[i])));
         continue;
      }
      for (uint32_t level = 1; level + 1 < LEVELS; level++)
         add_row(s, kept("%.*s%s%s", (int)(at - rows[i]), rows[i], levels[level].name,
                         at + sizeof between - 1));
   }
   for (uint32_t i = 0; i < s->n_top; i++) add_rows(s, s->top[i]);
   return s;
}

const SchemaNode* schema_node(const Schema* s, const char* name)
{
   for (uint32_t i = 0; i < s->n_top; i++)
      if (strcmp(s->top[i]->name, name) == 0) return s->top[i];
   return NULL;
}
