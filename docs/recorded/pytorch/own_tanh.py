import torch


class Tanh(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        t = torch.tanh(x)
        ctx.save_for_backward(t)
        return t

    @staticmethod
    def backward(ctx, grad):
        (t,) = ctx.saved_tensors
        return grad * (1 - t * t)

x = torch.tensor(0.8814, dtype=torch.float64)
x.requires_grad_()
Tanh.apply(x).backward()
print(f"{x.grad.item():.6f}")
print(torch.autograd.gradcheck(Tanh.apply, (x,)))
