"use strict";
/* Numbers as the figures write them and as a reader types them. */
(() => {
  /**
   * A number as the figures show it: four decimals, or three digits where that says nothing;
   * written as Python writes it, numbers in lists too.
   * @param {Data} x
   * @returns {string}
   */
  function number(x) {
    if (Array.isArray(x)) return `[${x.map(number).join(", ")}]`;
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

  const THOUSANDS = /^[-+]?[1-9]\d{0,2}(,\d{3})+(?!\d)/;

  /**
   * What a reader typed as a finite number, or NaN. A comma is a decimal one, as in 10,0, unless
   * it may as well set thousands apart, as in 1,000: then it does, and `parted` says so.
   * @param {string} text
   */
  function parse(text) {
    const typed = text.trim().replace(/[−–]/g, "-");
    const pointed = parted(typed) ? typed.replaceAll(",", "") : typed.replace(/,(?=\d)/g, ".");
    const plain = pointed.replace(/^\+/, "");
    const fraction = /^(-?\d+(?:\.\d+)?)\s*\/\s*(\d+(?:\.\d+)?)$/.exec(plain);
    if (!fraction && !/^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain)) return NaN;
    const value = fraction ? Number(fraction[1]) / Number(fraction[2]) : Number(plain);
    return Number.isFinite(value) ? value : NaN;
  }

  /**
   * Whether what a reader typed has commas that were read as setting thousands apart.
   * @param {string} text
   */
  const parted = (text) => THOUSANDS.test(text.trim().replace(/[−–]/g, "-"));

  /**
   * Whether two sums of the same contributions agree: they may differ in their last digits.
   * @param {number} a
   * @param {number} b
   * @param {number} size how large the contributions are
   */
  const same = (a, b, size) => Math.abs(a - b) <= 1e-9 * size;

  const numbers = { number, parse, parted, same };
  if (typeof module === "undefined") unpasted.numbers = numbers;
  else module.exports = numbers;
})();
