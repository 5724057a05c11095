# SPDX-License-Identifier: GPL-3.0-or-later
#
# A Python program: what the interpreter does for it has many functions.  Without modules and without the
# interpreter's end, its profile stays small.
import posix
import sys

words = ("%d" % (i * 7919 % 1000) for i in range(1000))
count = {}
for word in words:
    count[word[0]] = count.get(word[0], 0) + 1
print(sorted(count.items())[:3])
sys.stdout.flush()
posix._exit(0)
