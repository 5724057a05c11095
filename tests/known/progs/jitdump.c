// SPDX-License-Identifier: GPL-3.0-or-later
// jitdump: makes functions while it runs, calls each from main, and lists them in jit-<pid>.dump in the current
// directory, as perf has it (Linux, tools/perf/Documentation/jitdump-specification.txt).
//
// Usage: jitdump early|late [closed] [child] [gone] [clock] [v8] [cut=SIZE] [OFFSET=BYTE]...
//   early    writes each record when its function is made
//   late     writes all records when all functions have run, after these changes:
//   closed   has a record that ends the file before the last function
//   child    has the last function as one of another process
//   clock    has times of a clock of its own
//   v8       has addresses of lines as V8 gives them: 64 too high
//   gone     removes the file
//   cut      leaves out what follows
//   OFFSET   has this byte there
// Each function is "mov $n, %ecx; again: dec %ecx; jnz again; ret": 2 n + 2 instructions.  Three has %edx and a longer
// ret: code whose bytes stay the same counts as not replaced.
// one:   n = 100, called once; lines 7 (mov), 8 (the loop), 9 (ret) of one.js
// two:   n = 200, behind it, called once; then moved, and called twice there; lines 3 (mov) and 4 of two.js
// three: n = 300, in the place of one, called three times; no lines
// four:  n = 400, called once
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

typedef void (*Made)(void);

static FILE* file;
static unsigned char record[4096], *end;
static int is_early, has_clock, line_shift;

static int is_given(int argc, char** argv, const char* word)
{
   for (int i = 1; i < argc; i++)
      if (strcmp(argv[i], word) == 0) return 1;
   return 0;
}

static void put(const void* bytes, size_t n)
{
   memcpy(end, bytes, n);
   end += n;
}

static void put4(unsigned n)
{
   put(&n, 4);
}

static void put8(uint64_t n)
{
   put(&n, 8);
}

static void put_time(void)
{
   struct timespec t;
   clock_gettime(CLOCK_MONOTONIC, &t);
   put8(has_clock ? 1 : (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec);
}

// The file's text is kept until the end, or written as it comes.
static unsigned char text[64 * 1024];
static size_t n_text;

static void flush(void)
{
   if (fwrite(text, 1, n_text, file) != n_text || fflush(file)) exit(1);
   n_text = 0;
}

static void begin(unsigned id)
{
   end = record;
   put4(id);
   put4(0); // the size, known later
   put_time();
}

static void finish(void)
{
   const unsigned size = (unsigned)(end - record);
   memcpy(record + 4, &size, 4);
   memcpy(text + n_text, record, size);
   n_text += size;
   if (is_early) flush();
}

static void write_header(void)
{
   end = record;
   put4(0x4A695444);
   put4(1);
   put4(40);
   put4(62); // x86-64
   put4(0);
   put4((unsigned)getpid());
   put_time();
   put8(0);
   memcpy(text, record, 40);
   n_text = 40;
}

enum { CODE_B = 10, THREE_B };

static void load(const unsigned char* at, unsigned size, const char* name, int pid)
{
   static uint64_t index;
   begin(0);
   put4((unsigned)pid);
   put4((unsigned)pid);
   put8((uintptr_t)at);
   put8((uintptr_t)at);
   put8(size);
   put8(index++);
   put(name, strlen(name) + 1);
   put(at, size);
   finish();
}

static void move(const unsigned char* from, const unsigned char* to)
{
   begin(1);
   put4((unsigned)getpid());
   put4((unsigned)getpid());
   put8((uintptr_t)to);
   put8((uintptr_t)from);
   put8((uintptr_t)to);
   put8(CODE_B);
   put8(1);
   finish();
}

static void put_line(const unsigned char* at, unsigned line, const char* name)
{
   put8((uintptr_t)at + (uintptr_t)line_shift);
   put4(line);
   put4(0);
   put(name, strlen(name) + 1);
}

// Lines of the first instruction, of the loop, and of the last one if it has one of its own.
static void lines(const unsigned char* at, const char* name, unsigned first, int n)
{
   begin(2);
   put8((uintptr_t)at);
   put8((uint64_t)n);
   put_line(at, first, name);
   put_line(at + 5, first + 1, "\xff");
   if (n > 2) put_line(at + 9, first + 2, name);
   finish();
}

static Made make(unsigned char* at, const char* code, size_t size, unsigned n)
{
   Made made;
   memcpy(at, code, size);
   memcpy(at + 1, &n, sizeof n);
   memcpy(&made, &at, sizeof made);
   return made;
}

static Made make_one(unsigned char* at, unsigned n)
{
   return make(at, "\xB9....\xFF\xC9\x75\xFC\xC3", CODE_B, n);
}

static Made make_three(unsigned char* at, unsigned n)
{
   return make(at, "\xBA....\xFF\xCA\x75\xFC\xF3\xC3", THREE_B, n);
}

static void change(int argc, char** argv)
{
   for (int i = 2; i < argc; i++) {
      const char* value = strchr(argv[i], '=');
      if (!value) continue;
      const size_t n = strtoul(value + 1, NULL, 0);
      if (strncmp(argv[i], "cut=", 4) == 0)
         n_text = n < n_text ? n : n_text;
      else
         text[strtoul(argv[i], NULL, 0)] = (unsigned char)n;
   }
}

__attribute__((noinline)) static void run(unsigned char* page, int argc, char** argv)
{
   Made one = make_one(page, 100), two = make_one(page + 64, 200);
   lines(page, "/src/one.js", 7, 3);
   load(page, CODE_B, "JS:one (one.js:7)", getpid());
   lines(page + 64, "file:///src/two.js", 3, 2);
   load(page + 64, CODE_B, "two\nlines", getpid());
   one();
   two();
   unsigned char* moved = page + 128;
   two = make_one(moved, 200);
   move(page + 64, moved);
   for (int i = 0; i < 2; i++) two();
   Made three = make_three(page, 300);
   load(page, THREE_B, "three", getpid());
   for (int i = 0; i < 3; i++) three();
   Made four = make_one(page + 192, 400);
   if (is_given(argc, argv, "closed")) {
      begin(3);
      finish();
   }
   load(page + 192, CODE_B, "four", is_given(argc, argv, "child") ? getpid() + 1 : getpid());
   four();
}

int main(int argc, char** argv)
{
   char name[64];
   is_early = is_given(argc, argv, "early");
   has_clock = is_given(argc, argv, "clock");
   line_shift = is_given(argc, argv, "v8") ? 64 : 0;
   snprintf(name, sizeof name, "jit-%d.dump", (int)getpid());
   file = fopen(name, "w+");
   unsigned char* page =
      mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
   if (!file || page == MAP_FAILED) return 1;
   if (mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, fileno(file), 0) == MAP_FAILED) return 1;
   write_header();
   run(page, argc, argv);
   change(argc, argv);
   flush();
   if (is_given(argc, argv, "gone")) unlink(name);
   return 0;
}
