import { greaterThan, isSpace, lessThan, slash } from "./character-codes.ts";
import { maxTagCharacters } from "./markup-limits.ts";
import { thoughtNames, type ThoughtTokens, thoughtTokens } from "./thought-forms.ts";

export type TagName = "think" | "tool_call" | "tool_response";

export interface Tag {
  readonly name: TagName;
  /** Only a closing tag of the same form ends a thought. */
  readonly form: string;
  /** False for a closing token that also ends other things than thoughts. */
  readonly closesWithoutOpener: boolean;
  readonly closing: boolean;
  readonly selfClosing: boolean;
  readonly text: string;
  readonly plain: string;
}

interface NameNode {
  name: NamedForm | null;
  /** A token that is complete here. */
  token: Tag | null;
  readonly next: Map<number, NameNode>;
}

interface NamedForm {
  readonly name: TagName;
  readonly form: string;
}

export interface TagNames {
  /** By the first character of a tag. */
  readonly trees: ReadonlyMap<number, NameNode>;
  /**
   * Finds the first character of a tag, before the second one or the end of the piece. One native
   * search for all tags is faster than a loop, and than one search for each first character.
   */
  readonly beginning: RegExp;
  readonly plain: readonly Tag[];
}

/** For a model that calls tools in its text. */
export const markupTags: TagNames = tagNames(["tool_call", "think", "tool_response"]);

/** For a model that calls tools natively: markup of calls is text. */
export const thoughtTags: TagNames = tagNames(["think"]);

/** Returns the plain tag that begins here and ends in the same piece. Other tags need a scanner. */
export function plainTagAt(names: TagNames, piece: string, index: number): Tag | null {
  for (const tag of names.plain) if (piece.startsWith(tag.text, index)) return tag;
  return null;
}

/**
 * Decides by character whether a tag begins here. A tag is `<name>` or `</name>` in any case,
 * without spaces before the name. After the name there may be whitespace and attributes, which are
 * ignored, up to 128 characters in all. A token such as `[THINK]` is compared exactly. A `<` inside
 * turns the preceding characters into text, so that no character is read again.
 */
export class TagScanner {
  charactersExamined = 0;
  decided = false;
  tag: Tag | null = null;
  text: string;

  readonly #begin: number;
  #node: NameNode;
  #length = 1;
  #closing = false;
  #selfClosing = false;
  #inAttributes = false;

  constructor(names: TagNames, begin: number) {
    this.#begin = begin;
    this.text = String.fromCharCode(begin);
    this.#node = names.trees.get(begin) ?? newNode();
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
    if (outcome === "tag") this.tag = this.#node.token ?? this.#named();
    return index;
  }

  end(): Tag | null {
    return this.#named();
  }

  #named(): Tag | null {
    if (this.#node.name === null) return null;
    const { name, form } = this.#node.name;
    const plain = plainTag(form, this.#closing);
    const { text } = this;
    const [closing, selfClosing] = [this.#closing, this.#selfClosing];
    return { name, form, closesWithoutOpener: true, closing, selfClosing, text, plain };
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
    if (code === slash && this.#length === 2 && this.#begin === lessThan) {
      this.#closing = true;
      return "undecided";
    }
    const next = this.#node.next.get(code);
    if (next === undefined) return "text";
    this.#node = next;
    return next.token === null || this.#closing ? "undecided" : "tag";
  }
}

type Outcome = "undecided" | "tag" | "text";

function tagNames(names: readonly TagName[]): TagNames {
  const plain = names.flatMap((name) =>
    [false, true].map((closing) => plainTagOf(name, name, plainTag(name, closing), closing)),
  );
  const forms = names.flatMap((name) =>
    [name, ...(name === "think" ? thoughtNames : [])].map((form) => ({ name, form })),
  );
  const trees = new Map([[lessThan, newNode()]]);
  for (const form of forms) addName(trees, form);
  for (const tokens of thoughtTokens) addTokens(trees, tokens);
  return { trees, beginning: beginningOf(trees), plain };
}

function beginningOf(trees: TagNames["trees"]): RegExp {
  const beginnings = [...trees].map(([code, { next }]) => {
    const second = code === lessThan ? [slash, ...next.keys()] : [...next.keys()];
    return `${escaped(code)}(?![^${second.map(escaped).join("")}])`;
  });
  return new RegExp(beginnings.join("|"), "g");
}

function escaped(code: number): string {
  return `\\u${code.toString(16).padStart(4, "0")}`;
}

function plainTagOf(name: TagName, form: string, text: string, closing: boolean): Tag {
  const selfClosing = false;
  return { name, form, closesWithoutOpener: true, closing, selfClosing, text, plain: text };
}

function plainTag(name: string, closing: boolean): string {
  return closing ? `</${name}>` : `<${name}>`;
}

function newNode(): NameNode {
  return { name: null, token: null, next: new Map() };
}

/** Letters of a name are compared in any case. */
function addName(trees: Map<number, NameNode>, named: NamedForm): void {
  let node = trees.get(lessThan) ?? newNode();
  for (const letter of named.form) {
    const lower = letter.charCodeAt(0);
    const next = node.next.get(lower) ?? newNode();
    node.next.set(lower, next);
    node.next.set(letter.toUpperCase().charCodeAt(0), next);
    node = next;
  }
  node.name = named;
}

function addTokens(
  trees: Map<number, NameNode>,
  { opening, closing, closesWithoutOpener }: ThoughtTokens,
): void {
  for (const text of [opening, closing]) {
    const tag = plainTagOf("think", opening, text, text === closing);
    const begin = text.charCodeAt(0);
    let node = trees.get(begin) ?? newNode();
    trees.set(begin, node);
    for (let index = 1; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      const next = node.next.get(code) ?? newNode();
      node.next.set(code, next);
      node = next;
    }
    node.token = { ...tag, closesWithoutOpener };
  }
}
