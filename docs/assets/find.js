/* <find-term>: the glossary's terms that hold the letters typed, whole, below the field. <term-order>:
   all terms by letter, or in the order of the chapters, which the page's table has. Both only show
   or move what the page has: a dt, the sentence below it, and an example. */

customElements.whenDefined("book-progress").then(() => {
  const MOST = 4; // of what is found

  /** @typedef {{ name: string, parts: HTMLElement[] }} Entry */

  /** @returns {Entry[]} */
  const entries = () =>
    [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".terms dt"))].map(
      (dt) => {
        const means = /** @type {HTMLElement} */ (dt.nextElementSibling);
        const example = /** @type {HTMLElement} */ (means.nextElementSibling);
        const name = dt.firstChild?.textContent?.trim() ?? "";
        return { name, parts: [dt, means, example] };
      },
    );

  /** What the site's own list of pages calls a page. @param {HTMLAnchorElement} link */
  const named = ({ href }) => {
    /** @type {NodeListOf<HTMLAnchorElement>} */
    const links = document.querySelectorAll(".md-nav__link[href]");
    return [...links].find((one) => one.href === href)?.textContent?.trim();
  };

  class FindTerm extends HTMLElement {
    field = document.createElement("input");
    found = document.createElement("div");

    connectedCallback() {
      if (this.firstChild) return;
      Object.assign(this.field, {
        type: "search",
        placeholder: "Find a term",
        autocomplete: "off",
      });
      this.field.ariaLabel = "Find a term";
      this.found.role = "status";
      this.field.addEventListener("input", () => this.look());
      this.append(this.field, this.found);
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
      const all = ranked.filter(({ rank }) => typed && rank >= 0);
      const best = all.sort((one, other) => one.rank - other.rank).slice(0, MOST);
      this.found.replaceChildren();
      if (!typed) return;
      if (!best.length) {
        this.found.textContent = "No term here has that in it.";
        return;
      }
      const list = document.createElement("dl");
      for (const { entry } of best) {
        const clones = entry.parts.map((part) => /** @type {HTMLElement} */ (part.cloneNode(true)));
        const link = document.createElement("a");
        link.href = `#${clones[0].id}`;
        link.textContent = entry.name;
        clones[0].removeAttribute("id");
        clones[0].replaceChildren(link);
        list.append(...clones);
      }
      this.found.append(list);
    }
  }

  class TermOrder extends HTMLElement {
    connectedCallback() {
      if (this.firstChild) return;
      const place = document.querySelector(".terms");
      if (!place) return;
      const byLetter = [...place.children];
      const bar = document.createElement("div");
      bar.className = "bar";
      const all = entries();
      const lists = new Map(all.map(({ parts }) => [parts[0], parts[0].parentElement]));
      const letters = () => {
        for (const { parts } of all) lists.get(parts[0])?.append(...parts);
        place.replaceChildren(...byLetter);
      };
      const chapters = () => place.replaceChildren(...this.parts(all));
      const buttons = [
        { text: "A to Z", act: letters },
        { text: "Chapter by chapter", act: chapters },
      ].map(({ text, act }, n) => {
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = text;
        button.ariaPressed = String(!n);
        button.addEventListener("click", () => {
          for (const one of buttons) one.ariaPressed = String(one === button);
          act();
        });
        return button;
      });
      bar.append(...buttons);
      this.append(bar);
    }

    /** A heading and a list for each row of the table. @param {Entry[]} all */
    parts(all) {
      const rows = [...document.querySelectorAll("tr:has(> td > [data-progress])")];
      return rows.flatMap((row) => {
        const heading = document.createElement("p");
        heading.className = "letter";
        const link = /** @type {HTMLAnchorElement} */ (row.querySelector("[data-progress]"));
        heading.textContent = named(link) ?? link.firstChild?.textContent ?? "";
        const list = document.createElement("dl");
        const links = /** @type {NodeListOf<HTMLAnchorElement>} */ (
          row.querySelectorAll("[href*='#']")
        );
        for (const { hash } of links)
          list.append(...(all.find(({ parts }) => parts[0].id === hash.slice(1))?.parts ?? []));
        return [heading, list];
      });
    }
  }

  customElements.define("find-term", FindTerm);
  customElements.define("term-order", TermOrder);
});
