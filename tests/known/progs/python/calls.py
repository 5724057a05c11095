# Calls whose numbers follow from the text; see tests/known/python, which has them.
import functools


def fibonacci(n):
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)


def even(n):
    return n == 0 or odd(n - 1)


def odd(n):
    return n != 0 and even(n - 1)


def numbers(n):
    for i in range(n):
        yield i


def twice(n):
    yield from numbers(n)
    yield from numbers(n)


def key(n):
    return -n


def less(a, b):
    return a - b


def deep(n):
    if n == 0:
        raise LookupError
    deep(n - 1)


def shallow(n):
    try:
        deep(n)
    except LookupError:
        return n


def closed():
    try:
        yield 1
        yield 2
    finally:
        helper()


def helper():
    pass


class Thing:
    made = 0

    def __init__(self, n):
        self.n = n

    def __eq__(self, other):
        return self.n == other.n

    def __del__(self):
        Thing.made += 1

    @staticmethod
    def largest(things):
        return max(things, key=lambda t: t.n)


async def future():
    return helper()


async def both():
    await future()
    await future()


def complete(coroutine):
    try:
        coroutine.send(None)
    except StopIteration:
        pass


def caller():
    helper()
    helper(); helper()


def main():
    fibonacci(10)
    even(20)
    for _ in numbers(5):
        pass
    list(twice(3))
    sorted([3, 1, 2, 5, 4, 6], key=key)
    sorted([1, 2, 3, 4], key=functools.cmp_to_key(less))
    shallow(150)
    shallow(30)
    for _ in closed():
        break
    things = [Thing(n) for n in range(4)]
    Thing.largest(things)
    things[0] == things[1]
    del things
    complete(both())
    exec("def made():\n    helper()\n\nmade()\nmade()", {"helper": helper})
    caller()


main()
