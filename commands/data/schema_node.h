// SPDX-License-Identifier: GPL-3.0-or-later
//
// The tree of checks that the rows of a schema make: of each value what it must be, and its parts.
//
//    const SchemaNode* node = schema_node(schema, "objects");    // NULL: the schema has no such name
#ifndef XG_COMMANDS_DATA_SCHEMA_NODE_H
#define XG_COMMANDS_DATA_SCHEMA_NODE_H

#include "commands/data/schema.h"

enum {
   SCHEMA_TUPLE_MAX = 8,
   SCHEMA_LENGTHS_MAX = 4,
   SCHEMA_KEYS_MAX = 40,
   SCHEMA_UNIQUE_MAX = 4
};

typedef enum {
   SCHEMA_OBJECT,
   SCHEMA_LIST,
   SCHEMA_TUPLE,
   SCHEMA_COUNT,
   SCHEMA_NUMBER,
   SCHEMA_INDEX,
   SCHEMA_ID,
   SCHEMA_TEXT,
   SCHEMA_NAME,
   SCHEMA_EVENT,
   SCHEMA_FLAG,
   SCHEMA_HEX,
   SCHEMA_ONE_OF
} SchemaKind;

typedef struct SchemaNode {
   const char* name; // the key
   SchemaKind kind;
   const char*
      word; // of ONE_OF its values; of an object with further rows their name; else NULL
   struct SchemaNode* item; // of a list
   struct SchemaNode* tuple[SCHEMA_TUPLE_MAX];
   uint32_t n_tuple;
   struct SchemaNode* keys[SCHEMA_KEYS_MAX]; // of an object, those of further rows, too
   uint32_t n_keys;
   bool optional, null, has_max, has_above, has_most;
   uint8_t unique; // 1 and the number of its set; 0: values may be equal
   uint64_t max, above;
   uint64_t most; // elements of a list
   uint64_t lengths[SCHEMA_LENGTHS_MAX];
   uint32_t n_lengths;
   int length_of, sets, index; // numbers of names; -1: none
} SchemaNode;

const SchemaNode* schema_node(const Schema* s, const char* name);

#endif
