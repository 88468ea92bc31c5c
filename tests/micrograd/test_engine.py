"""The finished engine: its operations, its errors, its promises about size, order and bits."""

import cmath
import copy
import io
import math
import pickle
import subprocess
import sys
from fractions import Fraction

import pytest

from micrograd import saving
from micrograd.engine import Value, _node
from micrograd.gradcheck import central_difference, complex_step


def exp(x):
    return x.exp() if hasattr(x, "exp") else cmath.exp(x)


def log(x):
    return x.log() if hasattr(x, "log") else cmath.log(x)


def tanh(x):
    return x.tanh() if hasattr(x, "tanh") else cmath.tanh(x)


def relu(x):
    return x.relu() if hasattr(x, "relu") else x if x.real > 0 else 0 * x


def real(f):
    """Turn a function of complex numbers into one of floats."""
    return lambda *xs: complex(f(*xs)).real


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
    "a ** 0": (lambda a: a**0, (2.0,)),
    "a ** 2 at 0": (lambda a: a**2, (0.0,)),
    "a ** -3 below 0": (lambda a: a**-3, (-1.5,)),
    "a ** 0.5": (lambda a: a**0.5, (2.0,)),
    "exp": (exp, (-1.3,)),
    "log": (log, (0.3,)),
    "log near 0": (log, (1e-5,)),
    "tanh": (tanh, (0.8814,)),
    "tanh at 0": (tanh, (0.0,)),
    "tanh far out": (tanh, (-400.0,)),
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
        if all(x == 0 or abs(x) > 1e-3 for x in inputs):
            h = {"rel": 1e-8, "abs": 1e-9}
            assert grad == pytest.approx(central_difference(f, *map(Value, inputs), wrt=wrt), **h)
            assert grad == pytest.approx(central_difference(real(f), *inputs, wrt=wrt), **h)


def test_relu_at_zero_takes_the_slope_zero():
    """At the kink the engine says 0, as PyTorch does; a central difference says a half."""
    assert gradients(relu, 0.0) == (0.0, [0.0])
    assert central_difference(relu, Value(0.0)) == 0.5


FOREIGN = ["2", None, [1.0], 1j, {}, object(), float]
SIGNS = {
    "+": (lambda a, x: a + x, lambda a, x: x + a),
    "-": (lambda a, x: a - x, lambda a, x: x - a),
    "*": (lambda a, x: a * x, lambda a, x: x * a),
    "/": (lambda a, x: a / x, lambda a, x: x / a),
}


@pytest.mark.parametrize("foreign", FOREIGN, ids=lambda x: str(type(x).__name__))
@pytest.mark.parametrize("sign", SIGNS)
def test_foreign_operands_are_refused(sign, foreign):
    """What is no real number and no Value is a TypeError, in Python's own words."""
    for operation in SIGNS[sign]:
        with pytest.raises(TypeError, match=r"Value|sequence by non-int"):
            operation(Value(2.0), foreign)


class Other:
    """Something that knows what to do with a Value, as a library of arrays might."""

    def answer(self, other):
        return type(other).__name__

    __radd__ = __rsub__ = __rmul__ = __rtruediv__ = __rpow__ = answer
    __add__ = __sub__ = __mul__ = __truediv__ = __pow__ = answer


def test_what_knows_a_value_may_answer():
    """Of something that is no number the Value says that it does not know it: so it is asked."""
    for on_the_left, on_the_right in [*SIGNS.values(), (lambda a, x: a**x, lambda a, x: x**a)]:
        assert on_the_left(Value(2.0), Other()) == on_the_right(Value(2.0), Other()) == "Value"


@pytest.mark.parametrize("foreign", [*FOREIGN, Value(2.0)], ids=lambda x: str(type(x).__name__))
def test_a_value_holds_a_real_number(foreign):
    """So does a leaf, which names the type it was given."""
    kind = type(foreign).__name__
    with pytest.raises(TypeError, match=f"^Value takes a real number, not {kind}$"):
        Value(foreign)


@pytest.mark.parametrize(
    ("number", "data"), [(3, 3.0), (True, 1.0), (False, 0.0), (Fraction(1, 4), 0.25), (-0.5, -0.5)]
)
def test_real_numbers_become_floats(number, data):
    """Ints, booleans and fractions count as the floats they equal, on either side, as leaves too."""
    a = Value(2.0)
    results = [Value(number), a + number, number + a, a * number, number * a, a**number]
    results += [a - number, number - a, number / a]
    expected = [data, 2 + data, 2 + data, 2 * data, 2 * data, 2**data, 2 - data, data - 2, data / 2]
    assert [x.data for x in results] == expected
    assert {type(member.data) for x in results for member in (x, *x._prev)} == {float}


@pytest.mark.parametrize("kind", ["float64", "float32", "int64", "int8", "uint8"])
def test_numpy_scalars_are_real_numbers(kind):
    """Either side of an operation may be a NumPy scalar; the result is a Value of plain floats."""
    three = getattr(pytest.importorskip("numpy"), kind)(3)
    a = Value(2.0)
    results = [Value(three), a + three, three + a, a - three, three - a, a * three, three * a]
    results += [a / three, three / a, a**three]
    assert [x.data for x in results] == [3, 5, 5, -1, 1, 6, 6, 2 / 3, 1.5, 8]
    assert {type(x) for x in results} == {Value}
    assert {type(member.data) for x in results for member in (x, *x._prev)} == {float}
    results[-2].backward()
    assert a.grad == -0.75


def test_numpy_arrays_and_booleans_are_refused():
    """A Value is one number: an array is none, on either side, and NumPy's booleans do no
    arithmetic."""
    numpy = pytest.importorskip("numpy")
    for foreign in (numpy.array([1.0, 2.0]), numpy.array(1.0), numpy.bool_(True)):
        for operation in (operation for both in SIGNS.values() for operation in both):
            with pytest.raises(TypeError):
                operation(Value(2.0), foreign)


def test_numpy_data_turns_into_floats_again():
    """Where a training loop puts NumPy numbers into `data`, the next operation takes them out."""
    a = Value(2.0)
    a.data = pytest.importorskip("numpy").float32(1.5)
    assert type((a * 2).data) is float


def test_power_takes_a_constant():
    """A Value as exponent is refused, and the message says what to write."""
    with pytest.raises(TypeError, match=r"a\*\*3, a\*\*b\.data, or \(a\.log\(\) \* b\)\.exp\(\)$"):
        Value(2.0) ** Value(3.0)
    with pytest.raises(
        TypeError, match=r"2\*\*a has no rule: write \(a \* math\.log\(2\)\)\.exp\(\)$"
    ):
        2 ** Value(3.0)
    assert (Value(3.0) * math.log(2)).exp().data == pytest.approx(8.0)


@pytest.mark.parametrize("exponent", ["3", None, 1j, [2]])
def test_a_foreign_exponent_is_refused(exponent):
    """What is no real number is a TypeError, in Python's own words, on either side."""
    for power in (lambda: Value(2.0) ** exponent, lambda: exponent ** Value(2.0)):
        with pytest.raises(TypeError, match=r"unsupported operand type\(s\) for \*\*"):
            power()


@pytest.mark.parametrize("exponent", [math.inf, -math.inf, math.nan])
def test_an_exponent_is_finite(exponent):
    """At any base: an infinite one has no slope to go on with."""
    for base in (0.0, 0.5, 1.0, -2.0):
        with pytest.raises(ValueError, match=f"^an exponent is a finite number, not {exponent}$"):
            Value(base) ** exponent


@pytest.mark.parametrize("zero", [0.0, -0.0])
def test_powers_at_zero(zero):
    """Slopes at 0: none for the constant a**0, 1 for a**1, 0 for a**2, infinite for a root."""
    expected = {0: (1.0, 0.0), 1: (0.0, 1.0), 2: (0.0, 0.0), 3: (0.0, 0.0), 1.5: (0.0, 0.0)}
    expected |= {0.5: (0.0, math.inf), 1e-300: (0.0, math.inf)}
    for exponent, (data, slope) in expected.items():
        a = Value(zero)
        power = a**exponent
        power.backward()
        assert (power.data, a.grad) == (data, slope), exponent


@pytest.mark.parametrize(
    ("compute", "error", "message"),
    [
        (lambda: Value(-1.0).log(), ValueError, r"^log\(-1\.0\) is not a real number"),
        (lambda: Value(0.0).log(), ValueError, r"^log\(0\.0\) is not a real number"),
        (lambda: Value(-8.0) ** (1 / 3), ValueError, r"^\(-8\.0\)\*\*0\.3+ is not a real number"),
        (lambda: Value(-1e300) ** 1.5, ValueError, r"is not a real number$"),
        (lambda: Value(1.0) / Value(0.0), ZeroDivisionError, "division"),
        (lambda: 1 / Value(0.0), ZeroDivisionError, "division"),
        (lambda: Value(1.0) / 0, ZeroDivisionError, "division"),
        (lambda: Value(0.0) ** -1, ZeroDivisionError, "negative power"),
        (lambda: Value(710.0).exp(), OverflowError, r"^exp\(710\.0\) is too large for a float$"),
        (
            lambda: Value(1e200) ** 2,
            OverflowError,
            r"^\(1e\+200\)\*\*2\.0 is too large for a float$",
        ),
        (lambda: Value(1e-200) ** -2, OverflowError, r"^\(1e-200\)\*\*-2\.0 is too large"),
        (lambda: Value(10**400), OverflowError, "int too large"),
    ],
)
def test_what_floats_refuse_is_refused(compute, error, message):
    """The operation at fault raises what Python's floats raise: no inf, no nan, nothing complex."""
    with pytest.raises(error, match=message) as caught:
        compute()
    assert caught.value.__suppress_context__ or caught.value.__context__ is None


def test_what_floats_round_to_infinity_is_infinite():
    """Sums, products and quotients may overflow to inf, as those of floats do."""
    big = Value(1e308)
    assert [(big + big).data, (big * -10).data, (big / 1e-10).data] == [
        math.inf,
        -math.inf,
        math.inf,
    ]
    tiny = Value(5e-324)
    (1 / tiny).backward()
    assert tiny.grad == -math.inf


@pytest.mark.parametrize("a", [1e-200, -1e-200, 1e-160, 3e-155, 1e-308])
def test_a_power_has_the_slope_of_the_quotient_that_it_is(a):
    """a**-1 and 1/a agree, at ordinary numbers and where the slope is infinite."""
    (data, slopes), (expected, quotients) = (
        gradients(f, a) for f in (lambda a: a**-1, lambda a: 1 / a)
    )
    assert (data, slopes) == (pytest.approx(expected), pytest.approx(quotients))
    assert slopes[0] < -1e300


def test_a_slope_too_large_for_a_float_is_infinite():
    """With its sign, and never an error: the power itself fits."""
    for n, a, slope in ((-0.6, 1e-200, -math.inf), (0.5, 0.0, math.inf), (-3, -1e-100, -math.inf)):
        assert gradients(lambda x, n=n: x**n, a)[1] == [slope]


def test_where_floats_end_gradients_do():
    """A root at 0 has an infinite slope; times the slope 0 of what it is taken of, that is nan."""
    for f, a in ((lambda a: (a * a) ** 0.5, 0.0), (lambda a: a.relu() ** 0.5, -1.0)):
        data, (slope,) = gradients(f, a)
        assert data == 0.0 and math.isnan(slope)


def test_relu_of_anything():
    """Below zero it is 0.0, also at -inf; the slope at 0 is 0."""
    for x, data, slope in (
        (3.0, 3.0, 1.0),
        (-3.0, 0.0, 0.0),
        (-math.inf, 0.0, 0.0),
        (0.0, 0.0, 0.0),
    ):
        a = Value(x)
        out = a.relu()
        out.backward()
        assert (str(out.data), a.grad) == (str(data), slope)


def test_nan_is_not_hidden():
    """A nan that goes into an operation comes out of it."""
    nan = Value(math.nan)
    results = (nan + 1, nan - 1, nan * 0, nan / 2, -nan, nan**2, nan.tanh(), nan.exp(), nan.log())
    assert all(math.isnan(x.data) for x in (*results, nan.relu(), 0 * nan, 1 / nan))


def test_operations_carry_the_fields_signs():
    """Each operation is one node, with the name that everybody draws."""
    a = Value(2.0)
    made = [a + 1, a - 1, a * 2, a / 2, -a, a**3, a**-1, a**0.5]
    made += [a.tanh(), a.exp(), a.log(), a.relu()]
    signs = ["+", "-", "*", "/", "neg", "**3", "**-1", "**0.5", "tanh", "exp", "log", "relu"]
    assert [value._op for value in made] == signs


def test_inputs_keep_their_order_and_number():
    """`_prev` is a tuple in the order of writing, and holds a value as often as it is used."""
    a, b = Value(2.0), Value(3.0)
    for both in ((a, b), (b, a), (a, a)):
        for operation, _ in SIGNS.values():
            assert operation(*both)._prev == both
    assert [v._prev for v in (-a, a**2, a.tanh(), a.exp(), a.log(), a.relu())] == [(a,)] * 6
    assert [v.data for v in (5 - a)._prev] == [5.0, 2.0]
    assert [v.data for v in (5 / a)._prev] == [5.0, 2.0]


def test_local_derivatives_are_there_at_once():
    """`_locals` has a number for each input, before any backward; a leaf has neither."""
    a, b = Value(2.0), Value(4.0)
    made = [a + b, a - b, a * b, a / b, -a, a**3, a.tanh(), b.exp(), b.log(), a.relu(), (-a).relu()]
    t, e = math.tanh(2), math.exp(4)
    assert [v._locals for v in made] == [
        *((1.0, 1.0), (1.0, -1.0), (4.0, 2.0), (0.25, -0.125), (-1.0,), (12.0,)),
        *((1 - t * t,), (e,), (0.25,), (1.0,), (0.0,)),
    ]
    assert (a._prev, a._locals, a._op, a.label, a.grad) == ((), (), "", "", 0.0)


def test_a_value_prints_as_in_micrograd():
    """Data and gradient, as the published micrograd has them."""
    a = Value(2, label="a")
    (a * 3).backward()
    assert repr(a) == "Value(data=2.0, grad=3.0)"


def test_a_leaf_is_a_number_and_a_label():
    """The constructor takes nothing else: what stands second is the label, and no input."""
    w = Value(2.0, "w")
    assert (w.data, w.label, w._prev, w._op) == (2.0, "w", (), "")
    with pytest.raises(TypeError):
        Value(2.0, "w", "*")


def test_an_operation_of_ones_own():
    """With its inputs and local derivatives, any function of one value or two is one node."""
    a, b = Value(3.0), Value(4.0)
    hypot = _node(math.hypot(3, 4), "hypot", a, 3 / 5, b, 4 / 5)
    (hypot * 10).backward()
    assert (a.grad, b.grad) == (6.0, 8.0)
    sine = _node(math.sin(3), "sin", a, math.cos(3))
    assert (sine._prev, sine._locals, sine._op) == ((a,), (math.cos(3),), "sin")


def test_inputs_and_local_derivatives_cannot_be_set():
    """They are read from the node's own slots."""
    for name in ("_prev", "_locals"):
        with pytest.raises(AttributeError):
            setattr(Value(2.0) + 1, name, ())


@pytest.mark.parametrize(
    "twin", [copy.copy, copy.deepcopy, lambda v: pickle.loads(pickle.dumps(v))]
)
def test_a_twin_has_everything(twin):
    """Copied or pickled, a leaf and a computed value keep data, gradient, label and slopes."""
    a = Value(2.0, "a")
    a.grad = 7.0
    product = a * Value(5.0, "b")
    product.label = "ab"
    for v in (a, product):
        two = twin(v)
        assert two is not v and type(two) is Value
        assert (two.data, two.grad, two.label, two._op) == (v.data, v.grad, v.label, v._op)
        assert two._locals == v._locals
        assert [i.label for i in two._prev] == [i.label for i in v._prev]


def test_a_copy_shares_its_inputs_and_a_deep_copy_does_not():
    """As for any other object."""
    a = Value(2.0)
    square = a * a
    assert copy.copy(square)._prev == (a, a)
    one, other = copy.deepcopy(square)._prev
    assert one is other is not a


@pytest.mark.parametrize("twin", [copy.deepcopy, lambda v: pickle.loads(pickle.dumps(v))])
def test_what_is_shared_stays_shared(twin):
    """Two outputs, the value between and the leaf, in any order, are one graph afterwards too."""
    a = Value(2.0)
    e = a * 3
    first, second = e * e, e + a
    a2, e2, first2, second2 = twin([a, e, first, second])
    assert first2._prev == (e2, e2) and second2._prev == (e2, a2) and e2._prev[0] is a2
    second2, first2, e2, a2 = twin([second, first, e, a])
    assert first2._prev == (e2, e2) and second2._prev == (e2, a2) and e2._prev[0] is a2
    first2.backward()
    assert (a2.grad, a.grad) == (36.0, 0.0)


def test_a_long_graph_is_copied_while_a_pickle_of_it_lives():
    """What one pickle has listed, another lists again."""
    x = Value(1.0)
    for _ in range(3000):
        x = x * 1.0
    pickler = pickle.Pickler(io.BytesIO())
    pickler.dump(x)
    assert len(copy.deepcopy(x)._inputs_first()) == 3000


def test_a_value_of_a_class_of_its_own_stays_one():
    """As an input of a graph, with what it shares."""
    leaf = Own(3.0)
    product, again = copy.deepcopy([leaf * 2, leaf])
    assert product._prev[0] is again and type(again) is Own


def test_a_small_power_at_a_small_number_has_a_finite_slope():
    """n * a**(n-1) is a float there, though a**(n-1) is none."""
    a = Value(5e-324)
    (a**1e-300).backward()
    assert a.grad == pytest.approx(1e-300 / 5e-324)


def test_a_pickle_leaves_nothing_behind():
    """What stood for values while they were written is gone."""
    pickle.dumps(Value(2.0) * 3)
    assert not saving._cells


class Own(Value):
    """A class of the reader's own."""


LONG = """
import copy, pickle, sys
from micrograd.engine import Value
a = x = Value(1.0)
for i in range(5_000):
    x = x * 1.0 + a
for twin in (copy.copy, copy.deepcopy, lambda v: pickle.loads(pickle.dumps(v))):
    y = twin(x)
    y.backward()
    leaf = y._inputs_first()[0]._prev[0]
    print(y.data, leaf.grad)
    a.grad = 0.0
total = sum(Value(1.0) for _ in range(20_000))
total.backward()
print(total.data, total._prev[0].grad)
"""


def test_long_graphs_are_pickled_copied_and_summed():
    """A chain of 10,000 operations and a sum of 20,000 values end in no RecursionError."""
    ran = subprocess.run([sys.executable, "-c", LONG], capture_output=True, text=True)
    expected = "5001.0 5001.0\n" * 3 + "20000.0 1.0\n"
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, expected, "")


def test_values_are_compared_by_identity():
    """Two values are equal if they are one; so values can be members of sets."""
    a = Value(2.0)
    assert a == a
    assert a != Value(2.0)
    assert len({a, Value(2.0), a}) == 2


def test_a_value_has_no_room_for_more():
    """A misspelt attribute is an error, and so is a rule from the closure engine."""
    for name in ("gard", "_backward"):
        with pytest.raises(AttributeError):
            setattr(Value(2.0), name, None)


def test_arithmetic_leaves_the_inputs_alone():
    """Neither building nor differentiating changes the data of a leaf."""
    a, b = Value(2.0), Value(-3.0)
    ((a * b + a / b).tanh() - b**2).backward()
    assert (a.data, b.data) == (2.0, -3.0)


def test_an_edited_leaf_leaves_the_graph_as_it_was():
    """Slopes are those of the forward pass, whatever happens to the data before the backward one."""
    a, b = Value(2.0), Value(-3.0)
    product = a * b
    a.data = 100.0
    product.backward()
    assert (a.grad, b.grad) == (-3.0, 2.0)


def test_leaves_add_up_and_inner_values_start_afresh():
    """Over two calls every leaf doubles, and what lies between holds the gradient of the last."""
    a, b = Value(2.0), Value(-3.0)
    e = a * b
    out = e * e
    for calls in (1, 2, 3):
        out.backward()
        assert (out.grad, e.grad) == (1.0, -12.0)
        assert (a.grad, b.grad) == (36.0 * calls, -24.0 * calls)


def test_two_outputs_of_one_graph():
    """Backward from one output and then from another gives each leaf the sum, and no more."""
    a = Value(2.0)
    shared = a * 3
    first, second = shared * shared, shared.exp()
    first.backward()
    second.backward()
    assert a.grad == pytest.approx(2 * 6 * 3 + 3 * math.exp(6), rel=1e-15)
    assert shared.grad == math.exp(6)


def test_backward_of_a_leaf_adds_up():
    """A value is a leaf of its own graph: each call adds 1, as in PyTorch."""
    a = Value(2.0)
    a.backward()
    a.backward()
    assert a.grad == 2.0


def test_what_inner_values_held_is_forgotten():
    """A seed set by hand, or any gradient left in between, changes nothing."""
    a = Value(2.0)
    b = a * 3
    out = b * b
    a.grad, b.grad, out.grad = 0.0, 7.0, 5.0
    out.backward()
    assert (out.grad, b.grad, a.grad) == (1.0, 12.0, 36.0)


def test_gradients_flow_to_inputs_only():
    """A value that was computed from the output gets nothing."""
    a = Value(2.0)
    b = a * 3
    after = b + 1
    b.backward()
    assert (after.grad, b.grad, a.grad) == (0.0, 1.0, 3.0)


def test_a_ladder_of_reuse_takes_no_longer_than_its_rungs():
    """Each value is visited once, though a thousand doublings make 2**1000 paths."""
    a = x = Value(1e-300)
    for _ in range(1000):
        x = x + x
    x.backward()
    assert a.grad == 2.0**1000


LONGER = """
import gc, sys
gc.disable()  # there are no cycles, and looking for them takes half of the time
sys.setrecursionlimit(100)
from micrograd.engine import Value
a = x = Value(1.0)
for i in range(50_000):
    x = -((x + a) - a) * 1.0
assert x.data == 1.0
x.backward()
print(a.grad)
del x
"""


def test_two_hundred_thousand_operations_in_a_row():
    """Forward, backward and freeing need no recursion, in Python or in C."""
    ran = subprocess.run([sys.executable, "-c", LONGER], capture_output=True, text=True)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "1.0\n", "")


def test_a_graph_is_freed_at_once():
    """There are no reference cycles: with the last name, the memory goes."""
    import gc

    gc.collect()
    gc.disable()
    try:
        before = len(gc.get_objects())
        a = Value(0.5)
        for _ in range(1000):
            out = (a * a + a.tanh()).exp() / (a + 2)
            out.backward()
        del a, out
        assert len(gc.get_objects()) - before < 100
    finally:
        gc.enable()


PROGRAM = """
import random, sys
from micrograd.engine import Value
rng = random.Random(int(sys.argv[1]))
clutter = [bytearray(rng.randrange(1, 600)) for _ in range(rng.randrange(5000))]
del clutter[:: rng.randrange(2, 5)]
def value(x):
    clutter.append([object() for _ in range(rng.randrange(9))])
    return Value(x)
xs = [value(0.1 * (i % 5) + 0.3) for i in range(8)]
layer = [sum((x * w for x, w in zip(xs, (0.3, 2.1, -1, 0.7, 1.3, 1, 0, 2))), value(0.1 * i)).tanh()
         for i in range(4)]
out = ((layer[0] * layer[1] + layer[2] / layer[0] + layer[1] ** 2.5 + xs[0].log()) * xs[1]).exp()
out.backward()
print([op._op for op in out._inputs_first()])
print(out.data.hex(), [x.grad.hex() for x in xs + layer])
"""


def test_the_same_bits_in_every_process():
    """Addresses, hash seeds and the order of allocation touch neither order nor rounding."""
    outputs = {
        subprocess.run(
            [sys.executable, "-c", PROGRAM, str(seed)],
            capture_output=True,
            text=True,
            check=True,
            env={"PYTHONHASHSEED": str(seed), "PYTHONPATH": ":".join(sys.path)},
        ).stdout
        for seed in range(6)
    }
    assert len(outputs) == 1


def test_the_engine_needs_only_the_standard_library():
    """Everything but the drawings is imported where nothing is installed."""
    code = (
        "import sys; before = set(sys.modules)\n"
        "import micrograd.engine, micrograd.gradcheck, micrograd.order, micrograd.steps\n"
        "import micrograd.nn, micrograd.datasets\n"
        "new = {name.partition('.')[0] for name in set(sys.modules) - before}\n"
        "print(sorted(new - set(sys.stdlib_module_names)))"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "['micrograd']"
