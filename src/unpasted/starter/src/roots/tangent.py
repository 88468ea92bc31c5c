"""Near a point a curve is almost its tangent: go where that is zero."""


def guesses(f, slope, x, steps):
    """Every guess on the way to a root of f, from x on."""
    found = [x]
    for _ in range(steps):
        x = x - f(x) / slope(x)
        found.append(x)
    return found
