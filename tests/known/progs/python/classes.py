# Methods, properties and operators; see tests/known/python.
import differ


class Shape:
    def __init__(self, side):
        self.side = side

    @property
    def area(self):
        return self.side * self.side

    def __add__(self, other):
        return type(self)(self.side + other.side)


class Box(Shape):
    def __init__(self, side):
        super().__init__(side)
        self.height = side + 1

    def volume(self):
        return self.area * self.height


def shapes(on):
    if not on:
        return 0
    return (Shape(2) + Shape(3)).area


def boxes(on, n):
    if not on:
        return 0
    total = 0
    for side in range(n):
        total += Box(side).volume()
    return 1


def sums(on, n):
    if not on:
        return 0
    box = Box(1)
    for _ in range(n):
        box = box + Box(2)
    return box.side


differ.run([
    shapes,
    lambda on: boxes(on, 8),
    lambda on: sums(on, 5),
])
