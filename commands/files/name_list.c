// SPDX-License-Identifier: GPL-3.0-or-later
// Lists of names; see name_list.h.
#define _GNU_SOURCE
#include "commands/files/name_list.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "commands/text/kept.h"
#include "commands/text/message.h"

enum {
   BLOCK_B = 1 << 20,
   LIST_MAX_MiB = 64, // a million names; a device or a pipe may have no end
   LIST_MAX_B = LIST_MAX_MiB << 20,
   CONTROL_MAX = 8 // up to here, no name of a file has such a character
};

void name_list_add(NameList* names, const char* name)
{
   names->name =
      array_grown("name_list.name", names->name, names->n, &names->room, sizeof *names->name);
   names->name[names->n++] = name;
}

// The number of the first line with a character that no name has, in a text of so many bytes; 0: there is none.
static size_t wrong_line(const char* text, size_t from, size_t size_B)
{
   for (size_t i = from; i < size_B; i++) {
      if ((unsigned char)text[i] > CONTROL_MAX) continue;
      size_t line = 1;
      for (size_t k = 0; k < i; k++) line += text[k] == '\n';
      return line;
   }
   return 0;
}

// Reads a list into *text, which has a byte 0 behind *size_B bytes; returns the sentence that says what is wrong, or NULL.
static const char* read_list(const char* shown, int fd, char** text, size_t* size_B)
{
   size_t n = 0, room_B = 0;
   for (;;) {
      if (n + BLOCK_B + 1 > room_B) {
         room_B = 2 * n + BLOCK_B + 1;
         *text = host_realloc("name_list.text", *text, room_B);
      }
      const ssize_t more = read(fd, *text + n, BLOCK_B);
      if (more < 0 && errno == EINTR) continue;
      if (more < 0) return kept("%s: cannot be read: %s", shown, strerror(errno));
      if (more == 0) break;
      const size_t line = wrong_line(*text, n, n + (size_t)more);
      if (line)
         return kept("%s:%zu: this is not a name of a file; a list has one name a line", shown,
                     line);
      n += (size_t)more;
      if (n > LIST_MAX_B)
         return kept("%s: this list is too long: at most %d MiB are read", shown, LIST_MAX_MiB);
   }
   (*text)[n] = '\0';
   *size_B = n;
   return NULL;
}

static int open_list(const char* list, const char* shown)
{
   struct stat is;
   if (strcmp(list, "-") == 0) return STDIN_FILENO;
   if (stat(list, &is) == 0 && S_ISDIR(is.st_mode))
      fail("%s: this is a directory, not a list of names", shown);
   const int fd = open(list, O_RDONLY | O_NOCTTY | O_CLOEXEC);
   if (fd < 0) fail_to_open(list);
   return fd;
}

void names_from(const char* list, NameList* names)
{
   const char* shown = strcmp(list, "-") == 0 ? "standard input" : printable(list);
   const int fd = open_list(list, shown);
   char* text = NULL;
   size_t size_B = 0;
   const char* wrong = read_list(shown, fd, &text, &size_B);
   if (fd != STDIN_FILENO) close(fd);
   const uint32_t n_before = names->n;
   char* const lines = wrong ? NULL : kept_copy(text, size_B);
   host_free(text);
   if (wrong) fail("%s", wrong);
   for (char *line = lines, *rest = lines; (line = strsep(&rest, "\n"));)
      if (*line) name_list_add(names, line);
   if (names->n == n_before) fail("%s: has no names of files", shown);
}
