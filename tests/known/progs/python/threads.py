# Threads that take turns; see tests/known/python.
import sys
import _thread

sys.setswitchinterval(1e-6)


def turn(n):
    return n + 1


def descend(depth):
    return turn(depth) if depth == 0 else descend(depth - 1)


def work(lock, depth):
    for _ in range(100):
        descend(depth)
    lock.release()


def main():
    locks = []
    for i in range(4):
        lock = _thread.allocate_lock()
        lock.acquire()
        locks.append(lock)
        _thread.start_new_thread(work, (lock, i))
    for lock in locks:
        lock.acquire()


main()
