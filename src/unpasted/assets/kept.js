/* What the reader has answered and finished, and when a question comes back: kept on this device
   only and sent nowhere. */

const { isObject, soundOf, Store } = require("./stored.js");
const SPACING = [1, 1, 3, 7, 21]; // days, by how many right answers in a row
const MOST = SPACING.length - 1;

/** How a question was met that was answered before there were days to note. */
const OLD = { box: 1, due: "", right: true, variant: 0 };

/** @param {unknown} one */
const isText = (one) => typeof one === "string";

/** @param {unknown} one */
const isTexts = (one) => Array.isArray(one) && one.every(isText);

/** @param {any} one how many answers, and how many of them were right */
const isCount = (one) =>
  [one?.all, one?.n].every(Number.isInteger) && one.n >= 0 && one.all >= one.n;

/** @param {any} met how a question was met */
const isMet = (met) =>
  SPACING[met?.box] !== undefined &&
  isText(met.due) &&
  later(met.due, 0) === met.due &&
  typeof met.right === "boolean" &&
  Number.isInteger(met.variant);

/** What can be read of what was kept; the rest counts as none.
    @param {any} found @returns {Kept} */
function sound(found) {
  const lists = [found?.answered, found?.asked, found?.solved, found?.shown, found?.apart];
  const [answered, asked, solved, shown, apart] = lists.map((one) => soundOf(one, isTexts));
  const finished = isTexts(found?.finished) ? found.finished : [];
  const last = isText(found?.last) ? found.last : "";
  const review = soundOf(found?.review, isObject);
  for (const page in review) review[page] = soundOf(review[page], isMet);
  const typed = soundOf(found?.typed, isText);
  const bets = soundOf(found?.bets, isCount);
  const row = Number.isInteger(found?.row) && found.row > 0 ? found.row : 0;
  const always = found?.always === true;
  const own = { answered, asked, finished, last, review, solved, typed };
  return { ...own, shown, apart, row, always, bets };
}

const progress = new Store("progress", sound);
const read = () => progress.read();
const write = (/** @type {Partial<Kept>} */ change) => progress.write(change);

/** The day on which it is read, where the reader is; here alone is the time asked for. */
const today = () => day(new Date(Date.now()));

/** @param {Date} date */
function day(date) {
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return parts.map((part) => String(part).padStart(2, "0")).join("-");
}

/** @param {string} from a day @param {number} days */
function later(from, days) {
  const date = new Date(`${from}T12:00`);
  date.setDate(date.getDate() + days);
  return day(date);
}

/** How many days lie between two. @param {string} from @param {string} to */
const between = (from, to) => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);

/** What is kept once a list has another id.
    @param {Kept} state @param {"answered" | "solved" | "shown"} list @param {string} page
    @param {string} id @returns {Kept} */
const added = (state, list, page, id) => {
  const ids = [...new Set(state[list][page]).add(id)];
  return { ...state, [list]: { ...state[list], [page]: ids } };
};

/** What is kept after an answer. A wrong one brings the question back tomorrow. A right one moves
    it on, unless it is not due yet: to repeat at once is not to remember.
    @param {Kept} state
    @param {{ page: string, id: string, right: boolean, variant: number, on: string }} answer
    @returns {Kept} */
function after(state, { page, id, right, variant, on }) {
  const met = state.review[page]?.[id] ?? (state.answered[page]?.includes(id) ? OLD : undefined);
  const early = met && met.due > on;
  const box = right ? Math.min(MOST, (met?.box ?? 0) + 1) : 0;
  const due = later(on, SPACING[box]);
  const now = right && early ? { ...met, variant } : { box, due, right, variant };
  const review = { ...state.review, [page]: { ...state.review[page], [id]: now } };
  return right ? added({ ...state, review }, "answered", page, id) : { ...state, review };
}

/** The questions that were met on these pages and are asked there still.
    @param {Kept} state @param {string[]} pages @returns {Due[]} */
function met(state, pages) {
  return pages.flatMap((page) => {
    const own = state.review[page] ?? {};
    const ids = [...new Set([...Object.keys(own), ...(state.answered[page] ?? [])])];
    const asked = state.asked[page];
    const apart = state.apart[page];
    const still = ids.filter((id) => (!asked || asked.includes(id)) && !apart?.includes(id));
    return still.map((id) => ({ page, id, ...(own[id] ?? OLD) }));
  });
}

/** Those that are due, one page after the other in turn; of a page those that were missed first,
    then those that wait the longest.
    @param {Due[]} all @param {string} on @returns {Due[]} */
function due(all, on) {
  const ready = all.filter((one) => one.due <= on);
  ready.sort((a, b) => Number(a.right) - Number(b.right) || (a.due < b.due ? -1 : 1));
  const pages = [...new Set(ready.map((one) => one.page))];
  const lists = pages.map((page) => ready.filter((one) => one.page === page));
  return ready.flatMap((_, turn) => lists.flatMap((list) => list.slice(turn, turn + 1)));
}

/** What a file holds that gives back what was kept. */
const exported = () => JSON.stringify({ book: unpasted.book, ...read() }, null, 1);

/** What such a file gives back. Throws an Error that says why it is none. @param {string} text */
function imported(text) {
  /** @type {any} */
  let found;
  try {
    found = JSON.parse(text);
  } catch {
    throw new Error("it is not a file of progress (no JSON)");
  }
  if (!isObject(found) || typeof found.book !== "string") {
    throw new Error("it is not a file of progress (it names no book)");
  }
  if (found.book !== unpasted.book) throw new Error(`it belongs to another book, “${found.book}”`);
  if (progress.isDamaged(found)) throw new Error("something in it is damaged");
  return sound(found);
}

module.exports = { read, write, today, later, between, added, after, met, due, exported, imported };
