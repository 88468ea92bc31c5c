"use strict";
/* <micrograd-views>: switches between the figures of the .views around it. */
(() => {
  const { element } = window.micrograd;

  class Views extends HTMLElement {
    connectedCallback() {
      if (this.firstChild) return;
      const around = this.closest(".views");
      const views = [...around.children].filter((child) => child.querySelector("figure") || child.matches("figure"));
      const names = around.dataset.names.split(",").map((name) => name.trim());
      const buttons = names.map((name, i) => element("button", { type: "button", onclick: () => show(i) }, name));
      const show = (shown) => {
        views.forEach((view, i) => (view.hidden = i !== shown));
        buttons.forEach((button, i) => button.setAttribute("aria-pressed", String(i === shown)));
      };
      this.append(element("div", { class: "bar", role: "group", "aria-label": "Choose a view" }, ...buttons));
      around.prepend(this);
      show(0);
    }
  }

  customElements.define("micrograd-views", Views);
})();
