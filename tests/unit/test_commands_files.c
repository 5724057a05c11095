// SPDX-License-Identifier: GPL-3.0-or-later
// Files that commands read: whole, compressed, lists of names; and how wrong ones are refused.
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/stat.h>

#include <cmocka.h>
#include <zlib.h>
#include <zstd.h>

#include "base/host.h"
#include "commands/files/empty.h"
#include "commands/files/input.h"
#include "commands/files/name_list.h"
#include "commands/text/kept.h"
#include "commands/text/message.h"
#include "unit_main.h"

#include "command_folder.h"

enum { MiB = 1 << 20 };

// --- reading -------------------------------------------------------------------------------------

static Input in;

static void opens(void* name)
{
   input_open(&in, name);
}

// The sentence with which a file is refused; nothing is left open, or in memory.
static const char* refused(const char* name)
{
   const int open_before = folder_count("/proc/self/fd", "");
   const char* sentence = failure_of(opens, (void*)name);
   assert_true(sentence != NULL);
   assert_true(in.heap == NULL);
   assert_int_equal(folder_count("/proc/self/fd", ""), open_before);
   return sentence;
}

// Bytes without 0 of which no two blocks are the same.
static char* made_up(size_t size_B)
{
   char* bytes = host_alloc("test", size_B + 1);
   uint32_t x = 1;
   for (size_t i = 0; i < size_B; i++) {
      x = x * 1664525 + 1013904223;
      bytes[i] = (char)(x >> 24 | 1);
   }
   return bytes;
}

static void same_contents(const char* name, const char* bytes, size_t size_B)
{
   const int open_before = folder_count("/proc/self/fd", "");
   assert_true(failure_of(opens, (void*)name) == NULL);
   assert_int_equal(in.size_B, size_B);
   assert_int_equal(memcmp(in.bytes, bytes, size_B), 0);
   assert_int_equal(in.bytes[size_B], 0);
   input_close(&in);
   input_close(&in);
   assert_int_equal(folder_count("/proc/self/fd", ""), open_before);
}

// Sizes on both sides of what is read at a time.
static void whole(void** state)
{
   (void)state;
   static const size_t sizes[] = {1,           2,        4095,     4096,        65536,
                                  MiB - 2,     MiB - 1,  MiB,      MiB + 1,     3 * MiB,
                                  3 * MiB + 1, 70 * MiB, 64 * MiB, 64 * MiB - 1};
   char* bytes = made_up(70 * MiB);
   for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
      unit_given("%jd bytes", sizes[i]);
      folder_put("whole", bytes, sizes[i]);
      same_contents("whole", bytes, sizes[i]);
   }
   host_free(bytes);
   unlink("whole");
   assert_true(failure_of(opens, "/proc/self/status") == NULL); // says that it has 0 bytes
   assert_true(in.size_B > 100);
   input_close(&in);
}

// Starts a process that writes to a new pipe of this name, in two parts, and again and again if it is endless.
static pid_t write_to_pipe(const char* name, const char* bytes, size_t size_B, int is_endless)
{
   assert_int_equal(mkfifo(name, 0600), 0);
   fflush(NULL);
   const pid_t child = fork();
   if (child) return child;
   const int to = open(name, O_WRONLY);
   do {
      const size_t half = size_B / 2;
      if (write(to, bytes, half) < 0) _exit(1);
      if (!is_endless) usleep(20000);
      if (write(to, bytes + half, size_B - half) < 0) _exit(1);
   } while (is_endless);
   _exit(0);
}

static void ended(pid_t child)
{
   int status;
   assert_int_equal(waitpid(child, &status, 0), child);
}

static void pipes(void** state)
{
   (void)state;
   char* bytes = made_up(2 * MiB);
   const size_t sizes[] = {1, 70000, 2 * MiB};
   for (size_t i = 0; i < 3; i++) {
      const pid_t child = write_to_pipe("pipe", bytes, sizes[i], 0);
      same_contents("pipe", bytes, sizes[i]);
      ended(child);
      unlink("pipe");
   }
   host_free(bytes);
}

// What is behind a byte 0 is not read: of files that have nothing else, and have no end, too.
static void zeros(void** state)
{
   (void)state;
   folder_put("zeros", "line 1\n\0line 2\n", 15);
   same_contents("zeros", "line 1\n\0", 8);
   assert_int_equal(truncate("zeros", (off_t)5 << 30), 0);
   same_contents("zeros", "line 1\n\0", 8);
   same_contents("/dev/zero", "", 1);
}

static void not_read(void** state)
{
   (void)state;
   folder_put("callgrind.out.x", "", 0);
   assert_string_equal(refused("none"),
                       "none: cannot be opened: No such file or directory; check its name");
   assert_string_equal(refused("."), ".: this is a directory");
   assert_string_equal(refused("/dev/null"), "/dev/null:1: the file is empty");
   assert_string_equal(refused("callgrind.out.x"), "callgrind.out.x:1: the file is empty");
   assert_string_equal(refused("/proc/self/mem"),
                       "/proc/self/mem: cannot be read: Input/output error");
   const char* name = kept("callgrind.out.%d", getpid());
   folder_put(name, "", 0);
   assert_string_equal(
      refused(name),
      kept("%s:1: the file is empty: its process still runs, and writes it at its end; "
           "xgrind_control --snapshot %d writes it now",
           name, getpid()));
}

// --- checks of the start -------------------------------------------------------------------------

static size_t seen_B;

static void sees(const Input* start)
{
   seen_B = start->size_B;
   assert_int_equal(start->bytes[seen_B], 0);
}

static void refuses(const Input* start)
{
   sees(start);
   fail("%s: not this", start->shown);
}

static void opens_seen(void* name)
{
   input_open_checked(&in, name, sees);
}

static void opens_refused(void* name)
{
   input_open_checked(&in, name, refuses);
}

static void starts(void** state)
{
   (void)state;
   char* bytes = made_up(3 * MiB);
   folder_put("small", bytes, 10);
   folder_put("large", bytes, 3 * MiB);
   assert_true(failure_of(opens_seen, "small") == NULL);
   assert_int_equal(seen_B, 10);
   input_close(&in);
   assert_true(failure_of(opens_seen, "large") == NULL);
   assert_true(seen_B >= INPUT_START_B && seen_B < 3 * MiB);
   input_close(&in);
   const int open_before = folder_count("/proc/self/fd", "");
   assert_string_equal(failure_of(opens_refused, "small"), "small: not this");
   assert_true(in.heap == NULL);
   const pid_t child = write_to_pipe("endless", bytes, MiB, 1);
   assert_string_equal(failure_of(opens_refused, "endless"), "endless: not this");
   ended(child);
   unlink("endless");
   assert_int_equal(folder_count("/proc/self/fd", ""), open_before);
   host_free(bytes);
}

// --- compressed ----------------------------------------------------------------------------------

// Appends what gzip makes of these bytes; returns how many bytes `to` has then.
static size_t add_gzip(char* to, size_t n, size_t room, const char* bytes, size_t size_B)
{
   z_stream z = {0};
   assert_int_equal(deflateInit2(&z, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
   z.next_in = (void*)bytes;
   z.avail_in = (unsigned)size_B;
   z.next_out = (void*)(to + n);
   z.avail_out = (unsigned)(room - n);
   assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
   n = room - z.avail_out;
   deflateEnd(&z);
   return n;
}

static size_t add_zstd(char* to, size_t n, size_t room, const char* bytes, size_t size_B)
{
   ZSTD_CCtx* context = ZSTD_createCCtx();
   ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1); // as zstd's own program does
   const size_t made = ZSTD_compress2(context, to + n, room - n, bytes, size_B);
   assert_false(ZSTD_isError(made));
   ZSTD_freeCCtx(context);
   return n + made;
}

static size_t (*const packers[])(char* to, size_t n, size_t room, const char* bytes,
                                 size_t size_B) = {add_gzip, add_zstd};
static const char* const packer_names[] = {"gzip", "zstd"};

// One after the other is one; what can be skipped is skipped.
static void unpacked(void** state)
{
   (void)state;
   const size_t room = 5 * MiB;
   char *bytes = made_up(3 * MiB), *packed = host_alloc("test", room);
   for (int p = 0; p < 2; p++) {
      for (size_t size_B = 1; size_B <= 3 * MiB; size_B = 3 * size_B + 1) {
         const size_t n = packers[p](packed, 0, room, bytes, size_B / 3);
         folder_put("packed", packed,
                    packers[p](packed, n, room, bytes + size_B / 3, size_B - size_B / 3));
         same_contents("packed", bytes, size_B);
      }
      folder_put("packed", packed, packers[p](packed, 0, room, "", 0));
      assert_string_equal(refused("packed"), "packed:1: the file is empty");
   }
   const size_t n = add_gzip(packed, 0, room, "text", 4);
   memset(packed + n, 0, 1000);
   folder_put("tape", packed, n + 1000);
   same_contents("tape", "text", 4);
   memcpy(packed, "\x53\x2A\x4D\x18\x02\0\0\0ab", 10);
   folder_put("skipped", packed, add_zstd(packed, 10, room, "text", 4));
   same_contents("skipped", "text", 4);
   host_free(bytes);
   host_free(packed);
}

// However many bytes are there, and whichever one is another one: the right contents, or a sentence.
static void damaged(void** state)
{
   (void)state;
   enum { ROOM = 30000, SIZE = 20000 };
   char *bytes = made_up(SIZE), *packed = host_alloc("test", ROOM);
   for (int i = 0; i < SIZE; i++)
      bytes[i] = (char)('a' + (bytes[i] & 7)); // so that there is something to compress
   for (int p = 0; p < 2; p++) {
      const char *name = packer_names[p],
                 *begins = kept("damaged: the file is damaged: %s cannot unpack it: ", name);
      const size_t n = packers[p](packed, 0, ROOM, bytes, SIZE);
      for (size_t cut = 4; cut < n; cut += 97) {
         folder_put("cut", packed, cut);
         assert_string_equal(
            refused("cut"),
            kept("cut: the file is truncated: what %s has compressed has no end", name));
      }
      int n_damaged = 0;
      for (size_t at = 4; at < n; at += 89) {
         unit_given("%jd: another byte at %jd", p, at);
         packed[at] ^= 0x10;
         folder_put("damaged", packed, n);
         packed[at] ^= 0x10;
         const char* wrong = failure_of(opens, "damaged");
         const int is_damaged = wrong && strncmp(wrong, begins, strlen(begins)) == 0;
         n_damaged += is_damaged;
         if (!wrong) assert_true(in.size_B == SIZE && memcmp(in.bytes, bytes, SIZE) == 0);
         // or its end is not found any more
         if (wrong && !is_damaged)
            assert_true(strstr(wrong, "damaged: the file is truncated: ") == wrong);
         input_close(&in);
      }
      assert_true(n_damaged > 50);
      memcpy(packed + n, "rest", 4);
      folder_put("followed", packed, n + 4);
      assert_true(strstr(refused("followed"), "followed: the file is damaged: ") != NULL);
   }
   host_free(bytes);
   host_free(packed);
}

// Few bytes that become very many.
static void bombs(void** state)
{
   (void)state;
   const size_t size_B = 100 * MiB;
   char *bytes = host_alloc("test", size_B), *packed = host_alloc("test", MiB);
   memset(bytes, 'y', size_B);
   for (int p = 0; p < 2; p++) {
      folder_put("bomb", packed, packers[p](packed, 0, MiB, bytes, size_B));
      assert_string_equal(refused("bomb"),
                          "bomb: this file is too large: unpacked, it is more than 250 times "
                          "as large; if that can be, unpack it first");
      assert_string_equal(failure_of(opens_refused, "bomb"), "bomb: not this");
      // as large as no computer cannot bear
      folder_put("bearable", packed, packers[p](packed, 0, MiB, bytes, 60 * MiB));
      same_contents("bearable", bytes, 60 * MiB);
   }
   memset(bytes, 0, size_B);
   folder_put("zeros", packed, add_gzip(packed, 0, MiB, bytes, size_B));
   same_contents("zeros", "", 1);
   host_free(bytes);
   host_free(packed);
}

// --- threads -------------------------------------------------------------------------------------

static char* shared;

static void opens_own(void* mine)
{
   input_open(mine, "of-all");
}

static void opens_none(void* mine)
{
   input_open(mine, "of-none");
}

static void* reads(void* result)
{
   Input mine;
   size_t* n_same = result;
   for (int i = 0; i < 100; i++) {
      if (failure_of(opens_own, &mine)) break;
      *n_same += mine.size_B == 70000 && memcmp(mine.bytes, shared, 70000) == 0;
      input_close(&mine);
      const char* wrong = failure_of(opens_none, &mine);
      *n_same += wrong && strstr(wrong, "of-none: cannot be opened: ") == wrong;
   }
   return NULL;
}

static void threads(void** state)
{
   (void)state;
   enum { THREADS = 4 };
   pthread_t thread[THREADS];
   size_t n_same[THREADS] = {0};
   shared = made_up(70000);
   folder_put("of-all", shared, 70000);
   for (int i = 0; i < THREADS; i++)
      assert_int_equal(pthread_create(&thread[i], NULL, reads, &n_same[i]), 0);
   for (int i = 0; i < THREADS; i++) {
      pthread_join(thread[i], NULL);
      assert_int_equal(n_same[i], 200);
   }
   host_free(shared);
}

// --- files beside --------------------------------------------------------------------------------

static void beside(void** state)
{
   (void)state;
   char start[100], packed[200];
   folder_put_text("beside", "text");
   assert_int_equal(input_start("beside", start, 3), 3);
   assert_int_equal(memcmp(start, "tex", 3), 0);
   assert_int_equal(input_start("beside", start, sizeof start), 4);
   assert_int_equal(symlink("beside", "link"), 0);
   assert_int_equal(input_start("link", start, sizeof start), 4);
   assert_int_equal(mkfifo("fifo", 0600), 0);
   assert_int_equal(symlink("fifo", "link-to-fifo"), 0);
   assert_int_equal(symlink("/proc/self/environ", "link-to-proc"), 0);
   assert_int_equal(symlink("/dev/zero", "link-to-dev"), 0);
   static const char* const not [] = {"fifo", "link-to-fifo", "link-to-proc", "link-to-dev",
                                      ".",    "none",         "/dev/zero"};
   for (size_t i = 0; i < sizeof not / sizeof *not ; i++)
      assert_int_equal(input_start(not [i], start, sizeof start), 0);
   for (int p = 0; p < 2; p++) {
      folder_put("packed", packed, packers[p](packed, 0, sizeof packed, "a packed text", 13));
      assert_int_equal(input_start("packed", start, sizeof start), 13);
      assert_int_equal(memcmp(start, "a packed text", 13), 0);
   }
   folder_put("damaged", "\x1f\x8b\x08zzzz", 7);
   assert_int_equal(input_start("damaged", start, sizeof start), 0);
}

static void why(void** state)
{
   (void)state;
   const char* runs = kept(": its process still runs, and writes it at its end; xgrind_control "
                           "--snapshot %d writes it now",
                           getpid());
   const char* const of_us[] = {"callgrind.out.%d",
                                "a/xgrind.data.%d",
                                "xgrind.tree.%d",
                                "callgrind.out.%d-02",
                                "what-if.callgrind.out.%d",
                                "before-exec-1.callgrind.out.%d",
                                "out.pid%d",
                                "out.pid%d-3"};
   for (size_t i = 0; i < sizeof of_us / sizeof *of_us; i++) {
      char name[100];
      snprintf(name, sizeof name, of_us[i], getpid());
      assert_string_equal(why_empty(name), runs);
   }
   const char* const of_none[] = {"out",
                                  "callgrind.out",
                                  "callgrind.out.",
                                  "callgrind.out.1.2",
                                  "mycallgrind.out.1",
                                  "out.1",
                                  "pid1",
                                  "callgrind.out.1234567890",
                                  "callgrind.out.-1",
                                  "-1",
                                  "",
                                  "callgrind.out.1/x"};
   for (size_t i = 0; i < sizeof of_none / sizeof *of_none; i++)
      assert_string_equal(why_empty(of_none[i]), "");
   assert_string_equal(why_empty("callgrind.out.0"),
                       ": there is no process 0 here that could still write it, as it was "
                       "killed or became another program");
   assert_true(
      strstr(why_empty("callgrind.out.999999999"), ": there is no process 999999999 here")
      != NULL);
}

// --- lists of names ------------------------------------------------------------------------------

static NameList names;

static void lists(void* name)
{
   names_from(name, &names);
}

static void names_of_lists(void** state)
{
   (void)state;
   names = (NameList){0};
   folder_put_text("list", "a\n\nb c\r\n\n");
   folder_put_text("unended", "x");
   assert_true(failure_of(lists, "list") == NULL);
   assert_true(failure_of(lists, "unended") == NULL);
   assert_int_equal(names.n, 3);
   assert_string_equal(names.name[0], "a");
   assert_string_equal(names.name[1], "b c\r");
   assert_string_equal(names.name[2], "x");
   folder_put_text("blank", "\n\n");
   folder_put("binary", "a\nb\n\1c", 6);
   assert_string_equal(failure_of(lists, "blank"), "blank: has no names of files");
   assert_string_equal(failure_of(lists, "binary"),
                       "binary:3: this is not a name of a file; a list has one name a line");
   assert_string_equal(failure_of(lists, "/dev/zero"),
                       "/dev/zero:1: this is not a name of a file; a list has one name a line");
   assert_string_equal(failure_of(lists, "."), ".: this is a directory, not a list of names");
   assert_string_equal(failure_of(lists, "none"),
                       "none: cannot be opened: No such file or directory; check its name");
   char* lines = host_alloc("test", MiB);
   memset(lines, '\n', MiB);
   const pid_t child = write_to_pipe("endless-list", lines, MiB, 1);
   assert_string_equal(failure_of(lists, "endless-list"),
                       "endless-list: this list is too long: at most 64 MiB are read");
   ended(child);
   assert_int_equal(names.n, 3);
   host_free(lines);
   host_free(names.name);
}

int main(int argc, char** argv)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(whole),    cmocka_unit_test(pipes),  cmocka_unit_test(zeros),
      cmocka_unit_test(not_read), cmocka_unit_test(starts), cmocka_unit_test(unpacked),
      cmocka_unit_test(damaged),  cmocka_unit_test(bombs),  cmocka_unit_test(threads),
      cmocka_unit_test(beside),   cmocka_unit_test(why),    cmocka_unit_test(names_of_lists),
   };
   signal(SIGPIPE, SIG_IGN);
   folder_enter();
   const int status = UNIT_MAIN(argc, argv, tests);
   folder_leave();
   return status;
}
