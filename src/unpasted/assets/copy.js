/* "Copy page as Markdown": a link to the page's Markdown, which a script copies instead. From a
   disk, where nothing can be fetched, it stays a link. */

const { element, say } = require("./elements.js");

document.addEventListener("click", async (event) => {
  const target = /** @type {Element} */ (event.target);
  /** @type {HTMLAnchorElement | null} */
  const link = target.closest("a[data-copy-page]");
  if (!link || location.protocol === "file:" || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  try {
    const text = fetch(link.href).then(async (answer) => {
      if (!answer.ok) throw new Error(answer.statusText);
      return new Blob([await answer.text()], { type: "text/plain" });
    });
    await navigator.clipboard.write([new ClipboardItem({ "text/plain": text })]);
  } catch {
    location.href = link.href; // to be copied by hand
    return;
  }
  const said = element("span", { role: "status", class: "copied" }, say("Copied"));
  link.before(said);
  setTimeout(() => said.remove(), 2000);
});
