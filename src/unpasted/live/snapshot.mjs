/* Starts Python once, at set-up, and keeps its memory, so that a browser need not start it.

   node snapshot.mjs FILE: writes the memory, compressed. */

import { writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { loadPyodide } from "pyodide";

/* What cells and inside.py import, and nothing that draws lots or looks at the clock. */
const IMPORTED = [
  "ast",
  "builtins",
  "contextlib",
  "copy",
  "ctypes",
  "dataclasses",
  "gc",
  "importlib.abc",
  "importlib.machinery",
  "inspect",
  "io",
  "json",
  "linecache",
  "math",
  "random",
  "shutil",
  "statistics",
  "time",
  "traceback",
  "types",
  "typing",
  "warnings",
  "zipfile",
];
const env = { PYTHONHASHSEED: "0", TZ: "UTC", LC_ALL: "C.UTF-8", HOME: "/book" };
const python = await loadPyodide({ packages: [], env, _makeSnapshot: true });
python.runPython(`import ${IMPORTED.join(", ")}`);
writeFileSync(process.argv[2], gzipSync(python.makeMemorySnapshot(), { level: 9 }));
