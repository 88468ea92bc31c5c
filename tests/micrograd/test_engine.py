"""The finished engine against central differences, the complex step, and plain arithmetic."""

import cmath
import math
import subprocess
import sys

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from micrograd.engine import Value
from micrograd.gradcheck import central_difference


def exp(x):
    return x.exp() if isinstance(x, Value) else cmath.exp(x)


def tanh(x):
    return x.tanh() if isinstance(x, Value) else cmath.tanh(x)


def relu(x):
    return x.relu() if isinstance(x, Value) else x if x.real > 0 else 0 * x


def real(f):
    """Turn a function of complex numbers into one of floats."""
    return lambda *xs: complex(f(*xs)).real


def complex_step(f, *inputs, wrt):
    """Differentiate an analytic function exactly, to rounding: Im f(x + ih) / h, with a tiny h.

    Source: Squire and Trapp, Using complex variables to estimate derivatives (SIAM Review, 1998).
    """
    h = 1e-30
    return f(*(x + 1j * h if i == wrt else complex(x) for i, x in enumerate(inputs))).imag / h


def gradients(f, *inputs):
    values = [Value(x) for x in inputs]
    out = f(*values)
    out.backward()
    return out.data, [value.grad for value in values]


OPERATIONS = {
    "a + b": (lambda a, b: a + b, (2.0, -3.0)),
    "a + 1": (lambda a: a + 1, (2.0,)),
    "1 + a": (lambda a: 1 + a, (2.0,)),
    "a + a": (lambda a: a + a, (3.0,)),
    "a * b": (lambda a, b: a * b, (2.0, -3.0)),
    "a * 4": (lambda a: a * 4, (2.0,)),
    "4 * a": (lambda a: 4 * a, (2.0,)),
    "a * a": (lambda a: a * a, (3.0,)),
    "-a": (lambda a: -a, (2.0,)),
    "a - b": (lambda a, b: a - b, (2.0, -3.0)),
    "a - 1": (lambda a: a - 1, (2.0,)),
    "1 - a": (lambda a: 1 - a, (2.0,)),
    "a / b": (lambda a, b: a / b, (2.0, -3.0)),
    "a / 4": (lambda a: a / 4, (2.0,)),
    "1 / a": (lambda a: 1 / a, (-2.0,)),
    "a ** 3": (lambda a: a**3, (-2.0,)),
    "a ** -1": (lambda a: a**-1, (2.0,)),
    "a ** 2.5": (lambda a: a**2.5, (2.0,)),
    "a ** 1 at 0": (lambda a: a**1, (0.0,)),
    "exp": (exp, (-1.3,)),
    "tanh": (tanh, (0.8814,)),
    "tanh at 0": (tanh, (0.0,)),
    "relu above 0": (relu, (0.5,)),
    "relu below 0": (relu, (-0.5,)),
    "a neuron": (lambda x, w, b: tanh(x * w + b), (2.0, -3.0, 6.8813735870195432)),
    "a mixture": (lambda a, b: relu(a * b + b**3) / (1 + exp(-a)) - tanh(a - b), (-1.0, 2.0)),
}


@pytest.mark.parametrize(("f", "inputs"), OPERATIONS.values(), ids=OPERATIONS)
def test_operations_agree_with_both_oracles(f, inputs):
    """Data equals plain arithmetic; gradients equal the complex step and central differences."""
    data, grads = gradients(f, *inputs)
    assert data == pytest.approx(real(f)(*inputs), rel=1e-14)
    for wrt, grad in enumerate(grads):
        assert grad == pytest.approx(complex_step(f, *inputs, wrt=wrt), rel=1e-12, abs=1e-15)
        assert grad == pytest.approx(central_difference(f, *map(Value, inputs), wrt=wrt), rel=1e-8)
        assert grad == pytest.approx(central_difference(real(f), *inputs, wrt=wrt), rel=1e-8)


def test_relu_at_zero_takes_the_slope_zero():
    """At the kink the engine says 0, as PyTorch does; a central difference says a half."""
    assert gradients(relu, 0.0) == (0.0, [0.0])
    assert central_difference(relu, Value(0.0)) == 0.5


UNARY = {
    "-": lambda a: -a,
    "tanh": tanh,
    "exp": exp,
    "relu": relu,
    "square": lambda a: a**2,
    "cube": lambda a: a**3,
    "reciprocal": lambda a: 1 / (a**2 + 1),
    "inverse root": lambda a: (a**2 + 1) ** -0.5,
    "plus number": lambda a: 2 + a,
    "from number": lambda a: 3 - a,
    "times number": lambda a: -1.5 * a,
}
BINARY = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / (b**2 + 2),
}
EXPRESSIONS = st.recursive(
    st.integers(0, 2),
    lambda inner: st.one_of(
        st.tuples(st.sampled_from(sorted(UNARY)), inner),
        st.tuples(st.sampled_from(sorted(BINARY)), inner, inner),
    ),
    max_leaves=12,
)


def evaluate(expression, leaves, visited):
    """Compute a nested tuple such as ("*", 0, ("tanh", 2)), where a number names a leaf."""
    if isinstance(expression, int):
        return leaves[expression]
    name, *arguments = expression
    operands = [evaluate(argument, leaves, visited) for argument in arguments]
    result = (UNARY if len(operands) == 1 else BINARY)[name](*operands)
    visited.append((name, operands[0], result))
    return result


@given(EXPRESSIONS, st.tuples(*[st.floats(-2, 2)] * 3))
def test_random_expressions_agree_with_the_complex_step(expression, inputs):
    """Whatever is built from the operations, with whatever reuse, has the right gradients."""
    leaves = [Value(x) for x in inputs]
    visited = []
    try:
        out = evaluate(expression, leaves, visited)
    except OverflowError:
        assume(False)
    for name, operand, result in visited:
        assume(abs(result.data) < 100)
        assume(name != "relu" or operand.data == 0 or abs(operand.data) > 1e-9)
    out.backward()
    for wrt, leaf in enumerate(leaves):
        expected = complex_step(lambda *xs: evaluate(expression, xs, []), *inputs, wrt=wrt)
        assert leaf.grad == pytest.approx(expected, rel=1e-6, abs=1e-6)


def test_power_takes_a_constant():
    """A Value as exponent is refused, and the message says what to write."""
    with pytest.raises(AssertionError, match=r"must be a number: write a\*\*3 or a\*\*b\.data"):
        Value(2.0) ** Value(3.0)


def test_a_value_is_no_exponent():
    """A number raised to a Value has no rule, and Python says so."""
    with pytest.raises(TypeError, match="unsupported operand"):
        2 ** Value(3.0)


def test_division_by_zero_is_an_error():
    """Dividing by zero raises, as it does for floats, whichever side holds the Value."""
    for divide in (lambda: Value(1.0) / Value(0.0), lambda: 1 / Value(0.0), lambda: Value(1.0) / 0):
        with pytest.raises(ZeroDivisionError):
            divide()


def test_operations_carry_the_fields_signs():
    """The names of the operations are the ones that everybody draws."""
    a = Value(2.0)
    made = [a + 1, a * 2, a**3, a**-1, a.tanh(), a.exp(), a.relu()]
    assert [value._op for value in made] == ["+", "*", "**3", "**-1", "tanh", "exp", "relu"]


def test_division_is_a_product_with_a_power():
    """`a / b` is the product of a and b**-1, and so needs no rule of its own."""
    quotient = Value(1.0) / Value(4.0)
    assert quotient._op == "*"
    assert "**-1" in {member._op for member in quotient._prev}


def test_arithmetic_leaves_the_inputs_alone():
    """Neither building nor differentiating changes the data of a leaf."""
    a, b = Value(2.0), Value(-3.0)
    ((a * b + a / b).tanh() - b**2).backward()
    assert (a.data, b.data) == (2.0, -3.0)


def test_nan_is_not_hidden():
    """A nan that goes into an operation comes out of it."""
    nan = Value(math.nan)
    assert all(math.isnan(x.data) for x in (nan + 1, nan * 0, nan.tanh(), nan.exp(), nan.relu()))


def test_the_engine_needs_only_the_standard_library():
    """Everything but the drawings is imported where nothing is installed."""
    code = (
        "import sys; before = set(sys.modules)\n"
        "import micrograd.engine, micrograd.gradcheck, micrograd.order, micrograd.steps\n"
        "new = {name.partition('.')[0] for name in set(sys.modules) - before}\n"
        "print(sorted(new - set(sys.stdlib_module_names)))"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "['micrograd']"
