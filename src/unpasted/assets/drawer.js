/* The drawer of a phone opens where the reader is in the book. The box that opens it for keys says
   what the list in it does. */

const list = document.querySelector(".md-nav--primary");
document.getElementById("__drawer")?.setAttribute("aria-label", list?.ariaLabel ?? "");

/* On a broad screen it does so at once, where the theme will have it, which comes much later. */
for (const link of document.querySelectorAll(".md-nav--primary .md-nav__link--active[href]")) {
  const box = /** @type {HTMLElement | null} */ (link.closest(".md-sidebar__scrollwrap"));
  if (!box || !(link instanceof HTMLElement) || !link.clientHeight) continue;
  box.scrollTop = link.offsetTop - box.offsetTop - box.clientHeight / 2;
}

document.addEventListener("change", ({ target }) => {
  if (!(target instanceof HTMLInputElement) || target.id !== "__drawer" || !target.checked) return;
  const here = [...document.querySelectorAll(".md-nav--primary .md-nav__link--active")];
  here.find((link) => link.checkVisibility())?.scrollIntoView({ block: "center" });
});
