// SPDX-License-Identifier: GPL-3.0-or-later
// How well a hierarchy file predicts; see check.h.
#define _GNU_SOURCE
#include "calibrate/check.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "calibrate/xgrind.h"

// ---------------------------------------------------------------- the profile

enum { EVENTS_MAX = 128 };

// Which of the events are parts of the estimated cycles.
static int read_events(char* names, int* is_cycles)
{
   int n = 0;
   for (char* name = strtok(names, " \n"); name && n < EVENTS_MAX; name = strtok(NULL, " \n"))
      is_cycles[n++] = name[0] == 'C' && name[1] == 'y';
   return n;
}

static double sum_of_cycles(char* costs, const int* is_cycles, int n)
{
   double sum = 0;
   int i = 0;
   for (char* cost = strtok(costs, " \n"); cost && i < n; cost = strtok(NULL, " \n"), i++)
      if (is_cycles[i]) sum += strtod(cost, NULL);
   return sum;
}

int check_parts(FILE* profile, double* cycles, int n)
{
   int is_cycles[EVENTS_MAX], n_events = -1, parts = 0;
   char* line = NULL;
   size_t size_B = 0;
   while (getline(&line, &size_B, profile) > 0) {
      if (strncmp(line, "events: ", 8) == 0) n_events = read_events(line + 8, is_cycles);
      if (strncmp(line, "totals: ", 8) != 0 || n_events < 0) continue;
      const double sum = sum_of_cycles(line + 8, is_cycles, n_events);
      if (sum > 0 && parts < n) cycles[parts++] = sum;
   }
   free(line);
   return n_events < 0 ? -1 : parts;
}

// -------------------------------------------------------------- the comparison

static double distance(double ratio)
{
   return fabs(log(ratio));
}

static int is_compared(const Check* check, int kernel)
{
   return check->measured[kernel] > 0 && check->predicted[kernel] > 0;
}

void check_compare(Check* check)
{
   double sum = 0;
   check->n = 0;
   check->worst = 1;
   check->where = "";
   for (int i = 0; i < check->n_kernels; i++) {
      if (!is_compared(check, i)) continue;
      const double ratio = check->predicted[i] / check->measured[i];
      sum += fabs(ratio - 1);
      check->n++;
      if (distance(ratio) <= distance(check->worst)) continue;
      check->worst = ratio;
      check->where = check->names[i];
   }
   check->mean_error = check->n ? sum / check->n : 0;
}

void check_list(const Check* check, FILE* to)
{
   for (int i = 0; i < check->n_kernels; i++)
      if (is_compared(check, i))
         fprintf(to, "%12.0f cycles measured, %12.0f predicted, %.2f times as many: %s\n",
                 check->measured[i], check->predicted[i],
                 check->predicted[i] / check->measured[i], check->names[i]);
}

void check_tell(const Check* check, FILE* to)
{
   fprintf(to,
           "%d kernels predicted with these figures: mean error %.0f %%, worst %.1f times too "
           "%s: %s\n",
           check->n, 100 * check->mean_error, exp(distance(check->worst)),
           check->worst > 1 ? "many cycles" : "few cycles", check->where);
}

// ------------------------------------------------------------------- both runs

// A folder of this user alone, where profile and hierarchy file are, and xgrind's messages.
typedef struct {
   char folder[PATH_MAX], hierarchy[PATH_MAX + 16], profile[PATH_MAX + 16],
      messages[PATH_MAX + 16];
} Files;

static int make_files(Files* f)
{
   const char* at = getenv("TMPDIR");
   snprintf(f->folder, sizeof f->folder, "%s/xgrind_calibrate.XXXXXX", at && *at ? at : "/tmp");
   if (!mkdtemp(f->folder)) return 0;
   snprintf(f->hierarchy, sizeof f->hierarchy, "%s/hierarchy", f->folder);
   snprintf(f->profile, sizeof f->profile, "%s/profile", f->folder);
   snprintf(f->messages, sizeof f->messages, "%s/messages", f->folder);
   return 1;
}

static void remove_files(const Files* f)
{
   unlink(f->hierarchy);
   unlink(f->profile);
   unlink(f->messages);
   rmdir(f->folder);
}

static int write_hierarchy(const Files* f, void (*write)(FILE* to, void* data), void* data)
{
   const int opened = open(f->hierarchy, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
   FILE* to = opened < 0 ? NULL : fdopen(opened, "w");
   if (!to) return 0;
   write(to, data);
   const int is_written = !ferror(to);
   return fclose(to) == 0 && is_written;
}

// Runs the kernels of this program under xgrind: one part of the profile for each.
static void simulate(const Files* f)
{
   char self[PATH_MAX], hierarchy[PATH_MAX + 32], out_file[PATH_MAX + 48];
   const ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
   if (n <= 0) _exit(XGRIND_NOT_FOUND);
   self[n] = '\0';
   snprintf(hierarchy, sizeof hierarchy, "--hierarchy=%s", f->hierarchy);
   snprintf(out_file, sizeof out_file, "--callgrind-out-file=%s", f->profile);
   char* arguments[] = {"xgrind",
                        "-q",
                        hierarchy,
                        "--cycles=yes",
                        "--combine-dumps=yes",
                        out_file,
                        "--toggle-collect=xgrind_calibrate_kernel",
                        "--dump-after=xgrind_calibrate_kernel",
                        self,
                        "--run-kernels=yes",
                        hierarchy,
                        NULL};
   const int nothing = open("/dev/null", O_RDWR);
   const int messages = open(f->messages, O_WRONLY | O_CREAT | O_EXCL, 0600);
   for (int to = 0; to < 3 && nothing >= 0; to++) dup2(nothing, to);
   if (messages >= 0) dup2(messages, STDERR_FILENO);
   xgrind_exec(arguments);
}

// Why xgrind has failed: its first message, or how it ended.
static void explain(Check* check, const Files* f, int status)
{
   char line[160] = "";
   FILE* in = fopen(f->messages, "r");
   if (in && fgets(line, sizeof line, in)) line[strcspn(line, "\n")] = '\0';
   if (in) fclose(in);
   if (line[0] == '\0' && WIFSIGNALED(status))
      snprintf(line, sizeof line, "it was ended by signal %d", WTERMSIG(status));
   else if (line[0] == '\0' && status != 0)
      snprintf(line, sizeof line, "it ended with status %d", WEXITSTATUS(status));
   else if (line[0] == '\0')
      snprintf(line, sizeof line, "it wrote no profile");
   const int is_lacking = WIFEXITED(status) && WEXITSTATUS(status) == XGRIND_NOT_FOUND;
   snprintf(
      check->why, sizeof check->why, "no kernel was predicted with these figures: xgrind %s%s",
      is_lacking ? "is neither beside this program nor in PATH" : "cannot simulate them: ",
      is_lacking ? "" : line);
}

static int predict(Check* check, const Files* f)
{
   int status = 0;
   const pid_t child = fork();
   if (child == 0) simulate(f);
   while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {
   }
   FILE* in = child > 0 && status == 0 ? fopen(f->profile, "r") : NULL;
   const int n = in ? check_parts(in, check->predicted, N_KERNELS) : -1;
   if (in) fclose(in);
   if (n < 0) explain(check, f, status);
   return n;
}

static void measure(Check* check, const Hierarchy* h)
{
   for (int i = 0; i < N_KERNELS; i++) {
      Kernel kernel;
      if (!kernel_open(&kernel, i, h)) continue;
      check->names[check->n_kernels] = kernel.name;
      check->measured[check->n_kernels++] = kernel_cycles(&kernel);
      kernel_close(&kernel);
   }
}

int check_file(Check* check, const Hierarchy* h, void (*write)(FILE* to, void* data),
               void* data)
{
   Files f;
   memset(check, 0, sizeof *check);
   if (!make_files(&f) || !write_hierarchy(&f, write, data)) {
      snprintf(check->why, sizeof check->why,
               "no kernel was predicted with these figures: %.150s: %s", f.folder,
               strerror(errno));
      remove_files(&f);
      return 0;
   }
   measure(check, h);
   const int n = predict(check, &f);
   remove_files(&f);
   if (n < 0) return 0;
   if (n != check->n_kernels) {
      // nobody knows which ones
      memset(check->predicted, 0, sizeof check->predicted);
      snprintf(check->why, sizeof check->why,
               "%d kernels were predicted with these figures, of %d", n, check->n_kernels);
      return 0;
   }
   check_compare(check);
   return 1;
}
