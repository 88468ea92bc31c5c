"""What turns a chapter into a page: fences, cells, figures, formulas.

The rooms, in the order in which a page passes through them:

    plugin     the only module that knows MkDocs
    book       what the pages of one build share
    page       one page: its fences in order, its session, its values
    fences     what an author may write after three backticks
    marks      the formulas and values of a page, until it is whole
    prose      what an author may write between the fences: formulas, values
    parts      what stands in the place of each kind of fence
    cells      runs one cell; isolation puts back what it changed
    output     what a run comes to: text on the page, or a fault
    figures    a graph or a plot becomes an accessible inline SVG
    walk       a graph of Values as the browser steps it
    operations what such a figure knows of + and tanh
    steppers   its HTML, whole without a script
    listings   a step of the engine becomes a listing, two become a diff
    questions  predict and exercise
    memory     under serve, cells that did not change do not run again
    links      what a cell printed must lead somewhere
    mathfont   the font of the formulas, cut to what they use
    glossary   terms become tooltips
    errors     how a fault is told, in the log and in the page
"""
