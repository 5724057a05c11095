# Loops and recursion; see tests/known/python.
import differ


def fibonacci(on, n):
    if not on:
        return 0
    return n if n < 2 else fibonacci(True, n - 1) + fibonacci(True, n - 2)


def divisor(on, a, b):
    if not on:
        return 0
    while b:
        a, b = b, a % b
    return a


def steps(on, n):
    if not on:
        return 0
    count = 0
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        count += divisor(True, n, 12)
    return count


differ.run([
    lambda on: fibonacci(on, 11),
    lambda on: divisor(on, 1071, 462),
    lambda on: steps(on, 27),
])
