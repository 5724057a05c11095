// SPDX-License-Identifier: GPL-3.0-or-later
// The page of a run that goes on; see live_page.h.
#define _GNU_SOURCE
#include "commands/view/live_page.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "commands/text/kept.h"
#include "commands/text/markup.h"
#include "commands/text/screen.h"
#include "commands/view/sha256.h"

enum { BLOCK_B = 1 << 16 };
#define PAGE_MAX_B ((size_t)1 << 31)

// --- what is the same in each page: the policy names these by their hashes; what differs is in attributes

static const char style[] = "#xgrind-live { position: fixed; right: 0; bottom: 0; padding: "
                            ".2em .8em; background: #333; color: #fff; font: 13px "
                            "sans-serif; z-index: 9999 }\n"
                            ".xgrind-first { font: 16px sans-serif; margin: 2em }\n"
                            "@media print { #xgrind-live { display: none } }\n";

static const char script[] =
   "(() => {\n"
   "  const box = document.getElementById('xgrind-live'), loaded = new "
   "Date().toLocaleTimeString();\n"
   "  const { version: own, ended } = box.dataset, IDLE_MS = 3000;\n"
   "  let used = 0;\n"
   "  for (const e of ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchmove'])\n"
   "    addEventListener(e, () => { used = Date.now(); }, { capture: true, passive: true });\n"
   "  const say = (text) => { if (box.textContent !== text) box.textContent = text; };\n"
   "  const isUsed = () => document.hidden || Date.now() - used < IDLE_MS;\n"
   "  async function ask() {\n"
   "    try {\n"
   "      const [state, version] = (await (await fetch('state')).text()).trim().split(' ');\n"
   "      if (state === 'ended' || version !== own && !isUsed()) return location.reload();\n"
   "      say('The run goes on; the page is of ' + loaded + (version !== own ? ', and newer "
   "when nobody uses it' : ''));\n"
   "      setTimeout(ask, 1000);\n"
   "    } catch { say(ended); }\n"
   "  }\n"
   "  ask();\n"
   "})();\n";

static const char first_start[] =
   "<!DOCTYPE html>\n"
   "<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
   "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src "
   "'none'; style-src 'none'; img-src "
   "data:; base-uri 'none'; form-action 'none'\">\n"
   "<link rel=\"icon\" href=\"data:,\"><title>Xgrind: the run has begun</title></head>\n"
   "<body class=\"xgrind-first\"><h1>The run has begun</h1><p>";
static const char first_end[] =
   "</p><p>Its first results come here in some seconds.</p></body></html>\n";

// --- reading -------------------------------------------------------------------------------------

// A link that root or this user has made may lead to the page.
static int open_page(const char* file)
{
   struct stat is;
   if (lstat(file, &is) != 0) return -1;
   const bool is_own_link = S_ISLNK(is.st_mode) && (is.st_uid == geteuid() || !is.st_uid);
   const int fd =
      open(file, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | (is_own_link ? 0 : O_NOFOLLOW));
   if (fd < 0) return -1;
   if (fstat(fd, &is) == 0 && S_ISREG(is.st_mode) && is.st_uid == geteuid()) return fd;
   close(fd);
   return -1;
}

bool live_page_read(const char* file, Built* to)
{
   char block[BLOCK_B];
   ssize_t n = 0;
   const int fd = open_page(file);
   if (fd < 0) return false;
   while (to->n_B < PAGE_MAX_B
          && ((n = read(fd, block, sizeof block)) > 0 || (n < 0 && errno == EINTR)))
      if (n > 0) built_bytes(to, block, (size_t)n);
   close(fd);
   built_bytes(to, "", 0);
   return n == 0;
}

// --- policy --------------------------------------------------------------------------------------

// A policy whose part of this name allows a text, too.
static const char* allowing(const char* policy, const char* name, const char* text)
{
   static const char none[] = "'none'";
   const size_t name_B = strlen(name);
   const char* at = strstr(policy, name);
   while (at && (at[name_B] != ' ' || (at > policy && !strchr(" ;", at[-1]))))
      at = strstr(at + 1, name);
   if (!at) return policy;
   const char* rest = at + name_B + 1;
   const bool is_none = strncmp(rest, none, sizeof none - 1) == 0;
   return kept("%.*s%s 'sha256-%s'%s%s", (int)(at - policy), policy, name,
               sha256_base64(text, strlen(text)), is_none ? "" : " ",
               rest + (is_none ? sizeof none - 1 : 0));
}

// Adds a page, whose own policy then allows our style and script, and to ask this server.
static void add_with_policy(Built* b, const char* html, size_t n_B)
{
   static const char start[] = "http-equiv=\"Content-Security-Policy\" content=\"";
   const char* policy = memmem(html, n_B, start, sizeof start - 1);
   if (!policy) {
      built_bytes(b, html, n_B);
      return;
   }
   policy += sizeof start - 1;
   const size_t before_B = (size_t)(policy - html);
   const char* quote = memchr(policy, '"', n_B - before_B);
   const size_t policy_B = quote ? (size_t)(quote - policy) : n_B - before_B;
   const char* more =
      allowing(allowing(kept_copy(policy, policy_B), "script-src", script), "style-src", style);
   built_bytes(b, html, before_B);
   built_format(b, "%s; connect-src 'self'", more);
   built_bytes(b, policy + policy_B, n_B - before_B - policy_B);
}

Built live_page(const LivePage* page)
{
   Built html = {0}, live = {0};
   if (!page->file || !live_page_read(page->file, &html)) {
      built_clear(&html);
      built_format(&html, "%s%s%s", first_start, markup_text(visible(page->command)),
                   first_end);
   }
   if (page->is_over) return html;
   add_with_policy(&live, html.text, html.n_B);
   built_clear(&html);
   built_format(&live,
                "<style>%s</style>\n<div id=\"xgrind-live\" role=\"status\" "
                "data-version=\"%u\" data-ended=\"%s\"></div>\n<script>%s</script>\n",
                style, page->version,
                markup_text(kept("The run has ended; its page is %s", page->name)), script);
   return live;
}
