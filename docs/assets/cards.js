/* <term-cards>: the glossary's terms as cards, those of chapters that the reader has finished, or all
   where none is. Terms, chapters and sentences are the page's own; so is the mark of a chapter. */

customElements.whenDefined("book-progress").then(() => {
  // The ids of the terms that the reader knew, kept as the book keeps progress.
  const { Store } = /** @type {any} */ (unpasted).stored;
  const kept = new Store("cards", (/** @type {any} */ { known }) => ({
    known: Array.isArray(known) ? known.filter((one) => typeof one === "string") : [],
  }));

  /** @param {(string | Node)[]} inside */
  const line = (...inside) => {
    const made = document.createElement("p");
    made.append(...inside);
    made.style.margin = "0.3em 0";
    return made;
  };

  // As high as its longest sentence needs: so nothing below moves.
  const CARD = `display: grid; align-content: center; min-height: max(11.2rem, 26.5rem - 48vw)`;

  class TermCards extends HTMLElement {
    /** @type {{ id: string, chapter: string }[]} */
    all = [];
    /** Those that are asked; the first one lies on top. */
    pile = this.all;

    connectedCallback() {
      if (this.firstChild) return;
      this.innerHTML =
        `<div class="panel" role="status" style="${CARD}"></div><div class="bar">` +
        '<button type="button" data-does="turn" class="primary">Turn the card</button>' +
        '<button type="button" data-does="knew">Knew it</button>' +
        '<button type="button" data-does="again">Again</button>' +
        '<button type="button" data-does="anew">Begin anew</button><span></span></div>';
      this.buttons = this.querySelectorAll("button");
      for (const button of this.buttons) {
        const does = /** @type {"turn" | "knew" | "again" | "anew"} */ (button.dataset.does);
        button.addEventListener("click", () => this[does]());
      }
      this.querySelector(".panel")?.addEventListener("click", ({ target }) => {
        if (target instanceof Element && !target.closest("a") && this.pile.length) this.turn();
      });
      queueMicrotask(() => this.shuffle()); // when the page has marked its chapters
    }

    shuffle() {
      const links = [...document.querySelectorAll("td > [data-progress]")];
      const done = links.filter((link) => link.lastElementChild?.textContent?.startsWith("✓"));
      this.all = (done.length ? done : links).flatMap((link) => {
        const chapter = link.firstChild?.textContent ?? "";
        const terms = /** @type {NodeListOf<HTMLAnchorElement>} */ (
          link.closest("tr")?.querySelectorAll("[href*='#']")
        );
        return [...terms].map(({ hash }) => ({ id: hash.slice(1), chapter }));
      });
      const { known } = kept.read();
      this.pile = this.all.filter(({ id }) => !known.includes(id));
      for (let n = this.pile.length - 1; n > 0; n--) {
        const other = Math.floor(Math.random() * (n + 1));
        [this.pile[n], this.pile[other]] = [this.pile[other], this.pile[n]];
      }
      this.show();
    }

    turn() {
      this.show(true);
    }

    knew() {
      const [{ id }] = this.pile.splice(0, 1);
      kept.write({ known: [...kept.read().known, id] });
      this.show();
    }

    again() {
      this.pile.push(...this.pile.splice(0, 1));
      this.show();
    }

    /** All cards of these chapters once more. */
    anew() {
      const these = new Set(this.all.map(({ id }) => id));
      /** @type {string[]} */
      const known = kept.read().known;
      kept.write({ known: known.filter((id) => !these.has(id)) });
      this.shuffle();
    }

    show(turned = false) {
      const [top] = this.pile;
      const focused = this.contains(document.activeElement);
      const shown = {
        turn: top && !turned,
        knew: turned,
        again: turned,
        anew: this.pile.length < this.all.length,
      };
      for (const button of this.buttons ?? []) {
        button.hidden = !shown[/** @type {keyof typeof shown} */ (button.dataset.does)];
      }
      const says = [line(`You knew all ${this.all.length}.`)];
      if (top) {
        const term = /** @type {HTMLElement} */ (document.getElementById(top.id));
        const name = document.createElement("strong");
        name.textContent = term.firstChild?.textContent ?? "";
        name.style.fontSize = "var(--h3)";
        const from = line(top.chapter);
        from.className = "caption";
        says.splice(0, 1, from, line(name));
        const means = [...(term.nextElementSibling?.childNodes ?? [])];
        const example = Object.assign(document.createElement("a"), { href: `#${top.id}` });
        example.textContent = "Example";
        if (turned) says.push(line(...means.map((one) => one.cloneNode(true)), " ", example));
      }
      this.querySelector(".panel")?.replaceChildren(...says);
      const tally = `${this.all.length - this.pile.length} of ${this.all.length} known`;
      this.querySelector("span")?.replaceChildren(tally);
      if (focused) [...(this.buttons ?? [])].find((button) => !button.hidden)?.focus();
    }
  }

  customElements.define("term-cards", TermCards);
});
