import math

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(0)

def spirals(n):
    """Three arms, one class each: n points per arm."""
    points, labels = [], []
    for arm in range(3):
        t = torch.linspace(0.1, 1, n)
        angle = 4 * t + arm * 2 * math.pi / 3
        angle = angle + 0.2 * torch.randn(n)
        xy = t * angle.cos(), t * angle.sin()
        points.append(torch.stack(xy, 1))
        labels.append(torch.full((n,), arm))
    return torch.cat(points), torch.cat(labels)

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden = nn.Linear(2, 32)
        self.second = nn.Linear(32, 32)
        self.scores = nn.Linear(32, 3)

    def forward(self, x):
        x = torch.tanh(self.hidden(x))
        x = torch.tanh(self.second(x))
        return self.scores(x)  # no softmax: the loss does it

def share_right(net, points, labels):
    net.eval()
    with torch.no_grad():  # no tape: nothing to learn here
        answers = net(points).argmax(1)
    return (answers == labels).float().mean()

train, test = spirals(100), spirals(100)
loader = DataLoader(
    TensorDataset(*train), batch_size=32, shuffle=True
)
net = Net()
loss_of = nn.CrossEntropyLoss()
optimizer = torch.optim.Adam(net.parameters(), lr=0.01)

for epoch in range(61):
    net.train()
    for points, labels in loader:
        loss = loss_of(net(points), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    if epoch % 20 == 0:
        seen = share_right(net, *train)
        new = share_right(net, *test)
        print(f"epoch {epoch} seen {seen:.2f} new {new:.2f}")

torch.save(net.state_dict(), "spirals.pt")
again = Net()
again.load_state_dict(torch.load("spirals.pt"))
print("the same:", torch.equal(again(test[0]), net(test[0])))
