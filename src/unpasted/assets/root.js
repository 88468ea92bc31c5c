/* Where the site begins: the script of the book is assets/unpasted/book.….js of it. */

const script = /** @type {HTMLScriptElement} */ (document.currentScript);
module.exports = new URL("../..", script.src).href;

/* From a disk no page can be fetched. The theme, told to fetch them, would give up there, and
   with that its copy buttons and all that it does when a page is ready. */
const config = document.getElementById("__config");
if (location.protocol === "file:" && config) {
  const known = JSON.parse(config.textContent ?? "");
  const features = known.features.filter((/** @type {string} */ one) => !one.includes("instant"));
  config.textContent = JSON.stringify({ ...known, features });
}
