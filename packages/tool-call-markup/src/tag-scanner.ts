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
  /** The tag without what is not its name. */
  readonly plain: string;
}

interface NameNode {
  name: TagName | null;
  readonly next: Map<number, NameNode>;
}

/** Tags that a reader knows. */
export interface TagNames {
  /** Their names, letter by letter. */
  readonly tree: NameNode;
  /** Each of them as nearly every one is written: in small letters, with nothing but its name. */
  readonly plain: readonly Tag[];
}

/** Of a model whose calls ride in its text. */
export const markupTags: TagNames = tagNames(["tool_call", "think", "tool_response"]);

/** Of a model that calls by its provider's own means: what looks like a call is text. */
export const thoughtTags: TagNames = tagNames(["think"]);

/** Whether this character, right behind a `<`, leaves it open that a tag begins there. */
export function mayBeginTag(names: TagNames, code: number): boolean {
  return code === slash || names.tree.next.has(code);
}

/** The plain tag that begins here and ends in the same piece. Any other tag takes a scanner. */
export function plainTagAt(names: TagNames, piece: string, index: number): Tag | null {
  for (const tag of names.plain) if (piece.startsWith(tag.text, index)) return tag;
  return null;
}

/**
 * Decides, character by character, whether a `<` begins one of our tags: a scanner for each `<`.
 *
 * A tag is `<name>` or `</name>` in any case, with nothing between `<`, `/` and the name; after the
 * name there may be whitespace and attributes, which are ignored, up to 128 characters in all. A
 * `<` inside makes what came before it text, so that no character is ever read again.
 */
export class TagScanner {
  charactersExamined = 0;
  /** Whether there is a decision. */
  decided = false;
  /** After a decision: the tag, or null when it was not one. */
  tag: Tag | null = null;
  /** What was read, from the `<` on. */
  text = "<";

  #node: NameNode;
  #length = 1;
  #closing = false;
  #selfClosing = false;
  #inAttributes = false;

  constructor(names: TagNames) {
    this.#node = names.tree;
  }

  /** Reads on behind the `<` in a piece; returns where reading stopped, which is its end while undecided. */
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
    this.decided = outcome !== "undecided";
    if (outcome === "tag") this.tag = this.#named();
    return index;
  }

  /** The input ended inside: the tag if at least its name is complete. */
  end(): Tag | null {
    return this.#named();
  }

  #named(): Tag | null {
    const name = this.#node.name;
    if (name === null) return null;
    const plain = plainTag(name, this.#closing);
    return { name, closing: this.#closing, selfClosing: this.#selfClosing, text: this.text, plain };
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

function tagNames(names: readonly TagName[]): TagNames {
  const plain = names.flatMap((name) =>
    [false, true].map((closing): Tag => {
      const text = plainTag(name, closing);
      return { name, closing, selfClosing: false, text, plain: text };
    }),
  );
  return { tree: nameTree(names), plain };
}

function plainTag(name: TagName, closing: boolean): string {
  return closing ? `</${name}>` : `<${name}>`;
}

function nameTree(names: readonly TagName[]): NameNode {
  const root: NameNode = { name: null, next: new Map() };
  for (const name of names) {
    let node = root;
    for (const letter of name) {
      const lower = letter.charCodeAt(0);
      const upper = letter.toUpperCase().charCodeAt(0);
      const next = node.next.get(lower) ?? { name: null, next: new Map() };
      node.next.set(lower, next);
      node.next.set(upper, next);
      node = next;
    }
    node.name = name;
  }
  return root;
}
