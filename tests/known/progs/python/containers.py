# Lists, dictionaries and texts; functions that C calls; see tests/known/python.
import differ


def squares(on, n):
    if not on:
        return 0
    sum([i * i for i in range(n)])
    return 1


def count_words(on, text):
    if not on:
        return 0
    count = {}
    for word in text.split():
        count[word] = count.get(word, 0) + 1
    return max(count.values())


def distance(n):
    return abs(n - 7)


def by_distance(on, numbers):
    if not on:
        return 0
    return sorted(numbers, key=distance)[0]


def doubled(on, numbers):
    if not on:
        return 0
    return len(list(map(lambda n: n + n, numbers)))


differ.run([
    lambda on: squares(on, 20),
    lambda on: count_words(on, "to be or not to be that is the question to ask"),
    lambda on: by_distance(on, [3, 1, 9, 8, 20, 11, 2]),
    lambda on: doubled(on, range(9)),
])
