/* Data: numbers, or text. How the figures write it, as kinds/graph.py does, and how a reader
   types it. */

/** Data as the figures show it: numbers with four decimals, or three digits where that says
    nothing; written as Python writes them. Text stays.
    @param {Data} x @returns {string} */
function number(x) {
  if (typeof x === "string") return x;
  if (x < 0) return `−${number(-x)}`;
  if (x === 0) return "0.0";
  if (!Number.isFinite(x)) return String(x);
  const size = Math.abs(x);
  if (size < 1e-3 || size >= 1e6) {
    const [digits, exponent] = x.toExponential(2).split("e");
    const power = Number(exponent);
    if (power >= -4 && power < 0) return String(Number(x.toPrecision(3)));
    return `${Number(digits)}e${exponent[0]}${exponent.slice(1).padStart(2, "0")}`;
  }
  let text = x.toFixed(4);
  const halfway = Math.abs(x * 32) % 2 === 1; // between two decimals: Python takes the even one
  if (halfway && /[13579]$/.test(text)) text = text.slice(0, -1) + (Number(text.at(-1)) - 1);
  return text.replace(/(\.\d+?)0+$/, "$1");
}

/** Data in a sentence, in which text has quotation marks. @param {Data} x */
const said = (x) => (typeof x === "string" ? `“${x}”` : number(x));

const THOUSANDS = /^[-+]?[1-9]\d{0,2}(,\d{3})+(?!\d)/;

/** What a reader typed as a finite number, or NaN. A comma is a decimal one, as in 10,0, unless it
    may as well set thousands apart, as in 1,000: then it does, and `parted` says so.
    @param {string} text */
function parse(text) {
  if (text.length > 40) return NaN; // anything may be pasted
  const typed = text.trim().replace(/[−–]/g, "-");
  const pointed = parted(typed) ? typed.replaceAll(",", "") : typed.replace(/,(?=\d)/g, ".");
  const plain = pointed.replace(/^\+/, "");
  const fraction = /^(-?\d+(?:\.\d+)?)\s*\/\s*(\d+(?:\.\d+)?)$/.exec(plain);
  if (!fraction && !/^-?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(plain)) return NaN;
  const value = fraction ? Number(fraction[1]) / Number(fraction[2]) : Number(plain);
  return Number.isFinite(value) ? value : NaN;
}

/** Whether what a reader typed has commas that were read as setting thousands apart.
    @param {string} text */
const parted = (text) => THOUSANDS.test(text.trim().replace(/[−–]/g, "-"));

/** Whether what a reader typed is a number rounded, to two digits at least: 7.4 is 7.389.
    @param {string} text @param {Judged} known */
function rounds(text, { answer, rounds: may = false }) {
  const [, whole, digits = ""] = /^[-−–+]?(\d*)[.,]?(\d*)$/.exec(text.trim()) ?? [];
  const off = Math.abs(parse(text) - answer);
  const fine = Math.min(0.5 / 10 ** digits.length, Math.abs(answer) / 100) * (1 + 1e-9);
  return may && `${whole}${digits}`.replace(/^0+/, "").length > 1 && off <= fine;
}

/** Whether two sums of the same contributions agree: they may differ in their last digits.
    @param {number} a @param {number} b
    @param {number} size how large the contributions are */
const same = (a, b, size) => Math.abs(a - b) <= 1e-9 * size;

/** A sentence with minus signs before its numbers, as the build sets it: html/typeset.py.
    @param {string} text */
const signed = (text) => text.replace(/(?<![\w.)\]^-])-(?=\.?\d)/g, "−");

module.exports = { signed, number, said, parse, parted, rounds, same };
