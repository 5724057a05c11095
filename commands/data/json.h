// SPDX-License-Identifier: GPL-3.0-or-later
//
// JSON texts as what they say: yajl reads them, and their values are words, one behind the other.
//
// A value is one word, unless it is a list or an object: then a word with its length, one with the number of its elements or keys, and
// these follow.  A whole number below 2^56 is its own word, so that a list of such is an array of them.  Whole numbers are exact up to
// 2^64 - 1; all other numbers are texts, as in the JSON.  Of equal keys of an object the last one counts.  Texts are UTF-8; a byte 0 in
// one is "\x00".
//
// The JSON comes from strangers: what is nested deeper than JSON_DEPTH_MAX is refused, and memory is at most some 16 times the JSON's.
//
//    Json j = {0};
//    JsonError e;
//    if (!json_read(&j, bytes, size_B, &e)) fail("%s", e.why);
//    const JsonValue v = json_member(&j, json_root(&j), "totals");    // NULL: there is none
//    for (JsonValue n = json_first(v), end = json_next(v); n != end; n = json_next(n)) sum += json_count(&j, n);
//    json_clear(&j);
#ifndef XG_COMMANDS_DATA_JSON_H
#define XG_COMMANDS_DATA_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { JSON_DEPTH_MAX = 32 };

typedef const uint64_t* JsonValue;

// JSON_COUNTS: a list of whole numbers below 2^56, of which there is one at least.
typedef enum {
   JSON_COUNT,
   JSON_LARGE_COUNT,
   JSON_NUMBER,
   JSON_TEXT,
   JSON_NULL,
   JSON_TRUE,
   JSON_FALSE,
   JSON_LIST,
   JSON_COUNTS,
   JSON_OBJECT
} JsonKind;

enum { JSON_KEYS_KNOWN = 256, JSON_KIND_SHIFT = 56 };

typedef struct {
   uint64_t* words;
   size_t n, room;
   uint64_t* large; // whole numbers from 2^56 on
   size_t n_large, room_large;
   char* texts; // each ends with a 0 byte
   size_t texts_B, room_texts_B;
   size_t
      open[JSON_DEPTH_MAX]; // lists and objects that have not ended: where their words begin
   uint32_t depth;
   uint64_t known[JSON_KEYS_KNOWN]; // words of some keys, by a hash: keys repeat
} Json;

typedef struct {
   const char* why;   // as the reader says it
   size_t offset_B;   // where in the text
   bool is_truncated; // whether it ends too early
} JsonError;

// Reads a text into an empty Json; false: it is none.
bool json_read(Json* j, const char* bytes, size_t size_B, JsonError* error);
void json_clear(Json* j);

static inline JsonValue json_root(const Json* j)
{
   return j->words;
}
// What a value is; of NULL, which is missing, JSON_NULL.
static inline JsonKind json_kind(JsonValue v)
{
   return v ? (JsonKind)(*v >> JSON_KIND_SHIFT) : JSON_NULL;
}
static inline bool json_is_list(JsonValue v)
{
   return json_kind(v) == JSON_LIST || json_kind(v) == JSON_COUNTS;
}
// The value behind this one; of the last one of a list, the end.
static inline JsonValue json_next(JsonValue v)
{
   return v + (json_kind(v) < JSON_LIST ? 1 : *v & (((uint64_t)1 << JSON_KIND_SHIFT) - 1));
}
// The first element of a list, or key of an object.
static inline JsonValue json_first(JsonValue v)
{
   return v + 2;
}
// How many elements a list has, or keys an object.
static inline size_t json_size(JsonValue v)
{
   return v[1];
}
// Whether this is a whole number up to 2^64 - 1, also as a text of digits; *n is it then.
bool json_is_count(const Json* j, JsonValue v, uint64_t* n);
// It, of what is known to be one.
static inline uint64_t json_count(const Json* j, JsonValue v)
{
   uint64_t n = *v;
   if (json_kind(v) != JSON_COUNT) (void)json_is_count(j, v, &n);
   return n;
}
// A text, or a number as it stands there; NULL: it is neither.  It lives as long as the Json, numbers as long as the process.
const char* json_text(const Json* j, JsonValue v);
// The value of a key of an object; NULL: it is not there.
JsonValue json_member(const Json* j, JsonValue object, const char* key);
// A value as messages show it.
const char* json_shown(const Json* j, JsonValue v);

#endif
