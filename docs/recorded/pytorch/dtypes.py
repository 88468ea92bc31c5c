import torch

x = torch.tensor(0.1)
print(x.dtype, f"{x.item():.17f}")
print(torch.tensor(0.1, dtype=torch.float64).item())
