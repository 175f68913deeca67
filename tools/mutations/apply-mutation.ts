import { globSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Edit, Mutation } from "./mutation.ts";

interface MutatedFile {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/**
 * Returns a workspace's files with a mutation applied. A file is found by its name and by the lines
 * that change, so that a mutation follows code that moves.
 *
 * @throws Error when the lines to change stand nowhere, or in several places.
 */
export function filesWith(mutation: Mutation, workspace: string): MutatedFile[] {
  const files = new Map<string, MutatedFile>();
  for (const edit of mutation.edits) {
    const path = pathOf(edit, workspace);
    const before = files.get(path)?.before ?? readFileSync(path, "utf8");
    const text = files.get(path)?.after ?? before;
    files.set(path, { path, before, after: text.replace(edit.before, () => edit.after) });
  }
  return [...files.values()];
}

/** Applies a mutation to a workspace, and returns a function that removes it. */
export function applyMutation(mutation: Mutation, workspace: string): () => void {
  const files = filesWith(mutation, workspace);
  for (const { path, after } of files) writeFileSync(path, after);
  return () => {
    for (const { path, before } of files) writeFileSync(path, before);
  };
}

/**
 * The paths of a mutation's tests.
 *
 * @throws Error when a name fits no test file, or several.
 */
export function testsOf(mutation: Mutation, workspace: string): string[] {
  const all = filesOf(workspace).filter((path) => path.endsWith(".test.ts"));
  return mutation.tests.map((test) =>
    only(
      all.filter((path) => path === test || path.endsWith(`/${test}`)),
      `The test ${test}`,
    ),
  );
}

function pathOf(edit: Edit, workspace: string): string {
  const paths = filesOf(workspace)
    .filter((path) => basename(path) === edit.file)
    .map((path) => join(workspace, path))
    .filter((path) => readFileSync(path, "utf8").includes(edit.before));
  const path = only(paths, `${edit.file} with the lines to change`);
  if (readFileSync(path, "utf8").split(edit.before).length > 2) {
    throw new Error(`${edit.file} has the lines to change in several places: add context.`);
  }
  return path;
}

const listed = new Map<string, readonly string[]>();

function filesOf(workspace: string): readonly string[] {
  const known = listed.get(workspace);
  if (known !== undefined) return known;
  const found = globSync("{packages/*/src,test-suites,fault-injection}/**/*.{ts,tsx,sql}", {
    cwd: workspace,
    exclude: (path) => path.endsWith("node_modules"),
  });
  listed.set(workspace, found);
  return found;
}

function only(paths: readonly string[], what: string): string {
  const [path] = paths;
  if (path === undefined || paths.length > 1) {
    throw new Error(`${what} is found in ${paths.length} files: ${paths.join(", ")}.`);
  }
  return path;
}
