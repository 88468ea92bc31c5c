"use strict";
/* <micrograd-frames>: figures that the reader plays through. The last one stands at first. */
(() => {
  const { element } = window.micrograd;

  class Frames extends HTMLElement {
    connectedCallback() {
      if (this.slider) return;
      this.frames = [...this.querySelectorAll(":scope > .frame")];
      const last = this.frames.length - 1;
      const button = (text, action) => element("button", { type: "button", onclick: action }, text);
      this.slider = element("input", { type: "range", min: 0, max: last, value: last, "aria-label": "Frame" });
      this.slider.addEventListener("input", () => (this.pause(), this.show(Number(this.slider.value))));
      this.player = button("Play", () => (this.timer ? this.pause() : this.play()));
      const back = button("Previous", () => (this.pause(), this.show(this.at - 1)));
      const next = button("Next", () => (this.pause(), this.show(this.at + 1)));
      this.status = element("p", { class: "status", role: "status" });
      this.prepend(element("div", { class: "bar", role: "group", "aria-label": "Frames" }, this.player, back, next, this.slider), this.status);
      this.show(last);
    }

    disconnectedCallback() {
      this.pause();
    }

    show(at) {
      this.at = Math.min(Math.max(at, 0), this.frames.length - 1);
      this.frames.forEach((frame, i) => (frame.hidden = i !== this.at));
      this.slider.value = this.at;
      this.slider.setAttribute("aria-valuetext", this.frames[this.at].dataset.title);
      this.status.textContent = `${this.frames[this.at].dataset.title} (${this.at + 1} of ${this.frames.length})`;
    }

    play() {
      if (this.at === this.frames.length - 1) this.show(0);
      this.player.textContent = "Pause";
      this.timer = setInterval(() => {
        this.show(this.at + 1);
        if (this.at === this.frames.length - 1) this.pause();
      }, 700);
    }

    pause() {
      clearInterval(this.timer);
      this.timer = null;
      this.player.textContent = "Play";
    }
  }

  customElements.define("micrograd-frames", Frames);
})();
