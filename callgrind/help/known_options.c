// SPDX-License-Identifier: GPL-3.0-or-later
// Options that are not ours; see known_options.h.
#include "callgrind/help/known_options.h"

#include "pub_tool_libcbase.h"

// The commonest first: of two that are equally similar to what was given, the first one is meant.
static const HChar* const core_options[] = {
   "--tool=<name>",
   "--trace-children=no|yes",
   "--log-file=<file>",
   "--verbose",
   "--quiet",
   "--help",
   "--version",
   "--vgdb=no|yes|full",
   "--trace-children-skip=<patterns>",
   "--trace-children-skip-by-arg=<patterns>",
   "--child-silent-after-fork=no|yes",
   "--read-inline-info=no|yes",
   "--read-var-info=no|yes",
   "--fair-sched=no|yes|try",
   "--main-stacksize=<number>",
   "--max-stackframe=<number>",
   "--smc-check=none|stack|all|all-non-file",
   "--num-callers=<number>",
   "--error-exitcode=<number>",
   "--suppressions=<file>",
   "--gen-suppressions=no|yes|all",
   "--default-suppressions=no|yes",
   "--track-fds=no|yes|all|bad",
   "--modify-fds=no|yes|high",
   "--time-stamp=no|yes",
   "--log-fd=<number>",
   "--log-socket=<address>:<port>",
   "--stats=no|yes",
   "--help-debug",
   "--help-dyn-options",
   "--vgdb-error=<number>",
   "--vgdb-stop-at=<events>",
   "--vgdb-poll=<number>",
   "--vgdb-prefix=<prefix>",
   "--vgdb-shadow-registers=no|yes",
   "--enable-debuginfod=no|yes",
   "--extra-debuginfo-path=<path>",
   "--debuginfo-server=<address>:<port>",
   "--allow-mismatched-debuginfo=no|yes",
   "--keep-debuginfo=no|yes",
   "--demangle=no|yes",
   "--show-below-main=no|yes",
   "--fullpath-after=<text>",
   "--xml=yes",
   "--xml-fd=<number>",
   "--xml-file=<file>",
   "--xml-socket=<address>:<port>",
   "--xml-user-comment=<text>",
   "--error-limit=no|yes",
   "--exit-on-first-error=no|yes",
   "--error-markers=<begin>,<end>",
   "--show-error-list=no|yes|all",
   "--input-fd=<number>",
   "--dsymutil=no|yes",
   "--alignment=<number>",
   "--redzone-size=<number>",
   "--xtree-memory=none|allocs|full",
   "--xtree-memory-file=<file>",
   "--realloc-zero-bytes-frees=no|yes",
   "--run-libc-freeres=no|yes",
   "--run-cxx-freeres=no|yes",
   "--sim-hints=<hints>",
   "--scheduling-quantum=<number>",
   "--kernel-variant=<variants>",
   "--merge-recursive-frames=<number>",
   "--num-transtab-sectors=<number>",
   "--avg-transtab-entry-size=<number>",
   "--aspace-minaddr=<address>",
   "--valgrind-stacksize=<number>",
   "--show-emwarns=no|yes",
   "--require-text-symbol=:<soname>:<symbol>",
   "--soname-synonyms=<synonyms>",
   "--sigill-diagnostics=no|yes",
   "--unw-stack-scan-thresh=<number>",
   "--unw-stack-scan-frames=<number>",
   "--resync-filter=no|yes|verbose",
   "--max-threads=<number>",
   "--max-guard-pages=<number>",
   "--sanity-level=<number>",
   "--trace-syscalls=no|yes",
   "--trace-signals=no|yes",
   "--progress-interval=<number>",
   "--command-line-only=no|yes",
   "--vex-iropt-register-updates=<mode>",
   "--vex-iropt-level=<number>",
   "--vex-iropt-unroll-thresh=<number>",
   "--vex-guest-max-insns=<number>",
   "--vex-guest-chase=no|yes",
   NULL,
};

// Without their dashes.
static const HChar* const memcheck_options[] = {
   "leak-check",
   "leak-resolution",
   "show-leak-kinds",
   "errors-for-leak-kinds",
   "leak-check-heuristics",
   "show-reachable",
   "show-possibly-lost",
   "xtree-leak",
   "xtree-leak-file",
   "undef-value-errors",
   "track-origins",
   "partial-loads-ok",
   "expensive-definedness-checks",
   "keep-stacktraces",
   "freelist-vol",
   "freelist-big-blocks",
   "workaround-gcc296-bugs",
   "ignore-range-below-sp",
   "show-mismatched-frees",
   "show-realloc-size-zero",
   "ignore-ranges",
   "malloc-fill",
   "free-fill",
   NULL,
};

static const HChar* const helgrind_options[] = {
   "free-is-write",
   "track-lockorders",
   "history-level",
   "history-backtrace-size",
   "delta-stacktrace",
   "conflict-cache-size",
   "check-stack-refs",
   "ignore-thread-creation",
   "show-events",
   "track-destroy",
   NULL,
};

static const HChar* const drd_options[] = {
   "check-stack-var",
   "exclusive-threshold",
   "join-list-vol",
   "segment-merging",
   "segment-merging-interval",
   "shared-threshold",
   "show-confl-seg",
   "show-stack-usage",
   "trace-addr",
   "ptrace-addr",
   "trace-alloc",
   "trace-barrier",
   "trace-cond",
   "trace-fork-join",
   "trace-hb",
   "trace-mutex",
   "trace-rwlock",
   "trace-semaphore",
   NULL,
};

static const HChar* const massif_options[] = {
   "heap",
   "heap-admin",
   "stacks",
   "pages-as-heap",
   "depth",
   "alloc-fn",
   "ignore-fn",
   "threshold",
   "peak-inaccuracy",
   "time-unit",
   "detailed-freq",
   "max-snapshots",
   "massif-out-file",
   NULL,
};

static const HChar* const dhat_options[] = {"dhat-out-file", "mode", NULL};

static const HChar* const lackey_options[] = {
   "basic-counts", "detailed-counts", "trace-mem", "trace-superblocks", "fnname", NULL,
};

// Not Cachegrind: what it has and we have not is similar to an option of ours.
static const struct {
   const HChar *title, *name; // as people write it, as --tool= has it
   const HChar* const* options;
} tools[] = {
   {"Memcheck", "memcheck", memcheck_options},
   {"Helgrind", "helgrind", helgrind_options},
   {"DRD", "drd", drd_options},
   {"Massif", "massif", massif_options},
   {"DHAT", "dhat", dhat_options},
   {"Lackey", "lackey", lackey_options},
};

const HChar* known_core_option(Int n)
{
   return core_options[n];
}

const HChar* known_tool_of(const HChar* option, const HChar** name)
{
   for (UInt i = 0; i < sizeof tools / sizeof tools[0]; i++)
      for (const HChar* const* o = tools[i].options; *o; o++)
         if (VG_(strcmp)(*o, option) == 0) {
            *name = tools[i].name;
            return tools[i].title;
         }
   return NULL;
}
