/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * parts.c: programs that write parts, fork, exec and handle signals, by name; for
 * tests/known/files.  Usage: parts CASE [ARGUMENT]
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <callgrind.h>
#include "xgrind.h"

static const char *which;

static int is(const char *name) { return strcmp(which, name) == 0; }

__attribute__((noinline)) void work(int n)
{
   for (volatile int i = 0; i < n; i++) {}
}

static void *thread(void *arg)
{
   work(20000);
   return arg;
}

static void handler(int signal)
{
   (void)signal;
   work(500);
   if (is("dump-in-handler")) CALLGRIND_DUMP_STATS;
   if (is("zero-in-handler")) CALLGRIND_ZERO_STATS;
   if (is("exec-in-handler")) execl("/bin/true", "true", (char *)0);
   if (is("fork-in-handler")) {
      if (!fork()) _exit(0);
      wait(0);
   }
   work(10);
}

static void failed_execs(void)
{
   work(1000);
   CALLGRIND_DUMP_STATS;
   work(2000);
   for (int i = 0; i < 5; i++) execl("/nonexistent", "x", (char *)0);
   work(3000);
}

/* Fills a small disk. */
static void fill_disk(const char *name)
{
   enum { DISK_MAX_B = 1 << 20 };
   static char page[4096];
   int fd = open(name, O_CREAT | O_WRONLY, 0600);
   long size = 0;
   for (long n; size < DISK_MAX_B && (n = write(fd, page, sizeof page)) > 0; size += n) {}
   close(fd);
}

/* Parts of which some cannot be written, if told so: the file system is read-only during the fifth, the
 * disk full during the sixth. */
static void prepare(int part, int fails)
{
   CALLGRIND_TOGGLE_COLLECT;
   if (fails && part == 5) mount(0, "disk", 0, MS_REMOUNT | MS_RDONLY, "size=768k");
   if (fails && part == 6) fill_disk("disk/filler");
   CALLGRIND_TOGGLE_COLLECT;
}

static void clean_up(int part, int fails)
{
   CALLGRIND_TOGGLE_COLLECT;
   if (fails && part == 5) mount(0, "disk", 0, MS_REMOUNT, "size=768k");
   if (fails && part == 6) unlink("disk/filler");
   CALLGRIND_TOGGLE_COLLECT;
}

static void failing_parts(int fails)
{
   for (int i = 1; i <= 7; i++) {
      char label[] = {'0' + i, 0};
      XGRIND_LABEL(label);
      XGRIND_REGION_BEGIN("work");
      work(1000 * i);
      XGRIND_REGION_END;
      prepare(i, fails);
      CALLGRIND_DUMP_STATS;
      clean_up(i, fails);
   }
}

/* Directories with the names that files of this process are to have: those of so many parts, and the last one's. */
static void occupy(int parts, int last)
{
   char name[64];
   for (int i = 1; i <= parts; i++) {
      sprintf(name, "out/%d.%d", (int)getpid(), i);
      mkdir(name, 0700);
   }
   sprintf(name, "out/%d", (int)getpid());
   if (last) mkdir(name, 0700);
}

/* Status of a child that works and writes parts, which it cannot if their names are occupied. */
static int child(int parts, int occupied)
{
   int status = -1;
   pid_t pid = fork();
   if (pid == 0) {
      if (occupied) occupy(parts, 1);
      work(3000);
      for (int i = 0; i < parts; i++) CALLGRIND_DUMP_STATS;
      work(10);
      exit(0);
   }
   waitpid(pid, &status, 0);
   return WEXITSTATUS(status);
}

/* The parent cannot write four parts; the first child writes its own, the second one cannot. */
static int fork_after_failure(void)
{
   occupy(4, 0);
   for (int i = 0; i < 4; i++) CALLGRIND_DUMP_STATS;
   int first = child(0, 0);
   int second = child(1, 1);
   return 100 + 10 * first + second;
}

/* From now on, opening a file has this result. */
static int filter_open(unsigned result)
{
   struct sock_filter steps[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_openat, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, result),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
   };
   struct sock_fprog filter = {sizeof steps / sizeof *steps, steps};
   return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter);
}

static int wait_for(const char *file)
{
   while (access(file, F_OK)) usleep(10000);
   return 0;
}

/* Gives rights up as daemons do, in this order: c chroot into "jail", u another user and group, f all descriptors closed,
 * m no mode for new files, d a child that works and ends first, p a part, r its folder renamed, k from now on opening files ends it,
 * o it fails, w makes the folder "here" and waits for the file "go". */
static void give_up(const char *what)
{
   for (; *what; what++) {
      work(1000);
      int error = 0;
      if (*what == 'c') error = chroot("jail") || chdir("/");
      if (*what == 'u') error = setgroups(0, 0) || setgid(65534) || setuid(65534);
      if (*what == 'f') closefrom(3);
      if (*what == 'm') umask(0777);
      if (*what == 'd') error = child(0, 0);
      if (*what == 'p') CALLGRIND_DUMP_STATS;
      if (*what == 'r') error = rename("disk", "renamed");
      if (*what == 'w') error = mkdir("here", 0700) || wait_for("go");
      if (*what == 'k') error = filter_open(SECCOMP_RET_KILL_PROCESS);
      if (*what == 'o') error = filter_open(SECCOMP_RET_ERRNO | EACCES);
      if (error) exit(99);
   }
   work(5000);
}

/* Exits if the limits are not these. */
static void check_limits(int resource, rlim_t soft, rlim_t hard)
{
   struct rlimit seen, old;
   if (getrlimit(resource, &seen) || prlimit(0, resource, 0, &old)) exit(91);
   if (seen.rlim_cur != soft || seen.rlim_max != hard || old.rlim_cur != soft || old.rlim_max != hard) exit(92);
}

/* Memory in many pieces, all of it used. */
static void take_memory(void)
{
   for (int i = 0; i < 1000; i++) {
      char *piece = malloc(20000);
      if (piece) memset(piece, 1, 20000);
   }
}

/* More than a file may have is refused: 0 if so. */
static int write_too_much(int most)
{
   char bytes[256] = "";
   int fd = open("written", O_CREAT | O_WRONLY, 0600);
   signal(SIGXFSZ, SIG_IGN);
   int n = write(fd, bytes, sizeof bytes), more = write(fd, bytes, 1);
   return n != most || more != -1 || errno != EFBIG;
}

/* Limits itself: m memory to 1 MiB, g to 1 GiB, c to 1 MiB by what is in memory that cannot be written, f files to 100 bytes, t time to some minutes,
 * r raised again as nobody but root may; p a part, e another program, which must have them,
 * x time to a second, which it exceeds. */
static void limit(const char *what)
{
   static const struct rlimit constant = {1 << 20, 1 << 20};
   struct rlimit memory = {1 << 20, 1 << 20}, more = {1 << 30, 1 << 30}, files = {100, 100}, time = {300, 300}, second = {1, 1}, old;
   for (; *what; what++) {
      work(1000);
      int error = 0;
      if (*what == 'm') error = setrlimit(RLIMIT_AS, &memory);
      if (*what == 'g') error = setrlimit(RLIMIT_AS, &more);
      if (*what == 'c') error = setrlimit(RLIMIT_AS, &constant);
      if (*what == 'f') error = prlimit(0, RLIMIT_FSIZE, &files, &old) || old.rlim_cur != RLIM_INFINITY;
      if (*what == 't') error = prlimit(getpid(), RLIMIT_CPU, &time, &time) || time.rlim_cur != RLIM_INFINITY;
      if (*what == 'p') CALLGRIND_DUMP_STATS;
      if (*what == 'x') error = setrlimit(RLIMIT_CPU, &second);
      while (*what == 'x' && !error) work(1000);
      if (*what == 'e') execl("/bin/sh", "sh", "-c", "for k in S H; do ulimit -$k -v; ulimit -$k -t; ulimit -$k -f; done > limits", (char *)0);
      if (*what == 'm') check_limits(RLIMIT_AS, 1 << 20, 1 << 20);
      if (*what == 'f') check_limits(RLIMIT_FSIZE, 100, 100);
      if (*what == 'f') error = write_too_much(100);
      if (*what == 't') check_limits(RLIMIT_CPU, 300, 300);
      if (*what == 'r') {
         files.rlim_max++;
         if (!getuid() && setuid(65534)) exit(94);
         if (!setrlimit(RLIMIT_FSIZE, &files) || errno != EPERM) exit(93);
         check_limits(RLIMIT_FSIZE, 100, 100);
      }
      if (error) exit(99);
   }
   take_memory();
   work(5000);
}

static int in_clone(void *unused)
{
   (void)unused;
   return 0;
}

/* Clones itself with these flags. */
static int clone_with(int flags)
{
   static char stack[65536] __attribute__((aligned(16)));
   work(1000);
   int pid = clone(in_clone, stack + sizeof stack, SIGCHLD | flags, 0);
   work(2000);
   return pid > 0 && waitpid(pid, 0, 0) == pid ? 0 : 99;
}

int main(int argc, char **argv)
{
   which = argc > 1 ? argv[1] : "";
   signal(SIGUSR1, handler);
   if (strstr(which, "handler")) raise(SIGUSR1);
   if (is("thread")) {
      pthread_t t;
      pthread_create(&t, 0, thread, 0);
      pthread_join(t, 0);
   }
   if (is("threads")) {
      enum { N = 64 };
      pthread_t t[N];
      for (int i = 0; i < N; i++) pthread_create(&t[i], 0, thread, 0);
      for (int i = 0; i < N; i++) pthread_join(t[i], 0);
   }
   if (is("fork")) fork();
   if (is("fork-after-failure")) return fork_after_failure();
   for (int i = 0; is("fork-parts") && i < 3; i++) {
      CALLGRIND_DUMP_STATS;
      child(1, 0);
   }
   if (is("ends")) {
      CALLGRIND_DUMP_STATS;
      int number = atoi(strchr(argv[2], '-') + 1);
      if (argv[2][0] == 's') raise(number);
      _exit(number);
   }
   if (is("removed")) {
      CALLGRIND_DUMP_STATS;
      unlink("out");
      CALLGRIND_DUMP_STATS;
   }
   if (is("gives-up")) give_up(argv[2]);
   if (is("limits")) limit(argv[2]);
   if (is("clones")) return clone_with(atoi(argv[2]));
   if (is("execs")) failed_execs();
   for (int i = 0; is("parts") && i < 100; i++) CALLGRIND_DUMP_STATS;
   if (is("failing-parts")) failing_parts(argv[2][0] == 'y');
   if (is("bad-text")) CALLGRIND_DUMP_STATS_AT((char *)8);
   if (is("no-text")) CALLGRIND_DUMP_STATS_AT((char *)0);
   if (is("line-text")) CALLGRIND_DUMP_STATS_AT("a\nfn=(1) evil\n1 5000");
   work(100);
   return 0;
}
