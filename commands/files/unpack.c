// SPDX-License-Identifier: GPL-3.0-or-later
// Unpacks blocks; see unpack.h.
#include "commands/files/unpack.h"

#include <string.h>

#include "base/host.h"
#include "commands/text/kept.h"

#ifndef HAVE_ZLIB
#define HAVE_ZLIB 1 // unless ./configure says that it is not there
#endif
#ifndef HAVE_ZSTD
#define HAVE_ZSTD 1
#endif
#if HAVE_ZLIB
#include <zlib.h>
#endif
#if HAVE_ZSTD
#include <zstd.h>
#endif

struct Packer {
   const char *name, *library;
   // false: the library is not there, or it has no memory
   bool (*begin)(Unpacking* u);
   size_t (*go)(Unpacking* u, const char** in, size_t* in_B, char* to, size_t to_B,
                const char** wrong);
   void (*end)(Unpacking* u);
};

struct Unpacking {
   const Packer* packer;
   bool is_complete; // nothing was begun that has not ended
#if HAVE_ZLIB
   z_stream gzip;
#endif
#if HAVE_ZSTD
   ZSTD_DStream* zstd;
#endif
};

// ----------------------------------------------------------------------- gzip

#if HAVE_ZLIB
static bool gzip_begin(Unpacking* u)
{
   return inflateInit2(&u->gzip, 15 + 16) == Z_OK; // the largest window, and the header of gzip
}

// Files that were appended to each other are one, and tapes have zeros at the end.
static bool gzip_next(Unpacking* u, const char** in, size_t* in_B)
{
   while (*in_B && **in == '\0') {
      ++*in;
      --*in_B;
   }
   if (!*in_B) return false;
   u->is_complete = false;
   return inflateReset(&u->gzip) == Z_OK;
}

static size_t gzip_go(Unpacking* u, const char** in, size_t* in_B, char* to, size_t to_B,
                      const char** wrong)
{
   enum { STEP_B = 1 << 30 }; // zlib counts in 32 bits
   z_stream* z = &u->gzip;
   if (u->is_complete && !gzip_next(u, in, in_B)) return 0;
   const unsigned given_B = *in_B < STEP_B ? (unsigned)*in_B : STEP_B;
   const unsigned room_B = to_B < STEP_B ? (unsigned)to_B : STEP_B;
   z->next_in = (void*)*in;
   z->avail_in = given_B;
   z->next_out = (void*)to;
   z->avail_out = room_B;
   const int result = inflate(z, Z_NO_FLUSH);
   *in += given_B - z->avail_in;
   *in_B -= given_B - z->avail_in;
   if (result == Z_STREAM_END)
      u->is_complete = true;
   else if (result != Z_OK && result != Z_BUF_ERROR)
      *wrong = z->msg ? kept("%s", z->msg) : "no memory is left";
   return room_B - z->avail_out;
}

static void gzip_end(Unpacking* u)
{
   inflateEnd(&u->gzip);
}
#endif

// ----------------------------------------------------------------------- zstd

#if HAVE_ZSTD
static bool zstd_begin(Unpacking* u)
{
   u->zstd = ZSTD_createDStream();
   return u->zstd && !ZSTD_isError(ZSTD_initDStream(u->zstd));
}

// Windows of more than 128 MiB, which only some options of zstd make, are refused by the library.
static size_t zstd_go(Unpacking* u, const char** in, size_t* in_B, char* to, size_t to_B,
                      const char** wrong)
{
   ZSTD_inBuffer from = {.src = *in, .size = *in_B};
   ZSTD_outBuffer made = {.dst = to, .size = to_B};
   if (u->is_complete && !*in_B) return 0;
   const size_t left = ZSTD_decompressStream(u->zstd, &made, &from);
   *in += from.pos;
   *in_B -= from.pos;
   u->is_complete = left == 0;
   if (ZSTD_isError(left)) *wrong = ZSTD_getErrorName(left);
   return made.pos;
}

static void zstd_end(Unpacking* u)
{
   ZSTD_freeDStream(u->zstd);
}
#endif

// ------------------------------------------------------------------------ both

static const Packer packers[] = {
   {.name = "gzip",
    .library = "zlib",
#if HAVE_ZLIB
    .begin = gzip_begin,
    .go = gzip_go,
    .end = gzip_end
#endif
   },
   {.name = "zstd",
    .library = "libzstd",
#if HAVE_ZSTD
    .begin = zstd_begin,
    .go = zstd_go,
    .end = zstd_end
#endif
   },
};

const Packer* packer_of(const char* start, size_t n)
{
   if (n >= 3 && memcmp(start, "\x1F\x8B\x08", 3) == 0) return &packers[0];
   if (n >= 4 && memcmp(start, "\x28\xB5\x2F\xFD", 4) == 0) return &packers[1];
   // what zstd skips, and some of its programs begin with
   if (n >= 4 && (start[0] & 0xF0) == 0x50 && memcmp(start + 1, "\x2A\x4D\x18", 3) == 0)
      return &packers[1];
   return NULL;
}

const char* packer_name(const Packer* packer)
{
   return packer->name;
}

Unpacking* unpacking_begin(const Packer* packer, const char** wrong)
{
   if (!packer->begin) {
      *wrong = kept("this program was built without %s", packer->library);
      return NULL;
   }
   Unpacking* u = host_zalloc("unpacking", sizeof *u);
   u->packer = packer;
   if (packer->begin(u)) return u;
   unpacking_end(u);
   *wrong = "no memory is left";
   return NULL;
}

size_t unpacking_go(Unpacking* u, const char** in, size_t* in_B, char* to, size_t to_B,
                    const char** wrong)
{
   return u->packer->go(u, in, in_B, to, to_B, wrong);
}

bool unpacking_is_complete(const Unpacking* u)
{
   return u->is_complete;
}

void unpacking_end(Unpacking* u)
{
   if (!u) return;
   u->packer->end(u);
   host_free(u);
}
