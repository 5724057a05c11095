// SPDX-License-Identifier: GPL-3.0-or-later
// Files that commands write: complete or as they were, and by whom they can be read.
#define _GNU_SOURCE
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "base/host.h"
#include "commands/files/output.h"
#include "commands/files/privacy.h"
#include "commands/text/kept.h"
#include "commands/text/message.h"
#include "unit_main.h"

#include "command_folder.h"

enum { NOBODY = 65534 };

static int mode_of(const char* name)
{
   struct stat is;
   return lstat(name, &is) == 0 ? (int)(is.st_mode & 07777) : -1;
}

// Each case has a folder of its own.
static void enter(const char* name)
{
   assert_int_equal(chdir(folder_path), 0);
   assert_int_equal(mkdir(name, 0755), 0);
   assert_int_equal(chdir(name), 0);
}

static int n_temporary(void)
{
   return folder_count(".", "xgrind-tmp.");
}

static void writes(void* name)
{
   Output* out = output_open(name);
   output_write(out, "text\n", 5);
   fputs("more\n", out->to);
   output_close(out);
}

// The sentence with which writing a file ends, or NULL; nothing is left of one that cannot be written.
static const char* written(const char* name)
{
   const int open_before = folder_count("/proc/self/fd", ""), n_before = n_temporary();
   const char* sentence = failure_of(writes, (void*)name);
   assert_int_equal(folder_count("/proc/self/fd", ""), open_before);
   assert_int_equal(n_temporary(), n_before);
   return sentence;
}

// --- complete ------------------------------------------------------------------------------------

static void several(void** state)
{
   (void)state;
   enter("several");
   folder_put_text("b", "old\n");
   Output *a = output_open("a"), *b = output_open("b");
   assert_int_equal(n_temporary(), 2);
   output_write(a, "of a\n", 5);
   output_write(b, "of b\n", 5);
   output_flush(a);
   assert_string_equal(folder_get("a"), "(none)");
   assert_string_equal(folder_get("b"), "old\n");
   assert_int_equal(mode_of(a->temporary), 0600);
   assert_int_equal(strlen(a->temporary), strlen("xgrind-tmp.") + 32);
   output_close(a);
   assert_string_equal(folder_get("a"), "of a\n");
   assert_string_equal(folder_get("b"), "old\n");
   output_close(b);
   assert_string_equal(folder_get("b"), "of b\n");
   assert_int_equal(n_temporary(), 0);
}

static void links(void** state)
{
   (void)state;
   enter("links");
   assert_int_equal(mkdir("folder", 0755), 0);
   assert_int_equal(symlink("folder/new", "dangling"), 0);
   assert_int_equal(symlink("folder", "way"), 0);
   assert_int_equal(symlink("dangling", "chain"), 0);
   assert_int_equal(symlink("loop", "loop"), 0);
   assert_true(written("chain") == NULL);
   assert_string_equal(folder_get("folder/new"), "text\nmore\n");
   assert_true(written("way/../way//./x") == NULL);
   assert_string_equal(folder_get("folder/x"), "text\nmore\n");
   assert_true(mode_of("dangling") == 0777);
   static const char* const wrong[][2] = {{"", "No such file or directory"},
                                          {"loop", "Too many levels of symbolic links"},
                                          {"folder", "Is a directory"},
                                          {"folder/", "Is a directory"},
                                          {"/", "Is a directory"},
                                          {"new/", "No such file or directory"},
                                          {"none/x", "No such file or directory"},
                                          {"folder/x/y", "Not a directory"},
                                          {"/dev/full", "No space left on device"}};
   for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
      assert_string_equal(written(wrong[i][0]),
                          kept("%s: cannot be written: %s", wrong[i][0], wrong[i][1]));
   char name[5000];
   memset(name, 'x', sizeof name);
   name[300] = '\0';
   assert_true(strstr(written(name), ": cannot be written: File name too long") != NULL);
   memset(name, '/', sizeof name);
   name[sizeof name - 1] = '\0';
   assert_true(strstr(written(name), ": cannot be written: File name too long") != NULL);
}

// Somebody puts something else in the place of the folder, or of the file, meanwhile.
static void changed(void** state)
{
   (void)state;
   enter("changed");
   assert_int_equal(mkdir("folder", 0755), 0);
   assert_int_equal(mkdir("victim", 0755), 0);
   folder_put_text("victim/a", "victim\n");
   Output *a = output_open("folder/a"), *b = output_open("folder/b");
   assert_int_equal(rename("folder", "moved"), 0);
   assert_int_equal(symlink("victim", "folder"), 0);
   assert_int_equal(symlink("../victim/a", "moved/b"), 0);
   output_close(a);
   output_close(b);
   assert_string_equal(folder_get("victim/a"), "victim\n");
   assert_int_equal(folder_count("victim", ""), 1);
   assert_int_equal(folder_count("moved", ""), 2);
   assert_int_equal(mode_of("moved/b"), 0644);
}

static void pipe_of_mine(void** state)
{
   (void)state;
   enter("pipe");
   assert_int_equal(mkfifo("pipe", 0600), 0);
   const int reader = open("pipe", O_RDONLY | O_NONBLOCK);
   assert_true(written("pipe") == NULL);
   assert_string_equal(folder_read(reader), "text\nmore\n");
   assert_int_equal(mode_of("pipe"), 0600);
   int ends[2];
   assert_int_equal(pipe(ends), 0);
   assert_true(written(kept("/dev/fd/%d", ends[1])) == NULL);
   close(ends[1]);
   assert_string_equal(folder_read(ends[0]), "text\nmore\n");
}

// --- who may read them ---------------------------------------------------------------------------

static void note_mode(const char* name, mode_t mode, gid_t group)
{
   folder_put_text(name, "x");
   if (group) assert_int_equal(chown(name, (uid_t)-1, group), 0);
   assert_int_equal(chmod(name, mode), 0);
   const int fd = open(name, O_RDONLY);
   privacy_note(fd);
   close(fd);
}

static void replaces(mode_t old, int expected)
{
   folder_put_text("out", "old");
   assert_int_equal(chmod("out", old), 0);
   assert_true(written("out") == NULL);
   assert_int_equal(mode_of("out"), expected);
}

// Of what was read so far; nothing is forgotten.
static void modes(void** state)
{
   (void)state;
   enter("modes");
   umask(022);
   replaces(0600, 0600);
   replaces(0640, 0640);
   replaces(0666, 0644);
   replaces(0444, 0644);
   unlink("out");
   privacy_note(0);
   assert_true(written("out") == NULL);
   assert_int_equal(mode_of("out"), 0644);
   umask(0);
   note_mode("in", 0664, 0);
   unlink("out");
   assert_true(written("out") == NULL);
   assert_int_equal(mode_of("out"), 0664);
   if (getuid() == 0) {
      note_mode("of-nobody", 0664,
                NOBODY); // whose group may write; this one is among the others
      unlink("out");
      assert_true(written("out") == NULL);
      assert_int_equal(mode_of("out"), 0644);
      assert_int_equal(privacy_mode(NOBODY), 0644);
      assert_int_equal(privacy_mode(12345), 0644);
   }
   note_mode("in", 0640, 0);
   unlink("out");
   assert_true(written("out") == NULL);
   assert_int_equal(mode_of("out"), 0640);
   note_mode("in", 0600, 0);
   replaces(0666, 0600);
   umask(022);
}

// --- nothing is left -----------------------------------------------------------------------------

static void opens_two(void)
{
   message_program("xgrind_try", 3);
   output_write(output_open("a"), "new\n", 4);
   output_write(output_open("b"), "new\n", 4);
   if (n_temporary() != 2) _exit(99);
}

static void exits(void)
{
   opens_two();
   exit(4);
}

static void fails(void)
{
   opens_two();
   fail("no");
}

static int signal_to_send;

static void is_stopped(void)
{
   opens_two();
   raise(signal_to_send);
   _exit(98);
}

static void goes_on(void)
{
   signal(SIGHUP, SIG_IGN);
   opens_two();
   raise(SIGHUP);
   if (n_temporary() == 2) exit(5);
}

// A child that ends first removes nothing.
static void has_child(void)
{
   opens_two();
   const pid_t child = fork();
   if (!child) exit(0);
   waitpid(child, NULL, 0);
   if (n_temporary() == 2) exit(6);
}

static int ends(void (*does)(void), const char* says)
{
   int status;
   assert_string_equal(folder_says(does, &status), says);
   assert_string_equal(folder_get("a"), "old\n");
   assert_int_equal(folder_count(".", ""), 1);
   return status;
}

static void unfinished(void** state)
{
   (void)state;
   enter("unfinished");
   folder_put_text("a", "old\n");
   assert_int_equal(WEXITSTATUS(ends(exits, "")), 4);
   assert_int_equal(WEXITSTATUS(ends(fails, "xgrind_try: no\n")), 3);
   assert_int_equal(WEXITSTATUS(ends(goes_on, "")), 5);
   assert_int_equal(WEXITSTATUS(ends(has_child, "")), 6);
   static const int signals[] = {SIGHUP, SIGINT, SIGTERM, SIGPIPE, SIGXCPU};
   for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
      signal_to_send = signals[i];
      const int status = ends(is_stopped, "");
      assert_true(WIFSIGNALED(status));
      assert_int_equal(WTERMSIG(status), signals[i]);
   }
}

// --- full disks ----------------------------------------------------------------------------------

static void writes_much(void)
{
   message_program("xgrind_try", 3);
   const struct rlimit most = {100000, 100000};
   setrlimit(RLIMIT_FSIZE, &most);
   Output* out = output_open("large");
   for (int i = 0; i < 100000; i++) fputs("a line of many\n", out->to);
   output_close(out);
}

static void fills_output(void)
{
   message_program("xgrind_try", 3);
   if (!freopen("/dev/full", "w", stdout)) _exit(99);
   for (int i = 0; i < 100000; i++) puts("a line of many");
   output_finish();
}

static void fills_little(void)
{
   message_program("xgrind_try", 3);
   if (!freopen("/dev/full", "w", stdout)) _exit(99);
   Output* out = output_open("-");
   output_write(out, "a", 1);
   output_close(out);
}

static void has_no_output(void)
{
   message_program("xgrind_try", 3);
   close(1);
   Output* out = output_open("file");
   if (fileno(out->to) < 3) _exit(99);
   output_close(out);
   puts("said");
   output_finish();
}

// Nothing was said there.
static void needs_no_output(void)
{
   message_program("xgrind_try", 3);
   close(1);
   output_close(output_open("file"));
   output_finish();
   exit(0);
}

static void finishes_twice(void)
{
   output_finish();
   output_finish();
   output_close(output_open("-"));
}

static void says(void (*does)(void), const char* expected)
{
   int status;
   assert_string_equal(folder_says(does, &status), expected);
   assert_true(WIFEXITED(status));
   assert_int_equal(WEXITSTATUS(status), *expected ? 3 : 0);
   assert_int_equal(n_temporary(), 0);
}

static void full(void** state)
{
   (void)state;
   enter("full");
   says(writes_much, "xgrind_try: large: cannot be written: File too large\n");
   assert_string_equal(folder_get("large"), "(none)");
   says(fills_output, "xgrind_try: the output cannot be written: No space left on device\n");
   says(fills_little, "xgrind_try: the output cannot be written: No space left on device\n");
   says(has_no_output, "xgrind_try: the output cannot be written: Bad file descriptor\n");
   assert_string_equal(folder_get("file"), "");
   says(needs_no_output, "");
   says(finishes_twice, "");
}

// --- other users ---------------------------------------------------------------------------------

static void refuses_others(void* name)
{
   output_refuse_others(name);
}

static void refused(const char* name, const char* sentence)
{
   assert_string_equal(written(name), sentence);
   assert_string_equal(failure_of(refuses_others, (void*)name), sentence);
}

static void others(void** state)
{
   (void)state;
   if (getuid() != 0) skip();
   enter("others");
   assert_int_equal(chmod(".", 0777), 0);
   folder_put_text("victim", "victim\n");
   assert_int_equal(symlink("victim", "link"), 0);
   assert_int_equal(lchown("link", NOBODY, NOBODY), 0);
   assert_int_equal(symlink(".", "way"), 0);
   assert_int_equal(lchown("way", NOBODY, NOBODY), 0);
   assert_int_equal(mkfifo("pipe", 0666), 0);
   assert_int_equal(chown("pipe", NOBODY, NOBODY), 0);
   const int reader = open("pipe", O_RDONLY | O_NONBLOCK);
   const char* whose = "belongs to another user, nobody; links of others are not followed: "
                       "name the file itself, or remove the link";
   refused("link",
           kept("link: cannot be written: the link %s/others/link %s", folder_path, whose));
   refused("way/x",
           kept("way/x: cannot be written: the link %s/others/way %s", folder_path, whose));
   refused("pipe", "pipe: cannot be written: this pipe belongs to another user, nobody; give "
                   "another name, or - for standard output");
   assert_string_equal(folder_read(reader), "");
   assert_string_equal(folder_get("victim"), "victim\n");
   // where only root can have put it
   assert_int_equal(chmod(".", 0755), 0);
   const int again = open("pipe", O_RDONLY | O_NONBLOCK);
   assert_true(written("pipe") == NULL);
   close(again);
   static const char* const good[] = {"-", "new", "none/x", "victim", "/dev/null"};
   for (size_t i = 0; i < sizeof good / sizeof *good; i++)
      assert_true(failure_of(refuses_others, (void*)good[i]) == NULL);
}

// --- one file ------------------------------------------------------------------------------------

static const char* const inputs[] = {"x", "-", "there"};

static void keeps_inputs(void* name)
{
   output_keep_inputs("--output", name, "a profile to be added", inputs, 3);
}

static void same(void** state)
{
   (void)state;
   enter("same");
   folder_put_text("there", "x");
   assert_int_equal(link("there", "hard"), 0);
   assert_int_equal(symlink("there", "soft"), 0);
   assert_int_equal(mkdir("folder", 0755), 0);
   assert_int_equal(symlink("folder/../new", "dangling"), 0);
   assert_int_equal(symlink(kept("%s/same/new", folder_path), "whole"), 0);
   assert_int_equal(symlink("whole", "chain"), 0);
   assert_int_equal(symlink("loop", "loop"), 0);
   assert_int_equal(mkfifo("pipe", 0600), 0);
   static const char* const yes[][2] = {
      {"there", "hard"},   {"soft", "./there"},     {"new", "new"},   {"new", "folder/../new"},
      {"dangling", "new"}, {"chain", "./dangling"}, {"loop", "loop"}, {"pipe", "pipe"},
      {"-", "-"},          {"none/a", "none/a"}};
   static const char* const no[][2] = {
      {"there", "new"},    {"new", "there"},      {"new", "newer"},
      {"pipe", "./pipe"},  {"-", "./-"},          {"none/a", "./none/a"},
      {"loop", "./loop2"}, {"new", "folder/new"}, {"/dev/null", "/dev//null"}};
   for (size_t i = 0; i < sizeof yes / sizeof *yes; i++) {
      unit_given("pair %jd", i);
      assert_true(output_same_file(yes[i][0], yes[i][1]));
   }
   for (size_t i = 0; i < sizeof no / sizeof *no; i++) {
      unit_given("pair %jd", i);
      assert_false(output_same_file(no[i][0], no[i][1]));
   }
   assert_string_equal(failure_of(keeps_inputs, "hard"),
                       "--output would overwrite a profile to be added, 'there'");
   assert_true(failure_of(keeps_inputs, "new") == NULL);
}

int main(int argc, char** argv)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(several),      cmocka_unit_test(links),  cmocka_unit_test(changed),
      cmocka_unit_test(pipe_of_mine), cmocka_unit_test(modes),  cmocka_unit_test(unfinished),
      cmocka_unit_test(full),         cmocka_unit_test(others), cmocka_unit_test(same),
   };
   umask(022);
   folder_enter();
   const int status = UNIT_MAIN(argc, argv, tests);
   folder_leave();
   return status;
}
