// SPDX-License-Identifier: GPL-3.0-or-later
//
// Unpacks what gzip or zstd has compressed, a block at a time.
//
// Nothing here fails by itself: texts say what is wrong, and the caller still has to give back what it holds.
//
//    const Packer* packer = packer_of(bytes, n);                // by the first bytes; NULL: they are no packer's
//    const char* wrong = NULL;
//    Unpacking* u = unpacking_begin(packer, &wrong);            // NULL: see wrong
//    size_t n = unpacking_go(u, &in, &in_B, to, to_B, &wrong);
//    unpacking_end(u);
#ifndef XG_COMMANDS_FILES_UNPACK_H
#define XG_COMMANDS_FILES_UNPACK_H

#include <stdbool.h>
#include <stddef.h>

enum { PACKER_START_B = 4 }; // by which packers can be told

typedef struct Packer Packer;
typedef struct Unpacking Unpacking;

const Packer* packer_of(const char* start, size_t n);
// "gzip"
const char* packer_name(const Packer* packer);

// *wrong becomes a text such as "this program was built without libzstd".
Unpacking* unpacking_begin(const Packer* packer, const char** wrong);
// Unpacks from *in, which has *in_B bytes, to `to`, which has room for to_B > 0; both of the former move on.  Returns how many bytes it has
// made: 0 means that it needs more input, or that *wrong says what is damaged.
size_t unpacking_go(Unpacking* u, const char** in, size_t* in_B, char* to, size_t to_B,
                    const char** wrong);
// Whether all that was packed is complete, if nothing follows.
bool unpacking_is_complete(const Unpacking* u);
void unpacking_end(Unpacking* u); // may be NULL

#endif
