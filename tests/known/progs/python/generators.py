# Generators and coroutines; see tests/known/python.
import differ


def count_to(n):
    for i in range(n):
        yield i


def chained(n):
    yield from count_to(n)
    yield from count_to(2)


def averaging():
    total = n = 0
    while True:
        total += yield total
        n += 1


def counted(on, n):
    if not on:
        return 0
    return sum(i for i in count_to(n))


def nested(on, n):
    if not on:
        return 0
    last = 0
    for last in chained(n):
        pass
    return last


def sent(on, n):
    if not on:
        return 0
    a = averaging()
    next(a)
    for i in range(n):
        a.send(i)
    a.close()
    return 0


class Soon:
    def __await__(self):
        yield 1
        return 2


async def waits(n):
    total = 0
    for _ in range(n):
        total += await Soon()
    return total


def awaited(on, n):
    if not on:
        return 0
    c = waits(n)
    try:
        while True:
            c.send(None)
    except StopIteration as stop:
        return stop.value


differ.run([
    lambda on: counted(on, 10),
    lambda on: nested(on, 6),
    lambda on: sent(on, 7),
    lambda on: awaited(on, 4),
])
