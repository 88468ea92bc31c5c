"""Near a point a curve is almost its tangent: go where that is zero."""


def guesses(f, slope, x, steps):
    """Every guess on the way to a root of f, from x on.

    Ends early where nothing changes any more.
    Raises ValueError where the tangent is level: it never meets zero.
    """
    found = [x]
    for _ in range(steps):
        if slope(x) == 0:
            raise ValueError(f"the tangent at {x} is level")
        x = x - f(x) / slope(x)
        if x in found:
            break
        found.append(x)
    return found
