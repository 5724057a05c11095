# Code whose lines are far apart, go back, and share one; see tests/known/python.


def lambdas(n):
    return (lambda: n)() + (
        lambda m: m + n
    )(2)









































































































































def later(n):
    total = (
        n
        + helper(n)
        + sum(
            i
            for i in range(n)
            if i
        )
    )
    while True:
        if total > 100: break
        total += total; total += 1
    return total


def helper(n):
    with open(__file__) as f: pass
    try:
        return [
            x
            for x in "abc"
        ].index("z")
    except ValueError as e:
        n += 1
    finally:
        n += 2
    return n


def nested(a):
    def inner(b):
        nonlocal a
        a += b
        return a

    class Local:
        c = inner(1)
        d = inner(
            2)

    return inner(Local.c)


def chosen(x):
    match x:
        case [a, b]:
            return a
        case {"k": v}:
            return v
        case _:
            return 0


def ümlaut():
    return "日"


assert lambdas(3) and later(4) and nested(5)
chosen([1, 2]), chosen({"k": 1}), chosen(3)
ümlaut()
