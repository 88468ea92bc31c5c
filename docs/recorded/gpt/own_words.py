"""Train the GPT of chapter 20 longer on its list of dishes, and count what it copies.

    PYTHONPATH=src python docs/recorded/gpt/own_words.py

It takes about a minute on a slow core. The chapter shows what `own_words.json` says.
"""

import json
import platform
import random
import re
from collections import Counter
from pathlib import Path

from micrograd.compiled import Compiled
from micrograd.gpt import GPT, LETTERS
from micrograd.optim import Adam, cosine

PATH = Path(__file__).with_name("own_words.json")
CHAPTER = Path(__file__).parents[2] / "chapters" / "20-gpt.md"
LENGTH = 10


def listed() -> list[str]:
    """The words of the chapter's list."""
    [text] = re.findall(r'^text = """(.*?)"""', CHAPTER.read_text("utf-8"), re.M | re.S)
    return text.split()


def spelt(words: list[str]) -> list[str]:
    """Those that are short enough and in the 26 commonest letters, in the letters of a GPT."""
    commonest = Counter("".join(words)).most_common(len(LETTERS) - 1)
    alphabet = "".join(sorted(letter for letter, _ in commonest))
    there = str.maketrans(alphabet, LETTERS[1 : 1 + len(alphabet)])
    return [w.translate(there) for w in words if len(w) < LENGTH and set(w) <= set(alphabet)]


def copied(words: list[str], steps: int, seed: int) -> int:
    """Train one, with one word a step; how many of a hundred words it then writes are listed."""
    model = GPT(length=LENGTH, seed=seed)
    fast = {n: Compiled(model.loss, *model.inputs("a" * n)) for n in {len(w) for w in words}}
    optimizer = Adam(model.parameters(), rate=0.02)
    for step in range(steps):
        word = words[step % len(words)]
        optimizer.zero_grad()
        fast[len(word)](*model.inputs(word))
        optimizer.step(cosine(step, steps, warmup=20))
    rng = random.Random(seed)
    return sum(model.sample(rng) in words for _ in range(100))


def main() -> None:
    words = spelt(listed())
    runs = [
        {"steps": steps, "seed": seed, "copied": copied(words, steps, seed)}
        for steps in (400, 4000)
        for seed in (1, 2, 3)
    ]
    content = {"python": platform.python_version(), "words": listed(), "runs": runs}
    PATH.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    for run in runs:
        print(run)


if __name__ == "__main__":
    main()
