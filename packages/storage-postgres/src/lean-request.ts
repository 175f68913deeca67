import { type EncodedCommit, commitValues } from "./encoded-commit.ts";
import { type SingleName, singleName, singleValues } from "./single-text.ts";

export type LeanStatement = "lean" | SingleName;

const leanValueCount = 27;

/**
 * The commits of a batch that a lean statement can write. Each needs a head. They claim nothing, except
 * that a single one may have one claim. A claim that exists fails the statement, also an expired one.
 */
export function leanOf(batch: readonly EncodedCommit[]): readonly EncodedCommit[] {
  const [first, ...others] = batch;
  if (first === undefined) return [];
  if (others.length === 0) return hasHead(first) && mayBeLean(first) ? batch : [];
  return batch.filter((one) => hasHead(one) && one.commit.claim.length === 0);
}

function hasHead({ commit }: EncodedCommit): boolean {
  return commit.next !== null && commit.expectedVersion > 0n;
}

function mayBeLean(one: EncodedCommit): boolean {
  return one.commit.claim.length === 0 || singleName(one) !== null;
}

/** @param lean of `leanOf`. */
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
