import { type EncodedCommit, commitValues } from "./encoded-commit.ts";
import { type SingleName, singleName, singleValues } from "./single-text.ts";

export type LeanStatement = "lean" | SingleName;

const leanValueCount = 27;

/** @param lean commits for which `isLean` is true. */
export function leanRequest(
  lean: readonly EncodedCommit[],
  now: number | null,
): { readonly statement: LeanStatement; readonly values: unknown[] } {
  const [first, ...others] = lean;
  const statement = first !== undefined && others.length === 0 ? singleName(first) : null;
  return first === undefined || statement === null
    ? { statement: "lean", values: commitValues(lean, now).slice(0, leanValueCount) }
    : { statement, values: singleValues(first, now) };
}
