# Calls a program's functions, at last one of them with its body or without; see tests/known/python.
import gc
import posix
import sys

WARM = 20  # so that CPython has specialised the code, and has memory at hand


def run(functions):
    gc.disable()
    chosen = functions[int(sys.argv[1])]
    # a, without, and b, with: numbers with which CPython does the same
    on = (None, False, True)[ord(sys.argv[2]) - ord("`")]
    for _ in range(WARM):
        for function in functions:
            function(True)
    chosen(on)
    posix._exit(0)  # what the body leaves behind is freed by nobody
