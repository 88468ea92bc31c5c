"use strict";
/* Where the site begins: the script of the book is assets/authoring/book.….js of it. */
(() => {
  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  authoring.site = new URL("../..", script.src).href;
})();
