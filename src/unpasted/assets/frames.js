"use strict";
/* <figure-frames>: figures that the reader plays through. The last one stands at first. */
(() => {
  const { Timeline } = unpasted.timeline;
  const PACE = 700; // milliseconds a frame, while it plays

  class FigureFrames extends HTMLElement {
    /** @type {InstanceType<typeof Timeline> | undefined} */
    timeline;

    connectedCallback() {
      this.timeline ??= this.made();
    }

    disconnectedCallback() {
      this.timeline?.pause();
    }

    made() {
      /** @type {NodeListOf<HTMLElement>} */
      const frames = this.querySelectorAll(":scope > .frame");
      const made = new Timeline({
        label: "Frames",
        pace: PACE,
        show: (at) => {
          for (const [i, frame] of frames.entries()) frame.hidden = i !== at;
        },
        says: (at) => `${frames[at].dataset.title} (${at + 1} of ${frames.length})`,
      });
      made.listen(this);
      this.append(made.element);
      this.classList.add("live");
      made.begin([["", frames.length - 1]], frames.length - 1);
      return made;
    }
  }

  customElements.define("figure-frames", FigureFrames);
})();
