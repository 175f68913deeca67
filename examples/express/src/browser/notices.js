import { findAny } from "./elements.js";

/**
 * Something that can be done about a notice.
 *
 * @typedef {object} Remedy
 * @property {string} label
 * @property {() => unknown} act
 */

/**
 * Says what happened, at the head of the page.
 *
 * @param {string} words
 * @param {Remedy} [remedy]
 */
export function notify(words, remedy) {
  show("notice", words, remedy);
  show("problem", "");
}

/**
 * Says what went wrong, at the head of the page.
 *
 * @param {string} words
 * @param {Remedy} [remedy]
 */
export function trouble(words, remedy) {
  show("problem", words, remedy);
  show("notice", "");
}

/** Takes away what was said before. */
export function clearNotices() {
  show("notice", "");
  show("problem", "");
}

/**
 * @param {string} id
 * @param {string} words
 * @param {Remedy} [remedy]
 */
function show(id, words, remedy) {
  const place = findAny(id);
  const text = document.createElement("p");
  text.dir = "auto";
  text.textContent = words;
  place.replaceChildren(...(words === "" ? [] : [text]));
  if (remedy === undefined) return;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "quiet";
  button.textContent = remedy.label;
  button.addEventListener("click", () => {
    place.replaceChildren();
    remedy.act();
  });
  place.append(button);
}
