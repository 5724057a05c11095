// SPDX-License-Identifier: GPL-3.0-or-later
// Texts that grow; see grown_text.h.
#include "base/grown_text.h"

void grown_text_add(char** text, const char* more)
{
   const size_t old = *text ? host_strlen(*text) : 0, n = host_strlen(more);
   *text = host_realloc("base.grown_text", *text, old + n + 1);
   host_memcpy(*text + old, more, n + 1);
}
