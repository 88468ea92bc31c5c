/* The drawer of a phone opens where the reader is in the book. The box that opens it for keys says
   what the list in it does. */

const list = document.querySelector(".md-nav--primary");
document.getElementById("__drawer")?.setAttribute("aria-label", list?.ariaLabel ?? "");

document.addEventListener("change", ({ target }) => {
  if (!(target instanceof HTMLInputElement) || target.id !== "__drawer" || !target.checked) return;
  const here = [...document.querySelectorAll(".md-nav--primary .md-nav__link--active")];
  here.find((link) => link.checkVisibility())?.scrollIntoView({ block: "center" });
});
