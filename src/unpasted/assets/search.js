/* Search, which is the theme's, begins when somebody searches: only then its index is loaded.
   From a file it searches too, where a browser starts no worker. This runs before the theme. */

const { element } = require("./elements.js");
const FIELD = "[data-md-component=search-query]";
const [SETUP, RESULT] = [0, 3]; // how the theme and its worker begin what they tell
const [BEFORE, LENGTH] = [50, 160]; // characters of a result's context: before what was found, all
const SEAM = "\ue000"; // of no text: where a mark begins or ends
const BLOCK = /<\/(p|li|h\d|div|dd|dt|td|th|summary)>/g;

/** Load a script. @param {string} src */
const load = (src) =>
  new Promise((loaded, failed) => {
    document.head.append(element("script", { src, onload: loaded, onerror: failed }));
  });

/** A line of context: the words around the first that was found, marked. @param {string} html */
function context(html) {
  const seamed = html.replace(BLOCK, "$& ").replace(/<\/?mark\b[^>]*>/g, SEAM);
  const { body } = new DOMParser().parseFromString(seamed, "text/html");
  const parts = body.textContent.replace(/\s+/g, " ").split(SEAM);
  const [before, word, ...others] = parts.length > 1 ? parts : ["", "", ...parts];
  const after = others.join("");
  const shown =
    before.length > BEFORE ? `… ${before.slice(-BEFORE).replace(/^\S*\s/, "")}` : before;
  const rest = LENGTH - shown.length - word.length;
  const end = after.length > rest ? `${after.slice(0, rest).replace(/\s\S*$/, "")} …` : after;
  const line = element("p", { class: "search-context" }, shown);
  if (word) line.append(element("mark", { "data-md-highlight": "" }, word));
  line.append(end);
  return line.textContent?.trim() ? line.outerHTML : "";
}

/** @typedef {{ title: string, text: string, score: number }} Found */
const scored = (/** @type {Found} */ { score }) => score;

/** Whether all that was asked for is its name. */
const isNamed = (/** @type {Found} */ { title }) =>
  title.replace(/<[^>]+>/g, "").toLowerCase() === asked().trim().toLowerCase();
const asked = () =>
  /** @type {HTMLInputElement | null} */ (document.querySelector(FIELD))?.value ?? "";

/* Stands in for a worker where there can be none: its script runs in a frame nobody sees. */
class Framed extends EventTarget {
  /** @param {string} url */
  constructor(url) {
    super();
    this.frame = element("iframe", { hidden: true });
    document.body.append(this.frame);
    const inside = /** @type {Window & typeof globalThis} */ (this.frame.contentWindow);
    Object.assign(inside, {
      postMessage: (/** @type {unknown} */ data) =>
        this.dispatchEvent(new MessageEvent("message", { data })),
    });
    const script = inside.document.createElement("script");
    this.ready = new Promise((ready) => script.addEventListener("load", ready));
    script.src = url;
    inside.document.head.append(script);
  }

  /** @param {unknown} data */
  async postMessage(data) {
    await this.ready;
    this.frame.contentWindow?.dispatchEvent(new MessageEvent("message", { data }));
  }
}

const Native = globalThis.Worker;

/* What the theme takes for its worker. It asks nothing before it hears that all is ready. */
class Searcher extends EventTarget {
  started = false;

  /** @param {string} url */
  constructor(url) {
    super();
    this.url = new URL(url, document.baseURI).href;
    const begin = () => document.activeElement?.matches(FIELD) && this.start();
    document.addEventListener("focusin", begin);
    begin();
  }

  async start() {
    if (this.started) return;
    this.started = true;
    try {
      await load(`${unpasted.root}search/index.js`);
      const { config, docs } = unpasted.index;
      this.worker = new (location.protocol === "file:" ? Framed : Native)(this.url);
      this.worker.addEventListener("message", (event) => {
        const { data } = /** @type {MessageEvent} */ (event);
        if (data.type === RESULT)
          for (const found of /** @type {Found[][]} */ (data.data.items)) {
            const named = found.find(isNamed);
            if (named) named.score = Math.max(...found.map(scored)) + 1;
            found.sort((one, other) => scored(other) - scored(one));
            for (const one of found) one.text = context(one.text);
          }
        this.dispatchEvent(new MessageEvent("message", { data }));
      });
      this.worker.postMessage({ type: SETUP, data: { config, docs, options: {} } });
    } catch {
      this.started = false; // no connection: the next try may have one
    }
  }

  /** @param {unknown} message */
  postMessage(message) {
    this.worker?.postMessage(message);
  }
}

const form = document.forms.namedItem("search");
if (form) {
  form.removeAttribute("name"); // by this name the theme loads the index with every first page
  /* The theme names a script and no more; whoever has options wants a worker that is one. */
  globalThis.Worker = new Proxy(Native, {
    construct: (_, [url, options]) => (options ? new Native(url, options) : new Searcher(url)),
  });
}
