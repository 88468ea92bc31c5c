/* <term-cards>: the glossary's examples as cards, of the chapters that the reader has finished, or of
   all where none is; which of three terms is it an example of? Terms, chapters, sentences and examples
   are the page's own; so is the mark of a chapter. */

customElements.whenDefined("book-progress").then(() => {
  // The ids of the terms that the reader knew, kept as the book keeps progress.
  const { element, button, all } = unpasted.elements;
  const kept = new unpasted.stored.Store("cards", (/** @type {any} */ { known }) => ({
    known: Array.isArray(known) ? known.filter((one) => typeof one === "string") : [],
  }));
  const CHOICES = 3;

  /** @typedef {{ id: string, chapter: string }} Card */

  /** @param {(string | Node)[]} inside */
  const line = (...inside) => element("p", { style: "margin: 0.3em 0" }, ...inside);

  /** A term, what it means, and its example without the link to its chapter.
      @param {Card} card */
  const told = ({ id }) => {
    const term = /** @type {HTMLElement} */ (document.getElementById(id));
    const name = element("strong", {}, term.firstChild?.textContent?.trim() ?? "");
    const means = term.nextElementSibling;
    const example = /** @type {Element} */ (means?.nextElementSibling?.cloneNode(true));
    example.lastElementChild?.remove();
    const clone = () => [...(means?.childNodes ?? [])].map((one) => one.cloneNode(true));
    return { name, means: clone(), example };
  };

  /** Put a blank in place of a term in its own example. @param {Node} within @param {string} name */
  const hide = (within, name) => {
    for (const one of within.childNodes) {
      const words = one instanceof Text ? one.data.split(new RegExp(`(?<!\\w)${name}`, "i")) : [];
      if (one instanceof Text) one.data = words.join("___");
      else hide(one, name);
    }
  };

  // As high as the longest of what is said needs, and the longest names: so nothing below moves.
  const CARD = "padding-block: var(--space-3); min-height: max(8rem, 21.2rem - 40vw)";
  const BAR = "align-content: flex-start; min-height: max(1.5rem, 10rem - 24vw)";

  class TermCards extends HTMLElement {
    /** @type {Card[]} */
    all = [];
    /** Those that are asked; the first one lies on top. */
    pile = this.all;

    connectedCallback() {
      if (this.firstChild) return;
      this.innerHTML =
        `<div class="panel" role="status" style="${CARD}"></div><p class="caption"></p>` +
        `<div class="bar" role="group" aria-label="Which term is it?" style="${BAR}"></div>`;
      queueMicrotask(() => this.shuffle()); // when the page has marked its chapters
    }

    shuffle() {
      const links = all("td > [data-progress]");
      const done = links.filter((link) => link.lastElementChild?.textContent?.startsWith("✓"));
      this.all = (done.length ? done : links).flatMap((link) => {
        const chapter = link.firstChild?.textContent ?? "";
        const terms = /** @type {HTMLAnchorElement[]} */ (
          all("[href*='#']", link.closest("tr") ?? link)
        );
        return terms.map(({ hash }) => ({ id: hash.slice(1), chapter }));
      });
      const { known } = kept.read();
      this.pile = this.all.filter(({ id }) => !known.includes(id));
      for (let n = this.pile.length - 1; n > 0; n--) {
        const other = Math.floor(Math.random() * (n + 1));
        [this.pile[n], this.pile[other]] = [this.pile[other], this.pile[n]];
      }
      this.show();
    }

    /** Terms to choose from: that of a card and its neighbours, by their names. @param {Card} top */
    choices(top) {
      const at = this.all.indexOf(top);
      const near = [...this.all.keys()].sort((a, b) => Math.abs(a - at) - Math.abs(b - at));
      const some = near.slice(0, CHOICES).map((n) => this.all[n]);
      return some.sort((a, b) => (a.id < b.id ? -1 : 1));
    }

    /** A term was chosen for the card on top, which goes, or lies last from now on.
        @param {Card} chosen */
    choose(chosen) {
      const [top] = this.pile.splice(0, 1);
      const right = chosen === top;
      if (right) kept.write({ known: [...kept.read().known, top.id] });
      else this.pile.push(top);
      const { name, means } = told(top);
      const other = told(chosen);
      const shown = [line(right ? "✓ " : "✗ It’s ", name, ". ", ...means)];
      if (!right) shown.push(line("An example of ", other.name, ": ", ...other.example.childNodes));
      for (const one of shown) one.className = "told"; // smaller: more is said of a card than on it
      this.say(...shown);
      this.offer([["Next card", () => this.show(), "primary"]]);
    }

    /** All cards of these chapters once more. */
    anew() {
      const these = new Set(this.all.map(({ id }) => id));
      /** @type {string[]} */
      const known = kept.read().known;
      kept.write({ known: known.filter((id) => !these.has(id)) });
      this.shuffle();
    }

    show() {
      const [top] = this.pile;
      if (!top) {
        this.say(line(`You knew all ${this.all.length}.`));
        return this.offer([]);
      }
      const { name, example } = told(top);
      hide(example, name.textContent ?? "");
      const from = line(`${top.chapter}. Of which term is this an example?`);
      from.className = "caption";
      this.say(from, line(...example.childNodes));
      this.offer(
        this.choices(top).map((one) => [told(one).name.textContent ?? "", () => this.choose(one)]),
      );
    }

    /** @param {...Node} lines */
    say(...lines) {
      this.querySelector(".panel")?.replaceChildren(...lines);
      const tally = `${this.all.length - this.pile.length} of ${this.all.length} known`;
      this.querySelector(":scope > .caption")?.replaceChildren(tally);
    }

    /** Buttons; once one card is known, the last one begins anew.
        @param {[string, () => void, string?][]} does */
    offer(does) {
      const focused = this.contains(document.activeElement);
      const known = this.pile.length < this.all.length;
      /** @type {[string, () => void, string?][]} */
      const offered = known ? [...does, ["Begin anew", () => this.anew(), ""]] : does;
      const made = offered.map(([words, act, look]) => button(words, act, look));
      this.querySelector(".bar")?.replaceChildren(...made);
      if (focused) made[0]?.focus();
    }
  }

  customElements.define("term-cards", TermCards);
});
