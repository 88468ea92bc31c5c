import torch

x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
y = x * x
try:
    y.backward()
except RuntimeError as error:
    print(error)

y.backward(torch.tensor([1.0, 0.0, 0.0]))
print(x.grad)
