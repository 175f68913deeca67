import { greaterThan, isSpace, lessThan, slash } from "./character-codes.ts";
import { maxTagCharacters } from "./markup-limits.ts";

export type TagName = "think" | "tool_call" | "tool_response";

export interface Tag {
  readonly name: TagName;
  readonly closing: boolean;
  /** Written as `<name/>`: opened and closed in one. */
  readonly selfClosing: boolean;
  /** The tag as it was written. */
  readonly text: string;
}

interface NameNode {
  name: TagName | null;
  readonly next: Map<number, NameNode>;
}

/** Tags that a scanner knows, letter by letter. */
export type TagNames = NameNode;

/** Of a model whose calls ride in its text. */
export const markupTags: TagNames = nameTree(["think", "tool_call", "tool_response"]);

/** Of a model that calls by its provider's own means: what looks like a call is text. */
export const thoughtTags: TagNames = nameTree(["think"]);

/**
 * Decides, character by character, whether a `<` begins one of our tags.
 *
 * A tag is `<name>` or `</name>` in any case, with nothing between `<`, `/` and the name; after the
 * name there may be whitespace and attributes, which are ignored, up to 128 characters in all. A
 * `<` inside makes what came before it text, so that no character is ever read again.
 */
export class TagScanner {
  charactersExamined = 0;
  /** True between {@link begin} and a decision. */
  pending = false;
  /** After a decision: the tag, or null when it was not one. */
  tag: Tag | null = null;
  /** After a decision, or at the end: what was read, from the `<` on. */
  text = "";

  readonly #names: NameNode;
  #node: NameNode;
  #length = 0;
  #closing = false;
  #selfClosing = false;
  #inAttributes = false;

  constructor(names: TagNames) {
    this.#names = names;
    this.#node = names;
  }

  /** Whether this character, right behind a `<`, leaves it open that a tag begins there. */
  mayBegin(code: number): boolean {
    return code === slash || this.#names.next.has(code);
  }

  /** The caller has seen a `<`; what follows it goes to {@link read}. */
  begin(): void {
    this.pending = true;
    this.tag = null;
    this.text = "<";
    this.#node = this.#names;
    this.#length = 1;
    this.#closing = false;
    this.#selfClosing = false;
    this.#inAttributes = false;
  }

  /** Reads on in a piece; returns where reading stopped, which is its end while undecided. */
  read(piece: string, from: number): number {
    let index = from;
    let outcome: Outcome = "undecided";
    while (outcome === "undecided" && index < piece.length) {
      outcome = this.#step(piece.charCodeAt(index));
      index += 1;
    }
    this.charactersExamined += index - from;
    if (outcome === "text") index -= 1;
    this.text += piece.slice(from, index);
    if (outcome !== "undecided") {
      this.pending = false;
      if (outcome === "tag") this.tag = this.#named();
    }
    return index;
  }

  /** The input ended inside: the tag if at least its name is complete. */
  end(): Tag | null {
    this.pending = false;
    return this.#named();
  }

  #named(): Tag | null {
    const name = this.#node.name;
    if (name === null) return null;
    return { name, closing: this.#closing, selfClosing: this.#selfClosing, text: this.text };
  }

  #step(code: number): Outcome {
    this.#length += 1;
    if (code === lessThan || this.#length > maxTagCharacters) return "text";
    if (this.#node.name !== null) {
      if (code === greaterThan) return "tag";
      if (this.#inAttributes || code === slash || isSpace(code)) {
        this.#inAttributes = true;
        if (!isSpace(code)) this.#selfClosing = code === slash;
        return "undecided";
      }
    }
    if (code === slash && this.#length === 2) {
      this.#closing = true;
      return "undecided";
    }
    const next = this.#node.next.get(code);
    if (next === undefined) return "text";
    this.#node = next;
    return "undecided";
  }
}

type Outcome = "undecided" | "tag" | "text";

function nameTree(tagNames: readonly TagName[]): NameNode {
  const root: NameNode = { name: null, next: new Map() };
  for (const tagName of tagNames) {
    let node = root;
    for (const letter of tagName) {
      const lower = letter.charCodeAt(0);
      const upper = letter.toUpperCase().charCodeAt(0);
      const next = node.next.get(lower) ?? { name: null, next: new Map() };
      node.next.set(lower, next);
      node.next.set(upper, next);
      node = next;
    }
    node.name = tagName;
  }
  return root;
}
