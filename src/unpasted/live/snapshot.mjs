/* Starts Python once, at set-up, and keeps its memory, so that a browser need not start it.

   node snapshot.mjs FILE: writes the memory, compressed. */

import { writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { loadPyodide } from "pyodide";

/* What cells and inside.py import, and nothing that draws lots or looks at the clock. */
const IMPORTED = `
import ast, builtins, contextlib, copy, ctypes, dataclasses, gc, importlib.abc
import importlib.machinery, inspect, io, json, linecache, math, random, shutil, statistics, time
import traceback, types, typing, warnings, zipfile
`;
const env = { PYTHONHASHSEED: "0", TZ: "UTC", LC_ALL: "C.UTF-8", HOME: "/book" };
const python = await loadPyodide({ packages: [], env, _makeSnapshot: true });
python.runPython(IMPORTED);
writeFileSync(process.argv[2], gzipSync(python.makeMemorySnapshot(), { level: 9 }));
