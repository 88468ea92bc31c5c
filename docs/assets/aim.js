/* <walk-aim>: a line beside a graph, which says when the graph has come to a number: data-of names a
   value, data-at is the number, and data-by names the leaf that the reader was asked to drag. Until
   then it says what it says without a script. */

(() => {
  const NEAR = 0.05; // what shows as that number

  const said = (/** @type {number} */ data) => String(Number(data.toFixed(1))).replace("-", "−");

  class WalkAim extends HTMLElement {
    /** @type {string | undefined} */
    aim;

    connectedCallback() {
      this.aim ??= this.textContent ?? "";
      const graph = this.closest(".side")?.querySelector("graph-walk");
      if (!graph) return;
      this.role = "status";
      this.heard?.disconnect();
      this.heard = new MutationObserver(() => this.see(graph));
      this.heard.observe(graph, { subtree: true, childList: true, characterData: true });
    }

    disconnectedCallback() {
      this.heard?.disconnect();
    }

    /** @param {any} graph */
    see(graph) {
      /** @type {{ label: string, data: number }[]} */
      const nodes = graph.made?.walked.nodes ?? [];
      const { of = "", by = "", at } = this.dataset;
      const [is, leaf] = [of, by].map((name) => nodes.find(({ label }) => label === name)?.data);
      if (is === undefined || leaf === undefined) return;
      const there = Math.abs(is - Number(at)) < NEAR;
      const words = there ? `There: ${of} is ${said(is)}, and ${by} is ${said(leaf)}.` : this.aim;
      if (words && words !== this.textContent) this.replaceChildren(words);
    }
  }

  customElements.define("walk-aim", WalkAim);
})();
