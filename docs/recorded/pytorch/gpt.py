import torch
from torch.nn import functional as F

from micrograd.gpt import GPT, tokens

torch.set_default_dtype(torch.float64)
ours = GPT(seed=1)
block = ours.blocks[0]

def tensor(matrix):
    rows = [[p.data for p in row] for row in matrix]
    return torch.tensor(rows, requires_grad=True)

letters, places, out = map(
    tensor, (ours.letters, ours.places, ours.out)
)
query, key, value, mix, up, down = map(
    tensor,
    (block.query, block.key, block.value,
     block.mix, block.up, block.down),
)

def norm(x):
    return F.rms_norm(x, x.shape[-1:], eps=1e-5)

def heads(x):  # two heads of 4 numbers each
    return x.unflatten(-1, (2, 4)).transpose(-3, -2)

def scores(known):
    x = norm(letters[known] + places[:known.shape[-1]])
    given = norm(x)
    q, k, v = (
        heads(given @ m.T) for m in (query, key, value)
    )
    seen = F.scaled_dot_product_attention(
        q, k, v, is_causal=True
    )
    x = x + seen.transpose(-3, -2).flatten(-2) @ mix.T
    x = x + F.relu(norm(x) @ up.T) @ down.T
    return x @ out.T

names = ["monica", "amanda"]
known = torch.tensor([tokens(name) for name in names])
found = scores(known[:, :-1])
print(found.shape)
loss = F.cross_entropy(
    found.flatten(0, 1), known[:, 1:].flatten()
)
loss.backward()
both = [ours.loss(*ours.inputs(name)) for name in names]
mean = (both[0] + both[1]) / 2
mean.backward()
print(f"{loss.item():.9f} {mean.data:.9f}")
rows = [[p.grad for p in row] for row in block.query]
print(torch.allclose(query.grad, torch.tensor(rows)))

nodes, todo = set(), [loss.grad_fn]
while todo:
    node = todo.pop()
    if node and node not in nodes:
        nodes.add(node)
        todo += [n for n, _ in node.next_functions]
print(len(nodes), "nodes")
