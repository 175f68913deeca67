import { readFileSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { type StructuredPatch, parsePatch } from "diff";

/** A bug that somebody could write, kept as a patch. */
export interface Bug {
  /** Of the patch file, without its ending. */
  readonly name: string;
  /** What goes wrong, one sentence. */
  readonly sentence: string;
  /** Test files of which one has to fail. */
  readonly tests: readonly string[];
  readonly patches: readonly StructuredPatch[];
}

/** Reads the bugs of a folder, or those of them that are named. */
export function readBugs(directory: string, names: readonly string[] = []): Bug[] {
  const bugs = readdirSync(directory)
    .filter((file) => file.endsWith(".patch"))
    .toSorted()
    .map((file) => readBug(join(directory, file)));
  const unknown = names.find((name) => bugs.every((bug) => bug.name !== name));
  if (unknown !== undefined) throw new Error(`There is no bug called ${unknown}.`);
  return names.length === 0 ? bugs : bugs.filter(({ name }) => names.includes(name));
}

/** What stands before the first `---` says what the bug is, and which tests are to catch it. */
function readBug(path: string): Bug {
  const text = readFileSync(path, "utf8");
  const start = text.search(/^--- /m);
  const header = text.slice(0, start);
  const [sentence = ""] = header.split("\n");
  const tests = [...header.matchAll(/^Test: (.+)$/gm)].map(([, test = ""]) => test);
  if (start === -1 || sentence === "" || tests.length === 0) {
    throw new Error(`${path} does not say what the bug is, how it is planted or what catches it.`);
  }
  return {
    name: basename(path, ".patch"),
    sentence,
    tests,
    patches: parsePatch(text.slice(start)),
  };
}
