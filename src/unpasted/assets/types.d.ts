/* What Python hands to the scripts, as JSON in data attributes, and what they share. */

/** A number, or a text. */
type Data = number | string;

/** A node of a graph. `inputs` are places in the list of nodes; `slopes` has one for each; `says` is
    its operation in words, with `{0}` for the first input. */
interface GraphNode {
  name: string;
  data: Data;
  label: string;
  op: string;
  says: string;
  inputs: number[];
  slopes: number[];
}

/** Nodes, inputs before users, the output last; those of each step forward and backward;
    backward: whether gradients can be passed on; computed: whether all of it can be computed here. */
interface Graph {
  nodes: GraphNode[];
  filling: number[][];
  visits: number[][];
  backward: boolean;
  computed: boolean;
}

/** An edge: into input number `slot` of node `user`. */
interface Place {
  user: number;
  slot: number;
}

/** An edge as it is drawn. */
interface Edge extends Place {
  group: SVGGElement;
}

/** What is known of a graph at a position of its timeline, and what the last step was. */
interface State {
  known: Set<number>;
  grads: number[];
  gifts: Gift[];
  given: Gift[];
  largest: number;
  current: number[];
  computed: number[];
  visiting: boolean;
}

/** What a visit adds along one edge to the gradient of an input: `amount`, to `before`. */
interface Gift extends Place {
  to: number;
  upstream: number;
  slope: number;
  amount: number;
  before: number;
}

/** A number, and how far from it an answer may be. */
interface Judged {
  answer: number;
  tolerance: number;
  rounds?: boolean;
}

/** What is written otherwise where a question is asked with other numbers; see variants.js. */
interface Variation {
  values: Record<string, string>;
  lines: Record<string, string>;
  printed?: string;
  said?: string;
}

type AskedNumber = Judged & {
  id: string;
  kind: "number";
  wrong: Judged[];
  variants?: (Variation & Judged & { wrong: Judged[] })[];
};
type AskedChoice = {
  id: string;
  kind: "choice";
  right: number;
  variants?: (Variation & { right: number })[];
};
/** `lines` are places among the lines that show, `right` is a place in `lines`. */
type AskedLine = { id: string; kind: "line"; lines: number[]; right: number };
/** A gradient that is asked for: of which node, by its name and by that of its box. */
type AskedGradient = Judged & { name: string; node: string };
type AskedGradients = { id: string; kind: "gradients"; gradients: AskedGradient[] };
type Asked = AskedNumber | AskedChoice | AskedLine | AskedGradients;

/** A fact about an answer: `html` is what it says, as it stands in the page. */
interface Fact {
  expression: string;
  says: string;
  needs: string;
  html: string;
}

/** What is said of an answer that fails as a known wrong one does. */
interface Told {
  signature: string;
  html: string;
}

/** A line that is put in order. */
interface CodeLine {
  code: string;
  html: string;
  level?: number;
}

/** What an exercise is judged by. `number` is its place among what runs on its page. */
interface Exercised {
  id: string;
  number: number;
  checks: Fact[];
  told: Told[];
  start: string;
  lines?: CodeLine[];
  solution?: string;
  others?: number;
}

/** What an answer came to: what it printed and raised, in which of its lines, and which facts
    do not hold, with the value that was seen; or why it did not come to anything. */
interface Checked {
  printed: string;
  raised: string;
  line: number;
  failed: { says: string; value: string }[];
  cut?: boolean;
  signature?: string;
  above?: { raised: string };
  stopped?: boolean;
  died?: string;
}

/** A step of the reader's own engine to write; see kinds/write.py. `modules`: by the names of the
    steps up to it, in order; `given`, `stubs`: texts by symbol; `told`: what is said of an answer
    that failed in a known way; `one`: one line of the solution; `composed`: the lines in order,
    beside `others` that do not belong; `rest`: texts that the book then puts in. */
interface Writing {
  id: string;
  from: string;
  to: string;
  modules: Record<string, string>;
  judged: string[];
  start: string;
  solution: string;
  given: Record<string, string>;
  stubs: Record<string, string>;
  writes: string[];
  checks: Fact[];
  trial: string;
  lines: CodeLine[];
  others: number;
  composed: string;
  rest: Record<string, string>;
  told: Told[];
  one: string;
}

/** A step of the book's engine; `page`: where the reader writes it, "" for nowhere. */
interface Step {
  name: string;
  module: string;
  idea: string;
  adds: string[];
  page: string;
  title: string;
  checks: Fact[];
  trial: string;
}

/** The reader's own engine. `place`: of a step among all; `aside`: a draft of another tab; `ran`: by
    the name of what it was trained on, when. */
interface Own {
  version: 1;
  drafts: Record<string, string>;
  aside?: { step: string; code: string };
  passed: Record<string, { code: string; at: string; place: number }>;
  on: "mine" | "book";
  ran: Record<string, string>;
}

/** What an attempt at a step came to; `parted`: the first value at which it and the book's differ,
    and the lines that were `tried`; `has`: the texts of its symbols; `own`: an error came up in it. */
interface Attempted extends Checked {
  parted: {
    tried: string;
    value: string;
    what: "data" | "operation" | "gradient";
    theirs: string;
    books: string;
  } | null;
  has: Record<string, string>;
  own?: boolean;
}

/** A cell of a page, by its number; what it printed when the book was built. */
interface Cell {
  number: number;
  code: string;
  printed: string;
  still?: boolean; // it never runs in a browser
}

/** What is told while a cell runs. `curve`: it ends in a loop, of which `onturn` is told turn by turn;
    at first, how many turns there will be. */
interface Tell {
  onwait?: (says: string) => void;
  onprinted?: (text: string) => void;
  curve?: string;
  onturn?: (curve: (number | null)[]) => void;
}

/** What runs the Python of a page: live/client.js. */
interface Live {
  cells: Promise<Cell[]>;
  prepare: () => Promise<{ died?: string }>;
  edit: (number: number | undefined, code: string | undefined) => void;
  run: (number: number, code: string, tell: Tell) => Promise<Run>;
  check: (number: number, code: string, checks: Fact[], tell: Tell) => Promise<Checked>;
  ask: (
    question: object,
    tell?: Tell,
  ) => Promise<Attempted & { code?: string; replaced?: Record<string, string> }>;
  on: (mine: Record<string, string>) => void;
  stop: () => void;
  halt: () => void;
  renew: () => void;
  leave: () => void;
  editor: (host: HTMLElement, code: string, options: object) => Editor;
}

/** What a cell came to (see run/execute.py), and how. `first`: the cells above that ran before;
    `skipped`: those of them that failed here, and not when the book was built; `again`: the variables
    are those of an earlier run; `above`: the cell above that failed, so that this one did not run;
    `stopped` and `died`: there is no result, and variables are gone. */
interface Run {
  printed: string;
  raised: string;
  line: number;
  trace: string[];
  value: string;
  missing: string;
  cut: boolean;
  lacks: { symbol: string } | null;
  first: number[];
  skipped: number[];
  again: boolean;
  seconds: number;
  drawn: { dot?: string; palette?: Record<string, string>; missing?: string } | null;
  above?: Pick<Run, "raised" | "trace" | "cut" | "lacks"> & { number: number };
  stopped?: boolean;
  died?: string;
}

/** How a question was last met: how many right answers in a row (on days when it was due), the day
    on which it comes back, whether the last answer was right, and with which of its numbers it was
    asked. */
interface Met {
  box: number;
  due: string;
  right: boolean;
  variant: number;
}

type Due = Met & { page: string; id: string };

/** Of one book: for each page the ids of the questions that were answered, and of those that it
    asks; the pages that were marked as finished; the one that was opened last; for each page how its
    questions were met, and which of its exercises were solved; by the id of an exercise, the answer
    as it stands. */
interface Kept {
  answered: Record<string, string[]>;
  asked: Record<string, string[]>;
  finished: string[];
  last: string;
  review: Record<string, Record<string, Met>>;
  solved: Record<string, string[]>;
  /** The questions behind which nothing is held back any more. */
  shown: Record<string, string[]>;
  /** The questions that do not come back in a review. */
  apart: Record<string, string[]>;
  /** How many answers in a row were only shown; whether nothing is to be held back. */
  row: number;
  always: boolean;
  typed: Record<string, string>;
  /** In a review, of the answers of which the reader was "sure", and "not sure": how many, and how
      many were right. */
  bets: Record<string, { all: number; n: number }>;
}

/** An editor of code. Lines are counted from 1; 0 takes the mark away. `go`: to the end of a line. */
interface Editor {
  get(): string;
  set(text: string): void;
  focus(): void;
  mark(line: number): void;
  go(line: number): void;
  destroy(): void;
}

/** What the scripts of the page share beside what each exports. */
interface Shared {
  /** What a device keeps of the book is named by this. */
  book: string;
  /** What the book says in its own words, by the English: see words.py. */
  texts: Record<string, string>;
  /** Sizes of drawings and their colours, as the build has them; see __init__.py. `rooms`: pixels;
      `pixels`: of a point; `character`: the width of one in points; `colours`: what the page calls
      those of drawings. */
  figures: {
    rooms: Record<string, number>;
    smallest: number;
    least: number;
    pixels: number;
    character: number;
    colours: Record<string, string>;
  };
  /** The address where the site begins; see root.js. */
  root: string;
  /** What search/index.js brings. */
  index: { config: unknown; docs: unknown[] };
  /** What a book's own elements are made with, and keep things in. */
  elements: typeof import("./elements.js");
  stored: typeof import("./stored.js");
}

declare var unpasted: Shared;

type Walked = InstanceType<typeof import("./walked.js").Walked>;
type Sheet = InstanceType<typeof import("./sheet.js").Sheet>;
type Drawing = InstanceType<typeof import("./drawing.js").Drawing>;
