// SPDX-License-Identifier: GPL-3.0-or-later
// Data files: JSON, what must be there, names of objects, and their profile.  tests/annotate/objects has the scripts' sentences, too.
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "commands/data/data_file.h"
#include "commands/data/json_writer.h"
#include "commands/data/number_set.h"
#include "commands/objects/demangle.h"
#include "commands/objects/labels.h"
#include "commands/objects/object_names.h"
#include "commands/objects/objects_profile.h"
#include "commands/run/dependence_table.h"
#include "commands/text/kept.h"
#include "commands/text/message.h"
#include "unit_main.h"

#include "command_folder.h"

#define EACH_TEXT(name, ...)                                                                   \
   for (const char* const* name = (const char* const[]){__VA_ARGS__, NULL}; *name; name++)

// cmocka's fail_msg() is by way of fail(), which is the commands' here.
#define WRONG(...) assert_string_equal(kept(__VA_ARGS__), "right")

static void put(const char* name, const char* text)
{
   FILE* f = fopen(name, "w");
   assert_non_null(f);
   assert_true(fputs(text, f) >= 0);
   assert_int_equal(fclose(f), 0);
}

// --- JSON ------------------------------------------------------------------------------------------

static Json json;

static JsonValue read_json(const char* text)
{
   JsonError error;
   json_clear(&json);
   if (!json_read(&json, text, strlen(text), &error)) WRONG("%s: %s", text, error.why);
   return json_root(&json);
}

static void values(void** state)
{
   (void)state;
   const JsonValue v = read_json(" {\"a\": [0, 72057594037927935, 72057594037927936, "
                                 "18446744073709551615, 18446744073709551616, -1, 1.5e3],\n"
                                 "\"t\": [\"\\u00e4\\u0000\\n\", \"12\", true, false, null, "
                                 "{}, []], \"n\": [1,2,3], \"a\\u0062\": 4}");
   assert_int_equal(json_size(v), 4);
   JsonValue e = json_first(json_member(&json, v, "a"));
   const uint64_t large[] = {0, 72057594037927935, 72057594037927936, UINT64_MAX};
   for (int i = 0; i < 4; i++, e = json_next(e)) {
      uint64_t n;
      assert_true(json_is_count(&json, e, &n));
      assert_true(n == large[i] && json_count(&json, e) == n);
   }
   const char* const others[] = {"18446744073709551616", "-1", "1.5e3"};
   for (int i = 0; i < 3; i++, e = json_next(e)) {
      uint64_t n;
      assert_false(json_is_count(&json, e, &n));
      assert_string_equal(json_text(&json, e), others[i]);
   }
   e = json_first(json_member(&json, v, "t"));
   assert_string_equal(json_text(&json, e), "\xc3\xa4\\x00\n");
   e = json_next(e);
   assert_int_equal(json_count(&json, e), 12);
   const char* const shown[] = {
      "'12'", "true", "false", "null", "a list or an object", "a list or an object"};
   for (int i = 0; i < 6; i++, e = json_next(e))
      assert_string_equal(json_shown(&json, e), shown[i]);
   const JsonValue n = json_member(&json, v, "n");
   assert_int_equal(json_kind(n), JSON_COUNTS);
   assert_memory_equal(json_first(n), ((uint64_t[]){1, 2, 3}), 24);
   assert_int_equal(json_count(&json, json_member(&json, v, "ab")), 4);
   assert_null(json_member(&json, v, "b"));
   assert_null(json_member(&json, n, "b"));
}

// Lists of other things than small counts are no arrays of them, wherever the other thing is.
static void lists(void** state)
{
   (void)state;
   EACH_TEXT(text, "[]", "[null]", "[1,null]", "[null,1]", "[[1],1]", "[1,[1]]", "[1,{}]",
             "[1,\"1\"]", "[1,72057594037927936]", "[1,-1]")
   assert_int_equal(json_kind(read_json(*text)), JSON_LIST);
   const JsonValue v = read_json("[[1,2],{\"a\":[3]},[]]");
   assert_int_equal(json_kind(json_first(v)), JSON_COUNTS);
   assert_ptr_equal(json_next(v), json.words + json.n);
   int n = 0;
   for (JsonValue e = json_first(v); e != json_next(v); e = json_next(e)) n++;
   assert_int_equal(n, 3);
}

// Of equal keys, the last one counts; keys that share a place in the table of known keys differ.
static void keys(void** state)
{
   (void)state;
   char text[4096] = "{";
   for (int i = 0; i < 300; i++) sprintf(text + strlen(text), "\"k%d\":%d,", i, i);
   strcat(text, "\"k7\":9,\"\":8}");
   const JsonValue v = read_json(text);
   for (int i = 0; i < 300; i++)
      assert_int_equal(json_count(&json, json_member(&json, v, kept("k%d", i))),
                       i == 7 ? 9 : i);
   assert_int_equal(json_count(&json, json_member(&json, v, "")), 8);
}

static void depth(void** state)
{
   (void)state;
   char text[200];
   JsonError error;
   for (int n = JSON_DEPTH_MAX; n <= JSON_DEPTH_MAX + 1; n++) {
      memset(text, '[', (size_t)n);
      memset(text + n, ']', (size_t)n);
      text[2 * n] = '\0';
      json_clear(&json);
      assert_int_equal(json_read(&json, text, strlen(text), &error), n == JSON_DEPTH_MAX);
   }
   assert_string_equal(error.why, "lists and objects are nested deeper than 32");
   assert_false(error.is_truncated);
}

// Each beginning of a text is too short, and says so; what is wrong elsewhere is shown where it is.
static void wrong_json(void** state)
{
   (void)state;
   static const char whole[] = "{\"a\": [1, -2.5e-3, \"x\\u00e4\", true, null]}";
   JsonError error;
   for (size_t n = 1; n < sizeof whole - 1; n++) {
      json_clear(&json);
      if (json_read(&json, whole, n, &error) || !error.is_truncated) WRONG("%zu bytes", n);
   }
   static const struct {
      const char* text;
      size_t offset_B;
   } wrong[] = {{"nix, and more", 0},
                {"{\"a\": 1}  {}", 10},
                {"[1, x, 2, 3]", 4},
                {"[\"\xff\", 2, 3, 4]", 2},
                {"[01, 2, 3, 4]", 2}};
   for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
      json_clear(&json);
      if (json_read(&json, wrong[i].text, strlen(wrong[i].text), &error))
         WRONG("%s", wrong[i].text);
      if (error.offset_B != wrong[i].offset_B || error.is_truncated)
         WRONG("%s: %zu", wrong[i].text, error.offset_B);
   }
   json_clear(&json);
}

static void numbers_of_sets(void** state)
{
   (void)state;
   NumberSet s = {0};
   for (uint64_t i = 0; i < 5000; i++) assert_true(number_set_add(&s, i * i * i));
   for (uint64_t i = 0; i < 5000; i++) assert_false(number_set_add(&s, i * i * i));
   for (uint64_t i = 0; i < 5000; i++)
      assert_true(number_set_has(&s, i * i * i) && !number_set_has(&s, i * i * i + 2));
   number_set_clear(&s);
   assert_false(number_set_has(&s, 0) || number_set_has(&s, 1));
   assert_true(number_set_of_text("a") == number_set_of_text("a"));
   assert_true(number_set_of_text("ab") != number_set_of_text("ba"));
}

static void written_json(void** state)
{
   (void)state;
   Built text = {0};
   JsonWriter w = {.to = &text};
   json_begin(&w, '{');
   json_key(&w, "a\xc2\x9b\"\\");
   json_begin(&w, '[');
   json_number(&w, UINT64_MAX);
   json_string(&w, "\xff\x7f\n\x01/\xc3\xa4");
   json_begin(&w, '[');
   json_end(&w, ']');
   json_end(&w, ']');
   json_key(&w, "b");
   json_begin(&w, '{');
   json_end(&w, '}');
   json_end(&w, '}');
   assert_string_equal(text.text,
                       "{\n   \"a\\u009b\\\"\\\\\": [\n      18446744073709551615,\n      "
                       "\"\xef\xbf\xbd\\u007f\\n\\u0001/\xc3\xa4\",\n"
                       "      []\n   ],\n   \"b\": {}\n}\n");
   built_clear(&text);
}

// --- data files --------------------------------------------------------------------------------------

static const char example[] =
   "{\"format\": \"xgrind.data\", \"version\": 1, \"creator\": \"x\", \"command\": "
   "\"./app\\\\x0a x\", \"pid\": 7,\n"
   " \"caches\": {\"D1\": [32768, 8, 64], \"L2\": [1, 2, 3]}, \"instructions\": 50, "
   "\"sampling\": null,\n"
   " \"events\": [\"Dr\", \"Dw\", \"Lines2\", \"L2mr\"], \"totals\": [910, 300, 0, "
   "18446744073709551615],\n"
   " \"functions\": [{\"name\": \"main\", \"file\": \"/s/app.c\", \"module\": \"/bin/app\"},\n"
   "  {\"name\": \"_ZN2ns8new_gridEi\", \"file\": \"grid.c\", \"module\": \"/bin/app\"},\n"
   "  {\"name\": \"xmalloc\", \"file\": \"???\", \"module\": \"/bin/app\", \"inlined\": "
   "true}],\n"
   " \"stacks\": [[[2, 9], [1, 20], [0, 33]]],\n"
   " \"objects\": [\n"
   "  {\"id\": 0, \"kind\": \"heap\", \"name\": null, \"module\": \"/bin/app\", \"source\": "
   "\"grid.c:20\", \"stack\": 0, \"thread\": 1, \"count\": 1,\n"
   "   \"size_B\": 8, \"total_B\": 8, \"born\": 1, \"died\": null, \"cost\": [900, 300, 0, "
   "18446744073709551615],\n"
   "   \"lines\": [{\"function\": 0, \"line\": 35, \"cost\": [900, 299, 0, "
   "18446744073709551614]}, {\"function\": 0, \"line\": 34, \"cost\": [0, 1, 0, 1]}]},\n"
   "  {\"id\": 1, \"kind\": \"static\", \"name\": \"__grid_MOD_cells\", \"module\": "
   "\"/bin/app\", \"source\": null, \"stack\": null, \"thread\": 0, \"count\": 0,\n"
   "   \"size_B\": 0, \"total_B\": 0, \"born\": 0, \"died\": null, \"cost\": [10, 0, 0, 0], "
   "\"lines\": [{\"function\": 0, \"line\": 40, \"cost\": [10, 0, 0, 0]}]}]}\n";

static DataFile data;

static void reads(void* name)
{
   data_file_read(&data, name, 0);
}

// The sentence with which a text is refused.
static const char* refused(const char* text)
{
   put("bad", text);
   const char* sentence = failure_of(reads, "bad");
   data_file_clear(&data);
   return sentence ? sentence : "it is taken";
}

// The example with one text in place of another one.
static const char* changed(const char* from, const char* to)
{
   const char* at = strstr(example, from);
   assert_non_null(at);
   return kept("%.*s%s%s", (int)(at - example), example, to, at + strlen(from));
}

static void whole_file(void** state)
{
   (void)state;
   put("xgrind.data.7", example);
   assert_true(is_data_file("xgrind.data.7"));
   assert_false(is_data_file("none"));
   data_file_read(&data, "xgrind.data.7", 0);
   assert_int_equal(data.n_objects, 2);
   assert_string_equal(data.command, "./app\n x");
   assert_string_equal(data.events[2], "LinesLL");
   assert_string_equal(data.functions[2].file, "");
   assert_true(data.functions[2].is_inlined && !data.functions[1].is_inlined);
   assert_true(data_file_cost(&data, data.objects[0].lines[0].cost, 3) == UINT64_MAX - 1);
   assert_null(data_file_section(&data, "dependences"));
   assert_ptr_equal(data.objects[0].stack, &data.stacks[0]);
   assert_null(data.objects[1].stack);
   data_file_clear(&data);
}

static void refusals(void** state)
{
   (void)state;
   static const struct {
      const char *from, *to, *sentence;
   } bad[] = {
      {"xgrind.data", "x",
       "this is not a memory-object profile: \"format\" is not \"xgrind.data\""},
      {"\"version\": 1", "\"version\": 2", "version '2' of the format is not known, only 1"},
      {"\"version\": 1", "\"v\": 1", "version null of the format is not known, only 1"},
      {"\"events\"", "\"e\"", "events must be a list, not null"},
      {"[\"Dr\", \"Dw\", \"Lines2\", \"L2mr\"]", "[]", "events names no event"},
      {"\"Dw\"", "\"Dr\"", "events[1] is 'Dr', which another one has"},
      {"\"Dw\"", "\"D w\"", "events[1] must be the name of an event, not 'D w'"},
      {"\"pid\": 7", "\"pid\": -7", "pid must be a whole number, not '-7'"},
      {"\"pid\": 7", "\"pid\": 18446744073709551616",
       "pid must be a whole number, not '18446744073709551616'"},
      {"[32768, 8, 64]", "[1, 2]", "caches.D1 must have 3 elements, not 2"},
      {"[1, 2, 3]", "[1, 2, true]", "caches.L2[2] must be a whole number, not true"},
      {"\"sampling\": null", "\"sampling\": 5", "sampling must be an object, not '5'"},
      {"\"sampling\": null", "\"sampling\": {\"period\": 5}",
       "sampling.recorded must be a whole number, not null"},
      {"\"sampling\": null", "\"sampling\": {\"period\": 5, \"recorded\": 7}",
       "objects[0].estimate must be a list, not null"},
      {"[910, 300, 0, 18", "[910, 300, 18", "totals must have 4 elements, not 3"},
      {"[910, ", "[911, ", "the objects' Dr add up to 910, but the program's total is 911"},
      {"[900, 300, ", "[901, 300, ",
       "objects[0]: the lines' Dr add up to 900, but the object's is 901"},
      {"18446744073709551614", "18446744073709551615",
       "objects[0]: the lines' L2mr add up to 1.84467440737096e+19, but the object's is "
       "18446744073709551615"},
      {"[2, 9]", "[3, 9]", "stacks[0][0][0] must be an index from 0 into a list of 3, not '3'"},
      {"[2, 9]", "[2]", "stacks[0][0] must have 2 elements, not 1"},
      {"\"stack\": 0", "\"stack\": 1",
       "objects[0].stack must be an index from 0 into a list of 1, not '1'"},
      {"\"id\": 1", "\"id\": 0", "objects[1].id is '0', which another one has"},
      {"\"static\"", "\"s\"",
       "objects[1].kind must be \"static\", \"heap\", \"mmap\", \"brk\", \"stack\", \"code\" "
       "or \"unknown\", not 's'"},
      {"\"__grid_MOD_cells\"", "[]", "objects[1].name must be a text, not a list or an object"},
      {"{\"function\": 0, \"line\": 34, \"cost\": [0, 1, 0, 1]}", "5",
       "objects[0].lines[1] must be an object, not '5'"},
      {"\"thread\": 0, ", "\"streams\": [0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0], \"thread\": 0, ",
       "objects[1].streams must have at most 17 elements, not 18"},
      {"\"thread\": 0, ",
       "\"bytes\": {\"loads\": [1], \"stores\": [1], \"parts\": {\"loads\": [1]}}, \"thread\": "
       "0, ",
       "objects[1].bytes.parts.loads must have 0 or 256 elements, not 1"},
   };
   for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
      const char* sentence = refused(changed(bad[i].from, bad[i].to));
      if (strcmp(sentence, kept("bad: %s", bad[i].sentence)) != 0)
         WRONG("%s\n%s", bad[i].sentence, sentence);
   }
   assert_string_equal(
      refused("# callgrind format\n"),
      "bad: this is a profile of functions in Callgrind's format, not of memory "
      "objects; xgrind_annotate reads it without --objects");
   assert_string_equal(refused("{\"a\": 1,\n  \"b\": nix, 2}"),
                       "bad:2:8: this is not JSON: invalid string in json text");
   assert_string_equal(refused("{\"a\": 1,\n  \"b\": "),
                       "bad:2:7: the file is truncated: the JSON text ends too early");
}

// Sections are checked when they are asked for.
static void asks(void* name)
{
   (void)data_file_section(&data, name);
}

static void sections(void** state)
{
   (void)state;
   static const struct {
      const char *text, *section, *sentence;
   } bad[] = {
      {"\"cores\": {\"n\": \"n\"}", "cores", "cores.n must be a whole number, not 'n'"},
      {"\"dependences\": {\"units\": [{\"function\": 0}], \"flows\": [[0, 0, 7, 1, 1]]}",
       "dependences", "dependences.flows[0][2] is 7, which is no object's id"},
      {"\"timeline\": {\"start\": 0, \"end\": 1, \"bin_instructions\": 0}", "timeline",
       "timeline.bin_instructions must be a whole number above 0, not '0'"},
      {"\"waiting\": [{\"function\": 0, \"line\": 1, \"thread\": 1, \"episodes\": 1, "
       "\"instructions\": 1, \"cost\": [1,1,1,1], \"cycles\": {\"CyL3\": -1}}]",
       "waiting", "waiting[0].cycles.CyL3 must be a whole number, not '-1'"},
   };
   for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
      put("bad", changed("\"pid\"", kept("%s, \"pid\"", bad[i].text)));
      data_file_read(&data, "bad", 0);
      const char* sentence = failure_of(asks, (void*)bad[i].section);
      assert_non_null(sentence);
      assert_string_equal(sentence, kept("bad: %s", bad[i].sentence));
      data_file_clear(&data);
   }
}

// --- names ---------------------------------------------------------------------------------------------

static void demangling(void** state)
{
   (void)state;
   Built room = {0};
   assert_string_equal(demangled("_ZN2ns1fEi", &room), "ns::f(int)");
   assert_string_equal(demangled("_ZSt4cout@@GLIBCXX_3.4", &room), "std::cout@@GLIBCXX_3.4");
   assert_string_equal(demangled("_RNvC6_123foo3bar", &room), "123foo[0]::bar");
   assert_string_equal(demangled("_ZN4core1f17h0123456789abcdefE", &room),
                       "core::f::h0123456789abcdef");
   EACH_TEXT(name, "", "main", "_Z", "_ZN", "_Z1f ", "_ZSt4cout@", "_ZSt4cout@@GLIB C",
             "ZN2ns1fEi", "_D4mainFZv")
   assert_ptr_equal(demangled(*name, &room), *name);
   built_clear(&room);
}

// A short symbol with a name without end, f(a, p<a, a>, p<p<a, a>, p<a, a>>, ...): each argument is twice as long as the one before.
static void endless_name(void** state)
{
   (void)state;
   static const char digits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
   Built room = {0}, symbol = {0};
   built_add(&symbol, "_Z1f1a1pIS_S_E");
   for (int i = 1; i < 30; i++) {
      built_format(&symbol, "S0_IS%c_S%c_E", digits[i], digits[i]);
      const char* name = demangled(symbol.text, &room);
      assert_int_equal(name == symbol.text, i >= 16);
      if (i == 15) assert_true(strlen(name) > DEMANGLED_MAX_B / 2);
   }
   built_clear(&symbol);
   built_clear(&room);
}

static const char profile[] =
   "# callgrind format\nversion: 1\ncreator: xgrind_annotate-0.1\npid: 7\ncmd: ./app\\x0a "
   "x\npart: 1\n\n"
   "desc: Trigger: memory objects as functions, called by the code that touches "
   "them\n\npositions: line\n"
   "event: LinesLL : LL lines loaded\nevent: L2mr : L2 Data Read Miss\nevents: Dr Dw LinesLL "
   "L2mr\nsummary: 910 300 0 18446744073709551615\n\n"
   "ob=(1) heap objects [app]\nfl=(1) grid.c\nfn=(1) ns::new_grid (grid.c:20)\n20 900 300 0 "
   "18446744073709551615\n\n"
   "ob=(2) static objects [app]\nfl=(2) /bin/app\nfn=(2) grid::cells\n0 10\n\n"
   "ob=(3) /bin/app\nfl=(3) /s/app.c\nfn=(3) main\n"
   "cob=(1)\ncfi=(1)\ncfn=(1)\ncalls=1 20\n34 0 1 0 1\n"
   "cob=(1)\ncfi=(1)\ncfn=(1)\ncalls=1199 20\n35 900 299 0 18446744073709551614\n"
   "cob=(2)\ncfi=(2)\ncfn=(2)\ncalls=10 0\n40 10\n\ntotals: 910 300 0 18446744073709551615\n";

static void profiles(void** state)
{
   (void)state;
   bool is_estimated;
   size_t size_B;
   put("xgrind.data.7", example);
   char* text = objects_profile_text("xgrind.data.7", "0.1", &is_estimated, &size_B);
   assert_string_equal(text, profile);
   assert_int_equal(size_B, strlen(profile));
   assert_false(is_estimated);
   host_free(text);
}

// An entry of a list of objects, with one line of cost 1.
static const char* object(int id, const char* kind, const char* name, const char* stack,
                          const char* source, const char* more)
{
   return kept("{\"id\": %d, \"kind\": \"%s\", \"name\": %s, \"module\": \"/bin/app\", "
               "\"source\": %s, \"stack\": %s, \"thread\": 1, \"count\": 1, \"size_B\": 8,"
               "\"total_B\": 8, \"born\": %d, \"cost\": [1], \"lines\": [{\"function\": 0, "
               "\"line\": 1, \"cost\": [1]}]%s}",
               id, kind, name, source, stack, 100 - id, more);
}

// A file with so many of such objects.
static void put_objects(const char* name, int n, const char* objects, const char* more)
{
   put(name,
       kept("{\"format\": \"xgrind.data\", \"version\": 1, \"creator\": \"x\", \"command\": "
            "\"x\", \"pid\": 7, \"instructions\": 1, \"events\": [\"Dr\"], \"totals\": [%d],"
            "\"functions\": [{\"name\": \"main\", \"file\": \"a.c\", \"module\": "
            "\"/bin/app\"}, {\"name\": \"zeros\", \"file\": \"z.c\", \"module\": \"/bin/app\"},"
            "{\"name\": \"xmalloc\", \"file\": \"x.c\", \"module\": \"/lib/x.so\"}, {\"name\": "
            "\"_start\", \"file\": \"\", \"module\": \"\"}],"
            "\"stacks\": [[[2, 5], [1, 7], [0, 3], [3, 0]], [[2, 5], [1, 7], [0, 4], [3, 0]], "
            "[[2, 5], [3, 1]], [[3, 1]]], \"objects\": [%s]%s}",
            n, objects, more));
}

static void same_names(int n, const char* objects, const char* const* expected)
{
   put_objects("named", n, objects, "");
   data_file_read(&data, "named", 0);
   const ObjectName* names = object_names(&data);
   for (int i = 0; i < n; i++)
      if (strcmp(kept("%s|%s", names[i].name, names[i].place), expected[i]) != 0)
         WRONG("%s|%s, not %s", names[i].name, names[i].place, expected[i]);
   data_file_clear(&data);
}

static void names(void** state)
{
   (void)state;
   const char* a = object(1, "heap", "null", "0", "\"x.c:5\"", "");
   const char* b = object(2, "heap", "null", "1", "null", "");
   same_names(1, a, (const char* const[]){"zeros|z.c:7"});
   // calls that differ tell objects apart, else their numbers do
   same_names(2, kept("%s,%s", a, b),
              (const char* const[]){"zeros < main:3|z.c:7", "zeros < main:4|z.c:7"});
   same_names(3, kept("%s,%s,%s", a, b, object(3, "heap", "null", "1", "null", "")),
              (const char* const[]){"zeros < main:3|z.c:7", "zeros < main:4 #2|z.c:7",
                                    "zeros < main:4 #3|z.c:7"});
   same_names(2, kept("%s,%s", a, object(2, "mmap", "null", "1", "null", "")),
              (const char* const[]){"zeros|z.c:7", "zeros|z.c:7"});
   // what the tool has seen to hand on what it allocates; what has no other call but start-up code
   same_names(1, object(1, "heap", "null", "0", "null", ", \"handed_on\": [1, 99]"),
              (const char* const[]){"main|a.c:3"});
   same_names(1, object(1, "heap", "null", "0", "null", ", \"handed_on\": [1, 2]"),
              (const char* const[]){"main|a.c:3"});
   same_names(1, object(1, "heap", "null", "2", "null", ""),
              (const char* const[]){"xmalloc|x.c:5"});
   same_names(1, object(1, "heap", "null", "3", "null", ""), (const char* const[]){"_start|"});
   same_names(2,
              kept("%s,%s", object(1, "brk", "null", "null", "null", ""),
                   object(2, "static", "\"t\"", "0", "\"t.c:1\"", "")),
              (const char* const[]){"brk|", "t|t.c:1"});
   same_names(2,
              kept("%s,%s", object(1, "brk", "null", "null", "null", ""),
                   object(2, "brk", "null", "null", "null", "")),
              (const char* const[]){"brk #1|", "brk #2|"});
}

// Which of several is which is told by when they were allocated.
static void orders(void** state)
{
   (void)state;
   put_objects("named", 3,
               kept("%s,%s,%s", object(1, "heap", "null", "0", "null", ""),
                    object(2, "heap", "null", "0", "null", ""),
                    object(3, "heap", "null", "1", "null", "")),
               "");
   data_file_read(&data, "named", 0);
   const ObjectName* n = object_names(&data);
   assert_int_equal(n[0].among, 2);
   assert_int_equal(n[0].which, 1);
   assert_int_equal(n[1].which, 0);
   assert_int_equal(n[2].among, 0);
   const char** labels = object_labels(&data, n);
   assert_string_equal(labels[0], "zeros < main:3 #1 (z.c:7)");
   assert_string_equal(labels[2], "zeros < main:4 (z.c:7)");
   data_file_clear(&data);
   put_objects("named", 4,
               kept("%s,%s,%s,%s", object(1, "static", "\"t\"", "null", "\"a/x.c:1\"", ""),
                    object(2, "static", "\"t\"", "null", "\"b/y.c:1\"", ""),
                    object(3, "static", "\"u\"", "null", "\"a/x.c:1\"", ""),
                    object(4, "static", "\"u\"", "null", "\"b/x.c:1\"", "")),
               "");
   data_file_read(&data, "named", 0);
   labels = object_labels(&data, object_names(&data));
   const char* const expected[] = {"t (x.c:1)", "t (y.c:1)", "u (x.c:1) #1", "u (x.c:1) #2"};
   for (int i = 0; i < 4; i++) assert_string_equal(labels[i], expected[i]);
   data_file_clear(&data);
}

static void converts(void* name)
{
   bool is_estimated;
   size_t size_B;
   host_free(objects_profile_text(name, "0.1", &is_estimated, &size_B));
}

// Figures of sampling are estimates; an event that is not known for an object is none of the profile.
static void samples(void** state)
{
   (void)state;
   bool is_estimated;
   size_t size_B;
   static const char start[] =
      "{\"format\": \"xgrind.data\", \"version\": 1, \"creator\": \"x\", \"command\": \"x\", "
      "\"pid\": 7, \"instructions\": 1, \"sampling\": {\"period\": 3, \"recorded\": 4},"
      "\"events\": [\"Dr\", \"Dw\", \"Z\"], \"totals\": [9, 9, 9], \"functions\": [{\"name\": "
      "\"f\", \"file\": \"\", \"module\": \"\"}], \"stacks\": [], \"objects\": ["
      "{\"id\": 0, \"kind\": \"brk\", \"name\": \"\", \"thread\": 0, \"count\": 0, \"size_B\": "
      "0, \"total_B\": 0, \"born\": 0, \"cost\": [3, 0, 1],"
      "\"lines\": [{\"function\": 0, \"line\": 1, \"cost\": [2, 0, 1]}, {\"function\": 0, "
      "\"line\": 2, \"cost\": [1, 0, 0]}],"
      "\"estimate\": [";
   static const char end[] = ", 0, null], \"error\": [1, 2, null]}]}";
   put("sampled", kept("%s10.0%s", start, end));
   char* sampled = objects_profile_text("sampled", "0.1", &is_estimated, &size_B);
   assert_true(is_estimated);
   assert_non_null(strstr(sampled, "\ndesc: Sampling: figures are estimates\n\npositions: "
                                   "line\nevents: Dr Dw\nsummary: 10 0\n\n"));
   assert_non_null(strstr(sampled, "\ncalls=7 0\n1 7\n"));
   assert_non_null(strstr(sampled, "\ncalls=3 0\n2 3\n\ntotals: 10 0\n"));
   host_free(sampled);
   put("sampled", kept("%s1e300%s", start, end));
   assert_string_equal(failure_of(converts, "sampled"),
                       "sampled: an estimate is more than 64 bits hold");
}

// --- dependences -----------------------------------------------------------------------------------------

static const char* written_table(const char* const* files, int n)
{
   DependenceTable t;
   Built text = {0};
   dependence_table_init(&t);
   for (int i = 0; i < n; i++) dependence_table_add(&t, files[i]);
   dependence_table_write(&text, &t, "x");
   dependence_table_clear(&t);
   return built_kept(&text);
}

static void tables(void** state)
{
   (void)state;
   put_objects(
      "dep", 1, object(1, "static", "\"t\"", "null", "null", ""),
      ", \"dependences\": {\"units\": [{\"function\": 1}, {\"region\": \"r\"}, {\"function\": "
      "0}], \"flows\": [[0, 1, 1, 8, 4], [0, 1, null, 3, 1], [1, 1, 1, 5, 5]]}");
   const char* one = written_table((const char* const[]){"dep"}, 1);
   assert_string_equal(
      one,
      "{\n   \"creator\": \"x\",\n   \"format\": \"xgrind.dependences\",\n   \"pairs\": [\n"
      "      {\n         \"bytes\": 11,\n         \"first_B\": 5,\n         \"from\": 0,\n     "
      "    \"objects\": {\n            \"t\": 8,\n            \"unknown\": 3\n         },\n    "
      "     \"to\": 1\n      },\n"
      "      {\n         \"bytes\": 5,\n         \"first_B\": 5,\n         \"from\": 1,\n      "
      "   \"objects\": {\n            \"t\": 5\n         },\n         \"to\": 1\n      }\n   "
      "],\n"
      "   \"units\": [\n      {\n         \"function\": \"zeros\",\n         \"module\": "
      "\"/bin/app\"\n      },\n      {\n         \"region\": \"r\"\n      }\n   ],\n   "
      "\"version\": 1\n}\n");
   // a sum is its own sum, and two of them are two files
   put("sum", one);
   assert_string_equal(written_table((const char* const[]){"sum"}, 1), one);
   assert_string_equal(written_table((const char* const[]){"sum", "dep"}, 2),
                       written_table((const char* const[]){"dep", "dep"}, 2));
}

static DependenceTable refused_table;

static void adds(void* file)
{
   dependence_table_add(&refused_table, file);
}

static void wrong_tables(void** state)
{
   (void)state;
   static const struct {
      const char *text, *why;
   } bad[] = {
      {"{\"format\": \"xgrind.dependences\"", "this is no JSON"},
      {"{\"format\": \"xgrind.dependences\", \"version\": 2}",
       "this is no sum of dependences that xgrind_merge has written: its version is not 1"},
      {"{\"format\": \"xgrind.dependences\", \"version\": 1, \"units\": [{}], \"pairs\": []}",
       "this is no sum of dependences that xgrind_merge has written: units or pairs are "
       "missing"},
      {"{\"format\": \"xgrind.dependences\", \"version\": 1, \"units\": [], \"pairs\": [1]}",
       "this is no sum of dependences that xgrind_merge has written: a pair is none"},
      {"{\"format\": \"xgrind.dependences\", \"version\": 1, \"units\": [], \"pairs\": "
       "[{\"objects\": {}, \"from\": 0, \"to\": 0, \"bytes\": 1, \"first_B\": -1}]}",
       "this is no sum of dependences that xgrind_merge has written: a pair has something else "
       "than numbers"},
      {"{\"format\": \"xgrind.dependences\", \"version\": 1, \"units\": [], \"pairs\": "
       "[{\"objects\": {}, \"from\": 0, \"to\": 0, \"bytes\": 1, \"first_B\": 1}]}",
       "this is no sum of dependences that xgrind_merge has written: a pair has a unit that is "
       "not there"},
   };
   dependence_table_init(&refused_table);
   for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
      put("bad", bad[i].text);
      const char* sentence = failure_of(adds, "bad");
      assert_non_null(sentence);
      assert_string_equal(sentence, kept("bad: %s", bad[i].why));
   }
   put("xgrind.data.7", example);
   assert_string_equal(failure_of(adds, "xgrind.data.7"),
                       "xgrind.data.7 has no dependences; run with xgrind --dependences=yes");
   dependence_table_clear(&refused_table);
}

int main(int argc, char** argv)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(values),       cmocka_unit_test(lists),
      cmocka_unit_test(keys),         cmocka_unit_test(depth),
      cmocka_unit_test(wrong_json),   cmocka_unit_test(numbers_of_sets),
      cmocka_unit_test(written_json), cmocka_unit_test(whole_file),
      cmocka_unit_test(refusals),     cmocka_unit_test(sections),
      cmocka_unit_test(demangling),   cmocka_unit_test(endless_name),
      cmocka_unit_test(profiles),     cmocka_unit_test(names),
      cmocka_unit_test(orders),       cmocka_unit_test(samples),
      cmocka_unit_test(tables),       cmocka_unit_test(wrong_tables),
   };
   folder_enter();
   const int status = UNIT_MAIN(argc, argv, tests);
   folder_leave();
   return status;
}
