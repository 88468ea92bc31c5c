"use strict";
/* Arithmetic of numbers in lists, for graphs of which their package told. kinds/told.py has the
   same. */
(() => {
  /**
   * The sum of two of one shape.
   * @param {Data} a
   * @param {Data} b
   * @returns {Data}
   */
  function added(a, b) {
    if (!Array.isArray(a) || !Array.isArray(b)) return Number(a) + Number(b);
    return a.map((x, i) => added(x, b[i]));
  }

  /**
   * What a visit passes on to an input: gradient times local derivative, shaped like the input.
   * @param {Data} upstream
   * @param {Data} slope a number, or a matrix
   * @param {Data} like the data of the input
   * @returns {Data}
   */
  function passed(upstream, slope, like) {
    if (!Array.isArray(slope)) return scaled(upstream, slope);
    const above = flat(upstream);
    const rows = slope.map(flat);
    const sums = rows[0].map((_, j) => rows.reduce((sum, row, i) => sum + above[i] * row[j], 0));
    return shaped(sums, like);
  }

  /**
   * How a local derivative is said as a factor.
   * @param {Data} slope
   */
  function factor(slope) {
    if (!Array.isArray(slope)) return unpasted.numbers.number(slope);
    return `a ${slope.length}×${flat(slope[0]).length} matrix`;
  }

  /**
   * @param {Data} data
   * @param {number} by
   * @returns {Data}
   */
  const scaled = (data, by) =>
    Array.isArray(data) ? data.map((part) => scaled(part, by)) : data * by;

  /**
   * @param {Data} data
   * @returns {number[]}
   */
  const flat = (data) => (Array.isArray(data) ? data.flatMap(flat) : [data]);

  /**
   * @param {number[]} numbers of which it takes the first ones
   * @param {Data} like
   * @returns {Data}
   */
  const shaped = (numbers, like) =>
    Array.isArray(like) ? like.map((part) => shaped(numbers, part)) : (numbers.shift() ?? 0);

  const told = { added, passed, factor };
  if (typeof module === "undefined") unpasted.told = told;
  else module.exports = told;
})();
