import torch

outputs = torch.zeros(100, 1)
labels = torch.ones(100)
print((labels * outputs).shape)
print((labels.unsqueeze(1) * outputs).shape)
