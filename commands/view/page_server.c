// SPDX-License-Identifier: GPL-3.0-or-later
// Serves the page of a run that goes on; see page_server.h.
#define _GNU_SOURCE
#include "commands/view/page_server.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "commands/files/elapsed.h"
#include "commands/files/random.h"
#include "commands/text/kept.h"
#include "commands/text/message.h"
#include "commands/view/live_page.h"
#include "commands/view/request.h"

enum {
   REQUEST_MAX_B = 1 << 14,
   BLOCK_B = 1 << 16,
   PATIENCE_MS =
      5000, // in which a request must be complete, and then each block of its answer be taken
   TOKEN_BYTES = 16
};

void page_server_begin(PageServer* s)
{
   struct sockaddr_in address = {.sin_family = AF_INET,
                                 .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
   socklen_t size_B = sizeof address;
   s->socket = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
   if (s->socket < 0 || bind(s->socket, (struct sockaddr*)&address, size_B) != 0
       || listen(s->socket, SOMAXCONN) != 0
       || getsockname(s->socket, (struct sockaddr*)&address, &size_B) != 0)
      fail("--live: nothing can listen on 127.0.0.1: %s; leave --live out, and the page is "
           "opened when the program ends",
           strerror(errno));
   for (int i = 0; i < PAGE_CONNECTIONS; i++) s->connection[i].socket = -1;
   s->token = random_hex(TOKEN_BYTES);
   s->url = kept("http://127.0.0.1:%u/%s/", ntohs(address.sin_port), s->token);
}

void page_server_has_page(PageServer* s)
{
   Built page = {0};
   uint8_t hash[SHA256_B];
   if (live_page_read(s->file, &page)) {
      sha256(page.text, page.n_B, hash);
      if (!s->version || memcmp(hash, s->hash, sizeof hash) != 0) s->version++;
      memcpy(s->hash, hash, sizeof hash);
   }
   built_clear(&page);
}

// --- answers -------------------------------------------------------------------------------------

// What a page cannot say itself: no other one may show it.
static Built response(const char* status, const char* type, const Built* body)
{
   Built b = {0};
   built_format(
      &b,
      "HTTP/1.1 %s\r\nContent-Type: %s; charset=utf-8\r\nContent-Length: %zu\r\nCache-Control: "
      "no-store\r\n"
      "X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n"
      "Content-Security-Policy: frame-ancestors 'none'; base-uri 'none'; form-action 'none'\r\n"
      "Cross-Origin-Resource-Policy: same-origin\r\nConnection: close\r\n\r\n",
      status, type, body->n_B);
   built_bytes(&b, body->text, body->n_B);
   return b;
}

static Built plain(const char* status, const char* text)
{
   Built body = {0};
   built_add(&body, text);
   Built b = response(status, "text/plain", &body);
   built_clear(&body);
   return b;
}

static Built page_as_it_is(const PageServer* s)
{
   const LivePage page = {s->version ? s->file : NULL, s->command, s->file, s->version,
                          s->is_over};
   Built html = live_page(&page);
   Built b = response("200 OK", "text/html", &html);
   built_clear(&html);
   return b;
}

// Sets the answer to a request.
static void answer_to(const PageServer* s, PageConnection* c, size_t head_B)
{
   const Request r = request_read(c->request.text, head_B);
   c->has_answer = true;
   if (!r.is_request)
      c->answer = plain("400 Bad Request", "no request\n");
   else if (!r.is_for_us)
      c->answer = plain("403 Forbidden", "This server is for this computer alone.\n");
   else if (!r.token || !request_is_equal(r.token, s->token))
      c->answer =
         plain("403 Forbidden", "This address lacks the token that xgrind view has printed.\n");
   else {
      c->has_token = true;
      if (strcmp(r.method, "GET") != 0)
         c->answer = plain("405 Method Not Allowed", "only GET\n");
      else if (strcmp(r.rest, "state") == 0)
         c->answer =
            plain("200 OK", kept("%s %u\n", s->is_over ? "ended" : "running", s->version));
      else if (*r.rest)
         c->answer = plain("404 Not Found", "no such page\n");
      else {
         c->answer = page_as_it_is(s);
         c->is_last = s->is_over;
      }
   }
}

// --- connections ---------------------------------------------------------------------------------

// A process that makes a page has the socket, too.
static void drop(PageConnection* c)
{
   shutdown(c->socket, SHUT_RDWR);
   close(c->socket);
   built_clear(&c->request);
   built_clear(&c->answer);
   *c = (PageConnection){.socket = -1};
}

static PageConnection* free_place(PageServer* s)
{
   for (PageConnection* c = s->connection; c < s->connection + PAGE_CONNECTIONS; c++)
      if (c->socket < 0) return c;
   return NULL;
}

// The connection that would go for another one; NULL: all have the token.
static PageConnection* oldest(PageServer* s)
{
   PageConnection* first = NULL;
   for (PageConnection* c = s->connection; c < s->connection + PAGE_CONNECTIONS; c++)
      if (c->socket >= 0 && !c->has_token && (!first || c->number < first->number)) first = c;
   return first;
}

static void take(PageServer* s)
{
   PageConnection* place = free_place(s);
   PageConnection* goes = place ? NULL : oldest(s);
   if (!place && !goes) return;
   const int socket = accept4(s->socket, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
   if (socket < 0) return;
   if (goes) {
      drop(goes);
      place = goes;
   }
   *place = (PageConnection){
      .socket = socket, .number = ++s->n_taken, .due_ms = now_ms() + PATIENCE_MS};
}

// Reads what has come; the connection ends with the client, and whoever says too much.
static void hear(PageServer* s, PageConnection* c)
{
   char block[BLOCK_B];
   const ssize_t n = read(c->socket, block, sizeof block);
   if (n < 0 && (errno == EAGAIN || errno == EINTR)) return;
   if (n <= 0) {
      s->is_done |= c->is_last && c->is_said;
      drop(c);
      return;
   }
   if (c->has_answer) return;
   built_bytes(&c->request, block, (size_t)n);
   const size_t head_B = request_head(c->request.text, c->request.n_B);
   if (head_B)
      answer_to(s, c, head_B);
   else if (c->request.n_B >= REQUEST_MAX_B) {
      c->answer = plain("431 Request Header Fields Too Large", "too long\n");
      c->has_answer = true;
   }
}

static void say_more(PageConnection* c)
{
   const size_t left_B = c->answer.n_B - c->at_B;
   const ssize_t n = send(c->socket, c->answer.text + c->at_B,
                          left_B < BLOCK_B ? left_B : BLOCK_B, MSG_NOSIGNAL);
   if (n < 0) {
      if (errno != EAGAIN && errno != EINTR) drop(c);
      return;
   }
   c->at_B += (size_t)n;
   c->due_ms = now_ms() + PATIENCE_MS;
   if (c->at_B < c->answer.n_B) return;
   shutdown(c->socket, SHUT_WR);
   c->is_said = true;
   built_clear(&c->answer);
}

// Does what can be done at once, or waits so long for something.
static void turn(PageServer* s, int ms)
{
   struct pollfd of[PAGE_CONNECTIONS + 1];
   for (int i = 0; i < PAGE_CONNECTIONS; i++) {
      const PageConnection* c = &s->connection[i];
      of[i] = (struct pollfd){c->socket, c->has_answer && !c->is_said ? POLLOUT : POLLIN, 0};
   }
   of[PAGE_CONNECTIONS] =
      (struct pollfd){free_place(s) || oldest(s) ? s->socket : -1, POLLIN, 0};
   if (poll(of, PAGE_CONNECTIONS + 1, ms) <= 0) return;
   for (int i = 0; i < PAGE_CONNECTIONS; i++) {
      if (of[i].fd < 0 || !of[i].revents) continue;
      if (of[i].events == POLLOUT)
         say_more(&s->connection[i]);
      else
         hear(s, &s->connection[i]);
   }
   if (of[PAGE_CONNECTIONS].revents) take(s);
}

void page_server_answer(PageServer* s, int ms)
{
   const int64_t end_ms = now_ms() + ms;
   for (int64_t left_ms = ms; left_ms > 0; left_ms = end_ms - now_ms()) {
      turn(s, (int)left_ms);
      for (PageConnection* c = s->connection; c < s->connection + PAGE_CONNECTIONS; c++)
         if (c->socket >= 0 && c->due_ms < now_ms()) drop(c);
   }
}

void page_server_stop(PageServer* s)
{
   close(s->socket);
   for (PageConnection* c = s->connection; c < s->connection + PAGE_CONNECTIONS; c++)
      if (c->socket >= 0) drop(c);
}
