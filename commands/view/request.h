// SPDX-License-Identifier: GPL-3.0-or-later
//
// What comes as a request of HTTP, from whoever is on this computer.
#ifndef XG_COMMANDS_VIEW_REQUEST_H
#define XG_COMMANDS_VIEW_REQUEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
   const char *method, *token,
      *rest;        // of "GET /TOKEN/rest HTTP/1.1"; texts live as long as the process
   bool is_request; // whether it is one at all
   bool is_for_us;  // whether it names this computer, as whoever has the address from us does
} Request;

// The bytes of a request's head, up to the line that is empty; 0: it is not complete.
size_t request_head(const char* bytes, size_t n_B);
Request request_read(const char* head, size_t n_B);
// Whether two texts are equal.  However much of them is, it takes the same time.
bool request_is_equal(const char* one, const char* other);

#endif
