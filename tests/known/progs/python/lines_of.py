# Prints the lines that a program executes, a function each; see tests/known/python.
import posix
import sys

found = set()
name = sys.argv[1]


def note(frame):
    code = frame.f_code
    if code.co_filename != name:
        return False
    if frame.f_lineno:
        found.add((code.co_qualname, frame.f_lineno))
    found.add((code.co_qualname, code.co_firstlineno))
    return True


def each(frame, event, value):
    note(frame)
    return each


def entered(frame, event, value):
    if not note(frame):
        return None
    frame.f_trace_opcodes = True
    return each


with open(name) as f:
    code = compile(f.read(), name, "exec")
sys.argv = sys.argv[1:]
posix._exit = sys.exit  # an exception, so that the lines are printed
sys.settrace(entered)
try:
    exec(code, {"__name__": "__main__", "__file__": name})
except SystemExit:
    pass
sys.settrace(None)
for function, line in sorted(found):
    print(function, line)
