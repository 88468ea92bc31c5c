import torch

x = torch.tensor(3.0, requires_grad=True)
try:
    x *= 5
except RuntimeError as error:
    print(error)

x = torch.tensor(3.0, requires_grad=True)
u = x * 1
u *= 5
(u * 2).backward()
print("recorded:", x.grad)

x = torch.tensor(3.0, requires_grad=True)
u = x * 1
y = u * u
u *= 5
try:
    y.backward()
except RuntimeError as error:
    print(str(error).split(". ")[0] + ".")
