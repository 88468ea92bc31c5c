"""The GPT and the optimizers: PyTorch's numbers, the compiled graph's bits, and what is learnt."""

import json
import math
import random
import runpy
import subprocess
import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from tests.built import mostly_slow

from micrograd.compiled import Compiled
from micrograd.datasets import names
from micrograd.engine import Value
from micrograd.gpt import GPT, LETTERS, norm, softmax, tokens
from micrograd.optim import SGD, Adam, cosine

ROOT = Path(__file__).parents[2]
SCRIPT = runpy.run_path(str(Path(__file__).with_name("record_gpt.py")))
RECORDED = json.loads(SCRIPT["PATH"].read_text(encoding="utf-8"))
OWN_WORDS = runpy.run_path(str(ROOT / "docs" / "recorded" / "gpt" / "own_words.py"))
WITHOUT = runpy.run_path(str(ROOT / "docs" / "recorded" / "gpt" / "without.py"))
close = {"rel": 1e-9, "abs": 1e-12}


def gpt():
    return GPT(**SCRIPT["SHAPE"])


def test_everything_is_recorded():
    """Each word and optimizer of the script, from a known version."""
    assert list(RECORDED["words"]) == list(SCRIPT["WORDS"])
    assert list(RECORDED["optimizers"]) == list(SCRIPT["OPTIMIZERS"])
    assert RECORDED["torch"] == "2.15.0"


def test_what_was_copied_was_copied_from_the_chapters_list():
    """The record names the words that its networks were trained on; they are the page's."""
    assert json.loads(OWN_WORDS["PATH"].read_text("utf-8"))["words"] == OWN_WORDS["listed"]()


def without(piece):
    model = WITHOUT["Without"](seed=1)
    model.left_out = piece
    return [s.data for s in model.scores(model.inputs("ada")[:4])[-1]]


def test_a_gpt_less_nothing_is_the_chapters():
    """What the others are compared with has its scores, to the last bit."""
    model = GPT(seed=1)
    assert without("nothing") == [s.data for s in model.scores(model.inputs("ada")[:4])[-1]]


def test_each_piece_left_out_makes_another_gpt():
    """No two have the same scores, and each was trained with every seed."""
    assert len({tuple(without(piece)) for piece in WITHOUT["LEFT_OUT"]}) == len(WITHOUT["LEFT_OUT"])
    recorded = json.loads(WITHOUT["PATH"].read_text("utf-8"))
    assert list(recorded["without"]) == list(WITHOUT["LEFT_OUT"])
    assert {len(losses) for losses in recorded["without"].values()} == {len(WITHOUT["SEEDS"])}
    assert recorded["steps"] == WITHOUT["STEPS"]
    assert recorded["pairs by place"] == WITHOUT["placed_pairs"]()
    losses = [run.pop("attend") for run in recorded["longer"]]
    assert recorded["longer"] == WITHOUT["LONGER"]
    assert {len(runs) for runs in losses} == {len(WITHOUT["SEEDS"])}


@pytest.mark.parametrize("word", SCRIPT["WORDS"])
def test_scores_loss_and_gradients_are_pytorchs(word):
    """To nine digits, with shared weights: every score, the loss, the gradient of every parameter."""
    model, expected = gpt(), RECORDED["words"][word]
    rows = [model.letters[k] for k in tokens(word)[:-1]]
    for ours, theirs in zip(model.scores(rows), expected["scores"], strict=True):
        assert [score.data for score in ours] == pytest.approx(theirs, **close)
    loss = model.loss(*model.inputs(word))
    loss.backward()
    assert loss.data == pytest.approx(expected["loss"], **close)
    assert [p.grad for p in model.parameters()] == pytest.approx(expected["gradients"], **close)


@pytest.mark.parametrize(("name", "kind"), [("SGD", SGD), ("Adam", Adam)])
def test_optimizers_step_as_pytorchs(name, kind):
    """After three words the losses and all parameters are PyTorch's, momentum and decay included."""
    model, expected = gpt(), RECORDED["optimizers"][name]
    optimizer = kind(model.parameters(), **SCRIPT["OPTIMIZERS"][name])
    losses = []
    for word in SCRIPT["WORDS"]:
        optimizer.zero_grad()
        loss = model.loss(*model.inputs(word))
        loss.backward()
        optimizer.step()
        losses.append(loss.data)
    assert losses == pytest.approx(expected["losses"], **close)
    found = [p.data for p in model.parameters()]
    assert found == pytest.approx(expected["parameters"], rel=1e-9, abs=1e-10)


@pytest.mark.parametrize("word", mostly_slow(["ada", "anna", "barbara"], "anna"))
def test_compiled_it_has_the_engines_bits(word):
    """The loss and every gradient, letters that repeat included; another word of the length too."""
    ours, theirs = gpt(), gpt()
    compiled = Compiled(ours.loss, *ours.inputs("x" * len(word)))
    for _ in range(2):
        loss = theirs.loss(*theirs.inputs(word))
        loss.backward()
        assert compiled(*ours.inputs(word)).hex() == loss.data.hex()
        assert [p.grad for p in ours.parameters()] == [p.grad for p in theirs.parameters()]


def test_a_padded_word_has_the_same_loss():
    """One graph, of the longest word, serves all: what stands behind a word guesses nothing."""
    ours, theirs = gpt(), gpt()
    compiled = Compiled(ours.loss, *ours.padded("barbara"))
    for word in ("ada", "emma", "jo"):
        found = compiled(*ours.padded(word))
        loss = theirs.loss(*theirs.inputs(word))
        loss.backward()
        assert found == pytest.approx(loss.data, rel=1e-14)
        assert [p.grad for p in ours.parameters()] == pytest.approx(
            [p.grad for p in theirs.parameters()], rel=1e-9, abs=1e-14
        )


def test_a_letter_sees_only_what_came_before():
    """Change the last letter, and no earlier score moves."""
    model = gpt()
    one, other = (
        [[s.data for s in row] for row in model.scores([model.letters[k] for k in tokens(word)])]
        for word in ("emma", "emmy")
    )
    assert one[:4] == other[:4]
    assert one[4] != other[4]


def test_words_are_numbered():
    """The dot is 0, at both ends; 27 letters."""
    assert tokens("abz") == [0, 1, 2, 26, 0]
    assert (len(LETTERS), len(GPT().parameters())) == (27, 1272)
    assert len(GPT(length=16, width=16, heads=4).parameters()) == 4192


def test_probabilities_add_up_and_sizes_are_one():
    """A softmax keeps the order of its scores; a norm has a mean square of 1."""
    p = [v.data for v in softmax([Value(1.0), Value(3.0), Value(-2.0)])]
    assert sum(p) == pytest.approx(1) and p[1] > p[0] > p[2]
    assert p[1] / p[0] == pytest.approx(math.exp(2))
    scaled = norm([Value(30.0), Value(-40.0)])
    assert sum(v.data**2 for v in scaled) / 2 == pytest.approx(1)


def test_samples_are_words():
    """The same draws give the same word, a small temperature the likeliest one, none is too long."""
    model = gpt()
    words = [model.sample(random.Random(k)) for k in range(8)]
    assert words == [model.sample(random.Random(k)) for k in range(8)]
    assert len(set(words)) > 4 and all(len(word) <= 8 for word in words)
    assert all(set(word) <= set(LETTERS[1:]) for word in words)
    assert len({model.sample(random.Random(k), 1e-4) for k in range(8)}) == 1


def pairs(words):
    return Counter(pair for word in words for pair in pairwise(f".{word}."))


def counted(training, unseen):
    """What counting pairs is surprised by: the mean of -log p over letters, and a table of p."""
    found = pairs(training)
    rows = {a: sum(found[a, b] + 1 for b in LETTERS) for a in LETTERS}
    p = {(a, b): (found[a, b] + 1) / rows[a] for a in LETTERS for b in LETTERS}
    seen = pairs(unseen)
    return -sum(n * math.log(p[pair]) for pair, n in seen.items()) / sum(seen.values())


def test_a_table_learnt_by_descent_arrives_at_the_counts():
    """27 by 27 scores, by nothing but the gradient of the surprise, come to the shares of pairs."""
    found = pairs(names().training)
    table = [[Value(0.0) for _ in LETTERS] for _ in LETTERS]

    def loss(row, hits):
        powers = [score.exp() for score in row]
        total = sum(powers[1:], powers[0]).log()
        return sum(hit * (total - score) for hit, score in zip(hits, row, strict=True))

    shares = []
    for a in LETTERS:
        n = sum(found[a, b] for b in LETTERS)
        shares.append([found[a, b] / n for b in LETTERS])
    compiled = Compiled(loss, table[0], shares[0])
    optimizer = Adam([p for row in table for p in row], rate=0.3)
    for step in range(400):
        optimizer.zero_grad()
        losses = [compiled(row, share) for row, share in zip(table, shares, strict=True)]
        optimizer.step(cosine(step, 400))
    entropies = [-sum(p * math.log(p) for p in share if p) for share in shares]
    assert losses == pytest.approx(entropies, abs=2e-3)
    for row, share in zip(table, shares, strict=True):
        assert [p.data for p in softmax(row)] == pytest.approx(share, abs=2e-3)


@pytest.mark.slow
def test_training_on_names_passes_counting_pairs():
    """600 steps, compiled once for each length: fewer surprises by 400 unseen names than pairs."""
    data = names()
    model = GPT()
    lengths = {len(word): word for word in data.training}
    compiled = {n: Compiled(model.loss, *model.inputs(word)) for n, word in lengths.items()}
    optimizer = Adam(model.parameters(), rate=0.02)
    for step, word in enumerate(data.training[:600]):
        optimizer.zero_grad()
        compiled[len(word)](*model.inputs(word))
        optimizer.step(cosine(step, 600, warmup=20))
    letters = sum(len(word) + 1 for word in data.validation)
    surprise = sum(
        compiled[len(word)](*model.inputs(word)) * (len(word) + 1) for word in data.validation
    )
    by_pairs = counted(data.training, data.validation)
    print(surprise / letters, by_pairs)
    assert surprise / letters < by_pairs < math.log(27)


def test_the_schedule_goes_up_and_down():
    """In a line to the full rate, and along half a cosine to nothing."""
    factors = [cosine(step, 100, warmup=10) for step in range(101)]
    assert factors[:10] == pytest.approx([(k + 1) / 10 for k in range(10)])
    assert (factors[10], factors[55], factors[100]) == (1.0, pytest.approx(0.5), 0.0)
    assert factors[10:] == sorted(factors[10:], reverse=True)
    assert (cosine(0, 100), cosine(200, 100)) == (1.0, 0.0)


OWN = """
from pathlib import Path

from unpasted.run.attempt import install
from unpasted.run.execute import Sandbox

LOG = '''
    def log(self):
        out = Value(math.log(self.data), (self,), "log")

        def _backward():
            self.grad += out.grad / self.data

        out._backward = _backward
        return out

    def relu(self)'''
code = Path("src/micrograd/steps/step8_complete.py").read_text().replace("\\n    def relu(self)", LOG, 1)
TRAIN = '''
from micrograd.compiled import Compiled
from micrograd.engine import Value
from micrograd.gpt import GPT
from micrograd.optim import Adam

model = GPT()
fast = Compiled(model.loss, *model.inputs("ada"))
optimizer = Adam(model.parameters(), rate=0.02)
for step in range(20):
    optimizer.zero_grad()
    loss = fast(*model.inputs("ada"))
    optimizer.step()
print(hasattr(Value, "_inputs_first"), loss)
'''
for mine in ({}, {"micrograd.engine": code}):
    install(Sandbox(), mine)
    came = Sandbox().run(1, TRAIN)
    print(came["printed"] or came)
"""


def test_a_readers_own_engine_trains_it():
    """One with closures and sets, in the place of the book's: its graph compiles to the same bits."""
    script = [sys.executable, "-c", OWN]
    ran = subprocess.run(script, cwd=ROOT, capture_output=True, text=True, check=True)
    [book, own] = [line.split() for line in ran.stdout.splitlines()]
    assert (book[0], own[0]) == ("True", "False")
    assert float(own[1]) == pytest.approx(float(book[1]), rel=1e-9)
    assert float(book[1]) < 0.1
