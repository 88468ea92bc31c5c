"use strict";
/* <figure-frames>: figures that the reader plays through. The last one stands at first. */
(() => {
  const { element, button } = authoring.elements;
  const PACE = 700; // milliseconds a frame, while it plays

  class Player {
    /** @param {HTMLElement} host */
    constructor(host) {
      this.timer = 0;
      this.at = 0;
      /** @type {NodeListOf<HTMLElement>} */
      const frames = host.querySelectorAll(":scope > .frame");
      this.frames = [...frames];
      this.last = this.frames.length - 1;
      const range = { type: "range", min: 0, max: this.last, "aria-label": "Frame" };
      this.slider = element("input", range);
      this.slider.addEventListener("input", () => this.turn(Number(this.slider.value)));
      this.player = button("Play", () => (this.timer ? this.pause() : this.play()));
      const back = button("Previous", () => this.turn(this.at - 1));
      const next = button("Next", () => this.turn(this.at + 1));
      const bar = element("div", { class: "bar", role: "group", "aria-label": "Frames" });
      bar.append(this.player, back, next, this.slider);
      this.status = element("p", { class: "status", role: "status" });
      host.prepend(bar, this.status);
      this.show(this.last);
    }

    /**
     * The reader's own turn: it ends the playing.
     * @param {number} at
     */
    turn(at) {
      this.pause();
      this.show(at);
    }

    /** @param {number} at */
    show(at) {
      this.at = Math.min(Math.max(at, 0), this.last);
      for (const [i, frame] of this.frames.entries()) frame.hidden = i !== this.at;
      const { title = "" } = this.frames[this.at].dataset;
      this.slider.value = String(this.at);
      this.slider.ariaValueText = title;
      this.status.textContent = `${title} (${this.at + 1} of ${this.frames.length})`;
    }

    play() {
      if (this.at === this.last) this.show(0);
      this.player.textContent = "Pause";
      this.timer = setInterval(() => {
        this.show(this.at + 1);
        if (this.at === this.last) this.pause();
      }, PACE);
    }

    pause() {
      clearInterval(this.timer);
      this.timer = 0;
      this.player.textContent = "Play";
    }
  }

  class FigureFrames extends HTMLElement {
    /** @type {Player | undefined} */
    player;

    connectedCallback() {
      this.player ??= new Player(this);
    }

    disconnectedCallback() {
      this.player?.pause();
    }
  }

  customElements.define("figure-frames", FigureFrames);
})();
