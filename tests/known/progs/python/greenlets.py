# Functions on stacks that are switched; see tests/known/python.
import greenlet


def leaf(n):
    return n


def helper(n):
    leaf(n)
    first.switch()
    leaf(n)


def task(n):
    for i in range(n):
        helper(i)


def after():
    pass


def main():
    tasks = [greenlet.greenlet(task) for _ in range(3)]
    for t in tasks:
        t.switch(4)
    for _ in range(4):
        for t in tasks:
            t.switch()
        leaf(0)
    after()


first = greenlet.getcurrent()
main()
