// SPDX-License-Identifier: GPL-3.0-or-later
// xgrind_view: requests that are none of ours, pages with their policies, hashes, addresses.
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "commands/files/random.h"
#include "commands/text/kept.h"
#include "commands/text/markup.h"
#include "commands/view/browser.h"
#include "commands/view/live_page.h"
#include "commands/view/options.h"
#include "commands/view/request.h"
#include "commands/view/sha256.h"
#include "unit_main.h"

// "METHOD TOKEN REST us|others", or "none".
static const char* read_request(const char* text)
{
   const size_t head_B = request_head(text, strlen(text));
   if (!head_B) return "incomplete";
   const Request r = request_read(text, head_B);
   return !r.is_request ? "none"
                        : kept("%s %s %s %s", r.method, r.token ? r.token : "NULL",
                               r.rest ? r.rest : "NULL", r.is_for_us ? "us" : "others");
}

static void requests(void** state)
{
   (void)state;
   static const char* const of[][2] = {
      {"GET /abc/state HTTP/1.1\r\nHost: 127.0.0.1:80\r\n\r\n", "GET abc state us"},
      {"GET /abc/ HTTP/1.0\nhost:\tLOCALHOST \n\nmore", "GET abc  us"},
      {"POST /abc HTTP/1.1\r\nA: b\r\nHost: [::1]:1\r\n\r\n", "POST abc  us"},
      {"GET / HTTP/1.1\r\nHost: localhost:\r\n\r\n", "GET   others"},
      {"GET //x/y HTTP/1.1\r\nHost: 127.0.0.1.evil\r\n\r\n", "GET  x/y others"},
      {"GET /a/ HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n", "GET a  others"},
      {"GET /a/ HTTP/1.1\r\nX-Host: localhost\r\n\r\n", "GET a  others"},
      {"GET abc HTTP/1.1\r\nHost: localhost\r\n\r\n", "GET NULL NULL us"},
      {"GET /a HTTP/1.2\r\n\r\n", "none"},
      {"GET /a HTTP/1.1x\r\n\r\n", "none"},
      {"GET  /a HTTP/1.1\r\n\r\n", "none"},
      {"GET\r\n\r\n", "none"},
      {"\r\n\r\n", "none"},
      {"GET /a HTTP/1.1\r\nHost: x\r\n", "incomplete"},
      {"", "incomplete"},
      {"\n", "incomplete"},
   };
   for (size_t i = 0; i < sizeof of / sizeof of[0]; i++)
      assert_string_equal(read_request(of[i][0]), of[i][1]);
   const char with_0[] = "GET /a\0 HTTP/1.1\r\n\r\n";
   assert_false(request_read(with_0, sizeof with_0 - 1).is_request);
   assert_true(request_is_equal("abc", "abc") && request_is_equal("", ""));
   assert_false(request_is_equal("abc", "abd") || request_is_equal("abc", "ab")
                || request_is_equal("", "a"));
}

// The first two are of NIST's examples; the others are what sha256sum says of as many letters "a".
static void hashes(void** state)
{
   (void)state;
   assert_string_equal(sha256_base64("abc", 3), "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
   assert_string_equal(sha256_base64("", 0), "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
   char letters[128];
   memset(letters, 'a', sizeof letters);
   assert_string_equal(sha256_base64(letters, 50),
                       "FgtOQz44TgXlN9xZtGf3yyQD8CFNsVxdtYhio/EVbS4=");
   assert_string_equal(sha256_base64(letters, 63),
                       "fT50oF19sVvOStnsBljqmOPwbu7PFrTG//LaRX3cLzQ=");
   assert_string_equal(sha256_base64(letters, 128),
                       "aDbPE7rEAOkQUHHNavRwhN+srU5eMCyUv+0k4BOvtz4=");
   assert_int_equal(strlen(random_hex(16)), 32);
   assert_string_not_equal(random_hex(16), random_hex(16));
}

// A page of this text as it is given out; the caller frees it.
static char* page_of(const char* html, bool is_over)
{
   char file[] = "/tmp/page-XXXXXX";
   const int fd = mkstemp(file);
   assert_int_equal(write(fd, html, strlen(html)), strlen(html));
   close(fd);
   const LivePage page = {file, "./app <b>", "/home/\"me\"", 7, is_over};
   Built b = live_page(&page);
   unlink(file);
   return built_taken(&b);
}

static void pages(void** state)
{
   (void)state;
   static const char start[] = "<meta http-equiv=\"Content-Security-Policy\" content=\"";
   char* page = page_of("<p>as it is", true);
   assert_string_equal(page, "<p>as it is");
   free(page);
   page = page_of(kept("%sdefault-src 'none'; script-src 'none'; my-style-src x; style-src "
                       "'sha256-x='\">rest",
                       start),
                  false);
   const char* hash = strstr(page, "script-src 'sha256-");
   assert_non_null(hash);
   assert_non_null(strstr(page, "='; my-"));
   assert_non_null(strstr(page, "=' 'sha256-x='; connect-src 'self'\">rest<style>"));
   assert_non_null(strstr(
      page,
      "data-version=\"7\" data-ended=\"The run has ended; its page is /home/&quot;me&quot;\""));
   // the policy names the script that is there
   const char *script = strstr(page, "<script>") + 8, *end = strstr(script, "</script>");
   const char* own = sha256_base64(script, (size_t)(end - script));
   assert_memory_equal(hash + strlen("script-src 'sha256-"), own, strlen(own));
   free(page);
   page = page_of(kept("%sno end", start), false);
   assert_non_null(strstr(page, "content=\"no end; connect-src 'self'<style>"));
   free(page);
   const LivePage first = {NULL, "./app <b>\033", "x", 0, false};
   Built b = live_page(&first);
   assert_non_null(strstr(b.text, "<p>./app &lt;b&gt;\\x1b</p>"));
   built_clear(&b);
   Built none = {0};
   assert_false(live_page_read("/dev/null", &none) || live_page_read("/tmp", &none)
                || live_page_read("/tmp/none/page", &none));
   assert_string_equal(markup_text("a'b&"), "a&#39;b&amp;");
}

static void addresses(void** state)
{
   (void)state;
   assert_string_equal(url_of_file("/a b/\xc3\xa9%~-_.x"), "file:///a%20b/%C3%A9%25~-_.x");
   setenv("BROWSER", " : false:nonesuch %s:", 1);
   assert_non_null(strstr(browser_open("x"),
                          "$BROWSER, which is ' : false:nonesuch %s:', cannot be started"));
   setenv("BROWSER", "false:test %s = a%%b:test a%%b =", 1);
   assert_null(browser_open("a%b"));
   setenv("BROWSER", " ", 1);
   unsetenv("DISPLAY");
   unsetenv("WAYLAND_DISPLAY");
   assert_string_equal(browser_open("x"), "$BROWSER is not set and there is no display");
}

// Ours among xgrind's options, the program and what is behind it.
static void command_lines(void** state)
{
   (void)state;
   char* argv[] = {"xgrind_view", "--live",   "-q", "--vgdb=no",   "--include=a",
                   "--open=no",   "--liv=3",  "-",  "--include=b", "--vgdb=x",
                   "app",         "--html=y", "--"};
   const ForXgrind x = view_options_parse(sizeof argv / sizeof argv[0], argv);
   assert_int_equal(view_options.live, 5);
   assert_int_equal(view_options.open, OPEN_NO);
   assert_int_equal(view_options.include.n, 2);
   assert_null(view_options.html);
   assert_int_equal(x.n_options, 5);
   assert_string_equal(x.options[2], "--liv=3");
   assert_string_equal(view_option_value(&x, "--vgdb="), "x");
   assert_null(view_option_value(&x, "--vgdb-prefix="));
   assert_string_equal(x.program[0], "app");
   assert_string_equal(x.program[2], "--");
   assert_null(x.program[3]);
}

int main(int argc, char** argv)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(requests),  cmocka_unit_test(hashes),        cmocka_unit_test(pages),
      cmocka_unit_test(addresses), cmocka_unit_test(command_lines),
   };
   return UNIT_MAIN(argc, argv, tests);
}
