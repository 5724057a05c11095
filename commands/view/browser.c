// SPDX-License-Identifier: GPL-3.0-or-later
// Opens an address in the user's browser; see browser.h.
#define _GNU_SOURCE
#include "commands/view/browser.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "commands/files/command_file.h"
#include "commands/text/built.h"
#include "commands/text/kept.h"
#include "commands/text/message.h"

#define BLANKS " \t\r\n\f\v"
enum {
   PATIENCE_MS = 3000, // what has not failed by then is a browser that goes on
   LOOK_MS = 50,
   NOT_STARTED = 127
};

const char* url_of_file(const char* path)
{
   static const char plain[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789/._~-";
   Built b = {0};
   built_add(&b, "file://");
   for (; *path; path++)
      if (strchr(plain, *path))
         built_char(&b, *path);
      else
         built_format(&b, "%%%02X", (unsigned char)*path);
   return built_kept(&b);
}

// A word with the address for each %s, and % for each %%; *has_place becomes true if it has one.
static char* with_address(const char* word, size_t n_B, const char* url, bool* has_place)
{
   Built b = {0};
   for (size_t i = 0; i < n_B; i++) {
      const char next = word[i] == '%' && i + 1 < n_B ? word[i + 1] : '\0';
      *has_place |= next == 's';
      if (next == 's')
         built_add(&b, url);
      else
         built_char(&b, word[i]);
      i += next == 's' || next == '%';
   }
   char* text = kept("%s", b.text ? b.text : "");
   built_clear(&b);
   return text;
}

// The words of a command of BROWSER, which is n_B bytes long, with a NULL behind them.
static char** words_of(const char* command, size_t n_B, const char* url)
{
   const char* text = kept_copy(command, n_B);
   char** words = kept_room((n_B + 3) * sizeof *words);
   size_t n = 0;
   bool has_place = false;
   for (text += strspn(text, BLANKS); *text; text += strspn(text, BLANKS)) {
      const size_t word_B = strcspn(text, BLANKS);
      words[n++] = with_address(text, word_B, url, &has_place);
      text += word_B;
   }
   if (n && !has_place) words[n] = kept("%s", url);
   return words;
}

__attribute__((noreturn)) static void become(char** command)
{
   const int nothing = open("/dev/null", O_RDWR);
   for (int fd = 0; fd <= STDERR_FILENO; fd++) dup2(nothing, fd);
   if (nothing > STDERR_FILENO) close(nothing);
   execvp(command[0], command);
   _exit(NOT_STARTED);
}

// Starts a command; true if it ends well or goes on.
static bool works(char** command)
{
   const struct timespec look = {.tv_nsec = LOOK_MS * 1000000};
   int status;
   const pid_t pid = fork();
   if (!pid) become(command);
   if (pid < 0) return false;
   for (int waited_ms = 0; waited_ms < PATIENCE_MS; waited_ms += LOOK_MS) {
      if (waitpid(pid, &status, WNOHANG) == pid)
         return WIFEXITED(status) && !WEXITSTATUS(status);
      nanosleep(&look, NULL);
   }
   return true;
}

static const char* variable(const char* name)
{
   const char* value = getenv(name);
   return value ? value : "";
}

const char* browser_open(const char* url)
{
   const char* wanted = variable("BROWSER");
   bool is_set = false;
   for (const char* at = wanted; *at;) {
      const size_t n_B = strcspn(at, ":");
      char** words = words_of(at, n_B, url);
      is_set |= words[0] != NULL;
      if (words[0] && works(words)) return NULL;
      at += n_B + (at[n_B] == ':');
   }
   if (is_set)
      return kept("$BROWSER, which is %s, cannot be started, or has failed", quoted(wanted));
   if (!*variable("DISPLAY") && !*variable("WAYLAND_DISPLAY"))
      return "$BROWSER is not set and there is no display";
   const char* opener = command_file("xdg-open", NULL, 0);
   if (!opener) return "$BROWSER is not set and xdg-open is not installed";
   return works((char*[]){kept("%s", opener), kept("%s", url), NULL})
             ? NULL
             : "xdg-open has failed and $BROWSER is not set";
}
