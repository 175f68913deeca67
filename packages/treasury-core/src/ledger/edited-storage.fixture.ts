import type { CopiedPart, Doc, Entry, Head, Storage } from "@agent-treasury/provider";
import { type ChainReport, verifyChain } from "./verify.ts";

/** Everything of one workspace, as whoever has the database in hands sees it. */
export interface Contents {
  readonly head: Head | null;
  readonly docs: readonly Doc[];
  readonly entries: readonly Entry[];
}

/** Reads all of a workspace that a verification looks at. */
export async function contentsOf(storage: Storage, workspaceId: string): Promise<Contents> {
  let head: Head | null = null;
  const docs: Doc[] = [];
  const entries: Entry[] = [];
  for await (const part of storage.copy(workspaceId)) {
    if (part.kind === "head") head = part.head;
    else if (part.kind === "doc") docs.push(part.doc);
    else entries.push(part.entry);
  }
  return { head, docs, entries };
}

/** A storage to read from that holds just this, in its order, whatever was done to it. */
export function storageHolding({ head, docs, entries }: Contents): Storage {
  const inOrder = entries.toSorted((left, right) => Number(left.sequence - right.sequence));
  const copy = async function* (): AsyncGenerator<CopiedPart> {
    if (head !== null) yield { kind: "head", head };
    for (const doc of docs) yield { kind: "doc", doc };
    for (const entry of inOrder) yield { kind: "entry", entry };
  };
  return {
    specificationVersion: "1",
    name: "edited",
    load: unused,
    commit: unused,
    view: unused,
    due: unused,
    workspaces: unused,
    sweep: unused,
    copy,
    rewriteEntries: unused,
    close: unused,
  };
}

function unused(): never {
  throw new Error("Nothing but copy is expected here.");
}

/** What an edit puts in place of something. */
export type Scalar = string | number | bigint | boolean | null;

/** Where a value stands in a record. */
export type Path = readonly string[];

/** A path as a message names it. */
export function pathText(path: Path): string {
  return path.join(".");
}

/** The paths of everything in a record that is not itself a record. */
export function leavesOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [path];
  return Object.entries(value).flatMap(([key, part]) => leavesOf(part, [...path, key]));
}

/** What stands at a path that `leavesOf` found. */
export function leafAt(value: unknown, [key, ...rest]: Path): Scalar {
  if (key === undefined) return value as Scalar;
  return leafAt((value as { readonly [key: string]: unknown })[key], rest);
}

/** A copy with another value at a path. */
export function edited<Part>(part: Part, [key, ...rest]: Path, value: unknown): Part {
  if (key === undefined) return value as Part;
  const copy = (Array.isArray(part) ? [...part] : { ...part }) as { [key: string]: unknown };
  copy[key] = edited(copy[key], rest, value);
  return copy as Part;
}

/** Other values of the same kind, or none at all. */
export function othersThan(value: Scalar): Scalar[] {
  switch (typeof value) {
    case "string":
      return [`${value}0`, value.slice(1), flipped(value), "", null].filter(
        (other) => other === null || !isSame(value, other),
      );
    case "number":
      return [value + 1, value - 1, 0, null].filter((other) => other !== value);
    case "bigint":
      return [value + 1n, value - 1n, -value, value * 1_000n].filter((other) => other !== value);
    case "boolean":
      return [!value];
    default:
      return ["something", 0, false];
  }
}

/** Also of two decimal texts that say the same amount, `0` and `00`. */
function isSame(left: string, right: string): boolean {
  const decimal = /^-?\d*$/;
  if (!decimal.test(left) || !decimal.test(right)) return left === right;
  return Number(left) === Number(right);
}

function flipped(text: string): string {
  const code = text.charCodeAt(text.length - 1);
  return Number.isNaN(code) ? "x" : text.slice(0, -1) + String.fromCharCode(code ^ 1);
}

/** Verifies a workspace of which just this is there. */
export function verifyContents(contents: Contents): Promise<ChainReport> {
  return verifyChain(storageHolding(contents), "acme");
}

/** The same contents with another entry in one place. */
export function withEntry(contents: Contents, index: number, entry: Entry): Contents {
  return { ...contents, entries: contents.entries.with(index, entry) };
}
