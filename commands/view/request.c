// SPDX-License-Identifier: GPL-3.0-or-later
// Requests; see request.h.
#define _GNU_SOURCE
#include "commands/view/request.h"

#include <string.h>
#include <strings.h>

#include "commands/text/kept.h"

size_t request_head(const char* bytes, size_t n_B)
{
   const char* end = bytes + n_B;
   for (const char* at = bytes; at < end && (at = memchr(at, '\n', (size_t)(end - at))); at++) {
      const char* next = at + 1;
      if (next < end && *next == '\r') next++;
      if (next < end && *next == '\n') return (size_t)(at + 1 - bytes);
   }
   return 0;
}

bool request_is_equal(const char* one, const char* other)
{
   const size_t n = strlen(one);
   if (strlen(other) != n) return false;
   unsigned char differs = 0;
   for (size_t i = 0; i < n; i++) differs |= (unsigned char)(one[i] ^ other[i]);
   return !differs;
}

// Whether a Host header names this computer.  The port may be that of a tunnel.
static bool is_this_computer(const char* host)
{
   static const char* const names[] = {"127.0.0.1", "localhost", "[::1]"};
   for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
      const size_t n = strlen(names[i]);
      if (strncasecmp(host, names[i], n) != 0) continue;
      const char* port = host + n;
      if (!*port) return true;
      const size_t digits = strspn(port + 1, "0123456789");
      if (*port == ':' && digits && !port[1 + digits]) return true;
   }
   return false;
}

// A line without its end and what is blank there.
static const char* line_of(const char* text, size_t n_B)
{
   while (n_B && strchr(" \t\r", text[n_B - 1])) n_B--;
   return kept_copy(text, n_B);
}

// One header Host, and that is this computer's.
static bool names_this_computer(const char* head)
{
   static const char host[] = "Host:";
   uint32_t n = 0;
   bool is_ours = false;
   for (const char* line = head; line; line = strchr(line, '\n')) {
      line += *line == '\n';
      if (strncasecmp(line, host, sizeof host - 1) != 0) continue;
      const char* value = line + sizeof host - 1;
      value += strspn(value, " \t");
      is_ours = is_this_computer(line_of(value, strcspn(value, "\n")));
      n++;
   }
   return n == 1 && is_ours;
}

// A byte 0 ends no text that a browser sends.
Request request_read(const char* head, size_t n_B)
{
   Request r = {0};
   if (memchr(head, '\0', n_B)) return r;
   const char* text = kept_copy(head, n_B);
   const size_t method_B = strcspn(text, " \t\r\n"),
                path_B = text[method_B] == ' ' ? strcspn(text + method_B + 1, " \t\r\n") : 0;
   const char *path = text + method_B + 1, *version = path + path_B;
   if (!method_B || !path_B
       || (strncmp(version, " HTTP/1.0", 9) != 0 && strncmp(version, " HTTP/1.1", 9) != 0))
      return r;
   version += 9;
   version += *version == '\r';
   r.is_request = *version == '\n';
   r.is_for_us = names_this_computer(text);
   r.method = kept_copy(text, method_B);
   if (*path != '/') return r;
   const size_t token_B = strcspn(path + 1, "/ ");
   r.token = kept_copy(path + 1, token_B);
   const char* rest = path + 1 + token_B;
   rest += *rest == '/';
   r.rest = kept_copy(rest, (size_t)(path + path_B - rest));
   return r;
}
