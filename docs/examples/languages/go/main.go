// SPDX-License-Identifier: GPL-3.0-or-later
//
// requests: Callgrind's client requests from Go, through cgo.  Of the three calls
// of work(), the first has its own part, the second is not collected, and the
// third is in the last part.  Start-up is not instrumented.
//
// Usage: CGO_CFLAGS=-I$PREFIX/include go build
//
//	xgrind --instr-atstart=no ./requests [NUMBER]
package main

/*
#include <stdlib.h>
#include <valgrind/callgrind.h>

static void dumpStats(void) { CALLGRIND_DUMP_STATS; }
static void dumpStatsAt(const char* text) { CALLGRIND_DUMP_STATS_AT(text); }
static void zeroStats(void) { CALLGRIND_ZERO_STATS; }
static void toggleCollect(void) { CALLGRIND_TOGGLE_COLLECT; }
static void startInstrumentation(void) { CALLGRIND_START_INSTRUMENTATION; }
static void stopInstrumentation(void) { CALLGRIND_STOP_INSTRUMENTATION; }
*/
import "C"

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"unsafe"
)

//go:noinline
func work(rounds int) int {
	sum := 1
	for i := 0; i < rounds; i++ {
		sum ^= i
	}
	return sum
}

func main() {
	rounds := 1000
	if len(os.Args) > 1 {
		n, err := strconv.Atoi(os.Args[1])
		if err != nil {
			fmt.Fprintln(os.Stderr, "requests: not a number:", os.Args[1])
			os.Exit(2)
		}
		rounds = n
	}
	text := C.CString("first")
	defer C.free(unsafe.Pointer(text))
	runtime.LockOSThread() // toggling applies to one thread of the system

	C.startInstrumentation()
	C.zeroStats()
	sum := work(rounds)
	C.dumpStatsAt(text)
	C.toggleCollect()
	sum ^= work(100 * rounds)
	C.toggleCollect()
	C.dumpStats() // nothing of work() is in this part
	sum ^= work(2 * rounds)
	C.stopInstrumentation()

	fmt.Println(sum)
}
