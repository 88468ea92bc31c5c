import torch

X = torch.tensor([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
W = torch.tensor([[1.0, -1.0]], requires_grad=True)
Y = X @ W.T
print(X.shape, W.shape, Y.shape)

G = torch.tensor([[1.0], [10.0], [100.0]])
Y.backward(G)
print(W.grad)
print(G.T @ X)
