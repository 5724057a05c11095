// SPDX-License-Identifier: GPL-3.0-or-later
// Texts in XML and HTML; see markup.h.
#include "commands/text/markup.h"

#include "commands/text/built.h"

static const char* entity_of(char c)
{
   switch (c) {
   case '&': return "&amp;";
   case '<': return "&lt;";
   case '>': return "&gt;";
   case '"': return "&quot;";
   case '\'': return "&#39;";
   default: return 0;
   }
}

const char* markup_text(const char* text)
{
   Built b = {0};
   for (; *text; text++) {
      const char* entity = entity_of(*text);
      if (entity)
         built_add(&b, entity);
      else
         built_char(&b, *text);
   }
   return built_kept(&b);
}
