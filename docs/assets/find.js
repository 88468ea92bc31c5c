/* <find-term>: the glossary's terms that hold the letters typed, whole, below the field. <term-order>:
   all terms by letter, or in the order of the chapters, which the page's table has. Both only show
   or move what the page has: a dt, the sentence below it, and an example. */

customElements.whenDefined("book-progress").then(() => {
  const { element, button, bar, all } = unpasted.elements;
  const MOST = 4; // of what is found

  /** @typedef {{ name: string, parts: HTMLElement[] }} Entry */

  /** @returns {Entry[]} */
  const entries = () =>
    all(".terms dt").map((dt) => {
      const means = /** @type {HTMLElement} */ (dt.nextElementSibling);
      const example = /** @type {HTMLElement} */ (means.nextElementSibling);
      const name = dt.firstChild?.textContent?.trim() ?? "";
      return { name, parts: [dt, means, example] };
    });

  const links = (/** @type {string} */ selector, /** @type {ParentNode} */ inside = document) =>
    /** @type {HTMLAnchorElement[]} */ (all(selector, inside));

  /** What the site's own list of pages calls a page. @param {HTMLAnchorElement} link */
  const named = ({ href }) =>
    links(".md-nav__link[href]")
      .find((one) => one.href === href)
      ?.textContent?.trim();

  class FindTerm extends HTMLElement {
    field = element("input", {
      type: "search",
      placeholder: "Find a term",
      autocomplete: "off",
      "aria-label": "Find a term",
      oninput: () => this.look(),
    });
    found = element("div", { role: "status" });

    connectedCallback() {
      if (!this.firstChild) this.append(this.field, this.found);
    }

    /** Those that begin so come first, then those that hold it; then sentences that do. */
    look() {
      const typed = this.field.value.trim().toLowerCase();
      const ranked = entries().map((entry) => {
        const name = entry.name.toLowerCase();
        const said = entry.parts[1].textContent?.toLowerCase() ?? "";
        const rank = [name.startsWith(typed), name.includes(typed), said.includes(typed)];
        return { entry, rank: rank.indexOf(true) };
      });
      const held = ranked.filter(({ rank }) => typed && rank >= 0);
      const best = held.sort((one, other) => one.rank - other.rank).slice(0, MOST);
      this.found.replaceChildren();
      if (!typed) return;
      if (!best.length) {
        this.found.textContent = "No term here has that in it.";
        return;
      }
      const clones = best.flatMap(({ entry }) => {
        const [dt, ...rest] = entry.parts.map((part) => part.cloneNode(true));
        const term = /** @type {HTMLElement} */ (dt);
        term.replaceChildren(element("a", { href: `#${term.id}` }, entry.name));
        term.removeAttribute("id");
        return [dt, ...rest];
      });
      this.found.append(element("dl", {}, ...clones));
    }
  }

  class TermOrder extends HTMLElement {
    connectedCallback() {
      if (this.firstChild) return;
      const place = document.querySelector(".terms");
      if (!place) return;
      const byLetter = [...place.children];
      const terms = entries();
      const lists = new Map(terms.map(({ parts }) => [parts[0], parts[0].parentElement]));
      const letters = () => {
        for (const { parts } of terms) lists.get(parts[0])?.append(...parts);
        place.replaceChildren(...byLetter);
      };
      const chapters = () => place.replaceChildren(...this.parts(terms));
      const buttons = [
        { text: "A to Z", act: letters },
        { text: "Chapter by chapter", act: chapters },
      ].map(({ text, act }, n) => {
        const made = button(text, () => {
          for (const one of buttons) one.ariaPressed = String(one === made);
          act();
        });
        made.ariaPressed = String(!n);
        return made;
      });
      this.append(bar(...buttons));
    }

    /** A heading and a list for each row of the table. @param {Entry[]} terms */
    parts(terms) {
      return all("tr:has(> td > [data-progress])").flatMap((row) => {
        const [link] = links("[data-progress]", row);
        const heading = named(link) ?? link.firstChild?.textContent ?? "";
        const own = links("[href*='#']", row).flatMap(
          ({ hash }) => terms.find(({ parts }) => parts[0].id === hash.slice(1))?.parts ?? [],
        );
        return [element("p", { class: "letter" }, heading), element("dl", {}, ...own)];
      });
    }
  }

  customElements.define("find-term", FindTerm);
  customElements.define("term-order", TermOrder);
});
