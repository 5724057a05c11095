// SPDX-License-Identifier: GPL-3.0-or-later
// SHA-256; see sha256.h.  Numbers of sections are those of FIPS 180-4.
#include "commands/view/sha256.h"

#include <string.h>

#include "commands/text/kept.h"

enum { WORDS = 8, ROUNDS = 64, BLOCK_B = 64, LENGTH_B = 8 };

// The first 32 bits of the fractional parts of cube roots and of square roots of the first primes (4.2.2, 5.3.3), computed exactly:
// the whole part of the root of prime * 2^(32 * power).
static uint32_t root_bits(uint32_t prime, int power)
{
   unsigned __int128 low = 0, high = (unsigned __int128)1 << 36; // roots are below 2^4
   while (high - low > 1) {
      const unsigned __int128 middle = (low + high) / 2;
      // middle^power <= prime * 2^(32 * power), without more than 128 bits: middle has 36 of them
      const unsigned __int128 square = middle * middle;
      const unsigned __int128 limit = (unsigned __int128)prime << 64;
      const int fits =
         power == 2 ? square <= limit : square <= (((unsigned __int128)prime << 96) / middle);
      if (fits)
         low = middle;
      else
         high = middle;
   }
   return (uint32_t)low;
}

static uint32_t next_prime(uint32_t n)
{
   for (n++;; n++) {
      uint32_t d = 2;
      while (d * d <= n && n % d) d++;
      if (d * d > n) return n;
   }
}

static uint32_t rotated(uint32_t x, int n)
{
   return x >> n | x << (32 - n);
}

// The hash of a block more (6.2.2).
static void add_block(uint32_t hash[WORDS], const uint8_t* block, const uint32_t k[ROUNDS])
{
   uint32_t w[ROUNDS], v[WORDS];
   for (int t = 0; t < 16; t++, block += 4)
      w[t] = (uint32_t)block[0] << 24 | (uint32_t)block[1] << 16 | (uint32_t)block[2] << 8
             | block[3];
   for (int t = 16; t < ROUNDS; t++) {
      const uint32_t a = w[t - 15], b = w[t - 2];
      w[t] = (rotated(b, 17) ^ rotated(b, 19) ^ b >> 10) + w[t - 7]
             + (rotated(a, 7) ^ rotated(a, 18) ^ a >> 3) + w[t - 16];
   }
   memcpy(v, hash, sizeof v);
   for (int t = 0; t < ROUNDS; t++) {
      const uint32_t a = v[0], e = v[4];
      const uint32_t t1 = v[7] + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25))
                          + ((e & v[5]) ^ (~e & v[6])) + k[t] + w[t];
      const uint32_t t2 = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22))
                          + ((a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]));
      memmove(v + 1, v, (WORDS - 1) * sizeof *v);
      v[4] += t1;
      v[0] = t1 + t2;
   }
   for (int i = 0; i < WORDS; i++) hash[i] += v[i];
}

void sha256(const void* bytes, size_t n_B, uint8_t hash[SHA256_B])
{
   uint32_t h[WORDS], k[ROUNDS], prime = 1;
   for (int i = 0; i < ROUNDS; i++) {
      prime = next_prime(prime);
      k[i] = root_bits(prime, 3);
      if (i < WORDS) h[i] = root_bits(prime, 2);
   }
   const uint8_t* at = bytes;
   size_t left = n_B;
   for (; left >= BLOCK_B; left -= BLOCK_B, at += BLOCK_B) add_block(h, at, k);
   // the rest, a bit, and the length in bits (5.1.1)
   uint8_t end[2 * BLOCK_B] = {0};
   if (left) memcpy(end, at, left);
   end[left] = 0x80;
   const size_t end_B = left + 1 + LENGTH_B <= BLOCK_B ? BLOCK_B : 2 * BLOCK_B;
   for (int i = 0; i < LENGTH_B; i++)
      end[end_B - 1 - (size_t)i] = (uint8_t)((uint64_t)n_B * 8 >> 8 * i);
   for (size_t i = 0; i < end_B; i += BLOCK_B) add_block(h, end + i, k);
   for (int i = 0; i < SHA256_B; i++) hash[i] = (uint8_t)(h[i / 4] >> (24 - 8 * (i % 4)));
}

const char* sha256_base64(const void* bytes, size_t n_B)
{
   static const char digits[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
   uint8_t hash[SHA256_B + 1] = {0}; // in threes
   char text[45];
   sha256(bytes, n_B, hash);
   for (int i = 0, to = 0; i < SHA256_B + 1; i += 3) {
      const uint32_t three = (uint32_t)hash[i] << 16 | (uint32_t)hash[i + 1] << 8 | hash[i + 2];
      for (int shift = 18; shift >= 0; shift -= 6) text[to++] = digits[three >> shift & 63];
   }
   text[43] = '='; // the last byte is none of the hash's
   text[44] = '\0';
   return kept_copy(text, 44);
}
