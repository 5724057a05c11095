# Switches instrumentation on within a function; see tests/known/python.
import ctypes
import sys

library = ctypes.CDLL(sys.argv[1])


def called(n):
    return n and called(n - 1)


def switches():
    called(1)
    library.start_instrumentation()
    called(2)
    called(2)
    library.stop_instrumentation()
    called(3)
    library.start_instrumentation()
    again()


def again():
    called(4)


def main():
    switches()
    called(5)


main()
