"""Finite differences: the numbers of the chapters, their accuracy, and their errors."""

import cmath
import math
import re
from types import SimpleNamespace

import pytest

from micrograd.engine import Value
from micrograd.gradcheck import (
    EdgeError,
    GradientError,
    KinkError,
    central_difference,
    complex_step,
    forward_difference,
    gradcheck,
)
from micrograd.steps import step5_local, step7_backward, step8_complete

BOTH = pytest.mark.parametrize("difference", [forward_difference, central_difference])


def line(a, b, c):
    return a * b + c


@pytest.mark.parametrize("make", [float, Value])
def test_the_slopes_of_chapter_1(make):
    """At a = 2, b = -3, c = 10 the three slopes of a*b + c print -3, 2 and 1."""
    point = [make(2.0), make(-3.0), make(10.0)]
    slopes = [forward_difference(line, *point, wrt=i, h=0.0001) for i in range(3)]
    assert [f"{slope:.4f}" for slope in slopes] == ["-3.0000", "2.0000", "1.0000"]


def test_a_forward_difference_is_off_by_half_h_times_the_curvature():
    """The slope of a cube at 2 prints 12.0006 with h = 0.0001; that of a**-1 prints -0.2500."""
    assert f"{forward_difference(lambda a: a**3, Value(2.0), h=0.0001):.4f}" == "12.0006"
    assert f"{forward_difference(lambda a: a**-1, Value(2.0), h=0.0001):.4f}" == "-0.2500"
    assert f"{central_difference(lambda a: a**3, Value(2.0), h=0.0001):.4f}" == "12.0000"


def test_the_order_of_the_error():
    """A tenth of h divides the forward error by 10 and the central error by 100."""
    for difference, factor in ((forward_difference, 10), (central_difference, 100)):
        coarse, fine = (abs(difference(math.exp, 1.0, h=h) - math.e) for h in (1e-2, 1e-3))
        assert coarse / fine == pytest.approx(factor, rel=0.01)


@pytest.mark.parametrize("x", [0.0, 1.0, -3.0, 1e4])
def test_the_default_steps_are_good(x):
    """Without h, the forward difference has about 7 right digits and the central one 9."""
    assert forward_difference(lambda a: a**3, x) == pytest.approx(3 * x**2, rel=1e-6, abs=1e-7)
    assert central_difference(lambda a: a**3, x) == pytest.approx(3 * x**2, rel=1e-8, abs=1e-9)


def test_the_default_step_grows_with_x():
    """At x = 10**12 a fixed step of 1e-8 would vanish in rounding; the default does not."""
    assert forward_difference(lambda a: 2 * a, 1e12) == pytest.approx(2)
    assert forward_difference(lambda a: 2 * a, 1e12, h=1e-8) == 0.0


@BOTH
def test_too_small_a_step_gives_zero(difference):
    """With h = 1e-17, x + h is x."""
    assert difference(math.tanh, 0.8814, h=1e-17) == 0.0


@BOTH
def test_values_of_the_reader_are_left_alone(difference):
    """f gets new Values of the same class; the reader's own keep data, grad and identity."""
    a, b = Value(2.0, label="a"), Value(-3.0)
    seen = []

    def f(x, y):
        seen.extend((x, y))
        return x * y

    assert difference(f, a, b, wrt=0) == pytest.approx(-3.0)
    assert all(type(value) is Value and value is not a and value is not b for value in seen)
    assert (a.data, a.grad, b.data, b.grad) == (2.0, 0.0, -3.0, 0.0)


@BOTH
def test_numbers_reach_f_as_floats(difference):
    """Where an input is a number, f gets a float, in any mixture with Values."""
    kinds = set()

    def f(x, y):
        kinds.add((type(x), type(y)))
        return y * x

    assert difference(f, 2, Value(5.0), wrt=0) == pytest.approx(5.0)
    assert kinds == {(float, Value)}


@BOTH
def test_the_result_is_a_float(difference):
    """Whether f returns a float, an int or a Value, the slope is a float."""
    for f, x in ((math.sin, 1.0), (lambda a: 3, 1), (lambda a: a * 2, Value(1))):
        assert type(difference(f, x)) is float


@BOTH
@pytest.mark.parametrize("wrt", [2, -1])
def test_wrt_names_an_input(difference, wrt):
    """An input that is not there is an IndexError that says how many there are."""
    with pytest.raises(IndexError, match=f"wrt={wrt} names no input: f is given 2"):
        difference(lambda a, b: a * b, 1.0, 2.0, wrt=wrt)


@BOTH
@pytest.mark.parametrize("h", [0, 0.0, math.inf, math.nan])
def test_h_is_a_finite_step(difference, h):
    """No step, and a step without end, are refused."""
    with pytest.raises(ValueError, match="h must be a finite number other than 0"):
        difference(math.sin, 1.0, h=h)


@BOTH
def test_f_is_a_function(difference):
    """A result in place of the function is a TypeError that shows how to write it."""
    with pytest.raises(TypeError, match="f must be a function, such as lambda"):
        difference(Value(2.0) * 3, 2.0)


@BOTH
@pytest.mark.parametrize("result", [None, "1.0", 1j, [1.0], SimpleNamespace(data=1j)])
def test_f_returns_a_number(difference, result):
    """What f returns must be a real number or a Value that holds one."""
    with pytest.raises(TypeError, match="what f returns must be a number or a Value"):
        difference(lambda a: result, 1.0)


@BOTH
def test_inputs_are_numbers(difference):
    """An input that is no number is named by its place."""
    with pytest.raises(TypeError, match="input 1 must be a number or a Value, not '2'"):
        difference(lambda a, b: a, 1.0, "2")


def test_gradcheck_compares_every_input():
    """For each input it returns both derivatives and their relative error."""
    checks = gradcheck(line, 2.0, Value(-3.0), 10)
    assert [check.analytic for check in checks] == [-3.0, 2.0, 1.0]
    assert [check.numeric for check in checks] == pytest.approx([-3.0, 2.0, 1.0], rel=1e-9)
    for check in checks:
        size = max(abs(check.analytic), abs(check.numeric))
        assert check.error == abs(check.analytic - check.numeric) / size < 1e-9


def test_gradcheck_of_what_does_not_count():
    """Two zeros agree, with an error of zero."""
    assert gradcheck(lambda a, b: b * 2, 3.0, 4.0)[0] == (0.0, 0.0, 0.0)


class Wrong(Value):
    """Its product says that both derivatives are those of the first factor, times `factor`."""

    factor = 1.0

    def __mul__(self, other):
        right = super().__mul__(other)
        right._db *= self.factor
        return right


def test_gradcheck_names_what_is_wrong():
    """The message names the input, with its label, the analytic value and the numeric one."""

    class Double(Wrong):
        factor = 2.0

    with pytest.raises(GradientError) as caught:
        gradcheck(lambda a, b: a * b, Double(3.0), Double(4.0, label="w"))
    start, _, numeric = str(caught.value).rpartition(" ")
    assert start == "input 1 (w), at 4.0: backward says 6.0, the central difference"
    assert float(numeric) == pytest.approx(3.0)
    assert not isinstance(caught.value, KinkError)


@pytest.mark.parametrize(("factor", "passes"), [(1.0009, True), (1.0012, False), (0.9988, False)])
def test_gradcheck_tolerates_a_thousandth(factor, passes):
    """The relative tolerance is 1e-3 of the larger one, either way; it can be narrowed."""

    class Nearly(Wrong):
        pass

    Nearly.factor = factor
    inputs = Nearly(300.0), Nearly(4.0)
    if passes:
        gradcheck(lambda a, b: a * b, *inputs)
        with pytest.raises(GradientError):
            gradcheck(lambda a, b: a * b, *inputs, rtol=1e-6)
    else:
        with pytest.raises(GradientError):
            gradcheck(lambda a, b: a * b, *inputs)
        gradcheck(lambda a, b: a * b, *inputs, rtol=1e-2)


def test_gradcheck_tolerates_small_differences():
    """Below the absolute tolerance anything passes, and a wrong slope of 2e-5 does not."""

    class Nearly(Wrong):
        factor = 3.0

    gradcheck(lambda a, b: a * b, Nearly(4e-6), Nearly(1.0))
    with pytest.raises(GradientError):
        gradcheck(lambda a, b: a * b, Nearly(1e-5), Nearly(1.0))
    with pytest.raises(GradientError):
        gradcheck(lambda a, b: a * b, Nearly(4e-6), Nearly(1.0), atol=1e-7)


@pytest.mark.parametrize(
    "x", [0.0, 1e-7, -1e-6, 6.05e-6 / 3, 6.05e-6 / 5, 6.05e-6 / 11, 4e-6, -5.9e-6]
)
def test_gradcheck_notices_kinks(x):
    """At a kink, or within a nudge of it, it says so, with the slopes on either side."""
    with pytest.raises(KinkError, match=r"^input 0 \(x\), at .*kink.*on the left.*on the right"):
        gradcheck(lambda a: a.relu() * 3, Value(x, label="x"))


def test_gradcheck_notices_a_kink_that_happens_to_agree():
    """|x| has the slope 0 at 0 for backward and for the central difference, and still a kink."""
    with pytest.raises(KinkError, match=r"slope -1 on the left and 1 on the right; .* 0\.0$"):
        gradcheck(lambda a: a.relu() + (-a).relu(), 0.0)


@pytest.mark.parametrize(
    ("f", "x"),
    [
        (lambda a: a * a, 0.0),
        (lambda a: a**3, 0.0),
        (lambda a: (a * 50).exp(), 0.0),
        (lambda a: (a * 100).tanh(), 0.003),
        (lambda a: a.log(), 0.01),
        (lambda a: 1 / a, 0.01),
        (lambda a: a.relu(), 1e-5),
        (lambda a: a**5, 100.0),
        (lambda a: a + 1e6, 1.0),
    ],
)
def test_gradcheck_takes_no_bend_for_a_kink(f, x):
    """However a smooth function curves, its slopes meet as the nudge shrinks."""
    gradcheck(f, x)


def test_gradcheck_refuses_nan():
    """What is not a number agrees with nothing."""
    with pytest.raises(GradientError, match="nan"):
        gradcheck(lambda a: a * math.nan, 1.0)


def test_gradcheck_leaves_the_readers_values_alone():
    """Its own Values take the gradients."""
    a = Value(2.0)
    a.grad = 7.0
    gradcheck(lambda x: x * x, a)
    assert (a.data, a.grad) == (2.0, 7.0)


def test_gradcheck_checks_the_steps_too():
    """Values of a step that has backward stay of that step."""
    seen = set()

    def f(a, b):
        seen.update((type(a), type(b)))
        return (a * b).tanh()

    for make in (step7_backward.Value, step8_complete.Value):
        gradcheck(f, make(0.5), make(0.25))
        assert seen == {make}
        seen.clear()


def test_gradcheck_names_what_it_cannot_use():
    """No function, no input, a foreign input, or a result without backward: each is an error."""
    with pytest.raises(TypeError, match="f must be a function"):
        gradcheck(Value(2.0), 1.0)
    with pytest.raises(ValueError, match="gradcheck needs an input"):
        gradcheck(lambda: Value(1.0))
    with pytest.raises(TypeError, match="input 1 must be a number or a Value, not '2'"):
        gradcheck(line, 1.0, "2", 3.0)
    for f, x in ((lambda a: 3.0, 1.0), (lambda a: a * a, step5_local.Value(1.0))):
        with pytest.raises(TypeError, match=r"f must return a Value that has backward\(\)"):
            gradcheck(f, x)


def test_the_complex_step_is_exact():
    """An expression of Values runs as it is, and is right to the last digits."""

    def f(a, b):
        return (
            (2 * a - b / 4).tanh() ** 3 / (1 + (-b).exp()) + (a + b).log() * 3 - 1 / (b * a).relu()
        )

    for wrt in (0, 1):
        a, b = Value(0.5), Value(1.5)
        f(a, b).backward()
        assert complex_step(f, a, b, wrt=wrt) == pytest.approx((a, b)[wrt].grad, rel=1e-14)


def test_the_complex_step_takes_functions_of_complex_numbers():
    """What `cmath` computes can be stepped through, too."""
    assert complex_step(lambda z: cmath.sin(z) ** 2, 0.4) == pytest.approx(math.sin(0.8), rel=1e-15)


def test_the_complex_step_at_a_kink_is_that_of_the_left():
    """The slope of relu is 1 above 0, else 0."""
    slopes = [complex_step(lambda a: a.relu(), x) for x in (1.0, 0.0, -1.0)]
    assert slopes == [1.0, 0.0, 0.0]


@pytest.mark.parametrize("f", [abs, lambda z: z.real, lambda z: 3, lambda z: Value(1.0)])
def test_the_complex_step_refuses_what_leaves_the_complex_numbers(f):
    """A result that lost the imaginary part is a TypeError and no slope of 0."""
    with pytest.raises(TypeError, match="f must return the complex number it computed"):
        complex_step(f, 2.0)


def test_the_complex_step_takes_no_foreign_values():
    """Every Value of the expression must be an input: another one has no complex part."""
    outside = Value(2.0)
    with pytest.raises(TypeError):
        complex_step(lambda a: a * outside, 3.0)


def test_the_complex_step_checks_its_arguments():
    """As the differences do: the function, the inputs, the number of the input, the step."""
    with pytest.raises(TypeError, match="f must be a function"):
        complex_step(Value(2.0), 1.0)
    with pytest.raises(TypeError, match="input 0 must be a number"):
        complex_step(lambda a: a, "2")
    with pytest.raises(IndexError, match="wrt=1 names no input"):
        complex_step(lambda a: a, 2.0, wrt=1)
    with pytest.raises(ValueError, match="h must be a finite number"):
        complex_step(lambda a: a, 2.0, h=0.0)


DECADES = [sign * m * 10.0**k for k in range(-8, 9) for m in (1, 2, 5) for sign in (1, -1)]
EVERY_OPERATION = {
    "a + b": (lambda a: a + 3.0, lambda x: True),
    "a - b": (lambda a: 3.0 - a, lambda x: True),
    "a * b": (lambda a: a * 7.0, lambda x: True),
    "a * a": (lambda a: a * a, lambda x: True),
    "a / b": (lambda a: a / 7.0, lambda x: True),
    "b / a": (lambda a: 7.0 / a, lambda x: True),
    "a**3": (lambda a: a**3, lambda x: True),
    "a**-2": (lambda a: a**-2, lambda x: True),
    "a**0": (lambda a: a**0, lambda x: True),
    "a**0.5": (lambda a: a**0.5, lambda x: x > 0),
    "a**1.5": (lambda a: a**1.5, lambda x: x > 0),
    "-a": (lambda a: -a, lambda x: True),
    "exp": (lambda a: a.exp(), lambda x: x < 700),
    "log": (lambda a: a.log(), lambda x: x > 0),
    "tanh": (lambda a: a.tanh(), lambda x: True),
    "relu": (lambda a: a.relu(), lambda x: abs(x) > 1e-5),
}


def test_every_operation_has_its_decades():
    """The table holds each operation of the engine; sixteen decades are 1e-8 to 1e8."""
    made = {re.sub(r"(?<=\*\*).*", "", f(Value(0.5))._op) for f, _ in EVERY_OPERATION.values()}
    assert made == {"+", "-", "*", "/", "**", "neg", "exp", "log", "tanh", "relu"}
    assert (min(map(abs, DECADES)), max(DECADES)) == (1e-8, 5e8)


@pytest.mark.parametrize("name", EVERY_OPERATION)
def test_a_right_rule_passes_over_sixteen_decades(name):
    """However small or large the input: the nudge fits it."""
    f, defined = EVERY_OPERATION[name]
    for x in filter(defined, DECADES):
        gradcheck(f, x)


@pytest.mark.parametrize("name", EVERY_OPERATION)
def test_a_wrong_rule_fails_over_sixteen_decades(name):
    """One hundredth too much is noticed, unless the slope is lost in the absolute tolerance."""
    f, defined = EVERY_OPERATION[name]

    def wrong(a):
        right = f(a)
        right._da, right._db = 1.01 * right._da, 1.01 * right._db
        return right

    caught = 0
    for x in filter(defined, DECADES):
        a = Value(x)
        f(a).backward()
        if abs(a.grad) > 2e-3:
            with pytest.raises(GradientError) as error:
                gradcheck(wrong, x)
            assert not isinstance(error.value, KinkError)
            caught += 1
    assert caught or name == "a**0"


@pytest.mark.parametrize("distance", [10.0**-k for k in range(1, 9)])
@pytest.mark.parametrize(
    "f",
    [
        lambda a: (a - 1).log(),
        lambda a: 1 / (a - 1),
        lambda a: (a - 1) ** 0.5,
        lambda a: (a - 1) ** 1.5 * a,
        lambda a: ((a - 1) * (a - 1) * (a - 1)).log() + a,
    ],
)
def test_no_nudge_crosses_the_edge_of_a_domain(f, distance):
    """Wherever the edge is: here it is at 1, and the input a little above."""
    gradcheck(f, 1 + distance)


@pytest.mark.parametrize("scale", [10.0**k for k in range(9)])
def test_a_sharp_bend_is_no_kink(scale):
    """A tanh as steep as 1e8 passes in its middle, at its shoulder and where it is flat."""
    for x in (0.0, 0.3, 1.0, 2.5, 5.0, -8.0):
        gradcheck(lambda a: (a * scale).tanh() + 1, x / scale)


@pytest.mark.parametrize("offset", [0.0, 1.0, -100.0])
@pytest.mark.parametrize("x", [0.0, 1e-7, -1e-7, 1e-6, -3e-6, 5e-6])
def test_the_nudge_does_not_shrink_past_a_kink(offset, x):
    """A function that breaks beside the input gets no smaller nudge than any other."""
    with pytest.raises(KinkError):
        gradcheck(lambda a: a.relu() + offset, x)


def test_a_nudge_of_the_readers_is_taken_as_it_is():
    """With h given, 1/a at 0.0001 fails as it did."""
    gradcheck(lambda a: 1 / a, 1e-4)
    with pytest.raises(GradientError):
        gradcheck(lambda a: 1 / a, 1e-4, h=6e-6)


def test_an_input_on_the_edge_itself_is_told():
    """Left of 0 there is no square root, and no nudge is small enough: so nothing is compared."""
    with pytest.raises(EdgeError) as caught:
        gradcheck(lambda a: a**0.5, Value(0.0, label="a"))
    assert str(caught.value).startswith("input 0 (a), at 0.0: f is not defined on both sides")
    assert str(caught.value).endswith("backward says inf")


@pytest.mark.parametrize("x", [0.0, 1e-7, -1e-6, 6.05e-6 / 3, 4e-6, 5.96e-6, -5.9e-6])
def test_the_slopes_of_a_kink_are_those_beside_it(x):
    """However near the input is to it: 0 and 3, and no mixture of them."""
    with pytest.raises(KinkError, match=r"slope 0 on the left and 3 on the right"):
        gradcheck(lambda a: a.relu() * 3, x)


class Dual:
    """A number and its slope; of Duals, its slope's slope, too: exact derivatives of any order.

    Source: Clifford (1873); the arithmetic of forward-mode differentiation.
    """

    def __init__(self, real, slope=0.0):
        self.real, self.slope = real, slope

    def __add__(self, other):
        other = other if isinstance(other, Dual) else Dual(other)
        return Dual(self.real + other.real, self.slope + other.slope)

    def __mul__(self, other):
        other = other if isinstance(other, Dual) else Dual(other)
        return Dual(self.real * other.real, self.slope * other.real + self.real * other.slope)

    __radd__, __rmul__ = __add__, __mul__

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + -other

    def __rsub__(self, other):
        return other + -self

    def __pow__(self, n):
        return Dual(self.real**n, n * self.real ** (n - 1) * self.slope)

    def __truediv__(self, other):
        return self * (other**-1 if isinstance(other, Dual) else 1 / other)

    def __rtruediv__(self, other):
        return other * self**-1

    def exp(self):
        e = self.real.exp() if isinstance(self.real, Dual) else math.exp(self.real)
        return Dual(e, e * self.slope)

    def log(self):
        log = self.real.log() if isinstance(self.real, Dual) else math.log(self.real)
        return Dual(log, self.slope / self.real)

    def tanh(self):
        t = self.real.tanh() if isinstance(self.real, Dual) else math.tanh(self.real)
        return Dual(t, (1 - t * t) * self.slope)


SMOOTH = {
    "tanh": (lambda a: (a * 2).tanh(), 0.4),
    "exp": (lambda a: (-a * a).exp(), 0.7),
    "log": (lambda a: (1 + a**4).log(), -1.2),
    "power": (lambda a: a**2.5 / (1 + a), 1.7),
    "all": (lambda a: (a * a.exp()).tanh() / (1 + a.log() ** 2) - 3 / a, 0.9),
}


@pytest.mark.parametrize("name", SMOOTH)
def test_gradients_bend_as_dual_numbers_say(name):
    """The first derivative is a Dual's, to rounding; that of `backward` moves by the second one."""
    f, x = SMOOTH[name]

    def slope(x):
        a = Value(x)
        f(a).backward()
        return a.grad

    twice = f(Dual(Dual(x, 1.0), Dual(1.0, 0.0)))
    assert slope(x) == pytest.approx(twice.slope.real, rel=1e-13)
    second = twice.slope.slope
    assert central_difference(slope, x) == pytest.approx(second, rel=1e-7)
    h = 1e-4  # and a forward difference misses by h/2 times the second derivative
    missed = forward_difference(f, Value(x), h=h) - slope(x)
    assert missed == pytest.approx(h / 2 * second, rel=1e-2)
