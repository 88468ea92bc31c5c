"""Where the sign changes lies a root: keep the half in which it does."""


def guesses(f, low, high, steps):
    """Every guess on the way to a root of f between low and high."""
    found = []
    for _ in range(steps):
        x = (low + high) / 2
        found.append(x)
        if f(x) * f(low) > 0:
            low = x
        else:
            high = x
    return found
