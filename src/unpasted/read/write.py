"""The body of a write fence: a step of the engine that its reader writes, in a file of their own.

    ```write from="step2_ops" to="step3_graph"
    Let each result remember its inputs.
    write: Value.__add__ Value.__mul__
    check len(c._prev) == 2: `c` remembers `a` and `b`.
    wrong "(self, other)" > "(self,)": The right operand is forgotten.
    ---
    c = Value(2.0) * Value(3.0)
    ```

Below the first line `---` stands the trial: code that runs before the checks, in a namespace with
the names of the file. Below a second one, what the reader begins with in place of an empty
function.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from unpasted.faults import Fault
from unpasted.read import exercise
from unpasted.read.fence import ONCE, Fence, Grammar
from unpasted.read.fields import Field, cut

FIELDS = {"write": ONCE, **exercise.FIELDS}
HEADER = '```write from="step2_ops" to="step3_graph"'


@dataclass
class Write(exercise.Exercise):
    """What the body of a write fence says; its code is the trial.

    Arguments:
        writes: the symbols that the reader writes; none for all that are not given anyway.
        said: where they are named.
    """

    writes: list[str] = field(default_factory=list)
    said: Field | None = None


def read(fence: Fence, grammars: Mapping[str, Grammar]) -> Write:
    """Read the body of a write fence. Raises Fault."""
    body = cut(fence, grammars)
    trial, *more = body.sections
    said = body.one("write")
    write = Write(
        **exercise.parts_of(fence, body), code=trial.text, code_place=trial.place,
        writes=said.text.split() if said else [], said=said,
    )  # fmt: skip
    if not write.checks:
        says = "a step that the reader writes needs a fact: `check EXPRESSION: a fact in words`"
        raise Fault(fence.place, says)
    if len(more) > 1:
        raise Fault(more[1].place, "a write fence has a trial and a start; this is a third part")
    if more:
        write.start, write.start_place = more[0].text, more[0].place
        exercise.check_start(more[0])
    return write
