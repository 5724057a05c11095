# SPDX-License-Identifier: GPL-3.0-or-later
#
# requests: Callgrind's client requests from Python, through ctypes and requests.c.
# Of the three calls of work(), the first has its own part, the second is not
# collected, and the third is in the last part.  Start-up is not instrumented.
#
# Usage: xgrind --instr-atstart=no python3 requests.py [NUMBER]

import ctypes
import os
import sys

callgrind = ctypes.CDLL(os.path.join(os.path.dirname(os.path.abspath(__file__)), "librequests.so"))


def work(rounds):
    total = 1
    for i in range(rounds):
        total ^= i
    return total


rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 1000

callgrind.start_instrumentation()
callgrind.zero_stats()
total = work(rounds)
callgrind.dump_stats_at(b"first")
callgrind.toggle_collect()
total ^= work(100 * rounds)
callgrind.toggle_collect()
callgrind.dump_stats()  # nothing of work() is in this part
total ^= work(2 * rounds)
callgrind.stop_instrumentation()

print(total)
