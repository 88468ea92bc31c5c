import torch

from micrograd.datasets import moons

points, labels = moons(100, noise=0.1, seed=1)
points = torch.tensor(points)
labels = torch.tensor(labels).unsqueeze(1)
print(points.shape, labels.shape)

torch.manual_seed(1)
net = torch.nn.Sequential(
    torch.nn.Linear(2, 16), torch.nn.ReLU(),
    torch.nn.Linear(16, 16), torch.nn.ReLU(),
    torch.nn.Linear(16, 1),
)
optimizer = torch.optim.SGD(net.parameters(), lr=1.0)
decay = torch.optim.lr_scheduler.LambdaLR(
    optimizer, lambda step: 1 - 0.9 * step / 200
)

for step in range(201):
    out = net(points)
    loss = (1 - labels * out).relu().mean()
    if step % 50 == 0:
        right = (out * labels > 0).sum().item()
        print(f"step {step:3} loss {loss:.4f} right {right}")
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    decay.step()
