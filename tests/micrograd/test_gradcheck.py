"""Finite differences: the numbers of the chapters, their accuracy, and their errors."""

import math

import pytest

from micrograd.engine import Value
from micrograd.gradcheck import central_difference, forward_difference

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
@pytest.mark.parametrize("result", [None, "1.0", 1j, [1.0], Value(1j)])
def test_f_returns_a_number(difference, result):
    """What f returns must be a real number or a Value that holds one."""
    with pytest.raises(TypeError, match="what f returns must be a number or a Value"):
        difference(lambda a: result, 1.0)


@BOTH
def test_inputs_are_numbers(difference):
    """An input that is no number is named by its place."""
    with pytest.raises(TypeError, match="input 1 must be a number or a Value, not '2'"):
        difference(lambda a, b: a, 1.0, "2")
