"""Record what PyTorch computes for the GPT of `micrograd.gpt`, with the same weights.

Run it where torch is installed; what it writes, `docs/recorded/gpt/pytorch.json`, is read without torch:

    PYTHONPATH=src python tests/micrograd/record_gpt.py

The weights are those that `GPT(**SHAPE)` draws. Of each word: the scores, the loss and the gradient
of every parameter. Of each optimizer: all parameters after three steps over the words.
"""

import json
from pathlib import Path

PATH = Path(__file__).parents[2] / "docs" / "recorded" / "gpt" / "pytorch.json"
SHAPE = {"length": 9, "width": 4, "heads": 2, "layers": 2, "seed": 3}
WORDS = ("ada", "emma", "barbara")
OPTIMIZERS = {
    "SGD": {"rate": 0.1, "momentum": 0.9, "decay": 0.01},
    "Adam": {"rate": 0.01, "betas": (0.8, 0.95), "decay": 0.001},
}


def main():
    import torch
    from torch.nn import functional

    from micrograd.gpt import GPT, tokens

    torch.set_default_dtype(torch.float64)
    ours = GPT(**SHAPE)

    def matrix(rows):
        return torch.tensor([[p.data for p in row] for row in rows], requires_grad=True)

    letters, places, out = matrix(ours.letters), matrix(ours.places), matrix(ours.out)
    names = ("query", "key", "value", "mix", "up", "down")
    blocks = [{name: matrix(getattr(block, name)) for name in names} for block in ours.blocks]
    everything = [letters, places, out, *(m for block in blocks for m in block.values())]

    def norm(x):
        return functional.rms_norm(x, x.shape[-1:], eps=1e-5)

    def scores(known):
        size = len(known)
        x = norm(letters[known] + places[:size])
        for b in blocks:
            heads = (
                (norm(x) @ b[name].T).view(size, SHAPE["heads"], -1).transpose(0, 1)
                for name in ("query", "key", "value")
            )
            seen = functional.scaled_dot_product_attention(*heads, is_causal=True)
            x = x + seen.transpose(0, 1).reshape(size, -1) @ b["mix"].T
            x = x + functional.relu(norm(x) @ b["up"].T) @ b["down"].T
        return x @ out.T

    def loss(word):
        known = tokens(word)
        found = scores(known[:-1])
        return found, functional.cross_entropy(found, torch.tensor(known[1:]))

    def flat(of):
        return [x for m in everything for x in of(m).flatten().tolist()]

    recorded = {"torch": torch.__version__.partition("+")[0], "words": {}, "optimizers": {}}
    for word in WORDS:
        for m in everything:
            m.grad = None
        found, surprise = loss(word)
        surprise.backward()
        recorded["words"][word] = {
            "scores": found.tolist(),
            "loss": surprise.item(),
            "gradients": flat(lambda m: m.grad),
        }
    start = [m.detach().clone() for m in everything]
    for name, options in OPTIMIZERS.items():
        with torch.no_grad():
            for m, begun in zip(everything, start, strict=True):
                m.copy_(begun)
        options = dict(options)
        rate, decay = options.pop("rate"), options.pop("decay")
        kind = getattr(torch.optim, name)
        optimizer = kind(everything, lr=rate, weight_decay=decay, **options)
        losses = []
        for word in WORDS:
            optimizer.zero_grad()
            surprise = loss(word)[1]
            surprise.backward()
            optimizer.step()
            losses.append(surprise.item())
        recorded["optimizers"][name] = {"losses": losses, "parameters": flat(lambda m: m.detach())}
    PATH.write_text(json.dumps(recorded) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
