// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers as text; see numbers.h.
#include "commands/text/numbers.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "commands/text/kept.h"

enum { DIGITS_B = 512 }; // of any double

// Digits, with a sign perhaps, in groups of three.
static const char* grouped(const char* digits)
{
   char* text = kept_room(2 * strlen(digits) + 1);
   char* to = text;
   if (*digits == '-') *to++ = *digits++;
   for (size_t left = strlen(digits); left; left--) {
      *to++ = *digits++;
      if (left > 1 && left % 3 == 1) *to++ = ',';
   }
   return text;
}

const char* commas(uint64_t n)
{
   char digits[DIGITS_B];
   (void)snprintf(digits, sizeof digits, "%" PRIu64, n);
   return grouped(digits);
}

const char* commas_signed(int64_t n)
{
   char digits[DIGITS_B];
   (void)snprintf(digits, sizeof digits, "%" PRId64, n);
   return grouped(digits);
}

const char* digits_large(Large n)
{
   char digits[DIGITS_B];
   char* first = digits + sizeof digits - 1;
   unsigned __int128 left = n < 0 ? -(unsigned __int128)n : (unsigned __int128)n;
   *first = '\0';
   do *--first = (char)('0' + (int)(left % 10));
   while (left /= 10);
   if (n < 0) *--first = '-';
   return kept_copy(first, strlen(first));
}

const char* commas_large(Large n)
{
   return grouped(digits_large(n));
}

const char* commas_rounded(double n)
{
   char digits[DIGITS_B];
   (void)snprintf(digits, sizeof digits, "%.0f", n);
   return grouped(digits);
}

const char* bytes_text(double n)
{
   static const char* const units[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
   size_t unit = 0;
   for (; n >= 1024 && unit + 1 < sizeof units / sizeof units[0]; unit++) n /= 1024;
   return kept(n == trunc(n) ? "%.0f %s" : "%.1f %s", n, units[unit]);
}

double share(double cost, double total)
{
   return total != 0 ? 100 * cost / total : 0;
}

const char* percent(double cost, double total)
{
   const double of_total = share(cost, total);
   return cost > 0 && of_total < 0.05 ? "<0.1%" : kept("%.1f%%", of_total);
}

const char* rate_text(double part, double whole)
{
   const double of_whole = share(part, whole);
   if (part == 0 || whole == 0) return "0%";
   if (of_whole < 0.005) return "<0.01%";
   return kept(of_whole >= 9.995 ? "%.1f%%" : "%.2f%%", of_whole);
}
