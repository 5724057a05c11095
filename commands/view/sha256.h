// SPDX-License-Identifier: GPL-3.0-or-later
//
// SHA-256 (FIPS 180-4), by which a page's policy names the scripts that it allows.
//
//    sha256_base64("abc", 3)    // "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="
#ifndef XG_COMMANDS_VIEW_SHA256_H
#define XG_COMMANDS_VIEW_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { SHA256_B = 32 };

void sha256(const void* bytes, size_t n_B, uint8_t hash[SHA256_B]);
// The hash in base64, as HTML has it; the text lives as long as the process.
const char* sha256_base64(const void* bytes, size_t n_B);

#endif
