// SPDX-License-Identifier: GPL-3.0-or-later
//
// Numbers, sizes and shares as text for people.
//
//    commas(1234567)          // "1,234,567"
//    commas_rounded(1234.5)   // "1,234"
//    bytes_text(1536)         // "1.5 KiB"
//    percent(123, 1000)       // "12.3%"
//    rate_text(1, 3)          // "33.3%"
#ifndef XG_COMMANDS_TEXT_NUMBERS_H
#define XG_COMMANDS_TEXT_NUMBERS_H

#include <stdint.h>

// A whole number that may be larger than 64 bits hold: a sum of costs by a formula.
typedef __int128 Large;

// With thousands separators.
const char* commas(uint64_t n);
const char* commas_signed(int64_t n);
const char* commas_large(Large n);
// Likewise, rounded to a whole number, the even one of two that are as near.
const char* commas_rounded(double n);
// Without separators.
const char* digits_large(Large n);
// Bytes in the largest unit in which the number is at least 1.
const char* bytes_text(double n);
// A cost as percentage of the total; 0 if that is 0.
double share(double cost, double total);
// That as text: a little is "<0.1%", "0.0%" exactly none.
const char* percent(double cost, double total);
// A share with three digits: "12.3%", "0.12%", "0.01%"; "0%" is exactly none.
const char* rate_text(double part, double whole);

#endif
