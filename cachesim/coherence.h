// SPDX-License-Identifier: GPL-3.0-or-later
//
// The coherence directory: MESI states of data lines in the private caches of several cores, and what
// a core that has lost a line to writes of others finds changed.
//
// Contract: this file keeps the directory; cores.c tells it of requests, looks into the caches, and
// invalidates lines in them.  Caches evict silently: `holders` are cores that may have the line, and
// coherence_note_absent() takes one back that was found not to have it.  Before the first of a
// request's lines is asked for, coherence_begin() forgets the sharing classes of the last request.
//
// Ownership: the Coherence belongs to the caller, its lines to the directory; they stay at their
// address until coherence_free().
//
//    DirectoryLine* d = coherence_line(&c, line);        // its address
//    MissClass class = coherence_class_of(&c, d, core, bytes);
//    coherence_note_loaded(&c, d, core, others_have_it, for_a_write);
//    coherence_note_write(&c, d, core, bytes, has_it);   // nobody else holds it any more
#ifndef XG_CACHESIM_COHERENCE_H
#define XG_CACHESIM_COHERENCE_H

#include "base/arena.h"
#include "base/map.h"
#include "cachesim/line_use.h"
#include "cachesim/miss_class.h"

enum { CORES_MAX = 64, NO_CORE = 0xFF, MASK_WORDS_MAX = 8, COHERENCE_RECENT = 8192 };

// What MESI calls a line in one core's private caches.
typedef enum { MESI_INVALID, MESI_SHARED, MESI_EXCLUSIVE, MESI_MODIFIED } MesiState;

// Which bytes of a line, bit 0 of word 0 for its first one.
typedef struct {
   uint64_t word[MASK_WORDS_MAX];
} LineBytes;

// A line of data.
//
// Invariants: a core is not in both sets; if a core has the line exclusive, it is the only holder; written is
// zero for cores that have not lost the line.
typedef struct DirectoryLine DirectoryLine;
struct DirectoryLine {
   uint64_t address;
   uint64_t holders; // cores that may have it
   uint64_t lost;    // cores that have lost it to a write, and have not loaded it since
   uint8_t
      exclusive; // core that has it exclusive or modified, unless it has evicted it; or NO_CORE
   uint8_t last_writer; // or NO_CORE
   bool modified;       // by that core
   uint64_t invalidations;
   uint64_t misses[2]; // in D1 after the line was lost: of true and of false sharing
   uint64_t*
      written; // [cores * words]: bytes written by others since the core has lost it; or NULL
   DirectoryLine* next; // all lines, newest first
};

// The sharing class of a line of the running request.
typedef struct {
   uint64_t line;
   MissClass class;
} LineSharing;

typedef struct {
   uint32_t cores, words; // of a line's bytes
   uint32_t line_shift;   // log2 of its size
   bool counts;           // collection is on
   uint64_t invalidations;
   uint64_t ownership_changes;
   uint32_t n_now; // lines of the running request
   LineSharing now[LINES_PER_REQUEST];
   DirectoryLine* first;
   DirectoryLine* recent[COHERENCE_RECENT]; // by number of the line modulo, or NULL
   Map lines;                               // by address
   Arena arena;
} Coherence;

// Sets up an empty directory for caches with lines of line_B bytes.
void coherence_init(Coherence* c, uint32_t cores, uint32_t line_B);
void coherence_free(Coherence* c);
// The caches are empty: forgets states and history; counts stay.
void coherence_clear(Coherence* c);
// Counts are zero again; states and history stay.
void coherence_zero(Coherence* c);
// The part of coherence_line() that is no common case.
DirectoryLine* coherence_look_up(Coherence* c, uint64_t line);
// The directory's entry of a line; made if there is none.
XG_INLINE DirectoryLine* coherence_line(Coherence* c, uint64_t line)
{
   DirectoryLine* d = c->recent[(line >> c->line_shift) % COHERENCE_RECENT];
   return XG_LIKELY(d && d->address == line) ? d : coherence_look_up(c, line);
}
// ... or NULL.
DirectoryLine* coherence_known_line(const Coherence* c, uint64_t line);

// Whether a miss of this core on these bytes would be one of sharing; NOT_MISSED: it would not.
MissClass coherence_class_of(const Coherence* c, const DirectoryLine* d, uint32_t core,
                             const LineBytes* bytes);
// The core loads the line, which it has not; `shared`: another core holds it; `write`: to write it.
void coherence_note_loaded(Coherence* c, DirectoryLine* d, uint32_t core, bool shared,
                           bool write);
// The core does not hold the line: it has evicted it.
void coherence_note_absent(DirectoryLine* d, uint32_t core);
// Another core's write invalidates the line in this one, which holds it.
void coherence_note_lost(Coherence* c, DirectoryLine* d, uint32_t core);
// The core writes these bytes, before it loads anything.  All others have lost the line; `held`: this
// core has it.
void coherence_note_write(Coherence* c, DirectoryLine* d, uint32_t core, const LineBytes* bytes,
                          bool held);
// A request begins; the sharing class of one of its lines; what it is, for a line of the request.
void coherence_begin(Coherence* c);
void coherence_note_sharing(Coherence* c, uint64_t line, MissClass class);
// As SharingClass of classifier.h asks for it.
MissClass coherence_sharing(void* coherence, uint64_t line);
// Panics if an invariant is broken.
void coherence_check(const Coherence* c);

#endif
