import torch

a = torch.tensor(2.0, requires_grad=True)

total = a + a
total.backward()
total.backward()
print("a sum:", a.grad)

square = a * a
square.backward()
try:
    square.backward()
except RuntimeError as error:
    print(str(error).split(". ")[0] + ".")
