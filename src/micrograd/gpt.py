"""A small GPT, every number of it a Value: it reads the letters of a word and guesses the next.

    letters -> rows of an embedding -> blocks of attention and MLP -> scores -> probabilities

Read it from top to bottom. In the shapes, T is how many letters it has read, E how many numbers
stand for each (the width), H how many heads look back; T x E is T lists of E Values.

A step on a name of six letters, measured on a slow core: at width 8 it takes some 20 ms on the
engine and 0.7 ms compiled, after 0.3 s of compiling; in Pyodide 43 ms, 1.4 ms and 1.1 s. At width
16 it takes 53 ms, 2 ms and 0.9 s; in Pyodide 270 ms, 11 ms and 3.6 s.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Sequence
from typing import Any

from micrograd.engine import Value
from micrograd.nn import Module

LETTERS = ".abcdefghijklmnopqrstuvwxyz"  # a dot begins each word, and ends it

Row = Sequence[Any]  # of Values, or of numbers


def tokens(word: str) -> list[int]:
    """Number the letters of a word, with its dots: `tokens("ab")` is [0, 1, 2, 0]."""
    if strange := set(word) - set(LETTERS[1:]):
        raise ValueError(f"{word!r} holds {min(strange)!r}; its letters are small ones from a to z")
    return [LETTERS.index(letter) for letter in f".{word}."]


def dot(x: Row, y: Row) -> Value:
    """Formula: x1*y1 + ... + xn*yn. Shapes: n, n -> one Value."""
    first, *rest = (a * b for a, b in zip(x, y, strict=True))
    total: Value = sum(rest, first)
    return total


def linear(matrix: Sequence[Row], x: Row) -> list[Value]:
    """Weigh x by each row. Shapes: m x n, n -> m."""
    return [dot(row, x) for row in matrix]


def add(x: Row, y: Row) -> list[Value]:
    """Add number by number. Shapes: n, n -> n."""
    return [a + b for a, b in zip(x, y, strict=True)]


def norm(x: Row) -> list[Value]:
    """Scale x to a mean square of about 1, unless all of it is tiny. Shapes: n -> n."""
    scale = (dot(x, x) / len(x) + 1e-5) ** -0.5
    return [a * scale for a in x]


def softmax(scores: Row) -> list[Value]:
    """Turn scores into probabilities: exp, over the sum of them all. Shapes: n -> n.

    Nothing is subtracted first: at usual rates scores stay far below 709, where exp overflows.
    """
    powers = [score.exp() for score in scores]
    total = sum(powers[1:], powers[0])
    return [power / total for power in powers]


class Block(Module):
    """Positions look back at each other, and then each thinks by itself. Shapes: T x E -> T x E."""

    def __init__(self, width: int, heads: int, rng: random.Random) -> None:
        self.heads = heads
        self.query, self.key, self.value, self.mix = (_matrix(width, width, rng) for _ in range(4))
        self.up, self.down = _matrix(4 * width, width, rng), _matrix(width, 4 * width, rng)

    def __call__(self, xs: list[list[Value]]) -> list[list[Value]]:
        seen = self.attend([norm(x) for x in xs])
        xs = [add(x, y) for x, y in zip(xs, seen, strict=True)]
        return [add(x, self.think(norm(x))) for x in xs]

    def attend(self, xs: list[list[Value]]) -> list[list[Value]]:
        """Let each position ask all up to itself. Shapes: T x E -> T x E."""
        queries = [linear(self.query, x) for x in xs]
        keys = [linear(self.key, x) for x in xs]
        values = [linear(self.value, x) for x in xs]
        size = len(xs[0]) // self.heads
        parts = [slice(h * size, (h + 1) * size) for h in range(self.heads)]
        seen = []
        for t, query in enumerate(queries):
            heads = [self.look(part, query, keys, values, t) for part in parts]
            seen.append(linear(self.mix, [y for head in heads for y in head]))
        return seen

    def look(self, part: slice, query: Row, keys: list[Any], values: list[Any], t: int) -> Row:
        """One head of position t: the mean of the values up to t, by how well their keys match.

        Shapes: E, T x E, T x E -> E/H.
        """
        asked = query[part]
        root = math.sqrt(len(asked))
        weights = softmax([dot(asked, key[part]) / root for key in keys[: t + 1]])
        columns = zip(*(value[part] for value in values[: t + 1]), strict=True)
        return [dot(weights, column) for column in columns]

    def think(self, x: Row) -> list[Value]:
        """Two layers, four times as wide in between. Shapes: E -> E."""
        return linear(self.down, [y.relu() for y in linear(self.up, x)])

    def parameters(self) -> list[Value]:
        matrices = (self.query, self.key, self.value, self.mix, self.up, self.down)
        return [p for matrix in matrices for row in matrix for p in row]


class GPT(Module):
    """Scores for the next letter from all letters so far.

    Args:
        length: the most letters that it can read, the first dot included.
        width: how many numbers stand for a letter; `heads` divides it.
        layers: how many blocks.
        seed: draws the weights, normally distributed with the deviation 0.08; machines differ in
            their last digit at most.

    Raises:
        ValueError: `heads` does not divide `width`; or, in a call, a word is too long, or a
            character is none of `LETTERS`.
    """

    def __init__(
        self, length: int = 9, width: int = 8, heads: int = 2, layers: int = 1, seed: int = 1
    ) -> None:
        if width % heads:
            raise ValueError(f"{heads} heads do not divide a width of {width}")
        rng = random.Random(seed)
        self.letters = _matrix(len(LETTERS), width, rng)  # a row for each letter,
        self.places = _matrix(length, width, rng)  # and one for each place in a word
        self.blocks = [Block(width, heads, rng) for _ in range(layers)]
        self.out = _matrix(len(LETTERS), width, rng)

    def scores(self, rows: Sequence[Row]) -> list[list[Value]]:
        """Score what may come after each position. Shapes: T x E -> T x 27."""
        placed = zip(rows, self.places, strict=False)  # a short word leaves places over
        xs = [norm(add(row, place)) for row, place in placed]
        for block in self.blocks:
            xs = block(xs)
        return [linear(self.out, x) for x in xs]

    def inputs(self, word: str) -> list[Row]:
        """Say a word as `loss` takes it, so that words of one length have one graph.

        Returns:
            T rows of the embedding, and then T rows of 27 numbers, 1/T at the letter to guess and
            0 elsewhere.
        """
        known = tokens(word)
        if len(known) - 1 > len(self.places):
            raise ValueError(f"{word!r} has more than {len(self.places) - 1} letters")
        share = 1 / (len(known) - 1)
        hits = [[share * (k == right) for k in range(len(LETTERS))] for right in known[1:]]
        return [*(self.letters[k] for k in known[:-1]), *hits]

    def padded(self, word: str) -> list[Row]:
        """Say a word as `inputs` does, as long as any: all words have one graph, and their losses.

        The dots behind it have nothing to guess.
        """
        given = self.inputs(word)
        n = len(given) // 2
        spare = len(self.places) - n
        rows = given[:n] + [self.letters[0]] * spare
        return rows + given[n:] + [[0.0] * 27] * spare

    def loss(self, *inputs: Row) -> Value:
        """Formula: -log p of the right letters, their mean: how surprised it is by a letter.

        `model.loss(*model.inputs("ada"))`, or compiled, once for each length:
        `Compiled(model.loss, *model.inputs("ada"))`.
        """
        half = len(inputs) // 2
        surprise = []
        for scores, hits in zip(self.scores(inputs[:half]), inputs[half:], strict=True):
            powers = [score.exp() for score in scores]
            total = sum(powers[1:], powers[0]).log()
            surprise.append(dot(hits, [total - score for score in scores]))
        return sum(surprise[1:], surprise[0])

    def sample(self, rng: random.Random, temperature: float = 1.0) -> str:
        """Write a word, letter by letter, each drawn by its probability.

        Args:
            rng: draws.
            temperature: above 0; below 1 the likeliest gets likelier, above 1 all come closer.
        """
        word = ""
        while len(word) < len(self.places) - 1:
            rows = [self.letters[k] for k in tokens(word)[:-1]]
            scores = [score.data for score in self.scores(rows)[-1]]
            weights = [math.exp((score - max(scores)) / temperature) for score in scores]
            letter = rng.choices(LETTERS, weights)[0]  # weights need not add up to 1
            if letter == ".":
                break
            word += letter
        return word

    def parameters(self) -> list[Value]:
        rows: Iterable[Row] = (*self.letters, *self.places, *self.out)
        return [p for row in rows for p in row] + [p for b in self.blocks for p in b.parameters()]


def _matrix(rows: int, columns: int, rng: random.Random) -> list[list[Value]]:
    return [[Value(rng.gauss(0, 0.08)) for _ in range(columns)] for _ in range(rows)]
