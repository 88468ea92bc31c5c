/* An editor for a few lines of Python, in the book's own colours. */

import { closeBrackets, closeBracketsKeymap } from "@codemirror/autocomplete";
import {
  defaultKeymap,
  history,
  historyKeymap,
  indentLess,
  indentMore,
} from "@codemirror/commands";
import { pythonLanguage } from "@codemirror/lang-python";
import {
  bracketMatching,
  HighlightStyle,
  indentOnInput,
  indentUnit,
  syntaxHighlighting,
} from "@codemirror/language";
import { EditorState, RangeSetBuilder, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, keymap, lineNumbers, ViewPlugin } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const { element, say } = globalThis.unpasted.elements;

const BOLD = ["keyword", "constant", "function"];

/** As the page sets code that stands still. */
const colours = HighlightStyle.define(
  Object.entries({
    keyword: tags.keyword,
    string: tags.string,
    number: tags.number,
    constant: [tags.bool, tags.null, tags.self],
    function: [tags.function(tags.definition(tags.variableName)), tags.definition(tags.className)],
    special: tags.escape,
    comment: tags.comment,
    operator: tags.operator,
    punctuation: tags.punctuation,
  }).map(([name, tag]) => ({
    tag,
    color: `var(--md-code-hl-${name}-color)`,
    fontWeight: BOLD.includes(name) ? "600" : "400",
  })),
);

/** @type {import("@codemirror/state").StateEffectType<number>} */
const marked = StateEffect.define();
const marks = StateField.define({
  create: () => Decoration.none,
  update(shown, transaction) {
    let now = transaction.docChanged ? Decoration.none : shown;
    for (const effect of transaction.effects) {
      if (!effect.is(marked)) continue;
      const { doc } = transaction.state;
      const there = effect.value > 0 && effect.value <= doc.lines;
      const line = Decoration.line({ class: "cm-raised" });
      now = there ? Decoration.set(line.range(doc.line(effect.value).from)) : Decoration.none;
    }
    return now;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Each line knows its indent: what does not fit in it goes on further in. */
const indents = ViewPlugin.define(
  (view) => ({
    lines: indented(view),
    update(update) {
      if (update.docChanged || update.viewportChanged) this.lines = indented(update.view);
    },
  }),
  { decorations: (plugin) => plugin.lines },
);

/** @param {EditorView} view */
function indented(view) {
  const lines = new RangeSetBuilder();
  for (const { from, to } of view.visibleRanges) {
    for (let at = from; at <= to; ) {
      const line = view.state.doc.lineAt(at);
      const style = `--in: ${line.text.search(/[^ ]|$/)}`;
      lines.add(line.from, line.from, Decoration.line({ attributes: { style } }));
      at = line.to + 1;
    }
  }
  return lines.finish();
}

let ids = 0;

/** Put an editor into an element.
    @param {HTMLElement} host @param {string} code
    @param {{ onrun?: () => void, onchange?: (code: string) => void, label?: string }} [wishes]
      `label` is what it is called
    @returns {Editor} */
export function editor(host, code, { onrun, onchange, label = "Python" } = {}) {
  const leave = say("Tab indents. Escape, then Tab, leaves the editor. Ctrl or Cmd with Enter runs.");
  const hint = element("p", { class: "unseen", id: `live-editor-${++ids}` }, leave);
  const said = element("p", { class: "unseen", role: "status" });

  /** @param {EditorView} on */
  function release(on) {
    on.setTabFocusMode(true);
    said.textContent = say("Tab now leaves the editor.");
    return true;
  }

  const view = new EditorView({
    parent: host,
    state: EditorState.create({
      doc: code,
      extensions: [
        lineNumbers(),
        EditorView.lineWrapping,
        indents,
        history(),
        pythonLanguage,
        syntaxHighlighting(colours),
        indentOnInput(),
        indentUnit.of("    "),
        EditorState.tabSize.of(4),
        bracketMatching(),
        closeBrackets(),
        marks,
        EditorView.contentAttributes.of({
          "aria-label": label,
          "aria-describedby": hint.id,
          tabindex: "0", // what scrolls is within reach of the keys
        }),
        keymap.of([
          { key: "Mod-Enter", run: () => (onrun?.(), true) },
          { key: "Escape", run: release },
          { key: "Tab", run: tab },
          { key: "Shift-Tab", run: indentLess },
          ...closeBracketsKeymap,
          ...historyKeymap,
          ...defaultKeymap,
        ]),
        EditorView.domEventHandlers({
          focus: (_, on) => {
            on.setTabFocusMode(false);
            said.textContent = "";
          },
        }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) onchange?.(update.state.doc.toString());
        }),
      ],
    }),
  });
  host.append(hint, said);
  return {
    get: () => view.state.doc.toString(),
    set: (insert) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert } }),
    focus: () => view.focus(),
    mark: (line) => view.dispatch({ effects: marked.of(line) }),
    /* In the middle of what shows. */
    go(line) {
      if (line < 1 || line > view.state.doc.lines) return;
      const { to } = view.state.doc.line(line);
      const effects = EditorView.scrollIntoView(to, { y: "center" });
      view.dispatch({ selection: { anchor: to }, effects });
    },
    destroy: () => view.destroy(),
  };
}

/** Indent: from the cursor on where something stands before it, else all lines that are chosen.
    @param {EditorView} view */
function tab(view) {
  const { head, empty } = view.state.selection.main;
  const before = view.state.sliceDoc(view.state.doc.lineAt(head).from, head);
  if (!empty || !before.trim()) return indentMore(view);
  view.dispatch(view.state.update(view.state.replaceSelection("    "), { userEvent: "input" }));
  return true;
}
