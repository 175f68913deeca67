import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { applyPatch } from "diff";
import type { Mutation } from "./mutation.ts";

interface MutatedFile {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/**
 * Returns a workspace's files with a mutation applied.
 *
 * @throws Error when the patch does not apply.
 */
export function filesWith(mutation: Mutation, workspace: string): MutatedFile[] {
  return mutation.patches.map((patch) => {
    const name = patch.oldFileName?.replace(/^a\//, "") ?? "";
    const path = join(workspace, name);
    const before = readFileSync(path, "utf8");
    const after = applyPatch(before, patch);
    if (after === false) throw new Error(`The patch ${name} does not apply to the sources.`);
    return { path, before, after };
  });
}

/** Applies a mutation to a workspace, and returns a function that removes it. */
export function applyMutation(mutation: Mutation, workspace: string): () => void {
  const files = filesWith(mutation, workspace);
  for (const { path, after } of files) writeFileSync(path, after);
  return () => {
    for (const { path, before } of files) writeFileSync(path, before);
  };
}
