"""Every kind of fence that the build acts on. To add one: a file in this folder, a row in KINDS."""

from unpasted.kinds import cell, exercise, figure, question, slider, step, stepper, train, write
from unpasted.read.fence import DOCUMENTED
from unpasted.run.making import Kind

# By what stands behind the backticks.
KINDS: dict[str, Kind] = {
    "python exec": cell.KIND,
    "python figure": figure.KIND,
    "python slider": slider.KIND,
    "python train": train.KIND,
    "python walk": stepper.WALK,
    "python order": stepper.ORDER,
    "step": step.STEP,
    "step-diff": step.DIFF,
    "predict": question.PREDICT,
    "exercise": exercise.KIND,
    "write": write.KIND,
    DOCUMENTED: cell.DOCUMENTED,
}
