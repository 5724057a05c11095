// SPDX-License-Identifier: GPL-3.0-or-later
//
// Serves the page of a run that goes on, to this machine alone.
//
// It listens on 127.0.0.1 only, at a port that the system chooses; an address without the token, 128 bits from
// the system's source of random numbers, is refused, and so is a request whose Host header names another computer: a page of the
// web can give its own name this computer's address.  /TOKEN/ is the page, with a script that asks /TOKEN/state for
// "running N" or "ended N" and loads page N.
//
// One process answers all, none of whom it waits for.  Connections are bounded: where there is no room for another one, the oldest
// goes that has not shown the token.
//
//    PageServer s = {.command = "./app", .file = "/home/me/xgrind.1.html"};
//    page_server_begin(&s);          // fails with one sentence if there is no port
//    page_server_answer(&s, 200);    // answers whoever asks within so many milliseconds
//    page_server_stop(&s);
#ifndef XG_COMMANDS_VIEW_PAGE_SERVER_H
#define XG_COMMANDS_VIEW_PAGE_SERVER_H

#include <stdbool.h>
#include <stdint.h>

#include "commands/text/built.h"
#include "commands/view/sha256.h"

enum { PAGE_CONNECTIONS = 32 }; // at a time; a browser has 6

// First a request comes, then goes its answer, and at the end the client closes: it has all of it then.
typedef struct {
   int socket;      // -1: there is none here
   uint64_t number; // in the order in which they came
   int64_t due_ms;  // when the request must be complete, or more of the answer taken
   Built request, answer;
   size_t at_B; // of the answer, what was taken
   bool has_answer, is_said, has_token, is_last;
} PageConnection;

typedef struct {
   const char *command, *file; // the program, and its page
   const char* url; // "http://127.0.0.1:PORT/TOKEN/", which lives as long as the process
   const char* token;
   int socket;
   uint32_t version;       // of the page; 0: there is none
   uint8_t hash[SHA256_B]; // of that version
   bool is_over;           // the page will not change any more
   bool is_done;           // somebody has had the last page
   uint64_t n_taken;
   PageConnection connection[PAGE_CONNECTIONS];
} PageServer;

void page_server_begin(PageServer* s);
void page_server_answer(PageServer* s, int ms);
// The file was written, and may be another page than before: while the program waits, its page stays the same.
void page_server_has_page(PageServer* s);
void page_server_stop(PageServer* s);

#endif
