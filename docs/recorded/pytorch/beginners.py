import torch
from torch import nn


def attempt(action):
    try:
        action()
    except (RuntimeError, TypeError) as error:
        print(str(error).splitlines()[0])

net = nn.Linear(2, 3)
wide = torch.zeros(5, 4)
attempt(lambda: net(wide))

double = torch.zeros(5, 2, dtype=torch.float64)
attempt(lambda: net(double))

scores, labels = net(torch.zeros(5, 2)), torch.zeros(5, 1)
attempt(lambda: nn.CrossEntropyLoss()(scores, labels.long()))

attempt(lambda: scores.numpy())

with torch.no_grad():
    loss = net(torch.zeros(5, 2)).sum()
attempt(lambda: loss.backward())
