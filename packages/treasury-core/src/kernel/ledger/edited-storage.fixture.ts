import type { CopiedPart, Doc, Entry, Head, Storage } from "@agent-treasury/provider";
import { type ChainReport, verifyChain } from "../../features/verification/chain-walk.ts";

/** The complete stored contents of one workspace. */
export interface Contents {
  readonly head: Head | null;
  readonly docs: readonly Doc[];
  readonly entries: readonly Entry[];
}

/** Reads everything that a verification reads. */
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

/** A storage that returns exactly these contents, in order. */
export function storageHolding({ head, docs, entries }: Contents): Storage {
  const inOrder = entries.toSorted((left, right) => Number(left.sequence - right.sequence));
  const copy = async function* (): AsyncGenerator<CopiedPart> {
    if (head !== null) yield { kind: "head", head };
    for (const doc of docs) yield { kind: "doc", doc };
    for (const entry of inOrder) yield { kind: "entry", entry };
  };
  return {
    specificationVersion: "2",
    name: "edited",
    load: unused,
    commit: unused,
    view: unused,
    due: unused,
    workspaces: unused,
    purge: unused,
    copy,
    rewriteEntries: unused,
    close: unused,
  };
}

function unused(): never {
  throw new Error("Nothing but copy is expected here.");
}

/** A value that an edit writes. */
export type Scalar = string | number | bigint | boolean | null;

/** Path of a value in a record. */
export type Path = readonly string[];

export function pathText(path: Path): string {
  return path.join(".");
}

/** Returns the paths of all values that are not records. */
export function leavesOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [path];
  return Object.entries(value).flatMap(([key, part]) => leavesOf(part, [...path, key]));
}

/** Returns the value at a path of `leavesOf`. */
export function leafAt(value: unknown, [key, ...rest]: Path): Scalar {
  if (key === undefined) return value as Scalar;
  return leafAt((value as { readonly [key: string]: unknown })[key], rest);
}

/** Returns a copy with another value at a path. */
export function edited<Part>(part: Part, [key, ...rest]: Path, value: unknown): Part {
  if (key === undefined) return value as Part;
  const copy = (Array.isArray(part) ? [...part] : { ...part }) as { [key: string]: unknown };
  copy[key] = edited(copy[key], rest, value);
  return copy as Part;
}

/** Returns other values of the same type, if there are any. */
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

/** Includes decimal texts of the same amount, such as `0` and `00`. */
function isSame(left: string, right: string): boolean {
  const decimal = /^-?\d*$/;
  if (!decimal.test(left) || !decimal.test(right)) return left === right;
  return Number(left) === Number(right);
}

function flipped(text: string): string {
  const code = text.charCodeAt(text.length - 1);
  return Number.isNaN(code) ? "x" : text.slice(0, -1) + String.fromCharCode(code ^ 1);
}

export function verifyContents(contents: Contents): Promise<ChainReport> {
  return verifyChain(storageHolding(contents), "acme");
}

/** Returns the contents with another entry at an index. */
export function withEntry(contents: Contents, index: number, entry: Entry): Contents {
  return { ...contents, entries: contents.entries.with(index, entry) };
}
