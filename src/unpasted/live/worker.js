/* Python, apart from the page: a module worker that runs the cells of one page.

   In: {start: [addresses]}, {ask: id, message}. Out: {ready}, {told: id, text}, {answer: id, text},
   {died: why}. What comes out is text of cells, and whoever receives it trusts none of it. */

import { loadPyodide } from "./pyodide/pyodide.mjs";

const HERE = new URL(".", import.meta.url);
const BOOK = "/book"; // where the packages lie, and where cells run
const MOST_MEMORY = 512 << 20; // bytes: what a phone can give
const SWEEP = 10; // SIGUSR1, which inside.py answers
const MOST_TOLD = 400_000; // bytes that a cell may say past Python's own streams
const SURROUNDINGS = { PYTHONHASHSEED: "0", TZ: "UTC", LC_ALL: "C.UTF-8", HOME: BOOK };
/* No package is ever loaded from elsewhere. PYODIDE is set by bundle.py, from pyodide-lock.json. */
const NO_PACKAGES = { info: PYODIDE, packages: {} };
/* What reaches the network, the device, or more code. */
const DOORS = [
  "fetch", "fetchLater", "XMLHttpRequest", "WebSocket", "WebSocketStream", "WebTransport",
  "EventSource", "importScripts", "Worker", "SharedWorker", "BroadcastChannel",
  "RTCPeerConnection", "indexedDB", "caches", "cookieStore", "navigator", "eval",
];

/* Called often while Python starts, and then no more: kept before the doors are shut. */
const { post } = { post: postMessage.bind(globalThis) };

/* Python looks at it often: the number of a signal, or 0. */
const signal = new Uint8Array(1);
let told = 0; // bytes since the last question
let asked = 0;
const decoder = new TextDecoder();

/** @param {Uint8Array} bytes */
function tell(bytes) {
  told += bytes.length;
  if (told <= MOST_TOLD) post({ told: asked, text: decoder.decode(bytes, { stream: true }) });
  return bytes.length;
}

/** Let the memory grow only as far as a device can be expected to have it, and not unswept. */
function limitMemory() {
  const grow = WebAssembly.Memory.prototype.grow;
  WebAssembly.Memory.prototype.grow = function (pages) {
    if (this.buffer.byteLength + pages * 65536 > MOST_MEMORY) throw new RangeError("no more");
    signal[0] ||= SWEEP;
    return grow.call(this, pages);
  };
}

/** Take away from this worker, and from whatever gets at its JavaScript, what reaches further. */
function shutDoors() {
  for (const kind of [() => {}, async () => {}, function* () {}, async function* () {}]) {
    const own = Object.getPrototypeOf(kind);
    const none = () => {
      throw new Error("no code is made of text here");
    };
    none.prototype = own; // Pyodide asks whether things are functions
    Object.defineProperty(own, "constructor", { value: none, writable: false });
    if (own === Function.prototype) globalThis.Function = none;
  }
  for (const name of DOORS) {
    for (let at = globalThis; at && at !== Object.prototype; at = Object.getPrototypeOf(at)) {
      if (!Object.hasOwn(at, name)) continue;
      try {
        Object.defineProperty(at, name, { value: undefined, writable: false, configurable: false });
      } catch {
        delete at[name];
      }
    }
    if (globalThis[name]) throw new Error(`${name} stays open`);
  }
  for (const name of ["setTimeout", "setInterval"]) {
    const plain = globalThis[name].bind(globalThis);
    globalThis[name] = (what, ...more) =>
      typeof what === "function" ? plain(what, ...more) : undefined;
  }
}

/** @param {string} name */
async function fetched(name) {
  const answer = await fetch(new URL(name, HERE));
  if (!answer.ok) throw new Error(`${name} is not there: ${answer.status}`);
  return answer;
}

/** Python as it was after it had started, when the site was set up; else it starts here. */
async function python(options) {
  try {
    const packed = (await fetched("python.snapshot")).body;
    const memory = new Response(packed.pipeThrough(new DecompressionStream("gzip")));
    return await loadPyodide({ ...options, _loadSnapshot: memory.arrayBuffer() });
  } catch {
    return await loadPyodide(options);
  }
}

async function start() {
  limitMemory();
  const packages = fetched("packages.zip").then((answer) => answer.arrayBuffer());
  const pyodide = await python({
    indexURL: new URL("pyodide/", HERE).href,
    lockFileContents: JSON.stringify(NO_PACKAGES),
    packages: [],
    env: SURROUNDINGS,
  });
  pyodide.setStdout({ write: tell });
  pyodide.setStderr({ write: tell });
  pyodide.setStdin({ stdin: () => null });
  pyodide.unpackArchive(await packages, "zip", { extractDir: BOOK });
  const answer = pyodide.runPython(`
    import json, os, random, sys
    os.chdir("${BOOK}")
    sys.path.insert(0, "${BOOK}")
    sys.argv[:] = [""]
    from unpasted.live import inside
    random.seed()
    inside.keep_within(${pyodide._module.stackSave()})
    inside.close_doors()
    inside.sweep_as_it_grows()
    inside.answering(
        lambda text: os.write(1, text.encode("utf-8", "replace")) and None,
        json.load(open("book.json"))["drawing"],
    )
  `);
  pyodide.setInterruptBuffer(signal);
  shutDoors();
  console.error = () => {}; // what Pyodide says as it dies is told in the page
  return answer;
}

/* Where a file of its own is not there, Pyodide waits for it for ever; its promise says why. */
const failing = (/** @type {PromiseRejectionEvent} */ event) => {
  event.preventDefault();
  post({ died: String(event.reason?.message ?? event.reason) });
};
addEventListener("unhandledrejection", failing);

/* Where its program comes to nothing, Pyodide says so on the console, and waits for ever as well. */
const { instantiateStreaming } = WebAssembly;
WebAssembly.instantiateStreaming = (source, imports) => {
  const program = instantiateStreaming(source, imports);
  program.catch((error) => post({ died: error.message }));
  return program;
};

const started = start();
started.then(
  () => {
    removeEventListener("unhandledrejection", failing);
    post({ ready: true });
  },
  (error) => post({ died: String(error?.message ?? error) }),
);

addEventListener("message", async ({ data }) => {
  const answer = await started;
  asked = data.ask;
  told = 0;
  try {
    /* Where a browser can give Python a stack of its own, that is twice as deep as a worker's. */
    const own = "Suspending" in WebAssembly;
    const text = await (own ? answer.callPromising(data.message) : answer(data.message));
    post({ answer: data.ask, text });
  } catch (error) {
    post({ died: String(error?.message ?? error) });
  }
});
