# Calls where the interpreter is entered and left in other ways; counts them itself, and prints each function with its
# calls, at the end; see tests/known/python.
import ctypes
import os
import signal
import sys

counted = {}


def count(name):
    counted[name] = counted.get(name, 0) + 1


def compare(a, b):
    count("compare")
    return a[0] - b[0]


def from_c():
    count("from_c")
    function = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_int), ctypes.POINTER(ctypes.c_int))
    numbers = (ctypes.c_int * 9)(*range(9, 0, -1))
    ctypes.CDLL(None).qsort(numbers, 9, 4, function(compare))


def handler(number, frame):
    count("handler")
    in_handler()


def in_handler():
    count("in_handler")


def signals():
    count("signals")
    signal.signal(signal.SIGUSR1, handler)
    for _ in range(5):
        os.kill(os.getpid(), signal.SIGUSR1)


def deep(n):
    count("deep")
    if n:
        deep(n - 1)
    elif counted["deep"] > 500:
        raise KeyError


def recursion():
    count("recursion")
    deep(400)
    try:
        deep(400)
    except KeyError:
        in_handler()


def observe(frame, event, value):
    count("observe")


def observed(n):
    count("observed")
    return abs(n)


def with_profiler():
    count("with_profiler")
    sys.setprofile(observe)
    for i in range(4):
        observed(i)
    sys.setprofile(None)


def in_child():
    count("in_child")


def forks():
    count("forks")
    child = os.fork()
    if child == 0:
        in_child()
        os._exit(0)
    os.waitpid(child, 0)


def interpreters():
    count("interpreters")
    try:
        import _interpreters as sub
    except ImportError:
        import _xxsubinterpreters as sub
    for _ in range(2):
        other = sub.create()
        sub.run_string(other, "def other(n):\n    return n and other(n - 1)\n\nother(4)\n")
        sub.destroy(other)
        in_handler()


class Evil:
    def __del__(self):
        count("Evil.__del__")
        in_handler()


def cycles():
    count("cycles")
    import gc

    for _ in range(3):
        evil = Evil()
        evil.self = evil
    evil = None
    gc.collect()


for f in from_c, signals, recursion, with_profiler, forks, interpreters, cycles:
    f()
for name in sorted(counted):
    print(name, counted[name])
