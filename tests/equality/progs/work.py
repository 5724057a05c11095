# SPDX-License-Identifier: GPL-3.0-or-later
#
# work.py: a small Python workload: objects, dictionaries, strings, exceptions.
# Usage: python3 -S -E -B work.py; run by tests/equality/run.


class Point:
    def __init__(self, x, y):
        self.x, self.y = x, y

    def __add__(self, other):
        return Point(self.x + other.x, self.y + other.y)


def collatz(n):
    steps = 0
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps


def words(n):
    x = 7
    for _ in range(n):
        x = (x * 1103515245 + 12345) % 2147483648
        yield "w%d" % (x % 97)


def attempt(n):
    try:
        return 10 // (n % 3)
    except ZeroDivisionError:
        return -1


count = {}
for w in words(1500):
    count[w] = count.get(w, 0) + 1
p = Point(0, 0)
for i in range(300):
    p = p + Point(i, -i)
print(p.x, p.y, sum(collatz(i) for i in range(1, 80)),
      sorted(count.items(), key=lambda e: (-e[1], e[0]))[:3],
      sum(attempt(i) for i in range(200)))
