import type { Doc, Entry, Head, Storage, View } from "../ports/storage.ts";

/** Everything of one workspace, as whoever has the database in hands sees it. */
export interface Contents {
  readonly head: Head | null;
  readonly docs: readonly Doc[];
  readonly entries: readonly Entry[];
}

/** Reads all of a workspace that a verification looks at. */
export async function contentsOf(storage: Storage, workspaceId: string): Promise<Contents> {
  const { head, docs, entries } = await storage.view(
    workspaceId,
    { kind: "epoch", before: null, limit: 1_000 },
    { order: "oldest", beyond: null, limit: 100_000 },
  );
  return { head, docs, entries };
}

/** A storage to read from that holds just this, in its order, whatever was done to it. */
export function storageHolding({ head, docs, entries }: Contents): Storage {
  const view: Storage["view"] = async (_workspaceId, docPage, entryPage): Promise<View> => ({
    head,
    open: [],
    docs: docs
      .filter(
        ({ kind, epoch }) => kind === docPage.kind && epoch < (docPage.before?.epoch ?? Infinity),
      )
      .toSorted((left, right) => right.epoch - left.epoch)
      .slice(0, docPage.limit),
    entries: entries
      .filter(({ sequence }) => entryPage.beyond === null || sequence > entryPage.beyond)
      .toSorted((left, right) => Number(left.sequence - right.sequence))
      .slice(0, entryPage.limit),
    storageNow: 0,
  });
  return {
    specificationVersion: "1",
    name: "edited",
    load: unused,
    commit: unused,
    view,
    due: unused,
    workspaces: unused,
    sweep: unused,
    close: unused,
  };
}

function unused(): never {
  throw new Error("Nothing but view is expected here.");
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
