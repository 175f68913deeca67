import { readFileSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { type StructuredPatch, parsePatch } from "diff";

/** A plausible bug for mutation tests, stored as a patch. */
export interface Bug {
  /** The patch file's name without its extension. */
  readonly name: string;
  /** The effect of the bug, one sentence. */
  readonly sentence: string;
  /** Test files, one of which must fail. */
  readonly tests: readonly string[];
  readonly patches: readonly StructuredPatch[];
}

/** Reads all bugs of a folder, or the named ones. */
export function readBugs(directory: string, names: readonly string[] = []): Bug[] {
  const bugs = readdirSync(directory)
    .filter((file) => file.endsWith(".patch"))
    .toSorted()
    .map((file) => readBug(join(directory, file)));
  const unknown = names.find((name) => bugs.every((bug) => bug.name !== name));
  if (unknown !== undefined) throw new Error(`There is no bug named ${unknown}.`);
  return names.length === 0 ? bugs : bugs.filter(({ name }) => names.includes(name));
}

/** The text before the first `---` describes the bug and names its tests. */
function readBug(path: string): Bug {
  const text = readFileSync(path, "utf8");
  const start = text.search(/^--- /m);
  const header = text.slice(0, start);
  const [sentence = ""] = header.split("\n");
  const tests = [...header.matchAll(/^Test: (.+)$/gm)].map(([, test = ""]) => test);
  if (start === -1 || sentence === "" || tests.length === 0) {
    throw new Error(`${path} lacks the bug's description, its patch or its tests.`);
  }
  return {
    name: basename(path, ".patch"),
    sentence,
    tests,
    patches: parsePatch(text.slice(start)),
  };
}
