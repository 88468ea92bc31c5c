/* <clinic-beds>: a bed for each case of the page, filled once its patient is cured at the first try.
   The same bed stands above its complaint. Below a heading, "Case 1: …" begins a case; its last
   question or exercise is the cure. Which patients weren't cured at the first try is kept as the
   book keeps progress. */

customElements.whenDefined("book-progress").then(() => {
  const CASE = /^Case (\d+):/;
  const WAYS = ["waiting", "cured at the first try", "cured later"];
  const BED =
    '<svg class="bed" viewBox="0 0 40 26" aria-hidden="true"><rect class="in" x="5" y="11" width="31" height="8"/>' +
    '<circle class="in" cx="9" cy="8" r="3.5"/><path d="M4 3V24M4 19H36M36 12V24"/></svg>';
  const { element, all, define } = unpasted.elements;
  const store = new unpasted.stored.Store("beds", (/** @type {any} */ { missed }) => ({
    missed: Array.isArray(missed) ? missed : [],
  }));

  /** @typedef {{ n: number, to: string, box: HTMLElement }} Patient */

  /** A link with a bed on it. @param {number} n @param {string} href */
  const bedOf = (n, href) => {
    const bed = element("a", { class: "to-bed", href });
    bed.innerHTML = `${BED}<span>${n}</span>`;
    return bed;
  };

  /** @returns {Patient[]} */
  const patients = () => {
    /** @type {Patient[]} */
    const found = [];
    let [n, to] = [0, ""];
    for (const one of all("article :is(h2, p > strong, .predict, .exercise)")) {
      if (one.matches("h2")) [n, to] = [0, one.id];
      else if (one.matches("strong")) n = Number(CASE.exec(one.textContent ?? "")?.[1] ?? n);
      else if (n) found[n - 1] = { n, to, box: one };
    }
    return found;
  };

  const cured = (/** @type {HTMLElement} */ box) => box.matches(".answered, .solved");

  /** @param {Patient} patient */
  const miss = ({ n, box }) => {
    const { missed } = store.read();
    if (!cured(box) && !missed.includes(n)) store.write({ missed: [...missed, n] });
  };

  class ClinicBeds {
    says = element("p", { class: "status" });
    watching = new MutationObserver(() => this.show());

    /** @param {HTMLElement} host */
    constructor(host) {
      this.host = host;
    }

    /** @param {AbortSignal} signal */
    enter(signal) {
      this.patients = patients();
      const first = document.querySelector("clinic-beds") === this.host;
      this.beds = this.patients.map(({ n, to }) => bedOf(n, `#${to}`));
      this.above = this.patients.map(({ n }) => bedOf(n, "#beds"));
      const label = { class: "beds", role: "group", "aria-label": "Beds" };
      const row = element("div", label, ...this.beds);
      if (first) {
        this.host.id = "beds";
        this.says.role = "status"; // told once
        for (const [at, { to }] of this.patients.entries()) {
          document.getElementById(to)?.prepend(this.above[at]);
        }
      }
      this.host.replaceChildren(row, this.says);
      for (const patient of this.patients) {
        const what = { subtree: true, childList: true, attributes: true };
        this.watching.observe(patient.box, { ...what, attributeFilter: ["class"] });
        patient.box.addEventListener("click", (event) => this.pressed(patient, event), { signal });
      }
    }

    leave() {
      this.watching.disconnect();
      for (const bed of this.above ?? []) bed.remove();
    }

    /** Whoever opens the answer has had a first try.
        @param {Patient} patient @param {Event} event */
    pressed(patient, event) {
      const opens = event.target instanceof Element && event.target.closest("summary");
      if (opens && opens.parentElement?.parentElement === patient.box) miss(patient);
    }

    /** A verdict may have come, or a cure. */
    show() {
      const patients = this.patients ?? [];
      for (const one of patients) if (one.box.querySelector(".said .verdict.wrong")) miss(one);
      const { missed } = store.read();
      const ways = patients.map(({ n, box }) => (cured(box) ? 1 + Number(missed.includes(n)) : 0));
      for (const beds of [this.beds ?? [], this.above ?? []]) {
        for (const [at, bed] of beds.entries()) {
          bed.dataset.way = String(ways[at]);
          bed.ariaLabel = `Case ${patients[at].n}: ${WAYS[ways[at]]}`;
        }
      }
      const [, points, later] = WAYS.map((_, way) => ways.filter((one) => one === way).length);
      const told = `Your points: ${points} of ${ways.length}.`;
      const words = later ? `${told} Cured later, in grey: ${later}.` : told;
      if (this.says.textContent !== words) this.says.textContent = words;
    }
  }

  define("clinic-beds", ClinicBeds, "beds");
});
