// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which bytes of memory have been stored and not read since, and by whom.
//
// Contract: a writer is a number of the caller's; 0 is nobody, whose bytes are not kept.  A byte is unread from
// its store on, until it is read, stored again, or taken.  Whatever makes bytes of somebody's not unread any
// longer says whose they were, as runs, so that the caller can count references.  An access is told in pieces
// that lie in one line of STORED_LINE_B bytes each.  Memory that is shared with other processes may be read
// by them at any time: nothing there is unread.
//
// With `lines`, what has happened to each line between two evictions from a cache is known, too.
//
// Ownership: pages belong to the map until the program ends.
//
//    StoredBytes m = {.lines = true};
//    StoredRuns lost = {0};
//    uint32_t kept_B = stored_bytes_store(&m, address, size_B, writer, &lost);    // lost: overwritten unread
//    stored_bytes_load(&m, address, size_B, &lost);                               // lost: read now
//    StoredCursor c = {0};
//    while (stored_bytes_take(&m, start, size_B, &c, &lost)) ...                  // lost: memory that ends
#ifndef XG_MEMOBJ_STORED_BYTES_H
#define XG_MEMOBJ_STORED_BYTES_H

#include "memobj/page_map.h"

enum {
   STORED_LINE_B = 64,
   STORED_PAGE_B = 4096,
   STORED_LINES = STORED_PAGE_B / STORED_LINE_B,
   STORED_WORD_B = 4
};

// Of one writer, or 0.
typedef struct {
   uint32_t writer, n_B;
} StoredRun;

// Runs are added behind those that are there.
typedef struct {
   uint32_t n;
   StoredRun run[STORED_LINE_B];
} StoredRuns;

// Masks have a bit for each byte.
//
// Invariants: the writer of an unread byte is writer[] of its word, or, if the word is mixed, that of the
// byte in StoredPage.byte; it is not 0.
typedef struct {
   uint64_t unread;
   uint64_t fresh; // stored since the line was evicted last
   uint64_t used;  // since then read, stored twice, or stored past the caches
   uint32_t writer[STORED_LINE_B / STORED_WORD_B];
   uint16_t mixed; // words whose unread bytes have several writers
} StoredLine;

typedef struct StoredPage StoredPage;
struct StoredPage {
   uint64_t number;  // of the page: its address / STORED_PAGE_B
   uint32_t* byte;   // [STORED_PAGE_B], writers of mixed words; NULL: there was none
   bool is_shared;   // with other processes
   StoredPage* next; // of all pages
   StoredLine line[STORED_LINES];
};

typedef struct {
   uint64_t start, end;
} SharedMemory;

typedef struct {
   bool lines; // what happens between evictions is noted; each page that is accessed is kept
   PageMap pages;
   StoredPage* first;
   SharedMemory* shared;
   uint32_t n_shared;
} StoredBytes;

// Where stored_bytes_take() goes on.
typedef struct {
   bool begun;
   uint64_t at;      // address, or number of the line in `page`
   StoredPage* page; // if all pages are gone through
} StoredCursor;

// A piece has been stored; returns how many of its bytes are kept as unread.
uint32_t stored_bytes_store(StoredBytes* m, uint64_t address, uint32_t size_B, uint32_t writer,
                            StoredRuns* lost);
// A piece has been read.
void stored_bytes_load(StoredBytes* m, uint64_t address, uint32_t size_B, StoredRuns* lost);
// Takes what is unread of the next line in this memory; false: there is no more.
bool stored_bytes_take(StoredBytes* m, uint64_t start, uint64_t size_B, StoredCursor* c,
                       StoredRuns* lost);
// Memory was moved by whole pages to where nothing is unread.
void stored_bytes_move(StoredBytes* m, uint64_t from, uint64_t to, uint64_t size_B);
// The memory is shared from now on, or is not any more; nothing in it is unread.
void stored_bytes_share(StoredBytes* m, uint64_t start, uint64_t size_B);
void stored_bytes_unshare(StoredBytes* m, uint64_t start, uint64_t size_B);
// Bytes of a page that is known have been read or stored past the caches.
void stored_bytes_use(StoredBytes* m, uint64_t start, uint64_t size_B);
// A cache has evicted this line, of a power of two bytes.  True if, since it did so last, each of its bytes was
// stored once and none was used.
bool stored_bytes_evict(StoredBytes* m, uint64_t address, uint32_t line_B);
// Panics if an invariant is broken.
void stored_bytes_check(const StoredBytes* m);

#endif
