// SPDX-License-Identifier: GPL-3.0-or-later
// Files that are read whole; see input.h.
#define _GNU_SOURCE
#include "commands/files/input.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/host.h"
#include "commands/files/empty.h"
#include "commands/files/privacy.h"
#include "commands/files/regular.h"
#include "commands/files/unpack.h"
#include "commands/text/kept.h"
#include "commands/text/message.h"

enum {
   BLOCK_B = 1 << 20,     // read at a time: it is still in a cache when it is looked through
   FIRST_ROOM_B = 1 << 26 // at most: what a file says of its size may be a lie
};

typedef struct {
   Input* in;
   void (*check)(const Input* start); // NULL: none, or no longer
   int fd;
   size_t file_B;  // what the file says of its size; 0: nothing
   size_t room_B;  // of in->heap
   bool has_ended; // the file
   bool is_done;   // so have its contents, or what is to be read of them
   // of a compressed file
   const Packer* packer; // NULL: it is none
   Unpacking* unpacking;
   char* packed;     // the block that was read last
   const char* next; // in it: packed bytes that are left
   size_t left_B;
   size_t packed_B; // read of the file
} Reading;

// All functions below return the sentence that says what is wrong, or NULL: input_open() gives everything back, and then fails.

static const char* cannot_read(const Reading* r)
{
   return kept("%s: cannot be read: %s", r->in->shown, strerror(errno));
}

// Bytes read of the file; less than n only at its end, or if *wrong is set.
static size_t read_up_to(Reading* r, char* to, size_t n, const char** wrong)
{
   size_t done = 0;
   while (done < n) {
      const ssize_t more = read(r->fd, to + done, n - done);
      if (more < 0 && errno == EINTR) continue;
      if (more < 0) *wrong = cannot_read(r);
      if (more <= 0) break;
      done += (size_t)more;
   }
   return done;
}

// ------------------------------------------------------------------- contents

// Makes room for so many bytes more, and the 0 behind them.
static char* make_room(Reading* r, size_t more_B)
{
   const size_t needed_B = r->in->size_B + more_B + 1;
   if (needed_B > r->room_B) {
      size_t room_B = 2 * r->room_B;
      if (!r->packer && !room_B) room_B = r->file_B < FIRST_ROOM_B ? r->file_B : FIRST_ROOM_B;
      if (!r->packer && r->file_B >= needed_B && room_B > r->file_B + 2) room_B = r->file_B + 2;
      r->room_B = room_B < needed_B ? needed_B : room_B;
      r->in->heap = host_realloc("input", r->in->heap, r->room_B);
      r->in->bytes = r->in->heap;
   }
   return r->in->heap + r->in->size_B;
}

static void check_start(void* with)
{
   const Reading* r = with;
   r->check(r->in);
}

// What fails there must not take with it what is open here.
static const char* checked(Reading* r)
{
   if (!r->check || (r->in->size_B < INPUT_START_B && !r->is_done)) return NULL;
   const char* wrong = r->in->size_B ? failure_of(check_start, r) : NULL;
   r->check = NULL;
   return wrong;
}

// So many bytes are new, where make_room() has made room.
static const char* add(Reading* r, size_t n)
{
   Input* in = r->in;
   const char* zero = n ? memchr(in->heap + in->size_B, 0, n) : NULL;
   in->size_B = zero ? (size_t)(zero + 1 - in->heap) : in->size_B + n;
   in->heap[in->size_B] = '\0';
   if (zero) r->is_done = true;
   const char* wrong = checked(r);
   if (wrong) return wrong;
   if (in->size_B > INPUT_MAX_B)
      return kept("%s: this file is too large: at most %zu MiB are read", in->shown,
                  INPUT_MAX_B >> 20);
   if (r->packer && in->size_B > UNPACKED_ALWAYS_B
       && in->size_B / UNPACKED_RATIO_MAX > r->packed_B - r->left_B)
      return kept("%s: this file is too large: unpacked, it is more than %d times as "
                  "large; if that can be, unpack it first",
                  in->shown, UNPACKED_RATIO_MAX);
   return NULL;
}

// ----------------------------------------------------------- compressed files

// So many bytes that were read as contents are packed ones.
static const char* begin_unpacking(Reading* r, size_t n)
{
   Input* in = r->in;
   r->packed = in->heap;
   r->next = r->packed;
   r->left_B = r->packed_B = n;
   r->room_B = 0;
   r->is_done = false;
   in->heap = NULL;
   in->bytes = NULL;
   const char* why = NULL;
   r->unpacking = unpacking_begin(r->packer, &why);
   if (r->unpacking) return NULL;
   return kept("%s: %s has compressed this file, and %s; unpack it first", in->shown,
               packer_name(r->packer), why);
}

static const char* read_packed(Reading* r)
{
   const char* wrong = NULL;
   r->packed = host_realloc("input.packed", r->packed, BLOCK_B);
   r->next = r->packed;
   r->left_B = read_up_to(r, r->packed, BLOCK_B, &wrong);
   r->packed_B += r->left_B;
   r->has_ended = r->left_B < BLOCK_B;
   return wrong;
}

static const char* damaged(const Reading* r, const char* why)
{
   return kept("%s: the file is damaged: %s cannot unpack it: %s", r->in->shown,
               packer_name(r->packer), why);
}

static const char* packed_block(Reading* r)
{
   const char* wrong = r->left_B || r->has_ended ? NULL : read_packed(r);
   if (wrong) return wrong;
   const size_t had_B = r->left_B;
   char* to = make_room(r, BLOCK_B);
   const size_t n = unpacking_go(r->unpacking, &r->next, &r->left_B, to, BLOCK_B, &wrong);
   if (wrong) return damaged(r, wrong);
   if (n == 0 && r->left_B == had_B && had_B) return damaged(r, "it does not go on");
   if (n == 0 && !r->left_B && r->has_ended) {
      if (!unpacking_is_complete(r->unpacking))
         return kept("%s: the file is truncated: what %s has compressed has no end",
                     r->in->shown, packer_name(r->packer));
      r->is_done = true;
   }
   return add(r, n);
}

// ----------------------------------------------------------------- plain files

// One byte more than the file should have is asked for: its end shows with its last bytes.
static const char* plain_block(Reading* r)
{
   const size_t size_B = r->in->size_B;
   const size_t rest_B = r->file_B > size_B ? r->file_B - size_B + 1 : BLOCK_B;
   const size_t n = rest_B < BLOCK_B ? rest_B : BLOCK_B;
   const char* wrong = NULL;
   char* to = make_room(r, n);
   const size_t done = read_up_to(r, to, n, &wrong);
   if (wrong) return wrong;
   r->has_ended = r->is_done = done < n;
   r->packer = size_B ? NULL : packer_of(to, done);
   return r->packer ? begin_unpacking(r, done) : add(r, done);
}

// ----------------------------------------------------------------------- inputs

static const char* read_all(Reading* r)
{
   const char* wrong = NULL;
   while (!r->is_done && !wrong) wrong = r->packer ? packed_block(r) : plain_block(r);
   return wrong;
}

void input_open_checked(Input* in, const char* name, void (*check)(const Input* start))
{
   struct stat is;
   *in = (Input){.shown = printable(name)};
   if (stat(name, &is) == 0 && S_ISDIR(is.st_mode)) fail("%s: this is a directory", in->shown);
   Reading r = {.in = in, .check = check, .fd = regular_open_named(name)};
   if (r.fd < 0) fail_to_open(name);
   privacy_note(r.fd);
   if (fstat(r.fd, &is) == 0 && S_ISREG(is.st_mode)) r.file_B = (size_t)is.st_size;
   const char* wrong = read_all(&r);
   if (!wrong && !in->size_B)
      wrong = kept("%s:1: the file is empty%s", in->shown, why_empty(name));
   unpacking_end(r.unpacking);
   host_free(r.packed);
   close(r.fd);
   if (!wrong) return;
   input_close(in);
   fail("%s", wrong);
}

void input_open(Input* in, const char* name)
{
   input_open_checked(in, name, NULL);
}

void input_of_text(Input* in, const char* shown, const char* bytes, size_t size_B)
{
   *in = (Input){.shown = shown, .bytes = bytes, .size_B = size_B};
}

void input_close(Input* in)
{
   host_free(in->heap);
   *in = (Input){.shown = in->shown};
}

// ----------------------------------------------------------------------- starts

// Unpacks the start of a file in its place; returns how many bytes that makes.  What is damaged ends there: others read the whole file.
static size_t unpacked_start(const Packer* packer, char* start, size_t packed_B, size_t n)
{
   const char* wrong = NULL;
   Unpacking* u = unpacking_begin(packer, &wrong);
   if (!u) return 0;
   char* packed = host_alloc("input.start", packed_B);
   memcpy(packed, start, packed_B);
   const char* next = packed;
   size_t done = 0, more = 1;
   while (done < n && more && !wrong) {
      more = unpacking_go(u, &next, &packed_B, start + done, n - done, &wrong);
      done += more;
   }
   host_free(packed);
   unpacking_end(u);
   return done;
}

size_t input_start(const char* name, char* to, size_t n)
{
   const int fd = regular_open_neighbour(name);
   if (fd < 0) return 0;
   const ssize_t more = read(fd, to, n); // of a regular file, all that it has
   const size_t done = more > 0 ? (size_t)more : 0;
   close(fd);
   const Packer* packer = packer_of(to, done);
   return packer ? unpacked_start(packer, to, done, n) : done;
}
