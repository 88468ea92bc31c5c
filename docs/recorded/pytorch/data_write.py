import torch

x = torch.tensor(3.0, requires_grad=True)
y = x * x
x.data *= 5
y.backward()
print(y.item(), x.grad.item())
