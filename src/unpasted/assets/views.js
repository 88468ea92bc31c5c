"use strict";
/* <figure-views>: switches between the figures of the .views around it. */
(() => {
  const { element, button } = unpasted.elements;

  class FigureViews extends HTMLElement {
    connectedCallback() {
      const around = /** @type {HTMLElement | null} */ (this.closest(".views"));
      if (this.firstChild || !around) return;
      const children = /** @type {HTMLElement[]} */ ([...around.children]);
      const views = children.filter((one) => one.matches("figure, :has(figure)"));
      const names = (around.dataset.names ?? "").split(",").map((name) => name.trim());
      const buttons = names.map((name, i) => button(name, () => show(i)));
      const show = (/** @type {number} */ shown) => {
        for (const [i, view] of views.entries()) view.hidden = i !== shown;
        for (const [i, one] of buttons.entries()) one.ariaPressed = String(i === shown);
      };
      const attributes = { class: "bar", role: "group", "aria-label": "Choose a view" };
      this.append(element("div", attributes, ...buttons));
      around.prepend(this);
      show(0);
    }
  }

  customElements.define("figure-views", FigureViews);
})();
