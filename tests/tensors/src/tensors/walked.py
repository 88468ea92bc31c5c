"""What a walk is told of a graph of tensors."""

from types import SimpleNamespace

import numpy as np

from tensors import Tensor, inputs_first


def nodes(root: Tensor) -> list[SimpleNamespace]:
    """The graph that ends in `root`, inputs before users."""
    order = inputs_first(root)
    place = {id(tensor): i for i, tensor in enumerate(order)}
    return [
        SimpleNamespace(
            value=tensor,
            label=tensor.label,
            op=tensor.op,
            inputs=[place[id(x)] for x in tensor.inputs],
            data=tensor.data.tolist(),
            slopes=[np.asarray(slope).tolist() for slope in tensor.slopes],
        )
        for tensor in order
    ]
