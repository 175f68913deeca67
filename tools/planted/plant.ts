import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { applyPatch } from "diff";
import type { Bug } from "./bug.ts";

interface PlantedFile {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/**
 * The files of a workspace with a bug in them.
 *
 * @throws Error when the source is no longer what the patch was made for.
 */
export function filesWith(bug: Bug, workspace: string): PlantedFile[] {
  return bug.patches.map((patch) => {
    const name = patch.oldFileName?.replace(/^a\//, "") ?? "";
    const path = join(workspace, name);
    const before = readFileSync(path, "utf8");
    const after = applyPatch(before, patch);
    if (after === false) throw new Error(`The patch does not fit ${name} any more.`);
    return { path, before, after };
  });
}

/** Writes a bug into a workspace, and answers how to take it out again. */
export function plant(bug: Bug, workspace: string): () => void {
  const files = filesWith(bug, workspace);
  for (const { path, after } of files) writeFileSync(path, after);
  return () => {
    for (const { path, before } of files) writeFileSync(path, before);
  };
}
