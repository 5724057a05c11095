// SPDX-License-Identifier: GPL-3.0-or-later
// A file that leads the browser to an address; see handover.h.
#define _GNU_SOURCE
#include "commands/view/handover.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/host.h"
#include "commands/files/random.h"
#include "commands/text/kept.h"
#include "commands/text/markup.h"
#include "commands/text/message.h"

enum { NAME_BYTES = 8 };

static const char *folder, *file;
static pid_t owner; // processes that it starts end before it

static void give_back(void)
{
   if (getpid() != owner) return;
   unlink(file);
   rmdir(folder);
}

static bool write_file(const char* html)
{
   if (mkdir(folder, 0700) != 0) return false;
   const int out = open(file, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
   if (out < 0) return false;
   const bool is_written = host_write(out, html, strlen(html));
   const int why = errno;
   close(out);
   errno = why;
   return is_written;
}

const char* handover_begin(const char* url, const char* in)
{
   const char* address = markup_text(url);
   folder = kept("%s/xgrind-live-%s", in, random_hex(NAME_BYTES));
   file = kept("%s/open.html", folder);
   owner = getpid();
   atexit(give_back);
   if (!write_file(kept(
          "<!DOCTYPE html>\n"
          "<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"referrer\" "
          "content=\"no-referrer\">\n"
          "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'\">\n"
          "<meta http-equiv=\"refresh\" content=\"0; url=%s\"><title>Xgrind</title></head>\n"
          "<body><p><a href=\"%s\">The page of the run</a></p></body></html>\n",
          address, address)))
      fail("%s, which leads the browser to the page, cannot be written: %s; open the address "
           "itself",
           printable(file), strerror(errno));
   return file;
}
