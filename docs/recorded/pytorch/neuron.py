import torch


def number(x):
    return torch.tensor(
        x, dtype=torch.float64, requires_grad=True
    )

x1, x2 = number(2.0), number(0.0)
w1, w2 = number(-3.0), number(1.0)
b = number(6.8813735870195432)
o = (x1 * w1 + x2 * w2 + b).tanh()
o.backward()
print(o.item(), w1.grad.item())
print(type(o.grad_fn).__name__)
