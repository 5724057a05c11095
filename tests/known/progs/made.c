// SPDX-License-Identifier: GPL-3.0-or-later
// made: makes functions while it runs, calls each from main, and lists their names in
// /tmp/perf-<pid>.map.
//
// Usage: made early|late|none
//   early   lists a function when it is made
//   late    lists all functions when all have run
// Each is "mov $n, %ecx; again: dec %ecx; jnz again; ret": 2 n + 2 instructions.
// 1: n = 100; 2: n = 200, behind it; 3 (but for late): n = 300, in the place of 1, three times.
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

typedef void (*Made)(void);

static FILE* list;

// Returns the function made at an address.
static Made make(unsigned char* at, unsigned n)
{
   static const unsigned char code[] = {0xB9, 0, 0, 0, 0, 0xFF, 0xC9, 0x75, 0xFC, 0xC3};
   Made made;
   memcpy(at, code, sizeof code);
   memcpy(at + 1, &n, sizeof n);
   memcpy(&made, &at, sizeof made);
   return made;
}

static void name(const unsigned char* at, const char* text)
{
   fprintf(list, "%lx a made function; %s\n", (unsigned long)at, text);
}

static void name_both(const unsigned char* page)
{
   name(page, "one (a.js:1)");
   name(page + 64, "two");
}

int main(int argc, char** argv)
{
   const int early = argc > 1 && strcmp(argv[1], "early") == 0;
   const int late = argc > 1 && strcmp(argv[1], "late") == 0;
   char file[64];
   unsigned char* page =
      mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
   snprintf(file, sizeof file, "/tmp/perf-%d.map", (int)getpid());
   if (page == MAP_FAILED || ((early || late) && !(list = fopen(file, "w")))) return 1;
   if (list) fprintf(list, "no line of a function\n");
   if (early) setvbuf(list, NULL, _IONBF, 0);
   if (early) name_both(page);
   make(page, 100)();
   make(page + 64, 200)();
   if (early) name(page, "three");
   if (!late) {
      Made three = make(page, 300);
      for (int i = 0; i < 3; i++) three();
   }
   if (late) name_both(page);
   if (list) fclose(list);
   return 0;
}
