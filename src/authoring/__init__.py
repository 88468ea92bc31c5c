"""What turns a chapter into a page: fences, cells, figures, formulas.

The rooms, in the order in which a page passes through them:

    plugin     the only module that knows MkDocs
    book       what the pages of one build share
    page       one page: its fences in order, from Markdown to HTML
    pieces     cuts a chapter into prose and fences
    fences     what an author may write after three backticks
    views      figures that show the same thing in two ways have names and a switch
    marks      the formulas and values of a page, until it is whole
    prose      what an author may write between the fences: formulas, values
    questions  what a predict or exercise says
    slots      the places kept for the HTML of a fence
    parts      what stands in the place of each kind of fence
    asked      the same for the parts of a question
    answers    what becomes of a question: its Markdown, its answer, its element
    runner     runs what an author wrote on one page, in the page's session
    cells      runs one cell; isolation puts back what it changed
    lines      which line of a chapter made a value
    output     what a run comes to: text on the page, or a fault
    figures    a graph or a plot becomes an accessible inline SVG
    plots      what matplotlib has to be told
    walk       a graph of Values as the browser steps it
    operations what such a figure knows of + and tanh, held against the engine
    steppers   its HTML, whole without a script
    listings   a step of the engine becomes a listing, two become a diff
    assets     its style sheets and scripts, in the order in which a page loads them
    memory     under serve, cells that did not change do not run again
    links      what a cell printed must lead somewhere
    mathfont   the font of the formulas, cut to what they use
    glossary   terms become tooltips
    errors     how a fault is told, in the log and in the page
"""
