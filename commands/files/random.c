// SPDX-License-Identifier: GPL-3.0-or-later
// Texts that nobody can guess; see random.h.
#include "commands/files/random.h"

#include <errno.h>
#include <string.h>
#include <sys/random.h>

#include "base/host.h"
#include "commands/text/built.h"
#include "commands/text/message.h"

enum { BYTES_MAX = 32 };

const char* random_hex(size_t bytes)
{
   unsigned char random[BYTES_MAX];
   Built b = {0};
   XG_ASSERT(bytes <= sizeof random);
   if (getrandom(random, bytes, 0) != (ssize_t)bytes)
      fail("there are no random numbers, of which names that nobody can guess are made: %s",
           strerror(errno));
   for (size_t i = 0; i < bytes; i++) built_format(&b, "%02x", random[i]);
   return built_kept(&b);
}
