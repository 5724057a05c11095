# Exceptions that leave several functions at once; see tests/known/python.
import differ


def thrower(depth):
    if depth == 0:
        raise ValueError(depth)
    thrower(depth - 1)


def tidy(depth):
    try:
        thrower(depth)
    finally:
        depth = -1


def caught(on, depth):
    if not on:
        return 0
    try:
        thrower(depth)
    except ValueError as e:
        return e.args[0]


def tidied(on, depth):
    if not on:
        return 0
    try:
        tidy(depth)
    except ValueError:
        return 1


class Manager:
    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        return kind is ValueError


def managed(on, depth):
    if not on:
        return 0
    with Manager():
        # thrown through functions of C: sorted and the key's caller
        sorted([depth], key=thrower)
    return 1


differ.run([
    lambda on: caught(on, 5),
    lambda on: tidied(on, 3),
    lambda on: managed(on, 4),
])
