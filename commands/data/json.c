// SPDX-License-Identifier: GPL-3.0-or-later
// JSON; see json.h.
#include "commands/data/json.h"

#include <inttypes.h>
#include <string.h>
#include <yajl/yajl_parse.h>

#include "base/host.h"
#include "commands/text/kept.h"
#include "commands/text/message.h"

enum { DIGITS_MAX = 20 }; // of a number below 2^64

static const uint64_t payload = ((uint64_t)1 << JSON_KIND_SHIFT) - 1;

static uint64_t word_of(JsonKind kind, uint64_t value)
{
   return (uint64_t)kind << JSON_KIND_SHIFT | value;
}

// --- room ---------------------------------------------------------------------------------------

// An array with room for `more` elements behind n.
static void* with_room(void* array, size_t n, size_t more, size_t* room, size_t element_B)
{
   if (*room - n >= more) return array;
   *room = 2 * *room + more + 16;
   return host_realloc("commands.json", array, *room * element_B);
}

static void add_word(Json* j, uint64_t word)
{
   j->words = with_room(j->words, j->n, 1, &j->room, sizeof *j->words);
   j->words[j->n++] = word;
}

// One element or key more, and it is no small count.
static void count_element(Json* j, bool is_small)
{
   if (!j->depth) return;
   uint64_t* list = &j->words[j->open[j->depth - 1]];
   list[1]++;
   if (!is_small && *list >> JSON_KIND_SHIFT == JSON_COUNTS) *list = word_of(JSON_LIST, 0);
}

// The offset of a copy.  Bytes 0 are written out.
static size_t add_text(Json* j, const char* text, size_t n)
{
   static const char zero[] = "\\x00";
   size_t zeros = 0;
   for (const char* at = text; (at = memchr(at, 0, (size_t)(text + n - at))); at++) zeros++;
   const size_t length_B = n + zeros * (sizeof zero - 2);
   j->texts = with_room(j->texts, j->texts_B, length_B + 1, &j->room_texts_B, 1);
   const size_t at = j->texts_B;
   char* to = j->texts + at;
   if (!zeros && n) memcpy(to, text, n);
   for (size_t i = 0; zeros && i < n; i++) {
      if (text[i])
         *to++ = text[i];
      else
         to = (char*)memcpy(to, zero, sizeof zero - 1) + sizeof zero - 1;
   }
   j->texts[at + length_B] = '\0';
   j->texts_B += length_B + 1;
   return at;
}

// --- what yajl finds ------------------------------------------------------------------------------

static int on_word(void* with, uint64_t word)
{
   count_element(with, false);
   add_word(with, word);
   return 1;
}

static int on_null(void* with)
{
   return on_word(with, word_of(JSON_NULL, 0));
}

static int on_boolean(void* with, int is_true)
{
   return on_word(with, word_of(is_true ? JSON_TRUE : JSON_FALSE, 0));
}

// Whether these are digits of a number below 2^64.
static bool is_whole(const char* digits, size_t n, uint64_t* number)
{
   if (!n || n > DIGITS_MAX) return false;
   *number = 0;
   for (size_t i = 0; i < n; i++) {
      const unsigned digit = (unsigned char)digits[i] - '0';
      if (digit > 9 || __builtin_mul_overflow(*number, 10, number)
          || __builtin_add_overflow(*number, digit, number))
         return false;
   }
   return true;
}

static int on_number(void* with, const char* text, size_t n)
{
   Json* j = with;
   uint64_t number;
   if (!is_whole(text, n, &number))
      return on_word(j, word_of(JSON_NUMBER, add_text(j, text, n)));
   if (number > payload) {
      j->large = with_room(j->large, j->n_large, 1, &j->room_large, sizeof *j->large);
      j->large[j->n_large] = number;
      return on_word(j, word_of(JSON_LARGE_COUNT, j->n_large++));
   }
   count_element(j, true);
   add_word(j, number);
   return 1;
}

static int on_text(void* with, const unsigned char* text, size_t n)
{
   return on_word(with, word_of(JSON_TEXT, add_text(with, (const char*)text, n)));
}

// Keys are a handful, which each object has again.
static int on_key(void* with, const unsigned char* text, size_t n)
{
   Json* j = with;
   const unsigned hash = n ? text[0] * 5u + text[n / 2] * 3u + text[n - 1] + (unsigned)n : 0;
   uint64_t* known = &j->known[hash % JSON_KEYS_KNOWN];
   const char* key = *known ? j->texts + (*known & payload) : NULL;
   if (!key || memchr(text, 0, n) || strncmp(key, (const char*)text, n) != 0 || key[n])
      *known = word_of(JSON_TEXT, add_text(j, (const char*)text, n));
   return on_word(j, *known);
}

// 0, which ends the reading: too deep.
static int on_open(void* with, JsonKind kind)
{
   Json* j = with;
   if (j->depth == JSON_DEPTH_MAX) return 0;
   count_element(j, false);
   j->open[j->depth++] = j->n;
   add_word(j, word_of(kind, 0));
   add_word(j, 0);
   return 1;
}

static int on_close(void* with)
{
   Json* j = with;
   uint64_t* opened = &j->words[j->open[--j->depth]];
   JsonKind kind = (JsonKind)(*opened >> JSON_KIND_SHIFT);
   if (kind == JSON_COUNTS && !opened[1]) kind = JSON_LIST;
   if (kind == JSON_OBJECT) opened[1] /= 2;
   *opened = word_of(kind, j->n - j->open[j->depth]);
   return 1;
}

static int on_list(void* with)
{
   return on_open(with, JSON_COUNTS);
}

static int on_object(void* with)
{
   return on_open(with, JSON_OBJECT);
}

static const yajl_callbacks callbacks = {
   .yajl_null = on_null,
   .yajl_boolean = on_boolean,
   .yajl_number = on_number,
   .yajl_string = on_text,
   .yajl_start_map = on_object,
   .yajl_map_key = on_key,
   .yajl_end_map = on_close,
   .yajl_start_array = on_list,
   .yajl_end_array = on_close,
};

// --- reading --------------------------------------------------------------------------------------

// yajl's sentence without the kind of error in front and its end.
static const char* why_not(yajl_handle h, yajl_status status)
{
   if (status == yajl_status_client_canceled)
      return kept("lists and objects are nested deeper than %d", JSON_DEPTH_MAX);
   unsigned char* sentence = yajl_get_error(h, 0, NULL, 0);
   const char* text = (const char*)sentence;
   const char* colon = strstr(text, ": ");
   if (colon) text = colon + 2;
   const char* why = strncmp(text, "trailing garbage", 16) == 0
                        ? "garbage after the JSON text"
                        : kept_copy(text, strcspn(text, ".\n"));
   yajl_free_error(h, sentence);
   return why;
}

// Length without blanks at the end.
static size_t trimmed(const char* bytes, size_t n)
{
   while (n && strchr(" \t\r\n", bytes[n - 1]) && bytes[n - 1]) n--;
   return n;
}

static bool begins_as_json(const char* bytes, size_t n)
{
   size_t i = 0;
   while (i < n && bytes[i] && strchr(" \t\r\n", bytes[i])) i++;
   return i < n && (bytes[i] == '{' || bytes[i] == '[');
}

bool json_read(Json* j, const char* bytes, size_t size_B, JsonError* error)
{
   yajl_handle h = yajl_alloc(&callbacks, NULL, j);
   XG_ASSERT(h);
   yajl_status status = yajl_parse(h, (const unsigned char*)bytes, size_B);
   const size_t n = trimmed(bytes, size_B);
   size_t read_B = n;
   if (status != yajl_status_ok) read_B = yajl_get_bytes_consumed(h);
   if (status == yajl_status_error && read_B) read_B--; // what is wrong was read
   if (status == yajl_status_ok) status = yajl_complete_parse(h);
   if (status != yajl_status_ok) {
      error->why = why_not(h, status);
      error->offset_B = read_B < n ? read_B : n;
      error->is_truncated =
         status == yajl_status_error && error->offset_B + 1 >= n && begins_as_json(bytes, n);
   }
   yajl_free(h);
   return status == yajl_status_ok;
}

void json_clear(Json* j)
{
   host_free(j->words);
   host_free(j->large);
   host_free(j->texts);
   *j = (Json){0};
}

// --- values ---------------------------------------------------------------------------------------

bool json_is_count(const Json* j, JsonValue v, uint64_t* n)
{
   switch (json_kind(v)) {
   case JSON_COUNT: *n = *v; return true;
   case JSON_LARGE_COUNT: *n = j->large[*v & payload]; return true;
   case JSON_TEXT: {
      const char* text = j->texts + (*v & payload);
      return is_whole(text, strnlen(text, DIGITS_MAX + 1), n);
   }
   default: return false;
   }
}

const char* json_text(const Json* j, JsonValue v)
{
   switch (json_kind(v)) {
   case JSON_COUNT:
   case JSON_LARGE_COUNT: return kept("%" PRIu64, json_count(j, v));
   case JSON_NUMBER:
   case JSON_TEXT: return j->texts + (*v & payload);
   default: return NULL;
   }
}

JsonValue json_member(const Json* j, JsonValue object, const char* key)
{
   if (json_kind(object) != JSON_OBJECT) return NULL;
   JsonValue found = NULL;
   for (JsonValue k = json_first(object), end = json_next(object); k != end;
        k = json_next(k + 1))
      if (strcmp(j->texts + (*k & payload), key) == 0) found = k + 1;
   return found;
}

const char* json_shown(const Json* j, JsonValue v)
{
   switch (json_kind(v)) {
   case JSON_NULL: return "null";
   case JSON_TRUE: return "true";
   case JSON_FALSE: return "false";
   case JSON_LIST:
   case JSON_COUNTS:
   case JSON_OBJECT: return "a list or an object";
   default: return quoted(json_text(j, v));
   }
}
