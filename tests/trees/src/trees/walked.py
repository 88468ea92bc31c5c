"""What a walk is told of a search tree: its data is text."""

from typing import Any, NamedTuple

from trees import Tree


class Listed(NamedTuple):
    value: Any
    label: str
    op: str
    inputs: list[int]
    data: str
    slopes: tuple[()] = ()


def nodes(root: Tree) -> list[Listed]:
    """The tree below `root`, the smallest first, each word before the tree that it stands in."""
    listed: list[Listed] = []

    def visit(tree: Tree) -> int:
        words = " ".join(tree.words())
        below = [visit(one) for one in (tree.left, tree.right) if one]
        if below:
            listed.append(Listed(tree.word, "", "", [], tree.word))
            below.insert(bool(tree.left), len(listed) - 1)
        listed.append(Listed(tree, tree.label, "join" if below else "", below, words))
        return len(listed) - 1

    visit(root)
    return listed
