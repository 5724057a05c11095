// SPDX-License-Identifier: GPL-3.0-or-later
//
// layouts: accesses to an object, where the program has its bytes, or where another layout would have them; all
// else is the same in both runs.  For tests/known/layouts.
//
// Compile with -fno-jump-tables: which line of a table is read must not depend on the size of an access.
//
// Usage: layouts own|new PLACE BYTES LAYOUT [NUMBER...]
//   PLACE     where the object is, and what else happens: static, heap, again, realloc, threads, fork
//   BYTES     its size
//   LAYOUT    split E CUT..., hot E FIRST LAST..., reorder E FIRST LAST..., drop E FIRST LAST, resize E FIRST LAST NEW,
//             stride E NEW, transpose R C E, tile R C E TR TC, offset N, same
//
// The other layout is computed here byte by byte, from a list of the bytes in their new order.  Each access is
// a row of COLUMNS entries in a list, the pieces that it consists of, the others empty; both runs read all.
// An access is chosen only if its pieces are of sizes that an instruction has; Valgrind makes two of those of 32
// bytes.
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { OBJECT_B = 36864, MORE_B = 16 * OBJECT_B, ACCESSES = 4000, COLUMNS = 4, SIZES = 12, FLUSH_B = 1 << 20, LL_B = 32768 };

// `more` lies directly behind `laid_out`: a layout may need it, too.
__asm__(".bss\n.balign 4096\n.zero 64\n"
        ".globl laid_out\n.type laid_out,@object\n.size laid_out,36864\nlaid_out: .zero 36864\n"
        ".globl more\n.type more,@object\n.size more,589824\nmore: .zero 589824\n.text\n");
extern char laid_out[OBJECT_B], more[MORE_B];

typedef struct {
   uint32_t offset;
   uint8_t size_B, is_store;
} Entry;

static Entry list[ACCESSES + SIZES][COLUMNS] __attribute__((aligned(64)));
static char flushed[FLUSH_B];
static long number[20];
static int n_numbers;
static const char* layout;
static uint64_t seed = 88172645463325252ULL;

static uint32_t below(uint32_t n)
{
   seed ^= seed << 13;
   seed ^= seed >> 7;
   seed ^= seed << 17;
   return (uint32_t)((seed >> 32) * n >> 32);
}

// --- where each byte is -----------------------------------------------------------------------

static int32_t first[2 * OBJECT_B], end[2 * OBJECT_B]; // of each byte of the object; first -1: nowhere
static int32_t n_new;

static void put(long byte)
{
   first[byte] = n_new++;
   end[byte] = n_new;
}

static int is_named(long in_element)
{
   for (int i = 1; i + 1 < n_numbers; i += 2)
      if (in_element >= number[i] && in_element <= number[i + 1]) return 1;
   return 0;
}

static void put_named(long at, int named_too)
{
   for (int k = 1; named_too && k + 1 < n_numbers; k += 2)
      for (long b = number[k]; b <= number[k + 1]; b++) put(at + b);
}

static void put_others(long at)
{
   for (long b = 0; b < number[0]; b++)
      if (!is_named(b)) put(at + b);
}

static void put_matrices(long n, long element_B)
{
   long rows = number[0], columns = number[1], down = rows, across = 1, whole = n / (rows * columns) * rows * columns;
   if (!strcmp(layout, "tile")) {
      down = number[3];
      across = number[4];
   }
   for (long m = 0; m + rows * columns <= n; m += rows * columns)
      for (long r = 0; r < rows; r += down)
         for (long c = 0; c < columns; c += across)
            for (long y = 0; y < down; y++)
               for (long x = 0; x < across; x++)
                  for (long b = 0; b < element_B; b++)
                     put((m + (r + y) * columns + c + x) * element_B + b);
   for (long b = whole * element_B; b < n * element_B; b++) put(b);
}

// The only field that is resized begins at number[1] and ends at number[2].
static void put_resized(long at)
{
   long from = number[1], old_B = number[2] - from + 1, new_B = number[3], start;
   for (long b = 0; b < from; b++) put(at + b);
   start = n_new;
   n_new += new_B;
   for (long b = 0; b < old_B; b++) {
      first[at + from + b] = start + b * new_B / old_B;
      end[at + from + b] = start + ((b + 1) * new_B + old_B - 1) / old_B;
   }
   for (long b = number[2] + 1; b < number[0]; b++) put(at + b);
}

static void move_bytes(long size_B)
{
   long matrix = !strcmp(layout, "transpose") || !strcmp(layout, "tile");
   long e = matrix ? number[2] : n_numbers ? number[0] : 1, n = size_B / e;
   n_new = 0;
   for (long b = 0; b < size_B; b++) first[b] = -1;
   if (matrix) put_matrices(n, e);
   if (!strcmp(layout, "offset")) n_new = number[0];
   if (!strcmp(layout, "offset") || !strcmp(layout, "same")) e = 1, n = 0;
   for (int part = 0; !strcmp(layout, "split") && part < n_numbers; part++) {
      long from = part ? number[part] : 0, to = part + 1 < n_numbers ? number[part + 1] : e;
      for (long i = 0; i < n; i++)
         for (long b = from; b < to; b++) put(i * e + b);
   }
   for (long i = 0; i < n; i++) {
      if (!strcmp(layout, "hot") || !strcmp(layout, "reorder")) put_named(i * e, 1);
      if (!strcmp(layout, "reorder") || !strcmp(layout, "drop")) put_others(i * e);
      if (!strcmp(layout, "resize")) put_resized(i * e);
      for (long b = 0; !strcmp(layout, "stride") && b < e; b++) put(i * e + b);
      if (!strcmp(layout, "stride")) n_new += number[1] - e;
   }
   for (long i = 0; !strcmp(layout, "hot") && i < n; i++) put_others(i * e);
   for (long b = n * e; b < size_B; b++) put(b);
}

// --- accesses -----------------------------------------------------------------------------------

static int is_size(long n)
{
   return n == 1 || n == 2 || n == 4 || n == 8 || n == 16;
}

// The pieces of an access in the new layout, in ascending order; 0: they are not all of sizes that instructions have;
// -1: there is none.
static int pieces(long offset, long size_B, Entry* row)
{
   static char touched[MORE_B];
   int n = 0;
   long lowest = MORE_B, highest = 0;
   for (long b = offset; b < offset + size_B; b++)
      for (long t = first[b]; first[b] >= 0 && t < end[b]; t++) {
         touched[t] = 1;
         if (t < lowest) lowest = t;
         if (t > highest) highest = t;
      }
   int fits = 1;
   for (long t = lowest, begin; t <= highest && lowest < MORE_B; t = begin) {
      for (begin = t; touched[begin]; begin++) touched[begin] = 0;
      if (begin > t && (n == COLUMNS || !is_size(begin - t))) fits = 0;
      if (begin > t && fits) row[n++] = (Entry){t, begin - t, 0};
      if (begin == t) begin++;
   }
   return !fits ? 0 : n ? n : -1;
}

// Walks along, with jumps, and now and then over many bytes, as a copy does.
static void choose_accesses(int is_new, long from, long to, long size_B)
{
   long at = 0, left = 0;
   move_bytes(size_B);
   for (long a = from; a < to;) {
      static const uint8_t sizes[] = {4, 8, 8, 8, 1, 2, 16, 16};
      Entry row[COLUMNS] = {{0}};
      long n_B = left ? 16 : sizes[below(sizeof sizes)];
      if (!left) at += below(8) ? 8 * below(12) : below(size_B);
      if (!left && !below(20)) left = 6;
      if (!left && below(8)) at = at / n_B * n_B;
      left -= left > 0;
      if (at + n_B > size_B) at = left = 0;
      int n = pieces(at, n_B, row), store = below(3) == 0;
      if (n) {
         memset(list[a], 0, sizeof list[a]);
         if (!is_new) {
            memset(row, 0, sizeof row);
            row[0] = (Entry){at, n_B, 0};
         }
         for (int k = 0; k < COLUMNS; k++) {
            list[a][k] = row[k];
            list[a][k].is_store = store;
         }
         a++;
      }
      at += n_B;
   }
}

// Nothing else is accessed between the pieces of an access: all entries of a row are in registers before, and no function is called.
#define ACCESS_ONE(at, size_and_store) \
   do { \
      char* const to_ = (at); \
      switch (size_and_store) { \
      case 2: __asm__ volatile("movb (%0), %%al" : : "r"(to_) : "rax", "memory"); break; \
      case 3: __asm__ volatile("movb %%al, (%0)" : : "r"(to_) : "memory"); break; \
      case 4: __asm__ volatile("movw (%0), %%ax" : : "r"(to_) : "rax", "memory"); break; \
      case 5: __asm__ volatile("movw %%ax, (%0)" : : "r"(to_) : "memory"); break; \
      case 8: __asm__ volatile("movl (%0), %%eax" : : "r"(to_) : "rax", "memory"); break; \
      case 9: __asm__ volatile("movl %%eax, (%0)" : : "r"(to_) : "memory"); break; \
      case 16: __asm__ volatile("movq (%0), %%rax" : : "r"(to_) : "rax", "memory"); break; \
      case 17: __asm__ volatile("movq %%rax, (%0)" : : "r"(to_) : "memory"); break; \
      case 32: __asm__ volatile("movups (%0), %%xmm0" : : "r"(to_) : "xmm0", "memory"); break; \
      case 33: __asm__ volatile("movups %%xmm0, (%0)" : : "r"(to_) : "memory"); break; \
      } \
   } while (0)
#define ACCESS_ENTRY(entry) \
   ACCESS_ONE(base + (uint32_t)(entry), ((entry) >> 32 & 0xff) * 2 + ((entry) >> 40 & 0xff))

__attribute__((noinline)) static void walk(char* base, long from, long to)
{
   for (long a = from; a < to; a++) {
      const volatile uint64_t* row = (const volatile uint64_t*)list[a];
      const uint64_t e0 = row[0], e1 = row[1], e2 = row[2], e3 = row[3];
      ACCESS_ENTRY(e0);
      ACCESS_ENTRY(e1);
      ACCESS_ENTRY(e2);
      ACCESS_ENTRY(e3);
   }
}

static void* do_nothing(void* unused)
{
   return unused;
}

static void run_in_thread(void* (*f)(void*), long part)
{
   pthread_t t;
   pthread_create(&t, NULL, f, (void*)part);
   pthread_join(t, NULL);
}

// What the two runs did otherwise leaves the caches, and all code that follows is there.  Where the next line goes that LL loads
// would still tell them apart under a replacement that looks for ways in their order: so all of LL's lines are used again at the end.
__attribute__((noinline)) static void begin_equal(int with_threads)
{
   static char other[64] __attribute__((aligned(64)));
   for (int i = 0; i < SIZES; i++)
      for (int k = 0; k < COLUMNS; k++) list[ACCESSES + i][k] = (Entry){0, i / 2 ? 1 << (i / 2 - 1) : 0, i % 2};
   for (int r = 0; r < 2; r++) {
      if (with_threads) run_in_thread(do_nothing, 0);
      walk(other, ACCESSES, ACCESSES + SIZES);
      for (long i = 0; i < FLUSH_B; i += 16) ((volatile char*)flushed)[i]++;
   }
   for (int r = 0; r < 4; r++)
      for (long i = 0; i < LL_B; i += 64) ((volatile char*)flushed)[i]++;
   walk(other, ACCESSES, ACCESSES + SIZES);
}

// --- places ---------------------------------------------------------------------------------------

__attribute__((noinline)) static char* make_object(long size_B)
{
   char* made = malloc(size_B);
   __asm__ volatile("" : : "r"(made)); // a call, not a jump
   return made;
}

static char* base;

// The other thread waits until this one has ended; when it came to wait, nobody can tell, so what it did before must leave the
// caches.
static void* walk_in_thread(void* part)
{
   long i = (long)part;
   usleep(20000);
   for (long b = 0; b < FLUSH_B / 4; b += 64) ((volatile char*)flushed)[b]++;
   walk(base, i * ACCESSES / 8, (i + 1) * ACCESSES / 8);
   return NULL;
}

static void walk_in_threads(void)
{
   for (long i = 0; i < 8; i++) run_in_thread(walk_in_thread, i);
}

static void walk_and_fork(void)
{
   walk(base, 0, ACCESSES / 2);
   pid_t child = fork();
   if (!child) {
      walk(base, ACCESSES / 2, ACCESSES);
      exit(0);
   }
   waitpid(child, NULL, 0);
}

// Between the halves the object is freed and allocated again.
static void walk_again(long size_B)
{
   base = make_object(size_B);
   walk(base, 0, ACCESSES / 2);
   free(base);
   base = make_object(size_B);
   walk(base, ACCESSES / 2, ACCESSES);
}

__attribute__((noinline)) static char* make_larger(char* old, long size_B)
{
   char* made = realloc(old, size_B);
   __asm__ volatile("" : : "r"(made));
   return made;
}

// Between the halves the object becomes twice as large.
static void walk_resized(long size_B)
{
   base = make_object(size_B);
   walk(base, 0, ACCESSES / 2);
   base = make_larger(base, 2 * size_B);
   walk(base, ACCESSES / 2, ACCESSES);
}

int main(int argc, char** argv)
{
   if (argc < 5) return 2;
   int is_new = !strcmp(argv[1], "new");
   const char* place = argv[2];
   long size_B = atol(argv[3]), grows = !strcmp(place, "realloc");
   layout = argv[4];
   for (int i = 5; i < argc; i++) number[n_numbers++] = atol(argv[i]);
   choose_accesses(is_new, 0, ACCESSES / 2, size_B);
   choose_accesses(is_new, ACCESSES / 2, ACCESSES, grows ? 2 * size_B : size_B);
   long new_B = is_new && n_new > size_B ? n_new : size_B;
   if (!strcmp(place, "heap")) base = make_object(new_B);
   if (!strcmp(place, "static") || !strcmp(place, "threads") || !strcmp(place, "fork")) base = laid_out;
   begin_equal(!strcmp(place, "threads"));
   if (!strcmp(place, "again"))
      walk_again(new_B);
   else if (grows)
      walk_resized(size_B);
   else if (!strcmp(place, "threads"))
      walk_in_threads();
   else if (!strcmp(place, "fork"))
      walk_and_fork();
   else
      walk(base, 0, ACCESSES);
   return 0;
}
