/* Fields in which the reader types a number. */

const { element, button, say } = require("./elements.js");
const { parse } = require("./numbers.js");

/** A field for a number, and what stands after it: a button that changes the sign, where a phone's
    decimal pad may have no minus.
    @param {Parameters<typeof element>[1]} attributes */
function numeric(attributes) {
  const typed = { type: "text", inputmode: "decimal", autocomplete: "off" };
  const input = element("input", { ...typed, ...attributes });
  if (!matchMedia("(pointer: coarse)").matches) return { input, sign: [] };
  const turn = button("±", () => {
    input.value = /^[-−]/.test(input.value) ? input.value.slice(1) : `−${input.value}`;
    if (Number.isNaN(parse(input.value))) input.focus();
    else input.dispatchEvent(new Event("change"));
  });
  turn.className = "sign";
  input.classList.add("signed");
  turn.setAttribute("aria-label", say("Change the sign"));
  turn.addEventListener("mousedown", (event) => event.preventDefault()); // the field keeps the focus
  return { input, sign: [turn] };
}

module.exports = { numeric };
