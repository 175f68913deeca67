import { greaterThan, isSpace, lessThan, slash } from "./character-codes.ts";
import { maxTagCharacters } from "./markup-limits.ts";

export type TagName = "think" | "tool_call" | "tool_response";

export interface Tag {
  readonly name: TagName;
  readonly closing: boolean;
  readonly selfClosing: boolean;
  readonly text: string;
  readonly plain: string;
}

interface NameNode {
  name: TagName | null;
  readonly next: Map<number, NameNode>;
}

export interface TagNames {
  readonly tree: NameNode;
  readonly plain: readonly Tag[];
}

/** For a model that calls tools in its text. */
export const markupTags: TagNames = tagNames(["tool_call", "think", "tool_response"]);

/** For a model that calls tools natively: markup of calls is text. */
export const thoughtTags: TagNames = tagNames(["think"]);

export function mayBeginTag(names: TagNames, code: number): boolean {
  return code === slash || names.tree.next.has(code);
}

/** Returns the plain tag that begins here and ends in the same piece. Other tags need a scanner. */
export function plainTagAt(names: TagNames, piece: string, index: number): Tag | null {
  for (const tag of names.plain) if (piece.startsWith(tag.text, index)) return tag;
  return null;
}

/**
 * Decides by character whether a `<` begins a known tag. A tag is `<name>` or `</name>` in any
 * case, without spaces before the name. After the name there may be whitespace and attributes,
 * which are ignored, up to 128 characters in all. A `<` inside turns the preceding characters into
 * text, so that no character is read again.
 */
export class TagScanner {
  charactersExamined = 0;
  decided = false;
  tag: Tag | null = null;
  text = "<";

  #node: NameNode;
  #length = 1;
  #closing = false;
  #selfClosing = false;
  #inAttributes = false;

  constructor(names: TagNames) {
    this.#node = names.tree;
  }

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
