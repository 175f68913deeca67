/**
 * The element of an id.
 *
 * @template {HTMLElement} Kind
 * @param {string} id
 * @param {new () => Kind} kind
 * @returns {Kind}
 */
export function find(id, kind) {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) throw new Error(`The page has no ${id}.`);
  return element;
}

/** @param {string} id */
export const findAny = (id) => find(id, HTMLElement);

/**
 * Writes texts into the elements that name them with `data-text`; what is blank is hidden. Everything
 * that comes from elsewhere gets onto the page this way, as text that cannot reorder what is beside it.
 *
 * @param {ParentNode} where
 * @param {Readonly<Record<string, string>>} texts
 */
export function write(where, texts) {
  for (const [name, text] of Object.entries(texts)) {
    for (const element of where.querySelectorAll(`[data-text="${name}"]`)) {
      // Isolates the text as `<bdi>` does.
      element.setAttribute("dir", "auto");
      if (element.textContent !== text) element.textContent = text;
      element.toggleAttribute("hidden", text === "");
    }
  }
}

/**
 * A new copy of a template, with texts in it.
 *
 * @param {string} name
 * @param {Readonly<Record<string, string>>} texts
 */
export function copy(name, texts) {
  const template = find(`${name}-template`, HTMLTemplateElement);
  const element = /** @type {HTMLElement} */ (template.content.firstElementChild?.cloneNode(true));
  write(element, texts);
  return element;
}

/**
 * Makes a list show these items, in their order. An element whose item is still there stays where it
 * is, with whatever somebody was typing into it; the items are new ones first.
 *
 * @template Item
 * @param {HTMLElement} list
 * @param {readonly Item[]} items
 * @param {(item: Item) => string} keyOf
 * @param {(item: Item) => HTMLElement} make
 */
export function showList(list, items, keyOf, make) {
  const keys = new Set(items.map(keyOf));
  const shown = new Map();
  for (const element of Array.from(list.children)) {
    const key = element.getAttribute("data-key") ?? "";
    if (keys.has(key)) shown.set(key, element);
    else element.remove();
  }
  /** @type {Element | null} */
  let next = list.firstElementChild;
  for (const item of items) {
    const key = keyOf(item);
    const known = shown.get(key);
    const element = known ?? make(item);
    element.setAttribute("data-key", key);
    if (next !== null && element === next) next = next.nextElementSibling;
    else list.insertBefore(element, next);
  }
}

/**
 * Shows a problem in a form's own place for it; blank takes it away.
 *
 * @param {ParentNode} where
 * @param {string} problem
 */
export function complain(where, problem) {
  const place = where.querySelector("[role=alert]");
  if (place !== null) place.textContent = problem;
}

/** @param {unknown} error */
export function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Keeps buttons from being pressed while something is under way.
 *
 * @param {Iterable<HTMLElement>} controls
 * @param {() => Promise<void>} work
 */
export async function whileDisabled(controls, work) {
  const held = [...controls].filter((control) => !control.hasAttribute("disabled"));
  for (const control of held) control.toggleAttribute("disabled", true);
  try {
    await work();
  } finally {
    for (const control of held) control.toggleAttribute("disabled", false);
  }
}
